"""Coins, caps and other flat round things among dice, by their outline alone: all around a circle of that size the tone steps the same way. Letters,
rings and drops have no such circle, beer mats and glasses a larger one, pips a smaller."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Image
from vision.reading import Point
from vision.reduce import reduced

#: px of a die's side in the picture that is searched.
SIDE_PX = 12.0
#: Radii that are searched, in sides of a 16 mm die: coins of 17 mm to crown caps of 33 and bottle caps of 36.
RADII = (0.52, 1.12)
#: Circles are proposed by OpenCV's Hough transform: upper Canny threshold, votes, px between two middles; so many of the
#: strongest are compared, and so many of those looked at again around where they were proposed.
CANNY, VOTES, APART, MOST, AGAIN = 60, 12, 5, 12, 4
#: Points compared along a circle, and how far inside and outside of it (px).
POINTS, STEP_PX = 48, 1.3
#: Points at these shares of the radius are compared with what lies so many px outside: by this share of the edge's step this share of them
#: must differ. A printed ring is bare again inside.
WITHIN, OUTSIDE_PX, UNLIKE, FILLED = (0.25, 0.5, 0.75), 4.0, 0.2, 0.6
#: The step is there on all but these shares (per cent) of the circle: at the first look, and at the best of its neighbours.
ROUGHLY, ALL_BUT = 25, 6
#: A step of so many times the picture's grain on all of a circle is a thing's edge; at the first look so much is enough to look again.
CLEAR, HINT = 11.0, 2.0
#: Every so-many-th row and column tell what most of a picture shows.
SPARSE = 3
#: A disc whose middle is nearer to a die's than so many of its sides is that die, or part of one.
NEAR = 0.75

Map = npt.NDArray[np.float32]
_TURNS = np.linspace(0, 2 * math.pi, POINTS, endpoint=False)
_AROUND = np.array([(x, y, r) for x in (-1, 0, 1) for y in (-1, 0, 1) for r in (-1.0, -0.5, 0.0, 0.5, 1.0)])


@dataclass(frozen=True)
class Disc:
    """A round thing: its middle and radius in picture px, and the step along its edge in times the picture's grain."""

    center: Point
    radius: float
    step: float


def discs(
    picture: Image, region: tuple[int, int, int, int], side: float, dice: Sequence[tuple[Point, float]]
) -> list[Disc]:
    """Round things in `region` (x, y, w, h px, may reach over the picture) of a BGR picture in which a die's side measures `side` px, away from
    what may be dice (centre and side in px); in no order, a thing perhaps twice."""
    height, width = picture.shape[:2]
    left, top = max(region[0], 0), max(region[1], 0)
    right, bottom = min(region[0] + region[2], width), min(region[1] + region[3], height)
    if min(right - left, bottom - top) < 2 * side:
        return []
    scale = SIDE_PX / side
    size = (round((right - left) * scale), round((bottom - top) * scale))
    part = cv2.GaussianBlur(reduced(picture[top:bottom, left:right], size), (0, 0), 0.7).astype(np.float32)
    places = [((x - left) * scale, (y - top) * scale, s * scale) for (x, y), s in dice]
    circles = np.array([c for c in _proposed(part) if all(math.dist(c[:2], p[:2]) >= NEAR * p[2] for p in places)])
    if not len(circles):
        return []
    grain = 1.0 + float(np.median(np.abs(cv2.Laplacian(part, cv2.CV_32F)[::SPARSE, ::SPARSE])))
    rough = _steps(part, circles, ROUGHLY) / grain
    found = []
    for index in np.argsort(-rough)[:AGAIN]:
        if rough[index] < HINT:
            break
        near = circles[index] + _AROUND
        steps = _steps(part, near, ALL_BUT)
        x, y, radius = (float(v) for v in near[int(steps.argmax())])
        fits = RADII[0] <= radius / SIDE_PX <= RADII[1]
        if fits and steps.max() >= CLEAR * grain and _is_filled(part, x, y, radius, float(steps.max())):
            found.append(Disc((left + x / scale, top + y / scale), radius / scale, float(steps.max()) / grain))
    return found


def _proposed(part: Map) -> list[tuple[float, float, float]]:
    """Middles and radii of circles in a picture, by its lightness and by how far its colours are from what most of it shows."""
    lightness = cv2.cvtColor(part.astype(np.uint8), cv2.COLOR_BGR2GRAY)
    usual = np.median(part[::SPARSE, ::SPARSE].reshape(-1, 3), axis=0)
    unlike = np.clip(np.abs(part - usual).sum(axis=2), 0, 255).astype(np.uint8)
    least, most = (round(r * SIDE_PX) for r in RADII)
    circles = []
    for channel in (lightness, unlike):
        seen = cv2.HoughCircles(channel, cv2.HOUGH_GRADIENT, 1.5, APART, None, CANNY, VOTES, least - 1, most + 1)
        if seen is not None:
            circles += [(float(x), float(y), float(r)) for x, y, r in seen.reshape(-1, 3)[:MOST]]
    return circles


def _is_filled(part: Map, x: float, y: float, radius: float, step: float) -> bool:
    """Whether what lies within a circle differs from what lies around it as its edge does, by `step` grey levels."""
    outside = np.median(_along(part, x, y, np.array([[radius + OUTSIDE_PX]]))[0], axis=0)
    within = _along(part, x, y, np.array(WITHIN)[:, None] * radius)
    unlike = np.linalg.norm(within - outside, axis=2) > UNLIKE * step
    return bool(unlike.mean() >= FILLED)


def _along(part: Map, x: Any, y: Any, radius: Any) -> Map:
    """The picture along circles, each a row: (n, POINTS, 3)."""
    columns, rows = (np.asarray(way, np.float32) for way in (np.cos(_TURNS) * radius + x, np.sin(_TURNS) * radius + y))
    return cv2.remap(part, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _steps(part: Map, circles: npt.NDArray[np.float64], but: float) -> npt.NDArray[np.float64]:
    """By how many grey levels the tone steps along each circle (n, 3: x, y, radius), on all but `but` per cent of it and the same way: (n,)."""
    x, y, radius = circles[:, :1], circles[:, 1:2], circles[:, 2:]
    step = _along(part, x, y, radius + STEP_PX) - _along(part, x, y, radius - STEP_PX)
    mean = step.mean(axis=1)
    along = np.einsum("ipc,ic->ip", step, mean / np.maximum(np.linalg.norm(mean, axis=1, keepdims=True), 1e-3))
    least = round(but / 100 * (POINTS - 1))
    return np.partition(along, least, axis=1)[:, least].astype(np.float64)
