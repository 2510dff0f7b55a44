"""Draws what the coin reader must tell apart, seen from above: coins with rim, relief, wear and metal shine, crown caps, round
odds and ends; each with its side, its shadow and what it hides of what lies below."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from training import floors

Array = npt.NDArray[np.float32]
#: Diameters of euro coins in mm, 1 cent to 2 euro, with their metal.
EUROS = (
    (16.25, "copper"), (18.75, "copper"), (21.25, "copper"), (19.75, "gold"), (22.25, "gold"), (24.25, "gold"),
    (23.25, "bicolour"), (25.75, "bicolour"),
)  # fmt: skip
#: Linear BGR of clean metal.
METALS = {"copper": (0.10, 0.19, 0.46), "gold": (0.15, 0.40, 0.58), "silver": (0.44, 0.48, 0.50)}


@dataclass(frozen=True)
class Lamp:
    """Light from one side: unit direction towards it, linear BGR strength, how blurred its shadows are (mm for 2 mm of height)."""

    way: tuple[float, float, float]
    tint: tuple[float, float, float]
    soft: float


@dataclass(frozen=True)
class Stage:
    """The light a scene is drawn in: lamps, ambient light, px per mm, and how far (px) a mm of height shifts things per px off
    the middle, as the camera's perspective does."""

    lamps: tuple[Lamp, ...]
    ambient: float
    px_per_mm: float
    lean: float


def stage(rng: np.random.Generator, px_per_mm: float) -> Stage:
    """A random light."""
    lamps = []
    count = int(rng.integers(1, 4))
    for _ in range(count):
        around, high = rng.uniform(0, math.tau), math.radians(rng.uniform(28, 85))
        warm = rng.uniform(-0.25, 0.45)
        strength = rng.uniform(0.35, 1.1) / count
        tint = (strength * (1 - 0.45 * warm), strength * (1 - 0.1 * warm), strength * (1 + 0.2 * warm))
        way = (math.cos(around) * math.cos(high), math.sin(around) * math.cos(high), math.sin(high))
        lamps.append(Lamp(way, tint, float(rng.uniform(0.3, 2.5))))
    return Stage(tuple(lamps), float(rng.uniform(0.12, 0.6)), px_per_mm, float(1 / (rng.uniform(440, 650) * px_per_mm)))


def lay_coin(
    image: Array,
    at: tuple[float, float],
    diameter_mm: float,
    metal: str,
    level: int,
    light: Stage,
    rng: np.random.Generator,
    like: Array | None = None,
) -> None:
    """Put a coin on a linear BGR picture, `level` coins above the floor; `at`: px of its top face's centre. `like`: a tone that it nearly
    has, so that it hardly shows."""
    radius = diameter_mm / 2 * light.px_per_mm
    thick = rng.uniform(1.6, 2.4)
    colour, cover = _coin(radius, at, metal, light, rng)
    if like is not None:
        colour += (like - colour.mean(axis=(0, 1))) * np.float32(rng.uniform(0.6, 1.0))
        np.maximum(colour, 0.002, out=colour)
    _lay(image, at, colour, cover, thick, level, light, metal_tone(metal, rng) * 0.35)


def metal_tone(metal: str, rng: np.random.Generator) -> Array:
    """Linear BGR of a metal, clean to tarnished."""
    base = np.array(METALS[metal if metal in METALS else "silver"], np.float32)
    return base * np.exp(rng.normal(0, 0.12, 3)).astype(np.float32)


