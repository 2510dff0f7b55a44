"""Knows where the tray should lie, and notices when it no longer does: a nudged camera or tray, a covered marker.

It stands between a reader and the `TrayFinder`: what the network sees is held against the last good tray, and where they differ
the markers decide, by how far they lie from where they were (their residual)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Protocol

import cv2
import numpy as np
import numpy.typing as npt

from vision.calibration import Calibration
from vision.frame import Image
from vision.layout import TrayLayout
from vision.reading import Doubt, DoubtKind, Point, Reading
from vision.tray import Corners, Hand, Tray, TrayFinder, find_markers, tray_from_markers

#: A tray whose corners lie closer (mm) to the known ones has not moved; markers are exact to less.
SAME_MM, MARKER_MM = 6.0, 3.0
#: Sightings in a row that must agree before a tray is known, or before one without markers counts as moved.
AGREEING = 3


class Finder(Protocol):
    """What finds the tray in a picture."""

    def find(self, picture: Image) -> tuple[Tray | None, Hand | None]:
        """The tray and a hand over it, or None for either."""


class TrayGuard(TrayFinder):
    """A finder that remembers. calibration: the tray as it was set up, or None: then the first tray seen `AGREEING` times is.

    `moves`: how often the tray was found elsewhere than it was known to lie, or gone; `is_lost`: it has moved and cannot be found
    again, so nothing may be read; `residual_mm`: how far the markers, or without any the corners, lay from where they were when that
    was last looked at; `hidden`: markers that were known and were not seen then. A tray found elsewhere is the known one from then
    on. Not thread-safe but for `recalibrate`.
    """

    def __init__(
        self, layout: TrayLayout | None = None, calibration: Calibration | None = None, *, finder: Finder | None = None
    ) -> None:
        self.layout = layout or TrayLayout()
        self._finder: Finder = finder or TrayFinder(self.layout)
        self._calibration = calibration
        self._known: Tray | None = None if calibration is None else calibration.tray
        self._size: tuple[int, int] | None = None if calibration is None else calibration.size
        self._markers: dict[int, Point] = {} if calibration is None else dict(calibration.markers)
        self._row: list[Tray] = []
        self._fresh: Calibration | None = None
        self.moves = 0
        self.is_lost = False
        self.residual_mm = 0.0
        self.hidden: frozenset[int] = frozenset()

    @property
    def tray(self) -> Tray | None:
        """The last good tray."""
        return self._known

    def recalibrate(self, calibration: Calibration) -> None:
        """The tray was set up anew: it counts from the next picture on. May be called from any thread."""
        self._fresh = calibration

    def find(self, picture: Image) -> tuple[Tray | None, Hand | None]:
        """The tray in a BGR picture: as known while it lies there, where it is now if it has moved, None if it is lost or unknown."""
        found, hand = self._finder.find(picture)
        self._begin_anew()
        size = (picture.shape[1], picture.shape[0])
        if self._size != size:
            self._forget(size)
        if self._known is None:
            return self._learn(found, picture), hand
        if found is not None and self._apart_mm(found.corners) <= SAME_MM:
            self._is_at_rest()
            return self._known, hand
        return self._look_closer(found, picture), hand

    def region(self, small_shape: tuple[int, int], picture_shape: tuple[int, int]) -> npt.NDArray[np.bool_] | None:
        """Mask of a reduced picture of `small_shape` (rows, columns): tray and rim, so that elbows beside it do not matter; None
        while no tray is known."""
        if self._known is None or self.is_lost:
            return None
        scale = np.array([small_shape[1] / picture_shape[1], small_shape[0] / picture_shape[0]])
        middle = self._known.corners.mean(axis=0)
        (w, h), rim = self.layout.floor_mm, self.layout.rim_width_mm
        grown = middle + (self._known.corners - middle) * np.array([1 + 2 * rim / w, 1 + 2 * rim / h]).mean()
        mask = np.zeros(small_shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(grown * scale).astype(np.int32), 1)
        return mask > 0

    # Memory -----------------------------------------------------------------------------------------------------------

    def _begin_anew(self) -> None:
        fresh, self._fresh = self._fresh, None
        if fresh is not None:
            self._calibration, self._known, self._size = fresh, fresh.tray, fresh.size
            self._markers, self.hidden = dict(fresh.markers), frozenset()
            self._is_at_rest()

    def _forget(self, size: tuple[int, int]) -> None:
        """Pictures of another size: what was known in px holds no longer."""
        self._known, self._markers, self._row = None, {}, []
        self._size = size
        self.is_lost = False

    def _learn(self, found: Tray | None, picture: Image) -> Tray | None:
        """The tray to go by: the one just seen, or from the picture on in which it becomes known the known one, or dice would seem to have
        moved from this picture to the next."""
        if found is None:
            self._row = []
            return None
        self._row = [*self._row[1 - AGREEING :], found]
        if len(self._row) == AGREEING and self._agree():
            self._adopt(np.median([tray.corners for tray in self._row], axis=0), find_markers(picture))
            return self._known
        return found

    def _agree(self) -> bool:
        places = np.array([tray.corners for tray in self._row])
        return float(np.linalg.norm(places - places[-1], axis=2).max()) / self._row[-1].px_per_mm <= SAME_MM

    def _adopt(self, corners: Corners, markers: dict[int, Corners]) -> None:
        lens = None if self._calibration is None else self._calibration.lens
        self._known = Tray(np.asarray(corners, np.float64), self.layout.floor_mm, "kept", lens)
        self._markers = _middles(markers, self.layout)
        self._row = []

    def _is_at_rest(self) -> None:
        self._row = []
        self.is_lost = False
        self.residual_mm = 0.0

    def _apart_mm(self, corners: Corners) -> float:
        assert self._known is not None
        return float(np.linalg.norm(corners - self._known.corners, axis=1).max()) / self._known.px_per_mm

    # Doubt ------------------------------------------------------------------------------------------------------------

    def _look_closer(self, found: Tray | None, picture: Image) -> Tray | None:
        """The network sees another tray than the known one, or none."""
        assert self._known is not None
        markers = find_markers(picture)
        now = _middles(markers, self.layout)
        both = sorted(now.keys() & self._markers.keys())
        self.hidden = frozenset(self._markers) - frozenset(now)
        if both:
            ways = [np.subtract(now[i], self._markers[i]) for i in both]
            self.residual_mm = float(np.median(np.linalg.norm(ways, axis=1))) / self._known.px_per_mm
            if self.residual_mm <= MARKER_MM:
                self._is_at_rest()
                return self._known  # the network was misled, by something over the floor or beside the tray
            return self._moved_with_markers(found, markers)
        if found is None:
            self._row = []
            return None if self.is_lost else self._known  # all covered: the last good tray holds
        self.residual_mm = self._apart_mm(found.corners)
        self._row = [*self._row[1 - AGREEING :], found]
        if len(self._row) == AGREEING and self._agree():
            self._moved(found, markers)
        return found

    def _moved_with_markers(self, found: Tray | None, markers: dict[int, Corners]) -> Tray | None:
        by_markers = tray_from_markers(markers, self.layout)
        near = found is not None and (by_markers is None or _apart(found, by_markers) <= 0.1 * self.layout.floor_mm[0])
        if found is None or not near:
            found = by_markers
        self._moved(found, markers)
        return found

    def _moved(self, found: Tray | None, markers: dict[int, Corners]) -> None:
        if not (self.is_lost and found is None):
            self.moves += 1
        self.is_lost = found is None
        if found is not None:
            self._adopt(found.corners, markers)


class GuardedReader:
    """A reader whose `TrayGuard` has the last word: while the tray is lost, nothing it says counts as read."""

    def __init__(self, reader: Any, guard: TrayGuard) -> None:
        self._reader = reader
        self.guard = guard

    def read(
        self, image: Any, *, expect: frozenset[int] | None = None, tray: Any = "auto", frame_number: int = 0
    ) -> Reading:
        """The wrapped reader's reading, or that with the doubt `tray_moved`."""
        reading: Reading = self._reader.read(image, expect=expect, tray=tray, frame_number=frame_number)
        if not self.guard.is_lost:
            return reading
        return replace(reading, status="unsure", doubts=(Doubt(DoubtKind.TRAY_MOVED), *reading.doubts))


def _middles(markers: dict[int, Corners], layout: TrayLayout) -> dict[int, Point]:
    return {i: (float(c[:, 0].mean()), float(c[:, 1].mean())) for i, c in markers.items() if i in layout.marker_ids}


def _apart(one: Tray, other: Tray) -> float:
    return float(np.linalg.norm(one.corners - other.corners, axis=1).max()) / one.px_per_mm
