"""How the camera looks down on the floor: by how much the top of a flat die lies aside of its base, anywhere in the picture.

A die whose sides show elsewhere leans, lies on another, or stands on something.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Point

Matrix = npt.NDArray[np.float64]
#: Focal length of the usual lens, in widths of the picture (66 degrees across, as camera modules have it).
USUAL_FOCAL = 0.78
#: From so many dice on the one in the middle tells what is wrong with the slant that the floor's corners give.
ENOUGH = 3


def leans(slant: Slant, dice: Sequence[tuple[Point, float, Point]]) -> list[float]:
    """For each die (middle of the top in px, side in px, by how many sides the top is seen aside of the base): by how many sides that
    is not what a flat die shows there. With `ENOUGH` dice what most of them have in common is the slant's own error."""
    if not dice:
        return []
    off = np.array([np.subtract(aside, slant.shift(middle, side)) for middle, side, aside in dice])
    if len(dice) >= ENOUGH:
        off -= np.median(off, axis=0)
    return [float(length) for length in np.hypot(*off.T)]


@dataclass(frozen=True, eq=False)
class Slant:
    """The camera over the floor. project: float64 (3, 4), from floor and height above it, in the floor's units, to px."""

    project: Matrix

    @cached_property
    def _rows(self) -> tuple[tuple[float, ...], ...]:
        """The same as numbers: for a handful of products numpy takes longer than Python."""
        return tuple(tuple(float(v) for v in row) for row in self.project)

    def shift(self, point: Point, side: float) -> Point:
        """By how many sides (x, y in the picture) the top of a flat die lies aside of its base, if its top lies at `point` px and
        measures `side` px."""
        height = side / self._px_per_unit(*self._below(point, 0.0), 0.0)
        height = side / self._px_per_unit(*self._below(point, height), height)
        x, y, _ = self._seen(*self._below(point, height), 0.0)
        return (point[0] - x) / side, (point[1] - y) / side

    def _below(self, point: Point, height: float) -> tuple[float, float]:
        """The place at a height that is seen at `point` px."""
        u, v = point
        (a, b, c, d), (e, f, g, h), (i, j, k, m) = self._rows
        # (row of x - u * row of w) and (row of y - v * row of w) are 0 there: two equations for its x and y
        ax, bx, cx = a - u * i, b - u * j, (c - u * k) * height + d - u * m
        ay, by, cy = e - v * i, f - v * j, (g - v * k) * height + h - v * m
        size = ax * by - bx * ay
        return (bx * cy - cx * by) / size, (cx * ay - ax * cy) / size

    def _px_per_unit(self, x: float, y: float, height: float) -> float:
        """How large a level square is seen at a place."""
        u, v, w = self._seen(x, y, height)
        (a, b, *_), (e, f, *_), (i, j, *_) = self._rows
        area = ((a - u * i) * (f - v * j) - (b - u * j) * (e - v * i)) / (w * w)
        return math.sqrt(max(abs(area), 1e-12))

    def _seen(self, x: float, y: float, height: float) -> tuple[float, float, float]:
        """Where a place is seen (x, y px), and its depth."""
        u, v, w = (a * x + b * y + c * height + d for a, b, c, d in self._rows)
        return u / w, v / w, w


def slant_of(corners: Matrix, size: tuple[float, float], focal: float, centre: tuple[float, float]) -> Slant:
    """The slant from four corners (4, 2) px of a floor of `size` (width, depth), clockwise from its top left, the focal length in px and
    the px the lens looks at."""
    width, depth = size
    floor = np.array([[0, 0], [width, 0], [width, depth], [0, depth]], np.float32)
    flat = cv2.getPerspectiveTransform(floor, (np.asarray(corners, np.float64) - centre).astype(np.float32))
    lens = np.diag([focal, focal, 1.0])
    pose = np.linalg.inv(lens) @ flat
    pose /= math.sqrt(float(np.linalg.norm(pose[:, 0]) * np.linalg.norm(pose[:, 1])))
    if pose[2, 2] < 0:
        pose = -pose
    up = np.cross(pose[:, 0], pose[:, 1])
    up /= np.linalg.norm(up)
    if up[2] > 0:
        up = -up
    move = np.array([[1, 0, centre[0]], [0, 1, centre[1]], [0, 0, 1.0]])
    whole = move @ lens @ np.column_stack([pose[:, 0], pose[:, 1], up, pose[:, 2]])
    return Slant(whole)
