"""The coin reader: counts the coins on the tray's floor, and refuses where its two witnesses do not agree.

The tray is flattened by its four corners. A small network says where coins lie; the geometric witness wants an edge along each
one's rim, and looks by itself for circles of a coin's size that the network did not name. What the network calls coin has to be
filled by the coins it counts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.coin_network import CELL, PX_PER_MM, CoinLook, CoinNetwork, Disc
from vision.frame import Image
from vision.intake import MIN_SIDE_PX, as_bgr, asked_region
from vision.layout import TrayLayout
from vision.reading import Box, Coin, Doubt, DoubtKind, Reading
from vision.rims import edges_of, rim_share, unexplained
from vision.tray import Hand, Tray, TrayFinder

#: Floor seen beyond the tray's edge, in mm: a coin at the rim is whole, and a tray found a little too small loses none.
MARGIN_MM = 14.0
#: A coin's middle may lie so far (mm) outside the tray's edge as it was found; what lies beyond is beside the tray.
BESIDE_MM = 11.0
#: Opposite sides of a believable tray differ by this factor at most, and so does the ratio of its sides from the true one.
CROOKED = 1.13
#: Diameters of coins in mm, with room for perspective; and the largest one where the tray's size is only as the network sees it.
COIN_MM, LARGEST_MM = (14.4, 29.0), 32.5
#: How present a coin has to be to be counted, to be suspected, and to be suspected under another coin.
PRESENT, SUSPECTED, HALF_HIDDEN = 0.45, 0.2, 0.1
#: How present a crown cap has to be to be a doubt where no coin is more present, and to be one anyway.
CAP, SURE_CAP = 0.3, 0.375
#: Share of a coin's rim (the part that no other coin hides) that has to be an edge; more is wanted of one that is hardly present, and
#: a suspicion is a doubt only with so much.
RIM_OF_COIN, HARDLY, RIM_OF_HARDLY, RIM_OF_SUSPICION = 0.36, 0.6, 0.5, 0.57
#: Share of a rim above which a circle that the network did not name is a doubt, and such circles' diameters in mm.
RIM_OF_UNNAMED, UNNAMED_MM = 0.76, (15.4, 26.6)
#: A patch that the network calls coin and no coin fills is a doubt if a disc of this share of the smallest coin fits into it.
PATCH_SHARE = 0.55
#: So much of the floor (mm²) under something foreign is a doubt.
FOREIGN_MM2 = 260.0
#: Without a tray the picture is tried in sizes that differ by this factor, from a longest side of so many px on.
STEP, SMALLEST_PX, SIZES = 1.3, 220, 7
#: Such a picture's coins are near this radius in px in the size that is believed.
USUAL_RADIUS = 16.5


@dataclass(frozen=True, eq=False)
class _Flat:
    """What is counted: a flattened picture of about `PX_PER_MM`, the way back to the picture's px, the floor's corners in it, or
    None if there is no tray and the scale is only guessed, and the largest coin in mm."""

    image: Image
    back: npt.NDArray[np.float64]
    floor: npt.NDArray[np.float32] | None
    most_mm: float = LARGEST_MM


class CoinReader:
    """Counts the coins in one picture. `layout`: the tray's measures, the standard tray if None; network, finder: the ones to ask,
    those that come with the package if None. Not thread-safe."""

    def __init__(
        self, layout: TrayLayout | None = None, *, network: CoinNetwork | None = None, finder: TrayFinder | None = None
    ) -> None:
        self.layout = layout or TrayLayout()
        self._network = network or CoinNetwork()
        self._finder = finder or TrayFinder(self.layout)

    def read(
        self, image: Any, *, expect: frozenset[int] | None = None, tray: Any = "auto", frame_number: int = 0
    ) -> Reading:
        """Count the coins of one picture: `Reading.count` and `Reading.coins`, no dice.

        image, tray, errors: as for `DiceReader.read`. Without a tray the coins' size is guessed from what repeats, and an empty
        picture is unsure.
        """
        picture, factor = as_bgr(image)
        blind = _blind(picture)
        if blind is not None:
            return Reading("unsure", (), (Doubt(blind),), frame_number)
        region = _region(tray, picture, factor)
        doubts: list[Doubt] = []
        found: Tray | None = None
        hand: Hand | None = None
        if region is None:
            found, hand = self._finder.find(picture)
        if found is not None:
            flat = _flatten(picture, found, self.layout)
            look = self._network.look(flat.image)
        else:
            flat, look, doubts = self._guess_scale(picture, region)
        if hand is not None and found is not None:
            doubts.append(Doubt(DoubtKind.HAND, None, hand.where))
        coins, more = _weigh(flat, look)
        doubts += more
        if expect is not None and len(coins) not in expect:
            doubts.append(Doubt(DoubtKind.COUNT))
        seen = tuple(sorted((_coin(disc, flat, factor) for disc in coins), key=lambda coin: coin.center))
        told = tuple(Doubt(d.kind, d.die, _enlarged(d.where, factor)) for d in doubts)
        return Reading("unsure" if told else "read", (), told, frame_number, len(seen), seen)

    def _guess_scale(
        self, picture: Image, region: tuple[int, int, int, int] | None
    ) -> tuple[_Flat, CoinLook, list[Doubt]]:
        """A picture without a tray in the size in which most of its coins are seen at their usual radius; doubts if the next size
        does not count alike."""
        x, y, w, h = region or (0, 0, picture.shape[1], picture.shape[0])
        part = picture[max(0, y) : y + h, max(0, x) : x + w]
        tried: list[tuple[float, int, _Flat, CoinLook]] = []
        for n in range(SIZES):
            shrink = SMALLEST_PX * STEP**n / max(part.shape[:2])
            if n and shrink > 2.0:
                break
            small = np.asarray(cv2.resize(part, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
            look = self._network.look(small)
            present = [disc for disc in look.coins if disc.presence >= PRESENT]
            usual = [abs(math.log2(disc.radius / USUAL_RADIUS)) for disc in present]
            score = sum(max(0.0, 1.0 - off) for off in usual)
            back = np.array([[1 / shrink, 0, max(0, x)], [0, 1 / shrink, max(0, y)], [0, 0, 1]])
            tried.append((score, len(present), _Flat(small, back, None), look))
        best = max(range(len(tried)), key=lambda n: tried[n][0])
        _, count, flat, look = tried[best]
        beside = [tried[n] for n in (best - 1, best + 1) if 0 <= n < len(tried)]
        agrees = count > 0 and any(other == count for _, other, _, _ in beside)
        return flat, look, [] if agrees else [Doubt(DoubtKind.UNCLEAR)]


def _weigh(flat: _Flat, look: CoinLook) -> tuple[list[Disc], list[Doubt]]:
    """The coins on the floor, and everything that speaks against their number."""
    doubts: list[Doubt] = []
    edges = edges_of(flat.image)
    coins = [disc for disc in look.coins if disc.presence >= PRESENT and _is_on_floor(flat, disc)]
    least, most = (mm / 2 * PX_PER_MM for mm in (COIN_MM[0], flat.most_mm))
    for disc in look.coins:
        least_present = HALF_HIDDEN if any(_overlap(disc, coin) for coin in coins) else SUSPECTED
        is_suspected = least_present <= disc.presence < PRESENT and _is_on_floor(flat, disc)
        if is_suspected and rim_share(edges, disc, tuple(coins)) >= RIM_OF_SUSPICION:
            doubts.append(_doubt(DoubtKind.UNCLEAR, flat, disc))
    caps = [cap for cap in look.caps if cap.presence >= CAP and _is_on_floor(flat, cap) and not _is_coin(cap, coins)]
    doubts += [_doubt(DoubtKind.FOREIGN, flat, cap) for cap in caps]
    for n, coin in enumerate(coins):
        others = tuple(other for m, other in enumerate(coins) if m != n)
        if flat.floor is not None and not least <= coin.radius <= most:
            doubts.append(_doubt(DoubtKind.FOREIGN, flat, coin))
        elif rim_share(edges, coin, others) < (RIM_OF_COIN if coin.presence >= HARDLY else RIM_OF_HARDLY):
            doubts.append(_doubt(DoubtKind.UNCLEAR, flat, coin))
        if flat.floor is not None and _is_cut(flat, coin):
            doubts.append(_doubt(DoubtKind.CUT_OFF, flat, coin))
    named = tuple(disc for disc in (*look.coins, *look.caps) if disc.presence >= SUSPECTED)
    low, high = (mm / 2 * PX_PER_MM for mm in UNNAMED_MM)
    for circle in unexplained(edges, named, (low, high)):
        around_known = any(math.hypot(circle.x - d.x, circle.y - d.y) < 0.5 * d.radius for d in named)
        if circle.presence >= RIM_OF_UNNAMED and not around_known and _is_on_floor(flat, circle, -0.5 * COIN_MM[0]):
            doubts.append(_doubt(DoubtKind.UNCLEAR, flat, circle))
    doubts += _unfilled(flat, look, named, least)
    foreign = (look.foreign > 0.6).astype(np.uint8)
    _erase(foreign, coins)
    inside = cv2.bitwise_and(foreign, _floor_mask(flat, foreign.shape))
    if int(inside.sum()) * (CELL / PX_PER_MM) ** 2 > FOREIGN_MM2:
        x, y, w, h = (float(v * CELL) for v in cv2.boundingRect(inside))
        doubts.append(Doubt(DoubtKind.FOREIGN, None, _box(flat, (x, y), (x + w, y + h))))
    return coins, doubts


def _unfilled(flat: _Flat, look: CoinLook, named: tuple[Disc, ...], least: float) -> list[Doubt]:
    """Patches that the network calls coin and that none of its coins fills."""
    cover = np.where(look.cover > 0.5, 255, 0).astype(np.uint8)
    cover = cv2.bitwise_and(cover, 255 * _floor_mask(flat, cover.shape))
    _erase(cover, named)
    depth = cv2.distanceTransform(cover, cv2.DIST_L2, 3)
    count, _, stats, _ = cv2.connectedComponentsWithStats(cover)
    doubts = []
    for x, y, w, h, _ in stats[1:count]:
        if float(depth[y : y + h, x : x + w].max()) * CELL >= PATCH_SHARE * least:
            box = _box(flat, (float(x * CELL), float(y * CELL)), (float((x + w) * CELL), float((y + h) * CELL)))
            doubts.append(Doubt(DoubtKind.UNCLEAR, None, box))
    return doubts


def _overlap(one: Disc, other: Disc) -> bool:
    return math.hypot(one.x - other.x, one.y - other.y) < 0.95 * (one.radius + other.radius)


def _erase(cells: npt.NDArray[np.uint8], discs: Iterable[Disc]) -> None:
    """Set the cells that discs fill to 0."""
    for disc in discs:
        middle = (round(disc.x / CELL - 0.5), round(disc.y / CELL - 0.5))
        cv2.circle(cells, middle, round(disc.radius / CELL + 0.5), 0, -1)


def _is_coin(cap: Disc, coins: list[Disc]) -> bool:
    """Whether what may be a cap is more surely a coin."""
    return cap.presence < SURE_CAP and any(
        math.hypot(cap.x - c.x, cap.y - c.y) < 0.4 * cap.radius and c.presence > cap.presence for c in coins
    )


def _is_on_floor(flat: _Flat, disc: Disc, beyond_mm: float = BESIDE_MM) -> bool:
    """Whether a disc's middle lies within the tray, or at most so far outside its edge; a coin beside it does not matter."""
    return flat.floor is None or cv2.pointPolygonTest(flat.floor, (disc.x, disc.y), True) > -beyond_mm * PX_PER_MM


