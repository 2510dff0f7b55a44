"""Sums of a sheet, its cells by name, and sheets that no play leads to."""

import pytest

from game import (
    PRESETS,
    BadSheet,
    Cell,
    CellFilled,
    CellNotAllowed,
    ImpossibleExtra,
    ImpossiblePoints,
    NoSuchCell,
    Sheet,
    UnknownCell,
    make_book,
)

KNIFFEL = make_book("kniffel")
DREIFACH = make_book("dreifach")
LOWER = {"three_of_a_kind": 17, "four_of_a_kind": 17, "full_house": 25, "small_straight": 30, "large_straight": 40}
PAR = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18}
OTHERS = {**PAR, **LOWER, "chance": 17}


def totals(book, cells, **more):
    return Sheet.from_cells(book, cells, **more).totals()


def test_exactly_63_brings_the_bonus_and_62_does_not():
    assert totals(KNIFFEL, PAR).upper_bonus == 35
    assert totals(KNIFFEL, {**PAR, "ones": 2}).upper_bonus == 0


def test_the_difference_counts_open_fields_as_par():
    assert totals(KNIFFEL, {}).difference == 0
    assert totals(KNIFFEL, {"fives": 20, "ones": 1, "chance": 30}).difference == 3
    assert totals(KNIFFEL, {**PAR, "sixes": 24}).difference == 63 + 6 - 63


def test_a_struck_cell_is_filled_and_an_empty_one_is_not():
    sheet = Sheet.from_cells(KNIFFEL, {"ones": 0})
    assert sheet.points(Cell("ones")) == 0
    assert sheet.points(Cell("twos")) is None
    assert sheet.filled == 1
    assert sheet.totals().difference == -3


def test_total_is_upper_bonus_lower_and_extra_points():
    sheet = totals(KNIFFEL, {**PAR, "kniffel": 50, "chance": 20, "full_house": 25}, extra_points=100)
    assert (sheet.upper, sheet.upper_bonus, sheet.lower, sheet.extra_points) == (63, 35, 95, 100)
    assert sheet.total == 63 + 35 + 95 + 100


def test_each_column_has_its_own_bonus_and_factor():
    cells = {f"{column}:{field}": points for column in (1, 2, 3) for field, points in PAR.items()}
    sums = totals(DREIFACH, cells)
    assert [(column.sum, column.product) for column in sums.columns] == [(98, 98), (98, 196), (98, 294)]
    assert sums.total == 98 + 196 + 294


def test_the_cells_of_a_sheet_make_the_same_sheet():
    sheet = Sheet.from_cells(DREIFACH, {"2:twos": 10, "3:kniffel": 50})
    assert Sheet.from_cells(DREIFACH, sheet.cells(), sheet.rolled, sheet.extra_points) == sheet


@pytest.mark.parametrize(
    ("text", "book", "cell"),
    [
        ("twos", KNIFFEL, Cell("twos")),
        ("1:twos", KNIFFEL, Cell("twos")),
        ("2:twos", DREIFACH, Cell("twos", 2)),
    ],
)
def test_a_cell_has_a_text_form(text, book, cell):
    assert Cell.parse(text, book) == cell
    assert Cell.parse(cell.text(book), book) == cell


@pytest.mark.parametrize("text", ["twos", "0:twos", "4:twos", "2:yatzy", "2:", ""])
def test_an_unknown_cell_is_refused_with_those_there_are(text):
    with pytest.raises(UnknownCell, match=r"a column from 1 to 3, a colon and one of ones, .*chance"):
        Cell.parse(text, DREIFACH)


@pytest.mark.parametrize(
    ("cells", "allowed"),
    [
        ({"ones": 6}, "0 to 5"),
        ({"sixes": 13}, "0, 6, 12, 18, 24, 30"),
        ({"full_house": 24}, "0, 25"),
        ({"chance": 0}, "5 to 30"),
        ({"kniffel": 100}, "0, 50"),
        ({"three_of_a_kind": 4}, "0, 5 to 30"),
        ({"ones": -1}, "0 to 5"),
        ({"ones": True}, "0 to 5"),
        ({"ones": 3.0}, "0 to 5"),
        ({"ones": None}, "0 to 5"),
    ],
)
def test_points_that_no_roll_gives_are_refused(cells, allowed):
    with pytest.raises(ImpossiblePoints, match=f"allowed: {allowed}$"):
        Sheet.from_cells(KNIFFEL, cells)


@pytest.mark.parametrize(
    ("options", "cells", "extra", "rolled"),
    [
        ({}, {"ones": 5}, 50, False),
        ({}, {"ones": 5, "kniffel": 0}, 50, False),
        ({}, {"ones": 5}, 50, True),
        ({}, {"ones": 5, "kniffel": 50}, 30, False),
        ({}, {"ones": 5, "kniffel": 50}, "50", False),
        ({}, {"ones": 5, "kniffel": 50}, -50, False),
        ({}, {"ones": 5, "kniffel": 50}, 100, False),
        ({"extra_kniffel": "none"}, {"ones": 5, "kniffel": 50}, 50, False),
        ({"extra_kniffel": "rolled"}, {"ones": 3, "twos": 4}, 50, False),
        ({"extra_kniffel": "rolled"}, {"kniffel": 50}, 50, False),
        ({"extra_kniffel_bonus": 0}, {"ones": 5, "kniffel": 50}, 50, False),
        ({}, {"ones": 4, "kniffel": 50}, 50, False),
        ({}, {"full_house": 0, "kniffel": 50}, 50, False),
        ({}, {"chance": 7, "ones": 5, "kniffel": 50}, 100, False),
        ({"preset": "ohne_joker"}, {"full_house": 25, "kniffel": 50}, 50, False),
        ({"preset": "verlag"}, {"full_house": 25, "kniffel": 50}, 50, False),
        ({"preset": "klassisch"}, {"ones": 5, "fours": 8, "chance": 29}, 50, False),
    ],
)
def test_extra_points_that_nothing_can_have_brought_are_refused(options, cells, extra, rolled):
    with pytest.raises(ImpossibleExtra, match="allowed: "):
        Sheet.from_cells(make_book("kniffel", options), cells, rolled, extra)


