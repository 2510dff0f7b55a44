"""The chance to win for two players: how each one's final total is spread under the best play, and the exact convolution
of the two.

What is approximated is the spread alone: it is counted from games that are played to their end, from the sheet and the
dice as they lie, by the best play (by the estimate where that is all there is; extra Kniffels go by the rules). Its mean
is then moved to the exact expectation, or, where nobody knows that, to the mean of those games without the luck that
their dice had against the estimate; both take most of chance's error out. The same sheet always gives the same
chances. How far they are off was measured against 2,000 games of their own for each side (`benchmarks/advice.py --games`),
in 25 moments of each book, within turns too: 0.8 percentage points on average and 2.5 at most at Kniffel, Yahtzee and
Yatzy, 0.4 and 0.9 in a series of three; the comparison itself is right to 0.9. At Dreifach-Kniffel, in 40 moments against
3,000 games for each side: 0.5 and 1.8. Nobody plays the best play to the end, of course: whoever plays worse than that
wins less.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from game.advice.column_games import PlayedColumns
from game.advice.columns import ColumnWorth
from game.advice.keeps import Floats, five_dice
from game.advice.playing import ExactSheets, Sheets, play
from game.advice.worth import ExactWorth, TurnWorth, Worth
from game.dice import roll_of
from game.sheet import Sheet

#: Turns that are played for one spread, and the most games: early in a game some 900, for the last turn as many as this.
TURNS, MOST_GAMES = 12_000, 4_000


@dataclass(frozen=True, eq=False)
class Spread:
    """How a final total is spread: `chances` of lowest, lowest + 1 … points; then all of it is moved by `shift` points."""

    lowest: int
    chances: Floats
    shift: float = 0.0

    @classmethod
    def certain(cls, total: int) -> Spread:
        """Of a total that stands."""
        return cls(total, np.ones(1))

    @property
    def mean(self) -> float:
        """Expected total."""
        return float(self.lowest + self.shift + self.chances @ np.arange(len(self.chances)))

    def and_then(self, other: Spread) -> Spread:
        """Of the sum of two totals, as in a series."""
        return Spread(self.lowest + other.lowest, np.convolve(self.chances, other.chances), self.shift + other.shift)


def spread_of(
    worth: Worth, sheet: Sheet, dice: Sequence[int] = (), rolls_left: int = 0, *, turns: int = TURNS
) -> Spread:
    """How the final total of a sheet is spread if it is played on in the best way.

    dice: that lie in its turn, none before the first throw; turns: how many are played to find out (a tenth of a second
    for each few thousand). worth: from a solved table; raises TypeError for another measure, BadDice.
    """
    if sheet.is_full:
        return Spread.certain(sheet.totals().total)
    row = five_dice().row[roll_of(dice)] if dice else None
    left = len(sheet.entries) - sheet.filled
    games = min(MOST_GAMES, max(1, turns // left))
    luck = np.zeros(games)
    totals = play(_sheets(worth, sheet, games), games, np.random.default_rng(left), row, rolls_left, luck)
    lowest = int(totals.min())
    found = Spread(lowest, np.bincount(totals - lowest) / games)
    if not worth.exact:
        return Spread(lowest, found.chances, -float(luck.mean()))
    expected = worth.of(sheet) if row is None else TurnWorth(worth, sheet).roll(row, rolls_left)
    return Spread(lowest, found.chances, expected - found.mean)


def win_chance(mine: Spread, other: Spread, ahead: int = 0) -> float:
    """The chance (0-1) that the first total, with so many points ahead, is the higher one; a tie counts half."""
    differences = np.convolve(mine.chances, other.chances[::-1])
    lowest = mine.lowest + ahead - (other.lowest + len(other.chances) - 1)
    # By points of difference: the chance of more, and half of that of just as many; moved totals lie between two points.
    above = differences[::-1].cumsum()[::-1] - differences / 2
    points = np.arange(lowest - 1, lowest + len(differences) + 1)
    return float(np.interp(other.shift - mine.shift, points, np.concatenate([[1.0], above, [0.0]])))


def _sheets(worth: Worth, sheet: Sheet, count: int) -> Sheets:
    if isinstance(worth, ExactWorth):
        return ExactSheets(worth.table, count, sheet)
    if isinstance(worth, ColumnWorth):
        return PlayedColumns(worth.table, count, sheet=sheet)
    raise TypeError(f"{type(worth).__name__} plays no games, allowed: the worth of a solved table")
