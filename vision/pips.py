"""The geometric witness: fits the six pip patterns as rigid constellations to one face and says how well each explains it.

It looks at the picture alone: light or dark blobs of a pip's size, in the smallest and largest colour channel and in redness (so
that red shows on a translucent or a black body, whatever lamp shines in it, and gold on black), under a similarity transform near the
place where a face is suspected.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

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
#: Where pips lie in the patch, along either axis.
INNER = slice(10, 38)
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

#: PATTERNS as a mask (9 patterns, 9 places), and the value each stands for.
_PIPS = np.array([[place in places for place in range(9)] for _, places in PATTERNS])
_UNLESS_PIP = np.where(_PIPS, 0.0, 1e6).astype(np.float32)[:, :, None]
_IF_PIP = np.where(_PIPS, 1e6, 0.0).astype(np.float32)[:, :, None]
_VALUES = np.array([value for value, _ in PATTERNS])

Map = npt.NDArray[np.float32]


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
    patch = _rectify(picture, center, side, angle)
    views = []
    for channel in _channels(patch):
        fine, coarse = _curvature(channel, FINE_PX), _curvature(channel, COARSE_PX)
        for sign in (1, -1):
            blobs = _blobness(fine, sign)
            views.append((float(blobs[INNER, INNER].max()), blobs, _blobness(coarse, sign), _blobness(fine, -sign)))
    views.sort(key=lambda view: -view[0])
    best = np.full(6, -1.0)
    contrast = 0.0
    for strength, fine_blobs, coarse_blobs, against in views[:VIEWS]:
        if strength < 0.5 * views[0][0]:
            break
        margins, strongest = _score(fine_blobs, coarse_blobs, against)
        best = np.maximum(best, margins)
        contrast = max(contrast, strongest)
    return Fit(tuple(float(m) for m in best), contrast)


def _curvature(channel: Map, scale: float) -> tuple[Map, Map]:
    """Mean and half difference of the two principal curvatures at a scale in px: grey levels."""
    smooth = cv2.GaussianBlur(channel, (0, 0), scale) * (scale * scale)
    xx = cv2.Sobel(smooth, cv2.CV_32F, 2, 0, ksize=3, scale=0.25)
    yy = cv2.Sobel(smooth, cv2.CV_32F, 0, 2, ksize=3, scale=0.25)
    xy = cv2.Sobel(smooth, cv2.CV_32F, 1, 1, ksize=3, scale=0.25)
    return (xx + yy) / 2, cv2.sqrt(((xx - yy) / 2) ** 2 + xy * xy)


def _blobness(curvature: tuple[Map, Map], sign: int) -> Map:
    """The smaller principal curvature: high in a dark (sign 1) or light (-1) blob, but not along a bar or an edge."""
    mean, spread = curvature
    return sign * mean - spread


def _score(fine: Map, coarse: Map, against: Map) -> tuple[npt.NDArray[np.float64], float]:
    """Margins of the six values over all poses for one channel and polarity, and the strongest pip of the best.

    A pip is looked for at its very place, a blob that a value leaves unexplained anywhere around, as far out as any die has its pips. A 1
    stands alone: no blob of either polarity may be anywhere else on the face, since one pip of a 2 and the clear middle between the four
    of a 4 look like one.
    """
    grid = _poses()
    wide = np.ones((7, 7), np.uint8)
    there = cv2.dilate(fine, np.ones((3, 3), np.uint8)).ravel()[grid]
    around = _at_any_pitch(cv2.dilate(fine, wide).ravel()[grid])
    weakest = (there + _UNLESS_PIP).min(axis=1)
    strongest = (there - _UNLESS_PIP).max(axis=1)
    rest = np.maximum((around - _IF_PIP).max(axis=1), 0.0)
    elsewhere = (np.maximum(fine, against).ravel() * _beside_the_middle()).max(axis=1)
    rest[0] = np.maximum(rest[0], np.tile(elsewhere, grid.shape[1] // len(elsewhere)))
    weakest[0] = strongest[0] = np.maximum(weakest[0], coarse.ravel()[grid[4]])
    margin = np.where(strongest > LEAST_CONTRAST, (weakest - rest) / np.maximum(strongest, LEAST_CONTRAST), -1.0)
    pose = margin.argmax(axis=1)
    by_pattern = margin[np.arange(len(PATTERNS)), pose]
    margins = np.full(6, -1.0)
    np.maximum.at(margins, _VALUES - 1, by_pattern)
    best = int(by_pattern.argmax())
    return margins, float(max(0.0, strongest[best, pose[best]]))


def _at_any_pitch(answers: Map) -> Map:
    """The strongest answer (9, poses) of each place over all pitches of the same turn and shift."""
    by_pitch = answers.reshape(len(PLACES), len(PITCHES), -1)
    strongest = by_pitch.max(axis=1, keepdims=True)
    return np.broadcast_to(strongest, by_pitch.shape).reshape(answers.shape)


@cache
def _poses() -> npt.NDArray[np.intp]:
    """Flat patch indices (9, poses) of the nine places for each pitch, turn and shift."""
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
    return np.ascontiguousarray(np.array(poses, np.intp).T)


@cache
def _beside_the_middle() -> Map:
    """For each shift of the pattern's middle 1 where the patch shows the face away from it, else 0: (shifts, px)."""
    middle = (PATCH_PX - 1) / 2
    rows, columns = np.mgrid[0:PATCH_PX, 0:PATCH_PX] - middle
    away = [np.hypot(columns - dx, rows - dy) > ALONE_PX for dx in SHIFTS_PX for dy in SHIFTS_PX]
    masks: Map = np.array([(mask & _face_mask()).ravel() for mask in away], np.float32)
    return masks


