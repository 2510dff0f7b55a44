"""The worked cases of RULES 2.3 and 3, and what dice are."""

import pytest

from game import BadDice, Sheet, make_book, roll_of

KNIFFEL_CASES = [
    ("1 1 1 4 6", "ones", 3),
    ("2 2 5 5 6", "twos", 4),
    ("3 3 3 3 1", "threes", 12),
    ("4 4 4 2 6", "fours", 12),
    ("5 5 1 2 3", "fives", 10),
    ("6 6 6 6 3", "sixes", 24),
    ("3 5 2 3 3", "threes", 9),
    ("3 2 5 3 3", "fives", 5),
    ("5 6 5 4 6", "three_of_a_kind", 0),
    ("6 6 5 4 6", "three_of_a_kind", 27),
    ("6 6 5 4 6", "four_of_a_kind", 0),
    ("5 5 5 5 2", "fives", 20),
    ("5 5 5 5 2", "four_of_a_kind", 22),
    ("5 5 5 5 2", "chance", 22),
    ("5 5 1 5 5", "full_house", 0),
    ("3 3 2 3 2", "full_house", 25),
    ("1 2 6 3 4", "small_straight", 30),
    ("2 3 4 5 6", "large_straight", 40),
    ("2 3 4 5 6", "small_straight", 30),
    ("4 6 4 4 4", "kniffel", 0),
    ("2 2 2 2 2", "kniffel", 50),
    ("6 4 5 6 5", "chance", 26),
    ("1 3 4 5 6", "small_straight", 30),
    ("1 2 3 5 6", "small_straight", 0),
    ("1 2 3 4 6", "large_straight", 0),
    ("2 2 2 2 2", "full_house", 0),
]

YATZY_CASES = [
    ("5 5 6 6 1", "one_pair", 12),
    ("1 2 3 4 6", "one_pair", 0),
    ("5 5 6 6 1", "two_pairs", 22),
    ("4 4 4 4 1", "two_pairs", 0),
    ("3 3 3 4 4", "two_pairs", 14),
    ("4 4 4 1 2", "three_of_a_kind", 12),
    ("4 4 4 4 2", "four_of_a_kind", 16),
    ("5 5 5 5 5", "four_of_a_kind", 20),
    ("1 2 3 4 5", "small_straight", 15),
    ("1 2 3 4 6", "small_straight", 0),
    ("2 3 4 5 6", "large_straight", 20),
    ("2 3 4 5 6", "small_straight", 0),
    ("6 6 6 5 5", "full_house", 28),
    ("6 6 6 6 6", "full_house", 0),
    ("1 2 4 6 6", "chance", 19),
    ("6 6 6 6 6", "yatzy", 50),
    ("6 6 6 6 5", "yatzy", 0),
]


def dice_of(text):
    return [int(word) for word in text.split()]


def points(book, dice, cell):
    return {offer.text: offer.points for offer in Sheet.empty(make_book(book)).offers(dice_of(dice))}[cell]


@pytest.mark.parametrize(("dice", "cell", "wanted"), KNIFFEL_CASES)
def test_worked_case_of_kniffel(dice, cell, wanted):
    assert points("kniffel", dice, cell) == wanted


@pytest.mark.parametrize(("dice", "cell", "wanted"), YATZY_CASES)
def test_worked_case_of_yatzy(dice, cell, wanted):
    assert points("yatzy", dice, cell) == wanted


def test_a_yahtzee_sheet_scores_like_kniffel_under_its_own_name():
    assert points("yahtzee", "4 4 4 4 4", "yahtzee") == 50
    assert points("yahtzee", "3 3 2 3 2", "full_house") == 25


def test_the_order_of_the_dice_does_not_matter():
    assert roll_of([6, 1, 5, 1, 2]) == roll_of([1, 1, 2, 5, 6]) == (1, 1, 2, 5, 6)


@pytest.mark.parametrize(
    "dice", [[1, 2, 3, 4], [1, 2, 3, 4, 5, 6], [0, 2, 3, 4, 5], [1, 2, 3, 4, 7], [1, 2, 3, 4, True]]
)
def test_what_is_no_roll_is_refused_with_what_is_allowed(dice):
    with pytest.raises(BadDice, match=r"exactly 5|dice show 1 to 6"):
        roll_of(dice)
