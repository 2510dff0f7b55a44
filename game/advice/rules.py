"""What the final roll of a turn is worth for many sheets at once: the best cell, extra Kniffel and jokers included."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb

import numpy as np

from game.advice.keeps import Floats, Ints, five_dice
from game.advice.states import States


class FinalRolls:
    """The worth of all 252 final rolls of the turn, for states of one book. Scratch arrays are kept for one width.

    Every value counts from the state on: points, bonus and extra points of this turn, and the expectation after it.
    """

    def __init__(self, states: States, width: int) -> None:
        self._states = states
        self._stride = states.lowers + 1
        self._up = states.up_next.reshape(36, -1) * self._stride
        self._gain = states.up_gain.reshape(36, -1)
        self._ways = np.zeros((36, width), dtype=np.intp)
        self._places = np.zeros((36, width), dtype=np.intp)
        self._gained: Floats = np.zeros((36, width))
        self._found: Floats = np.zeros((36, width))
        self._five_stays = bool((states.stay_five == np.arange(states.lowers + 1)).all())
        keeps = five_dice()
        self._fives = np.flatnonzero(keeps.counts.max(axis=0) == keeps.dice)
        self._lower = LowerRolls(states.lower_points, width)
        self._upper = UpperRolls(width)
        self._jokers = _Jokers(states)

    def into(
        self, rolls: Floats, expectations: Floats, upper: Ints, lower: Ints, passing: Floats | None = None
    ) -> None:
        """Fill `rolls` (252, width).

        expectations: (upper states + 1, lower states + 1), -inf for the impossible ones; upper, lower: (width,) states;
        passing: (width,), what it is worth to fill no cell, if that may be.
        """
        states = self._states
        flat = expectations.reshape(-1)
        np.take(self._up, upper, axis=1, out=self._ways, mode="clip")
        np.take(self._gain, upper, axis=1, out=self._gained, mode="clip")
        by_number = self._after_upper(flat, lower)
        row = upper * self._stride
        by_cell = flat.take(row + states.down_next.take(lower, axis=1))
        strike = np.fmax.reduce(by_number[:, 0])
        if len(by_cell):
            np.fmax(strike, np.fmax.reduce(by_cell), strike)
        if passing is not None:
            np.fmax(strike, passing, strike)
        self._lower.into(rolls, by_cell, strike)
        self._upper.raise_to(rolls, by_number)
        if states.has_flag:
            if not self._five_stays:
                by_number = self._after_upper(flat, states.stay_five.take(lower))
            by_cell = flat.take(row + states.down_next_five.take(lower, axis=1))
            rolls[self._fives] = self._jokers.worth(by_number, by_cell, lower)

    def _after_upper(self, flat: Floats, lower: Ints) -> Floats:
        """(6, 6, width): each count of each number in its cell, points included. Overwritten by the next call."""
        np.add(self._ways, lower, self._places)
        np.take(flat, self._places, out=self._found, mode="clip")
        np.add(self._found, self._gained, self._found)
        return self._found.reshape(6, 6, -1)


class LowerRolls:
    """The best lower cell of every roll, or a strike. Rolls that score alike in all cells are one kind.

    Cells that give the same points wherever they give any (three and four of a kind, chance) are compared first, for
    each set of them that scores together, and get their points afterwards.
    """

    def __init__(self, points: Ints, width: int) -> None:
        """points: (cells, 252), by the cells' own rules."""
        kinds, of_roll = np.unique(points, axis=1, return_inverse=True)
        self._kind_of_roll = of_roll.reshape(-1)
        self._by_kind: Floats = np.zeros((kinds.shape[1], width))
        self._scratch: Floats = np.zeros((points.shape[1], width))
        self._groups = [_Group(kinds, cells) for cells in _alike(kinds)]

    def into(self, rolls: Floats, by_cell: Floats, strike: Floats) -> None:
        """Fill `rolls` (252, width); by_cell: (cells, width), what follows each cell without its points."""
        best = self._by_kind
        best[:] = strike
        for group in self._groups:
            part = self._scratch[: len(group.kinds)]
            np.take(group.compare(by_cell), group.set_of_kind, axis=0, out=part, mode="clip")
            np.add(part, group.points, part)
            if len(group.kinds) == len(best):
                np.fmax(best, part, best)
            else:
                best[group.kinds] = np.fmax(part, best[group.kinds])
        np.take(best, self._kind_of_roll, axis=0, out=rolls, mode="clip")