@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "einfach"])
@pytest.mark.parametrize("as_full_house", [False, True])
def test_extra_points_are_taken_beside_just_what_an_extra_can_leave_in_a_cell(preset, as_full_house):
    book = make_book("kniffel", {"preset": preset, "kniffel_as_full_house": as_full_house})
    codes = [code for code in book.by_code if code != "kniffel"]
    for code in codes:
        index = book.grid.texts.index(code)
        # Under "rolled" the first five of a kind may lie in the cell, and the Kniffel be the extra.
        first = [number for number in range(1, 7) if book.extra_kniffel == "rolled"]
        written = {Sheet.empty(book).fill(code, (number,) * 5).points(Cell(code)) for number in first}
        # Alone beside the Kniffel, and as the last free cell, where only a strike may be left.
        for before in (
            {"kniffel": 50},
            {"kniffel": 50, **{other: OTHERS[other] for other in codes if other != code}},
        ):
            sheet = Sheet.from_cells(book, before)
            for number in range(1, 7):
                written |= {
                    offer.points for offer in sheet.offers((number,) * 5) if offer.cell.field == code and offer.extra
                }
        for points in book.grid.possible[index]:
            cells = {"kniffel": 50, code: points}
            if points in written:
                assert Sheet.from_cells(book, cells, extra_points=50).totals().extra_points == 50
            else:
                with pytest.raises(ImpossibleExtra, match="allowed: at most 0 with what these cells hold"):
                    Sheet.from_cells(book, cells, extra_points=50)


def test_extra_points_of_three_columns_need_every_kniffel_cell():
    with pytest.raises(ImpossibleExtra):
        Sheet.from_cells(DREIFACH, {"1:kniffel": 50, "2:kniffel": 50, "1:ones": 5}, extra_points=50)
    full = {"1:kniffel": 50, "2:kniffel": 0, "3:kniffel": 0, "1:ones": 5}
    assert totals(DREIFACH, full, extra_points=50).total == 50 + 5 + 50


def test_under_rolled_the_cells_may_say_that_one_was_rolled():
    book = make_book("kniffel", {"extra_kniffel": "rolled"})
    assert Sheet.from_cells(book, {"kniffel": 50}).rolled
    assert Sheet.from_cells(book, {"threes": 15}).rolled
    assert not Sheet.from_cells(book, {"threes": 12, "chance": 25, "kniffel": 0}).rolled
    assert Sheet.from_cells(book, {"chance": 25}, rolled=True).rolled


def test_a_cell_given_twice_is_refused():
    with pytest.raises(BadSheet, match="given twice"):
        Sheet.from_cells(KNIFFEL, {"ones": 3, "1:ones": 3})


def test_descending_offers_the_next_cell_only_and_a_gap_is_refused():
    book = make_book("yatzy", {"order": "descending"})
    sheet = Sheet.from_cells(book, {"ones": 3, "twos": 0})
    assert [offer.text for offer in sheet.offers([3, 3, 3, 1, 1])] == ["threes"]
    with pytest.raises(CellNotAllowed, match="allowed: threes"):
        sheet.fill("full_house", [3, 3, 3, 1, 1])
    with pytest.raises(BadSheet, match="'threes' comes before 'twos'"):
        Sheet.from_cells(book, {"ones": 3, "threes": 9})


def test_filling_names_the_reason_of_a_refusal():
    sheet = Sheet.from_cells(KNIFFEL, {"ones": 3})
    with pytest.raises(CellFilled, match="already holds 3, allowed: twos"):
        sheet.fill("ones", [1, 1, 1, 1, 2])
    with pytest.raises(NoSuchCell, match="allowed: twos"):
        sheet.fill("elevens", [1, 1, 1, 1, 2])


def test_a_full_sheet_offers_nothing():
    full = {
        **PAR,
        "three_of_a_kind": 0,
        "four_of_a_kind": 0,
        "full_house": 25,
        "small_straight": 0,
        "large_straight": 0,
    }
    sheet = Sheet.from_cells(KNIFFEL, {**full, "kniffel": 0, "chance": 20})
    assert sheet.is_full
    assert sheet.offers([1, 1, 1, 1, 1]) == ()


@pytest.mark.parametrize("name", [5, None, True, ("ones",), "elevens"])
def test_a_cell_that_is_no_cell_is_refused_by_name(name):
    with pytest.raises(NoSuchCell, match="allowed: ones, twos"):
        Sheet.empty(KNIFFEL).fill(name, (1, 2, 3, 4, 5))
