"""What a turn's end is worth on a sheet: exactly, from a solved table, or by a simpler measure. All in points of the total."""

from __future__ import annotations

from functools import cached_property
from threading import Lock
from typing import Protocol

import numpy as np

from game.advice.keeps import Floats, five_dice
from game.advice.rules import FinalRolls
from game.advice.table import ExactTable
from game.cells import Offer
from game.dice import Roll
from game.sheet import Sheet


class Worth(Protocol):
    """A measure of sheets, from which advice on a turn follows. Several threads may ask the same one."""

    @property
    def exact(self) -> bool:
        """Whether it is the expectation of the best play, and no estimate."""
        ...

    def of(self, sheet: Sheet) -> float:
        """Expected final total of a sheet whose turn is over."""
        ...

    def cells(self, sheet: Sheet, roll: Roll) -> list[tuple[Offer, float]]:
        """Every cell that may be chosen for the roll, and the expected final total then."""
        ...

    def rolls(self, sheet: Sheet) -> Floats:
        """(252,): expected final total by the last roll of the turn (order of `five_dice().keeps`), best cell taken."""
        ...


class ExactWorth:
    """The expectation of the best play, from a solved table."""

    exact = True

    def __init__(self, table: ExactTable) -> None:
        self.table = table
        self._one_at_a_time = Lock()

    def of(self, sheet: Sheet) -> float:
        """Expected final total of a sheet whose turn is over."""
        return sheet.totals().total + self.table.to_come(sheet)

    def cells(self, sheet: Sheet, roll: Roll) -> list[tuple[Offer, float]]:
        """Every cell that may be chosen for the roll, and the expected final total then."""
        return [(offer, self.of(sheet.fill(offer.text, roll))) for offer in sheet.offers(roll)]

    def rolls(self, sheet: Sheet) -> Floats:
        """(252,): expected final total by the last roll of the turn."""
        upper, lower = self.table.states.of(sheet)
        out = np.empty((five_dice().rolls, 1))
        with self._one_at_a_time:
            self._final.into(out, self.table.expectations, np.array([upper]), np.array([lower]))
        found: Floats = out[:, 0] + sheet.totals().total
        return found

    @cached_property
    def _final(self) -> FinalRolls:
        return FinalRolls(self.table.states, 1)


class TurnWorth:
    """One turn of one sheet: what every keep and every roll is worth with 0, 1 or 2 rolls left."""

    def __init__(self, worth: Worth, sheet: Sheet) -> None:
        self._final = worth.rolls(sheet)

    def roll(self, row: int, rolls_left: int) -> float:
        """Expected final total if this roll lies."""
        return float(self._rolls[rolls_left][row])

    def keeps(self, rolls_left: int) -> Floats:
        """(462,): expected final total by what is kept for the next throw; a full roll means that the turn ends with it."""
        thrown = five_dice().grow @ self._rolls[rolls_left - 1]
        thrown[: five_dice().rolls] = self._final
        return thrown

    @cached_property
    def before(self) -> float:
        """Expected final total before the first throw."""
        return float(five_dice().chances @ self._rolls[2])

    @cached_property
    def _rolls(self) -> list[Floats]:
        found = [self._final]
        for _ in range(2):
            found.append(five_dice().best(five_dice().grow @ found[-1]))
        return found
