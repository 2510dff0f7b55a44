"""How quick, small and right the adviser is.

python benchmarks/advice.py            speed: solving, table, loading, advice
python benchmarks/advice.py --games    besides: simulated games of the best play and of the estimate, chances to win
python benchmarks/advice.py --full     besides: the reference solver to its end (minutes)
"""

import argparse
import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import random
import statistics
import tempfile
import time
from pathlib import Path

import numpy as np
import reference_solver

from game import Sheet, make_book
from game.advice import Spread, advise, spread_of, win_chance, worth_from_bytes
from game.advice.column_games import PlayedColumns
from game.advice.keeps import five_dice
from game.advice.playing import ExactSheets, play
from game.advice.turn import TurnArray
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
    """Every book here, and Kniffel in a process of its own, as the table does it. Gives back Kniffel's CPU seconds."""
    from table.strategies.solving import solve_book

    seconds = []
    for name, options in BOOKS:
        book = make_book(name, options)
        solved = solve_book(book, Store(folder))
        seconds.append(solved.cpu_seconds)
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
    return seconds[0]


def reference(full, ours):
    began = time.process_time()
    value, solved, every = reference_solver.solve(None if full else 40)
    spent = (time.process_time() - began) * every / solved
    how = f"{value:.4f}" if full else f"from {solved} of {every:,} states"
    print(
        f"kniffel, this solver {ours:.2f} s CPU, reference {spent:.0f} s CPU ({how}): {spent / ours:.0f} times as quick"
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
        totals = np.concatenate([play(sheets(worth, at_once), at_once, chance) for _ in range(count // at_once)])
        print(
            f"{count:,} games of {name} {options}: mean {totals.mean():.2f} ± {totals.std() / count**0.5:.2f},"
            f" table says {worth.table.start:.2f}{' (extra Kniffels to come left out)' if book.columns > 1 else ''}"
        )


def sheets(worth, count, sheet=None):
    """Sheets to be played on, by the table or by the estimate."""
    if worth.exact:
        return ExactSheets(worth.table, count, sheet)
    return PlayedColumns(worth.table, count, sheet=sheet)


def met(worth, chance):
    """A sheet as the best cells for single throws leave it after so many turns as chance wants, and the roll that lies in
    half of them."""
    played = sheets(worth, 1)
    keeps = five_dice()
    turn = TurnArray(keeps, 1)
    for _ in range(chance.integers(worth.table.book.cell_count)):
        played.rolls_into(turn.rolls)
        played.fill(chance.choice(keeps.rolls, 1, p=keeps.chances))
    if chance.random() < 0.5:
        return played.sheet(0), (), 0
    return played.sheet(0), keeps.keeps[chance.choice(keeps.rolls, p=keeps.chances)], int(chance.integers(3))


def winning(folder, pairs=60, count=4_000):
    """Chances as the table gives them against 4,000 games of their own for each side (that is ± 0.6 points)."""
    for name, options, games in [*((*BOOKS[number], 1) for number in (0, 1, 3, 4, 5)), (*BOOKS[0], 3), (*BOOKS[5], 2)]:
        book = make_book(name, options)
        worth = worth_from_bytes(Store(folder).path(book).read_bytes(), book)
        chance = np.random.default_rng(4)
        fresh = spread_of(worth, Sheet.empty(book))
        again = [played(worth, Sheet.empty(book), (), 0, count, seed) for seed in range(2 * (games - 1))]
        off = []
        for number in range(pairs):
            mine, dice, left = met(worth, chance)
            other = Sheet.empty(book)
            while other.filled != mine.filled:
                other, _, _ = met(worth, chance)
            spreads = [spread_of(worth, mine, dice, left), spread_of(worth, other)]
            totals = [played(worth, mine, dice, left, count, 100 + number), played(worth, other, (), 0, count, -number)]
            for one in range(games - 1):
                spreads = [spread.and_then(fresh) for spread in spreads]
                totals = [total + chance.permutation(again[2 * one + side]) for side, total in enumerate(totals)]
            given = win_chance(*spreads)
            off.append(given - win_chance(*(Spread(0, np.bincount(total) / count) for total in totals)))
        off = 100 * np.abs(off)
        series = f", series of {games}" if games > 1 else ""
        print(
            f"chance to win, {name} {options}{series}: off by {off.mean():.1f} points on average, at most {off.max():.1f}"
            f" ({pairs} moments)"
        )


def played(worth, sheet, dice, left, count, seed):
    row = five_dice().row[dice] if dice else None
    return play(sheets(worth, count, sheet), count, np.random.default_rng(10_000 + seed), row, left)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", action="store_true", help="besides: simulated games, chances to win (minutes)")
    parser.add_argument("--full", action="store_true", help="besides: the reference solver to its end (minutes)")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        reference(wanted.full, solving(Path(name)))
        asking(Path(name))
        if wanted.games:
            games(Path(name))
            winning(Path(name))
