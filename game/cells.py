"""Cells of a sheet: their names, and for each book the grid of what every roll gives in every cell, worked out once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.dice import ROLLS, equal_number
from game.errors import UnknownCell

if TYPE_CHECKING:
    from game.book import Book


@dataclass(frozen=True, slots=True)
class Cell:
    """One field in one column (from 1)."""

    field: str
    column: int = 1

    def text(self, book: Book) -> str:
        """ "twos", or "2:twos" if the book has several columns."""
        return f"{self.column}:{self.field}" if book.columns > 1 else self.field

    @classmethod
    def parse(cls, text: str, book: Book) -> Cell:
        """The cell of that text; with one column "1:twos" is taken too. Raises UnknownCell, naming all there are."""
        cell = book.grid.by_text.get(text)
        if cell is None and book.columns == 1:
            cell = book.grid.by_text.get(text.removeprefix("1:"))
        if cell is None:
            columns = "" if book.columns == 1 else f"a column from 1 to {book.columns}, a colon and one of "
            fields = ", ".join(field.code for field in book.fields)
            raise UnknownCell(f"{book.id} has no cell {text!r}, allowed: {columns}{fields}")
        return cell


@dataclass(frozen=True, slots=True)
class Offer:
    """A cell that may be chosen now, the points it would get and the extra points that would be noted apart.

    text: the cell's text form, as Fill takes it.
    """

    cell: Cell
    points: int
    extra: int
    text: str


class Grid:
    """All cells of a book, column by column, and what every roll gives in each by the field's own rule.

    Every sequence here is by cell index: `column * len(fields) + field`, column from 0.
    """

    def __init__(self, book: Book) -> None:
        columns = range(1, book.columns + 1)
        self.cells = tuple(Cell(field.code, column) for column in columns for field in book.fields)
        self.fields = book.fields * book.columns
        self.texts = tuple(cell.text(book) for cell in self.cells)
        self.by_text = dict(zip(self.texts, self.cells, strict=True))
        self.index = {cell: index for index, cell in enumerate(self.cells)}
        self.kniffels = tuple(index for index, cell in enumerate(self.cells) if cell.field == book.kniffel)
        self._made: dict[tuple[int, int, int], Offer] = {}
        points = [[field.score(roll) for field in book.fields] for roll in ROLLS]
        #: by field index: all points that a roll can give there, upwards
        self.possible = tuple(tuple(sorted(set(column))) for column in zip(*points, strict=True)) * book.columns
        fives = [row for roll, row in zip(ROLLS, points, strict=True) if equal_number(roll) is not None]
        #: by cell index: all points that five of a kind, not an extra one, can give there
        self.five_equal = tuple(map(frozenset, zip(*fives, strict=True))) * book.columns
        #: by roll index, then by cell index: the offer of an ordinary roll
        self.plain = tuple(
            tuple([self.offer(index, value, 0) for index, value in enumerate(row * book.columns)]) for row in points
        )

    def offer(self, index: int, points: int, extra: int) -> Offer:
        """An offer for the cell of that index; the same one is made once, since a sheet of 39 cells is asked at every throw."""
        key = (index, points, extra)
        if key not in self._made:
            self._made[key] = Offer(self.cells[index], points, extra, self.texts[index])
        return self._made[key]


def spans(numbers: Iterable[int]) -> str:
    """Sorted numbers in words: "0, 5 to 30"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)
