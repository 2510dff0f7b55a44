"""The chance to win against one other."""

import pytest

from game import Sheet, make_book
from game.advice import ExactWorth
from game.advice.winning import variance, win_chance


@pytest.fixture(scope="module")
def worth(plain_table):
    return ExactWorth(plain_table)


@pytest.fixture(scope="module")
def book(plain_table):
    return plain_table.book


def test_equal_sheets_have_equal_chances_and_both_together_are_certain(worth, book):
    empty, ahead = Sheet.empty(book), Sheet.from_cells(book, {"kniffel": 50})
    assert win_chance(worth, empty, empty) == pytest.approx(0.5)
    assert win_chance(worth, ahead, empty) > 0.6
    assert win_chance(worth, ahead, empty) + win_chance(worth, empty, ahead) == pytest.approx(1)


def test_full_sheets_are_decided(worth, book):
    low = Sheet.from_cells(book, dict.fromkeys(book.grid.texts, 0) | {"chance": 5})
    high = Sheet.from_cells(book, dict.fromkeys(book.grid.texts, 0) | {"chance": 6})
    assert [win_chance(worth, *pair) for pair in ((high, low), (low, high), (low, low))] == [1, 0, 0.5]


def test_the_same_lead_is_worth_more_the_fewer_cells_are_free(worth, book):
    lead = {"chance": 30}, {"chance": 10}
    rest = dict.fromkeys([text for text in book.grid.texts if text not in ("chance", "sixes")], 0)
    early = win_chance(worth, *(Sheet.from_cells(book, cells) for cells in lead))
    late = win_chance(worth, *(Sheet.from_cells(book, rest | cells) for cells in lead))
    assert 0.5 < early < late < 1


@pytest.mark.parametrize("name", ["kniffel", "yahtzee", "yatzy", "dreifach"])
def test_every_book_has_a_spread_that_shrinks_to_nothing(name):
    book = make_book(name)
    full = Sheet.from_cells(book, {text: 5 if "chance" in text else 0 for text in book.grid.texts})
    assert variance(Sheet.empty(book)) > 1000
    assert variance(full) == 0


def test_in_a_series_a_lead_counts_and_games_to_come_make_it_worth_less(worth, book):
    empty = Sheet.empty(book)
    last = win_chance(worth, empty, empty, ahead=50)
    assert 0.5 < win_chance(worth, empty, empty, ahead=50, games_to_come=4) < last
    assert win_chance(worth, empty, empty, ahead=-50) == pytest.approx(1 - last)
