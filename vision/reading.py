"""What the eye answers: dice and doubts in one picture, and what happens in the tray over time."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Literal

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
Box = tuple[float, float, float, float]


class DoubtKind(enum.StrEnum):
    """Why a reading, or one die of it, may not be said as known."""

    COCKED = "cocked"  #: leans on the rim or on another die
    STACKED = "stacked"  #: lies on another die
    HAND = "hand"  #: a hand, sleeve or dice cup is over the tray
    MOVING = "moving"  #: still rolling
    BLURRED = "blurred"  #: the picture is not sharp enough
    GLARE = "glare"  #: a reflection hides pips so that two values are possible
    CUT_OFF = "cut_off"  #: reaches over the picture's edge or the tray's rim
    UNCLEAR = "unclear"  #: the witnesses do not agree
    COUNT = "count"  #: the number of dice is not one that makes sense now
    FOREIGN = "foreign"  #: something that is no die lies on the floor
    OUTSIDE = "outside"  #: a die lies wholly beside the tray; it does not matter to the reading
    DARK = "dark"  #: too little light
    FROZEN = "frozen"  #: the camera repeats the same picture
    TRAY_MOVED = "tray_moved"  #: the tray is not where it was calibrated


@dataclass(frozen=True)
class Die:
    """One die as read.

    value: 1-6, the most likely one; candidates: (value, probability), most likely first; center, quad: px in the picture
    that was read, quad being the corners of the top face; place: mm on the tray's floor or None without a known tray;
    confidence: 0-1, calibrated (of dice read with 0.99, 99 % are right).
    """

    value: int
    confidence: float
    center: Point
    quad: Quad
    candidates: tuple[tuple[int, float], ...] = ()
    place: Point | None = None


@dataclass(frozen=True)
class Coin:
    """One coin as counted: centre and radius in px of the picture that was read, confidence 0-1 (not calibrated)."""

    center: Point
    radius: float
    confidence: float


@dataclass(frozen=True)
class Doubt:
    """A reason for not being sure: its kind, which die (index into `Reading.dice`) and where (px box x, y, w, h)."""

    kind: DoubtKind
    die: int | None = None
    where: Box | None = None


@dataclass(frozen=True)
class Reading:
    """What one picture, or a vote over several, says.

    `status` is "read" only if every die and their number are sure. Dice are those on the tray's floor, in picture order from
    left to right. For coins `count` is their number, `coins` says where they lie, and `dice` is empty.
    """

    status: Literal["read", "unsure"]
    dice: tuple[Die, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    frame_number: int = 0
    count: int = 0
    coins: tuple[Coin, ...] = ()

    @property
    def values(self) -> tuple[int, ...]:
        """The dice values, sorted."""
        return tuple(sorted(die.value for die in self.dice))


@dataclass(frozen=True)
class Moving:
    """Dice are rolling, or something else moves in the tray."""

    at: float
    frame_number: int


@dataclass(frozen=True)
class HandIn:
    """A hand, sleeve or cup is over the tray."""

    at: float
    frame_number: int


@dataclass(frozen=True)
class Empty:
    """The tray lies still and empty."""

    at: float
    frame_number: int


@dataclass(frozen=True)
class Settled:
    """Everything lies still and has been read.

    `stayed`, `moved`: indices into `reading.dice` of dice that lie where they lay (same value), or that lie elsewhere; a die
    that is new is in neither. `lifted`: indices into the previous settled reading's dice that are gone from their places.
    """

    at: float
    frame_number: int
    reading: Reading
    stayed: tuple[int, ...] = ()
    moved: tuple[int, ...] = ()
    lifted: tuple[int, ...] = ()


@dataclass(frozen=True)
class CameraFault:
    """The camera is gone, frozen or in the dark. `kind` is gone, frozen, dark or tray_moved; `what` is a line for the log."""

    at: float
    kind: str
    what: str = ""
    frame_number: int = field(default=0)


TrayEvent = Moving | HandIn | Empty | Settled | CameraFault
