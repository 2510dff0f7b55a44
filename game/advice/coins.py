"""Münzknobeln: the chances of each sum and the best number to name (RULES 6).

What is assumed of the others: each fist holds any allowed number of coins with the same chance, whatever they named.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from game.coins import COINS_EACH
from game.errors import GameError


class BadFists(GameError, ValueError):
    """Players, coins or numbers that can't be."""


@dataclass(frozen=True, slots=True)
class Odds:
    """chances: of each sum that can still be; free: the sums that may be named, the likeliest first (equal ones: the
    lower first)."""

    chances: Mapping[int, Fraction]
    free: tuple[int, ...]

    @property
    def best(self) -> int | None:
        """The number to name; None if every possible one is taken."""
        return self.free[0] if self.free else None


def sum_odds(
    players: int, *, no_zero: bool = False, own: int | None = None, named: Collection[int] = (), repeats: bool = False
) -> Odds:
    """The exact distribution of the sum of all fists, and which numbers are worth naming.

    players: still in; own: coins in the own fist, None for what is public; named: numbers already named, not free unless
    `repeats`. Raises BadFists.
    """
    lowest = int(no_zero)
    if type(players) is not int or players < 1:
        raise BadFists(f"{players!r} players, allowed: 1 and more")
    if own is not None and (type(own) is not int or not lowest <= own <= COINS_EACH):
        raise BadFists(f"{own!r} coins in the own fist, allowed: {lowest} to {COINS_EACH}")
    for number in named:
        if type(number) is not int or not players * lowest <= number <= players * COINS_EACH:
            raise BadFists(f"the number {number!r} was named, allowed: {players * lowest} to {players * COINS_EACH}")
    fists = range(lowest, COINS_EACH + 1)
    ways = {own or 0: 1}
    unknown = players - (own is not None)
    for _ in range(unknown):
        grown: dict[int, int] = {}
        for total, count in ways.items():
            for coins in fists:
                grown[total + coins] = grown.get(total + coins, 0) + count
        ways = grown
    every = len(fists) ** unknown
    chances = {total: Fraction(count, every) for total, count in sorted(ways.items())}
    open_sums = [total for total in chances if repeats or total not in named]
    return Odds(chances, tuple(sorted(open_sums, key=lambda total: (-chances[total], total))))
