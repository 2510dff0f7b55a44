"""What scenes may use of the table: journal, config, clock, the last reading, and the way from scene to scene."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from display.views import Message, Picture, Text, msg
from game import MatchSetup
from table.backstage import Backstage
from table.config import Config
from table.journal import Journal
from vision import Frame, Reading

if TYPE_CHECKING:
    from table.photos import Photos
    from table.scenes.scene import Scene
    from table.strategies import Adviser

#: How long a line about something that just happened stays on the screen.
NOTICE_S = 6.0


@dataclass
class Desk:
    """The scenes' view of the table; the loop owns it.

    `faults` are the standing ones that do not stop the game, by what is broken; `camera_fault` is the kind of the camera's fault, or None while it works; `last` the newest settled reading with its
    picture, which is what lies in the tray unless something moves; `reads` what the eye is to look for;
    `backstage` what only the service menu uses.
    """

    journal: Journal
    config: Config
    clock: Callable[[], float]
    photos: Photos
    language: str = "de"
    reads: Literal["dice", "coins"] = "dice"
    camera_fault: str | None = None
    faults: dict[str, Text] = field(default_factory=dict)
    last: tuple[Reading, Frame | None] | None = None
    last_setup: MatchSetup | None = None
    adviser: Adviser | None = None
    backstage: Backstage = field(default_factory=Backstage)
    sounds: list[str] = field(default_factory=list)
    _scenes: list[Scene] = field(default_factory=list)
    _notice: tuple[Text, float] | None = None

    @property
    def scene(self) -> Scene:
        """The scene that is shown and gets the presses."""
        return self._scenes[-1]

    @property
    def scenes(self) -> tuple[Scene, ...]:
        """All open scenes, the shown one last."""
        return tuple(self._scenes)

    def go(self, scene: Scene) -> None:
        """Leave all scenes and show this one."""
        self._scenes = [scene]

    def open(self, scene: Scene) -> None:
        """Show a scene above the present one."""
        self._scenes.append(scene)

    def close(self, scene: Scene) -> None:
        """Close a scene and whatever lies above it."""
        if scene in self._scenes:
            del self._scenes[self._scenes.index(scene) :]

    def say(self, text: Text, seconds: float = NOTICE_S) -> None:
        """Show one line about what just happened, for a few seconds."""
        self._notice = (text, self.clock() + seconds)

    def sound(self, name: str) -> None:
        """Have a sound played after this event."""
        self.sounds.append(name)

    @property
    def notice(self) -> Text | None:
        """The line to show: what just happened, else a fault that does not stop the game."""
        if self._notice is not None and self.clock() < self._notice[1]:
            return self._notice[0]
        if self.camera_fault is not None:
            return fault_line(self.camera_fault)
        return next(iter(self.faults.values()), None)


def fault_line(kind: str) -> Message:
    """The camera's fault in one plain line."""
    lines = {
        "gone": msg("fault.camera.gone"),
        "frozen": msg("fault.camera.frozen"),
        "dark": msg("fault.camera.dark"),
        "tray_moved": msg("fault.camera.tray_moved"),
    }
    return lines.get(kind, lines["gone"])


def around_dice(reading: Reading) -> tuple[float, float, float, float] | None:
    """The part of a picture (x, y, w, h px, 3:2) that shows all dice of a reading with room around them; None without."""
    if not reading.dice:
        return None
    xs, ys = zip(*(corner for die in reading.dice for corner in die.quad), strict=True)
    side = max(max(xs) - min(xs), (max(ys) - min(ys)) * 1.5, 120.0) * 1.25
    return (min(xs) + max(xs) - side) / 2, (min(ys) + max(ys) - side / 1.5) / 2, side, side / 1.5


def picture_of(frame: Frame | None, box: tuple[float, float, float, float] | None = None) -> Picture | None:
    """A frame, or a box (x, y, w, h px) of it, as a picture for the screen (RGB); None where the box lies beside it. The pixels are the
    frame's own: scenes are asked for their view at every step of the loop, and nearly always nothing is painted."""
    if frame is None:
        return None
    image = frame.image
    if box is not None:
        x, y, w, h = (round(part) for part in box)
        image = image[max(0, y) : max(0, y) + max(1, h), max(0, x) : max(0, x) + max(1, w)]
    return Picture(image[:, :, ::-1], frame.number) if image.size else None
