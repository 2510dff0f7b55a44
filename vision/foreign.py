"""Where something that is no die lies: a small network looks at the floor, reduced until a die's side measures 12 px, and says which part of
it a phone, a card, a coin, a cap, a hand or the like covers. Flat prints, beer mats, crumbs and drops belong to the floor."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.discs import Disc, discs
from vision.frame import Image
from vision.network import as_blob, cut, load_network, squash
from vision.reading import Box, Point
from vision.tray import Tray
from vision.view import around, usual_die_px

#: px of a die's side as the network sees it best, and the size at which a part of a picture is shown to it.
SIDE_PX, SEEN_PX = 12.0, (256, 192)
#: One cell of the answer covers this many px of what it sees.
CELL = 4

Map = npt.NDArray[np.float32]
#: A cell of which a larger share is covered than this is taken for part of a thing; beside a die in the tray, than the second.
COVERED, NEARLY = 0.6, 0.5
#: A thing covers at least so many times what a die's face does: less is a crumb or a drop.
LEAST = 0.3
#: Sides from the floor's edge within which what is seen may be the rim.
WITHIN = 0.25
#: A round thing lies on the floor if its middle lies so many of its radii inside the edge.
ON_FLOOR = 0.8
#: Without a tray, what comes nearer than so many sides to a die's middle may hide a part of it; so many sides around the dice are looked at.
NEAR, AROUND = 1.0, 4.0
#: Where a die measures less than this many px of what the network is shown, it cannot tell.
LEAST_SIDE_PX = 6.0


@dataclass(frozen=True, eq=False)
class Cover:
    """How far something foreign covers a part of a picture: a map 0-1 whose first cell begins at `origin` px and whose cells measure
    `px_per_cell`."""

    shares: Map
    origin: Point
    px_per_cell: float


@dataclass(frozen=True)
class Stranger:
    """A foreign thing: its box (x, y, w, h) px, the area in px it covers, and the middles (n, 2) px of the cells it lies on."""

    where: Box
    area: float
    cells: npt.NDArray[np.float64]


class ForeignNetwork:
    """The network, loaded once. Not thread-safe: one per thread."""

    def __init__(self, path: str | None = None) -> None:
        self._net = load_network("foreign.onnx", path)

    def look(self, picture: Image, region: tuple[int, int, int, int], side: float) -> Cover | None:
        """What covers `region` (x, y, w, h px, may reach over the picture) of a BGR picture in which a die's side measures `side` px; None if
        that region is too large to tell."""
        x, y, w, h = region
        scale = min(SIDE_PX / side, SEEN_PX[0] / w, SEEN_PX[1] / h)
        if scale * side < LEAST_SIDE_PX:
            return None
        seen = cut(picture, region, scale, *SEEN_PX)
        self._net.setInput(as_blob(seen))
        shares = squash(self._net.forward()[0, 0])
        columns, rows = math.ceil(w * scale / CELL), math.ceil(h * scale / CELL)
        return Cover(shares[:rows, :columns], (float(x), float(y)), CELL / scale)


def strangers(cover: Cover, least: float, share: float) -> list[Stranger]:
    """The things of which `least` px or more show, made up of cells that are covered by more than `share`; in no order."""
    there = (cover.shares > share).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(there)
    step, (left, top) = cover.px_per_cell, cover.origin
    found = []
    for i in range(1, count):
        area = float(stats[i, cv2.CC_STAT_AREA]) * step**2
        if area >= least:
            x, y, w, h = (float(v) * step for v in stats[i, :4])
            rows, columns = np.nonzero(labels == i)
            cells = np.asarray((np.stack([columns, rows], axis=1) + 0.5) * step + (left, top), np.float64)
            found.append(Stranger((x + left, y + top, w, h), area, cells))
    return found


def among_dice(
    network: ForeignNetwork, picture: Image, tray: Tray | None, dice: Sequence[tuple[Point, float]]
) -> list[Stranger]:
    """What foreign things lie in a BGR picture: anywhere on a tray's floor or, where there is no tray, so near to what may be dice (centre
    and side in px) that they may hide a part of one. Beside a die in the tray less is enough than far from all."""
    places = np.array([center for center, _ in dice]).reshape(-1, 2)
    if tray is not None:
        return _in_tray(network, picture, tray, places)
    if not dice:
        return []
    side = float(np.median([s for _, s in dice]))
    cover = network.look(picture, _surroundings(places, side, picture), side)
    if cover is None:
        return []
    return [s for s in strangers(cover, LEAST * side**2, COVERED) if _is_near(s, places, side)]


def round_things(picture: Image, tray: Tray | None, dice: Sequence[tuple[Point, float]]) -> list[Box]:
    """The boxes (x, y, w, h) px of coins, caps and the like in a BGR picture, on a tray's floor or, where there is no tray, right beside what may be
    dice (centre and side in px): what the network is too coarse to tell from a print."""
    if tray is not None:
        side = usual_die_px(tray)
        region = around(tray, 0.0)
    elif dice:
        side = float(np.median([s for _, s in dice]))
        region = _surroundings(np.array([center for center, _ in dice]), side, picture)
    else:
        return []
    return [
        (disc.center[0] - disc.radius, disc.center[1] - disc.radius, 2 * disc.radius, 2 * disc.radius)
        for disc in discs(picture, region, side, dice)
        if (tray.inside_px(disc.center) > ON_FLOOR * disc.radius if tray is not None else _touches(disc, dice))
    ]


def _touches(disc: Disc, dice: Sequence[tuple[Point, float]]) -> bool:
    """Whether a round thing comes so near to the middle of a die that it may hide a part of it."""
    return any(math.dist(disc.center, center) - disc.radius < NEAR * side for center, side in dice)


def _in_tray(network: ForeignNetwork, picture: Image, tray: Tray, places: npt.NDArray[np.float64]) -> list[Stranger]:
    side = usual_die_px(tray)
    cover = network.look(picture, around(tray, side), side)
    if cover is None:
        return []
    surely = [s for s in strangers(cover, LEAST * side**2, COVERED) if _on_floor(s, tray, side, cover)]
    if surely:
        return surely
    perhaps = strangers(cover, LEAST * side**2, NEARLY)
    return [s for s in perhaps if _is_near(s, places, side) and _on_floor(s, tray, side, cover)]


def _on_floor(stranger: Stranger, tray: Tray, side: float, cover: Cover) -> bool:
    """Whether enough of a thing lies on the floor and not over its edge, where the rim is."""
    cells = sum(tray.inside_px((x, y)) > WITHIN * side for x, y in stranger.cells)
    return cells * cover.px_per_cell**2 >= LEAST * side**2


def _surroundings(places: npt.NDArray[np.float64], side: float, picture: Image) -> tuple[int, int, int, int]:
    """The box (x, y, w, h) px of dice and what lies around them."""
    height, width = picture.shape[:2]
    low = np.maximum(places.min(axis=0) - AROUND * side, 0).astype(int)
    high = np.minimum(places.max(axis=0) + AROUND * side, (width, height)).astype(int)
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def _is_near(stranger: Stranger, places: npt.NDArray[np.float64], side: float) -> bool:
    """Whether a thing comes so near to the middle (px) of a die that it may hide a part of it."""
    if not len(places):
        return False
    apart = np.hypot(*(stranger.cells[:, None] - places[None]).transpose(2, 0, 1))
    return bool(apart.min() < NEAR * side)
