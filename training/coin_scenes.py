"""Makes up trays with coins: how many of what kind lie where, apart, touching or on one another, with dice, caps and crumbs."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from training import floors
from training.coinage import EUROS, Stage, lay_cap, lay_coin, lay_odd, stage
from training.prints import prints

Array = npt.NDArray[np.float32]
#: Made-up scenes measure so many px, at so many px per mm.
SIZE, PX_PER_MM = 480, 2.0
#: A coin of which more than this is hidden cannot be expected to be seen.
MOST_HIDDEN = 0.5


@dataclass(frozen=True)
class Round:
    """A round thing in a picture: centre and radius in px."""

    x: float
    y: float
    radius: float


@dataclass
class Table:
    """A picture with coins: BGR uint8, px per mm, coins, caps, mask of what is neither (255), and whether that mask is known."""

    image: npt.NDArray[np.uint8]
    px_per_mm: float
    coins: list[Round]
    caps: list[Round] = field(default_factory=list)
    foreign: npt.NDArray[np.uint8] | None = None
    source: str = "own"
    tags: frozenset[str] = frozenset()
    ident: str = ""


def scene(rng: np.random.Generator, backgrounds: list[Table] | None = None) -> Table:
    """A made-up tray; on a floor of our own, or on one of `backgrounds` (recorded trays without coins)."""
    if backgrounds and rng.random() < 0.35:
        recorded = backgrounds[int(rng.integers(len(backgrounds)))]
        image, free = _part_of(recorded.image, rng)
    else:
        kind = str(rng.choice(floors.FLOORS, p=(0.32, 0.14, 0.24, 0.16, 0.06, 0.08)))
        image, free = floors.floor(kind, SIZE, rng) * np.float32(rng.uniform(0.6, 1.2)), None
        if rng.random() < 0.4:
            prints(image, 16 * PX_PER_MM, rng)
        if rng.random() < 0.4:
            floors.crumbs(image, 16 * PX_PER_MM, rng)
    light = stage(rng, PX_PER_MM)
    outer: npt.NDArray[np.uint8] | None = None
    if free is None and rng.random() < 0.5:
        corners = floors.rim(image, 16 * PX_PER_MM, rng)
        outer = np.zeros((SIZE, SIZE), np.uint8)
        cv2.fillPoly(outer, [corners.round().astype(np.int32)], 255)
        free = outer
    if free is None:
        image *= _falling_light(rng)
    for _ in range(int(rng.integers(0, 4)) if rng.random() < 0.5 else 0):
        at = _anywhere(rng, free)
        if at is not None:
            lay_odd(image, at, light, rng)
    caps: list[Round] = []
    for _ in range(int(rng.integers(1, 3)) if rng.random() < 0.22 else 0):
        at = _anywhere(rng, free)
        if at is not None and all(math.dist(at, (c.x, c.y)) > 30 * PX_PER_MM for c in caps):
            caps.append(Round(*at, lay_cap(image, at, light, rng)))
    coins = _lay_coins(image, caps, free, light, rng)
    foreign = np.zeros((SIZE, SIZE), np.uint8)
    if rng.random() < 0.12:
        foreign = _something_else(image, rng)
        coins = [c for c in coins if _hidden(foreign, c) < MOST_HIDDEN]
        caps = [c for c in caps if _hidden(foreign, c) < MOST_HIDDEN]
    shown = np.clip(image * float(np.exp(rng.normal(0.1, 0.3))), 0, 1) ** (1 / 2.2)
    return Table((shown * 255 + 0.5).astype(np.uint8), PX_PER_MM, coins, caps, foreign)


def _part_of(recorded: npt.NDArray[np.uint8], rng: np.random.Generator) -> tuple[Array, npt.NDArray[np.uint8]]:
    """A random part of a flattened tray as linear light, and where nothing lies on it yet (alpha of the recorded picture)."""
    rows, columns = recorded.shape[:2]
    y, x = int(rng.integers(0, max(1, rows - SIZE))), int(rng.integers(0, max(1, columns - SIZE)))
    part = recorded[y : y + SIZE, x : x + SIZE]
    part = cv2.copyMakeBorder(
        part, 0, SIZE - part.shape[0], 0, SIZE - part.shape[1], cv2.BORDER_CONSTANT, value=(0, 0, 0, 0)
    )
    linear = (part[:, :, :3].astype(np.float32) / 255.0) ** 2.2
    return linear, np.ascontiguousarray(part[:, :, 3])


def _falling_light(rng: np.random.Generator) -> Array:
    slope = rng.normal(0, 0.25, 2)
    rows, columns = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) / SIZE - 0.5
    return np.clip(1 + slope[0] * columns + slope[1] * rows, 0.4, 1.6)[..., None]


def _something_else(image: Array, rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    state = image.copy()
    if rng.random() < 0.6:
        mask = floors.hand(image, tuple(rng.uniform(0, SIZE, 2)), 16 * PX_PER_MM, rng)
    else:
        mask = np.zeros((SIZE, SIZE), np.uint8)
        size = ((70.0, 145.0), (54.0, 86.0), (24.0, 80.0))[int(rng.integers(3))]
        middle = tuple(float(v) for v in rng.uniform(0, SIZE, 2))
        box = cv2.boxPoints((middle, (size[0] * PX_PER_MM, size[1] * PX_PER_MM), float(rng.uniform(0, 180))))
        cv2.fillConvexPoly(mask, box.round().astype(np.int32), 255, cv2.LINE_AA)
        image *= 1 - 0.5 * np.roll(floors.as_cover(mask, 4), (5, 5), (0, 1))[..., None]
        floors.blend(image, floors.as_cover(mask), floors.colour(rng, 0.01, 0.95, 0.7))
    if (mask > 127).mean() > 0.6:
        image[:] = state
        mask[:] = 0
    return mask


def _hidden(mask: npt.NDArray[np.uint8], coin: Round) -> float:
    disc = np.zeros_like(mask)
    cv2.circle(disc, (round(coin.x), round(coin.y)), max(1, round(coin.radius)), 1, -1)
    return float((mask[disc > 0] > 127).mean()) if disc.any() else 1.0


def _anywhere(rng: np.random.Generator, free: npt.NDArray[np.uint8] | None) -> tuple[float, float] | None:
    for _ in range(12):
        x, y = (float(v) for v in rng.uniform(0, SIZE, 2))
        if free is None or _is_free(free, x, y, 7 * PX_PER_MM):
            return x, y
    return None


def _is_free(free: npt.NDArray[np.uint8], x: float, y: float, reach: float) -> bool:
    for angle in np.arange(0, math.tau, math.tau / 10):
        px, py = int(x + reach * math.cos(angle)), int(y + reach * math.sin(angle))
        if 0 <= px < SIZE and 0 <= py < SIZE and free[py, px] < 128:
            return False
    return 0 <= int(x) < SIZE and 0 <= int(y) < SIZE and free[int(y), int(x)] >= 128


def _kind(rng: np.random.Generator) -> tuple[float, str]:
    if rng.random() < 0.75:
        return EUROS[int(rng.integers(len(EUROS)))]
    return float(rng.uniform(15.5, 27.0)), str(rng.choice(("copper", "gold", "silver", "bicolour")))


def _lay_coins(
    image: Array, caps: list[Round], free: npt.NDArray[np.uint8] | None, light: Stage, rng: np.random.Generator
) -> list[Round]:
    wanted = 0 if rng.random() < 0.06 else int(rng.integers(1, 30))
    touching, overlapping = rng.uniform(0, 0.9), float(rng.choice((0.0, 0.3, 0.6)))
    floor_tone, alike = np.median(image[::8, ::8].reshape(-1, 3), axis=0).astype(np.float32), rng.random() < 0.15
    laid: list[tuple[Round, int]] = []
    owner = np.full((SIZE, SIZE), -1, np.int16)
    areas: list[float] = []
    for _ in range(wanted * 8):
        if len(laid) >= wanted:
            break
        diameter, metal = _kind(rng)
        radius = diameter / 2 * light.px_per_mm
        at = _beside(laid, radius, touching, overlapping, rng)
        if free is not None and not _is_free(free, *at, radius + 1):
            continue
        below = [n for n, (c, _) in enumerate(laid) if math.dist(at, (c.x, c.y)) < c.radius + radius - 1.0]
        if below and (overlapping == 0 or len(below) > 2):
            continue
        if any(math.dist(at, (c.x, c.y)) < c.radius * 1.03 + radius for c in caps):
            continue
        disc = np.zeros((SIZE, SIZE), np.uint8)
        cv2.circle(disc, (round(at[0]), round(at[1])), round(radius), 1, -1)
        taken = [float((owner[disc > 0] == n).sum()) for n in below]
        seen = [float((owner == n).sum()) for n in below]
        if any(1 - (s - t) / max(areas[n], 1.0) > 0.45 for n, t, s in zip(below, taken, seen, strict=True)):
            continue
        level = 1 + max((laid[n][1] for n in below), default=-1)
        lay_coin(image, at, diameter, metal, level, light, rng, floor_tone if alike and rng.random() < 0.6 else None)
        owner[disc > 0] = len(laid)
        areas.append(float(disc.sum()))
        laid.append((Round(*at, radius), level))
    return [coin for coin, _ in laid]


def _beside(
    laid: list[tuple[Round, int]], radius: float, touching: float, overlapping: float, rng: np.random.Generator
) -> tuple[float, float]:
    if laid and rng.random() < touching:
        other = laid[int(rng.integers(len(laid)))][0]
        angle = rng.uniform(0, math.tau)
        gap = other.radius + radius + abs(rng.normal(0, 0.8))
        if rng.random() < overlapping:
            gap = (other.radius + radius) * rng.uniform(0.45, 0.97)
        return other.x + gap * math.cos(angle), other.y + gap * math.sin(angle)
    x, y = rng.uniform(0, SIZE, 2)
    return float(x), float(y)


def load(folder: Path, most: int | None = None) -> list[Table]:
    """The pictures of one folder of rendered scenes as flat trays. With `coins` in the folder's name: with their coins; else those
    whose dice are known, as backgrounds: BGRA, the fourth plane 255 where the floor is free."""
    tables = []
    for line in (folder / "manifest.jsonl").read_text().splitlines()[:most]:
        row = json.loads(line)
        if "tray" not in row or (row.get("kind", "dice") == "dice" and "hand" in row.get("profile", "")):
            continue
        image = cv2.imread(str(folder / row["file"]))
        if image is None:
            continue
        flat, to_flat = flatten(image, np.array(row["tray"], np.float32), PX_PER_MM)
        tags = frozenset({row["floor"], row["light"]})
        if row.get("kind") == "coins":
            coins = [_on_floor(coin, to_flat) for coin in row["coins"] if coin["overlap"] < MOST_HIDDEN]
            tables.append(Table(flat, PX_PER_MM, coins, source=folder.name, tags=tags, ident=row["file"]))
            continue
        free = np.zeros(flat.shape[:2], np.uint8)
        inner = cv2.perspectiveTransform(np.array(row["tray"], np.float32)[None], to_flat)[0]
        cv2.fillConvexPoly(free, inner.round().astype(np.int32), 255)
        for die in row["dice"]:
            quad = cv2.perspectiveTransform(np.array(die["quad"], np.float32)[None], to_flat)[0]
            hull = cv2.convexHull(np.vstack([quad, quad + (quad.mean(axis=0) - quad) * -0.45]))
            cv2.fillConvexPoly(free, hull.round().astype(np.int32), 0)
        tables.append(Table(np.dstack([flat, free]), PX_PER_MM, [], source=folder.name, tags=tags, ident=row["file"]))
    return tables


def flatten(
    image: npt.NDArray[np.uint8], corners: Array, px_per_mm: float, margin_mm: float = 12.0
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float64]]:
    """A tray of 280x210 mm seen straight from above, and the homography to it."""
    w, h = 280 * px_per_mm, 210 * px_per_mm
    m = margin_mm * px_per_mm
    target = np.array([[m, m], [m + w, m], [m + w, m + h], [m, m + h]], np.float32)
    to_flat = cv2.getPerspectiveTransform(corners, target)
    flat = cv2.warpPerspective(image, to_flat, (round(w + 2 * m), round(h + 2 * m)), flags=cv2.INTER_CUBIC)
    return flat, to_flat


def _on_floor(coin: dict, to_flat: npt.NDArray[np.float64]) -> Round:
    x, y = coin["center"]
    r = coin["diameter_px"] / 2
    points = np.array([[[x, y], [x - r, y], [x + r, y], [x, y - r], [x, y + r]]], np.float64)
    middle, *around = cv2.perspectiveTransform(points, to_flat)[0]
    return Round(float(middle[0]), float(middle[1]), float(np.mean([np.linalg.norm(p - middle) for p in around])))
