"""The geometric witness: fits the six pip patterns as rigid constellations to one face and says how well each explains it.

It looks at the picture alone: light or dark blobs of a pip's size, in the smallest and largest colour channel and in redness (so
that red shows on a translucent or a black body, whatever lamp shines in it, and gold on black), under a similarity transform near the
place where a face is suspected.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, reduce

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Image
from vision.patches import cut_patch, to_patch

#: The face is sampled to this many px a side; the patch shows a little more than the face.
FACE_PX = 36
PATCH_PX = 48
#: Distance of a corner pip from the face's centre along each axis, in sides: 0.21 (casino dice) to 0.30 (small pub dice).
PITCHES = (0.195, 0.225, 0.255, 0.29)
TURNS_DEG = (-8.0, 0.0, 8.0)
SHIFTS_PX = (-5.0, -2.5, 0.0, 2.5, 5.0)
#: What lies farther than this from a lone pip's middle is no part of it, not even of the big one of Asian dice.
ALONE_PX = 7.0
#: The face's rim is left out by this much (in sides from its centre): beyond it lie edges, shadows and the neighbour.
FACE_REACH = 0.455
#: So many of the six views (three channels, two polarities), the strongest first, are searched for patterns.
VIEWS = 3
#: So many faces are fitted at once: more channels at a time OpenCV does not take kindly to.
AT_ONCE = 8
#: Where pips lie in the patch, along either axis.
INNER = slice(10, 38)
#: And where the pattern's middle lies, with a px more or two on either side.
MIDDLE = slice(16, 32)
#: Scales in px at which pips, and the big single pip of Asian dice, show best.
FINE_PX, COARSE_PX = 2.2, 4.0
#: Below this curvature (grey levels) a blob is grain.
LEAST_CONTRAST = 2.0

#: The nine places of a face (row by row) and which of them carry a pip: each value, and those that look different turned, twice.
PLACES = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1))
PATTERNS: tuple[tuple[int, tuple[int, ...]], ...] = (
    (1, (4,)),
    (2, (0, 8)),
    (2, (2, 6)),
    (3, (0, 4, 8)),
    (3, (2, 4, 6)),
    (4, (0, 2, 6, 8)),
    (5, (0, 2, 4, 6, 8)),
    (6, (0, 2, 3, 5, 6, 8)),
    (6, (0, 1, 2, 6, 7, 8)),
)

#: A pattern has both places of such a pair, opposite each other across the middle, or none: the pairs with and without a pip in each of
#: PATTERNS, and the first of PATTERNS of each value.
PAIRS = ((4, 4), (0, 8), (2, 6), (3, 5), (1, 7))
_ONE, _OTHER = (list(places) for places in zip(*PAIRS, strict=True))
_PIPS = [[n for n, (place, _) in enumerate(PAIRS) if place in places] for _, places in PATTERNS]
_CLEAR = [[n for n, (place, _) in enumerate(PAIRS) if place not in places] for _, places in PATTERNS]
_FIRST_OF_VALUE = [[value for value, _ in PATTERNS].index(value) for value in range(1, 7)]
_PIP, _AROUND = np.ones((3, 3), np.uint8), np.ones((7, 7), np.uint8)

Map = npt.NDArray[np.float32]
#: Where a face lies: its centre and side in px, its turn in radians.
Pose = tuple[tuple[float, float], float, float]


@dataclass(frozen=True)
class Fit:
    """How well each value explains a face: margins[v - 1] is the weakest of its pips minus the strongest blob it leaves
    unexplained, over the strongest pip: 1 = perfect, <= 0 = contradicted. contrast: grey levels between pips and face."""

    margins: tuple[float, ...]
    contrast: float

    @property
    def value(self) -> int:
        """The value that explains the face best."""
        return 1 + int(np.argmax(self.margins))

    @property
    def lead(self) -> float:
        """By how much the best value leads the second best."""
        second, best = sorted(self.margins)[-2:]
        return best - second


def fit_face(picture: Image, center: tuple[float, float], side: float, angle: float) -> Fit:
    """Fit the patterns to the face at `center` (picture px) with `side` px, turned by `angle` radians (modulo a quarter turn)."""
    return fit_faces(picture, [(center, side, angle)])[0]


def fit_faces(picture: Image, poses: Sequence[Pose]) -> list[Fit]:
    """Fit the patterns to several faces at once, for which several times one takes longer."""
    fits = []
    for first in range(0, len(poses), AT_ONCE):
        patches = [_rectify(picture, *pose) for pose in poses[first : first + AT_ONCE]]
        fits += _fits(_channels(patches))
    return fits


def _fits(channels: Map) -> list[Fit]:
    """The fits to the faces whose channels (PATCH_PX, PATCH_PX, 3 faces) these are."""
    fine = _blobness(channels, FINE_PX)
    strength = fine[:, INNER, INNER].reshape(-1, 6, fine[0, INNER, INNER].size).max(axis=2)
    order = np.argsort(-strength, axis=1, kind="stable")[:, :VIEWS]
    ordered = np.take_along_axis(strength, order, 1)
    face, rank = np.nonzero(ordered >= 0.5 * ordered[:, :1])
    if not len(face):
        return [Fit((-1.0,) * 6, 0.0)] * len(strength)
    chosen = 6 * face + order[face, rank]
    coarse = _blobness(channels, COARSE_PX, MIDDLE).reshape(len(fine), -1)
    # the view beside each is its channel in the other polarity
    margins, contrasts = _score(fine[chosen], coarse[chosen], fine[chosen ^ 1])
    return [
        Fit(tuple(margins[face == n].max(axis=0, initial=-1.0).tolist()), float(contrasts[face == n].max(initial=0.0)))
        for n in range(len(strength))
    ]


def _blobness(channels: Map, scale: float, part: slice = slice(None)) -> Map:
    """The smaller principal curvature at a scale in px: grey levels, high in a dark or light blob, but not along a bar or an edge. The
    views (2 channels, px, px) of a part of the patch are each channel's dark blobs and then its light ones."""
    smooth = cv2.GaussianBlur(channels, (0, 0), scale)[part, part] * (scale * scale)
    half_xx = cv2.Sobel(smooth, cv2.CV_32F, 2, 0, ksize=3, scale=0.125)
    half_yy = cv2.Sobel(smooth, cv2.CV_32F, 0, 2, ksize=3, scale=0.125)
    xy = cv2.Sobel(smooth, cv2.CV_32F, 1, 1, ksize=3, scale=0.25)
    mean, spread = half_xx + half_yy, cv2.sqrt((half_xx - half_yy) ** 2 + xy * xy)
    count = mean.shape[2]
    views = np.empty((2 * count, *mean.shape[:2]), np.float32)
    cv2.mixChannels([mean - spread, -mean - spread], list(views), _dark_and_light(count))
    return views


