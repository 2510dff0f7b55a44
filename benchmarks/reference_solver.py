"""A straightforward exact solver in numpy, to compare with: Kniffel without extra rules and with them, state by state.

One state at a time over all 64 capped totals of the upper section; a dense matrix from keeps to rolls and a loop over the
keeps of each roll. It shares nothing with game/advice but the scores of the fields.
"""

from itertools import combinations_with_replacement
from math import factorial

import numpy as np

from game import make_book

ROLLS = list(combinations_with_replacement(range(1, 7), 5))
KEEPS = [keep for size in range(6) for keep in combinations_with_replacement(range(1, 7), size)]


def ways(dice):
    count = factorial(len(dice))
    for value in set(dice):
        count //= factorial(dice.count(value))
    return count


def minus(roll, keep):
    left = list(roll)
    for value in keep:
        if value not in left:
            return None
        left.remove(value)
    return tuple(left)


GROW = np.zeros((len(KEEPS), len(ROLLS)))
PARTS = [[] for _ in ROLLS]
for k, keep in enumerate(KEEPS):
    for r, roll in enumerate(ROLLS):
        rest = minus(roll, keep)
        if rest is not None:
            GROW[k, r] = ways(rest) / 6 ** len(rest)
            PARTS[r].append(k)
START = GROW[KEEPS.index(())]


def solve(masks_limit=None):
    """Default Kniffel (`matching`, `cell`). Returns (expectation, states solved, of how many)."""
    book = make_book("kniffel")
    points = np.array([[field.score(roll) for field in book.fields] for roll in ROLLS])
    joker = points.copy()
    fives = [r for r, roll in enumerate(ROLLS) if len(set(roll)) == 1]
    for r in fives:
        joker[r, 8:11] = (25, 30, 40)
    totals = np.arange(64)
    values = {}
    masks = sorted(range(1 << 13), key=lambda mask: -mask.bit_count())
    solved = 0
    every = sum(2 if mask >> 11 & 1 else 1 for mask in masks)
    for mask in masks:
        for holds in (False, True) if mask >> 11 & 1 else (False,):
            if mask == (1 << 13) - 1:
                values[mask, holds] = np.where(totals == 63, 35.0, 0.0)
                continue
            final = np.full((len(ROLLS), 64), -np.inf)
            for r in range(len(ROLLS)):
                extra = r in fives and mask >> 11 & 1
                for cell in range(13):
                    if mask >> cell & 1:
                        continue
                    got = (joker if extra else points)[r, cell]
                    after = values[mask | 1 << cell, holds or (cell == 11 and got == 50)]
                    worth = got + (after[np.minimum(totals + got, 63)] if cell < 6 else after)
                    np.maximum(final[r], worth + (50 if extra and holds else 0), out=final[r])
            for _ in range(2):
                kept = GROW @ final
                final = np.array([kept[parts].max(axis=0) for parts in PARTS])
            values[mask, holds] = START @ final
            solved += 64
            if masks_limit and solved >= 64 * masks_limit:
                return None, solved, 64 * every
    return values[0, False][0], solved, 64 * every
