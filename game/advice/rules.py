"""What the final roll of a turn is worth for many sheets at once: the best cell, extra Kniffel and jokers included."""

from __future__ import annotations

import numpy as np

from game.advice.keeps import Floats, Ints, five_dice
from game.advice.states import States

_NEVER = -np.inf


class FinalRolls:
    """The worth of all 252 final rolls of the turn, for states of one book. Scratch arrays are kept for one width.

    Every value counts from the state on: points, bonus and extra points of this turn, and the expectation after it.
    """

    def __init__(self, states: States, width: int) -> None:
        self._states = states
        self._width = width
        keeps = five_dice()
        self._fives = np.flatnonzero(keeps.counts.max(axis=0) == keeps.dice)
        ordinary = np.ones(keeps.rolls, dtype=bool)
        ordinary[self._fives] = False
        points = states.lower_points
        kinds, self._kind_of_roll = np.unique(points, axis=1, return_inverse=True)
        self._kind_of_roll = self._kind_of_roll.reshape(-1)
        self._scoring = [(np.flatnonzero(row), row[np.flatnonzero(row)].astype(float)[:, None]) for row in kinds]
        self._by_kind: Floats = np.zeros((kinds.shape[1], width))
        self._part: Floats = np.zeros((kinds.shape[1], width))
        self._upper = UpperRolls(width)
        self._jokers = _Jokers(states)

    def into(self, rolls: Floats, expectations: Floats, upper: Ints, lower: Ints) -> None:
        """Fill `rolls` (252, width).

        expectations: (upper states + 1, lower states + 1), -inf for the impossible ones; upper, lower: (width,) states.
        """
        states = self._states
        stride = states.lowers + 1
        flat = expectations.reshape(-1)
        up = states.up_next[:, :, upper] * stride
        gain = states.up_gain[:, :, upper]
        by_number = flat[up + lower] + gain
        by_cell = flat[upper * stride + states.down_next[:, lower]]
        strike = by_number[:, 0].max(axis=0)
        if len(by_cell):
            np.maximum(strike, by_cell.max(axis=0), out=strike)
        self._by_kind[:] = strike
        for (kinds, points), worth in zip(self._scoring, by_cell, strict=True):
            part = self._part[: len(kinds)]
            np.add(points, worth, out=part)
            self._by_kind[kinds] = np.maximum(self._by_kind[kinds], part)
        np.take(self._by_kind, self._kind_of_roll, axis=0, out=rolls)
        self._upper.raise_to(rolls, by_number)
        if states.has_flag or states.kniffel is not None:
            by_number_five = flat[up + states.stay_five[lower]] + gain
            by_cell_five = flat[upper * stride + states.down_next_five[:, lower]]
            rolls[self._fives] = self._jokers.worth(by_number_five, by_cell_five, lower)


class UpperRolls:
    """The best upper cell of every roll: number by number, shared by all rolls that agree so far."""

    def __init__(self, width: int) -> None:
        sizes = [[_multisets(values, size) for size in range(6)] for values in range(7)]
        self._sizes = sizes
        #: number of values -> size -> the best upper cell among these values for each multiset, colexical
        self._best = [
            [np.zeros((sizes[values][size], width)) for size in range(6)] for values in range(1, 6)
        ]
        self._scratch = np.zeros((sizes[5][5], width))

    def raise_to(self, rolls: Floats, by_number: Floats) -> None:
        """Raise the worth of each roll (252, width) to that of its best upper cell.

        by_number: (numbers, counts 0-5, width), what the dice of a number are worth in its cell.
        """
        for size in range(6):
            self._best[0][size][0] = by_number[0, size]
        for values in range(2, 6):
            fewer, best = self._best[values - 2], self._best[values - 1]
            for size in range(6):
                start = 0
                for count in range(size + 1):
                    block = fewer[size - count]
                    np.maximum(block, by_number[values - 1, count], out=best[size][start : start + len(block)])
                    start += len(block)
        start = 0
        for count in range(6):
            block = self._best[4][5 - count]
            scratch = self._scratch[: len(block)]
            np.maximum(block, by_number[5, count], out=scratch)
            out = rolls[start : start + len(block)]
            np.maximum(out, scratch, out=out)
            start += len(block)


