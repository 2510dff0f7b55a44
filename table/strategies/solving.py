"""Solving a book: here and now, or in a process of its own that is niced and whose memory is counted apart."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game import Book
from game.advice import NotSolvable, solve_to_bytes
from table.errors import StrategyError
from table.strategies.store import Store


@dataclass(frozen=True)
class Solved:
    """What solving a book gave and took.

    expectation: of the final total at the start (an estimate where `exact` is false); seconds: on the clock;
    cpu_seconds; bytes: of the stored table; peak_mb: the most memory the process has held.
    """

    book: str
    options: dict[str, Any]
    expectation: float
    exact: bool
    states: int
    seconds: float
    cpu_seconds: float
    bytes: int
    peak_mb: float


def announcement(book: Book) -> str:
    """What whoever waits for a book to be solved is told, without a line's end."""
    return f"solving {book.id}, {'some seconds' if book.columns == 1 else 'about a minute'}"


def solve_book(book: Book, store: Store | None = None, progress: Callable[[float], None] = lambda part: None) -> Solved:
    """Solve a book in this process and keep the table, if a store is given. Raises StrategyError."""
    began, cpu = time.perf_counter(), time.process_time()
    try:
        solution = solve_to_bytes(book, progress)
    except NotSolvable as error:
        raise StrategyError(str(error)) from error
    seconds, cpu_seconds = time.perf_counter() - began, time.process_time() - cpu
    if store is not None:
        store.save(book, solution.data)
    return Solved(
        book.id,
        dict(book.options()),
        solution.expectation,
        solution.exact,
        solution.states,
        seconds,
        cpu_seconds,
        len(solution.data),
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    )


def solve_in_process(
    book: str, options: Mapping[str, object], data: Path, progress: Callable[[float], None] = lambda part: None
) -> None:
    """Solve a book in a niced process of its own, which keeps the table under `data`; waits for it.

    progress: is told the part done, 0-1. Raises StrategyError with the reason if there is no table afterwards.
    """
    command = [sys.executable, "-m", "table.strategies", book, json.dumps(dict(options)), str(data)]
    places = os.pathsep.join(path or os.getcwd() for path in sys.path)
    one_thread = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": places}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **one_thread}
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        try:
            for line in process.stdout:
                progress(float(line))
            trouble = process.stderr.read().strip()
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        reason = trouble.splitlines()[-1] if trouble else f"the solver ended with {process.returncode}"
        raise StrategyError(reason)
