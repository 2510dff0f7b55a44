"""Service pages to look at: camera, light, calibration, buttons and lamps, log, version."""

from __future__ import annotations

import importlib.metadata
import platform
import shutil
from collections.abc import Sequence

from display.views import (
    Icon,
    LabelStyle,
    LogView,
    Mark,
    ServiceButtonsView,
    ServiceCameraView,
    TableView,
    Text,
    View,
    msg,
)
from hardware import PANEL_BUTTONS, Button, Light
from table.desk import Desk, picture_of
from table.scenes.paging import PagedScene
from table.scenes.scene import Allowed, Meaning
from table.scenes.service import ServiceScene
from vision import Frame, Settled, TrayEvent

#: How often the live picture is renewed, in seconds, and how wide a picture the screen is given, px.
PICTURE_EVERY_S = 0.25
LINES_A_PAGE = 18


class CameraScene(ServiceScene):
    """The live picture with the tray's outline and what was read in it last."""

    title: Text = msg("service.camera")
    lines: tuple[Text, ...] = (msg("service.camera.how"),)
    #: Sentences about the picture that stand in place of the values, each fit or not.
    findings: tuple[tuple[bool, Text], ...] = ()

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.frame: Frame | None = desk.backstage.frame()
        self._renewed_at = desk.clock()
        self._rate = 0.0
        self._look()
        self.is_settled = desk.last is not None

    def allowed(self) -> Allowed:
        return {Button.BACK: self.back()}

    def on_tray(self, event: TrayEvent, frame: Frame | None) -> None:
        self.is_settled = isinstance(event, Settled)

    def on_tick(self, now: float) -> None:
        if now - self._renewed_at < PICTURE_EVERY_S:
            return
        before, self.frame = self.frame, self.desk.backstage.frame()
        if before is not None and self.frame is not None and self.frame.at > before.at:
            rate = (self.frame.number - before.number) / (self.frame.at - before.at)
            self._rate = rate if not self._rate else 0.8 * self._rate + 0.2 * rate
        self._renewed_at = now
        if self.frame is not before:
            self._look()

    def _look(self) -> None:
        """Measure the picture that has just come; a view is asked for far more often."""
        from table.picture import measure

        self._outline = outline_of(self.frame)
        self._picture = picture_of(self.frame)
        self.quality = measure(self.frame.image) if self.frame is not None else None

    def rows(self) -> tuple[tuple[Text, Text], ...]:
        """What is measured, with values."""
        last = self.desk.last
        reading = last[0] if last is not None and self.is_settled else None
        read = " ".join(str(die.value) for die in sorted(reading.dice, key=lambda die: die.center)) if reading else ""
        rows: list[tuple[Text, Text]] = [
            (msg("service.read"), read or "–"),
            (msg("service.sure"), msg("label.yes") if reading and reading.status == "read" else msg("label.no")),
        ]
        if self.frame is not None:
            height, width = self.frame.image.shape[:2]
            rows.append((msg("service.picture"), f"{width} × {height}"))
            rows.append((msg("service.frames"), msg("service.rate", rate=round(self._rate, 1))))
        return tuple(rows)

    def view(self) -> View:
        last = self.desk.last
        marks: tuple[Mark, ...] = ()
        if last is not None and self.is_settled:
            doubted = {doubt.die for doubt in last[0].doubts}
            marks = tuple(Mark(_box(die.quad), die.value, doubtful=n in doubted) for n, die in enumerate(last[0].dice))
        return ServiceCameraView(
            self.title, self._picture, marks, self._outline, self.rows(), self.lines, self.findings
        )


def _box(quad: Sequence[tuple[float, float]]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in quad], [y for _, y in quad]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def outline_of(frame: Frame | None) -> tuple[tuple[float, float], ...]:
    """The tray's floor in a picture by its corner markers, px, clockwise; () where they are not seen."""
    from vision import TrayLayout
    from vision.tray import find_markers, tray_from_markers

    tray = tray_from_markers(find_markers(frame.image), TrayLayout()) if frame is not None else None
    return tuple((float(x), float(y)) for x, y in tray.corners) if tray is not None else ()


