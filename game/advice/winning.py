"""The chance to win for two players, by an approximation: both finish by the best play, and what is still open is normal.

The mean of a player's final total is exact (from the solved table); its variance is the sum of what each free cell
adds, as measured in 24,000 simulated games of the best play for each kind of rules. An exact convolution would need the
distribution, not the mean, of every state. How far the chances are off was measured by playing (benchmarks/advice.py):
of states given 0-10 %, 10-20 % … the share of games won differs from the chance by at most 2.7 percentage points at
Kniffel, 1.5 at Yatzy and 6.3 at Yahtzee, whose extra 100 points are far from normal (4,000 pairs of games each).
"""

from __future__ import annotations

from math import erf, sqrt

from game.advice.worth import Worth
from game.book import Book
from game.sheet import Sheet

#: Variance that a free cell adds, and (None) what each free cell adds once a Kniffel cell holds points.
_ADDS: dict[str, dict[str | None, float]] = {
    "kniffel": {
        "ones": 122,
        "twos": 113,
        "threes": 167,
        "fours": 201,
        "fives": 241,
        "sixes": 322,
        "three_of_a_kind": 114,
        "four_of_a_kind": 189,
        "full_house": 153,
        "small_straight": 61,
        "large_straight": 360,
        "kniffel": 113,
        "chance": 55,
        None: 76,
    },
    "kniffel without extra": {
        "ones": 26,
        "twos": 59,
        "threes": 77,
        "fours": 123,
        "fives": 165,
        "sixes": 240,
        "three_of_a_kind": 69,
        "four_of_a_kind": 161,
        "full_house": 106,
        "small_straight": 30,
        "large_straight": 346,
        "kniffel": 230,
    },
    "yahtzee": {
        "ones": 244,
        "twos": 152,
        "threes": 232,
        "fours": 399,
        "fives": 422,
        "sixes": 462,
        "three_of_a_kind": 177,
        "four_of_a_kind": 244,
        "full_house": 227,
        "small_straight": 162,
        "large_straight": 348,
        "chance": 231,
        None: 305,
    },
    "yatzy": {
        "ones": 39,
        "twos": 100,
        "threes": 132,
        "fours": 195,
        "fives": 188,
        "sixes": 322,
        "three_of_a_kind": 44,
        "four_of_a_kind": 149,
        "large_straight": 55,
        "full_house": 76,
        "yatzy": 283,
    },
}


def win_chance(
    worth: Worth, mine: Sheet, other: Sheet, *, my_total: float | None = None, ahead: int = 0, games_to_come: int = 0
) -> float:
    """Approximate chance (0-1) that `mine` ends above `other`; a tie counts half.

    my_total: the expected final total in the middle of a turn (from `advise`), if one is under way; ahead: points by
    which `mine` leads from earlier games of a series; games_to_come: its games that have not begun (in a series the
    chance was not measured).
    """
    mean = (worth.of(mine) if my_total is None else my_total) - worth.of(other) + ahead
    spread = sqrt(variance(mine) + variance(other) + 2 * games_to_come * variance(Sheet.empty(mine.book)))
    if not spread:
        return 0.5 if mean == 0 else float(mean > 0)
    return (1 + erf(mean / (spread * sqrt(2)))) / 2


def variance(sheet: Sheet) -> float:
    """Of the final total, by the free cells; factors count squared."""
    book = sheet.book
    adds = _ADDS[_kind(book)]
    holds = book.extra_kniffel != "none" and any(sheet.entries[index] for index in book.grid.kniffels)
    more = adds.get(None, 0.0) if holds else 0.0
    return sum(
        book.factors[cell.column - 1] ** 2 * adds.get(cell.field, 0.0) + more
        for cell, points in zip(book.grid.cells, sheet.entries, strict=True)
        if points is None
    )


def _kind(book: Book) -> str:
    if book.id in ("yatzy", "yahtzee"):
        return book.id
    return "kniffel without extra" if book.extra_kniffel == "none" else "kniffel"