def _coin(
    radius: float, at: tuple[float, float], metal: str, light: Stage, rng: np.random.Generator
) -> tuple[Array, Array]:
    reach = math.ceil(radius) + 2
    fx, fy = at[0] - math.floor(at[0]), at[1] - math.floor(at[1])
    rows, columns = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float32)
    columns, rows = columns - fx, rows - fy
    far = np.hypot(columns, rows) / radius
    height = _relief(reach, radius, rng)
    rim = rng.uniform(0.84, 0.95)
    height += rng.uniform(0.3, 1.6) * np.clip((far - rim) * radius, 0, 1) * (far < 1.01)
    edge = np.clip((far - 0.985) * radius, 0, 2) * rng.uniform(0.2, 1.2)
    height -= edge
    worn = rng.random()
    if worn < 0.5:
        height = cv2.GaussianBlur(height, (0, 0), 0.5 + 2.0 * worn)
    albedo = _metal(metal, far, rng)
    dirt = floors.waves(2 * reach + 1, rng, rng.uniform(3, 9))
    albedo = albedo * np.clip(1 - rng.uniform(0, 0.3) * np.clip(dirt, 0, 3), 0.1, 1)[..., None]
    albedo *= float(np.exp(rng.normal(-0.25, 0.4)))
    deep = rng.uniform(0.15, 0.55)
    dx, dy = cv2.Sobel(height, cv2.CV_32F, 1, 0) * deep, cv2.Sobel(height, cv2.CV_32F, 0, 1) * deep
    tilt = rng.normal(0, 0.05, 2)
    nx, ny = -dx + tilt[0], -dy + tilt[1]
    nz = 1 / np.sqrt(1 + nx * nx + ny * ny)
    # A struck coin is brushed in circles: its shine spreads across the brush strokes.
    brushed = rng.uniform(0, 0.8)
    turn = np.arctan2(rows, columns)
    total = np.full((*far.shape, 3), light.ambient * rng.uniform(0.7, 1.3), np.float32)
    sharp, shine = rng.uniform(3, 40), rng.uniform(0.1, 1.6)
    for lamp in light.lamps:
        lx, ly, lz = lamp.way
        lit = np.clip((nx * lx + ny * ly + lz) * nz, 0, None)
        half = np.array((lx, ly, lz + 1.0))
        half /= np.linalg.norm(half)
        mirrored = np.clip((nx * half[0] + ny * half[1] + half[2]) * nz, 0, 1)
        streak = 1 + brushed * np.cos(2 * (turn - math.atan2(ly, lx)))
        total += np.array(lamp.tint, np.float32) * (0.7 * lit + shine * mirrored**sharp * streak)[..., None]
    cover = np.clip((1 - far) * radius + 0.5, 0, 1)
    return (albedo * total).astype(np.float32), cover.astype(np.float32)


