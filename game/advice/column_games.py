"""Games on several columns by the estimate, many at once: to fit it, to measure it, and to see how totals are spread."""

from __future__ import annotations

import numpy as np

from game.advice.columns import ColumnRolls, ColumnSheets, ColumnTable
from game.advice.keeps import Floats, Ints, five_dice
from game.sheet import Sheet

#: How often a simulated choice is disturbed, and by how many points on average.
DISTURBED, DISTURBANCE = 0.3, 12.0


class PlayedColumns:
    """Sheets of several columns, played by the estimate without extra Kniffels, from one sheet on (the empty one).

    met: every state before each turn; disturb: chance that makes some of the choices other than the best.
    """

    def __init__(
        self, table: ColumnTable, count: int, disturb: np.random.Generator | None = None, sheet: Sheet | None = None
    ) -> None:
        start = Sheet.empty(table.book) if sheet is None else sheet
        one = table.sheets(start)
        self._table = table
        self._rolls = ColumnRolls(table, count)
        self._disturb = disturb
        self.turns = one.left
        self.sheets = ColumnSheets(np.repeat(one.upper, count, axis=1), np.repeat(one.lower, count, axis=1), one.left)
        self.met: list[ColumnSheets] = []
        self._points = np.full(count, start.totals().total)

    def rolls_into(self, rolls: Floats) -> None:
        """What the estimate says each final roll is worth."""
        self.met.append(self.sheets)
        self._by_number, self._by_cell = self._rolls.into(rolls, self.sheets)

    def fill(self, rows: Ints) -> None:
        """Enter each roll in the cell that the estimate puts first."""
        table, states, sheets = self._table, self._table.states, self.sheets
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
        in_upper = cell < 6
        number, lower_cell = np.where(in_upper, cell, 0), np.where(in_upper, 0, cell - 6)
        upper, lower = sheets.upper[column, every], sheets.lower[column, every]
        count = counts[number, every]
        gain = np.where(in_upper, states.up_gain[number, count, upper], states.lower_points[lower_cell, rows])
        self._points = self._points + np.array(table.book.factors)[column] * gain.astype(np.intp)
        new_upper, new_lower = sheets.upper.copy(), sheets.lower.copy()
        new_upper[column, every] = np.where(in_upper, states.up_next[number, count, upper], upper)
        new_lower[column, every] = np.where(in_upper, lower, states.down_next[lower_cell, lower])
        self.sheets = ColumnSheets(new_upper, new_lower, sheets.left - 1)

    def totals(self) -> Ints:
        """Points so far."""
        return self._points
