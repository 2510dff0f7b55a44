"""Calibrates: surveys the tray in the camera's pictures, keeps the result for `play` and `read`, and says what was found in words.

The command does it from a shell, the service menu from behind the switch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from display import Message, msg
from table.backstage import Calibrate
from table.calibrations import load, store
from vision.calibration import Calibration, Fault, Survey, survey
from vision.frame import Frame, Image
from vision.layout import TrayLayout
from vision.lens import Lens
from vision.tray import TrayFinder

_CORNERS = ("top_left", "top_right", "bottom_right", "bottom_left")


def calibrate(data: Path, pictures: Sequence[Image], lens: Lens | None = None) -> tuple[Survey, Path | None]:
    """Survey BGR pictures of the empty tray; what is good enough goes to the data folder. lens: as just measured, else the one that
    was stored for pictures of this size stays. Returns the survey and the file, None if nothing was stored; raises OSError if
    it cannot be written, ValueError without pictures."""
    layout = TrayLayout()
    found = survey(pictures, layout, TrayFinder(layout))
    if not found.is_good_enough or found.calibration is None:
        return found, None
    before = load(data)
    if lens is None and before is not None and before.size == found.calibration.size:
        lens = before.lens
    found = replace(found, calibration=replace(found.calibration, lens=lens))
    assert found.calibration is not None
    return found, store(data, found.calibration)


def from_the_menu(data: Path, use: Callable[[Calibration], None]) -> Calibrate:
    """The service menu's way: one picture in, what was found out, line by line; `use` is given what was stored."""

    def look(frame: Frame) -> Sequence[tuple[bool, Message]]:
        try:
            found, stored = calibrate(data, [frame.image])
        except OSError:
            return ((False, msg("calibrate.refused")),)
        if stored is not None and found.calibration is not None:
            use(found.calibration)
        is_kept = stored is not None
        last = msg("calibrate.stored.short") if is_kept else msg("calibrate.not_stored")
        return (*in_words(found), (is_kept, last))

    return look


def in_words(found: Survey) -> Iterator[tuple[bool, Message]]:
    """What a survey found, line by line: whether it is as it should be, and the words."""
    keys = {fault.key.split(".")[0] for fault in found.faults}
    calibration = found.calibration
    if calibration is not None:
        scale = round(calibration.tray.px_per_mm, 2)
        yield True, msg("calibrate.tray.found", scale=scale, markers=str(len(calibration.markers)))
        if "focus" not in keys:
            yield True, msg("calibrate.focus.good", width=round(calibration.edge_px, 1))
        if "light" not in keys:
            yield True, msg("calibrate.light.good", percent=str(round(100 * calibration.evenness)))
    for fault in found.faults:
        yield False, _of_fault(fault)


def _of_fault(fault: Fault) -> Message:
    values: dict[str, Any] = dict(fault.values)
    if "corner" in values:
        values["corner"] = msg(f"sheet.corner.{_CORNERS[int(values['corner']) % 4]}")
    if "where" in values:
        values["where"] = msg(f"calibrate.where.{values['where']}")
    return msg(f"calibrate.{fault.key}", **values)
