"""The geometric witness on the *number* of dice: looks for pip patterns by itself, where the network saw no die.

The network proposes the places at which faces are fitted, so a die it overlooks would be overlooked by both. This search never asks
it: it takes every pip-sized blob on the floor that no read die explains, tries the patterns around it, and reports what is a face.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Image
from vision.pips import face_turn, fit_face
from vision.reading import Point

#: px a die's side measures in the searched picture.
SIDE_PX = 24.0
#: Blobs fainter than this many grey levels are grain.
FAINTEST = 9
#: A floor with more loose blobs than this is patterned all over; the strongest are looked at.
MOST_BLOBS = 40
#: No more places than this are fitted, the likeliest first: each costs about a millisecond.
MOST_FITS = 4
#: From this margin on, with edges that agree as below, a pattern is taken for a face.
FACE_MARGIN, FACE_EDGES = 0.6, 0.45

Map = npt.NDArray[np.int16]


@dataclass(frozen=True)
class Found:
    """A face nobody had seen: centre in picture px, value, margin and contrast of its fit."""

    center: Point
    value: int
    margin: float
    contrast: float


def unseen_faces(
    picture: Image,
    region: tuple[int, int, int, int],
    side: float,
    seen: Sequence[tuple[Point, float]],
    counts: Callable[[Point], bool],
) -> list[Found]:
    """Faces in `region` (x, y, w, h px) of a BGR picture that no die in `seen` (centre px, side px) explains.

    side: px of a die's side; counts(point): whether a place belongs to the floor.
    """
    x, y, w, h = _clipped(region, picture)
    if w < side or h < side:
        return []
    scale = SIDE_PX / side
    part = cv2.resize(picture[y : y + h, x : x + w], None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    places = [((cx - x) * scale, (cy - y) * scale, s * scale) for (cx, cy), s in seen]
    found: list[Found] = []
    for center in _centres(_blobs(part, places)):
        spot = (x + center[0] / scale, y + center[1] / scale)
        if not counts(spot) or any(math.dist(spot, other.center) < 0.7 * side for other in found):
            continue
        turn, agreed = face_turn(picture, spot, side)
        if agreed < FACE_EDGES:
            continue
        fit = fit_face(picture, spot, side, turn)
        margin = max(fit.margins)
        if margin >= FACE_MARGIN:
            found.append(Found(spot, fit.value, margin, fit.contrast))
    return found


def _clipped(region: tuple[int, int, int, int], picture: Image) -> tuple[int, int, int, int]:
    x, y, w, h = region
    height, width = picture.shape[:2]
    left, top = max(x, 0), max(y, 0)
    return left, top, min(x + w, width) - left, min(y + h, height) - top


def _blobs(part: Image, seen: Sequence[tuple[float, float, float]]) -> list[tuple[float, float, float, int]]:
    """Loose blobs (x, y, strength, sign), strongest first, in smallest and largest channel and both polarities."""
    blue, green, red = cv2.split(part)
    free = np.full(part.shape[:2], 255, np.uint8)
    for cx, cy, side in seen:
        cv2.circle(free, (round(cx), round(cy)), round(1.0 * side), 0, -1)
    found: list[tuple[float, float, float, int]] = []
    for channel in (cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)):
        fine, wide = cv2.blur(channel, (3, 3)), cv2.blur(channel, (9, 9))
        difference = cv2.subtract(fine, wide, dtype=cv2.CV_16S)
        for sign in (-1, 1):
            answer = difference if sign > 0 else -difference
            peak = (answer >= FAINTEST) & (answer == cv2.dilate(answer, np.ones((5, 5), np.uint8))) & (free > 0)
            rows, columns = np.nonzero(peak)
            if len(rows) > MOST_BLOBS:
                strongest = np.argpartition(-answer[rows, columns], MOST_BLOBS)[:MOST_BLOBS]
                rows, columns = rows[strongest], columns[strongest]
            found += [(float(c), float(r), float(answer[r, c]), sign) for r, c in zip(rows, columns, strict=True)]
    found.sort(key=lambda blob: -blob[2])
    return found[:MOST_BLOBS]


def _centres(blobs: Sequence[tuple[float, float, float, int]]) -> list[Point]:
    """Where a face's centre would be if blobs were its pips: between two of the same kind that lie a diagonal or a side of the
    pattern apart, or on a lone one; the most similar pairs first."""
    ranked: list[tuple[float, Point]] = []
    for i, (x1, y1, s1, sign1) in enumerate(blobs):
        ranked.append((2.0, (x1, y1)))
        for x2, y2, s2, sign2 in blobs[i + 1 :]:
            gap = math.hypot(x2 - x1, y2 - y1) / SIDE_PX
            if sign1 == sign2 and 0.52 < gap < 0.86 and s2 > 0.6 * s1:
                ranked.append((1.0 - s2 / s1 if s1 else 1.0, ((x1 + x2) / 2, (y1 + y2) / 2)))
    ranked.sort(key=lambda pair: pair[0])
    kept: list[Point] = []
    for _, point in ranked:
        if all(math.dist(point, other) > 0.3 * SIDE_PX for other in kept):
            kept.append(point)
        if len(kept) == MOST_FITS:
            break
    return kept
