"""The coin reader: counts round discs of a coin's size on the tray's floor, and refuses where circles and colours disagree.

Two witnesses: (a) circles, found by gradient voting in lightness and two colour channels (Hough, `HOUGH_GRADIENT_ALT`), each
checked by how much of its rim is an edge; (b) what is not floor, by colour. A patch that is no floor and in no circle, or a
circle with a rim that is only half there, makes the count unsure.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Image
from vision.intake import as_bgr
from vision.layout import TrayLayout
from vision.reading import Box, Doubt, DoubtKind, Reading
from vision.tray import Tray, TrayFinder

#: The floor is looked at with so many px per mm: a 1-cent coin (16.25 mm) is then 49 px wide.
PX_PER_MM = 3.0
#: Diameters of euro coins, 1 cent to 50 cent (mm), with a little room for perspective and wear.
COIN_MM = (14.6, 28.4)
#: A crown cap is 32 mm wide; anything round between a coin and a saucer is no coin.
CAP_MM = 40.0
#: "Perfectness" of a circle (0-1, OpenCV's param2) to be a candidate, and to be a good one.
CANDIDATE, GOOD = 0.6, 0.8
#: Share of a circle's rim that has to be an edge: to be a coin, and to be worth a doubt.
RIM_OF_COIN, RIM_OF_DOUBT = 0.55, 0.36
#: Coins whose middles are closer than this share of both radii lie on one another.
NOT_APART = 0.9
#: A patch that is no floor matters if it has room for a disc of this share of the smallest coin.
PATCH_SHARE = 0.55
MARGIN_MM = 4.0

Plane = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Disc:
    """A round thing: centre and radius in px of the floor as it is looked at, share of its rim that is an edge, its votes."""

    x: float
    y: float
    radius: float
    rim: float
    votes: int


class CoinReader:
    """Counts the coins in one picture. `layout`: the tray's measures; the standard tray if None. Not thread-safe."""

    def __init__(self, layout: TrayLayout | None = None, *, finder: TrayFinder | None = None) -> None:
        self.layout = layout or TrayLayout()
        self._finder = finder or TrayFinder(self.layout)

    def read(
        self, image: Any, *, expect: frozenset[int] | None = None, tray: Any = "auto", frame_number: int = 0
    ) -> Reading:
        """Count the coins of one picture: `Reading.count`, no dice.

        image, tray, errors: as for `DiceReader.read`. Without a tray the coins' size is guessed from what repeats.
        """
        picture, factor = as_bgr(image)
        if float(picture.mean()) < 10:
            return Reading("unsure", (), (Doubt(DoubtKind.DARK),), frame_number)
        if isinstance(tray, tuple):
            x, y, w, h = (round(part * factor) for part in tray)
            floor, scale = _guess_scale(picture[max(0, y) : y + h, max(0, x) : x + w])
            hand = None
        else:
            found, hand = self._finder.find(picture) if tray == "auto" else (None, None)
            if found is not None:
                floor, scale = _flatten(picture, found, self.layout), PX_PER_MM
            else:
                floor, scale = _guess_scale(picture)
        doubts: list[Doubt] = []
        if hand is not None:
            doubts.append(Doubt(DoubtKind.HAND, None, hand.where))
        discs = find_discs(floor, scale)
        coins = [d for d in discs if 2 * d.radius <= COIN_MM[1] * scale and d.rim >= RIM_OF_COIN]
        for disc in discs:
            if 2 * disc.radius > COIN_MM[1] * scale and disc.rim >= RIM_OF_COIN:
                doubts.append(Doubt(DoubtKind.FOREIGN, None, _box(disc)))
            elif disc not in coins and not any(_covers(coin, disc) for coin in coins):
                doubts.append(Doubt(DoubtKind.UNCLEAR, None, _box(disc)))
        doubts += _overlapping(coins)
        doubts += _unexplained(floor, coins, scale)
        if expect is not None and len(coins) not in expect:
            doubts.append(Doubt(DoubtKind.COUNT))
        return Reading("unsure" if doubts else "read", (), tuple(doubts), frame_number, len(coins))


