"""Five dice: all 252 rolls that can lie on the table, and what is not a roll."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

from game.echo import shown
from game.errors import BadDice

FACES = (1, 2, 3, 4, 5, 6)

#: The values of five dice, sorted upwards.
Roll = tuple[int, ...]

#: Every roll, in lexical order; a roll's position is its index in every table made from them.
ROLLS: tuple[Roll, ...] = tuple(combinations_with_replacement(FACES, 5))

_INDEX = {roll: index for index, roll in enumerate(ROLLS)}


def roll_of(dice: Sequence[int]) -> Roll:
    """The dice as a roll, whatever their order. Raises BadDice unless they are five whole numbers of 1 to 6."""
    return ROLLS[roll_index(dice)]


def roll_index(dice: Sequence[int]) -> int:
    """Position of the roll in ROLLS. Raises BadDice unless the dice are five whole numbers of 1 to 6."""
    if len(dice) != 5:
        raise BadDice(f"{len(dice)} dice ([{', '.join(map(shown, dice))}]), a roll has exactly 5")
    for value in dice:
        if type(value) is not int or not 1 <= value <= 6:
            raise BadDice(f"a die of {shown(value)} in [{', '.join(map(shown, dice))}], dice show 1 to 6")
    return _INDEX[tuple(sorted(dice))]


def equal_number(roll: Roll) -> int | None:
    """The number of five of a kind, None if the dice are not all equal."""
    return roll[0] if roll[0] == roll[4] else None