@cache
def _dark_and_light(count: int) -> list[int]:
    """From so many channels of dark blobs and as many of light ones to the views, as `cv2.mixChannels` wants it."""
    return [index for n in range(count) for index in (n, 2 * n, count + n, 2 * n + 1)]


def _score(fine: Map, coarse: Map, against: Map) -> tuple[Map, Map]:
    """For each view (n, PATCH_PX, PATCH_PX; of the coarse ones the middles, flat) the margins of the six values over all poses, and the
    strongest pip of the best.

    A pip is looked for at its very place, a blob that a value leaves unexplained anywhere around, as far out as any die has its pips. A 1
    stands alone: no blob of either polarity may be anywhere else on the face, since one pip of a 2 and the clear middle between the four
    of a 4 look like one.
    """
    one, other = _at_places(fine, _PIP)
    weakest = _by_pattern(np.minimum, np.minimum(one, other), _PIPS)
    strongest = _by_pattern(np.maximum, np.maximum(one, other), _PIPS)
    around = np.maximum(*_at_places(fine, _AROUND)).max(axis=2, keepdims=True)
    rest = np.maximum(_by_pattern(np.maximum, around, _CLEAR), 0.0)
    rest[0, :, 0] = np.maximum(rest[0, :, 0], _beside_the_middle(np.maximum(fine, against))[:, None])
    weakest[0] = strongest[0] = np.maximum(weakest[0], coarse.take(_middles(), axis=1)[:, None, None])
    margin = np.where(strongest > LEAST_CONTRAST, (weakest - rest) / np.maximum(strongest, LEAST_CONTRAST), -1.0)
    margin, strongest = margin.reshape(len(PATTERNS), len(fine), -1), strongest.reshape(len(PATTERNS), len(fine), -1)
    by_pattern = margin.max(axis=2)
    best, view = by_pattern.argmax(axis=0), np.arange(len(fine))
    pose = margin[best, view].argmax(axis=1)
    return np.maximum.reduceat(by_pattern, _FIRST_OF_VALUE).T, strongest[best, view, pose]


