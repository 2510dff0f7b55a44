"""The best advice in one plain sentence, in both languages."""

import re

import pytest

from display.words import Words
from game import BOOK_OPTIONS, ROLLS, make_book
from game.advice import Advice, CellAdvice, HoldAdvice
from table.hint import action_line, hint_line

KNIFFEL, DREIFACH = make_book("kniffel"), make_book("dreifach")
CHANCE, STRAIGHT = CellAdvice("chance", 20, 0, 230, 20.0), CellAdvice("large_straight", 0, 0, 210, 40.0)


def holds(*kept, cells=(CHANCE, STRAIGHT)):
    """Holds that lose 0, 4.2, 5 … points, and cells far behind."""
    losses = (0.0, 4.2, 5.0, 6.0)
    return Advice(
        tuple(HoldAdvice(keep, 250 - loss, loss) for keep, loss in zip(kept, losses, strict=False)), cells, True
    )


def fills(*cells, exact=True):
    """Cells (text, points) that lose 0, 10 … points."""
    return Advice(
        (), tuple(CellAdvice(text, points, 0, 0.0, 10.0 * n) for n, (text, points) in enumerate(cells)), exact
    )


LINES = [
    (
        holds((5, 5, 5), (2, 3, 4, 5)),
        "Die drei Fünfen halten: +4,2 gegenüber der Straße.",
        "Keep the three fives: +4.2 over the straight.",
    ),
    (
        holds((3, 4, 5), (3, 4), (6, 6)),
        "3 4 5 für die Straße halten: +5,0 gegenüber den zwei Sechsen.",
        "Keep 3 4 5 for the straight: +5.0 over the two sixes.",
    ),
    (holds((), (6,)), "Alle neu werfen: +4,2 gegenüber der Sechs.", "Throw all again: +4.2 over the six."),
    (holds((1,), ()), "Die Eins halten: +4,2 gegenüber einem neuen Wurf.", "Keep the one: +4.2 over a new throw."),
    (
        holds((1, 1, 1, 1), (2,)),
        "Die vier Einsen halten: +4,2 gegenüber der Zwei.",
        "Keep the four ones: +4.2 over the two.",
    ),
    (
        holds((2, 2, 6, 6)),
        "2 2 6 6 halten: +20,0 gegenüber dem Feld Chance.",
        "Keep 2 2 6 6: +20.0 over Chance.",
    ),
    (
        holds((6, 6), (3, 3, 4, 4)),
        "Die zwei Sechsen halten: +4,2 gegenüber den Würfeln 3 3 4 4.",
        "Keep the two sixes: +4.2 over the dice 3 3 4 4.",
    ),
    (
        fills(("large_straight", 40), ("small_straight", 30)),
        "Große Straße eintragen: +10,0 gegenüber dem Feld Kleine Straße.",
        "Enter Large Straight: +10.0 over Small Straight.",
    ),
    (
        fills(("ones", 0), ("kniffel", 0)),
        "Einser streichen: +10,0 gegenüber dem Feld Kniffel.",
        "Strike Ones: +10.0 over Kniffel.",
    ),
]


@pytest.mark.parametrize(("advice", "german", "english"), LINES)
def test_the_hint_says_what_to_do_and_what_it_gains_in_german(advice, german, english):
    assert Words("de").text(hint_line(advice, KNIFFEL)) == german


@pytest.mark.parametrize(("advice", "german", "english"), LINES)
def test_the_hint_says_what_to_do_and_what_it_gains_in_english(advice, german, english):
    assert Words("en").text(hint_line(advice, KNIFFEL)) == english


