"""The estimate for several columns: near the truth where that is known, and good enough where nobody knows it."""

import time

import numpy as np
import pytest

from game import Book, Sheet, make_book
from game import fields as f
from game.advice import NotSolvable, WrongTable, advise, solve_to_bytes, worth_from_bytes
from game.advice.column_fit import solve_columns
from game.advice.column_games import PlayedColumns
from game.advice.columns import ColumnTable, ColumnWorth
from game.advice.keeps import five_dice
from game.advice.playing import play

SMALL = Book("small", (f.UPPER[5], f.KNIFFEL), factors=(1, 2), bonus_at=18, extra_kniffel="none")


@pytest.fixture(scope="module")
def small():
    return ColumnWorth(solve_columns(SMALL))


def exact(sheet, known):
    """Walks through all sheets of the small book."""
    if sheet.is_full:
        return 0.0
    key = sheet.entries
    if key not in known:
        keeps, before = five_dice(), sheet.totals().total
        worth = np.empty(keeps.rolls)
        for row, roll in enumerate(keeps.keeps[: keeps.rolls]):
            after = [sheet.fill(offer.text, roll) for offer in sheet.offers(roll)]
            worth[row] = max(one.totals().total - before + exact(one, known) for one in after)
        for _ in range(2):
            worth = keeps.best(keeps.grow @ worth)
        known[key] = float(keeps.chances @ worth)
    return known[key]


def test_the_estimate_of_a_small_book_is_near_its_exact_worth(small):
    known = {}
    start = exact(Sheet.empty(SMALL), known)
    assert small.table.start == pytest.approx(start, rel=0.01)
    part = Sheet.from_cells(SMALL, {"1:kniffel": 0, "2:sixes": 12})
    assert small.of(part) == pytest.approx(24 + exact(part, known), rel=0.05)


def test_simulated_games_of_the_small_book_bring_what_was_estimated(small):
    totals = play(PlayedColumns(small.table, 4000), 4000, np.random.default_rng(3))
    assert abs(totals.mean() - small.table.start) < 3 * totals.std() / 4000**0.5 + 0.01 * small.table.start


def test_advice_by_estimate_says_so_and_agrees_with_itself(small):
    sheet = Sheet.from_cells(SMALL, {"1:kniffel": 50})
    advice = advise(small, sheet, [6, 6, 6, 1, 2], 0)
    assert not advice.exact
    for cell in advice.cells:
        assert small.of(sheet.fill(cell.cell, (6, 6, 6, 1, 2))) == pytest.approx(cell.expectation)
    assert advice.best.cell == "2:sixes"


def test_the_same_book_gives_the_same_table_and_it_is_read_back(small):
    data = small.table.to_bytes()
    again = worth_from_bytes(data, SMALL)
    sheet = Sheet.from_cells(SMALL, {"2:kniffel": 0})
    assert again.of(sheet) == pytest.approx(small.of(sheet), abs=1e-3)
    assert solve_to_bytes(SMALL).data == data
    with pytest.raises(WrongTable, match="other rules"):
        ColumnTable.from_bytes(data, make_book("dreifach"))


def test_an_extra_kniffel_counts_with_its_joker_now():
    book = Book("small", (f.UPPER[5], f.KNIFFEL, f.LARGE_STRAIGHT), factors=(1, 2))
    worth = ColumnWorth(solve_columns(book))
    sheet = Sheet.from_cells(book, {"1:kniffel": 50, "2:kniffel": 0, "1:sixes": 18})
    advice = advise(worth, sheet, [1, 1, 1, 1, 1], 0)
    straight = next(cell for cell in advice.cells if cell.cell == "2:large_straight")
    assert (straight.points, straight.extra) == (40, 50)
    assert straight.expectation == pytest.approx(worth.of(sheet.fill("2:large_straight", (1,) * 5)))
    assert worth.rolls(sheet)[five_dice().row[1, 1, 1, 1, 1]] == pytest.approx(advice.cells[0].expectation)


@pytest.mark.parametrize(("factors", "order"), [((1, -1), "free"), ((1, 2), "descending")])
def test_columns_that_the_estimate_does_not_cover_are_refused(factors, order):
    with pytest.raises(NotSolvable, match="allowed"):
        solve_columns(Book("small", (f.UPPER[5], f.KNIFFEL), factors=factors, order=order))


@pytest.mark.slow
def test_dreifach_without_extra_rules_brings_1715_points_on_average_and_advice_within_50_ms():
    book = make_book("dreifach", {"preset": "einfach"})
    table = solve_columns(book)
    assert len(table.to_bytes()) <= 8_000_000
    chance = np.random.default_rng(99)
    totals = np.concatenate([play(PlayedColumns(table, 1000), 1000, chance) for _ in range(24)])
    assert totals.std() / len(totals) ** 0.5 <= 1
    assert totals.mean() >= 1715
    worth = ColumnWorth(table)
    advise(worth, Sheet.empty(book), [1, 2, 3, 4, 6], 2)
    began = time.process_time()
    advise(worth, Sheet.from_cells(book, {"1:ones": 3}), [5, 5, 2, 3, 6], 2)
    assert time.process_time() - began < 0.05
