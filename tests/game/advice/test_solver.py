"""The exact solver against published values, against the rules of the game themselves, and against plain enumeration."""

from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest

from game import ROLLS, Book, Sheet, make_book
from game import fields as f
from game.advice.errors import NotSolvable
from game.advice.keeps import Keeps, five_dice
from game.advice.playing import ExactSheets, play
from game.advice.published import PUBLISHED
from game.advice.rules import FinalRolls
from game.advice.solver import solve
from game.advice.states import States
from game.advice.table import ExactTable
from game.advice.turn import TurnArray

POLICIES = [
    ("kniffel", {"extra_kniffel": extra, "joker": joker, "kniffel_as_full_house": full_house})
    for extra in ("cell", "rolled", "none")
    for joker in ("matching", "any", "strict", "official")
    for full_house in (False, True)
    if (extra, joker) != ("rolled", "official")
] + [
    ("yahtzee", {}),
    ("yahtzee", {"kniffel_as_full_house": True, "extra_kniffel_bonus": 0}),
    ("yatzy", {}),
    ("yatzy", {"order": "descending"}),
    ("yatzy", {"upper_bonus": 0}),
]


def random_sheet(book, chance):
    """A sheet as random play leaves it, with at least one cell free."""
    sheet = Sheet.empty(book)
    for _ in range(int(chance.integers(0, book.cell_count))):
        same = chance.random() < 0.3
        dice = [int(chance.integers(1, 7))] * 5 if same else [int(value) for value in chance.integers(1, 7, 5)]
        offers = sheet.offers(dice)
        sheet = sheet.fill(offers[int(chance.integers(len(offers)))].text, dice)
    return sheet


def some_expectations(states, chance):
    """Drawn anew for each set of filled cells; as in truth, a higher open total and the flag are never worth less."""
    by_upper = np.append(chance.random(64) * 100, 0.0)[[mask for mask, _ in states.upper_keys]]
    by_lower = (chance.random(1 << len(states.lower_fields)) * 100)[[mask for mask, _ in states.lower_keys]]
    by_total = [0.05 * max(total, 0) for _, total in states.upper_keys]
    by_flag = [20 * flag for _, flag in states.lower_keys]
    worth = (by_upper + by_total)[:, None] + (by_lower + by_flag)
    to_come = np.full((states.uppers + 1, states.lowers + 1), -np.inf)
    for upper, lower in states.levels():
        to_come[upper, lower] = worth[upper, lower]
    return to_come


@pytest.mark.parametrize(("name", "options"), POLICIES)
def test_the_worth_of_every_final_roll_is_the_best_of_the_offers_that_the_rules_make(name, options):
    chance = np.random.default_rng(3)
    book = make_book(name, options)
    states = States(book)
    to_come = some_expectations(states, chance)
    final = FinalRolls(states, 1)
    out = np.empty((252, 1))
    for number in range(12):
        sheet = random_sheet(book, chance)
        upper, lower = states.of(sheet)
        final.into(out, to_come, np.array([upper]), np.array([lower]))
        before = sheet.totals().total
        for roll in ROLLS[number::12] + tuple((value,) * 5 for value in range(1, 7)):
            after = [sheet.fill(offer.text, roll) for offer in sheet.offers(roll)]
            best = max(one.totals().total - before + to_come[states.of(one)] for one in after)
            assert abs(out[five_dice().row[roll], 0] - best) < 1e-9, (sheet, roll)


@pytest.mark.slow
@pytest.mark.parametrize("known", PUBLISHED, ids=lambda known: known.name)
def test_published_values_to_four_decimals(known):
    states = States(known.book())
    assert round(float(solve(states)[states.empty]), known.decimals) == known.value


def test_the_value_without_extra_rules_to_four_decimals(plain_table):
    assert round(plain_table.start, 4) == 245.8708


def test_a_table_in_single_precision_is_right_to_a_thousandth_of_a_point(plain_expectations, plain_table):
    reached = np.isfinite(plain_expectations)
    error = np.abs(plain_table.expectations[reached] - plain_expectations[reached]).max()
    assert error < 0.001


# A tiny game: three cells, two dice of three faces, two throws a turn after the first.

TINY_CELLS = (lambda dice: sum(dice), lambda dice: 7 if dice[0] == dice[1] else 0, lambda dice: 3 * dice.count(2))


@cache
def enumerated(filled):
    """The second method: ordered dice, every subset of positions kept, nothing shared with the solver."""
    if filled == 7:
        return 0.0

    def worth(dice, left):
        cells = [
            score(dice) + enumerated(filled | 1 << cell)
            for cell, score in enumerate(TINY_CELLS)
            if not filled >> cell & 1
        ]
        if not left:
            return max(cells)
        holds = []
        for kept in product((False, True), repeat=2):
            throws = product(*[(value,) if keep else (1, 2, 3) for keep, value in zip(kept, dice, strict=True)])
            worths = [worth(after, left - 1) for after in throws]
            holds.append(sum(worths) / len(worths))
        return max(*cells, *holds)

    return sum(worth(dice, 2) for dice in product((1, 2, 3), repeat=2)) / 9


