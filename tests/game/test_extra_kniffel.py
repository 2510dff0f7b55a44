"""RULES 2.1 and 4, sentence by sentence: when five of a kind is extra, what it brings, where it may go."""

import pytest

from game import CellNotAllowed, Sheet, make_book

TWOS = [2, 2, 2, 2, 2]
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = ("three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "chance")


def offered(options, cells, book="kniffel", dice=TWOS, **more):
    """Cell -> (points, extra) of what may be chosen."""
    sheet = Sheet.from_cells(make_book(book, options), cells, **more)
    return {offer.text: (offer.points, offer.extra) for offer in sheet.offers(dice)}


def lower_filled(**kniffel):
    return {
        "three_of_a_kind": 0,
        "four_of_a_kind": 0,
        "full_house": 0,
        "small_straight": 0,
        "large_straight": 0,
        "chance": 20,
        **kniffel,
    }


MATCHING = {
    "ones": 0,
    "twos": 10,
    "threes": 0,
    "fours": 0,
    "fives": 0,
    "sixes": 0,
    "three_of_a_kind": 10,
    "four_of_a_kind": 10,
    "full_house": 25,
    "small_straight": 30,
    "large_straight": 40,
    "chance": 10,
}
ANY = {
    "ones": 5,
    "twos": 10,
    "threes": 15,
    "fours": 20,
    "fives": 25,
    "sixes": 30,
    "three_of_a_kind": 30,
    "four_of_a_kind": 30,
    "full_house": 25,
    "small_straight": 30,
    "large_straight": 40,
    "chance": 30,
}
ORDINARY = {**MATCHING, "full_house": 0, "small_straight": 0, "large_straight": 0}


def with_extra(points, extra):
    return {cell: (value, extra) for cell, value in points.items()}


def test_the_first_five_of_a_kind_is_an_ordinary_roll():
    assert offered({}, {}) == {**with_extra(ORDINARY, 0), "kniffel": (50, 0)}


def test_matching_pays_fifty_and_gives_the_full_value_of_the_combinations():
    assert offered({"joker": "matching"}, {"kniffel": 50}) == with_extra(MATCHING, 50)


def test_any_gives_the_most_of_every_cell():
    assert offered({"joker": "any"}, {"kniffel": 50}) == with_extra(ANY, 50)


@pytest.mark.parametrize(("joker", "points"), [("matching", MATCHING), ("any", ANY)])
def test_a_struck_kniffel_gives_no_bonus_but_keeps_the_joker(joker, points):
    assert offered({"joker": joker}, {"kniffel": 0}) == with_extra(points, 0)


def test_under_cell_five_of_a_kind_entered_elsewhere_is_not_yet_extra():
    assert offered({}, {"twos": 10}, rolled=True)["full_house"] == (0, 0)


def test_under_rolled_a_second_five_of_a_kind_is_extra_wherever_the_first_was_entered():
    options = {"preset": "klassisch"}
    assert offered(options, {"twos": 10}) == {
        **with_extra({cell: points for cell, points in ANY.items() if cell != "twos"}, 50),
        "kniffel": (50, 50),
    }
    assert offered(options, {"kniffel": 0, "chance": 15}, rolled=True) == with_extra(
        {cell: points for cell, points in ANY.items() if cell != "chance"}, 50
    )


def test_under_rolled_a_struck_kniffel_alone_makes_nothing_extra():
    assert offered({"preset": "klassisch"}, {"kniffel": 0}) == with_extra(ORDINARY, 0)


def test_none_knows_no_extra():
    assert offered({"preset": "einfach"}, {"kniffel": 50}) == with_extra(ORDINARY, 0)


def test_strict_must_take_a_cell_whose_condition_is_met():
    assert offered({"joker": "strict"}, {"kniffel": 50}) == {
        "twos": (10, 50),
        "three_of_a_kind": (10, 50),
        "four_of_a_kind": (10, 50),
        "chance": (10, 50),
    }


def test_strict_strikes_any_free_cell_when_none_is_met_and_still_pays():
    cells = {"kniffel": 50, "twos": 4, "three_of_a_kind": 0, "four_of_a_kind": 0, "chance": 20}
    assert offered({"joker": "strict"}, cells) == with_extra(
        dict.fromkeys(["ones", *UPPER[2:], "full_house", "small_straight", "large_straight"], 0), 50
    )


def test_strict_with_every_kniffel_struck_is_an_ordinary_roll():
    assert offered({"joker": "strict"}, {"kniffel": 0}) == with_extra(ORDINARY, 0)


def test_strict_rolled_may_take_a_free_kniffel():
    assert offered({"preset": "meisterschaft"}, {"twos": 10})["kniffel"] == (50, 50)
    assert "full_house" not in offered({"preset": "meisterschaft"}, {"twos": 10})


def test_five_equal_meet_the_full_house_under_strict_if_the_house_says_so():
    options = {"joker": "strict", "kniffel_as_full_house": True}
    assert offered(options, {"kniffel": 50})["full_house"] == (25, 50)


def test_kniffel_as_full_house_scores_without_an_extra_too():
    assert offered({"kniffel_as_full_house": True}, {})["full_house"] == (25, 0)


def test_official_forces_the_upper_field_and_pays_only_there():
    assert offered({"joker": "official"}, {"kniffel": 50}) == {"twos": (10, 50)}


def test_official_with_the_upper_field_taken_pays_nothing_and_gives_lower_cells_in_full():
    assert offered({"joker": "official"}, {"kniffel": 50, "twos": 4}) == with_extra(
        {cell: MATCHING[cell] for cell in LOWER}, 0
    )


def test_official_strikes_an_upper_cell_when_nothing_else_is_free():
    cells = {**lower_filled(kniffel=50), "twos": 4}
    assert offered({"joker": "official"}, cells) == dict.fromkeys(["ones", *UPPER[2:]], (0, 0))


def test_official_with_the_kniffel_struck_keeps_the_order_and_never_pays():
    assert offered({"joker": "official"}, {"kniffel": 0}) == {"twos": (10, 0)}
    assert offered({"joker": "official"}, {"kniffel": 0, "twos": 4})["large_straight"] == (40, 0)


def test_yahtzee_forces_like_official_but_pays_a_hundred_everywhere():
    assert offered({}, {"yahtzee": 50}, "yahtzee") == {"twos": (10, 100)}
    assert offered({}, {"yahtzee": 50, "twos": 4}, "yahtzee") == with_extra(
        {cell: MATCHING[cell] for cell in LOWER}, 100
    )
    cells = {**lower_filled(yahtzee=50), "twos": 4}
    assert offered({}, cells, "yahtzee") == dict.fromkeys(["ones", *UPPER[2:]], (0, 100))


def test_a_struck_yahtzee_pays_nothing_and_forces_all_the_same():
    assert offered({}, {"yahtzee": 0}, "yahtzee") == {"twos": (10, 0)}


def test_a_forced_cell_refuses_the_others_by_name():
    sheet = Sheet.from_cells(make_book("yahtzee"), {"yahtzee": 50})
    with pytest.raises(CellNotAllowed, match="allowed: twos"):
        sheet.fill("chance", TWOS)


def test_yatzy_has_neither_bonus_nor_joker():
    assert offered({}, {"yatzy": 50}, "yatzy")["full_house"] == (0, 0)


THREE_KNIFFELS = {"1:kniffel": 50, "2:kniffel": 0, "3:kniffel": 0}


def test_dreifach_has_extras_only_when_all_three_kniffel_cells_are_filled():
    two = {"1:kniffel": 50, "2:kniffel": 50}
    assert offered({}, two, "dreifach")["3:kniffel"] == (50, 0)
    assert offered({}, two, "dreifach")["3:full_house"] == (0, 0)
    three = offered({}, THREE_KNIFFELS, "dreifach")
    assert len(three) == 36
    assert three["2:full_house"] == (25, 50)


def test_dreifach_with_all_kniffels_struck_keeps_the_joker_without_bonus():
    struck = dict.fromkeys(THREE_KNIFFELS, 0)
    assert offered({}, struck, "dreifach")["2:full_house"] == (25, 0)
    assert offered({"joker": "strict"}, struck, "dreifach")["2:full_house"] == (0, 0)


def test_dreifach_official_lets_the_player_pick_the_column_of_the_forced_field():
    cells = {**THREE_KNIFFELS, "2:twos": 4}
    assert offered({"joker": "official"}, cells, "dreifach") == {"1:twos": (10, 50), "3:twos": (10, 50)}


def test_the_extra_fifty_is_not_multiplied():
    sheet = Sheet.from_cells(make_book("dreifach"), {"1:kniffel": 0, "2:kniffel": 0, "3:kniffel": 50}).fill(
        "3:twos", TWOS
    )
    assert sheet.totals().total == 3 * (50 + 10) + 50


def test_several_extras_pay_each_time():
    sheet = Sheet.from_cells(make_book("kniffel"), {"kniffel": 50})
    for cell in ("twos", "full_house", "large_straight"):
        sheet = sheet.fill(cell, TWOS)
    assert sheet.totals().extra_points == 150
    assert sheet.totals().total == 50 + 10 + 25 + 40 + 150


def test_another_bonus_is_paid_as_set():
    assert offered({"extra_kniffel_bonus": 100}, {"kniffel": 50})["twos"] == (10, 100)
