"""A witness on whether there is a body at all: along its sides a die's face ends in a step of one tone, all the way. Crumbs and dots have
something like pips, but no such outline."""

from __future__ import annotations

import math
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Image
from vision.patches import cut_patch, to_patch
from vision.reading import Point

#: The face is sampled to this many px a side, the patch shows as much again around it.
FACE_PX, PATCH_PX = 32, 64
#: How far from the face's middle (in sides) lie the points compared: just inside each side, and just outside.
INSIDE, OUTSIDE = (0.34, 0.38, 0.42), (0.58, 0.64, 0.70)
#: So far along a side from its middle (in sides) the outermost points lie, and how many there are: corners are round.
REACH, POINTS = 0.38, 13
#: The step must be there on all but this share (per cent) of a side: a pip or a neighbour may lie at a part of it.
BUT = 20
#: A step of so many times the picture's grain is as good as any.
CLEAR = 10.0

Map = npt.NDArray[np.float32]


def outline(picture: Image, center: Point, side: float, angle: float) -> float:
    """How far a face at `center` (px of a BGR picture) with `side` px, turned by `angle` radians, is set off from what lies around it: 0 (no step
    along three of its sides) to 1 (a clear one along two: others may touch a neighbour of its tone, be hidden, or go over into a side that shows)."""
    patch = cut_patch(picture, to_patch(center, side, angle, FACE_PX, PATCH_PX), PATCH_PX).astype(np.float32)
    patch = cv2.GaussianBlur(patch, (0, 0), 1.0)
    grain = 1.0 + float(np.median(np.abs(cv2.Laplacian(patch, cv2.CV_32F))))
    seen = cv2.remap(patch, *_points(), cv2.INTER_LINEAR).reshape(4, len(INSIDE) + len(OUTSIDE), POINTS, 3)
    inner, outer = np.median(seen[:, : len(INSIDE)], axis=1), np.median(seen[:, len(INSIDE) :], axis=1)
    step = outer - inner
    mean = step.mean(axis=1, keepdims=True)
    along = (step * mean).sum(axis=2) / np.maximum(np.linalg.norm(mean, axis=2), 1e-3)
    second = float(np.sort(np.percentile(along, BUT, axis=1))[-2])
    return min(1.0, max(0.0, second / (CLEAR * grain)))


@cache
def _points() -> tuple[Map, Map]:
    """x and y (4 sides times distances, points along the side) of what is compared, in px of the patch."""
    middle = (PATCH_PX - 1) / 2
    way = np.linspace(-REACH, REACH, POINTS)
    rows = []
    for turn in np.arange(4) * math.pi / 2:
        c, s = math.cos(turn), math.sin(turn)
        for far in (*INSIDE, *OUTSIDE):
            rows.append((far * c - way * s, far * s + way * c))
    x, y = (np.array(part, np.float32) * FACE_PX + middle for part in zip(*rows, strict=True))
    return x.astype(np.float32), y.astype(np.float32)
