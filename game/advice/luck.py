"""Luck and skill of a match after the fact: points lost by choices against the best, and what the dice gave.

Along a player's game the expectation under the best play from there on changes in two ways only: by a throw (luck, in
either direction, zero on average) and by a choice (a loss, never a gain). So what was expected at the start, plus luck,
minus losses, is the total.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from game.advice.adviser import ROLLS_LEFT, CellAdvice, advise
from game.advice.keeps import Keep, five_dice
from game.advice.worth import TurnWorth, Worth
from game.match import Match
from game.moves import Fill, Throw
from game.sheet import Sheet

#: Losses below this are rounding.
_ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice that lost something: what was done (kept dice, or a cell), what would have been best, the loss.

    game, turn: from 1.
    """

    game: int
    turn: int
    dice: Keep
    done: Keep | str
    best: Keep | str
    loss: float


@dataclass(frozen=True, slots=True)
class LuckAndSkill:
    """A player's games: start + luck - lost == total + to_come, up to rounding in double precision.

    start: expectation before the first throw, over all games; lost: by choices; to_come: what was still expected of
    sheets that were not filled (who left), else 0; choices: those that lost anything, the worst first.
    """

    player: int
    start: float
    luck: float
    lost: float
    total: int
    to_come: float
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A finished turn: the sheet before it, the dice after each throw, what was kept for the throws after the first, the
    cell."""

    player: int
    game: int
    sheet: Sheet
    rolls: tuple[Keep, ...]
    kept: tuple[Keep, ...]
    cell: str

    @property
    def after(self) -> Sheet:
        """The sheet with the last roll entered."""
        return self.sheet.fill(self.cell, self.rolls[-1])


def luck_and_skill(match: Match, worth: Worth) -> tuple[LuckAndSkill, ...]:
    """By player, over all finished turns of the match. worth: of the match's book (for estimates the sums hold too)."""
    turns = finished_turns(match)
    games = (*match.finished_games, match.sheets)
    found = []
    for player in range(len(match.players)):
        sheets = [sheets[player] for sheets in games if player < len(sheets)]
        before = [worth.of(Sheet.empty(match.book)) for _ in sheets]
        luck = lost = 0.0
        choices: list[Choice] = []
        for turn in [turn for turn in turns if turn.player == player]:
            gained, missed, bad = _judge(turn, worth)
            luck += gained
            lost += missed
            choices += bad
        total = sum(sheet.totals().total for sheet in sheets)
        to_come = sum(worth.of(sheet) - sheet.totals().total for sheet in sheets if not sheet.is_full)
        choices.sort(key=lambda choice: -choice.loss)
        found.append(LuckAndSkill(player, sum(before), luck, lost, total, to_come, tuple(choices)))
    return tuple(found)


def finished_turns(match: Match) -> tuple[PlayedTurn, ...]:
    """Every turn that ended with a filled cell, in the order of play. A corrected die counts as it was corrected."""
    found = []
    current = Match.new(match.setup, match.book)
    thrown: list[_Thrown] = []
    for move in match.line:
        turn, in_turn = current.turn, current.phase == "turn"
        if in_turn and turn is not None and turn.throws:
            thrown[-1] = _Thrown(turn.dice, thrown[-1].held)
            if isinstance(move, Fill):
                found.append(_turn(current, thrown, move.cell))
        current = current.push(move)
        if isinstance(move, Throw) and in_turn and turn is not None and current.turn is not None:
            thrown = [*thrown, _Thrown(current.turn.dice, turn.held)] if turn.throws else [_Thrown(current.turn.dice)]
    return tuple(found)


class _Thrown(NamedTuple):
    """What lay after a throw, by slot, and the slots that were held for it."""

    dice: tuple[int | None, ...]
    held: frozenset[int] = frozenset()


def _turn(match: Match, thrown: list[_Thrown], cell: str) -> PlayedTurn:
    """Held dice that were corrected later lay corrected in the throws before, too."""
    player = match.player
    assert player is not None
    dice = [[value or 0 for value in one.dice] for one in thrown]
    for number in range(len(thrown) - 1, 0, -1):
        for slot in thrown[number].held:
            dice[number - 1][slot - 1] = dice[number][slot - 1]
    kept = [
        tuple(sorted(values[slot - 1] for slot in one.held)) for values, one in zip(dice[1:], thrown[1:], strict=True)
    ]
    rolls = tuple(tuple(sorted(values)) for values in dice)
    return PlayedTurn(player, match.game_number, match.sheets[player], rolls, tuple(kept), cell)


def _judge(turn: PlayedTurn, worth: Worth) -> tuple[float, float, list[Choice]]:
    """Luck of a turn, what its choices lost, and those that lost anything."""
    keeps, values = five_dice(), TurnWorth(worth, turn.sheet)
    expected = worth.of(turn.sheet)
    luck = lost = 0.0
    missed = []
    for number, roll in enumerate(turn.rolls):
        left = ROLLS_LEFT[-1] - number
        best = values.roll(keeps.row[roll], left)
        luck += best - expected
        is_last = number == len(turn.rolls) - 1
        done: Keep | str = turn.cell if is_last else turn.kept[number]
        expected = worth.of(turn.after) if is_last else float(values.keeps(left)[keeps.row[turn.kept[number]]])
        lost += best - expected
        if best - expected > _ROUNDING:
            better = advise(worth, turn.sheet, roll, left).best
            instead = better.cell if isinstance(better, CellAdvice) else better.keep
            missed.append(Choice(turn.game, turn.sheet.filled + 1, roll, done, instead, best - expected))
    return luck, lost, missed
