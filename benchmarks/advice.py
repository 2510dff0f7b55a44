"""How quick, small and right the adviser is.

python benchmarks/advice.py            speed: solving, table, loading, advice
python benchmarks/advice.py --games    besides: simulated games of the best play and of the estimate, chances to win
python benchmarks/advice.py --full     besides: the reference solver to its end (minutes)
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import reference_solver

from game import Sheet, make_book
from game.advice import advise, worth_from_bytes
from game.advice.column_fit import PlayedColumns
from game.advice.playing import ExactSheets, play
from game.advice.winning import win_chance
from table.strategies import Store, solve_in_process

BOOKS = (
    ("kniffel", {}),
    ("kniffel", {"preset": "klassisch"}),
    ("kniffel", {"preset": "einfach"}),
    ("yahtzee", {}),
    ("yatzy", {}),
    ("dreifach", {}),
)


def random_line(book, chance):
    """A sheet as random play leaves it, dice and rolls left."""
    sheet = Sheet.empty(book)
    for _ in range(chance.randrange(book.cell_count)):
        dice = [chance.randint(1, 6) for _ in range(5)]
        sheet = sheet.fill(chance.choice(sheet.offers(dice)).text, dice)
    return sheet, [chance.randint(1, 6) for _ in range(5)], chance.randrange(3)


def solving(folder):
    """Each book in a process of its own, as the table does it."""
    from table.strategies.solving import solve_book

    for name, options in BOOKS:
        book = make_book(name, options)
        solved = solve_book(book, Store(folder))
        print(
            f"solve {name} {options}: {solved.expectation:.4f}{'' if solved.exact else ' (estimated)'},"
            f" {solved.states:,} states, {solved.cpu_seconds:.2f} s CPU, {solved.bytes / 1e6:.2f} MB on disk (bar: 8),"
            f" peak {solved.peak_mb:.0f} MB (bar: 300)"
        )
    began = os.times()
    solve_in_process("kniffel", {}, folder)
    ended = os.times()
    spent = ended.children_user + ended.children_system - began.children_user - began.children_system
    print(f"solve kniffel in a process of its own, start of Python included: {spent:.2f} s CPU (bar: 3)")


def reference(full):
    began = time.process_time()
    value, solved, every = reference_solver.solve(None if full else 40)
    spent = time.process_time() - began
    if full:
        print(f"reference solver: {value:.4f}, {spent:.0f} s CPU")
    else:
        print(
            f"reference solver: {solved} of {every:,} states in {spent:.1f} s CPU, {spent * every / solved:.0f} s for all"
        )


def asking(folder):
    for name, options in BOOKS:
        book = make_book(name, options)
        data = Store(folder).path(book).read_bytes()
        loads, asks = [], []
        for _ in range(5):
            began = time.process_time()
            worth = worth_from_bytes(data, book)
            loads.append((time.process_time() - began) * 1e3)
        chance = random.Random(1)
        lines = [random_line(book, chance) for _ in range(300)]
        advise(worth, *lines[0])
        for line in lines:
            began = time.process_time()
            advise(worth, *line)
            asks.append((time.process_time() - began) * 1e3)
        asks.sort()
        print(
            f"{name} {options}: load {statistics.median(loads):.1f} ms (bar: 50), advice median"
            f" {statistics.median(asks):.2f} ms, 99 % {asks[-4]:.2f} ms (bar: {5 if book.columns == 1 else 50})"
        )


def games(folder, count=20_000, at_once=1_000):
    for name, options in BOOKS:
        book = make_book(name, options)
        worth = worth_from_bytes(Store(folder).path(book).read_bytes(), book)
        chance = np.random.default_rng(2)
        kind = PlayedColumns if book.columns > 1 else ExactSheets
        totals = np.concatenate([play(kind(worth.table, at_once), at_once, chance) for _ in range(count // at_once)])
        print(
            f"{count:,} games of {name} {options}: mean {totals.mean():.2f} ± {totals.std() / count**0.5:.2f},"
            f" table says {worth.table.start:.2f}{' (no extra Kniffels)' if book.columns > 1 else ''}"
        )


class Remembering(ExactSheets):
    """Keeps every sheet as it was before each turn."""

    def __init__(self, table, count):
        super().__init__(table, count)
        self.met = []

    def rolls_into(self, rolls):
        self.met.append([self.sheet(index) for index in range(len(self.upper))])
        super().rolls_into(rolls)


def winning(folder, pairs=4_000):
    """Given chance against share won, by tenths, over all rounds of games of the best play against itself."""
    for name, options in BOOKS[:1] + BOOKS[2:5]:
        book = make_book(name, options)
        worth = worth_from_bytes(Store(folder).path(book).read_bytes(), book)
        sheets = Remembering(worth.table, 2 * pairs)
        totals = play(sheets, 2 * pairs, np.random.default_rng(4))
        mine, other = totals[:pairs], totals[pairs:]
        won = np.where(mine == other, 0.5, mine > other)
        given = np.array([[win_chance(worth, one[n], one[pairs + n]) for n in range(pairs)] for one in sheets.met])
        tenth = np.minimum((given * 10).astype(int), 9)
        off = [
            abs(given[tenth == part].mean() - np.broadcast_to(won, given.shape)[tenth == part].mean())
            for part in range(10)
        ]
        print(
            f"chance to win, {name} {options}: off by at most {100 * max(off):.1f} points in a tenth, mean {100 * np.mean(off):.1f}"
        )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        solving(Path(name))
        reference("--full" in sys.argv)
        asking(Path(name))
        if "--games" in sys.argv:
            games(Path(name))
            winning(Path(name))
