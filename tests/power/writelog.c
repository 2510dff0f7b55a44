/* Loaded before libc (LD_PRELOAD), notes what a program writes below $WRITELOG_DIR and when it has that synced, in the
   order in which the calls returned. Records to $WRITELOG_FILE: kind, path length, offset, length (little endian, see
   `record`), path, data. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int log_handle = -1;
static const char *below;
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_fsync)(int), (*real_fdatasync)(int), (*real_ftruncate)(int, off_t), (*real_unlink)(const char *), (*real_rename)(const char *, const char *);

__attribute__((constructor)) static void begin(void) {
    real_write = dlsym(RTLD_NEXT, "write");
    real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
    real_fsync = dlsym(RTLD_NEXT, "fsync");
    real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
    real_unlink = dlsym(RTLD_NEXT, "unlink");
    real_rename = dlsym(RTLD_NEXT, "rename");
    below = getenv("WRITELOG_DIR");
    const char *name = getenv("WRITELOG_FILE");
    if (below && name) log_handle = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

static int path_of(int handle, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
    ssize_t n = readlink(link, path, PATH_MAX - 1);
    if (n < 0) return 0;
    path[n] = 0;
    return 1;
}

static void record(char kind, const char *path, uint64_t offset, const void *data, uint64_t length) {
    if (log_handle < 0 || strncmp(path, below, strlen(below)) != 0) return;
    struct __attribute__((packed)) { char kind; uint32_t path; uint64_t offset, length; } head = {kind, strlen(path), offset, length};
    real_write(log_handle, &head, sizeof head);
    real_write(log_handle, path, head.path);
    if (data) real_write(log_handle, data, length);
}

static void record_handle(char kind, int handle, uint64_t offset, const void *data, uint64_t length) {
    char path[PATH_MAX];
    if (log_handle >= 0 && handle != log_handle && path_of(handle, path)) record(kind, path, offset, data, length);
}

ssize_t write(int handle, const void *data, size_t length) {
    off_t at = log_handle >= 0 ? lseek(handle, 0, SEEK_CUR) : 0;
    ssize_t n = real_write(handle, data, length);
    if (n > 0) record_handle('w', handle, at < 0 ? 0 : at, data, n);
    return n;
}

ssize_t pwrite64(int handle, const void *data, size_t length, off_t at) {
    ssize_t n = real_pwrite(handle, data, length, at);
    if (n > 0) record_handle('w', handle, at, data, n);
    return n;
}
ssize_t pwrite(int handle, const void *data, size_t length, off_t at) { return pwrite64(handle, data, length, at); }

int fsync(int handle) {
    int done = real_fsync(handle);
    record_handle('s', handle, 0, NULL, 0);
    return done;
}

int fdatasync(int handle) {
    int done = real_fdatasync(handle);
    record_handle('s', handle, 0, NULL, 0);
    return done;
}

int ftruncate64(int handle, off_t length) {
    int done = real_ftruncate(handle, length);
    if (done == 0) record_handle('t', handle, length, NULL, 0);
    return done;
}
int ftruncate(int handle, off_t length) { return ftruncate64(handle, length); }

int rename(const char *path, const char *other) {
    int done = real_rename(path, other);
    if (done == 0) record('r', path, 0, other, strlen(other));
    return done;
}

int unlink(const char *path) {
    int done = real_unlink(path);
    if (done == 0) record('u', path, 0, NULL, 0);
    return done;
}