def _is_cut(flat: _Flat, disc: Disc) -> bool:
    """Whether a disc reaches over the edge of what is looked at."""
    height, width = flat.image.shape[:2]
    return min(disc.x, disc.y, width - disc.x, height - disc.y) < 0.85 * disc.radius


def _floor_mask(flat: _Flat, shape: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    if flat.floor is None:
        return np.ones(shape, np.uint8)
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(flat.floor / CELL).astype(np.int32), 1)
    return mask


def _flatten(picture: Image, tray: Tray, layout: TrayLayout) -> _Flat:
    """The tray's floor seen straight from above with a margin."""
    (width, depth), m = layout.floor_mm, MARGIN_MM * PX_PER_MM
    w, h = width * PX_PER_MM, depth * PX_PER_MM
    floor = np.array([(m, m), (m + w, m), (m + w, m + h), (m, m + h)], np.float32)
    corners = tray.corners.astype(np.float32)
    if tray.source == "floor" and not _is_believable(corners, width / depth):
        corners = _upright(corners)
    to_flat = cv2.getPerspectiveTransform(corners, floor)
    back = np.linalg.inv(to_flat)
    reduced = picture
    if tray.px_per_mm > 2 * PX_PER_MM:
        shrink = 1.3 * PX_PER_MM / tray.px_per_mm
        reduced = np.asarray(cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
        to_flat = to_flat @ np.diag((picture.shape[1] / reduced.shape[1], picture.shape[0] / reduced.shape[0], 1.0))
    size = (round(w + 2 * m), round(h + 2 * m))
    flat = cv2.warpPerspective(reduced, to_flat, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    most_mm = LARGEST_MM if tray.source == "floor" else COIN_MM[1]
    return _Flat(np.asarray(flat, np.uint8), back, floor, most_mm)


def _is_believable(corners: npt.NDArray[np.float32], ratio: float) -> bool:
    """Whether four corners look like a tray's floor from nearly straight above."""
    a, b, c, d = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    factors = (a / c, b / d, (a + c) / (b + d) / ratio)
    return all(1 / CROOKED < factor < CROOKED for factor in factors)


def _upright(corners: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The smallest rectangle around four corners, beginning with the corner nearest to the first."""
    box = cv2.boxPoints(cv2.minAreaRect(corners))
    if cv2.contourArea(box, True) * cv2.contourArea(corners, True) < 0:
        box = box[::-1]
    turns = [np.roll(box, n, axis=0) for n in range(4)]
    return np.asarray(min(turns, key=lambda turned: float(np.abs(turned - corners).sum())), np.float32)


def _coin(disc: Disc, flat: _Flat, factor: float) -> Coin:
    x, y, w, h = _around(flat, disc)
    return Coin(((x + w / 2) / factor, (y + h / 2) / factor), (w + h) / 4 / factor, disc.presence)


def _doubt(kind: DoubtKind, flat: _Flat, disc: Disc) -> Doubt:
    return Doubt(kind, None, _around(flat, disc))


def _around(flat: _Flat, disc: Disc) -> Box:
    r = disc.radius
    return _box(flat, (disc.x - r, disc.y - r), (disc.x + r, disc.y + r))


def _box(flat: _Flat, low: tuple[float, float], high: tuple[float, float]) -> Box:
    """The px box in the picture about the middles of a flat box's sides."""
    x, y = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2
    sides = np.array([[(low[0], y), (high[0], y), (x, low[1]), (x, high[1])]], np.float64)
    there = cv2.perspectiveTransform(sides, flat.back)[0]
    (a, b), (c, d) = there.min(axis=0), there.max(axis=0)
    return float(a), float(b), float(c - a), float(d - b)


def _enlarged(box: Box | None, factor: float) -> Box | None:
    return None if box is None else (box[0] / factor, box[1] / factor, box[2] / factor, box[3] / factor)


def _region(tray: Any, picture: Image, factor: float) -> tuple[int, int, int, int] | None:
    """The part of the picture to count in, None: where the tray is. Raises BadTray."""
    asked = asked_region(tray, picture, factor)
    if isinstance(asked, str):
        return None if asked == "auto" else (0, 0, picture.shape[1], picture.shape[0])
    return asked


def _blind(picture: Image) -> DoubtKind | None:
    """Why nothing can be counted in a picture at all."""
    if min(picture.shape[:2]) < MIN_SIDE_PX:
        return DoubtKind.UNCLEAR
    mean, spread = (float(v[0][0]) for v in cv2.meanStdDev(cv2.cvtColor(picture[::4, ::4], cv2.COLOR_BGR2GRAY)))
    if mean < 10:
        return DoubtKind.DARK
    if mean > 245 and spread < 12:
        return DoubtKind.GLARE
    return DoubtKind.BLURRED if spread < 1.5 else None
