"""The best advice in one plain sentence, in both languages."""

import pytest

from display.words import Words
from game import make_book
from game.advice import Advice, CellAdvice, HoldAdvice
from table.hint import hint_line

KNIFFEL = make_book("kniffel")


def holds(*kept):
    """Holds that lose 0, 4.2, 5 … points, and one cell far behind."""
    losses = (0.0, 4.2, 5.0, 6.0)
    return Advice(
        tuple(HoldAdvice(keep, 250 - loss, loss) for keep, loss in zip(kept, losses, strict=False)),
        (CellAdvice("chance", 20, 0, 230, 20.0),),
        True,
    )


@pytest.mark.parametrize(
    ("advice", "german", "english"),
    [
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
        (holds((2, 2, 6, 6)), "2 2 6 6 halten: +20,0 gegenüber Chance.", "Keep 2 2 6 6: +20.0 over Chance."),
    ],
)
def test_the_hint_says_what_to_do_and_what_it_gains(advice, german, english):
    line = hint_line(advice, KNIFFEL)
    assert Words("de").text(line) == german
    assert Words("en").text(line) == english


def test_a_strike_is_called_one_and_an_estimate_too():
    cells = (CellAdvice("2:ones", 0, 0, 1700, 0.0), CellAdvice("3:sixes", 6, 0, 1690, 10.0))
    line = hint_line(Advice((), cells, False), make_book("dreifach"))
    assert Words("de").text(line) == "Einser in Spalte 2 streichen: geschätzt +10,0 gegenüber Sechser in Spalte 3."


def test_the_last_cell_has_nothing_to_be_compared_with():
    line = hint_line(Advice((), (CellAdvice("chance", 20, 0, 230, 0.0),), True), KNIFFEL)
    assert Words("en").text(line) == "Enter Chance."
