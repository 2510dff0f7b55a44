"""Advice on one turn: every hold and every cell, the best first; chances of named hands; the strengths of the house."""

import random
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

from game import BadDice, Sheet, make_book
from game.advice import (
    BadRollsLeft,
    ExactWorth,
    SheetFull,
    TurnWorth,
    WrongTable,
    advise,
    named_hands,
    turn_chance,
    worth_from_bytes,
)
from game.advice.house import by_thumb, by_turn, by_worth
from game.advice.keeps import five_dice


@pytest.fixture(scope="module")
def worth(plain_table):
    return ExactWorth(plain_table)


@pytest.fixture(scope="module")
def book(plain_table):
    return plain_table.book


def test_every_distinct_hold_and_every_free_cell_is_there_once(worth, book):
    advice = advise(worth, Sheet.from_cells(book, {"ones": 3, "chance": 20}), [5, 2, 5, 3, 6], 2)
    expected = {tuple(sorted(part)) for size in range(6) for part in combinations((5, 2, 5, 3, 6), size)}
    assert {hold.keep for hold in advice.holds} == expected
    assert len(advice.holds) == len(expected)
    assert {cell.cell for cell in advice.cells} == set(book.grid.texts) - {"ones", "chance"}


def test_the_best_has_no_loss_and_all_else_loses_what_it_is_worth_less(worth, book):
    advice = advise(worth, Sheet.empty(book), [1, 2, 2, 5, 6], 1)
    best = max(entry.expectation for entry in (*advice.holds, *advice.cells))
    for entries in (advice.holds, advice.cells):
        assert [entry.loss for entry in entries] == sorted(entry.loss for entry in entries)
        for entry in entries:
            assert entry.loss == pytest.approx(best - entry.expectation)
    assert advice.best.loss == 0


def test_without_rolls_left_there_are_cells_only(worth, book):
    advice = advise(worth, Sheet.empty(book), [6, 6, 6, 6, 6], 0)
    assert advice.holds == ()
    assert advice.best.cell == "kniffel"


def test_a_finished_hand_is_entered_rather_than_thrown_again(worth, book):
    assert advise(worth, Sheet.empty(book), [2, 3, 4, 5, 6], 2).best.cell == "large_straight"


def test_keeping_all_five_is_worth_the_best_cell(worth, book):
    advice = advise(worth, Sheet.empty(book), [1, 1, 2, 3, 6], 2)
    (all_five,) = [hold for hold in advice.holds if len(hold.keep) == 5]
    assert all_five.expectation == pytest.approx(advice.cells[0].expectation)


def test_the_expectation_before_a_turn_is_that_of_the_table(worth, book):
    sheet = Sheet.from_cells(book, {"sixes": 18, "kniffel": 0, "full_house": 25})
    assert TurnWorth(worth, sheet).before == pytest.approx(worth.of(sheet), abs=1e-3)


def test_the_last_cell_is_worth_its_points_exactly(worth, book):
    cells = {text: 0 for text in book.grid.texts if text not in ("sixes", "chance")}
    advice = advise(worth, Sheet.from_cells(book, {**cells, "chance": 5}), [6, 6, 6, 1, 2], 1)
    assert advice.best.keep == (6, 6, 6)
    assert advice.best.expectation == pytest.approx(5 + 18 + 2)


def test_five_of_a_kind_in_one_turn_has_its_known_chance(book):
    assert round(100 * turn_chance(book, "kniffel"), 4) == 4.6029


@cache
def reached(field, kept, left):
    """The second method: the dice are thrown in order, every way one by one; the best part of what lies is kept."""
    hits = 0
    for thrown in product(range(1, 7), repeat=5 - len(kept)):
        dice = tuple(sorted(kept + thrown))
        hits += best_chance(field, dice, left)
    return Fraction(hits, 6 ** (5 - len(kept)))


@cache
def best_chance(field, dice, left):
    if not left or field.score(dice):
        return Fraction(bool(field.score(dice)))
    return max(reached(field, part, left - 1) for size in range(5) for part in set(combinations(dice, size)))


