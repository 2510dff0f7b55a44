"""What is measured when the table is set up: where the tray lies, its scale, focus and light; and what of that is not good enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Image
from vision.layout import TrayLayout
from vision.lens import Lens
from vision.tray import Corners, Tray, TrayFinder, find_markers, tray_from_markers

#: px per mm below which a die of 16 mm has too few px.
LEAST_SCALE = 1.2
#: Opposite sides of the floor differ by this factor when the camera hangs too far off.
WORST_SLANT = 1.25
#: A contrasty edge runs over so many px at most when the lens is set right (at 1280 px width; drawn in proportion).
SOFTEST_EDGE_PX = 6.0
#: The darkest part of the floor has at least this share of the brightest part's light; burnt-out spots up to this share do not matter.
WORST_EVENNESS, BURNT_SHARE = 0.5, 0.02
#: The brightest twentieth of tray and rim is at least so bright (grey level).
DARKEST = 60.0
#: Corners of the tray may differ so far (mm) between pictures of one calibration.
UNSTEADY_MM = 5.0
_ROWS, _COLUMNS = ("top", "middle", "bottom"), ("left", "middle", "right")


@dataclass(frozen=True, eq=False)
class Calibration:
    """A tray as it was set up. size: width and height of the pictures in px; corners: (4, 2) px clockwise from the floor's top left;
    markers: middles in px by id, those that were seen; edge_px, evenness: focus and light as measured; lens: None is the default,
    no distortion."""

    size: tuple[int, int]
    corners: Corners
    floor_mm: tuple[float, float]
    markers: dict[int, tuple[float, float]] = field(default_factory=dict)
    edge_px: float = 0.0
    evenness: float = 1.0
    lens: Lens | None = None

    @property
    def tray(self) -> Tray:
        """The tray where it was."""
        return Tray(self.corners, self.floor_mm, "calibrated", self.lens)


@dataclass(frozen=True)
class Fault:
    """Something that should be better: `key` names it, `values` are its figures; a grave one forbids to store the calibration."""

    key: str
    values: dict[str, float | str] = field(default_factory=dict)
    is_grave: bool = False


@dataclass(frozen=True, eq=False)
class Survey:
    """What a few pictures of the still, empty tray say: the calibration, None without a tray, and all that should be better."""

    calibration: Calibration | None
    faults: tuple[Fault, ...]

    @property
    def is_good_enough(self) -> bool:
        """Whether the calibration may be stored."""
        return self.calibration is not None and not any(fault.is_grave for fault in self.faults)


def survey(pictures: Sequence[Image], layout: TrayLayout, finder: TrayFinder) -> Survey:
    """Look at BGR pictures (one or more, of one size) of the tray. Raises ValueError without pictures."""
    if not pictures:
        raise ValueError("a survey needs at least one picture")
    last = pictures[-1]
    if float(np.percentile(last[::4, ::4], 99)) < 12:
        return Survey(None, (Fault("tray.dark", {}, True),))
    markers = find_markers(last)
    seen = {i: _middle(corners) for i, corners in markers.items() if i in layout.marker_ids}
    trays = [tray for tray in (finder.find(picture)[0] for picture in pictures) if tray is not None]
    if not trays:
        by_markers = tray_from_markers(markers, layout)
        trays = [] if by_markers is None else [by_markers]
    if not trays:
        return Survey(None, (Fault("tray.none", {}, True), *_marker_faults(seen, None, layout)))
    all_corners = np.array([tray.corners for tray in trays])
    corners = np.asarray(np.median(all_corners, axis=0), np.float64)
    tray = Tray(corners, layout.floor_mm, trays[-1].source)
    faults: list[Fault] = []
    steady = np.linalg.norm(all_corners - corners, axis=2).max() / tray.px_per_mm <= UNSTEADY_MM
    if not steady or len(trays) < 0.6 * len(pictures):
        faults.append(Fault("tray.unsteady", {}, True))
    faults += _marker_faults(seen, tray, layout)
    faults += _place_faults(tray, last)
    edge = edge_width_px(cv2.cvtColor(last, cv2.COLOR_BGR2GRAY)) * 1280 / last.shape[1]
    if edge > SOFTEST_EDGE_PX:
        faults.append(Fault("focus.soft", {"width": round(edge, 1), "most": SOFTEST_EDGE_PX}))
    evenness, light = _light_faults(last, tray)
    faults += light
    size = (last.shape[1], last.shape[0])
    return Survey(Calibration(size, corners, layout.floor_mm, seen, edge, evenness), tuple(faults))


def _middle(corners: Corners) -> tuple[float, float]:
    x, y = corners.mean(axis=0)
    return float(x), float(y)


def _marker_faults(seen: dict[int, tuple[float, float]], tray: Tray | None, layout: TrayLayout) -> list[Fault]:
    if not seen:
        return [Fault("markers.none")] if tray is not None else []
    faults = [Fault("markers.hidden", {"corner": i}) for i in layout.marker_ids if i not in seen]
    if tray is not None:
        for number, place in seen.items():
            wanted = layout.marker_places_mm[layout.marker_ids.index(number)]
            x, y = tray.place_mm(place)
            # The rim is higher than the floor and so looks larger: a third of the floor's depth is far more than that.
            if max(abs(x - wanted[0]), abs(y - wanted[1])) > layout.floor_mm[1] / 3:
                faults.append(Fault("markers.swapped", {}, True))
                break
    return faults


def _place_faults(tray: Tray, picture: Image) -> list[Fault]:
    faults = []
    if tray.px_per_mm < LEAST_SCALE:
        faults.append(Fault("scale.far", {"scale": round(tray.px_per_mm, 2), "least": LEAST_SCALE}))
    height, width = picture.shape[:2]
    low, high = tray.corners.min(axis=0), tray.corners.max(axis=0)
    if low.min() < 2 or high[0] > width - 3 or high[1] > height - 3:
        faults.append(Fault("scale.cut", {}, True))
    sides = np.linalg.norm(tray.corners - np.roll(tray.corners, -1, axis=0), axis=1)
    slant = max(max(sides[0], sides[2]) / min(sides[0], sides[2]), max(sides[1], sides[3]) / min(sides[1], sides[3]))
    if slant > WORST_SLANT:
        faults.append(Fault("slant", {"percent": round(100 * (float(slant) - 1))}))
    return faults


def _light_faults(picture: Image, tray: Tray) -> tuple[float, list[Fault]]:
    """How even the light on the floor is (darkest third by third over the brightest), and what is wrong with it."""
    w, h = 180, 120
    flat = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    to_flat = cv2.getPerspectiveTransform(tray.corners.astype(np.float32), flat)
    floor = cv2.warpPerspective(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), to_flat, (w, h), flags=cv2.INTER_AREA)
    inner = np.asarray(floor[6:-6, 9:-9])
    rows, columns = np.array_split(np.arange(inner.shape[0]), 3), np.array_split(np.arange(inner.shape[1]), 3)
    # A camera's grey levels are about the square root of the light: squared, thirds are compared as light.
    light = np.array([[float(np.median(inner[np.ix_(r, c)])) for c in columns] for r in rows]) ** 2
    evenness = float(light.min() / max(light.max(), 1.0))
    faults = []
    burnt = float((inner >= 254).mean())
    x, y, ww, hh = cv2.boundingRect(tray.corners.astype(np.int32))
    around = picture[max(0, y - hh // 6) : y + hh + hh // 6, max(0, x - ww // 6) : x + ww + ww // 6]
    if float(np.percentile(around.max(axis=2), 95)) < DARKEST:
        faults.append(Fault("light.dark"))
    elif burnt > BURNT_SHARE:
        faults.append(Fault("light.burnt", {"percent": round(100 * burnt)}))
    if evenness < WORST_EVENNESS:
        row, column = divmod(int(light.argmin()), 3)
        where = f"{_ROWS[row]}_{_COLUMNS[column]}"
        faults.append(Fault("light.uneven", {"percent": round(100 * evenness), "where": where}))
    return evenness, faults


def edge_width_px(grey: npt.NDArray[np.uint8]) -> float:
    """Over how many px the steepest edges of a uint8 (H, W) picture run: its contrast over its steepest slope."""
    low, high = np.percentile(grey, (0.5, 99.5))
    slope = np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)) / 8
    steepest = float(np.percentile(slope, 99.8))
    return float(high - low) / steepest if steepest > 0 else float("inf")