class _Jokers:
    """Five of a kind: an ordinary roll, or an extra Kniffel under the book's policy (RULES 2.1, 4).

    A policy sorts the cells into ranks for each number; a free cell of a lower rank must be taken before one of a higher.
    """

    def __init__(self, states: States) -> None:
        self._states = states
        book = states.book
        numbers = range(1, 7)
        rows = [five_dice().row[(number,) * 5] for number in numbers]
        #: (lower cells, numbers) and (numbers of cells, numbers of rolls)
        self._plain_lower = states.lower_points[:, rows].astype(float)
        most = np.array([field.max_points for field in states.lower_fields], dtype=float)[:, None]
        full = np.array([field.joker_full for field in states.lower_fields], dtype=bool)[:, None]
        own = np.eye(6, dtype=bool)
        if book.joker == "any":
            self._lower_points = np.broadcast_to(most, self._plain_lower.shape)
            self._counts = np.full((6, 6), 5)
        elif book.joker == "strict":
            self._lower_points = self._plain_lower
            self._counts = np.where(own, 5, 0)
        else:
            self._lower_points = np.where(full, most, self._plain_lower)
            self._counts = np.where(own, 5, 0)
        if book.joker == "strict":
            self._lower_rank = np.where(self._plain_lower > 0, 0, 1)
            self._upper_rank = np.where(own, 0, 1)
        elif book.joker in ("official", "forced"):
            self._lower_rank = np.ones(self._plain_lower.shape, dtype=int)
            self._upper_rank = np.where(own, 0, 2)
        else:
            self._lower_rank = np.zeros(self._plain_lower.shape, dtype=int)
            self._upper_rank = np.zeros((6, 6), dtype=int)
        self._is_extra, self._bonus = self._by_lower_state()

    def worth(self, by_number: Floats, by_cell: Floats, lower: Ints) -> Floats:
        """(6, width): the best cell for five equal ones … sixes.

        by_number (6, counts, width) and by_cell (cells, width) as they stand after five of a kind, points of upper
        cells included, those of lower ones not; lower: (width,) states.
        """
        found = np.empty((6, len(lower)))
        extra, bonus = self._is_extra[lower], self._bonus[lower]
        all_extra, any_extra = bool(extra.all()), bool(extra.any())
        for number in range(6):
            if not all_extra:
                found[number] = self._ordinary(by_number, by_cell, number)
            if any_extra:
                worth = self._extra(by_number, by_cell, number, bonus)
                found[number] = worth if all_extra else np.where(extra, worth, found[number])
        return found

    def _ordinary(self, by_number: Floats, by_cell: Floats, number: int) -> Floats:
        """Ranks don't matter: every free cell may be chosen, and all but the number's own score by their own rule."""
        best = by_number[number, 5].copy()
        for other in range(6):
            if other != number:
                np.maximum(best, by_number[other, 0], out=best)
        for points, worth in zip(self._plain_lower[:, number], by_cell, strict=True):
            np.maximum(best, worth + points, out=best)
        return best

    def _extra(self, by_number: Floats, by_cell: Floats, number: int, bonus: Floats) -> Floats:
        ranks = np.full((3, by_cell.shape[1] if len(by_cell) else by_number.shape[2]), _NEVER)
        for cell in range(6):
            rank = ranks[self._upper_rank[cell, number]]
            np.maximum(rank, by_number[cell, self._counts[cell, number]], out=rank)
        for cell, worth in enumerate(by_cell):
            rank = ranks[self._lower_rank[cell, number]]
            np.maximum(rank, worth + self._lower_points[cell, number], out=rank)
        if self._states.book.joker == "official":
            ranks[0] += bonus
        else:
            ranks += bonus
        rest = np.where(ranks[1] > _NEVER, ranks[1], ranks[2])
        return np.where(ranks[0] > _NEVER, ranks[0], rest)

    def _by_lower_state(self) -> tuple[np.ndarray[tuple[int], np.dtype[np.bool_]], Floats]:
        """Whether five of a kind is extra in a lower state, and what it brings."""
        states, book = self._states, self._states.book
        extra = np.zeros(states.lowers + 1, dtype=bool)
        bonus = np.zeros(states.lowers + 1)
        for index, (mask, flag) in enumerate(states.lower_keys):
            if book.extra_kniffel == "rolled":
                extra[index] = flag
            elif book.extra_kniffel == "cell" and states.kniffel is not None and mask >> states.kniffel & 1:
                extra[index] = flag or book.joker != "strict"
            if extra[index] and flag:
                bonus[index] = book.extra_kniffel_bonus
        return extra, bonus


def _multisets(values: int, size: int) -> int:
    """How many multisets of that size there are over so many values."""
    from math import comb

    return comb(values + size - 1, size) if values else int(size == 0)
