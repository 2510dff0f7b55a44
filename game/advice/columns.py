"""An estimate for sheets of several columns (Dreifach-Kniffel has about 10^16 states, so nobody knows the exact worth).

A column alone can be solved, even if some of its turns may pass without filling a cell, as they do when the dice go into
another column. The estimate is a weighted sum: of what each column is worth alone, times its factor, if a smaller or
larger part of the other columns' turns may pass; of which cells are open; and of which pairs of columns have the same
cell open, since they compete for the same dice. The weights depend on the turns left and are fitted backwards, from the
last turn to the first, to what one turn of best play gives (`column_fit`). Extra Kniffels to come are left out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from threading import Lock

import numpy as np
import numpy.typing as npt

from game.advice.errors import NotSolvable, WrongTable
from game.advice.keeps import Floats, Ints, five_dice
from game.advice.rules import LowerRolls, UpperRolls
from game.advice.states import States
from game.advice.table import fingerprint, opened, sealed
from game.book import Book
from game.cells import Offer
from game.dice import ROLLS
from game.joker import is_extra
from game.sheet import Sheet

#: Of the other columns' turns, the parts that a column may let pass; each makes one estimate of its worth.
PARTS = (0.0, 0.12, 0.25, 0.45)
#: Numbers of passing turns that are solved; between them it is interpolated.
PASSES = (0, 1, 2, 3, 4, 6, 8, 10, 12)
#: Worth of a cell that may not be chosen.
_NEVER = -1e9


def column_states(book: Book) -> States:
    """The states of one of the book's columns, played alone and without extra Kniffels. Raises NotSolvable."""
    if min(book.factors) <= 0:
        raise NotSolvable(f"{book.id} has columns with factors {book.factors}, allowed: positive ones")
    if book.order != "free":
        raise NotSolvable(f"{book.id} fills several columns in order {book.order!r}, allowed: free")
    return States(replace(book, factors=(1,), extra_kniffel="none"))


@dataclass(frozen=True)
class ColumnSheets:
    """Several sheets with the same number of turns left: upper and lower state by column and sheet (columns, sheets)."""

    upper: Ints
    lower: Ints
    left: int