def _relief(reach: int, radius: float, rng: np.random.Generator) -> Array:
    """Height of what is struck on a coin, about 0-1: a number or a head, a word, stars along the rim."""
    size = 2 * reach + 1
    mask = np.zeros((size, size), np.uint8)
    middle = (reach, reach)
    what = rng.random()
    if what < 0.55:
        text = str(rng.choice(("1", "2", "5", "10", "20", "50", "1", "2")))
        scale = radius / 22 * rng.uniform(0.9, 1.7) / (1 if len(text) == 1 else 1.4)
        (w, h), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, 2)
        shift = rng.normal(0, 0.12 * radius, 2)
        where = (int(reach - w / 2 + shift[0]), int(reach + h / 2 + shift[1]))
        cv2.putText(mask, text, where, cv2.FONT_HERSHEY_DUPLEX, scale, 255, int(rng.integers(1, 4)), cv2.LINE_AA)
    else:
        for _ in range(int(rng.integers(2, 7))):
            spot = tuple(int(v) for v in reach + rng.normal(0, 0.25 * radius, 2))
            axes = (max(1, int(radius * rng.uniform(0.06, 0.35))), max(1, int(radius * rng.uniform(0.06, 0.3))))
            cv2.ellipse(
                mask, spot, axes, float(rng.uniform(0, 180)), 0, 360, int(rng.integers(90, 255)), -1, cv2.LINE_AA
            )
    if rng.random() < 0.7:
        ring = radius * rng.uniform(0.74, 0.88)
        for angle in np.arange(0, math.tau, math.tau / int(rng.integers(8, 30))):
            spot = (int(reach + ring * math.cos(angle)), int(reach + ring * math.sin(angle)))
            cv2.circle(mask, spot, max(1, int(radius * 0.05)), 255, -1, cv2.LINE_AA)
    if rng.random() < 0.3:
        cv2.circle(mask, middle, int(radius * rng.uniform(0.6, 0.8)), 200, 1, cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D(middle, float(rng.uniform(0, 360)), 1.0)
    return cv2.warpAffine(mask, turn, (size, size)).astype(np.float32) / 255.0 + 0.1 * floors.grain(size, rng, 0.8)


def _metal(metal: str, far: Array, rng: np.random.Generator) -> Array:
    if metal != "bicolour":
        return np.broadcast_to(metal_tone(metal, rng), (*far.shape, 3)).copy()
    pair = [metal_tone("silver", rng), metal_tone("gold", rng)]
    if rng.random() < 0.5:
        pair.reverse()
    inner = np.clip((rng.uniform(0.66, 0.76) - far) * 12 + 0.5, 0, 1)[..., None]
    return (pair[0] * inner + pair[1] * (1 - inner)).astype(np.float32)


def _lay(
    image: Array,
    at: tuple[float, float],
    colour: Array,
    cover: Array,
    thick_mm: float,
    level: int,
    light: Stage,
    side_tone: Array,
) -> None:
    """Shadow, side and top of a flat thing whose patch is centred at `at`."""
    size = image.shape[0]
    reach = cover.shape[0] // 2
    left, top = math.floor(at[0]) - reach, math.floor(at[1]) - reach
    high = thick_mm * (level + 1)
    for lamp in light.lamps:
        lx, ly, lz = lamp.way
        shift = (-lx / lz * high * light.px_per_mm * 0.9, -ly / lz * high * light.px_per_mm * 0.9)
        share = sum(lamp.tint) / (sum(sum(one.tint) for one in light.lamps) + 3 * light.ambient)
        _darken(image, cover, (left + shift[0], top + shift[1]), lamp.soft * (level + 1) * light.px_per_mm, share)
    _darken(image, cover, (left, top), 0.8 * light.px_per_mm, 0.45 * light.ambient)
    # The side shows where the camera looks at it aslant: below the top, nearer to the picture's middle.
    off = ((size / 2 - at[0]) * light.lean * thick_mm, (size / 2 - at[1]) * light.lean * thick_mm)
    _paint(image, np.broadcast_to(side_tone, colour.shape), cover, (left + off[0], top + off[1]))
    _paint(image, colour, cover, (left, top))


def _window(image: Array, patch: Array, corner: tuple[float, float], pad: int) -> tuple[Array, Array] | None:
    """The part of the picture under a patch moved to `corner`, and the patch as it lies there (cut and shifted by subpixels)."""
    x, y = math.floor(corner[0]), math.floor(corner[1])
    grown = cv2.copyMakeBorder(np.ascontiguousarray(patch), pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=(0, 0, 0))
    move = np.array([[1, 0, corner[0] - x], [0, 1, corner[1] - y]], np.float32)
    grown = cv2.warpAffine(grown, move, grown.shape[1::-1])
    x, y = x - pad, y - pad
    height, width = grown.shape[:2]
    a, b, c, d = max(0, x), max(0, y), min(image.shape[1], x + width), min(image.shape[0], y + height)
    if c <= a or d <= b:
        return None
    return image[b:d, a:c], grown[b - y : d - y, a - x : c - x]


def _darken(image: Array, cover: Array, corner: tuple[float, float], soft_px: float, share: float) -> None:
    pad = math.ceil(2.5 * soft_px) + 2
    found = _window(image, cover, corner, pad)
    if found is not None:
        part, mask = found
        part *= 1 - min(0.9, share) * cv2.GaussianBlur(mask, (0, 0), max(0.4, soft_px))[..., None]


def _paint(image: Array, colour: Array, cover: Array, corner: tuple[float, float]) -> None:
    found = _window(image, np.dstack([colour * cover[..., None], cover]), corner, 1)
    if found is not None:
        part, patch = found
        part *= 1 - patch[..., 3:]
        part += patch[..., :3]


def lay_cap(image: Array, at: tuple[float, float], light: Stage, rng: np.random.Generator) -> float:
    """Put a crown cap on the picture, printed side or hollow side up. Returns its radius in px."""
    radius = rng.uniform(14.2, 16.4) * light.px_per_mm
    reach = math.ceil(radius * 1.06) + 2
    rows, columns = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float32)
    turn, far = np.arctan2(rows, columns), np.hypot(columns, rows) / radius
    wave = np.cos(21 * turn + rng.uniform(0, math.tau))
    outline = 1 + 0.045 * wave
    cover = np.clip((outline - far) * radius + 0.5, 0, 1).astype(np.float32)
    face = rng.uniform(0.78, 0.88)
    tone = np.array(floors.colour(rng, 0.03, 0.95, 0.35), np.float32)
    steel = metal_tone("silver", rng)
    shade = np.full((*far.shape, 3), light.ambient, np.float32)
    is_hollow = rng.random() < 0.5
    skirt = np.clip((far - face) / (1 - face), 0, 1)
    lift = (-1 if is_hollow else 1) * 0.9 * (skirt > 0) * (1 + 0.5 * wave)
    nx, ny = lift * columns / (far * radius + 1), lift * rows / (far * radius + 1)
    nz = 1 / np.sqrt(1 + nx * nx + ny * ny)
    for lamp in light.lamps:
        lx, ly, lz = lamp.way
        lit = np.clip((nx * lx + ny * ly + lz) * nz, 0, None)
        shade += np.array(lamp.tint, np.float32) * (0.75 * lit + rng.uniform(0, 0.8) * lit**12)[..., None]
    inner = np.clip((face - far) * radius + 0.5, 0, 1)[..., None]
    if is_hollow:
        liner = np.array(floors.colour(rng, 0.35, 0.9, 0.7), np.float32)
        ring = 1 - rng.uniform(0.1, 0.6) * np.exp(-(((far - rng.uniform(0.55, 0.72)) * radius / 1.5) ** 2))[..., None]
        wall = 1 - rng.uniform(0.2, 0.7) * np.exp(-(((far - face) * radius / 2.0) ** 2))[..., None]
        colour = (liner * inner * ring + steel * (1 - inner)) * wall
    else:
        print_ = _relief(reach, radius * 0.7, rng)[..., None] * (far < face)[..., None]
        second = np.array(floors.colour(rng, 0.03, 0.95, 0.4), np.float32)
        colour = tone + (second - tone) * np.clip(print_, 0, 1)
        colour = colour * (1 + 0.1 * wave[..., None] * (skirt > 0)[..., None])
    _lay(image, at, (colour * shade).astype(np.float32), cover, 5.5, 0, light, steel * 0.3)
    return float(radius)


