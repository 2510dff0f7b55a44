"""What players do, as data. A match is the fold of these; the journal stores them as (kind, version, fields).

All fields are plain (int, float, str, tuple), so that any codec that knows dataclasses can write and read them. What a
move means and when it is allowed is the match's knowledge, not the move's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice were thrown and lie still.

    values: only of the dice thrown (those not held), from left to right, each 1-6; places: mm on the tray's floor, one
    for each value, or None if unknown (set by hand); photo: id of the picture it was read from. Serves start throws
    too.
    """

    kind: ClassVar[str] = "throw"
    version: ClassVar[int] = 1
    values: tuple[int, ...]
    places: tuple[Place, ...] | None = None
    photo: str | None = None


@dataclass(frozen=True, slots=True)
class Correct:
    """The die in slot 1-5 of the throw that lies was misread: it shows `value`. It stays held if it was."""

    kind: ClassVar[str] = "correct"
    version: ClassVar[int] = 1
    slot: int
    value: int


@dataclass(frozen=True, slots=True)
class Hold:
    """Exactly these slots (1-5) stay for the next throw; replaces what was held before. Kept sorted, each slot once."""

    kind: ClassVar[str] = "hold"
    version: ClassVar[int] = 1
    slots: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "slots", tuple(sorted(set(self.slots))))


@dataclass(frozen=True, slots=True)
class Fill:
    """The player enters the dice in a cell, "twos" or with several columns "2:twos", and the turn is over."""

    kind: ClassVar[str] = "fill"
    version: ClassVar[int] = 1
    cell: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes back the last move that stands and is no Hold, together with the Holds after it."""

    kind: ClassVar[str] = "undo"
    version: ClassVar[int] = 1


@dataclass(frozen=True, slots=True)
class Redo:
    """Brings back what the last Undo took, with its Holds. Any other move in between makes that impossible."""

    kind: ClassVar[str] = "redo"
    version: ClassVar[int] = 1


@dataclass(frozen=True, slots=True)
class Join:
    """Someone sits down as the last seat; in the first round of the first game only."""

    kind: ClassVar[str] = "join"
    version: ClassVar[int] = 1
    name: str


@dataclass(frozen=True, slots=True)
class Leave:
    """The player of that index (from 0) goes home: the sheet is closed, the others play on."""

    kind: ClassVar[str] = "leave"
    version: ClassVar[int] = 1
    player: int


@dataclass(frozen=True, slots=True)
class NextGame:
    """Goes on from the ranking between two games of a series."""

    kind: ClassVar[str] = "next_game"
    version: ClassVar[int] = 1


@dataclass(frozen=True, slots=True)
class Load:
    """Coins: every fist is loaded."""

    kind: ClassVar[str] = "load"
    version: ClassVar[int] = 1


@dataclass(frozen=True, slots=True)
class Show:
    """Coins: the fists are on the table; from now on nobody may change theirs."""

    kind: ClassVar[str] = "show"
    version: ClassVar[int] = 1


@dataclass(frozen=True, slots=True)
class Guess:
    """Coins: the player whose turn it is names the sum; `split` besides who holds how many, in seat order of those in."""

    kind: ClassVar[str] = "guess"
    version: ClassVar[int] = 1
    number: int
    split: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Reveal:
    """Coins: the sum that was counted; `coins` by player, in seat order of those in, if they were counted so."""

    kind: ClassVar[str] = "reveal"
    version: ClassVar[int] = 1
    count: int
    coins: tuple[int, ...] | None = None
    photo: str | None = None


@dataclass(frozen=True, slots=True)
class Foul:
    """Coins: the player of that index was caught opening or reloading the fist."""

    kind: ClassVar[str] = "foul"
    version: ClassVar[int] = 1
    player: int


Move = Throw | Correct | Hold | Fill | Undo | Redo | Join | Leave | NextGame | Load | Show | Guess | Reveal | Foul

#: kind -> class; reading a journal starts here.
MOVES: dict[str, type[Move]] = {
    move.kind: move
    for move in (Throw, Correct, Hold, Fill, Undo, Redo, Join, Leave, NextGame, Load, Show, Guess, Reveal, Foul)
}
