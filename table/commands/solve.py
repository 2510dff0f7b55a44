"""`knobeltisch solve`: works out the best play of a book and keeps the table; `--check` compares with published values."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from game import Book, GameError, make_book
from game.advice import PUBLISHED, Published
from table.errors import UsageError
from table.folders import default_data
from table.strategies import Solved, Store, announcement, solve_book

#: What most rounds play: solved when the table is installed (every other set of rules when it is first played), not
#: shipped. Shipping would cost each copy and each clone 13 MB for every change of the tables' form, and a table that
#: does not belong to the code beside it; solving costs a minute, once, in a niced process.
COMMON = ("kniffel", "yahtzee", "yatzy", "dreifach")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--book", default="kniffel", metavar="ID", help=f"{', '.join(COMMON)} (%(default)s)")
    what.add_argument("--common", action="store_true", help="all books with their default options")
    what.add_argument("--check", action="store_true", help="solve and compare with published values; keeps nothing")
    parser.add_argument("--missing", action="store_true", help="only those whose table is not there and whole")
    parser.add_argument("--options", metavar="JSON", help="options of the book as a JSON object")
    parser.add_argument("--data", type=Path, default=default_data(), metavar="DIR", help="data folder (%(default)s)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(arguments: argparse.Namespace) -> int:
    """0: solved and kept, or all published values met; 1: a value differs. Raises UsageError, StrategyError."""
    given = [f"--{name}" for name in ("missing", "options") if getattr(arguments, name)]
    if arguments.check and given:
        raise UsageError(f"--check with {' and '.join(given)}, allowed: --check alone or with --json")
    if arguments.check:
        return _check(arguments.json)
    store = Store(arguments.data)
    names = COMMON if arguments.common else (arguments.book,)
    for book in [_book(name, "{}" if arguments.common else arguments.options or "{}") for name in names]:
        if arguments.missing and store.load(book) is not None:
            continue
        print(announcement(book), file=sys.stderr, flush=True)
        _tell(solve_book(book, store), arguments.json)
    return 0


def _book(name: str, options: str) -> Book:
    try:
        given: Any = json.loads(options)
    except json.JSONDecodeError as error:
        raise UsageError(f"--options {options}: no JSON ({error}), allowed: an object") from error
    if not isinstance(given, dict):
        raise UsageError(f'--options {options}: allowed: a JSON object, such as {{"preset": "klassisch"}}')
    try:
        return make_book(name, given)
    except GameError as error:
        raise UsageError(str(error)) from error


def _tell(solved: Solved, as_json: bool) -> None:
    if as_json:
        rounded = {"seconds": 3, "cpu_seconds": 3, "peak_mb": 1, "expectation": 6}
        row = {key: round(value, rounded[key]) if key in rounded else value for key, value in asdict(solved).items()}
        print(json.dumps(row))
        return
    word = "expectation" if solved.exact else "estimated"
    print(
        f"{solved.book} {json.dumps(solved.options)}: {word} {solved.expectation:.4f}, {solved.states} states,"
        f" {solved.seconds:.1f} s ({solved.cpu_seconds:.1f} s CPU), {solved.bytes} bytes, {solved.peak_mb:.0f} MB"
    )


def _check(as_json: bool) -> int:
    worst = 0
    for known in PUBLISHED:
        book = known.book()
        print(announcement(book), file=sys.stderr, flush=True)
        solved = solve_book(book)
        fits = round(solved.expectation, known.decimals) == known.value
        worst |= not fits
        _tell_check(known, solved, fits, as_json)
    return int(worst)


def _tell_check(known: Published, solved: Solved, fits: bool, as_json: bool) -> None:
    if as_json:
        row = {"name": known.name, "published": known.value, "expectation": round(solved.expectation, 6), "ok": fits}
        print(
            json.dumps({**row, "rule": known.rule, "source": known.source, "cpu_seconds": round(solved.cpu_seconds, 3)})
        )
        return
    print(f"{'ok   ' if fits else 'WRONG'} {known.name}: {solved.expectation:.6f}, published {known.value:.4f}")
    print(f"      {known.rule}. {known.source}." + (f" Beware: {known.wrong}." if known.wrong else ""))
