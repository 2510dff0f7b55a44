"""Where the tray lies in the picture: by its four markers, by the floor the network sees, or not at all (then everything counts)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Image
from vision.layout import TrayLayout
from vision.lens import Lens
from vision.network import as_blob, load_network
from vision.reading import Box, Point
from vision.reduce import reduced

Corners = npt.NDArray[np.float64]
#: Size at which the whole picture is shown to the network.
SEEN_PX = (192, 144)
#: A floor takes at least this share of the picture, and the network is this sure of it on average.
SMALLEST_SHARE, SUREST_FLOOR = 0.03, 0.85
#: A hand covers at least this share of the floor.
HAND_SHARE = 0.012


@dataclass(frozen=True)
class Hand:
    """A hand or arm over the tray: px box (x, y, w, h) and area in px of what it covers of the floor, and which share of what is taken for
    floor (of the smallest floor at least) that is."""

    where: Box
    area: float
    share: float


@dataclass(frozen=True, eq=False)
class Tray:
    """The tray's floor in one picture. corners: (4, 2) px clockwise from the floor's top left; source: markers, floor, calibrated
    or kept (from an earlier picture); lens: straightens px before they become millimetres, None is the default, no distortion."""

    corners: Corners
    floor_mm: tuple[float, float]
    source: str
    lens: Lens | None = None

    @property
    def px_per_mm(self) -> float:
        """Scale in the middle of the floor."""
        area = cv2.contourArea(self.corners.astype(np.float32))
        return float(np.sqrt(max(area, 1.0) / (self.floor_mm[0] * self.floor_mm[1])))

    def place_mm(self, point: Point) -> Point:
        """Millimetres on the floor of a picture point."""
        corners, places = self.corners, np.array([point], np.float64)
        if self.lens is not None:
            corners, places = self.lens.straighten(corners), self.lens.straighten(places)
        to_mm = cv2.getPerspectiveTransform(corners.astype(np.float32), _rectangle(self.floor_mm))
        x, y = cv2.perspectiveTransform(places[None], to_mm)[0, 0]
        return float(x), float(y)

    def inside_px(self, point: Point) -> float:
        """Distance in px from the floor's edge, positive inside."""
        return float(cv2.pointPolygonTest(self.corners.astype(np.float32), (float(point[0]), float(point[1])), True))


def _rectangle(size: tuple[float, float]) -> Any:
    w, h = size
    return np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)


@cache
def _detector() -> Any:
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))


def find_markers(picture: Image) -> dict[int, Corners]:
    """Corners (4, 2) px of the ArUco markers in a BGR picture by id. A picture wider than 900 px is searched at half size."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    longest = max(grey.shape)
    scale = 1.0 if longest <= 900 else max(0.5, 640 / longest) if longest <= 1400 else 640 / longest
    if scale < 1.0:
        grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    corners, ids, _ = _detector().detectMarkers(grey)
    if ids is None:
        return {}
    return {int(i): (c[0].astype(np.float64) + 0.5) / scale - 0.5 for i, c in zip(ids.ravel(), corners, strict=True)}


def tray_from_markers(markers: dict[int, Corners], layout: TrayLayout) -> Tray | None:
    """The floor below the markers by the layout's measures; needs three of the four, and markers that lie as the layout says.

    The rim's height is left out of account, so the corners are a few mm off; what the network sees as floor is more exact.
    """
    found = [i for i in layout.marker_ids if i in markers]
    if len(found) < 3:
        return None
    places = np.array([layout.marker_places_mm[layout.marker_ids.index(i)] for i in found])
    centres = np.array([markers[i].mean(axis=0) for i in found])
    if len(found) == 4:
        to_px = cv2.getPerspectiveTransform(places.astype(np.float32), centres.astype(np.float32))
    else:
        to_px = np.vstack([cv2.getAffineTransform(places.astype(np.float32), centres.astype(np.float32)), (0, 0, 1)])
    corners = cv2.perspectiveTransform(_rectangle(layout.floor_mm)[None].astype(np.float64), to_px)[0]
    tray = Tray(corners, layout.floor_mm, "markers")
    return (
        tray
        if cv2.isContourConvex(corners.astype(np.float32))
        and 0.5 < tray.px_per_mm / marker_scale(markers, layout) < 1.6
        else None
    )


def marker_scale(markers: dict[int, Corners], layout: TrayLayout) -> float:
    """px per mm on the rim, by the markers' size."""
    sides = [
        np.linalg.norm(c - np.roll(c, 1, axis=0), axis=1).mean() for i, c in markers.items() if i in layout.marker_ids
    ]
    return float(np.mean(sides)) / layout.marker_mm


