"""`knobeltisch calibrate`: finds tray, scale, focus and light, says what to improve, and stores what `play` and `read` use."""

from __future__ import annotations

import argparse
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from display import Message, Words, msg
from hardware import Camera, CameraGone, RecordingEnded
from table.calibrating import calibrate, in_words
from table.config import Config, load
from table.errors import TableError
from table.folders import default_config, default_data
from vision.calibration import Survey
from vision.frame import Image
from vision.lens import LEAST_VIEWS, BadViews, Lens, measure_lens

HELP = "find tray, scale, focus and light, say what to improve, and store it"
#: Automatic exposure needs some pictures; then so many are looked at.
WARM_UP, LOOKED_AT = 10, 5
#: Views of the lens page wanted, and pictures looked through for them.
VIEWS, PATIENCE = 8, 600


class NoPicture(TableError):
    """The camera delivered nothing to calibrate by."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument("--camera", metavar="SOURCE", help="as for play; default: the config's")
    parser.add_argument("--data", type=Path, default=default_data(), metavar="DIR", help="data folder (%(default)s)")
    parser.add_argument("--config", type=Path, metavar="FILE", help="config file")
    parser.add_argument("--lang", choices=("de", "en"), help="language of what is said; default: the config's")
    parser.add_argument(
        "--lens",
        metavar="SOURCE",
        nargs="?",
        const="",
        help="measure the lens too, by the ChArUco page (camera or folder)",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.epilog = "Clear the tray first. Exit 0: stored; 1: not stored, something has to be put right first."


def run(args: argparse.Namespace) -> int:
    """Survey the tray, tell, store."""
    from table.app import Parts, camera_of
    from table.doctor import is_played

    path = args.config or default_config()
    config = load(path) if path is not None else Config()
    words = Words(args.lang or config.language)
    if is_played(args.data):
        raise NoPicture(words.text(msg("calibrate.in_use")))

    def open_camera(source: str) -> Camera:
        parts = Parts(source, "auto", "headless", args.data, config.language, config)
        return camera_of(parts)[0]()

    source = args.camera or config.camera.source
    pictures = _pictures(open_camera(source))
    told: list[Message] = []
    lens: Lens | None = None
    if args.lens is not None:
        lens, message = _measure(open_camera(args.lens or source))
        told.append(message)
    try:
        found, stored = calibrate(args.data, pictures, lens)
    except OSError as error:
        raise NoPicture(f"--data {args.data}: cannot be written ({error.strerror})") from None
    if args.json:
        print(json.dumps(_as_line(found, lens, stored)))
    else:
        for message in (*(said for _, said in in_words(found)), *told):
            print(words.text(message))
        last = msg("calibrate.not_stored") if stored is None else msg("calibrate.stored", file=str(stored))
        print(words.text(last))
    return 0 if stored is not None else 1


def _frames(camera: Camera) -> Iterator[Image]:
    """The camera's pictures until it or a recording ends; a camera that never delivers one is refused."""
    count = 0
    try:
        with camera:
            while True:
                yield camera.capture().image
                count += 1
    except RecordingEnded:
        pass
    except CameraGone as error:
        if not count:
            raise NoPicture(str(error)) from error


def _pictures(camera: Camera) -> list[Image]:
    pictures = list(itertools.islice(_frames(camera), WARM_UP + LOOKED_AT))
    if not pictures:
        raise NoPicture("the recording holds no picture")
    return pictures[-LOOKED_AT:]


def _measure(camera: Camera) -> tuple[Lens | None, Message]:
    """The lens from views of the page that differ enough, and what to say about it."""
    views: list[Image] = []
    for image in itertools.islice(_frames(camera), PATIENCE):
        if all(_differ(image, view) for view in views):
            views.append(image)
        if len(views) >= 2 * VIEWS:
            break
    try:
        lens = measure_lens(views)
    except BadViews as error:
        if error.error_px is None:
            return None, msg("calibrate.lens.few", views=error.usable, least=LEAST_VIEWS)
        return None, msg("calibrate.lens.poor", error=round(error.error_px, 1))
    return lens, msg("calibrate.lens.good", views=lens.views, error=round(lens.error_px, 2))


def _differ(one: Image, other: Image) -> bool:
    """Whether two pictures show the page in clearly different poses."""
    import cv2
    import numpy as np

    small = [
        cv2.resize(cv2.cvtColor(v, cv2.COLOR_BGR2GRAY), (64, 48), interpolation=cv2.INTER_AREA) for v in (one, other)
    ]
    return float(np.abs(small[0].astype(np.float32) - small[1]).mean()) > 8.0


def _as_line(found: Survey, lens: Lens | None, stored: Path | None) -> dict[str, Any]:
    calibration = found.calibration
    line: dict[str, Any] = {"stored": None if stored is None else str(stored)}
    if calibration is not None:
        line |= {
            "corners": [[round(float(v), 1) for v in corner] for corner in calibration.corners],
            "px_per_mm": round(calibration.tray.px_per_mm, 3),
            "markers": sorted(calibration.markers),
            "edge_px": round(calibration.edge_px, 2),
            "evenness": round(calibration.evenness, 3),
        }
    line["lens"] = None if lens is None else {"views": lens.views, "error_px": round(lens.error_px, 3)}
    line["faults"] = [{"fault": fault.key, **fault.values} for fault in found.faults]
    return line
