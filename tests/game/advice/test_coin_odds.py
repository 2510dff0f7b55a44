"""Odds and duel of Münzknobeln, against plain enumeration and against what can be proved by hand."""

from fractions import Fraction
from itertools import product

import pytest

from game.advice.coins import BadFists, sum_odds
from game.advice.duel import duel


@pytest.mark.parametrize(
    ("players", "no_zero", "own"), [(2, False, None), (4, False, 0), (3, True, 2), (5, True, None)]
)
def test_the_odds_of_each_sum_are_those_of_all_fists_counted_one_by_one(players, no_zero, own):
    fists = range(int(no_zero), 4)
    sums = [sum(others) + (own or 0) for others in product(fists, repeat=players - (own is not None))]
    odds = sum_odds(players, no_zero=no_zero, own=own)
    assert odds.chances == {total: Fraction(sums.count(total), len(sums)) for total in sorted(set(sums))}
    assert sum(odds.chances.values()) == 1


def test_the_best_number_is_own_coins_and_one_and_a_half_for_every_other_fist():
    assert sum_odds(5, own=1).best == 7
    assert sum_odds(3, own=0).best == 3


def test_a_named_number_is_not_free_but_stays_possible():
    odds = sum_odds(2, named=(3, 2))
    assert odds.best == 4
    assert odds.chances[3] == Fraction(1, 4)
    assert sum_odds(2, named=(3,), repeats=True).best == 3


def test_nothing_is_left_to_name_when_all_possible_numbers_are_taken():
    assert sum_odds(1, own=2, named=(2,)).best is None


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"players": 0}, "0 players"),
        ({"players": 2, "own": 4}, "4 coins.*0 to 3"),
        ({"players": 2, "own": 0, "no_zero": True}, "0 coins.*1 to 3"),
        ({"players": 2, "named": (7,)}, "number 7.*0 to 6"),
    ],
)
def test_what_can_not_be_is_refused_with_what_is_allowed(asked, found):
    with pytest.raises(BadFists, match=found):
        sum_odds(**asked)


@pytest.mark.parametrize(("no_zero", "middle"), [(False, 3), (True, 4)])
def test_the_duel_is_fair_and_the_first_names_the_middle_over_evenly_filled_fists(no_zero, middle):
    """By hand: evenly spread coins and the middle hit as often as any one answer can, so neither can do better."""
    found = duel(no_zero=no_zero)
    assert found.gap < 0.001
    assert found.first_wins == pytest.approx(0.5, abs=0.001)
    coins = range(int(no_zero), 4)
    assert [found.first[one, middle] for one in coins] == pytest.approx([1 / len(coins)] * len(coins), abs=0.02)
