"""A player's sheet: what was scored, and every sum derived from it. 0 is a filled cell, None an empty one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import NoneType

from game import joker
from game.book import Book
from game.cells import Cell, Offer, spans
from game.dice import ROLLS, equal_number, roll_index
from game.echo import shown
from game.errors import (
    BadSheet,
    CellFilled,
    CellNotAllowed,
    ImpossibleExtra,
    ImpossiblePoints,
    NoSuchCell,
    UnknownCell,
)


@dataclass(frozen=True)
class ColumnTotals:
    """Sums of one column so far.

    upper, lower: points of the sections; upper_bonus: 0 until `upper` reaches the book's threshold; difference: points
    above par (three of each number) over the upper fields filled, the Bonus-Differenz; sum: upper + upper_bonus +
    lower; product: sum times factor.
    """

    upper: int
    upper_bonus: int
    difference: int
    lower: int
    sum: int
    factor: int
    product: int


@dataclass(frozen=True)
class Totals:
    """Sums of a sheet so far; upper, upper_bonus, difference and lower over all columns without factors.

    extra_points are those of extra Kniffels, never multiplied; total: all products and the extra points.
    """

    columns: tuple[ColumnTotals, ...]
    upper: int
    upper_bonus: int
    difference: int
    lower: int
    extra_points: int
    total: int


@dataclass(frozen=True)
class Sheet:
    """What one player has scored in one game; immutable.

    entries: points by cell (the order of `book.grid.cells`), None while free; extra_points: noted apart so far;
    rolled: a turn of this game ended with five of a kind.
    """

    book: Book
    entries: tuple[int | None, ...]
    extra_points: int = 0
    rolled: bool = False

    @classmethod
    def empty(cls, book: Book) -> Sheet:
        """A sheet before its first turn."""
        return cls(book, (None,) * book.cell_count)

    @classmethod
    def from_cells(
        cls,
        book: Book,
        cells: Mapping[str, int] | Mapping[Cell, int],
        rolled: bool = False,
        extra_points: int | None = None,
    ) -> Sheet:
        """A sheet with these cells filled (by text or Cell).

        rolled: an earlier turn ended with five of a kind; taken at its word, and implied by 50 in a Kniffel cell or
        five times its number in an upper one. extra_points: those already noted, None for none. Raises UnknownCell,
        ImpossiblePoints, ImpossibleExtra, BadSheet.
        """
        if type(extra_points) not in (int, NoneType):
            raise ImpossibleExtra(f"extra_points is {shown(extra_points)}, allowed: a whole number")
        entries: list[int | None] = [None] * book.cell_count
        for name, points in cells.items():
            cell = Cell.parse(name, book) if isinstance(name, str) else name
            index = _index(book, cell)
            if entries[index] is not None:
                raise BadSheet(f"cell {cell.text(book)!r} is given twice, allowed: once")
            if type(points) is not int or points not in book.grid.possible[index]:
                possible = spans(book.grid.possible[index])
                raise ImpossiblePoints(f"cell {cell.text(book)!r} holds {shown(points)}, allowed: {possible}")
            entries[index] = points
        sheet = cls(book, tuple(entries), extra_points or 0, rolled or _shows_five_equal(book, entries))
        sheet._refuse_wrong_order()
        sheet._refuse_impossible_extra()
        return sheet

    def points(self, cell: Cell) -> int | None:
        """Points of a cell, None while it is free. Raises UnknownCell."""
        return self.entries[_index(self.book, cell)]

    def cells(self) -> dict[str, int]:
        """The filled cells by text, such that `from_cells` of them gives the sheet back."""
        return {
            text: points for text, points in zip(self.book.grid.texts, self.entries, strict=True) if points is not None
        }

    @cached_property
    def filled(self) -> int:
        """How many cells are filled, which is turns taken."""
        return self.book.cell_count - self.entries.count(None)

    @property
    def may_hide_five_equal(self) -> bool:
        """Whether a turn that ended with five of a kind, the first of the game, can have filled one of the cells.

        Where Kniffel cells are struck (`extra_kniffel` "cell"), already the first may have been a joker of any points.
        """
        kniffels = self.book.grid.kniffels
        if self.book.extra_kniffel == "cell" and any(self.entries[index] is not None for index in kniffels):
            return True
        return bool(self._holding(self.book.grid.five_equal))

    @property
    def is_full(self) -> bool:
        """No cell is free."""
        return None not in self.entries

    def offers(self, dice: Sequence[int]) -> tuple[Offer, ...]:
        """Every cell that may be chosen now for these five dice, in the sheet's order. Empty only if the sheet is full.

        Raises BadDice.
        """
        return joker.offers(self.book, self.entries, self.rolled, roll_index(dice))

    def fill(self, cell: str, dice: Sequence[int]) -> Sheet:
        """The sheet with the dice entered in that cell (text form).

        Raises NoSuchCell, CellFilled, CellNotAllowed, BadDice; the text names the cells that may be chosen.
        """
        offers = self.offers(dice)
        chosen = next((offer for offer in offers if offer.text == cell), None)
        if chosen is None:
            raise self._refusal(cell, offers)
        index = self.book.grid.index[chosen.cell]
        entries = (*self.entries[:index], chosen.points, *self.entries[index + 1 :])
        rolled = self.rolled or equal_number(ROLLS[roll_index(dice)]) is not None
        return Sheet(self.book, entries, self.extra_points + chosen.extra, rolled)

    def totals(self) -> Totals:
        """All sums so far."""
        return self._totals

    @cached_property
    def _totals(self) -> Totals:
        size = len(self.book.fields)
        columns = tuple(
            self._column(self.entries[start * size : (start + 1) * size], factor)
            for start, factor in enumerate(self.book.factors)
        )
        return Totals(
            columns=columns,
            upper=sum(column.upper for column in columns),
            upper_bonus=sum(column.upper_bonus for column in columns),
            difference=sum(column.difference for column in columns),
            lower=sum(column.lower for column in columns),
            extra_points=self.extra_points,
            total=sum(column.product for column in columns) + self.extra_points,
        )

    def _column(self, entries: Sequence[int | None], factor: int) -> ColumnTotals:
        upper = lower = difference = 0
        for field, points in zip(self.book.fields, entries, strict=True):
            if points is None:
                continue
            if field.number is None:
                lower += points
            else:
                upper += points
                difference += points - 3 * field.number
        upper_bonus = self.book.upper_bonus if upper >= self.book.bonus_at else 0
        total = upper + upper_bonus + lower
        return ColumnTotals(upper, upper_bonus, difference, lower, total, factor, total * factor)

    def _refusal(self, text: str, offers: tuple[Offer, ...]) -> NoSuchCell | CellFilled | CellNotAllowed:
        allowed = "allowed: " + (", ".join(offer.text for offer in offers) or "none, the sheet is full")
        try:
            points = self.points(Cell.parse(str(text), self.book))
        except UnknownCell:
            return NoSuchCell(f"no cell {shown(text)} on this sheet, {allowed}")
        if points is not None:
            return CellFilled(f"cell {text!r} already holds {points}, {allowed}")
        why = "the extra Kniffel must go elsewhere" if self.book.order == "free" else "the cells are filled in order"
        return CellNotAllowed(f"cell {text!r} may not be chosen now ({why}), {allowed}")

    def _refuse_wrong_order(self) -> None:
        if self.book.order == "free":
            return
        for index in joker.choosable(self.book, self.entries):
            stop = (index // len(self.book.fields) + 1) * len(self.book.fields)
            later = next((text for text, points in self._range(index, stop) if points is not None), None)
            if later is not None:
                raise BadSheet(
                    f"cell {later!r} comes before {self.book.grid.texts[index]!r}, allowed: in descending order only"
                )

    def _range(self, start: int, stop: int) -> zip[tuple[str, int | None]]:
        return zip(self.book.grid.texts[start:stop], self.entries[start:stop], strict=True)

    def _refuse_impossible_extra(self) -> None:
        """Each extra took a turn of its own, after the Kniffel cells were filled or after the first five of a kind, and what
        such a turn can write lies in a cell."""
        book, points = self.book, self.extra_points
        if not points:
            return
        said = f"extra_points is {shown(points)}"
        if book.extra_kniffel == "none" or not book.extra_kniffel_bonus:
            raise ImpossibleExtra(f"{said}, allowed: 0 ({book.id} pays no extra Kniffel like this)")
        if points < 0 or points % book.extra_kniffel_bonus:
            raise ImpossibleExtra(f"{said}, allowed: multiples of {book.extra_kniffel_bonus} from 0")
        if book.extra_kniffel == "cell":
            kniffels = [self.entries[index] for index in book.grid.kniffels]
            if None in kniffels or not any(kniffels):
                raise ImpossibleExtra(
                    f"{said} without {book.kniffel}, allowed: 0 until every {book.kniffel} cell is filled, one of them with"
                    " points"
                )
        elif not self.rolled:
            raise ImpossibleExtra(f"{said} without a five of a kind before, allowed: 0 (or say rolled)")
        most = self._most_extras() * book.extra_kniffel_bonus
        if points > most:
            turns = f"{self.filled} turn{'' if self.filled == 1 else 's'}"
            raise ImpossibleExtra(f"{said} after {turns}, allowed: at most {most} with what these cells hold")

    def _most_extras(self) -> int:
        """How many of the turns can have been extras that were paid for, by what their cells hold."""
        grid = self.book.grid
        fits = self._holding(self.book.points_of_extras)
        if self.book.extra_kniffel == "cell":
            return len(fits.difference(grid.kniffels))
        # The first five of a kind was no extra and lies in a cell of its own.
        first = self._holding(grid.five_equal)
        return min(len(fits), len(fits | first) - 1) if first else 0

    def _holding(self, possible: Sequence[frozenset[int]]) -> set[int]:
        """Cells that hold one of the points that are possible there, both by cell index."""
        return {index for index, points in enumerate(self.entries) if points in possible[index]}


def _index(book: Book, cell: Cell) -> int:
    index = book.grid.index.get(cell)
    if index is None:
        raise UnknownCell(f"{book.id} has no cell {cell.field!r} in column {cell.column}")
    return index


def _shows_five_equal(book: Book, entries: Sequence[int | None]) -> bool:
    """Whether the cells alone say that five of a kind was rolled."""
    grid = book.grid
    return any(entries[index] for index in grid.kniffels) or any(
        points and field.number and points == 5 * field.number
        for field, points in zip(grid.fields, entries, strict=True)
    )
