"""The states of a one-column sheet that the solver tells apart, numbered; and where each way to fill a cell leads.

What is still to come depends on which cells are filled, on the upper section's total as far as the bonus is open, and
on one flag: that a filled Kniffel cell holds points (`cell`), or that five of a kind was rolled before (`rolled`). The
bonus is paid when the total reaches its threshold; from then on, and as soon as it is out of reach, totals don't matter
and are one. So a state is a pair: an upper state (filled upper cells, open total) and a lower state (filled lower
cells, flag).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, reduce
from operator import or_

import numpy as np

from game.advice.errors import NotSolvable
from game.advice.keeps import Floats, Ints, five_dice
from game.book import Book
from game.dice import roll_index
from game.fields import Field
from game.sheet import Sheet

#: Above this many cells a table no longer fits the memory that the table's process may use.
MOST_CELLS = 16
#: The open total of an upper state whose bonus is decided, paid or out of reach.
DECIDED = -1


def check_solvable(book: Book) -> None:
    """Raises NotSolvable, saying why, if the exact solver doesn't cover the book."""
    if book.factors != (1,):
        raise NotSolvable(f"{book.id} has columns with factors {book.factors}, allowed: one column with factor 1")
    if len(book.fields) > MOST_CELLS:
        raise NotSolvable(f"{book.id} has {len(book.fields)} cells, allowed: up to {MOST_CELLS}")
    numbers = [field.number for field in book.fields]
    uppers = [number for number in numbers if number is not None]
    if len(set(uppers)) != len(uppers) or None in numbers[: len(uppers)]:
        raise NotSolvable(f"{book.id} has upper fields {uppers}, allowed: different numbers, before the other fields")
    for field, points in zip(book.fields, _points(book), strict=True):
        if points.min() < 0:
            raise NotSolvable(f"{book.id} gives {points.min()} points in {field.code}, allowed: 0 and more")
        if field.number is not None and (points != field.number * five_dice().counts[field.number - 1]).any():
            raise NotSolvable(f"{book.id} scores {field.code} otherwise than by the sum of its dice")