class TrayFinder:
    """Finds the tray's floor, and hands over it, in a whole picture by a small network. Not thread-safe."""

    def __init__(self, layout: TrayLayout, path: str | None = None) -> None:
        self.layout = layout
        self._net = load_network("tray.onnx", path)

    def find(self, picture: Image) -> tuple[Tray | None, Hand | None]:
        """The tray in a BGR picture, or None if nothing in it is clearly a tray's floor; and a hand or arm over the tray."""
        height, width = picture.shape[:2]
        scale = min(SEEN_PX[0] / width, SEEN_PX[1] / height)
        w, h = max(1, round(width * scale)), max(1, round(height * scale))
        left, top = (SEEN_PX[0] - w) // 2, (SEEN_PX[1] - h) // 2
        small = reduced(picture, (w, h), halvings=1)
        small = cv2.copyMakeBorder(small, top, SEEN_PX[1] - h - top, left, SEEN_PX[0] - w - left, cv2.BORDER_REPLICATE)
        self._net.setInput(as_blob(small))
        floor, hand = 1.0 / (1.0 + np.exp(-np.clip(self._net.forward()[0], -30, 30)))
        origin = (-left / scale, -top / scale)
        tray = tray_from_floor(floor.astype(np.float32), origin, 4 / scale, self.layout)
        return tray, hand_over(tray, floor, hand, origin, 4 / scale)


def hand_over(
    tray: Tray | None, floor: npt.NDArray[Any], hand: npt.NDArray[Any], origin: Point, px_per_cell: float
) -> Hand | None:
    """The hand in two maps (0-1, a cell of `px_per_cell` px, the first cell's corner at `origin`). Of a tray that was found only its floor counts:
    a rim in a lamp's light can look a little like a hand."""
    covered = ((hand > 0.5) & (floor > 0.4)).astype(np.uint8)
    if tray is not None:
        cells = (tray.corners - np.array(origin)) / px_per_cell - 0.5
        inside = cv2.fillConvexPoly(np.zeros_like(covered), (cells * 256).round().astype(np.int32), 1, cv2.LINE_8, 8)
        covered &= inside
    area = int(covered.sum())
    if area < max(3, HAND_SHARE * float((floor > 0.5).sum())):
        return None
    x, y, w, h = (float(v) * px_per_cell for v in cv2.boundingRect(covered))
    seen = max(float((floor > 0.5).sum()), SMALLEST_SHARE * floor.size)
    return Hand((x + origin[0], y + origin[1], w, h), area * px_per_cell**2, area / seen)


def tray_from_floor(
    floor: npt.NDArray[np.float32], origin: Point, px_per_cell: float, layout: TrayLayout
) -> Tray | None:
    """The tray from a floor map (0-1, a cell of `px_per_cell` px, the first cell's corner at `origin`), or None if what it calls
    floor is no clear four-sided area."""
    fine = cv2.resize(floor, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    solid = (fine > 0.5).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(solid)
    if count < 2:
        return None
    largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    area = int(stats[largest, cv2.CC_STAT_AREA])
    if area < SMALLEST_SHARE * fine.size or float(fine[labels == largest].mean()) < SUREST_FLOOR:
        return None
    contours, _ = cv2.findContours((labels == largest).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(contours, key=cv2.contourArea)
    quad = _four_corners(cv2.convexHull(outline))
    if quad is None or area < 0.85 * cv2.contourArea(quad.astype(np.float32)):
        return None
    quad = _along_the_sides(outline[:, 0].astype(np.float64), quad)
    corners = (quad + 0.5) / 4 * px_per_cell + np.array(origin)
    return Tray(_ordered(corners, layout), layout.floor_mm, "floor")


def _four_corners(hull: Any) -> Corners | None:
    around = cv2.arcLength(hull, True)
    for tolerance in (0.015, 0.02, 0.03, 0.04, 0.06, 0.08):
        shape = cv2.approxPolyDP(hull, tolerance * around, True)
        if len(shape) == 4:
            return shape[:, 0].astype(np.float64)
        if len(shape) < 4:
            break
    return None


def _along_the_sides(outline: Corners, quad: Corners) -> Corners:
    """The corners where lines fitted to the outline's points along each side meet: rounded corners no longer pull them in."""
    lines = []
    for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        way = end - start
        length = float(np.linalg.norm(way))
        along = (outline - start) @ way / max(length, 1e-6) ** 2
        off = np.abs((outline - start) @ np.array((-way[1], way[0]))) / max(length, 1e-6)
        near = outline[(along > 0.12) & (along < 0.88) & (off < 0.06 * length + 2)]
        if len(near) < 6:
            return quad
        dx, dy, x, y = cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append((np.array((x, y), np.float64), np.array((dx, dy), np.float64)))
    corners = []
    for (p, d), (q, e) in zip([lines[-1], *lines[:-1]], lines, strict=True):
        system = np.stack([d, -e], axis=1)
        if abs(np.linalg.det(system)) < 0.2:
            return quad
        t, _ = np.linalg.solve(system, q - p)
        corners.append(p + t * d)
    fitted = np.array(corners)
    return fitted if np.abs(fitted - quad).max() < 0.15 * float(np.ptp(quad)) else quad


def _ordered(corners: Corners, layout: TrayLayout) -> Corners:
    """Clockwise, a long side first if the floor is wider than deep, the upper of the two possible ones."""
    middle = corners.mean(axis=0)
    order = np.argsort(np.arctan2(*(corners - middle).T[::-1]))
    corners = corners[order]
    length = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    first = 0 if (length[0] + length[2] >= length[1] + length[3]) == (layout.floor_mm[0] >= layout.floor_mm[1]) else 1
    corners = np.roll(corners, -first, axis=0)
    if corners[:2].mean(axis=0)[1] > corners[2:].mean(axis=0)[1]:
        corners = np.roll(corners, -2, axis=0)
    return corners
