"""Finds where the tray's floor ends to a few px: along each of its four sides, the straight line at which the colour changes.

The network that finds the tray sees the picture at a fifth of its size, and its corners are off by two thirds of a die's side
(median on rendered scenes), now and then by two: enough to find the dice, but neither to say which of them lie beside the floor
nor how the camera looks down on it.
"""

from __future__ import annotations

import dataclasses
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Image
from vision.tray import Corners, Tray

#: A side is looked for within so many sides of a die of where it was taken to be, on a strip of so many rows and columns.
REACH, ROWS, COLUMNS = 2.0, 56, 24
#: The ends of a side, where the next one begins, are left out: this share of its length.
ENDS = 0.06
#: Colours are compared over bands of so many rows on both sides of a line.
BAND = 2
#: No place counts for more than a change of so many grey levels: a die at the rim is no edge of the floor.
MOST_CHANGE = 60
#: A line farther from where the side was taken to be must be the clearer one: width of the bell, as a share of the strip.
TRUST = 0.5
#: Of all lines at least this clear, beside the clearest, the innermost is taken: the rim has edges of its own, and a floor taken too small
#: (by a line printed on it) leaves the coarse edge in force.
CLEAR = 0.55
#: Sides that would meet at less than this (the sine of the angle) meet nowhere.
LEAST_SINE = 0.2

Map = npt.NDArray[np.float32]


def sharpened(picture: Image, tray: Tray, side: float) -> Tray:
    """The tray with its floor's edges where the picture (uint8 BGR) shows them; `side`: px of a die's side. The tray as it is if they
    are nowhere to be seen."""
    found = [_edge(picture, tray.corners, index, side) for index in range(4)]
    corners = []
    for (p, d), (q, e) in zip([found[-1], *found[:-1]], found, strict=True):
        system = np.stack([d, -e], axis=1)
        if abs(np.linalg.det(system)) < LEAST_SINE * float(np.linalg.norm(d) * np.linalg.norm(e)):
            return tray
        corners.append(p + np.linalg.solve(system, q - p)[0] * d)
    return dataclasses.replace(tray, corners=np.array(corners))


def _edge(picture: Image, corners: Corners, index: int, side: float) -> tuple[npt.NDArray[np.float64], ...]:
    """A point on the side from corner `index` to the next one, and the way along it."""
    start, end = corners[index], corners[(index + 1) % 4]
    along = end - start
    inward = np.array((-along[1], along[0])) / np.linalg.norm(along)
    if (corners.mean(axis=0) - start) @ inward < 0:
        inward = -inward
    first, last = start + ENDS * along, end - ENDS * along
    reach = REACH * side * inward
    to_picture = cv2.getAffineTransform(
        np.array([[0, 0], [COLUMNS - 1, 0], [0, ROWS - 1]], np.float32),
        np.array([first - reach, last - reach, first + reach], np.float32),
    )
    strip = cv2.warpAffine(
        picture,
        to_picture,
        (COLUMNS, ROWS),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    left, right = _innermost(_clearness(strip))
    one, other = (
        to_picture @ np.array((column, row + BAND - 0.5, 1.0)) for column, row in ((0, left), (COLUMNS - 1, right))
    )
    return one, other - one


def _clearness(strip: Image) -> Map:
    """How much the colour changes at each straight line across a strip (ROWS, COLUMNS, 3): float32 (n, n) by the rows at which it
    enters and leaves, n = ROWS - 2 BAND + 1. Row i lies between the rows i + BAND - 1 and i + BAND of the strip."""
    rows = ROWS - 2 * BAND + 1
    above = np.zeros((ROWS + 1, COLUMNS, 3), np.int32)
    strip.cumsum(axis=0, out=above[1:])
    change = above[2 * BAND :] - 2 * above[BAND:-BAND] + above[: -2 * BAND]
    # with a fourth channel the colours of a place are one number of eight bytes to pick up
    limited = np.zeros((rows, COLUMNS, 4), np.int16)
    limited[..., :3] = np.clip(change, -BAND * MOST_CHANGE, BAND * MOST_CHANGE)
    crossed, bell = _lines(rows)
    sums = limited.view(np.int64).take(crossed).view(np.int16).reshape(COLUMNS, -1, 4).sum(axis=0, dtype=np.int16)
    blue, green, red, _ = np.square(sums.astype(np.float32) / BAND / COLUMNS).T
    clear: Map = np.sqrt(blue + green + red).reshape(rows, rows) * bell
    return clear


@cache
def _lines(count: int) -> tuple[npt.NDArray[np.intp], Map]:
    """The places (COLUMNS, count * count), row after row, that the lines between any two of `count` rows cross, and what the line between
    them is trusted: float32 (count, count)."""
    places = np.arange(count)
    share = np.linspace(0, 1, COLUMNS)
    crossed = np.rint(places[:, None] * (1 - share[:, None, None]) + places * share[:, None, None]).astype(np.intp)
    crossed = crossed * COLUMNS + np.arange(COLUMNS)[:, None, None]
    end = np.exp(-(((places - count / 2) / (TRUST * count)) ** 2) / 2)
    return crossed.reshape(COLUMNS, -1), (end[:, None] * end).astype(np.float32)


def _innermost(clear: Map) -> tuple[int, int]:
    peaks = (clear == cv2.dilate(clear, np.ones((5, 5), np.uint8))) & (clear >= CLEAR * clear.max())
    rows = np.argwhere(peaks)
    left, right = rows[int(np.argmax(rows.sum(axis=1)))]
    return int(left), int(right)