def test_a_tiny_game_agrees_with_full_enumeration():
    keeps = Keeps(dice=2, faces=3)
    turn = TurnArray(keeps, 1)
    to_come = {7: 0.0}
    for filled in range(6, -1, -1):
        for row, roll in enumerate(keeps.keeps[: keeps.rolls]):
            turn.rolls[row] = max(
                score(roll) + to_come[filled | 1 << cell]
                for cell, score in enumerate(TINY_CELLS)
                if not filled >> cell & 1
            )
        for _ in range(2):
            turn.expect()
            turn.choose()
        to_come[filled] = float(turn.start()[0])
        assert to_come[filled] == pytest.approx(enumerated(filled), abs=1e-12)


def small_book(**more):
    """Three cells, five dice; a bonus within reach."""
    fields = (f.UPPER[5], f.CHANCE, f.KNIFFEL)
    return Book("small", fields, bonus_at=18, **more)


@pytest.mark.parametrize(
    "rules", [{}, {"extra_kniffel": "rolled"}, {"joker": "forced", "extra_kniffel_bonus": 100}, {"order": "descending"}]
)
def test_a_book_of_three_cells_agrees_with_a_walk_through_its_sheets(rules):
    book = small_book(**rules)
    keeps, known = five_dice(), {}

    def to_come(sheet):
        if sheet.is_full:
            return 0.0
        filled = tuple(points is not None for points in sheet.entries)
        key = (filled, sheet.totals().upper, bool(sheet.entries[2]), sheet.rolled)
        if key not in known:
            before = sheet.totals().total
            worth = np.empty(keeps.rolls)
            for row, roll in enumerate(keeps.keeps[: keeps.rolls]):
                after = [sheet.fill(offer.text, roll) for offer in sheet.offers(roll)]
                worth[row] = max(one.totals().total - before + to_come(one) for one in after)
            for _ in range(2):
                worth = np.array([(keeps.grow @ worth)[rows].max() for rows in keeps.parts])
            known[key] = float(keeps.chances @ worth)
        return known[key]

    states = States(book)
    assert float(solve(states, width=16)[states.empty]) == pytest.approx(to_come(Sheet.empty(book)), abs=1e-9)


def test_progress_rises_to_the_end():
    told = []
    solve(States(small_book()), told.append, width=16)
    assert told == sorted(told)
    assert told[-1] == 1.0


@pytest.mark.parametrize(
    ("book", "found"),
    [
        (make_book("dreifach"), "factors"),
        (Book("long", f.UPPER + (f.CHANCE,) * 11), "17 cells"),
        (Book("mixed", (f.CHANCE, f.UPPER[0])), "upper fields"),
        (replace(small_book(), fields=(replace(f.CHANCE, score=lambda roll: -1), f.KNIFFEL)), "-1 points"),
    ],
)
def test_a_book_that_the_solver_does_not_cover_is_refused_with_the_reason(book, found):
    with pytest.raises(NotSolvable, match=found):
        States(book)


# Laws


def test_more_rolls_never_hurt(plain_table):
    chance = np.random.default_rng(5)
    final = FinalRolls(plain_table.states, 64)
    turn = TurnArray(five_dice(), 64)
    free = np.argwhere(np.isfinite(plain_table.values[:-1, :-1]) & (plain_table.values[:-1, :-1] > 0))
    some = free[chance.integers(0, len(free), 64)]
    final.into(turn.rolls, plain_table.expectations, some[:, 0], some[:, 1])
    fewer = turn.rolls.copy()
    for _ in range(2):
        turn.expect()
        turn.choose()
        assert (turn.rolls >= fewer - 1e-9).all()
        fewer = turn.rolls.copy()


@pytest.mark.parametrize("joker", ["matching", "any"])
def test_a_free_cell_more_never_hurts(joker, solved):
    """The total with the cell struck is never more than what is to come with the cell free."""
    table = solved("kniffel", joker=joker)
    states = table.states
    expectations = table.expectations
    for cell in range(6):
        struck = states.up_next[cell, 0, :-1]
        ways = struck < states.uppers
        assert (expectations[:-1, :-1][ways] >= expectations[struck[ways], :-1] - 1e-3).all()
    for cell in range(len(states.lower_fields)):
        struck = states.down_next[cell, :-1]
        ways = struck < states.lowers
        assert (expectations[:-1, :-1][:, ways] >= expectations[:-1, struck[ways]] - 1e-3).all()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("kniffel", {}),
        ("kniffel", {"preset": "klassisch"}),
        ("kniffel", {"preset": "verlag"}),
        ("yahtzee", {}),
        ("yatzy", {}),
    ],
)
def test_simulated_games_of_the_best_play_meet_the_expectation(name, options, solved):
    table = solved(name, **options)
    chance = np.random.default_rng(11)
    totals = np.concatenate([play(ExactSheets(table, 1000), 1000, chance) for _ in range(20)])
    assert abs(totals.mean() - table.start) < 3 * totals.std() / len(totals) ** 0.5


def test_a_few_simulated_games_are_games_of_the_rules(plain_table):
    sheets = ExactSheets(plain_table, 50)
    totals = play(sheets, 50, np.random.default_rng(2))
    for index, total in enumerate(totals):
        sheet = sheets.sheet(index)
        assert sheet.is_full
        assert Sheet.from_cells(sheet.book, sheet.cells(), sheet.rolled, sheet.extra_points).totals().total == total


def test_a_table_is_the_same_after_it_was_stored(plain_table):
    again = ExactTable.from_bytes(plain_table.to_bytes(), plain_table.book)
    assert np.array_equal(again.values, plain_table.values)
    assert again.start == plain_table.start
