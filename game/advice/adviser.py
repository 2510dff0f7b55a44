"""Advice for a sheet and the dice that lie: what every hold and every cell is worth, the best of them first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from game.advice.chances import hand_chances, named_hands
from game.advice.errors import BadRollsLeft, SheetFull
from game.advice.keeps import Keep, five_dice
from game.advice.worth import TurnWorth, Worth
from game.book import Book
from game.dice import ROLLS, roll_of
from game.sheet import Sheet

ROLLS_LEFT = (0, 1, 2)


@dataclass(frozen=True, slots=True)
class HoldAdvice:
    """Keeping these dice and throwing the others; all five: the turn ends with them.

    expectation: of the final total; loss: against the best hold or cell; hand: the named hand (field code) of the free
    cells, not met by the dice as they lie, that this hold can reach most likely, and the chance of it if the player
    goes for nothing else; None and 0 if there is none.
    """

    keep: Keep
    expectation: float
    loss: float
    hand: str | None = None
    chance: float = 0.0


@dataclass(frozen=True, slots=True)
class CellAdvice:
    """Ending the turn in this cell (text form) with these points, extra points apart; expectation of the final total."""

    cell: str
    points: int
    extra: int
    expectation: float
    loss: float


@dataclass(frozen=True, slots=True)
class Advice:
    """Everything that can be done now, each list with the best first.

    holds: every distinct one, () without rolls left; exact: expectations of the best play rather than estimates.
    """

    holds: tuple[HoldAdvice, ...]
    cells: tuple[CellAdvice, ...]
    exact: bool

    @property
    def best(self) -> HoldAdvice | CellAdvice:
        """What to do: a hold, or a cell if throwing again gains nothing."""
        if not self.holds or self.cells[0].loss <= self.holds[0].loss or len(self.holds[0].keep) == 5:
            return self.cells[0]
        return self.holds[0]


def advise(worth: Worth, sheet: Sheet, dice: Sequence[int], rolls_left: int) -> Advice:
    """Raises BadDice, BadRollsLeft, SheetFull."""
    roll = roll_of(dice)
    if type(rolls_left) is not int or rolls_left not in ROLLS_LEFT:
        raise BadRollsLeft(f"rolls_left is {rolls_left!r}, allowed: 0, 1 or 2")
    if sheet.is_full:
        raise SheetFull("every cell of the sheet is filled, allowed: a sheet with a free cell")
    cells = [(value, offer) for offer, value in worth.cells(sheet, roll)]
    best = max(expectation for expectation, _ in cells)
    kept: list[tuple[float, int]] = []
    if rolls_left:
        values = TurnWorth(worth, sheet).keeps(rolls_left)
        row = five_dice().row[roll]
        values[row] = best
        kept = [(float(values[part]), int(part)) for part in five_dice().parts[row]]
        best = max(best, max(kept)[0])
    hands = _likeliest(sheet, roll, rolls_left, [part for _, part in kept])
    holds = [
        HoldAdvice(five_dice().keeps[part], value, best - value, *hand)
        for (value, part), hand in zip(kept, hands, strict=True)
    ]
    return Advice(
        tuple(sorted(holds, key=lambda hold: (hold.loss, -len(hold.keep)))),
        tuple(
            CellAdvice(offer.text, offer.points, offer.extra, value, best - value)
            for value, offer in sorted(cells, key=lambda entry: -entry[0])
        ),
        worth.exact,
    )


def warm_up(worth: Worth, book: Book) -> None:
    """Make everything that the first advice on a book would have to wait for (a tenth of a second)."""
    advise(worth, Sheet.empty(book), ROLLS[1], ROLLS_LEFT[-1])


def _open_hands(sheet: Sheet, roll: Keep) -> list[str]:
    """Named hands that have a free cell and that the dice don't meet as they lie."""
    free = {cell.field for cell, points in zip(sheet.book.grid.cells, sheet.entries, strict=True) if points is None}
    return [hand for hand in named_hands(sheet.book) if hand in free and not sheet.book.by_code[hand].score(roll)]


def _likeliest(sheet: Sheet, roll: Keep, rolls_left: int, parts: list[int]) -> list[tuple[str | None, float]]:
    """By kept part: the open hand that it reaches most likely, and how likely."""
    hands = _open_hands(sheet, roll)
    if not hands or not parts:
        return [(None, 0.0)] * len(parts)
    chances = np.stack([hand_chances(sheet.book, hand)[rolls_left][parts] for hand in hands])
    chances[:, [part < five_dice().rolls for part in parts]] = 0.0
    likeliest = chances.argmax(axis=0)
    return [
        (hands[hand], float(chance)) if chance else (None, 0.0)
        for hand, chance in zip(likeliest, chances.max(axis=0), strict=True)
    ]
