"""What each thread of the table computes on a machine on which a reading takes minutes: said in the log, with the place where it is, and
added up in a file for the guests."""

import contextlib
import json
import os
import sys
import threading
import time
from pathlib import Path

#: Seconds from one line of the log to the next.
EVERY_S = 30.0
#: The sums, in seconds of CPU time by the threads' names.
SUMS = Path(os.environ.get("RUNTIME_DIRECTORY", "/tmp").split(":")[0]) / "threads"
#: Packages of the product: a thread's place is where it is in them.
ROOMS = {"table", "vision", "hardware", "display", "game"}
TICKS = os.sysconf("SC_CLK_TCK")


def watch():
    """Begin, in a thread of its own."""
    threading.Thread(target=_watch, name="threads", daemon=True).start()


def _watch():
    sums, last, at = {}, {}, time.monotonic()
    while True:
        known = {thread.native_id: thread for thread in threading.enumerate()}
        now, seen = time.monotonic(), {}
        for task in Path("/proc/self/task").iterdir():
            with contextlib.suppress(OSError):  # it has ended meanwhile
                seen[int(task.name)] = _ticks(task)
        lately = {}
        for number, (comm, ticks) in seen.items():
            name = known[number].name if number in known else comm
            lately[name] = lately.get(name, 0.0) + (ticks - last.get(number, (comm, 0))[1]) / TICKS
        for name, seconds in lately.items():
            sums[name] = round(sums.get(name, 0.0) + seconds, 2)
        SUMS.write_text(json.dumps(sums))
        frames = sys._current_frames()
        places = {thread.name: _place(frames.get(thread.ident)) for thread in known.values()}
        busy = sorted((item for item in lately.items() if item[1] >= 0.1), key=lambda item: -item[1])
        said = "; ".join(f"{name} {seconds:.1f} s {places.get(name, '')}".rstrip() for name, seconds in busy)
        print(f"threads: in {now - at:.0f} s: {said}", file=sys.stderr, flush=True)
        last, at = seen, now
        time.sleep(EVERY_S)


def _ticks(task):
    """Name and CPU time: fields 2, 14 and 15 of proc_pid_stat(5)."""
    head, _, tail = (task / "stat").read_text().rpartition(")")
    fields = tail.split()
    return head.partition("(")[2], int(fields[11]) + int(fields[12])


def _place(frame):
    """The innermost line of the product that a thread is at, and the line that it called."""
    inner = None
    while frame is not None:
        file = Path(frame.f_code.co_filename)
        here = f"{file.name}:{frame.f_lineno} {frame.f_code.co_name}"
        if ROOMS & {*file.parts}:
            return f"at {here}" + (f" > {inner}" if inner else "")
        inner = here
        frame = frame.f_back
    return f"at {inner}" if inner else ""
