"""The solver's process: one number a line on stdout tells how far it is; the last line of stderr says what went wrong."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from pathlib import Path

from game import make_book
from table.errors import StrategyError
from table.strategies.solving import solve_book
from table.strategies.store import Store

NICENESS = 10
#: For the kernel's out-of-memory killer: 1000 goes first (proc_pid_oom_score_adj(5)).
GOES_FIRST = 800


def go_first() -> None:
    """Should memory run out, the advice is what the guests can do without."""
    with contextlib.suppress(OSError):  # a system without it
        Path("/proc/self/oom_score_adj").write_text(str(GOES_FIRST), encoding="ascii")


def main(book: str, options: str, data: str) -> int:
    """Solve the book and keep its table under `data`."""
    os.nice(NICENESS)
    go_first()
    try:
        solve_book(make_book(book, json.loads(options)), Store(Path(data)), lambda part: print(part, flush=True))
    except StrategyError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
