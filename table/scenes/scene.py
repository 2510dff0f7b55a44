"""What every scene is: it says what each button means now, what the screen shows, and takes what the tray does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.views import Icon, Label, LabelStyle, Text, View
from hardware import PANEL_BUTTONS, Button, Light
from vision import Frame, TrayEvent

if TYPE_CHECKING:
    from table.desk import Desk

Act = Callable[[], None]


@dataclass(frozen=True)
class Meaning:
    """What a button does now: `do` on a press (on release, if a long press means something too), `long` at 0.8 s."""

    label: Text | None = None
    do: Act | None = None
    long_label: Text | None = None
    long: Act | None = None
    style: LabelStyle = LabelStyle.LIT
    icon: Icon | None = None


Allowed = Mapping[Button, Meaning]


class Scene:
    """A state of the table. `allowed` alone decides lamps, labels and what a press does: what is lit is what works."""

    #: True for a scene that any button ends, lit or not.
    ends_on_any_press = False

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @property
    def covers_presses(self) -> bool:
        """The screen keeps to itself which button is down."""
        return False

    def allowed(self) -> Allowed:
        """The buttons that mean something now. Called anew after every event."""
        raise NotImplementedError

    def lights(self) -> dict[Button, Light]:
        """The lamps: what is lit is what works. Only a test of the lamps says otherwise."""
        return lamps(self.allowed())

    def view(self) -> View:
        """What the screen shows now."""
        raise NotImplementedError

    def on_tray(self, event: TrayEvent, frame: Frame | None) -> None:
        """The tray changed; `frame` is the picture that shows it."""

    def end(self) -> None:
        """Close the scene."""
        self.desk.close(self)

    def on_tick(self, now: float) -> None:
        """Time passes (seconds, monotonic); called a few times a second."""


def labels(allowed: Allowed) -> tuple[Label, ...]:
    """The nine on-screen labels for what is allowed."""
    return tuple(_label(allowed.get(button)) for button in PANEL_BUTTONS)


def lamps(allowed: Allowed) -> dict[Button, Light]:
    """The nine lamps for what is allowed: a third for a button that has only a long meaning."""
    return {button: _light(allowed.get(button)) for button in PANEL_BUTTONS}


def _label(meaning: Meaning | None) -> Label:
    if meaning is None or (meaning.do is None and meaning.long is None):
        return Label()
    if meaning.do is None:
        return Label(long=meaning.long_label, style=LabelStyle.LONG_ONLY)
    return Label(meaning.label, meaning.long_label, meaning.style, meaning.icon)


def _light(meaning: Meaning | None) -> Light:
    if meaning is None or (meaning.do is None and meaning.long is None):
        return Light.OFF
    return Light.ON if meaning.do is not None else Light.DIM
