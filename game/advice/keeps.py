"""What may be kept of some dice: every multiset of 0 to `dice` values in one fixed order, and how each grows by a die.

Row order: the full rolls first, then the keeps with one die less, down to the keep of nothing. Within a size a keep
comes before another if its highest die is lower, then its second highest and so on (colexical order). So adding a die
moves whole runs of rows at once, and a step over all keeps is a few hundred array operations instead of 1,260.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from math import factorial

import numpy as np
import numpy.typing as npt

Keep = tuple[int, ...]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Run:
    """Rows [source, source + length) are the keeps, [grown, grown + length) the same keeps with one die more."""

    source: int
    grown: int
    length: int


class Keeps:
    """All keeps of up to `dice` dice with `faces` faces; the row of a keep is its index in every table made from them.

    keeps: sorted tuples by row; rolls: how many rows are full rolls (they come first).
    """

    def __init__(self, dice: int = 5, faces: int = 6) -> None:
        self.dice = dice
        self.faces = faces
        values = range(1, faces + 1)
        by_size = [
            sorted(combinations_with_replacement(values, size), key=lambda keep: keep[::-1])
            for size in range(dice, -1, -1)
        ]
        self.keeps: tuple[Keep, ...] = tuple(keep for keeps in by_size for keep in keeps)
        self.rolls = len(by_size[0])
        self.row = {keep: row for row, keep in enumerate(self.keeps)}
        starts = np.cumsum([0, *map(len, by_size)])
        #: size -> its rows as (first, past the last)
        self.rows_of_size = {dice - n: (int(starts[n]), int(starts[n + 1])) for n in range(dice + 1)}

    @cached_property
    def counts(self) -> Ints:
        """(faces, rolls): how often each value lies in each full roll."""
        return np.array([[roll.count(v) for roll in self.keeps[: self.rolls]] for v in range(1, self.faces + 1)])

    @cached_property
    def sums(self) -> Ints:
        """(rolls,): what the dice of each full roll sum up to."""
        return np.array([sum(roll) for roll in self.keeps[: self.rolls]])

    @cached_property
    def chances(self) -> Floats:
        """(rolls,): the probability of each full roll when all dice are thrown."""
        ways = [
            factorial(self.dice) / np.prod([factorial(count) for count in Counter(roll).values()])
            for roll in self.keeps[: self.rolls]
        ]
        found: Floats = np.array(ways) / self.faces**self.dice
        return found

    @cached_property
    def runs(self) -> tuple[tuple[tuple[Run, ...], ...], ...]:
        """By size 0 … dice - 1, then by value 1 … faces: where adding a die of that value leads."""
        return tuple(
            tuple(tuple(self._runs(size, value)) for value in range(1, self.faces + 1)) for size in range(self.dice)
        )

    @cached_property
    def parts(self) -> tuple[Ints, ...]:
        """By full roll: the rows of its distinct keeps, itself first, nothing last."""
        found = []
        for roll in self.keeps[: self.rolls]:
            rows = {self.row[part] for size in range(self.dice + 1) for part in _parts(roll, size)}
            found.append(np.array(sorted(rows), dtype=np.intp))
        return tuple(found)

    def best(self, worth: Floats) -> Floats:
        """(rolls,): for each roll the most that one of its keeps is worth; worth: (keeps,)."""
        every, starts = self._parts_in_a_row
        found: Floats = np.maximum.reduceat(worth[every], starts)
        return found

    @cached_property
    def _parts_in_a_row(self) -> tuple[Ints, Ints]:
        return np.concatenate(self.parts), np.cumsum([0, *map(len, self.parts[:-1])])

    @cached_property
    def grown(self) -> Ints:
        """(keeps, faces): the row of each keep with a die more of value 1 …; full rolls stay as they are."""
        found = np.repeat(np.arange(len(self.keeps))[:, None], self.faces, axis=1)
        for row in range(self.rolls, len(self.keeps)):
            found[row] = [self.row[tuple(sorted((*self.keeps[row], value)))] for value in range(1, self.faces + 1)]
        return found

    @cached_property
    def padded_parts(self) -> Ints:
        """(rolls, most keeps a roll has): `parts` as one array, filled up with the row of the roll itself."""
        width = max(map(len, self.parts))
        return np.array([[*rows, *[row] * (width - len(rows))] for row, rows in enumerate(self.parts)], dtype=np.intp)

    @cached_property
    def grow(self) -> Floats:
        """(keeps, rolls): the probability that throwing the other dice turns a keep into a roll."""
        chances = np.zeros((len(self.keeps), self.rolls))
        chances[np.arange(self.rolls), np.arange(self.rolls)] = 1.0
        for row in range(self.rolls, len(self.keeps)):
            keep = self.keeps[row]
            for value in range(1, self.faces + 1):
                chances[row] += chances[self.row[tuple(sorted((*keep, value)))]]
            chances[row] /= self.faces
        return chances

    def _runs(self, size: int, value: int) -> list[Run]:
        runs: list[Run] = []
        first, last = self.rows_of_size[size]
        for row in range(first, last):
            grown = self.row[tuple(sorted((*self.keeps[row], value)))]
            before = runs[-1] if runs else None
            if before and before.source + before.length == row and before.grown + before.length == grown:
                runs[-1] = Run(before.source, before.grown, before.length + 1)
            else:
                runs.append(Run(row, grown, 1))
        return runs


def _parts(roll: Keep, size: int) -> set[Keep]:
    parts: set[Keep] = {()}
    for value, count in sorted(Counter(roll).items()):
        parts = {(*part, *[value] * taken) for part in parts for taken in range(count + 1) if len(part) + taken <= size}
    return {part for part in parts if len(part) == size}


@lru_cache(maxsize=1)
def five_dice() -> Keeps:
    """The keeps of five ordinary dice: 252 rolls, 462 keeps."""
    return Keeps()
