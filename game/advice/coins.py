"""Münzknobeln: the chances of each sum, the best number to name, and the balance of the duel (RULES 6).

What is assumed of the others, unless said otherwise: each fist holds any allowed number of coins with the same chance,
whatever they named. In the duel's balance nothing of the kind is assumed: both play as well as can be.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from game.errors import GameError

COINS_EACH = 3


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


@dataclass(frozen=True)
class Duel:
    """The balance of one round between two: nobody can do better by playing otherwise.

    It is a zero-sum game, since a hit takes the one who hits out and leaves the other to pay. Assumed: a round counts
    1 for who hits, -1 for the other and 0 if nobody does (then the next round is as good for both as it is for each in
    turn, the start moving on); the second names after having heard the first, and never the same number.

    value: for the player who names first, in rounds won minus rounds lost; first: chance of each (coins, number);
    second_coins: chance of each number of coins; answers: by (coins, number heard) the chance of each number to name.
    """

    value: float
    first: Mapping[tuple[int, int], float]
    second_coins: Mapping[int, float]
    answers: Mapping[tuple[int, int], Mapping[int, float]]
    gap: float
