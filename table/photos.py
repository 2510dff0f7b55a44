"""Photos of throws, written after the move is committed and never in its way; corrected ones become labelled recordings.

Only the tray is kept: faces and arms beside it never reach the disk, and a picture without a tray in it is not kept at all.
"""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np

from vision import Frame, Reading
from vision.frame import Image
from vision.layout import TrayLayout
from vision.tray import TrayFinder

log = logging.getLogger(__name__)


class Photos:
    """Keeps JPEG photos by id under `photos/` of the data folder, for the last few games; best effort.

    `recordings/` takes each picture whose reading a guest corrected, in the form of DESIGN §7, so that the table's own
    misreads become its tests.
    """

    def __init__(self, folder: Path, *, keep_games: int = 20) -> None:
        self._photos = folder / "photos"
        self._recordings = folder / "recordings"
        self._keep_games = keep_games
        self._finder: TrayFinder | None = None

    def keep(self, photo: str, frame: Frame | None) -> None:
        """Write the picture of a throw. A full disk costs the photo, not the game."""
        if frame is None:
            return
        if self._keep_games:
            self._write(self._photos / f"{photo}.jpg", frame)
        self._forget_old(int(photo.split("-")[0]))

    def load(self, photo: str) -> Frame | None:
        """The picture of a throw, if it is still there."""
        image = cv2.imread(str(self._photos / f"{photo}.jpg"))
        return None if image is None else Frame(np.asarray(image, np.uint8), 0.0, abs(hash(photo)) % 10**9)

    def corrected(self, photo: str, values: tuple[int, ...], reading: Reading | None, frame: Frame | None) -> None:
        """Keep a picture whose values a guest set right, with those values; it stays until somebody deletes it. A table that keeps no
        photos keeps none of these either."""
        if frame is None or self._keep_games == 0 or not self._write(self._recordings / f"{photo}.jpg", frame):
            return
        line = {
            "file": f"{photo}.jpg",
            "kind": "dice",
            "values": sorted(values),
            "answer": "read",
            "tags": ["table", "corrected"],
            "seen": sorted(reading.values) if reading is not None else None,
        }
        try:
            with (self._recordings / "manifest.jsonl").open("a", encoding="utf-8") as manifest:
                manifest.write(json.dumps(line) + "\n")
        except OSError as error:
            log.warning("recording of %s not noted: %s", photo, error)

    def tray_of(self, image: Image) -> Image | None:
        """The tray with its rim, cut out of a BGR picture, or None if no tray is seen."""
        layout = TrayLayout()
        self._finder = self._finder or TrayFinder(layout)
        tray, _ = self._finder.find(image)
        if tray is None:
            return None
        height, width = image.shape[:2]
        rim = layout.rim_width_mm * tray.px_per_mm
        left, top = np.maximum(np.floor(tray.corners.min(axis=0) - rim), 0).astype(int)
        right, bottom = np.minimum(np.ceil(tray.corners.max(axis=0) + rim), (width, height)).astype(int)
        return image[top:bottom, left:right]

    def _write(self, path: Path, frame: Frame) -> bool:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            image = self.tray_of(frame.image)
            if image is None:
                log.info("photo %s not kept: no tray is seen in it", path.name)
                return False
            good, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])
            if good:
                path.write_bytes(data.tobytes())
            return bool(good)
        except OSError as error:
            log.warning("photo %s not kept: %s", path.name, error)
            with suppress(OSError):
                path.unlink(missing_ok=True)  # half a picture is none
            return False

    def _forget_old(self, game: int) -> None:
        for path in self._photos.glob("*-*.jpg"):
            number = path.stem.split("-")[0]
            if number.isdecimal() and (self._keep_games == 0 or int(number) <= game - self._keep_games):
                try:
                    path.unlink(missing_ok=True)
                except OSError as error:
                    log.warning("photo %s not deleted: %s", path.name, error)
