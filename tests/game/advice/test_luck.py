"""Luck and skill: what was expected, plus luck, minus losses, is the total."""

import numpy as np
import pytest
from playing import begun, play_random

from game import Book, Correct, Fill, Hold, Leave, MatchSetup, Throw
from game import fields as f
from game.advice import ExactWorth, advise
from game.advice.column_fit import solve_columns
from game.advice.columns import ColumnWorth
from game.advice.luck import finished_turns, luck_and_skill


@pytest.fixture(scope="module")
def worth(plain_table):
    return ExactWorth(plain_table)


@pytest.mark.parametrize("seed", range(6))
def test_total_is_start_plus_luck_minus_losses_on_random_games(worth, seed):
    adds_up(worth, "kniffel", {"preset": "einfach"}, seed)


@pytest.mark.parametrize(("name", "options"), [("kniffel", {"joker": "matching"}), ("yahtzee", {})])
def test_it_adds_up_with_extra_kniffels_too(solved, name, options):
    with_extra = []
    for seed in range(120):
        match, _ = random_match(name, options, seed)
        if any(sheet.extra_points for sheet in match.sheets):
            with_extra.append(seed)
    assert len(with_extra) >= 3
    for seed in with_extra[:3]:
        adds_up(ExactWorth(solved(name, **options)), name, options, seed)


def test_it_adds_up_with_an_estimate_of_several_columns():
    book = Book("small", (f.UPPER[5], f.KNIFFEL, f.CHANCE), factors=(1, 2))
    worth = ColumnWorth(solve_columns(book))
    for seed in range(2):
        adds_up(worth, "kniffel", {}, seed, book)


def random_match(name, options, seed, rules=None):
    setup = MatchSetup(name, options, ("Anna", "Ben", "Cleo")[: 1 + seed % 3], 1 + seed % 2, "first")
    return play_random(setup, seed, rules)


def adds_up(worth, name, options, seed, rules=None):
    match, _ = random_match(name, options, seed, rules)
    for row, standing in zip(
        luck_and_skill(match, worth), sorted(match.standing(), key=lambda row: row.player), strict=True
    ):
        assert row.start + row.luck - row.lost == pytest.approx(row.total, abs=1e-9)
        assert row.total == standing.total
        assert row.to_come == 0
        assert row.lost > 0
        assert sum(choice.loss for choice in row.choices) == pytest.approx(row.lost, abs=1e-3)


def test_the_best_play_loses_nothing(worth):
    chance = np.random.default_rng(1)
    match = begun("Anna", preset="einfach")
    while match.phase != "over":
        free = 5 - len(match.turn.held)
        match = match.push(Throw(tuple(int(value) for value in chance.integers(1, 7, free))))
        best = advise(worth, match.sheets[0], match.turn.dice, match.rolls_left).best
        if hasattr(best, "cell"):
            match = match.push(Fill(best.cell))
        else:
            match = match.push(Hold(slots_of(match.turn.dice, best.keep)))
    (row,) = luck_and_skill(match, worth)
    assert row.choices == ()
    assert row.lost == pytest.approx(0, abs=1e-9)
    assert row.start + row.luck == pytest.approx(row.total, abs=1e-9)


def slots_of(dice, keep):
    left, slots = list(keep), []
    for slot, value in enumerate(dice, start=1):
        if value in left:
            left.remove(value)
            slots.append(slot)
    return tuple(slots)


def test_a_kniffel_struck_in_the_first_turn_is_the_worst_choice(worth):
    match = begun("Anna", preset="einfach").push(Throw((6, 6, 6, 6, 6))).push(Fill("ones"))
    (row,) = luck_and_skill(match, worth)
    assert row.choices[0].best == "kniffel"
    assert row.choices[0].done == "ones"
    assert row.choices[0].turn == 1


def test_a_player_who_leaves_keeps_what_was_still_expected(worth):
    match = begun("Anna", "Ben", preset="einfach")
    for dice, cell in (((1, 2, 2, 4, 6), "chance"), ((5, 5, 5, 1, 2), "fives")):
        match = match.push(Throw(dice)).push(Fill(cell))
    match = match.push(Throw((1, 1, 2, 3, 4))).push(Leave(0))
    anna = luck_and_skill(match, worth)[0]
    assert anna.to_come > 100
    assert anna.start + anna.luck - anna.lost == pytest.approx(anna.total + anna.to_come, abs=1e-9)


def test_a_held_die_corrected_after_the_next_throw_was_right_from_the_start():
    match = begun("Anna").push(Throw((5, 5, 3, 2, 6))).push(Hold((1, 2, 3))).push(Throw((1, 1))).push(Correct(3, 5))
    (turn,) = finished_turns(match.push(Fill("fives")))
    assert turn.rolls == ((2, 5, 5, 5, 6), (1, 1, 5, 5, 5))
    assert turn.kept == ((5, 5, 5),)
