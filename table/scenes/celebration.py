"""A short burst of joy over the game: five of a kind, the bonus, a house record. Any press ends it."""

from __future__ import annotations

from display.views import CelebrationView, LabelStyle, Text, View, msg
from hardware import Button
from table.desk import Desk
from table.records import Record
from table.scenes.scene import Allowed, Meaning, Scene
from vision import Frame, TrayEvent

LASTS_S = 2.5


class CelebrationScene(Scene):
    """Shows one of the celebrations for a moment above another scene, which gets everything the tray does."""

    ends_on_any_press = True

    def __init__(self, desk: Desk, under: Scene, view: CelebrationView) -> None:
        super().__init__(desk)
        self._under = under
        self._view = view
        self._until = desk.clock() + LASTS_S

    def allowed(self) -> Allowed:
        return {Button.OK: Meaning(msg("label.go_on"), self.end, style=LabelStyle.EXPECTED)}

    def on_tray(self, event: TrayEvent, frame: Frame | None) -> None:
        self.end()
        self._under.on_tray(event, frame)

    def on_tick(self, now: float) -> None:
        if now >= self._until:
            self.end()

    def view(self) -> View:
        return self._view


def kniffel(name: str, dice: tuple[int, ...], points: int) -> CelebrationView:
    """Five of a kind was entered."""
    return CelebrationView(
        "kniffel", msg("celebrate.kniffel"), (msg("celebrate.by", name=name),), dice, msg("turn.points", count=points)
    )


def bonus(name: str, points: int, upper: int, threshold: int) -> CelebrationView:
    """The upper section (`upper` points of `threshold`) reached its bonus."""
    by = (msg("celebrate.by", name=name),)
    return CelebrationView("bonus", msg("celebrate.bonus"), by, (), f"+{points}", bar=(upper, threshold))


def record(name: str, total: int, before: Record | None) -> CelebrationView:
    """A total that nobody had here before; `before` held the record until now."""
    points: Text = msg("turn.points", count=total)
    by = (msg("celebrate.by", name=name),)
    held = None if before is None else msg("celebrate.before", name=before.name, points=before.total)
    return CelebrationView("record", msg("celebrate.record"), by, (), points, before=held)
