"""The nine buttons of the table and the switch inside its case: edges come in, presses go out, lamps shine."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


class Button(enum.StrEnum):
    """A button, in the order in which they stand on the panel. SERVICE is inside the case."""

    HOLD_1 = "HOLD_1"
    HOLD_2 = "HOLD_2"
    HOLD_3 = "HOLD_3"
    HOLD_4 = "HOLD_4"
    HOLD_5 = "HOLD_5"
    UP = "UP"
    DOWN = "DOWN"
    OK = "OK"
    BACK = "BACK"
    SERVICE = "SERVICE"


HOLDS = (Button.HOLD_1, Button.HOLD_2, Button.HOLD_3, Button.HOLD_4, Button.HOLD_5)
#: The buttons guests see, left to right; they have lamps.
PANEL_BUTTONS = (*HOLDS, Button.UP, Button.DOWN, Button.OK, Button.BACK)


class Light(enum.Enum):
    """How bright a button's lamp shines: what is lit is what works; DIM (a third) says that only a long press works now."""

    OFF = 0.0
    DIM = 1 / 3
    ON = 1.0


Lamps = Mapping[Button, Light]


@dataclass(frozen=True)
class Edge:
    """A contact closed (`pressed`) or opened, raw, bouncing as contacts do; `at` in seconds on a monotonic clock."""

    button: Button
    pressed: bool
    at: float


@dataclass(frozen=True)
class Press:
    """What a finger meant.

    `down` comes at once; then either `short` (released before 0.8 s) or `long` (at 0.8 s, still held), never both.
    `progress` runs 0-1 towards the long press.
    """

    button: Button
    kind: Literal["down", "short", "long"]
    at: float
    progress: float = 0.0