@pytest.mark.parametrize(
    "hand", ["three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "kniffel"]
)
def test_the_chance_of_each_hand_in_one_turn_is_that_of_all_throws_counted_one_by_one(book, hand):
    assert turn_chance(book, hand) == pytest.approx(float(reached(book.by_code[hand], (), 2)), abs=1e-12)


def test_named_hands_leave_out_numbers_and_chance(book):
    assert named_hands(book) == (
        "three_of_a_kind",
        "four_of_a_kind",
        "full_house",
        "small_straight",
        "large_straight",
        "kniffel",
    )


def test_a_hold_names_the_hand_that_it_reaches_most_likely(worth, book):
    holds = {hold.keep: hold for hold in advise(worth, Sheet.empty(book), [2, 3, 4, 5, 5], 1).holds}
    assert holds[2, 3, 4, 5].hand == "large_straight"
    assert holds[2, 3, 4, 5].chance == pytest.approx(1 / 3)
    assert holds[5, 5].hand == "three_of_a_kind"
    assert holds[5, 5].chance == pytest.approx((91 + 5) / 216)  # a third five, or three others alike


@pytest.mark.parametrize("rolls_left", [-1, 3, None, True, 1.0, "1"])
def test_rolls_left_outside_0_to_2_are_refused(worth, book, rolls_left):
    with pytest.raises(BadRollsLeft, match="allowed: 0, 1 or 2"):
        advise(worth, Sheet.empty(book), [1, 2, 3, 4, 5], rolls_left)


def test_bad_dice_and_a_full_sheet_are_refused(worth, book):
    with pytest.raises(BadDice):
        advise(worth, Sheet.empty(book), [1, 2, 3, 4, 7], 1)
    with pytest.raises(SheetFull):
        advise(worth, Sheet.from_cells(book, {**dict.fromkeys(book.grid.texts, 0), "chance": 5}), [1, 2, 3, 4, 5], 1)


# Stored tables


def test_a_damaged_byte_is_found(plain_table, book):
    data = bytearray(plain_table.to_bytes())
    data[len(data) // 2] ^= 1
    with pytest.raises(WrongTable, match="damaged"):
        worth_from_bytes(bytes(data), book)


@pytest.mark.parametrize("keep", [0, 7, 100, -1, -40])
def test_a_cut_table_is_refused(plain_table, book, keep):
    with pytest.raises(WrongTable):
        worth_from_bytes(plain_table.to_bytes()[:keep], book)


def test_a_foreign_file_and_a_table_of_other_rules_are_refused(plain_table, book):
    with pytest.raises(WrongTable, match="foreign"):
        worth_from_bytes(b"SQLite format 3\x00" * 100, book)
    with pytest.raises(WrongTable, match="other rules"):
        worth_from_bytes(
            plain_table.to_bytes(), make_book("kniffel", {"preset": "einfach", "kniffel_as_full_house": True})
        )


def test_rules_that_play_alike_share_a_table(plain_table):
    alike = make_book("kniffel", {"preset": "einfach", "joker": "strict", "extra_kniffel_bonus": 75})
    assert worth_from_bytes(plain_table.to_bytes(), alike).of(Sheet.empty(alike)) == pytest.approx(245.8708, abs=1e-3)


# The house


def play_house(book, choose, seed):
    chance = random.Random(seed)
    sheet = Sheet.empty(book)
    while not sheet.is_full:
        dice = [chance.randint(1, 6) for _ in range(5)]
        for left in (2, 1, 0):
            action = choose(sheet, dice, left)
            if isinstance(action, str):
                break
            dice = [*action, *(chance.randint(1, 6) for _ in range(5 - len(action)))]
        sheet = sheet.fill(action, dice)
    return sheet.totals().total


def test_each_strength_of_the_house_plays_to_the_end_and_more_strength_gains(worth, book):
    def exact(sheet, dice, left):
        return by_worth(worth, sheet, dice, left)

    thumb, turn, best = (
        sum(play_house(book, choose, seed) for seed in range(12)) / 12 for choose in (by_thumb, by_turn, exact)
    )
    assert 150 < thumb < turn
    assert thumb < best


@pytest.mark.parametrize("name", ["yatzy", "yahtzee", "dreifach"])
def test_the_rule_of_thumb_plays_every_book(name):
    assert play_house(make_book(name), by_thumb, 3) > 100


def test_the_rule_of_thumb_goes_for_the_large_straight_with_four_in_a_row(book):
    assert by_thumb(Sheet.empty(book), [2, 3, 4, 5, 5], 1) == (2, 3, 4, 5)
    assert by_thumb(Sheet.empty(book), [5, 5, 2, 3, 6], 2) == (5, 5)


def test_keeps_are_numbered_as_the_rolls_of_the_game():
    assert len(five_dice().keeps) == 462
    assert five_dice().chances.sum() == pytest.approx(1)