class _Group:
    """Lower cells that give the same points wherever they give any."""

    def __init__(self, kinds: Ints, cells: list[int]) -> None:
        scores = kinds[cells] > 0
        self.kinds = np.flatnonzero(scores.any(axis=0))
        self.points = kinds[cells].max(axis=0)[self.kinds].astype(float)[:, None]
        sets, of_kind = np.unique(scores[:, self.kinds], axis=1, return_inverse=True)
        self.set_of_kind = of_kind.reshape(-1)
        self._sets = [[cells[n] for n in np.flatnonzero(one)] for one in sets.T]

    def compare(self, by_cell: Floats) -> Floats:
        """(sets, width): the best cell of each set."""
        return np.stack([by_cell[one[0]] if len(one) == 1 else np.fmax.reduce(by_cell[one]) for one in self._sets])


def _alike(kinds: Ints) -> list[list[int]]:
    groups: list[list[int]] = []
    for cell, points in enumerate(kinds):
        for group in groups:
            if all(((kinds[other] == points) | (kinds[other] == 0) | (points == 0)).all() for other in group):
                group.append(cell)
                break
        else:
            groups.append([cell])
    return groups


class UpperRolls:
    """The best upper cell of every roll: the best among ones to threes, and among fours to sixes, for all it can hold."""

    def __init__(self, width: int) -> None:
        sizes = [[_multisets(values, size) for size in range(6)] for values in range(4)]
        self._best = [
            [[np.zeros((sizes[values][size], width)) for size in range(6)] for values in range(4)] for _ in range(2)
        ]
        self._scratch = np.zeros((252, width))

    def raise_to(self, rolls: Floats, by_number: Floats) -> None:
        """Raise the worth of each roll (252, width) to that of its best upper cell.

        by_number: (numbers, counts 0-5, width), what the dice of a number are worth in its cell.
        """
        low = self._three(self._best[0], by_number[:3])
        high = self._three(self._best[1], by_number[3:])
        scratch, start = self._scratch, 0
        for size, part in _COLEXICAL_THREE:
            block = low[5 - size]
            np.fmax(block, high[size][part], scratch[start : start + len(block)])
            start += len(block)
        np.fmax(rolls, scratch, rolls)

    @staticmethod
    def _three(best: list[list[Floats]], by_number: Floats) -> list[Floats]:
        """By size: the best of three numbers' cells for each multiset of them, colexical."""
        for size in range(6):
            best[1][size][0] = by_number[0, size]
        for values in (2, 3):
            for size in range(6):
                start = 0
                for count in range(size + 1):
                    block = best[values - 1][size - count]
                    np.fmax(block, by_number[values - 1, count], best[values][size][start : start + len(block)])
                    start += len(block)
        return best[3]


