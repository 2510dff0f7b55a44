"""The chance of a named hand (a field with a condition) in one turn, if a player goes for nothing else."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from game.advice.keeps import Floats, five_dice
from game.book import Book


@lru_cache(maxsize=64)
def hand_chances(book: Book, field: str) -> tuple[Floats, Floats, Floats]:
    """Chances of meeting the field's own condition by the end of the turn.

    By rolls left 0, 1, 2: (462,) by what is kept, the other dice thrown; for a full roll the best that can be done with
    it. With 0 rolls left only full rolls mean something. Five of a kind in a whole turn is 4.6029 %.
    """
    keeps = five_dice()
    score = book.by_code[field].score
    met = np.array([float(score(roll) > 0) for roll in keeps.keeps[: keeps.rolls]])
    none_left = np.append(met, np.zeros(len(keeps.keeps) - keeps.rolls))
    found = [none_left]
    for _ in range(2):
        thrown = keeps.grow @ found[-1][: keeps.rolls]
        thrown[: keeps.rolls] = keeps.best(thrown)
        found.append(thrown)
    return found[0], found[1], found[2]


def turn_chance(book: Book, field: str) -> float:
    """The chance of meeting the field's condition in a turn of three throws."""
    keeps = five_dice()
    return float(keeps.chances @ hand_chances(book, field)[2][: keeps.rolls])


@lru_cache(maxsize=64)
def named_hands(book: Book) -> tuple[str, ...]:
    """Fields whose condition not every roll meets, the upper section aside."""
    rolls = five_dice().keeps[: five_dice().rolls]
    return tuple(
        field.code for field in book.fields if field.number is None and any(field.score(roll) == 0 for roll in rolls)
    )
