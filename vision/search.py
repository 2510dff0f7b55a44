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
from vision.pips import face_turn, fit_faces
from vision.reading import Point
from vision.reduce import reduced

#: px a die's side measures in the searched picture.
SIDE_PX = 24.0
#: Blobs fainter than this many grey levels are grain.
FAINTEST = 9
#: A floor with more loose blobs than this is patterned all over; the strongest are looked at.
MOST_BLOBS = 40
#: No more places than this are fitted, of pairs and of lone blobs, the likeliest first: each costs about a millisecond.
MOST_PAIRS, MOST_LONE = 8, 4
#: Pips of one face are alike: the weaker blob of a pair has at least this share of the stronger one's strength.
ALIKE = 0.5
#: How far apart (in sides) the two pips of a pair lie: along a diagonal of the pattern between these, along its side (in a 6) more than that.
DIAGONAL, SHORTEST = (0.52, 0.9), 0.38
#: Pairs whose middles are closer than this (in sides) have the same one.
SAME_MIDDLE = 0.1
#: From this margin on, with edges that agree as below, a pattern is taken for a face; with fainter edges from the clearer margin on.
FACE_MARGIN, FACE_EDGES = 0.6, 0.45
CLEAR_MARGIN, FAINT_EDGES = 0.75, 0.25

_NEARBY = np.ones((5, 5), np.uint8)
#: A place (px of the searched picture) and, if its blobs tell, the turn of the face in radians.
Suspect = tuple[Point, float | None]


@dataclass(frozen=True)
class Found:
    """A face nobody had seen: centre in picture px, turn in radians (modulo a quarter turn), value, margin and contrast of its fit."""

    center: Point
    turn: float
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
    part = reduced(picture[y : y + h, x : x + w], (round(w * scale), round(h * scale)))
    places = [((cx - x) * scale, (cy - y) * scale, s * scale) for (cx, cy), s in seen]
    poses, least = [], []
    for center, turn in _suspects(_blobs(part, places)):
        spot = (x + center[0] / scale, y + center[1] / scale)
        if not counts(spot):
            continue
        edges, agreed = face_turn(picture, spot, side)
        is_sharp = agreed >= FACE_EDGES
        if not is_sharp and (turn is None or agreed < FAINT_EDGES):
            continue
        poses.append((spot, side, edges if is_sharp or turn is None else turn))
        least.append(FACE_MARGIN if is_sharp else CLEAR_MARGIN)
    found: list[Found] = []
    for (spot, _, turn), wanted, fit in zip(poses, least, fit_faces(picture, poses), strict=True):
        margin = max(fit.margins)
        if margin >= wanted and all(math.dist(spot, other.center) >= 0.7 * side for other in found):
            found.append(Found(spot, turn, fit.value, margin, fit.contrast))
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
        for sign, answer in ((-1, cv2.subtract(wide, fine)), (1, cv2.subtract(fine, wide))):
            clear = cv2.bitwise_and(cv2.compare(answer, FAINTEST, cv2.CMP_GE), free)
            peak = cv2.bitwise_and(cv2.compare(answer, cv2.dilate(answer, _NEARBY), cv2.CMP_EQ), clear)
            places = np.flatnonzero(peak > 0)
            strength = answer.take(places).astype(np.int16)
            if len(places) > MOST_BLOBS:
                strongest = np.argpartition(-strength, MOST_BLOBS)[:MOST_BLOBS]
                places, strength = places[strongest], strength[strongest]
            rows, columns = np.divmod(places, peak.shape[1])
            found += [(float(c), float(r), float(s), sign) for r, c, s in zip(rows, columns, strength, strict=True)]
    found.sort(key=lambda blob: -blob[2])
    return found[:MOST_BLOBS]


def _suspects(blobs: Sequence[tuple[float, float, float, int]]) -> list[Suspect]:
    """Where faces would lie if blobs were their pips, the best borne out first. Every pattern but the 1 is the same turned half around: its
    pips lie in pairs about its middle, one pair of them along a diagonal; so pairs of a kind vote for their middles. Lone blobs, the
    strongest first, come after."""
    if not blobs:
        return []
    places = np.array([blob[:2] for blob in blobs])
    strength = np.array([blob[2] for blob in blobs])
    sign = np.array([blob[3] for blob in blobs])
    one, other = np.triu_indices(len(blobs), 1)
    apart = places[other] - places[one]
    gap = np.hypot(*apart.T) / SIDE_PX
    weaker = np.minimum(strength[one], strength[other])
    alike = (sign[one] == sign[other]) & (weaker > ALIKE * np.maximum(strength[one], strength[other]))
    pair = alike & (gap > SHORTEST) & (gap < DIAGONAL[1])
    one, other, apart, gap, weaker = one[pair], other[pair], apart[pair], gap[pair], weaker[pair]
    middles = (places[one] + places[other]) / 2
    kept: list[Suspect] = []
    diagonal = np.flatnonzero(gap > DIAGONAL[0])
    if len(diagonal):
        x, y = middles.T
        near = np.hypot(x[diagonal, None] - x, y[diagonal, None] - y) < SAME_MIDDLE * SIDE_PX
        near &= sign[one][diagonal, None] == sign[one]
        votes = near @ weaker
        for index in np.argsort(-votes):
            dx, dy = apart[diagonal[index]]
            _keep(kept, (_point(middles[diagonal[index]]), math.atan2(dy, dx) - math.pi / 4))
            if len(kept) == MOST_PAIRS:
                break
    pairs = len(kept)
    for place in places[np.argsort(-strength)]:
        _keep(kept, (_point(place), None))
        if len(kept) == pairs + MOST_LONE:
            break
    return kept


def _keep(kept: list[Suspect], suspect: Suspect) -> None:
    if all(math.dist(suspect[0], other[0]) > 0.3 * SIDE_PX for other in kept):
        kept.append(suspect)


def _point(place: npt.NDArray[np.float64]) -> Point:
    return float(place[0]), float(place[1])
