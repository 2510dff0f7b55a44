"""The duel at Münzknobeln: how two play against each other who both play as well as can be.

Assumed: each hides coins; the first names a sum; the second, who has heard it, names another one; who hits wins the duel,
and if nobody does they play again with the start moved on. That is a zero-sum game with hidden coins. It is solved by
regret matching, which plays it against itself and leans towards what would have been better; the average play comes
ever closer to the balance. How close is measured, not believed: `gap` is what the two could gain together by answering
the other's average play with the very best.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from game.advice.keeps import Floats
from game.coins import COINS_EACH

_ROUNDS = 1_000
_OUTER = 3


@dataclass(frozen=True)
class Duel:
    """The balance of the duel.

    first_wins: chance that who names first wins in the end; first: chance of each (coins, number); second_coins: chance
    of each number of coins in the second fist; answers: by (coins, number heard) the chance of each number to name; gap:
    how much better, as a chance to win the round, the best answers would be at most.
    """

    first_wins: float
    first: Mapping[tuple[int, int], float]
    second_coins: Mapping[int, float]
    answers: Mapping[tuple[int, int], Mapping[int, float]]
    gap: float


@lru_cache(maxsize=2)
def duel(*, no_zero: bool = False) -> Duel:
    """The balance with 0-3 or, under `no_zero`, 1-3 coins in each fist."""
    game = _Round(int(no_zero))
    again = 0.0
    for _ in range(_OUTER):
        game.solve(-again)
        value, nobody = game.value(-again)
        # If nobody hits the roles change, so that round is worth what this one is, to the other: v = hits - nobody * v.
        again = (value + nobody * again) / (1.0 + nobody)
    return game.result((1.0 + again) / 2, -again)


class _Round:
    """One round. x: (coins, numbers) of the first; y: (coins,) and z: (coins, heard, numbers) of the second."""

    def __init__(self, lowest: int) -> None:
        self.coins = np.arange(lowest, COINS_EACH + 1)
        self.sums = np.arange(2 * lowest, 2 * COINS_EACH + 1)
        coins, sums = len(self.coins), len(self.sums)
        total = self.coins[:, None] + self.coins
        #: (first's coins, second's coins, numbers): 1 where the number is the sum
        self.hits = (total[:, :, None] == self.sums).astype(np.float64)
        self.may = ~np.eye(sums, dtype=bool)
        self.x = np.full((coins, sums), 1.0 / (coins * sums))
        self.y = np.full(coins, 1.0 / coins)
        self.z = np.broadcast_to(self.may / (sums - 1), (coins, sums, sums)).copy()

    def solve(self, nobody: float) -> None:
        """Regret matching; nobody: what a round without a hit is worth to the first (1 a hit, -1 the other's)."""
        regret_x, regret_y, regret_z = np.zeros_like(self.x), np.zeros_like(self.y), np.zeros_like(self.z)
        sum_x, sum_y, sum_z = np.zeros_like(self.x), np.zeros_like(self.y), np.zeros_like(self.z)
        x, y, z = self.x, self.y, self.z
        for number in range(1, _ROUNDS + 1):
            worth_x = self.of_first(y, z, nobody)
            regret_x = np.maximum(regret_x + worth_x - (x * worth_x).sum(), 0.0)
            x = _matched(regret_x.reshape(1, -1), np.ones((1, x.size), dtype=bool)).reshape(x.shape)
            worth_z = self.of_answers(x, nobody)
            by_coins = (z * np.where(self.may, worth_z, 0.0)).sum(axis=2)
            worth_y = by_coins.sum(axis=1)
            regret_z = np.maximum(regret_z + np.where(self.may, worth_z - by_coins[:, :, None], 0.0), 0.0)
            regret_y = np.maximum(regret_y + worth_y - (y * worth_y).sum(), 0.0)
            z = _matched(regret_z, self.may)
            y = _matched(regret_y[None], np.ones((1, len(y)), dtype=bool))[0]
            sum_x += number * x
            sum_y += number * y
            sum_z += number * y[:, None, None] * z
        self.x, self.y = sum_x / sum_x.sum(), sum_y / sum_y.sum()
        named = sum_z.sum(axis=2, keepdims=True)
        self.z = np.where(named > 0, sum_z / np.where(named > 0, named, 1.0), self.may / (len(self.sums) - 1))

    def of_first(self, y: Floats, z: Floats, nobody: float) -> Floats:
        """(coins, numbers): what each is worth to the first."""
        mine = np.einsum("b,abn->an", y, self.hits)
        others = np.einsum("b,bnm,abm->an", y, z, self.hits)
        found: Floats = mine - others + nobody * (1.0 - mine - others)
        return found

    def of_answers(self, x: Floats, nobody: float) -> Floats:
        """(coins, heard, numbers): what each answer is worth to the second, weighted by how often it is heard."""
        mine = np.einsum("an,abm->bnm", x, self.hits)
        others = np.einsum("an,abn->bn", x, self.hits)[:, :, None]
        heard = x.sum(axis=0)[None, :, None]
        found: Floats = mine - others - nobody * (heard - mine - others)
        return found

    def value(self, nobody: float) -> tuple[float, float]:
        """What the round is worth to the first, and the chance that nobody hits."""
        value = float((self.x * self.of_first(self.y, self.z, nobody)).sum())
        mine = np.einsum("an,b,abn->", self.x, self.y, self.hits)
        others = np.einsum("an,b,bnm,abm->", self.x, self.y, self.z, self.hits)
        return value, float(1.0 - mine - others)

    def gap(self, nobody: float) -> float:
        """What both could gain by the best answers to the other's play."""
        best_first = self.of_first(self.y, self.z, nobody).max()
        answers = np.where(self.may, self.of_answers(self.x, nobody), -np.inf).max(axis=2).sum(axis=1).max()
        return float(best_first + answers)

    def result(self, first_wins: float, nobody: float) -> Duel:
        """The balance in words of coins and numbers."""
        coins, sums = self.coins.tolist(), self.sums.tolist()
        return Duel(
            first_wins,
            {(a, n): float(self.x[i, j]) for i, a in enumerate(coins) for j, n in enumerate(sums)},
            {b: float(self.y[i]) for i, b in enumerate(coins)},
            {
                (b, n): {m: float(self.z[i, j, k]) for k, m in enumerate(sums) if k != j}
                for i, b in enumerate(coins)
                for j, n in enumerate(sums)
            },
            self.gap(nobody) / 2,
        )


def _matched(regret: Floats, may: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Floats:
    """Chances in proportion to regret along the last axis, equal ones where there is none."""
    total = regret.sum(axis=-1, keepdims=True)
    even = may / may.sum(axis=-1, keepdims=True)
    found: Floats = np.where(total > 0, regret / np.where(total > 0, total, 1.0), even)
    return found