class States:
    """The numbering for one book. Raises NotSolvable.

    Arrays by upper state (`uppers` of them) and by lower state (`lowers` of them). Both have one number more, the
    impossible state, to which a cell leads that may not be chosen.

    up_next, up_gain: (numbers 1-6, counts 0-5, upper states): where the dice of that number in its cell lead, and the
    points with the bonus if it is reached by them; down_next, down_next_five: (lower cells, lower states) for an
    ordinary roll and for five of a kind; stay_five: (lower states,) when five of a kind goes into an upper cell.
    """

    def __init__(self, book: Book) -> None:
        check_solvable(book)
        self.book = book
        self.numbers = [field.number for field in book.fields if field.number is not None]
        self.upper_cells = len(self.numbers)
        self.lower_fields: tuple[Field, ...] = book.fields[self.upper_cells :]
        self.kniffel = next((c for c, field in enumerate(self.lower_fields) if field.code == book.kniffel), None)
        self.has_flag = book.extra_kniffel == "rolled" or (book.extra_kniffel == "cell" and self.kniffel is not None)
        self.upper_keys = self._upper_keys()
        self.lower_keys = self._lower_keys()
        self.upper_index = {key: index for index, key in enumerate(self.upper_keys)}
        self.lower_index = {key: index for index, key in enumerate(self.lower_keys)}
        self.up_next, self.up_gain = self._upper_ways()
        self.down_next, self.down_next_five, self.stay_five = self._lower_ways()

    @property
    def uppers(self) -> int:
        """How many upper states there are; also the number of the impossible one."""
        return len(self.upper_keys)

    @property
    def lowers(self) -> int:
        """How many lower states there are; also the number of the impossible one."""
        return len(self.lower_keys)

    @property
    def count(self) -> int:
        """How many states there are."""
        return int(sum(len(upper) for upper, _ in self.levels()))

    def of(self, sheet: Sheet) -> tuple[int, int]:
        """The upper and lower state of a sheet of this book."""
        upper_mask = lower_mask = total = 0
        for index, points in enumerate(sheet.entries):
            if points is None:
                continue
            if index < self.upper_cells:
                upper_mask |= 1 << index
                total += points
            else:
                lower_mask |= 1 << (index - self.upper_cells)
        flag = False
        if self.book.extra_kniffel == "rolled":
            flag = sheet.rolled
        elif self.has_flag and self.kniffel is not None:
            flag = bool(sheet.entries[self.upper_cells + self.kniffel])
        return self.upper_index[upper_mask, int(self._open[upper_mask, total])], self.lower_index[lower_mask, flag]

    @property
    def empty(self) -> tuple[int, int]:
        """The upper and lower state before the first turn."""
        return self.of(Sheet.empty(self.book))

    def levels(self) -> list[tuple[Ints, Ints]]:
        """(upper states, lower states) with the same number of filled cells, for 0, 1, … cells."""
        filled_upper = np.array([mask.bit_count() for mask, _ in self.upper_keys])
        filled_lower = np.array([mask.bit_count() for mask, _ in self.lower_keys])
        levels = []
        for filled in range(len(self.book.fields) + 1):
            upper, lower = np.nonzero(filled_upper[:, None] + filled_lower == filled)
            if self.book.order == "descending":
                full_first = (filled_upper[upper] == self.upper_cells) | (filled_lower[lower] == 0)
                upper, lower = upper[full_first], lower[full_first]
            levels.append((upper, lower))
        return levels

    @cached_property
    def _open(self) -> Ints:
        """(masks of upper cells, totals): the total as far as it matters, the lowest that lacks as much for the bonus.

        Only sums that the free upper cells can give are lacked; with fours and sixes left a total of 44 is as good as 43.
        """
        everything = (1 << self.upper_cells) - 1
        most = 5 * sum(self.numbers)
        found = np.full((everything + 1, most + 1), DECIDED, dtype=np.intp)
        if not self.book.upper_bonus:
            return found
        for mask in range(everything + 1):
            sums = self._sums[everything ^ mask]
            for total in range(min(most + 1, self.book.bonus_at)):
                lacking = sums >> (self.book.bonus_at - total)
                if lacking:
                    found[mask, total] = total - ((lacking & -lacking).bit_length() - 1)
        return found

    @cached_property
    def _sums(self) -> list[int]:
        """By mask of upper cells: the sums that they can hold together, as bits."""
        sums = [1]
        for number in self.numbers:
            sums += [_or(before << count * number for count in range(6)) for before in sums]
        return sums

    def _upper_keys(self) -> list[tuple[int, int]]:
        """(mask, open total) of all that play can reach, by mask."""
        masks: Sequence[int] = range(1 << self.upper_cells)
        if self.book.order == "descending":
            masks = [(1 << filled) - 1 for filled in range(self.upper_cells + 1)]
        keys = []
        for mask in masks:
            open_totals = np.unique(self._open[mask, _bits(self._sums[mask])])
            keys += [(mask, int(total)) for total in open_totals]
        return keys

    def _lower_keys(self) -> list[tuple[int, bool]]:
        masks: Sequence[int] = range(1 << len(self.lower_fields))
        if self.book.order == "descending":
            masks = [(1 << filled) - 1 for filled in range(len(self.lower_fields) + 1)]
        return [(mask, flag) for mask in masks for flag in (False, True) if not flag or self._may_be_flagged(mask)]

    def _may_be_flagged(self, mask: int) -> bool:
        if not self.has_flag:
            return False
        return self.book.extra_kniffel == "rolled" or (self.kniffel is not None and bool(mask >> self.kniffel & 1))

    def _upper_ways(self) -> tuple[Ints, Floats]:
        ways = np.full((6, 6, self.uppers + 1), self.uppers, dtype=np.intp)
        gain = np.zeros((6, 6, self.uppers + 1))
        masks, totals = np.array(self.upper_keys).T
        index = np.full((len(self._open), self._open.shape[1] + 1), self.uppers, dtype=np.intp)
        index[masks, totals] = np.arange(self.uppers)
        for cell, number in enumerate(self.numbers):
            may = np.array([not mask >> cell & 1 and self._in_order(mask, cell) for mask, _ in self.upper_keys])
            here = np.flatnonzero(may)
            grown, before = masks[here] | 1 << cell, totals[here]
            for count in range(6):
                points = count * number
                is_open = before != DECIDED
                total = np.where(is_open, before + points, 0)
                bonus = is_open & (total >= self.book.bonus_at)
                after = np.where(
                    is_open & ~bonus, self._open[grown, np.minimum(total, self._open.shape[1] - 1)], DECIDED
                )
                ways[number - 1, count, here] = index[grown, after]
                gain[number - 1, count, here] = points + self.book.upper_bonus * bonus
        return ways, gain

    def _lower_ways(self) -> tuple[Ints, Ints, Ints]:
        ways = np.full((len(self.lower_fields), self.lowers + 1), self.lowers, dtype=np.intp)
        ways_five = ways.copy()
        stay_five = np.append(np.arange(self.lowers), self.lowers)
        rolled = self.book.extra_kniffel == "rolled"
        for index, (mask, flag) in enumerate(self.lower_keys):
            if rolled:
                stay_five[index] = self.lower_index[mask, True]
            for cell in range(len(self.lower_fields)):
                if mask >> cell & 1 or not self._in_order(mask, cell):
                    continue
                grown = mask | 1 << cell
                holds = self.has_flag and (rolled or cell == self.kniffel)
                ways[cell, index] = self.lower_index[grown, flag]
                ways_five[cell, index] = self.lower_index[grown, flag or holds]
        return ways, ways_five, stay_five

    def _in_order(self, mask: int, cell: int) -> bool:
        """Whether the cell may come next: always, or under "descending" if all cells before it are filled."""
        return self.book.order == "free" or mask == (1 << cell) - 1

    @cached_property
    def lower_points(self) -> Ints:
        """(lower cells, rolls): points of each full roll by the field's own rule, rolls in the order of the keeps."""
        return _points(self.book)[self.upper_cells :]


def _or(numbers: Iterable[int]) -> int:
    return reduce(or_, numbers)


def _bits(number: int) -> list[int]:
    return [place for place in range(number.bit_length()) if number >> place & 1]


def _points(book: Book) -> Ints:
    """(fields, 252): points by the fields' own rules, rolls in the order of the keeps."""
    keeps = five_dice()
    order = [roll_index(roll) for roll in keeps.keeps[: keeps.rolls]]
    return np.array([[offer.points for offer in book.grid.plain[index]] for index in order], dtype=np.intp).T
