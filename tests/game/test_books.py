"""Rule books as data: options, presets, what is refused, and a house variant nobody here has."""

import pytest
from playing import begun, play_game, turn

from game import (
    BOOK_OPTIONS,
    PRESETS,
    BadOptionType,
    BadOptionValue,
    Book,
    ExcludedOptions,
    Field,
    UnknownBook,
    UnknownOption,
    make_book,
)
from game import fields as f


def test_the_default_kniffel_is_wirtshaus():
    assert make_book("kniffel") == make_book("kniffel", {"preset": "wirtshaus"})
    assert make_book("kniffel").options() == {
        "extra_kniffel": "cell",
        "joker": "matching",
        "kniffel_as_full_house": False,
        "extra_kniffel_bonus": 50,
    }


@pytest.mark.parametrize("preset", PRESETS)
def test_a_book_knows_the_preset_it_was_made_from(preset):
    assert make_book("kniffel", {"preset": preset}).preset == preset


def test_a_single_option_overrides_the_preset():
    book = make_book("kniffel", {"joker": "strict", "preset": "klassisch"})
    assert (book.extra_kniffel, book.joker) == ("rolled", "strict")
    assert book.preset == "meisterschaft"


@pytest.mark.parametrize("book", BOOK_OPTIONS)
def test_options_in_full_make_the_same_book(book):
    made = make_book(book)
    assert make_book(book, made.options()) == made


@pytest.mark.parametrize("book", ["muenzknobeln", "poker", ""])
def test_a_book_without_a_sheet_is_refused_with_those_there_are(book):
    with pytest.raises(UnknownBook, match="allowed: kniffel, yatzy, yahtzee, dreifach"):
        make_book(book)


@pytest.mark.parametrize(
    ("book", "options", "error", "allowed"),
    [
        ("kniffel", {"jocker": "any"}, UnknownOption, "joker"),
        ("yatzy", {"joker": "any"}, UnknownOption, "order, upper_bonus"),
        ("yatzy", {"preset": "klassisch"}, UnknownOption, "order, upper_bonus"),
        ("yahtzee", {"preset": "klassisch"}, UnknownOption, "extra_kniffel_bonus"),
        ("kniffel", {"joker": 3}, BadOptionType, "matching, any, strict, official"),
        ("kniffel", {"joker": ["any"]}, BadOptionType, "matching, any"),
        ("kniffel", {"joker": "wild"}, BadOptionValue, "matching, any, strict, official"),
        ("kniffel", {"joker": "forced"}, BadOptionValue, "matching, any, strict, official"),
        ("kniffel", {"preset": "haus"}, BadOptionValue, "wirtshaus, klassisch"),
        ("kniffel", {"preset": None}, BadOptionType, "wirtshaus"),
        ("kniffel", {"kniffel_as_full_house": 1}, BadOptionType, "true or false"),
        ("kniffel", {"extra_kniffel_bonus": True}, BadOptionType, "0 to 1000"),
        ("kniffel", {"extra_kniffel_bonus": 50.0}, BadOptionType, "0 to 1000"),
        ("kniffel", {"extra_kniffel_bonus": -50}, BadOptionValue, "0 to 1000"),
        ("yahtzee", {"extra_kniffel": "rolled"}, BadOptionValue, "allowed: cell"),
        ("yatzy", {"order": "ascending"}, BadOptionValue, "free, descending"),
        ("kniffel", {"joker": "official", "extra_kniffel": "rolled"}, ExcludedOptions, "cell, none"),
        ("kniffel", {"preset": "verlag", "extra_kniffel": "rolled"}, ExcludedOptions, "cell, none"),
        ("dreifach", {"preset": "klassisch"}, ExcludedOptions, "cell, none"),
        ("dreifach", {"preset": "meisterschaft"}, ExcludedOptions, "cell, none"),
        ("dreifach", {"extra_kniffel": "rolled"}, ExcludedOptions, "cell, none"),
    ],
)
def test_a_wrong_option_is_refused_by_name_with_what_is_allowed(book, options, error, allowed):
    with pytest.raises(error, match=allowed):
        make_book(book, options)


@pytest.mark.parametrize("joker", ["matching", "any", "strict"])
@pytest.mark.parametrize("extra", ["cell", "rolled", "none"])
def test_every_other_pair_can_be_set(joker, extra):
    book = make_book("kniffel", {"joker": joker, "extra_kniffel": extra})
    assert (book.joker, book.extra_kniffel) == (joker, extra)


def test_the_upper_bonus_of_yatzy_is_a_setting():
    assert make_book("yatzy").upper_bonus == 50
    assert make_book("yatzy", {"upper_bonus": 100}).upper_bonus == 100


def test_a_house_variant_is_one_more_book_value():
    evens = Field("evens", lambda roll: sum(value for value in roll if value % 2 == 0))
    variant = Book(
        "haus",
        fields=(*f.UPPER, evens, f.TWO_PAIRS, f.KNIFFEL),
        factors=(1, 2, 3, -1),
        bonus_at=60,
        upper_bonus=10,
        extra_kniffel_bonus=77,
    )
    match = begun("Anna", "Ben", "Cem", rules=variant)
    sixes = (6, 6, 6, 6, 6)
    match = play_game(match, dice=sixes)
    assert len([move for move in match.line if move.kind == "fill"]) == 3 * 4 * 9
    for sheet in match.sheets:
        totals = sheet.totals()
        assert sheet.is_full
        assert totals.columns[0].sum == 30 + 30 + 50
        assert [column.product for column in totals.columns] == [110, 220, 330, -110]
        assert totals.extra_points == 0
        assert totals.total == 550


def test_a_variant_pays_its_own_extra_bonus():
    variant = Book("haus", fields=(*f.UPPER, f.KNIFFEL), factors=(1, -2), extra_kniffel_bonus=77)
    match = begun("Anna", rules=variant)
    for cell in ("1:kniffel", "2:kniffel", "1:ones"):
        match = turn(match, (1, 1, 1, 1, 1), cell)
    assert match.sheets[0].totals().extra_points == 77
    assert match.sheets[0].totals().total == 55 - 100 + 77
