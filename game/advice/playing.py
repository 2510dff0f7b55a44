"""Many solitaire games at once by one policy, thrown with given chance: to measure a policy and to check a table."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from game.advice.keeps import Floats, Ints, five_dice
from game.advice.rules import FinalRolls
from game.advice.table import ExactTable
from game.advice.turn import TurnArray
from game.sheet import Sheet


class Sheets(Protocol):
    """As many sheets as are played at once, all with the same number of filled cells."""

    @property
    def turns(self) -> int:
        """Turns until they are full."""
        ...

    def rolls_into(self, rolls: Floats) -> None:
        """Fill (252, sheets) with what the policy thinks each final roll is worth."""
        ...

    def fill(self, rows: Ints) -> None:
        """Enter the final rolls (rows of the keeps, one a sheet) where the policy thinks best."""
        ...

    def totals(self) -> Ints:
        """Points so far, bonus and extra points included."""
        ...


def play(
    sheets: Sheets,
    count: int,
    chance: np.random.Generator,
    lying: int | None = None,
    rolls_left: int = 0,
    luck: Floats | None = None,
) -> Ints:
    """Play `count` games at once to the end, each throw and hold as the policy wants. Returns the totals (count,).

    lying: row of the full roll that lies in the turn under way, with so many rolls left; None before its first throw.
    luck: (count,), to which is added what the throws of each game gave against what the policy expected of them; zero on
    average, whatever the policy's measure is worth.
    """
    keeps = five_dice()
    turn = TurnArray(keeps, count)
    columns = np.arange(count)
    for number in range(sheets.turns):
        sheets.rolls_into(turn.rolls)
        finals = turn.rolls.copy()
        turn.expect()
        last_throw = turn.values.copy()
        turn.choose()
        turn.expect()
        throws = [turn.values.copy(), last_throw]
        if number == 0 and lying is not None:
            rows = np.full(count, lying)
            throws = throws[len(throws) - rolls_left :]
            expected = throws[0][keeps.padded_parts[lying]].max(axis=0) if throws else finals[lying]
        else:
            rows = _throw(np.full(count, len(keeps.keeps) - 1), chance)
            turn.choose()
            expected = turn.start()
        for worth in throws:
            parts = keeps.padded_parts[rows]
            best = worth[parts, columns[:, None]].argmax(axis=1)
            rows = _throw(parts[columns, best], chance)
        if luck is not None:
            luck += finals[rows, columns] - expected
        sheets.fill(rows)
    return sheets.totals()


def _throw(rows: Ints, chance: np.random.Generator) -> Ints:
    """Throw the dice that are missing to a full roll."""
    keeps = five_dice()
    for _ in range(keeps.dice):
        values = chance.integers(0, keeps.faces, len(rows))
        rows = np.where(rows < keeps.rolls, rows, keeps.grown[rows, values])
    return rows


class ExactSheets:
    """Sheets of a solved book, played by its table from one sheet on (the empty one). Five of a kind goes through the
    rules of the game itself."""

    def __init__(self, table: ExactTable, count: int, sheet: Sheet | None = None) -> None:
        self._table = table
        self._states = table.states
        self._final = FinalRolls(table.states, count)
        book = table.book
        start = Sheet.empty(book) if sheet is None else sheet
        upper, lower = table.states.of(start)
        self.upper = np.full(count, upper)
        self.lower = np.full(count, lower)
        self.entries = np.tile([-1 if points is None else points for points in start.entries], (count, 1))
        self.extra = np.full(count, start.extra_points)
        self.rolled = np.full(count, start.rolled)
        keeps = five_dice()
        numbers = np.array(self._states.numbers)
        upper_points = keeps.counts[numbers - 1] * numbers[:, None]
        #: (cells, 252): points by the fields' own rules
        self._points = np.concatenate([upper_points, self._states.lower_points])

    @property
    def turns(self) -> int:
        """Turns until they are full."""
        return int((self.entries[0] < 0).sum())

    def rolls_into(self, rolls: Floats) -> None:
        """What the table says each final roll is worth."""
        self._final.into(rolls, self._table.expectations, self.upper, self.lower)

    def fill(self, rows: Ints) -> None:
        """Enter each roll in its best cell."""
        states, values = self._states, self._table.expectations
        columns = np.arange(len(rows))
        counts = five_dice().counts[:, rows]
        numbers = np.array(states.numbers) - 1
        up = states.up_next[numbers, counts[numbers].T, self.upper[:, None]]
        by_upper = states.up_gain[numbers, counts[numbers].T, self.upper[:, None]] + values[up, self.lower[:, None]]
        down = states.down_next[:, self.lower].T
        by_lower = states.lower_points[:, rows].T + values[self.upper[:, None], down]
        best = np.concatenate([by_upper, by_lower], axis=1).argmax(axis=1)
        in_upper = best < states.upper_cells
        fives = np.flatnonzero(counts.max(axis=0) == 5)
        self.entries[columns, best] = np.where(
            np.isin(columns, fives), self.entries[columns, best], self._points[best, rows]
        )
        upper_cell = np.where(in_upper, best, 0)
        lower_cell = np.where(in_upper, 0, best - states.upper_cells)
        upper = np.where(in_upper, up[columns, upper_cell], self.upper)
        lower = np.where(in_upper, self.lower, down[columns, lower_cell])
        for index in fives:
            upper[index], lower[index] = self._fill_by_the_rules(int(index), int(rows[index]))
        self.upper, self.lower = upper, lower

    def totals(self) -> Ints:
        """Points so far."""
        book, filled = self._table.book, np.maximum(self.entries, 0)
        upper = filled[:, : self._states.upper_cells].sum(axis=1)
        found: Ints = filled.sum(axis=1) + self.extra + np.where(upper >= book.bonus_at, book.upper_bonus, 0)
        return found

    def sheet(self, index: int) -> Sheet:
        """One of the sheets as the game knows it."""
        entries = tuple(None if points < 0 else int(points) for points in self.entries[index])
        return Sheet(self._table.book, entries, int(self.extra[index]), bool(self.rolled[index]))

    def _fill_by_the_rules(self, index: int, row: int) -> tuple[int, int]:
        sheet, roll = self.sheet(index), five_dice().keeps[row]
        filled = [sheet.fill(offer.text, roll) for offer in sheet.offers(roll)]
        best = max(filled, key=lambda after: after.totals().total + self._table.to_come(after))
        self.entries[index] = [-1 if points is None else points for points in best.entries]
        self.extra[index], self.rolled[index] = best.extra_points, best.rolled
        return self._table.states.of(best)