class _Jokers:
    """Five of a kind: an ordinary roll, or an extra Kniffel under the book's policy (RULES 2.1, 4).

    A policy sorts the cells into ranks for each number; a free cell of a lower rank must be taken before one of a higher.
    """

    def __init__(self, states: States) -> None:
        self._states = states
        book = states.book
        rows = [five_dice().row[(number,) * 5] for number in range(1, 7)]
        plain = states.lower_points[:, rows].astype(float)
        most = np.array([field.max_points for field in states.lower_fields], dtype=float)[:, None]
        full = np.array([field.joker_full for field in states.lower_fields], dtype=bool)[:, None]
        own = np.eye(6, dtype=bool)
        everywhere = np.zeros(plain.shape, dtype=int)
        if book.joker == "any":
            points, lower_rank, upper_rank = np.broadcast_to(most, plain.shape), everywhere, np.zeros((6, 6), dtype=int)
        elif book.joker == "strict":
            points, lower_rank, upper_rank = plain, np.where(plain > 0, 0, 1), np.where(own, 0, 1)
        elif book.joker in ("matching", "free_choice"):
            points, lower_rank, upper_rank = np.where(full, most, plain), everywhere, np.zeros((6, 6), dtype=int)
        else:
            points, lower_rank, upper_rank = np.where(full, most, plain), everywhere + 1, np.where(own, 0, 2)
        #: (lower cells, numbers): points as an ordinary roll
        self._plain = _ranked(plain, everywhere)
        #: by rank: (cell, points by number), -inf where the cell is not of that rank
        self._ranks = [_ranked(points, lower_rank, rank) for rank in range(3)]
        self._own_first = book.joker in ("strict", "official", "forced")
        self._others_rank = int(upper_rank.max())
        self._any_number = book.joker == "any"
        self._is_extra, self._bonus = self._by_lower_state()

    def worth(self, by_number: Floats, by_cell: Floats, lower: Ints) -> Floats:
        """(6, width): the best cell for five equal ones … sixes.

        by_number (6, counts, width) and by_cell (cells, width) as they stand after five of a kind, points of upper
        cells included, those of lower ones not; lower: (width,) states.
        """
        extra = self._is_extra.take(lower)
        struck = np.fmax.reduce(by_number[:, 0])
        if not extra.any():
            return self._ordinary(by_number, by_cell, struck)
        worth = self._extra(by_number, by_cell, struck, self._bonus.take(lower))
        return worth if extra.all() else np.where(extra, worth, self._ordinary(by_number, by_cell, struck))

    def _ordinary(self, by_number: Floats, by_cell: Floats, struck: Floats) -> Floats:
        best = np.fmax(by_number[:, 5], struck)
        _raise(best, self._plain, by_cell)
        return best

    def _extra(self, by_number: Floats, by_cell: Floats, struck: Floats, bonus: Floats) -> Floats:
        if not self._own_first:
            own = np.fmax.reduce(by_number[:, 5]) if self._any_number else by_number[:, 5]
            best = np.fmax(own, np.broadcast_to(struck, (6, len(struck))))
            _raise(best, self._ranks[0], by_cell)
            if self._states.book.joker == "free_choice":
                best = np.where(by_number[:, 5] > -np.inf, self._ordinary(by_number, by_cell, struck), best)
            return best + bonus
        ranks = [np.full((6, len(struck)), -np.inf) for _ in range(3)]
        ranks[0][:] = by_number[:, 5]
        ranks[self._others_rank][:] = struck
        for rank, points in zip(ranks, self._ranks, strict=True):
            _raise(rank, points, by_cell)
        first, second, third = ranks
        if self._states.book.joker == "official":
            first += bonus
            bonus = np.zeros(len(bonus))
        else:
            first += bonus
        rest = np.where(second > -np.inf, second, third) + bonus
        return np.where(first > -np.inf, first, rest)

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


def _ranked(points: Floats, ranks: Ints, rank: int = 0) -> list[tuple[int, Floats]]:
    return [
        (cell, np.where(ranks[cell] == rank, points[cell], -np.inf)[:, None])
        for cell in range(len(points))
        if (ranks[cell] == rank).any()
    ]


def _raise(best: Floats, points: list[tuple[int, Floats]], by_cell: Floats) -> None:
    for cell, given in points:
        np.fmax(best, by_cell[cell] + given, best)


def _multisets(values: int, size: int) -> int:
    """How many multisets of that size there are over so many values."""
    return comb(values + size - 1, size) if values else int(size == 0)


#: For each roll's fours to sixes, in the order of the rolls: how many, and which among as many.
_COLEXICAL_THREE = [
    (len(high), index)
    for high, index in sorted(
        (
            (high, index)
            for size in range(6)
            for index, high in enumerate(
                sorted(combinations_with_replacement((4, 5, 6), size), key=lambda keep: keep[::-1])
            )
        ),
        key=lambda entry: (entry[0][::-1] + (0,) * 5)[:5],
    )
]