@dataclass(frozen=True, eq=False)
class ColumnTable:
    """The estimate for one book.

    layers: float32 (passes, upper states + 1, lower states + 1), what a column alone still brings with that many passing
    turns; weights: (turns + 1, features), by turns left; start: estimated total of a whole game.
    """

    book: Book
    states: States
    layers: npt.NDArray[np.float32]
    weights: Floats
    start: float

    @cached_property
    def flat(self) -> Floats:
        """The layers in double precision and one row; 0 for impossible states, which whoever asks has to rule out."""
        return np.where(np.isfinite(self.layers), self.layers, 0.0).astype(np.float64).reshape(-1)

    @cached_property
    def mixes(self) -> tuple[Ints, Floats]:
        """(parts, passing turns): the layer below, as an offset into `flat`, and the share of the one above."""
        turns = np.arange(self.book.cell_count + 1)
        passing = np.minimum(np.array(PARTS)[:, None] * turns, PASSES[-1])
        below = np.minimum(np.searchsorted(PASSES, passing, side="right") - 1, len(PASSES) - 2)
        steps = np.array(PASSES)
        share = (passing - steps[below]) / (steps[below + 1] - steps[below])
        return below * self._layer, share

    @cached_property
    def open_cells(self) -> tuple[Ints, Ints]:
        """(cells, states): 1 while a cell is free, upper cells by upper state and lower cells by lower state."""
        states = self.states
        upper = [[not mask >> cell & 1 for mask, _ in states.upper_keys] for cell in range(states.upper_cells)]
        lower = [[not mask >> cell & 1 for mask, _ in states.lower_keys] for cell in range(len(states.lower_fields))]
        return _with_impossible(upper), _with_impossible(lower)

    def to_bytes(self) -> bytes:
        """The stored form."""
        header: dict[str, object] = {
            "rules": fingerprint(self.book),
            "start": self.start,
            "layers": len(self.layers),
            "weights": self.weights.shape[1],
        }
        return sealed(header, self.weights.astype("<f8").tobytes() + self.layers[:, :-1, :-1].astype("<f4").tobytes())

    @classmethod
    def from_bytes(cls, data: bytes, book: Book) -> ColumnTable:
        """The stored table, if it is whole and of this book. Raises WrongTable, NotSolvable."""
        header, body = opened(data, fingerprint(book))
        states = column_states(book)
        size = (book.cell_count + 1) * int(header["weights"])
        layers = int(header["layers"])
        if len(body) != 8 * size + 4 * layers * states.uppers * states.lowers or layers != len(PASSES):
            raise WrongTable(f"{len(body)} bytes of values, allowed: as many as these rules have states")
        values = np.full((layers, states.uppers + 1, states.lowers + 1), -np.inf, dtype=np.float32)
        values[:, :-1, :-1] = np.frombuffer(body, "<f4", offset=8 * size).reshape(layers, states.uppers, states.lowers)
        weights = np.frombuffer(body, "<f8", count=size).reshape(book.cell_count + 1, -1)
        return cls(book, states, values, weights, float(header["start"]))

    @property
    def _layer(self) -> int:
        return (self.states.uppers + 1) * (self.states.lowers + 1)

    # --- the estimate ---

    def alone(self, places: Ints, free: Ints, left: int, part: int) -> Floats:
        """What columns alone still bring. places: flat states; free: cells free there; left: turns left of the sheet."""
        offsets, shares = self.mixes
        passing = np.maximum(left - free, 0)
        share = shares[part].take(passing)
        below = places + offsets[part].take(passing)
        low = self.flat.take(below)
        found: Floats = low + share * (self.flat.take(below + self._layer) - low)
        return found

    def places(self, sheets: ColumnSheets) -> Ints:
        """(columns, sheets): each column's state as a place in a layer."""
        return sheets.upper * (self.states.lowers + 1) + sheets.lower

    def open(self, sheets: ColumnSheets) -> Floats:
        """(columns, cells, sheets): 1 where a cell is free."""
        upper, lower = self.open_cells
        return np.concatenate([upper[:, sheets.upper], lower[:, sheets.lower]]).swapaxes(0, 1).astype(np.float64)

    def features(self, sheets: ColumnSheets) -> Floats:
        """(features, sheets): what the weights weigh, in the order of `split`."""
        free = self.open(sheets)
        counts = free.sum(axis=1).astype(np.intp)
        places = self.places(sheets)
        alone = [
            factor * self.alone(places[column], counts[column], sheets.left, part)
            for column, factor in enumerate(self.book.factors)
            for part in range(len(PARTS))
        ]
        pairs = [free[one] * free[other] for one, other in self.pairs]
        return np.concatenate(
            [np.stack(alone), free.reshape(-1, free.shape[2]), *pairs, np.ones((1, free.shape[2]))], axis=0
        )

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Pairs of columns."""
        return list(combinations(range(self.book.columns), 2))

    def split(self, left: int) -> tuple[Floats, Floats, Floats, float]:
        """The weights for so many turns left: of the columns alone (columns, parts), of open cells (columns, cells), of
        pairs (pairs, cells), and the constant."""
        columns, cells = self.book.columns, len(self.book.fields)
        weights = self.weights[left]
        first, second = columns * len(PARTS), columns * (len(PARTS) + cells)
        return (
            weights[:first].reshape(columns, -1),
            weights[first:second].reshape(columns, cells),
            weights[second:-1].reshape(-1, cells),
            float(weights[-1]),
        )

    def sheets(self, sheet: Sheet) -> ColumnSheets:
        """One sheet as the table knows it, (columns, 1)."""
        size = len(self.book.fields)
        alone = [
            self.states.of(Sheet(self.states.book, sheet.entries[start : start + size]))
            for start in range(0, len(sheet.entries), size)
        ]
        upper, lower = np.array(alone).T[:, :, None]
        return ColumnSheets(upper, lower, len(sheet.entries) - sheet.filled)

    def to_come(self, sheets: ColumnSheets) -> Floats:
        """(sheets,): estimated points to come."""
        found: Floats = self.weights[sheets.left] @ self.features(sheets)
        return found


class ColumnRolls:
    """What the final roll of the turn is worth on many sheets, points of this turn included."""

    def __init__(self, table: ColumnTable, width: int) -> None:
        self._table = table
        points = [factor * table.states.lower_points for factor in table.book.factors]
        self._lower = LowerRolls(np.concatenate(points), width)
        self._upper = UpperRolls(width)

    def into(self, rolls: Floats, sheets: ColumnSheets) -> tuple[list[Floats], list[Floats]]:
        """Fill `rolls` (252, width); gives back what it is worth to fill each cell, as `cells` does."""
        by_number, by_cell = self.cells(sheets)
        best = np.fmax.reduce(by_number)
        every_cell = np.concatenate(by_cell)
        strike = np.fmax(np.fmax.reduce(best[:, 0]), np.fmax.reduce(every_cell))
        self._lower.into(rolls, every_cell, strike)
        self._upper.raise_to(rolls, best)
        return by_number, by_cell

    def cells(self, sheets: ColumnSheets) -> tuple[list[Floats], list[Floats]]:
        """By column: (6, 6, width), each count of each number in its cell, points included; (lower cells, width), each
        lower cell, its points left out."""
        table, states = self._table, self._table.states
        left = sheets.left - 1
        alone, single, paired, constant = table.split(left)
        free = table.open(sheets)
        counts = free.sum(axis=1).astype(np.intp)
        places = table.places(sheets)
        factors = table.book.factors
        stays = [
            factor * _weighed(table, alone[column], places[column], counts[column], left)
            for column, factor in enumerate(factors)
        ]
        total = sum(stays) + constant + np.einsum("xc,xcw->w", single, free)
        closing = np.repeat(single[:, :, None], free.shape[2], axis=2)
        for weights, (one, other) in zip(paired, table.pairs, strict=True):
            total = total + weights @ (free[one] * free[other])
            closing[one] += weights[:, None] * free[other]
            closing[other] += weights[:, None] * free[one]
        by_number, by_cell = [], []
        for column, factor in enumerate(factors):
            after = np.maximum(counts[column] - 1, 0)
            rest = total - stays[column]
            up, down = states.up_next[:, :, sheets.upper[column]], states.down_next[:, sheets.lower[column]]
            ways = up * (states.lowers + 1) + sheets.lower[column]
            gain = states.up_gain[:, :, sheets.upper[column]]
            upper = factor * (gain + _weighed(table, alone[column], ways, after, left)) + rest
            for cell, number in enumerate(states.numbers):
                upper[number - 1] -= closing[column][cell]
            ways = places[column] - sheets.lower[column] + down
            lower = factor * _weighed(table, alone[column], ways, after, left) + rest
            by_number.append(np.where(up < states.uppers, upper, _NEVER))
            by_cell.append(np.where(down < states.lowers, lower - closing[column][states.upper_cells :], _NEVER))
        return by_number, by_cell


def _weighed(table: ColumnTable, weights: Floats, places: Ints, free: Ints, left: int) -> Floats:
    found = np.zeros(places.shape)
    for part, weight in enumerate(weights):
        if weight:
            found += weight * table.alone(places, free, left, part)
    return found


class ColumnWorth:
    """The estimate as a measure of sheets; extra Kniffels of this turn are counted as the rules pay them."""

    exact = False

    def __init__(self, table: ColumnTable) -> None:
        self.table = table
        self._rolls = ColumnRolls(table, 1)
        self._one_at_a_time = Lock()
        self._latest: tuple[Sheet, Floats, list[Floats], list[Floats]] | None = None

    def of(self, sheet: Sheet) -> float:
        """Estimated final total of a sheet whose turn is over."""
        return sheet.totals().total + float(self.table.to_come(self.table.sheets(sheet))[0])

    def cells(self, sheet: Sheet, roll: tuple[int, ...]) -> list[tuple[Offer, float]]:
        """Every cell that may be chosen, and the estimated final total then."""
        _, by_number, by_cell = self._turn(sheet)
        return [(offer, self._offer(sheet, offer, by_number, by_cell)) for offer in sheet.offers(roll)]

    def rolls(self, sheet: Sheet) -> Floats:
        """(252,): estimated final total by the last roll of the turn."""
        found = self._turn(sheet)[0].copy()
        if is_extra(sheet.book, sheet.entries, sheet.rolled):
            for roll in ROLLS:
                if roll[0] == roll[-1]:
                    found[five_dice().row[roll]] = max(worth for _, worth in self.cells(sheet, roll))
        return found

    def _turn(self, sheet: Sheet) -> tuple[Floats, list[Floats], list[Floats]]:
        with self._one_at_a_time:
            if self._latest is None or self._latest[0] is not sheet:
                out = np.empty((five_dice().rolls, 1))
                by_number, by_cell = self._rolls.into(out, self.table.sheets(sheet))
                self._latest = (sheet, out[:, 0] + sheet.totals().total, by_number, by_cell)
            return self._latest[1:]

    def _offer(self, sheet: Sheet, offer: Offer, by_number: list[Floats], by_cell: list[Floats]) -> float:
        column = offer.cell.column - 1
        book, states = self.table.book, self.table.states
        field = book.by_code[offer.cell.field]
        before = sheet.totals().total + offer.extra
        if field.number is not None:
            return float(before + by_number[column][field.number - 1, offer.points // field.number, 0])
        worth = by_cell[column][book.fields.index(field) - states.upper_cells, 0]
        return float(before + worth + book.factors[column] * offer.points)


def _with_impossible(rows: list[list[bool]]) -> Ints:
    found = np.array(rows, dtype=np.intp)
    return np.concatenate([found, np.zeros((len(found), 1), dtype=np.intp)], axis=1)