def _at_places(blobs: Map, reach: npt.NDArray[np.uint8]) -> tuple[Map, Map]:
    """The strongest answers within `reach` of the one and of the other place of each pair: (5, views, *poses) each. Views may lie below each
    other: no place is so near to a patch's edge."""
    widened = cv2.dilate(blobs.reshape(-1, PATCH_PX), reach)
    one, other = _pairs(len(blobs))
    return widened.take(one), widened.take(other)


def _by_pattern(pick: np.ufunc, answers: Map, pairs: list[list[int]]) -> Map:
    """The smallest or largest (`pick`) of the answers (5, views, *poses) at those pairs of each pattern: (9, views, *poses)."""
    return np.array([reduce(pick, [answers[n] for n in chosen]) for chosen in pairs])


def _beside_the_middle(blobs: Map) -> Map:
    """The strongest answer on the face away from the pattern's middle, for each of its shifts: (views, shifts), none below 0."""
    return (blobs.reshape(len(blobs), 1, -1).take(_face(), axis=2) * _away()).max(axis=2)


@cache
def _pairs(views: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Flat indices of the two places of each pair in so many views: (5, views, *poses) each."""
    places = _poses()[:, None] + (PATCH_PX * PATCH_PX * np.arange(views))[:, None, None, None]
    return places[_ONE], places[_OTHER]


@cache
def _poses() -> npt.NDArray[np.intp]:
    """Flat patch indices (9, pitches, turns, shifts) of the nine places for each pose."""
    middle = (PATCH_PX - 1) / 2
    poses = []
    for pitch in PITCHES:
        for turn in TURNS_DEG:
            c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
            for dx in SHIFTS_PX:
                for dy in SHIFTS_PX:
                    step = pitch * FACE_PX
                    xs = [round(middle + dx + step * (c * x - s * y)) for x, y in PLACES]
                    ys = [round(middle + dy + step * (s * x + c * y)) for x, y in PLACES]
                    poses.append([y * PATCH_PX + x for x, y in zip(xs, ys, strict=True)])
    return np.ascontiguousarray(np.array(poses, np.intp).T).reshape(len(PLACES), len(PITCHES), len(TURNS_DEG), -1)


@cache
def _middles() -> npt.NDArray[np.intp]:
    """Flat indices in the patch's middle of the pattern's middle for each shift."""
    y, x = np.divmod(_poses()[4, 0, 0], PATCH_PX) - np.array(MIDDLE.start)
    return y * (MIDDLE.stop - MIDDLE.start) + x


@cache
def _away() -> Map:
    """For each shift of the pattern's middle 1 where a face's px lie away from it, else 0: (shifts, px of the face)."""
    middle = (PATCH_PX - 1) / 2
    rows, columns = np.mgrid[0:PATCH_PX, 0:PATCH_PX] - middle
    away = [np.hypot(columns - dx, rows - dy) > ALONE_PX for dx in SHIFTS_PX for dy in SHIFTS_PX]
    return np.array([mask.ravel()[_face()] for mask in away], np.float32)


def face_turn(picture: Image, center: tuple[float, float], side: float) -> tuple[float, float]:
    """How a face is turned, by the directions of the edges around it: angle in radians (modulo a quarter turn) and how much the
    edges agree, 0-1. Round pips have edges in all directions and cancel out."""
    patch = _rectify(picture, center, side, 0.0).astype(np.float32)
    smooth = cv2.GaussianBlur(patch, (0, 0), 1.0)
    dx, dy = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    strength = dx * dx + dy * dy
    strongest = strength.argmax(axis=2) + np.arange(0, strength.size, 3).reshape(PATCH_PX, PATCH_PX)
    square = dx.take(strongest) + 1j * dy.take(strongest)
    size = np.abs(square)
    fourth = (square / np.maximum(size, 1e-3)) ** 4
    weight = np.minimum(size, _ninth_decile(size)) * _ring()
    total = complex((fourth * weight).sum())
    return float(np.angle(total) / 4), float(abs(total) / max(1e-6, float(weight.sum())))


def _ninth_decile(size: Map) -> float:
    """np.percentile(size, 90) of a patch, in a tenth of the time."""
    place = 0.9 * (size.size - 1)
    below, above = np.partition(size, (int(place), int(place) + 1), axis=None)[int(place) : int(place) + 2]
    return above - (above - below) * (1 - place % 1)


@cache
def _ring() -> Map:
    """Weights of the patch's px: most where a face's edges lie, whatever its turn."""
    middle = (PATCH_PX - 1) / 2
    rows, columns = np.mgrid[0:PATCH_PX, 0:PATCH_PX] - middle
    radius = np.hypot(rows, columns) / FACE_PX
    ring: Map = np.exp(-(((radius - 0.55) / 0.13) ** 2)).astype(np.float32)
    return ring


def _channels(patches: Sequence[Image]) -> Map:
    """Smallest and largest channel, and by how much red exceeds both others, with what lies beside the face levelled to the face's own tone:
    float32 (PATCH_PX, PATCH_PX, 3 patches)."""
    channels = np.empty((len(patches), 3, PATCH_PX, PATCH_PX), np.int16)
    for patch, (smallest, largest, redness) in zip(patches, channels, strict=True):
        blue, green, red = cv2.split(patch)
        highest = cv2.max(blue, green)
        smallest[:] = cv2.min(cv2.min(blue, green), red)
        largest[:] = cv2.max(highest, red)
        cv2.subtract(red, highest, dst=redness, dtype=cv2.CV_16S)
    inside = channels.reshape(len(patches), 3, -1).take(_face(), axis=2)
    middle = inside.shape[2] // 2
    tones = np.partition(inside, middle)[:, :, middle, None, None]
    levelled = np.where(_face_mask(), channels, tones).reshape(-1, PATCH_PX, PATCH_PX)
    return cv2.merge(tuple(levelled)).astype(np.float32)


@cache
def _face_mask() -> npt.NDArray[np.bool_]:
    """Where the patch shows the face."""
    middle = (PATCH_PX - 1) / 2
    rows, columns = np.abs(np.mgrid[0:PATCH_PX, 0:PATCH_PX] - middle)
    reach = FACE_REACH * FACE_PX
    mask: npt.NDArray[np.bool_] = (np.maximum(rows, columns) < reach) & (rows + columns < 1.75 * reach)
    return mask


@cache
def _face() -> npt.NDArray[np.intp]:
    """Flat indices of the patch's px that show the face."""
    return np.flatnonzero(_face_mask())


def _rectify(picture: Image, center: tuple[float, float], side: float, angle: float) -> Image:
    return cut_patch(picture, to_patch(center, side, angle, FACE_PX, PATCH_PX), PATCH_PX)
