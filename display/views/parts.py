"""Words, pictures, buttons and dice: what every view is built from."""

from __future__ import annotations

import enum
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Box = tuple[float, float, float, float]  #: x, y, width, height in pixels of the picture it belongs to


@dataclass(frozen=True)
class Message:
    """A sentence to be said in the screen's language: `key` of the catalogues, `params` for its {placeholders}.

    A parameter may itself be a `Message`. The parameter `count` picks the plural form where the catalogue has one.
    """

    key: str
    params: tuple[tuple[str, str | int | float | Message], ...] = ()


Text = Message | str  #: a message to be translated, or a name to be shown as it is


def msg(key: str, **params: str | int | float | Message) -> Message:
    """Short for `Message`: `msg("turn.rolls_left", count=1)`."""
    return Message(key, tuple(sorted(params.items())))


@dataclass(frozen=True, eq=False)
class Picture:
    """A camera picture: `pixels` uint8 (H, W, 3) RGB; equal if `number` is equal (pixels are never compared)."""

    pixels: Pixels
    number: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Picture) and other.number == self.number

    def __hash__(self) -> int:
        return hash(self.number)


@dataclass(frozen=True)
class Mark:
    """Something the reader saw in a picture: a box in its pixels, a value said about it, and whether it is in doubt."""

    box: Box
    value: int | None = None
    doubtful: bool = False
    text: Text | None = None


class LabelStyle(enum.Enum):
    """How the label above a button looks; the same as what its lamp does."""

    DARK = "dark"  #: no meaning now: empty outline, no word
    LIT = "lit"  #: may be pressed: tile, word, full lamp bar
    ACTIVE = "active"  #: lit and switched on (a held die, the chosen column): amber tile
    EXPECTED = "expected"  #: the one press that goes on: paper tile
    LONG_ONLY = "long_only"  #: only a long press means something: ring and word, short dim bar


class Icon(enum.Enum):
    """A small drawn sign in front of a label's word."""

    UP = "up"
    DOWN = "down"
    CHECK = "check"
    BACK = "back"
    DIAMOND = "diamond"  #: the Raute of the best offer and of the hint


@dataclass(frozen=True)
class Label:
    """What stands above one button: word of the short and of the long press, style and sign."""

    short: Text | None = None
    long: Text | None = None
    style: LabelStyle = LabelStyle.DARK
    icon: Icon | None = None


#: The nine buttons in the order of their labels.
HOLD_1, HOLD_2, HOLD_3, HOLD_4, HOLD_5, UP, DOWN, OK, BACK = range(9)
DARK_LABELS: tuple[Label, ...] = (Label(),) * 9


@dataclass(frozen=True)
class SlotDie:
    """One of the tray's slots. value None: nothing known there (an empty slot, or a die in doubt).

    held: amber ring and pill; doubtful: dashed coral ring with "?"; advised: a Raute at the die, the hint keeps it;
    chosen: this slot is being corrected; pill: another word than "liegt" / "unklar" below it.
    """

    value: int | None = None
    held: bool = False
    doubtful: bool = False
    advised: bool = False
    chosen: bool = False
    pill: Text | None = None


@dataclass(frozen=True)
class DiceTray:
    """The tray with dice in slot order (five slots); may_hold: a die can get a word below it at any moment, so room is kept."""

    dice: tuple[SlotDie, ...]
    may_hold: bool = True


@dataclass(frozen=True)
class PromptTray:
    """The tray with one big amber word ("Wirf!") and, if there is one, the photo of the last throw."""

    word: Text
    photo: Picture | None = None
    photo_text: Text | None = None


Tray = DiceTray | PromptTray


@dataclass(frozen=True)
class ScatterDie:
    """A die lying anywhere: centre x, y as parts (0–1) of the tray, turned by `angle` degrees, perhaps held."""

    value: int
    x: float
    y: float
    angle: float = 0.0
    held: bool = False
