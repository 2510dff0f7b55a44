"""Games on several columns by the estimate, many at once: to fit it, to measure it, and to see how totals are spread."""

from __future__ import annotations

import numpy as np

from game.advice.columns import ColumnRolls, ColumnSheets, ColumnTable
from game.advice.keeps import Floats, Ints, five_dice
from game.joker import is_extra
from game.sheet import Sheet

#: How often a simulated choice is disturbed, and by how many points on average.
DISTURBED, DISTURBANCE = 0.3, 12.0


class PlayedColumns:
    """Sheets of several columns, played by the estimate from one sheet on (the empty one).

    An extra Kniffel goes through the rules of the game itself; for the holds before it counts with its extra points
    alone. met: every state before each turn; disturb: chance that makes some of the choices other than the best; extra
    Kniffels are ordinary rolls then, as the fit of the estimate wants it.
    """

    def __init__(
        self, table: ColumnTable, count: int, disturb: np.random.Generator | None = None, sheet: Sheet | None = None
    ) -> None:
        start = Sheet.empty(table.book) if sheet is None else sheet
        one = table.sheets(start)
        self._table = table
        self._rolls = ColumnRolls(table, count)
        self._disturb = disturb
        self._by_the_rules = disturb is None and table.book.extra_kniffel != "none"
        self.turns = one.left
        self.sheets = ColumnSheets(np.repeat(one.upper, count, axis=1), np.repeat(one.lower, count, axis=1), one.left)
        self.met: list[ColumnSheets] = []
        self._points = np.full(count, start.totals().total)
        self._entries = np.tile([-1 if points is None else points for points in start.entries], (count, 1))
        self._extra = np.full(count, start.extra_points)

    def rolls_into(self, rolls: Floats) -> None:
        """What the estimate says each final roll is worth."""
        self.met.append(self.sheets)
        self._by_number, self._by_cell = self._rolls.into(rolls, self.sheets)
        if self._by_the_rules:
            kniffels = self._entries[:, self._table.book.grid.kniffels]
            pays = (kniffels >= 0).all(axis=1) & (kniffels > 0).any(axis=1)
            rolls[[five_dice().row[(number,) * 5] for number in range(1, 7)]] += (
                pays * self._table.book.extra_kniffel_bonus
            )

    def fill(self, rows: Ints) -> None:
        """Enter each roll in the cell that the estimate puts first."""
        table, states = self._table, self._table.states
        every = np.arange(len(rows))
        counts = five_dice().counts[:, rows]
        worths = []
        for column, factor in enumerate(table.book.factors):
            worths.append(self._by_number[column][np.arange(6)[:, None], counts, every])
            worths.append(self._by_cell[column] + factor * states.lower_points[:, rows])
        worth = np.concatenate(worths)
        if self._disturb is not None:
            some = self._disturb.random(len(rows)) < DISTURBED
            worth = worth + some * self._disturb.exponential(DISTURBANCE, worth.shape)
        size = 6 + len(states.lower_fields)
        column, cell = np.divmod(worth.argmax(axis=0), size)
        points = np.concatenate([counts * np.arange(1, 7)[:, None], states.lower_points[:, rows]])[cell, every]
        extra = np.zeros_like(points)
        if self._by_the_rules:
            for game in np.flatnonzero(counts.max(axis=0) == 5):
                self._choose_by_the_rules(int(game), int(rows[game]), column, cell, points, extra)
        self._enter(column, cell, points, extra)

    def totals(self) -> Ints:
        """Points so far."""
        return self._points

    def sheet(self, index: int) -> Sheet:
        """One of the sheets as the game knows it."""
        entries = tuple(None if points < 0 else int(points) for points in self._entries[index])
        return Sheet(self._table.book, entries, int(self._extra[index]), True)

    def _enter(self, column: Ints, cell: Ints, points: Ints, extra: Ints) -> None:
        """One cell of each sheet; cell: the numbers 1-6, then the lower cells; points: without factor and bonus."""
        table, states, sheets = self._table, self._table.states, self.sheets
        every = np.arange(len(cell))
        in_upper = cell < 6
        number, lower_cell = np.where(in_upper, cell, 0), np.where(in_upper, 0, cell - 6)
        upper, lower = sheets.upper[column, every], sheets.lower[column, every]
        count = np.where(in_upper, points // (number + 1), 0)
        gain = np.where(in_upper, states.up_gain[number, count, upper], points).astype(np.intp)
        self._points = self._points + np.array(table.book.factors)[column] * gain + extra
        self._extra = self._extra + extra
        places = {field: index for index, field in enumerate(states.numbers)}
        field_of = np.array([places.get(one, 0) for one in range(1, 7)])
        field = np.where(in_upper, field_of[number], states.upper_cells + lower_cell)
        self._entries[every, column * len(table.book.fields) + field] = points
        new_upper, new_lower = sheets.upper.copy(), sheets.lower.copy()
        new_upper[column, every] = np.where(in_upper, states.up_next[number, count, upper], upper)
        new_lower[column, every] = np.where(in_upper, lower, states.down_next[lower_cell, lower])
        self.sheets = ColumnSheets(new_upper, new_lower, sheets.left - 1)

    def _choose_by_the_rules(self, game: int, row: int, column: Ints, cell: Ints, points: Ints, extra: Ints) -> None:
        """If the five of a kind is an extra Kniffel: the best of the cells that the rules offer for it."""
        table, states = self._table, self._table.states
        sheet = self.sheet(game)
        if not is_extra(table.book, sheet.entries, sheet.rolled):
            return
        best = -np.inf
        for offer in sheet.offers(five_dice().keeps[row]):
            at, field = offer.cell.column - 1, table.book.by_code[offer.cell.field]
            if field.number is not None:
                place = field.number - 1
                worth = self._by_number[at][place, offer.points // field.number, game]
            else:
                place = 6 + states.lower_fields.index(field)
                worth = self._by_cell[at][place - 6, game] + table.book.factors[at] * offer.points
            if worth + offer.extra > best:
                best = worth + offer.extra
                column[game], cell[game], points[game], extra[game] = at, place, offer.points, offer.extra