def _flatten(picture: Image, tray: Tray, layout: TrayLayout) -> Image:
    """The tray's floor seen straight from above, `PX_PER_MM` px per mm, with a small margin."""
    width, depth = layout.floor_mm
    margin = MARGIN_MM * PX_PER_MM
    w, h = round(width * PX_PER_MM + 2 * margin), round(depth * PX_PER_MM + 2 * margin)
    corners = np.array(
        [(margin, margin), (w - margin, margin), (w - margin, h - margin), (margin, h - margin)], np.float32
    )
    to_floor = cv2.getPerspectiveTransform(tray.corners.astype(np.float32), corners)
    return np.asarray(cv2.warpPerspective(picture, to_floor, (w, h), flags=cv2.INTER_CUBIC), np.uint8)


def _guess_scale(picture: Image) -> tuple[Image, float]:
    """A picture without a tray: reduced so that the sizes of circles that repeat most are a coin's."""
    best: tuple[int, Image] | None = None
    for longest in (700, 1000, 450):
        shrink = min(1.5, longest / max(picture.shape[:2]))
        small = np.asarray(cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
        count = sum(disc.rim >= RIM_OF_COIN for disc in find_discs(small, PX_PER_MM))
        if best is None or count > best[0]:
            best = (count, small)
    assert best is not None
    return best[1], PX_PER_MM


def find_discs(floor: Image, scale: float) -> list[Disc]:
    """All round things from the smallest coin to a cap in a BGR picture at `scale` px per mm, each once, best first."""
    channels = _channels(floor)
    edges = _edge_strength(channels)
    found: list[tuple[float, float, float, int]] = []
    sizes = (
        (COIN_MM[0] / 2 * scale, COIN_MM[1] / 2 * scale, CANDIDATE),
        (COIN_MM[1] / 2 * scale + 2, CAP_MM / 2 * scale, GOOD),
    )
    for channel in channels:
        for least, most, perfect in sizes:
            circles = cv2.HoughCircles(
                channel,
                cv2.HOUGH_GRADIENT_ALT,
                1.5,
                COIN_MM[0] * scale * 0.45,
                param1=100,
                param2=perfect,
                minRadius=round(least),
                maxRadius=round(most),
            )
            if circles is not None:
                found += [(float(x), float(y), float(r), 1) for x, y, r in circles[0]]
    discs = [Disc(x, y, r, _rim(edges, x, y, r), votes) for x, y, r, votes in found]
    return _distinct(discs, scale)


def _channels(floor: Image) -> list[Image]:
    """Lightness and both colour differences, smoothed and stretched to 0-255."""
    lab = cv2.cvtColor(cv2.GaussianBlur(floor, (0, 0), 1.2), cv2.COLOR_BGR2LAB)
    out: list[Image] = []
    for number in range(3):
        plane = np.asarray(lab[:, :, number], np.float32)
        low, high = float(plane.min()), float(plane.max())
        stretch = 255.0 / max(40.0, high - low)
        out.append(np.clip((plane - low) * stretch, 0, 255).astype(np.uint8))
    return out


def _edge_strength(channels: list[Image]) -> npt.NDArray[np.float32]:
    """Gradients (3, H, W, 2) of the channels, each in units of its own typical strength on the floor."""
    out = []
    for channel in channels:
        dx = cv2.Sobel(channel, cv2.CV_32F, 1, 0)
        dy = cv2.Sobel(channel, cv2.CV_32F, 0, 1)
        typical = max(6.0, float(np.percentile(np.hypot(dx, dy), 75)))
        out.append(np.dstack([dx, dy]) / typical)
    return np.asarray(out, np.float32)


_ANGLES = np.linspace(0, math.tau, 96, endpoint=False)


def _rim(edges: npt.NDArray[np.float32], x: float, y: float, radius: float) -> float:
    """Share of a circle's rim where some channel has an edge across it, 1.5 times as strong as the floor's own."""
    height, width = edges.shape[1:3]
    there = np.zeros(len(_ANGLES), bool)
    for step in (-2, 0, 2):
        px = np.round(x + (radius + step) * np.cos(_ANGLES)).astype(int)
        py = np.round(y + (radius + step) * np.sin(_ANGLES)).astype(int)
        inside = (px >= 0) & (py >= 0) & (px < width) & (py < height)
        gradient = edges[:, np.clip(py, 0, height - 1), np.clip(px, 0, width - 1)]
        across = np.abs(gradient[..., 0] * np.cos(_ANGLES) + gradient[..., 1] * np.sin(_ANGLES))
        along = np.abs(gradient[..., 1] * np.cos(_ANGLES) - gradient[..., 0] * np.sin(_ANGLES))
        there |= inside & ((across > 1.5) & (across > along)).any(axis=0)
    return float(there.mean())


def _distinct(discs: list[Disc], scale: float) -> list[Disc]:
    """One disc for each round thing: rings within a coin and shifted finds of the same one are dropped."""
    best: list[Disc] = []
    for disc in sorted(discs, key=lambda d: (-round(d.rim, 1), -d.radius)):
        twin = next((n for n, other in enumerate(best) if _is_same(disc, other)), None)
        if twin is None:
            best.append(disc)
        else:
            other = best[twin]
            larger = (
                disc.radius > other.radius * 1.12 and disc.rim >= RIM_OF_COIN and 2 * disc.radius <= COIN_MM[1] * scale
            )
            keep = disc if larger else other
            best[twin] = Disc(keep.x, keep.y, keep.radius, max(keep.rim, 0.0), other.votes + disc.votes)
    return best


def _is_same(one: Disc, other: Disc) -> bool:
    """Whether two circles are one thing: no two coins lie with their middles closer than half a radius."""
    return math.hypot(one.x - other.x, one.y - other.y) < 0.5 * max(one.radius, other.radius)


def _covers(coin: Disc, disc: Disc) -> bool:
    """Whether a doubtful circle is nothing but a pattern within or across coins that are there."""
    return math.hypot(coin.x - disc.x, coin.y - disc.y) < coin.radius + 0.35 * disc.radius


def _overlapping(coins: list[Disc]) -> list[Doubt]:
    """Coins that lie on one another, or circles drawn across two coins: more or fewer may be there than are seen."""
    return [
        Doubt(DoubtKind.STACKED, None, _box(one))
        for n, one in enumerate(coins)
        for other in coins[:n]
        if math.hypot(one.x - other.x, one.y - other.y) < NOT_APART * (one.radius + other.radius)
    ]


def _unexplained(floor: Image, coins: list[Disc], scale: float) -> list[Doubt]:
    """Patches that differ from the floor and lie in no coin."""
    height, width = floor.shape[:2]
    taken = np.zeros((height, width), np.uint8)
    for coin in coins:
        cv2.circle(taken, (round(coin.x), round(coin.y)), round(coin.radius * 1.06 + 2), 255, -1)
    lab = np.asarray(cv2.cvtColor(cv2.GaussianBlur(floor, (0, 0), 2.0), cv2.COLOR_BGR2LAB), np.float32)
    free = taken == 0
    border = round((MARGIN_MM + 5) * scale)
    inner = np.zeros_like(free)
    inner[border:-border, border:-border] = True
    seen = free & inner
    if seen.sum() < 100:
        return []
    # The floor's own colour changes slowly with the light: a smooth surface through its colours, robust by two passes.
    ys, xs = (part.ravel() for part in np.mgrid[0:height, 0:width].astype(np.float32))
    xs, ys = xs / width - 0.5, ys / height - 0.5
    terms = np.stack([np.ones_like(xs), xs, ys, xs * xs, xs * ys, ys * ys], axis=1)
    use = seen.ravel()
    distance = np.zeros(height * width, np.float32)
    spread = 1.0
    for _ in range(2):
        step = max(1, int(use.sum()) // 4000)
        rows = np.flatnonzero(use)[::step]
        plane, *_rest = np.linalg.lstsq(terms[rows], lab.reshape(-1, 3)[rows], rcond=None)
        apart = np.abs(lab.reshape(-1, 3) - terms @ plane) * np.array([0.6, 1.6, 1.6], np.float32)
        distance = apart.sum(axis=1)
        spread = float(np.median(distance[rows])) + 1.0
        use = seen.ravel() & (distance < 3.0 * spread)
    odd = ((distance > max(26.0, 5.0 * spread)).reshape(height, width) & seen).astype(np.uint8)
    odd = cv2.morphologyEx(odd, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    # Shadows and grain are thin; a coin that nobody counted has room for a disc of more than half its size.
    depth = cv2.distanceTransform(odd, cv2.DIST_L2, 3)
    count, marked, stats, _ = cv2.connectedComponentsWithStats(odd)
    return [
        Doubt(DoubtKind.FOREIGN, None, tuple(float(v) for v in stats[n][:4]))  # type: ignore[arg-type]
        for n in range(1, count)
        if stats[n][cv2.CC_STAT_AREA] >= 60 and float(depth[marked == n].max()) >= PATCH_SHARE * COIN_MM[0] / 2 * scale
    ]


def _box(disc: Disc) -> Box:
    return (disc.x - disc.radius, disc.y - disc.radius, 2 * disc.radius, 2 * disc.radius)
