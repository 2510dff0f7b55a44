"""How quick the rules are: a push, all offers, lines a second of `score`, and reopening a journal. CPU time.

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
from table import records
from table.cli import main as knobeltisch
from table.journal import GameRow, Journal
from table.open_game import OpenGame, result_of

LINES = 20_000


def microseconds(action: Callable[[], object], rounds: int = 2000, repeats: int = 7) -> float:
    """Median over the repeats of the mean CPU time of one call."""
    action()
    means = []
    for _ in range(repeats):
        begun = time.process_time()
        for _ in range(rounds):
            action()
        means.append((time.process_time() - begun) / rounds * 1e6)
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
        begun = time.process_time()
        with contextlib.redirect_stdout(nowhere):
            code = knobeltisch(["score", "--batch", str(file)])
        seconds = time.process_time() - begun
    assert code == 0
    return LINES / seconds


def reopening(games=1_000) -> float:
    """Seconds until a table goes on with the unfinished match of a journal of so many games."""
    setup = MatchSetup("kniffel", players=("Anna", "Resi"), start="first")
    with tempfile.TemporaryDirectory() as folder:
        with Journal(Path(folder)) as journal:
            whole = Match.new(setup)
            while whole.phase != "over":
                whole = whole.push(Throw((1, 2, 2, 4, 6)))
                whole = whole.push(Fill(whole.offers[0].text))
            rows = [(move, 1.0) for move in whole.moves]
            for number in range(1, games):
                plain = msgspec.to_builtins(setup)
                row = GameRow(number, 1.0, "kniffel", plain, "finished", result_of(whole), False, len(rows))
                journal.restore(row, rows)
            game = OpenGame.begin(journal, setup)
            game.push(*whole.moves[:30])
        begun = time.process_time()
        with Journal(Path(folder)) as journal:
            number = journal.latest("open")
            assert number is not None
            assert OpenGame.resume(journal, number).match.phase == "turn"
            best = records.records(records.finished(journal))
            assert len(best) == 2 * (games - 1)
            return time.process_time() - begun


if __name__ == "__main__":
    for book in BOOK_OPTIONS:
        times = ", ".join(f"{kind} {value:.1f}" for kind, value in pushes(book).items())
        print(f"push, {book}: {times} µs (bar: 50)")
    for what, value in offers().items():
        print(f"offers, {what}: {value:.1f} µs (bar: 100)")
    for book in BOOK_OPTIONS:
        print(f"score --batch, {book}: {lines_a_second(book):,.0f} lines/s (bar: 5,000)")
    print(f"reopening a journal of 1,000 games, records read too: {reopening():.2f} s (bar: 0.5)")
