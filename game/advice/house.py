"""How the table plays a seat itself ("Haus"): three strengths, each a pure function of sheet, dice and rolls left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from game.advice.adviser import HoldAdvice, advise
from game.advice.keeps import Floats, Keep, five_dice
from game.advice.worth import Worth
from game.book import Book
from game.cells import Offer
from game.dice import ROLLS, Roll, roll_of
from game.sheet import Sheet

#: What a strength says: dice to keep, or a cell (text form) to fill.
Action = Keep | str


def by_thumb(sheet: Sheet, dice: Sequence[int], rolls_left: int) -> Action:
    """The rule of thumb of RULES 7: go for four in a row, else for the number that lies most often; strike what is worth
    least. Raises BadDice."""
    roll = roll_of(dice)
    offers = _above_usual(sheet, roll)
    made = max(offers, key=lambda entry: entry[1])[0]
    free = {offer.cell.field for offer, _ in offers}
    counts = Counter(roll)
    if not rolls_left or _is_made(made, free) or max(counts.values()) == 5:
        return made.text
    run = _longest_run(roll)
    if "large_straight" in free and len(run) >= 4:
        return run
    if {"small_straight", "large_straight"} & free and len(run) == 3 and rolls_left == 2 and max(counts.values()) < 3:
        return run
    most = max(counts, key=lambda value: (counts[value], value))
    return (most,) * counts[most]


def by_turn(sheet: Sheet, dice: Sequence[int], rolls_left: int) -> Action:
    """The best of this turn alone: points above what a turn that goes for the field brings. Raises BadDice,
    BadRollsLeft, SheetFull."""
    return by_worth(TurnAlone(), sheet, dice, rolls_left)


def by_worth(worth: Worth, sheet: Sheet, dice: Sequence[int], rolls_left: int) -> Action:
    """The best by a measure, exact where it is. Raises BadDice, BadRollsLeft, SheetFull."""
    best = advise(worth, sheet, dice, rolls_left).best
    return best.keep if isinstance(best, HoldAdvice) else best.cell


class TurnAlone:
    """Measures a sheet by its points and by what its free cells usually bring, one turn each."""

    exact = False

    def of(self, sheet: Sheet) -> float:
        """Points so far and the usual points of the free cells."""
        usual = _usual_points(sheet.book)
        cells = zip(sheet.book.grid.texts, sheet.entries, strict=True)
        return sheet.totals().total + sum(usual[text] for text, points in cells if points is None)

    def cells(self, sheet: Sheet, roll: Roll) -> list[tuple[Offer, float]]:
        """Every cell that may be chosen, and the measure then (a bonus that is not yet reached is left out)."""
        before = self.of(sheet)
        return [(offer, before + worth) for offer, worth in _above_usual(sheet, roll)]

    def rolls(self, sheet: Sheet) -> Floats:
        """(252,): the measure by the last roll of the turn."""
        found = np.empty(len(ROLLS))
        for roll in ROLLS:
            found[five_dice().row[roll]] = max(worth for _, worth in _above_usual(sheet, roll))
        return found + self.of(sheet)


def _above_usual(sheet: Sheet, roll: Roll) -> list[tuple[Offer, float]]:
    """Every cell that may be chosen, and the points above what it usually brings."""
    usual, factors = _usual_points(sheet.book), sheet.book.factors
    return [
        (offer, factors[offer.cell.column - 1] * offer.points + offer.extra - usual[offer.text])
        for offer in sheet.offers(roll)
    ]


@lru_cache(maxsize=64)
def _usual_points(book: Book) -> dict[str, float]:
    """By cell (text form): what a turn brings on average that goes for its field and nothing else, times the factor."""
    keeps = five_dice()
    by_field = {}
    for field in book.fields:
        worth = np.array([float(field.score(roll)) for roll in keeps.keeps[: keeps.rolls]])
        for _ in range(2):
            worth = keeps.best(keeps.grow @ worth)
        by_field[field.code] = float(keeps.chances @ worth)
    return {cell.text(book): by_field[cell.field] * book.factors[cell.column - 1] for cell in book.grid.cells}


def _is_made(offer: Offer, free: set[str]) -> bool:
    """A hand that nobody would throw again."""
    if offer.cell.field == "small_straight":
        return offer.points > 0 and "large_straight" not in free
    return offer.points > 0 and offer.cell.field in ("full_house", "large_straight", "kniffel", "yahtzee", "yatzy")


def _longest_run(roll: Roll) -> Keep:
    best: Keep = ()
    run: Keep = ()
    for value in range(1, 7):
        run = (*run, value) if value in roll else ()
        best = max(best, run, key=len)
    return best