class LightScene(CameraScene):
    """Brightness, evenness, burnt spots and focus of the live picture, each with what to do about it."""

    title = msg("service.light")
    lines = ()

    def rows(self) -> tuple[tuple[Text, Text], ...]:
        found = self.quality
        if found is None:
            return ((msg("service.picture"), msg("photo.none")),)
        light = "bright" if found.is_bright else "dark" if found.is_dark else "good"
        return (
            (msg("service.light"), msg(f"service.light.{light}")),
            (msg("service.brightness"), msg("service.percent", share=round(100 * found.mean / 255))),
            (
                msg("service.burnt"),
                msg("service.percent", share=round(100 * found.burnt, 1)),
            ),
            (msg("service.evenness"), msg("service.percent", share=round(100 * found.evenness))),
            (msg("service.focus"), msg("service.focus.soft") if found.is_soft else msg("service.focus.good")),
            (msg("service.corners"), msg("service.corners.seen", found=found.markers, wanted=found.wanted)),
        )


class CalibrationScene(CameraScene):
    """Finds the tray in the live picture; OK has it calibrated, where this version can."""

    title = msg("service.calibrate")

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.lines = (
            (msg("service.calibrate.how"),) if desk.backstage.calibrate else (msg("service.calibrate.command"),)
        )

    def allowed(self) -> Allowed:
        allowed = dict(super().allowed())
        if self.desk.backstage.calibrate is not None and self.frame is not None:
            allowed[Button.OK] = Meaning(
                msg("label.calibrate"), self._calibrate, style=LabelStyle.EXPECTED, icon=Icon.CHECK
            )
        return allowed

    def _calibrate(self) -> None:
        calibrate, frame = self.desk.backstage.calibrate, self.frame
        if calibrate is not None and frame is not None:
            self.findings = tuple(calibrate(frame))

    def rows(self) -> tuple[tuple[Text, Text], ...]:
        found = self.quality
        if found is None:
            return ((msg("service.picture"), msg("photo.none")),)
        return (
            (msg("service.corners"), msg("service.corners.seen", found=found.markers, wanted=found.wanted)),
            (msg("service.tray"), msg("service.tray.found") if self._outline else msg("service.tray.none")),
        )


class ButtonsScene(ServiceScene):
    """Every button counts its presses and turns its lamp off and on; a long BACK closes."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._counts = dict.fromkeys(PANEL_BUTTONS, 0)

    def allowed(self) -> Allowed:
        allowed = {button: Meaning(None, lambda b=button: self._count(b)) for button in PANEL_BUTTONS}  # type: ignore[misc]
        allowed[Button.BACK] = Meaning(None, lambda: self._count(Button.BACK), msg("label.close"), self.close)
        return allowed

    def _count(self, button: Button) -> None:
        self._counts[button] += 1

    def lights(self) -> dict[Button, Light]:
        """All shine at first; each press turns its own off or on."""
        return {button: Light.OFF if count % 2 else Light.ON for button, count in self._counts.items()}

    def view(self) -> View:
        lights = self.lights()
        return ServiceButtonsView(
            msg("service.buttons"),
            tuple(button in self.desk.backstage.down for button in PANEL_BUTTONS),
            tuple(lights[button] is Light.ON for button in PANEL_BUTTONS),
            tuple(self._counts.values()),
            (msg("service.buttons.how"),),
        )


class LogScene(ServiceScene, PagedScene):
    """The newest lines of the log; the last page first."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._lines = desk.backstage.log.lines
        self.page = self.pages - 1

    @property
    def pages(self) -> int:
        return max(1, -(-len(self._lines) // LINES_A_PAGE))

    def allowed(self) -> Allowed:
        return {Button.BACK: self.back(), **self.turning()}

    def view(self) -> View:
        first = self.page * LINES_A_PAGE
        return LogView(msg("service.log"), self._lines[first : first + LINES_A_PAGE], self.page, self.pages)


class VersionScene(ServiceScene):
    """What runs here: program, its parts, machine, disk, games."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._rows = self._found()

    def _found(self) -> tuple[tuple[Text, ...], ...]:
        backstage = self.desk.backstage
        rows: list[tuple[Text, ...]] = [
            (name, importlib.metadata.version(package))
            for name, package in (("Knobeltisch", "knobeltisch"), ("pygame", "pygame"), ("NumPy", "numpy"))
            if _is_there(package)
        ]
        free = shutil.disk_usage(backstage.data).free / 1e9
        games = sum(1 for _ in self.desk.journal.games())
        return (
            *rows,
            ("Python", platform.python_version()),
            (msg("service.machine"), f"{platform.machine()}, {platform.release()}"),
            (msg("service.data"), str(backstage.data)),
            (msg("service.free"), msg("service.gigabytes", free=round(free, 1))),
            (msg("service.games"), str(games)),
        )

    def allowed(self) -> Allowed:
        return {Button.BACK: self.back()}

    def view(self) -> View:
        return TableView(msg("service.version"), (msg("service.part"), msg("service.is")), self._rows)


def _is_there(package: str) -> bool:
    try:
        importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True
