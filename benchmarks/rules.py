"""How quick the rules are: a push, all offers, and lines a second of `score`.

python benchmarks/rules.py
"""

import contextlib
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from game import BOOK_OPTIONS, Correct, Fill, Hold, Match, MatchSetup, Redo, Sheet, Throw, Undo, make_book
from table.cli import main as knobeltisch

LINES = 20_000


def microseconds(action: Callable[[], object], rounds: int = 2000, repeats: int = 7) -> float:
    """Median over the repeats of the mean time of one call."""
    action()
    means = []
    for _ in range(repeats):
        begun = time.perf_counter()
        for _ in range(rounds):
            action()
        means.append((time.perf_counter() - begun) / rounds * 1e6)
    return statistics.median(means)


def pushes(book: str) -> dict[str, float]:
    """Each kind of move in the middle of a game of eight."""
    match = Match.new(MatchSetup(book, players=tuple("ABCDEFGH"), start="first"))
    for _ in range(24):
        match = match.push(Throw((1, 2, 2, 4, 6)))
        match = match.push(Fill(match.offers[0].text))
    thrown = match.push(Throw((2, 2, 2, 2, 2)))
    held = thrown.push(Hold((2, 3)))
    undone = held.push(Undo())
    cell = thrown.offers[-1].text
    return {
        "throw": microseconds(lambda: match.push(Throw((1, 2, 2, 4, 6)))),
        "hold": microseconds(lambda: thrown.push(Hold((2, 3)))),
        "throw_3": microseconds(lambda: held.push(Throw((3, 3, 3)))),
        "correct": microseconds(lambda: thrown.push(Correct(1, 2))),
        "fill": microseconds(lambda: thrown.push(Fill(cell))),
        "undo": microseconds(lambda: held.push(Undo())),
        "redo": microseconds(lambda: undone.push(Redo())),
    }


def offers() -> dict[str, float]:
    """All offers of an empty sheet for an ordinary roll, and of 39 cells for an extra Kniffel under every policy."""
    found = {}
    for book in BOOK_OPTIONS:
        sheet = Sheet.empty(make_book(book))
        found[f"{book}, {len(sheet.entries)} cells"] = microseconds(lambda sheet=sheet: sheet.offers((1, 2, 2, 4, 6)))
    for joker in ("matching", "any", "strict", "official"):
        kniffels = {"1:kniffel": 50, "2:kniffel": 0, "3:kniffel": 0}
        sheet = Sheet.from_cells(make_book("dreifach", {"joker": joker}), kniffels)
        found[f"dreifach, extra, {joker}"] = microseconds(lambda sheet=sheet: sheet.offers((2, 2, 2, 2, 2)))
    return found


def lines_a_second(book: str) -> float:
    """`score --batch` over half-filled sheets, reading and writing included."""
    chance = random.Random(1)
    rules = make_book(book)
    lines = []
    for _ in range(LINES):
        names = chance.sample(range(rules.cell_count), rules.cell_count // 2)
        cells = {rules.grid.texts[index]: chance.choice(rules.grid.possible[index]) for index in names}
        dice = [chance.randint(1, 6) for _ in range(5)]
        lines.append(msgspec.json.encode({"book": book, "cells": cells, "dice": dice}))
    with tempfile.TemporaryDirectory() as folder, open(os.devnull, "w") as nowhere:
        file = Path(folder, "batch.jsonl")
        file.write_bytes(b"\n".join(lines))
        begun = time.perf_counter()
        with contextlib.redirect_stdout(nowhere):
            code = knobeltisch(["score", "--batch", str(file)])
        seconds = time.perf_counter() - begun
    assert code == 0
    return LINES / seconds


if __name__ == "__main__":
    for book in BOOK_OPTIONS:
        times = ", ".join(f"{kind} {value:.1f}" for kind, value in pushes(book).items())
        print(f"push, {book}: {times} µs (bar: 50)")
    for what, value in offers().items():
        print(f"offers, {what}: {value:.1f} µs (bar: 100)")
    for book in BOOK_OPTIONS:
        print(f"score --batch, {book}: {lines_a_second(book):,.0f} lines/s (bar: 5,000)")