def face_turn(picture: Image, center: tuple[float, float], side: float) -> tuple[float, float]:
    """How a face is turned, by the directions of the edges around it: angle in radians (modulo a quarter turn) and how much the
    edges agree, 0-1. Round pips have edges in all directions and cancel out."""
    patch = _rectify(picture, center, side, 0.0).astype(np.float32)
    smooth = cv2.GaussianBlur(patch, (0, 0), 1.0)
    dx, dy = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    strength = dx * dx + dy * dy
    strongest = strength.argmax(axis=2)[..., None]
    gx, gy = np.take_along_axis(dx, strongest, 2)[..., 0], np.take_along_axis(dy, strongest, 2)[..., 0]
    square = gx + 1j * gy
    size = np.abs(square)
    fourth = (square / np.maximum(size, 1e-3)) ** 4
    weight = np.minimum(size, np.percentile(size, 90)) * _ring()
    total = complex((fourth * weight).sum())
    return float(np.angle(total) / 4), float(abs(total) / max(1e-6, float(weight.sum())))


@cache
def _ring() -> Map:
    """Weights of the patch's px: most where a face's edges lie, whatever its turn."""
    middle = (PATCH_PX - 1) / 2
    rows, columns = np.mgrid[0:PATCH_PX, 0:PATCH_PX] - middle
    radius = np.hypot(rows, columns) / FACE_PX
    ring: Map = np.exp(-(((radius - 0.55) / 0.13) ** 2)).astype(np.float32)
    return ring


def _channels(patch: Image) -> tuple[Map, ...]:
    """Smallest and largest channel, and by how much red exceeds both others, with what lies beside the face levelled to the face's own tone."""
    blue, green, red = cv2.split(patch)
    face = _face_mask()
    levelled = []
    for channel in (
        cv2.min(cv2.min(blue, green), red),
        cv2.max(cv2.max(blue, green), red),
        cv2.subtract(red, cv2.max(blue, green), dtype=cv2.CV_16S),
    ):
        inside = channel[face]
        tone = np.partition(inside, inside.size // 2)[inside.size // 2]
        levelled.append(np.where(face, channel, tone).astype(np.float32))
    return tuple(levelled)


@cache
def _face_mask() -> npt.NDArray[np.bool_]:
    middle = (PATCH_PX - 1) / 2
    rows, columns = np.abs(np.mgrid[0:PATCH_PX, 0:PATCH_PX] - middle)
    reach = FACE_REACH * FACE_PX
    mask: npt.NDArray[np.bool_] = (np.maximum(rows, columns) < reach) & (rows + columns < 1.75 * reach)
    return mask


def _rectify(picture: Image, center: tuple[float, float], side: float, angle: float) -> Image:
    return cut_patch(picture, to_patch(center, side, angle, FACE_PX, PATCH_PX), PATCH_PX)
