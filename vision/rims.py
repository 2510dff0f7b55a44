"""The coin reader's geometric witness: how much of a circle's rim is an edge, and circles voted for by edges nobody explained.

It finds its circles by itself, from gradients alone (Kimme, Ballard and Sklansky 1975), and knows nothing of the network.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.coin_network import Disc
from vision.frame import Image

Plane = npt.NDArray[np.float32]
#: An edge begins where the picture is this many times as steep as its own grain, at least so many grey levels per px, and goes on
#: while it keeps half of that (Canny 1986).
STEEP, LEAST = 4.0, 3.5
#: Directions in which a rim is looked at, and how far (in cos) a gradient may turn away from the circle's middle.
ANGLES = np.linspace(0, math.tau, 72, endpoint=False)
_COS, _SIN = np.cos(ANGLES), np.sin(ANGLES)
TOWARDS = 0.87
#: Votes are gathered in cells of so many px; the best so many circles with this share of their rim's votes are looked at closer.
VOTE_CELL, MOST_LOOKED_AT, ENOUGH_VOTES = 2, 6, 0.5


@dataclass(frozen=True)
class Edges:
    """Edges of a picture: where they run, and the unit direction across them, each (H, W)."""

    there: npt.NDArray[np.bool_]
    right: Plane
    down: Plane


def edges_of(picture: Image) -> Edges:
    """Edges of a BGR picture in lightness and in both colour differences."""
    lab = cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), 1.0), cv2.COLOR_BGR2LAB)
    there = np.zeros(picture.shape[:2], np.uint8)
    right, down = np.zeros(there.shape, np.float32), np.zeros(there.shape, np.float32)
    steepest = np.full(there.shape, 1e-6, np.float32)
    for channel, weight in ((0, 1.0), (1, 1.6), (2, 1.6)):
        dx = cv2.Sobel(lab[:, :, channel], cv2.CV_16S, 1, 0)
        dy = cv2.Sobel(lab[:, :, channel], cv2.CV_16S, 0, 1)
        x, y = dx.astype(np.float32), dy.astype(np.float32)
        size = cv2.magnitude(x, y)
        limit = max(8 * LEAST / weight, STEEP * float(np.median(size[::3, ::3])))
        there |= cv2.Canny(dx, dy, 0.5 * limit, limit, L2gradient=True)
        size /= limit
        more = size > steepest
        for plane, new in ((right, x / limit), (down, y / limit), (steepest, size)):
            np.copyto(plane, new, where=more)
    return Edges(there > 0, right / steepest, down / steepest)


def rim_share(edges: Edges, disc: Disc, others: tuple[Disc, ...] = ()) -> float:
    """Share (0-1) of a circle's rim that is an edge, of the part that does not lie in `others`; 0 if less than a third is left."""
    there, free = _rim(edges, disc, others)
    return float(there[free].mean()) if free.mean() > 0.33 else 0.0


def _rim(edges: Edges, disc: Disc, others: tuple[Disc, ...]) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    height, width = edges.there.shape
    free = np.ones(len(ANGLES), bool)
    x, y = disc.x + disc.radius * _COS, disc.y + disc.radius * _SIN
    for other in others:
        free &= np.hypot(x - other.x, y - other.y) > other.radius - 1.0
    steps = np.arange(-2, 3)[:, None]
    px = np.round(x + steps * _COS).astype(int)
    py = np.round(y + steps * _SIN).astype(int)
    inside = (px >= 0) & (py >= 0) & (px < width) & (py < height)
    px, py = np.clip(px, 0, width - 1), np.clip(py, 0, height - 1)
    across = np.abs(edges.right[py, px] * _COS + edges.down[py, px] * _SIN)
    return (inside & edges.there[py, px] & (across > TOWARDS)).any(axis=0), free


def unexplained(edges: Edges, known: tuple[Disc, ...], radii: tuple[float, float]) -> list[Disc]:
    """Circles of a radius (px) within `radii` that edges outside all `known` discs vote for, best first; presence is the share of the
    whole rim that is such an edge."""
    height, width = edges.there.shape
    free = np.full((height, width), 255, np.uint8)
    for disc in known:
        cv2.circle(free, (round(disc.x), round(disc.y)), round(disc.radius + 2.5), 0, -1)
    rest = Edges(edges.there & (free > 0), edges.right, edges.down)
    rows, columns = np.nonzero(rest.there)
    if not len(rows):
        return []
    right, down = edges.right[rows, columns], edges.down[rows, columns]
    wide, high = width // VOTE_CELL + 1, height // VOTE_CELL + 1
    candidates: list[Disc] = []
    for radius in np.arange(radii[0], radii[1] + 0.1, 1.5):
        votes = np.zeros(high * wide, np.float32)
        for sign in (-radius / VOTE_CELL, radius / VOTE_CELL):
            x = (columns / VOTE_CELL + sign * right).astype(np.int32)
            y = (rows / VOTE_CELL + sign * down).astype(np.int32)
            inside = (x >= 0) & (y >= 0) & (x < wide) & (y < high)
            votes += np.bincount(y[inside] * wide + x[inside], minlength=high * wide)
        plane = cv2.boxFilter(votes.reshape(high, wide), -1, (3, 3), normalize=False) / np.float32(math.tau * radius)
        peaks = (plane >= cv2.dilate(plane, np.ones((5, 5), np.uint8))) & (plane > ENOUGH_VOTES)
        candidates += [
            Disc((column + 0.5) * VOTE_CELL, (row + 0.5) * VOTE_CELL, float(radius), float(plane[row, column]))
            for row, column in zip(*np.nonzero(peaks), strict=True)
        ]
    distinct: list[Disc] = []
    for disc in sorted(candidates, key=lambda d: -d.presence):
        if all(math.hypot(disc.x - o.x, disc.y - o.y) > 0.5 * (disc.radius + o.radius) for o in distinct):
            distinct.append(disc)
    found = [_closer(rest, disc) for disc in distinct[:MOST_LOOKED_AT]]
    return sorted(found, key=lambda d: -d.presence)


def _closer(edges: Edges, disc: Disc) -> Disc:
    """The circle near by (1 px) with most of its rim on edges; presence is that share."""
    steps = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
    near = [Disc(disc.x + i, disc.y + j, disc.radius + k) for i, j in steps for k in (-0.7, 0.7)]
    share, best = max(((float(_rim(edges, one, ())[0].mean()), one) for one in near), key=lambda pair: pair[0])
    return Disc(best.x, best.y, best.radius, share)
