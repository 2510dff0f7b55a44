"""The chance to win against one other: how totals are spread, and the convolution of two."""

import numpy as np
import pytest

from game import Sheet, make_book
from game.advice import ExactWorth, Spread, TurnWorth, spread_of, win_chance
from game.advice.house import TurnAlone
from game.advice.keeps import five_dice
from game.advice.playing import ExactSheets, play

TURNS = 4_000


@pytest.fixture(scope="module")
def worth(plain_table):
    return ExactWorth(plain_table)


@pytest.fixture(scope="module")
def book(plain_table):
    return plain_table.book


@pytest.fixture(scope="module")
def spread(worth):
    return lambda sheet, *turn: spread_of(worth, sheet, *turn, turns=TURNS)


def test_equal_sheets_have_equal_chances_and_both_together_are_certain(spread, book):
    empty, ahead = spread(Sheet.empty(book)), spread(Sheet.from_cells(book, {"kniffel": 50}))
    assert win_chance(empty, empty) == pytest.approx(0.5)
    assert win_chance(ahead, empty) > 0.6
    assert win_chance(ahead, empty) + win_chance(empty, ahead) == pytest.approx(1)


def test_full_sheets_are_decided(spread, book):
    low, high = (
        spread(Sheet.from_cells(book, dict.fromkeys(book.grid.texts, 0) | {"chance": points})) for points in (5, 6)
    )
    assert [win_chance(*pair) for pair in ((high, low), (low, high), (low, low))] == [1, 0, 0.5]


def test_the_last_cell_is_spread_as_its_points_are(spread, book):
    """Sixes alone are left: going for them, each die shows one with 91/216 after three throws."""
    found = spread(
        Sheet.from_cells(book, dict.fromkeys([t for t in book.grid.texts if t != "sixes"], 0) | {"chance": 5})
    )
    share = 91 / 216
    for sixes, ways in ((0, 1), (1, 5), (5, 1)):
        chance = ways * share**sixes * (1 - share) ** (5 - sixes)
        assert found.chances[6 * sixes + 5 - found.lowest] == pytest.approx(chance, abs=0.03)
    assert found.mean == pytest.approx(5 + 30 * share, abs=1e-3)


def test_the_mean_is_the_exact_expectation_before_the_turn_and_within_it(spread, worth, book):
    sheet = Sheet.from_cells(book, {"ones": 3, "full_house": 0})
    assert spread(sheet).mean == pytest.approx(worth.of(sheet))
    dice = (5, 5, 5, 2, 3)
    row = five_dice().row[tuple(sorted(dice))]
    for left in (0, 1, 2):
        assert spread(sheet, dice, left).mean == pytest.approx(TurnWorth(worth, sheet).roll(row, left))


def test_dice_that_lie_count_without_rolls_left(spread, book):
    cells = dict.fromkeys([text for text in book.grid.texts if text != "kniffel"], 0) | {"chance": 5}
    done = spread(Sheet.from_cells(book, cells), (4,) * 5, 0)
    assert (done.lowest, len(done.chances)) == (55, 1)


def test_the_same_lead_is_worth_more_the_fewer_cells_are_free(spread, book):
    lead = {"chance": 30}, {"chance": 10}
    rest = dict.fromkeys([text for text in book.grid.texts if text not in ("chance", "sixes")], 0)
    early = win_chance(*(spread(Sheet.from_cells(book, cells)) for cells in lead))
    late = win_chance(*(spread(Sheet.from_cells(book, rest | cells)) for cells in lead))
    assert 0.5 < early < late < 1


def test_in_a_series_a_lead_counts_and_games_to_come_make_it_worth_less(spread, book):
    one = spread(Sheet.empty(book))
    series = one.and_then(one).and_then(one)
    assert series.mean == pytest.approx(3 * one.mean)
    assert 0.5 < win_chance(series, series, 50) < win_chance(one, one, 50)
    assert win_chance(one, one, -50) == pytest.approx(1 - win_chance(one, one, 50))


def test_a_tie_counts_half_and_moved_totals_lie_between_points():
    coin = Spread(0, np.array([0.5, 0.5]))
    assert win_chance(coin, coin) == pytest.approx(0.5)
    assert win_chance(coin, Spread.certain(0)) == pytest.approx(0.75)
    assert win_chance(coin, Spread(0, np.ones(1), 0.5)) == pytest.approx(0.5)
    assert win_chance(coin, Spread.certain(2)) == 0


@pytest.mark.parametrize("cells", [{}, {"kniffel": 50, "sixes": 18, "ones": 1}])
def test_the_chance_is_the_share_of_games_won(spread, plain_table, book, cells):
    """Against 4,000 pairs of games of their own: within 3 points, some 3 standard errors of both."""
    mine = Sheet.from_cells(book, {"fives": 15, "chance": 22} | cells)
    other = Sheet.from_cells(book, {"fives": 10, "large_straight": 40})
    totals = [
        play(ExactSheets(plain_table, 4_000, sheet), 4_000, np.random.default_rng(seed))
        for seed, sheet in enumerate((mine, other), 77)
    ]
    won = np.where(totals[0] == totals[1], 0.5, totals[0] > totals[1]).mean()
    assert win_chance(spread(mine), spread(other)) == pytest.approx(won, abs=0.03)


def test_a_measure_without_a_solved_table_is_refused(book):
    with pytest.raises(TypeError, match="allowed: the worth of a solved table"):
        spread_of(TurnAlone(), Sheet.empty(book))


def test_an_extra_yahtzee_is_in_the_spread(solved):
    table = solved("yahtzee")
    found = spread_of(ExactWorth(table), Sheet.from_cells(make_book("yahtzee"), {"yahtzee": 50}), turns=12_000)
    average = found.mean - found.shift - found.lowest
    far = np.arange(len(found.chances)) > average + 90
    assert found.chances[far].sum() > 0.05