@pytest.mark.parametrize("language", ["de", "en"])
def test_one_die_is_named_in_the_singular_and_several_in_the_plural(language):
    """Every hold of equal dice there is: the number word and the plural go together, and no two holds read alike."""
    words = Words(language)
    one = {"de": "Die {face} halten", "en": "Keep the {face}"}[language]
    several = {"de": "Die {number} {faces} halten", "en": "Keep the {number} {faces}"}[language]
    faces = {
        "de": ("Eins", "Zwei", "Drei", "Vier", "Fünf", "Sechs"),
        "en": ("one", "two", "three", "four", "five", "six"),
    }[language]
    plurals = {
        "de": [face + "en" for face in faces[:1]] + ["Zweien", "Dreien", "Vieren", "Fünfen", "Sechsen"],
        "en": ["ones", "twos", "threes", "fours", "fives", "sixes"],
    }[language]
    for value, (face, plural) in enumerate(zip(faces, plurals, strict=True), 1):
        assert words.text(action_line((value,), KNIFFEL)) == one.format(face=face)
        for count in (2, 3, 4, 5):
            number = faces[count - 1].lower()
            assert words.text(action_line((value,) * count, KNIFFEL)) == several.format(number=number, faces=plural)


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_hold_and_every_cell_of_every_book_makes_a_whole_sentence(language):
    words = Words(language)
    keeps = {roll[:size] for roll in ROLLS for size in range(5)}
    for name in BOOK_OPTIONS:
        book = make_book(name)
        text = book.grid.texts[-1]
        lines = [
            hint_line(Advice((HoldAdvice(keep, 9.0, 0.0),), (CellAdvice(text, 5, 0, 7.5, 1.5),), True), book)
            for keep in sorted(keeps)
        ]
        lines += [
            hint_line(
                Advice((), (CellAdvice(cell, points, 0, 9.0, 0.0), CellAdvice(text, 5, 0, 7.5, 1.5)), False), book
            )
            for cell in book.grid.texts[:-1]
            for points in (0, 5)
        ]
        said = [words.text(line) for line in lines]
        assert len(set(said)) == len(said)
        sign = "+1,5" if language == "de" else "+1.5"
        for line in said:
            assert re.fullmatch(r"[A-Z0-9][^{}]*: [^{}]*" + re.escape(sign) + r" [^{}.]+\.", line), line
        assert not words.missing


def test_a_run_is_for_a_straight_only_while_one_may_be_filled():
    line = hint_line(holds((4, 5, 6), (6, 6), cells=(CHANCE,)), KNIFFEL)
    assert Words("de").text(line) == "4 5 6 halten: +4,2 gegenüber den zwei Sechsen."
    other = hint_line(holds((6, 6), (4, 5, 6), cells=(CHANCE,)), KNIFFEL)
    assert Words("en").text(other) == "Keep the two sixes: +4.2 over the dice 4 5 6."


@pytest.mark.parametrize(
    ("exact", "german", "english"),
    [
        (True, "Die Vier halten: gleichauf mit der Sechs.", "Keep the four: level with the six."),
        (False, "Die Vier halten: geschätzt gleichauf mit der Sechs.", "Keep the four: estimated level with the six."),
    ],
)
def test_a_lead_that_rounds_to_nothing_is_said_in_words(exact, german, english):
    close = (HoldAdvice((4,), 200.0, 0.0), HoldAdvice((6,), 199.96, 0.04))
    line = hint_line(Advice(close, (CHANCE,), exact), KNIFFEL)
    assert Words("de").text(line) == german
    assert Words("en").text(line) == english


def test_a_strike_is_called_one_and_an_estimate_too():
    line = hint_line(fills(("2:ones", 0), ("3:sixes", 6), exact=False), DREIFACH)
    assert Words("de").text(line) == (
        "Einser in Spalte 2 streichen: geschätzt +10,0 gegenüber dem Feld Sechser in Spalte 3."
    )
    assert Words("en").text(line) == "Strike Ones in column 2: estimated +10.0 over Sixes in column 3."


def test_the_last_cell_has_nothing_to_be_compared_with():
    line = hint_line(fills(("chance", 20)), KNIFFEL)
    assert Words("en").text(line) == "Enter Chance."
    assert Words("de").text(line) == "Chance eintragen."