def lay_odd(image: Array, at: tuple[float, float], light: Stage, rng: np.random.Generator) -> None:
    """Put something roundish that is no coin on the picture: a bead, a pea, a washer's hole, a button, a rounded chip, a small die."""
    if rng.random() < 0.5:
        radius = rng.uniform(1.5, 5.0) * light.px_per_mm
        reach = math.ceil(radius) + 2
        rows, columns = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float32)
        far = np.hypot(columns, rows * rng.uniform(0.8, 1.25)) / radius
        dome = np.sqrt(np.clip(1 - far * far, 0.02, 1))
        tone = np.array(floors.colour(rng, 0.05, 0.9, 0.3), np.float32)
        colour = tone * (light.ambient + 0.7 * dome)[..., None]
        _lay(
            image,
            at,
            colour.astype(np.float32),
            np.clip((1 - far) * radius, 0, 1).astype(np.float32),
            4.0,
            0,
            light,
            tone * 0.2,
        )
        return
    half = rng.uniform(6.0, 9.5) * light.px_per_mm
    reach = math.ceil(half * 1.45) + 2
    rows, columns = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float32)
    angle = rng.uniform(0, math.pi / 2)
    u = (columns * math.cos(angle) + rows * math.sin(angle)) / half
    v = (rows * math.cos(angle) - columns * math.sin(angle)) / half
    power = rng.uniform(5, 30)
    far = (np.abs(u) ** power + np.abs(v) ** power) ** (1 / power)
    tone = np.array(floors.colour(rng, 0.02, 0.95, 0.4), np.float32)
    dot = np.array((0.9, 0.9, 0.9) if tone.sum() < 1.0 else (0.02, 0.02, 0.02), np.float32)
    pips = np.zeros_like(far)
    value = int(rng.integers(1, 7))
    a = 0.5
    places = {1: [(0, 0)], 2: [(-a, -a), (a, a)], 3: [(-a, -a), (0, 0), (a, a)]}
    places[4] = [(x, y) for x in (-a, a) for y in (-a, a)]
    places[5], places[6] = [*places[4], (0, 0)], [*places[4], (-a, 0), (a, 0)]
    for x, y in places[value]:
        pips = np.maximum(pips, np.clip((0.19 - np.hypot(u - x, v - y)) * half + 0.5, 0, 1))
    colour = (tone + (dot - tone) * pips[..., None]) * (light.ambient + 0.6)
    _lay(
        image,
        at,
        colour.astype(np.float32),
        np.clip((1 - far) * half + 0.5, 0, 1).astype(np.float32),
        12.0,
        0,
        light,
        tone * 0.3,
    )
