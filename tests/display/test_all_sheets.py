"""The table of all sheets adds up by what stands on it."""

from types import SimpleNamespace

import pytest

from display.painters.looks import _sheet_lines
from display.views import Bonus, Cell, CellState, Column, Message, Row, SheetView
from display.words import Words

WORDS = Words("de")
CANVAS = SimpleNamespace(say=WORDS.text, words=WORDS)


def sheet(extra, kniffel, factors=(1,)):
    """A sheet whose only filled cells are 20 in every Chance; kniffel: the state of its cells."""
    cells = tuple(Cell(CellState.FILLED, 20) for _ in factors)
    five = tuple(Cell(kniffel, 0 if kniffel is CellState.STRUCK else None, extra=extra) for _ in factors)
    columns = tuple(Column(0, 20, Bonus(0, 63, 0, 0), factor, 20, 20 * factor) for factor in factors)
    rows = (
        Row("kniffel", Message("field.kniffel"), Message("field.kniffel.short"), five),
        Row("chance", Message("field.chance"), Message("field.chance.short"), cells),
    )
    return SheetView("Anna", (), rows, columns, 20 * sum(factors) + extra, extra)


@pytest.mark.parametrize("kniffel", [CellState.STRUCK, CellState.EMPTY])
@pytest.mark.parametrize("factors", [(1,), (1, 2, 3)])
@pytest.mark.parametrize("most", [13, 1], ids=["cells", "folded"])
def test_extra_points_stand_in_a_row_of_their_own_whatever_the_kniffel_cell_holds(kniffel, factors, most):
    sheets = (sheet(100, kniffel, factors), sheet(0, kniffel, factors))
    lines = {label: [figure for figure, _ in row] for label, row, _ in _sheet_lines(CANVAS, sheets, most=most)}
    assert [figure for figure in lines["Zusatz"] if figure] == ["+100"]
    assert [figure for figure in lines["Gesamt"] if figure] == [str(20 * sum(factors) + 100), str(20 * sum(factors))]


def test_without_extra_points_there_is_no_such_row():
    lines = _sheet_lines(CANVAS, (sheet(0, CellState.STRUCK),), most=13)
    assert [label for label, _, _ in lines].count("Zusatz") == 0
