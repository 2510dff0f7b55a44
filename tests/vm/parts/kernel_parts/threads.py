"""What each thread of the table computes on a machine on which a reading takes minutes: said in the log, with the place where it is, and
kept in a file for the guests."""

import contextlib
import faulthandler
import json
import os
import re
import sys
import tempfile
import threading
import time
from pathlib import Path

#: Seconds from one line of the log to the next.
EVERY_S = 30.0
#: CPU time in seconds by the threads' names: of all the time, and between the last two looks.
FILE = Path(os.environ.get("RUNTIME_DIRECTORY", "/tmp").split(":")[0]) / "threads"
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
            name = known[number].name if number in known else f"{comm} {number}"
            lately[name] = lately.get(name, 0.0) + (ticks - last.get(number, (comm, 0))[1]) / TICKS
        for name, seconds in lately.items():
            sums[name] = round(sums.get(name, 0.0) + seconds, 2)
        # Renamed, so that nobody reads half of it.
        FILE.with_name("threads.new").write_text(json.dumps({"sums": sums, "lately": lately if last else {}}))
        FILE.with_name("threads.new").replace(FILE)
        places = _places(known.values())
        for number in seen.keys() - known.keys():
            with contextlib.suppress(OSError):
                places[f"{seen[number][0]} {number}"] = Path(f"/proc/self/task/{number}/wchan").read_text()
        busy = sorted((item for item in lately.items() if item[1] >= 0.1), key=lambda item: -item[1])
        said = "; ".join(f"{name} {seconds:.1f} s {places.get(name, '')}".rstrip() for name, seconds in busy)
        whole = sum(lately.values())
        print(f"threads: in {now - at:.0f} s: {whole:.2f} s of {len(seen)}: {said}", file=sys.stderr, flush=True)
        last, at = seen, now
        time.sleep(EVERY_S)


def _ticks(task):
    """Name and CPU time: fields 2, 14 and 15 of proc_pid_stat(5)."""
    head, _, tail = (task / "stat").read_text().rpartition(")")
    fields = tail.split()
    return head.partition("(")[2], int(fields[11]) + int(fields[12])


def _places(threads):
    """The innermost line of the product that each thread is at. Frames themselves are not touched: who holds one keeps alive what it
    holds, pictures that are to go back to the camera among them."""
    with tempfile.TemporaryFile("w+") as file:
        faulthandler.dump_traceback(file)
        file.seek(0)
        stacks = re.split(r"^(?:Current thread|Thread) 0x([0-9a-f]+).*$", file.read(), flags=re.MULTILINE)[1:]
    lines = {int(ident, 16): stack.splitlines() for ident, stack in zip(stacks[::2], stacks[1::2], strict=True)}
    return {thread.name: _place(lines.get(thread.ident, ())) for thread in threads}


def _place(stack):
    for line in stack:
        found = re.search(r'File "(.*)", line (\d+) in (.*)', line)
        if found and ROOMS & {*Path(found[1]).parts}:
            return f"at {Path(found[1]).name}:{found[2]} {found[3]}"
    return ""
