"""Draws what dice lie on: felt, cork, wood, plastic, prints, beer mats, crumbs, the tray's rim; and what may lie among them."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]
Colour = tuple[float, float, float]

FLOORS = ("felt", "cork", "wood", "plastic", "paper", "cloth")


def colour(rng: np.random.Generator, low: float = 0.02, high: float = 0.9, grey: float = 0.25) -> Colour:
    """A random linear BGR colour; `grey` of them nearly without hue."""
    hue, value = rng.uniform(0, 180), rng.uniform(low, high) ** 1.3
    saturation = rng.uniform(0, 40) if rng.random() < grey else rng.uniform(60, 255)
    one = np.uint8([[[hue, saturation, 255]]])
    b, g, r = (cv2.cvtColor(one, cv2.COLOR_HSV2BGR)[0, 0].astype(float) / 255.0) ** 2.2 * value
    return float(b), float(g), float(r)


def waves(size: int, rng: np.random.Generator, cells: float, stretch: float = 1.0) -> Array:
    """Smooth noise (size, size) of mean 0 and spread about 1, `cells` lumps across, stretched along a random direction."""
    rows = max(2, int(cells))
    columns = max(2, int(cells / stretch))
    coarse = rng.normal(0, 1, (rows, columns)).astype(np.float32)
    field = cv2.resize(coarse, (size * 3 // 2, size * 3 // 2), interpolation=cv2.INTER_CUBIC)
    turn = cv2.getRotationMatrix2D((size * 0.75, size * 0.75), float(rng.uniform(0, 360)), 1.0)
    turn[:, 2] -= size * 0.25
    return cv2.warpAffine(field, turn, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)


def grain(size: int, rng: np.random.Generator, blur: float = 0.0) -> Array:
    """Pixel noise (size, size), softened by `blur` px, spread 1."""
    noise = rng.normal(0, 1, (size, size)).astype(np.float32)
    if blur > 0:
        noise = cv2.GaussianBlur(noise, (0, 0), blur)
        noise /= max(1e-3, float(noise.std()))
    return noise


def floor(kind: str, size: int, rng: np.random.Generator) -> Array:
    """A floor (size, size, 3), linear BGR."""
    if kind == "felt":
        base = np.array(colour(rng, 0.05, 0.6, 0.3), np.float32)
        texture = (
            0.09 * grain(size, rng, rng.uniform(0, 1.2)) + 0.08 * waves(size, rng, 12) + 0.06 * waves(size, rng, 60)
        )
        return base * np.clip(1 + rng.uniform(0.4, 1.6) * texture, 0.3, 2)[..., None]
    if kind == "cork":
        a, b = np.array((0.10, 0.24, 0.42), np.float32), np.array((0.04, 0.10, 0.20), np.float32)
        tone = np.float32(rng.uniform(0.5, 1.4))
        lumps = waves(size, rng, 90) + 0.8 * grain(size, rng, 1.5)
        mix = np.clip(0.5 + 0.35 * lumps, 0, 1)[..., None]
        dark = (grain(size, rng, 1.8) > 1.9)[..., None] * 0.7
        return tone * (a * mix + b * (1 - mix)) * (1 - dark)
    if kind == "wood":
        tones = ((0.12, 0.26, 0.45), (0.05, 0.11, 0.24), (0.25, 0.42, 0.60), (0.015, 0.03, 0.07), (0.03, 0.07, 0.22))
        base = np.array(tones[int(rng.integers(len(tones)))], np.float32) * np.float32(rng.uniform(0.6, 1.4))
        stripe = waves(size, rng, rng.uniform(30, 90), 12)
        rings = np.sin(rng.uniform(6, 20) * waves(size, rng, 5, 4))
        figure = rng.uniform(0.05, 0.22) * stripe + rng.uniform(0.0, 0.18) * rings
        return base * np.clip(1 + figure + 0.03 * grain(size, rng), 0.15, 2.2)[..., None]
    if kind == "cloth":
        base = np.array(colour(rng, 0.1, 0.8, 0.4), np.float32)
        rows = np.arange(size, dtype=np.float32)
        period = rng.uniform(3, 9)
        weave = np.sin(rows * 2 * math.pi / period)[:, None] * np.sin(rows * 2 * math.pi / period)[None]
        return base * np.clip(1 + rng.uniform(0.03, 0.2) * weave + 0.05 * grain(size, rng), 0.2, 2)[..., None]
    base = np.array(colour(rng, 0.05 if kind == "plastic" else 0.4, 0.95, 0.6), np.float32)
    return (
        base * np.clip(1 + 0.03 * waves(size, rng, 4) + 0.015 * grain(size, rng, rng.uniform(0, 1)), 0.3, 2)[..., None]
    )


def blend(image: Array, mask: Array, tint: Any) -> None:
    """Paint `tint` where mask (0-1) says so, in place."""
    image += (np.asarray(tint, np.float32) - image) * mask[..., None]


def blank(size: int) -> npt.NDArray[np.uint8]:
    """An empty mask."""
    return np.zeros((size, size), np.uint8)


def as_cover(mask: npt.NDArray[np.uint8], blur: float = 0.6) -> Array:
    """A drawn mask as soft cover 0-1."""
    return cv2.GaussianBlur(mask, (0, 0), blur).astype(np.float32) / 255.0


def crumbs(image: Array, side: float, rng: np.random.Generator) -> None:
    """Crumbs, ash and drops: small, irregular, with a little shadow or a highlight."""
    size = image.shape[0]
    for _ in range(int(rng.integers(2, 25))):
        x, y = (int(v) for v in rng.uniform(0, size, 2))
        if rng.random() < 0.25:
            _drop(image, (x, y), side * float(rng.uniform(0.06, 0.5)), rng)
            continue
        mask = blank(size)
        r = side * rng.uniform(0.02, 0.16)
        points = [
            (x + r * rng.uniform(0.4, 1.2) * math.cos(a), y + r * rng.uniform(0.4, 1.2) * math.sin(a))
            for a in np.linspace(0, 5.6, 7)
        ]
        cv2.fillPoly(mask, [np.array(points).round().astype(np.int32)], 255, cv2.LINE_AA)
        image *= 1 - 0.4 * np.roll(as_cover(mask, 0.8), 1, 0)[..., None]
        blend(image, as_cover(mask, 0.5), colour(rng, 0.1, 0.9, 0.5))


def _drop(image: Array, middle: tuple[int, int], r: float, rng: np.random.Generator) -> None:
    """A drop of beer or water: dark on the side of the lamp, bright on the other, with the lamp in it."""
    size = image.shape[0]
    x, y = middle
    mask = blank(size)
    ring = blank(size)
    flat = float(rng.uniform(0.75, 1.0))
    turn = float(rng.uniform(0, 180))
    box = ((float(x), float(y)), (2 * r, 2 * r * flat), turn)
    cv2.ellipse(mask, box, 255, -1, cv2.LINE_AA)
    cv2.ellipse(ring, box, 255, max(1, int(r / 4)), cv2.LINE_AA)
    way = rng.uniform(0, 2 * math.pi)
    tint = 1 - float(rng.uniform(0.0, 0.3)) * (1 - np.array(colour(rng, 0.3, 0.9), np.float32))
    image *= 1 + (tint - 1) * as_cover(mask)[..., None]
    image *= 1 - float(rng.uniform(0.05, 0.5)) * as_cover(ring, 0.2 * r + 0.4)[..., None]
    for share, strength in ((-0.45, float(rng.uniform(0.1, 0.9))), (0.4, float(rng.uniform(0.0, 0.15)))):
        glow = blank(size)
        spot = (int(x + share * r * math.cos(way)), int(y + share * r * math.sin(way)))
        cv2.circle(glow, spot, max(1, int(r * (0.16 if share < 0 else 0.4))), 255, -1)
        image += as_cover(glow, 0.5 if share < 0 else 0.15 * r + 0.3)[..., None] * strength


def rim(image: Array, side: float, rng: np.random.Generator) -> Array:
    """Lay a tray's rim along up to three edges, with its shadow on the floor. Returns the corners (4, 2) px of the floor, which may
    lie outside the picture."""
    size = image.shape[0]
    low, high = -0.6 * size, 1.6 * size
    left, top, right, bottom = low, low, high, high
    if rng.random() < 0.6:
        left = rng.uniform(0.02, 0.35) * size
    if rng.random() < 0.6:
        top = rng.uniform(0.02, 0.35) * size
    if rng.random() < 0.3:
        right = rng.uniform(0.7, 0.98) * size
    if rng.random() < 0.3:
        bottom = rng.uniform(0.7, 0.98) * size
    box = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    angle = math.radians(rng.uniform(-25, 25))
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]], np.float32)
    corners: Array = ((box - size / 2) @ turn.T + size / 2).astype(np.float32)
    inner = blank(size)
    cv2.fillPoly(inner, [corners.round().astype(np.int32)], 255, cv2.LINE_AA)
    outer = blank(size)
    width = side * rng.uniform(1.0, 2.4)
    grown = (box + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * width - size / 2) @ turn.T + size / 2
    cv2.fillPoly(outer, [grown.round().astype(np.int32)], 255, cv2.LINE_AA)
    shade = cv2.GaussianBlur(255 - inner, (0, 0), side * rng.uniform(0.15, 0.6)).astype(np.float32) / 255.0
    shift = tuple(int(v) for v in rng.normal(0, side * 0.25, 2))
    image *= 1 - float(rng.uniform(0.2, 0.8)) * np.roll(shade, shift, (0, 1))[..., None]
    rim_tone = floor(str(rng.choice(("wood", "wood", "plastic"))), size, rng)
    table = floor(str(rng.choice(FLOORS)), size, rng)
    table *= 1 - 0.5 * cv2.GaussianBlur(outer, (0, 0), side * 0.3).astype(np.float32)[..., None] / 255.0
    within = as_cover(outer)
    surround = table + (rim_tone - table) * within[..., None]
    wall = as_cover(cv2.erode(255 - inner, np.ones((3, 3), np.uint8)), 0.5)
    image += (surround - image) * wall[..., None]
    return corners


def foreign(image: Array, side: float, rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Something that is no die: a hand, sleeve, cup, coin, bottle cap, phone or card. Returns its mask."""
    size = image.shape[0]
    kind = str(rng.choice(("hand", "hand", "hand", "cup", "coin", "cap", "phone", "card")))
    mask = blank(size)
    x, y = (float(v) for v in rng.uniform(0.1 * size, 0.9 * size, 2))
    if kind == "hand":
        return hand(image, (x, y), side, rng)
    if kind in ("coin", "cap"):
        return _round(image, (int(x), int(y)), side * rng.uniform(0.5, 0.95), kind, rng)
    if kind == "cup":
        return _round(image, (int(x), int(y)), side * rng.uniform(1.8, 3.2), kind, rng)
    ratio = (4.4, 8.8) if kind == "phone" else (3.6, 5.6)
    box = (
        cv2.boxPoints(((x, y), (ratio[0] * side, ratio[1] * side), float(rng.uniform(0, 180)))).round().astype(np.int32)
    )
    cv2.fillConvexPoly(mask, box, 255, cv2.LINE_AA)
    image *= 1 - 0.5 * np.roll(as_cover(mask, side * 0.12), (3, 3), (0, 1))[..., None]
    tone = colour(rng, 0.01, 0.08, 1.0) if kind == "phone" else colour(rng, 0.8, 0.95, 0.9)
    blend(image, as_cover(mask), tone)
    inner = cv2.erode(mask, np.ones((max(3, int(side * 0.3)),) * 2, np.uint8))
    blend(
        image,
        as_cover(inner) * np.float32(0.8),
        colour(rng, 0.02, 0.3) if kind == "phone" else colour(rng, 0.3, 0.9, 0.3),
    )
    return mask


def _round(
    image: Array, middle: tuple[int, int], radius: float, kind: str, rng: np.random.Generator
) -> npt.NDArray[np.uint8]:
    size = image.shape[0]
    mask = blank(size)
    if kind == "cap":
        teeth = np.linspace(0, 2 * math.pi, 84, endpoint=False)
        reach = radius * (1 + 0.05 * np.sign(np.sin(21 * teeth)))
        outline = np.stack([middle[0] + reach * np.cos(teeth), middle[1] + reach * np.sin(teeth)], axis=1)
        cv2.fillPoly(mask, [outline.round().astype(np.int32)], 255, cv2.LINE_AA)
    else:
        cv2.circle(mask, middle, int(radius), 255, -1, cv2.LINE_AA)
    image *= 1 - 0.5 * np.roll(as_cover(mask, radius * 0.12), (2, 2), (0, 1))[..., None]
    cover = as_cover(mask)
    tone = (
        np.array(colour(rng, 0.1, 0.8), np.float32)
        if kind != "coin"
        else np.array((0.25, 0.45, 0.6), np.float32) * float(rng.uniform(0.4, 1.2))
    )
    rows, columns = np.mgrid[0:size, 0:size].astype(np.float32)
    slope = ((columns - middle[0]) * rng.normal() + (rows - middle[1]) * rng.normal()) / max(radius, 1)
    blend(image, cover, tone)
    image *= 1 + cover[..., None] * np.clip(0.25 * slope, -0.6, 0.6)[..., None]
    ring = blank(size)
    cv2.circle(ring, middle, int(radius * rng.uniform(0.7, 0.92)), 255, int(rng.integers(1, 4)), cv2.LINE_AA)
    if kind == "cup":
        cv2.circle(ring, middle, int(radius * 0.8), 255, -1, cv2.LINE_AA)
    blend(image, as_cover(ring) * cover * np.float32(0.7), tone * float(rng.uniform(0.1, 1.8)))
    return mask


def hand(image: Array, at: tuple[float, float], side: float, rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """A palm with five fingers and an arm from outside, rounded by the distance to its outline."""
    size = image.shape[0]
    scale = side * rng.uniform(0.8, 1.2)
    angle = rng.uniform(0, 2 * math.pi)
    middle = np.array(at)
    skin = blank(size)

    def limb(a: Any, b: Any, wide: float, layer: npt.NDArray[np.uint8]) -> None:
        p, q = (tuple(int(v) for v in np.asarray(point).round()) for point in (a, b))
        cv2.line(layer, p, q, 255, max(2, int(wide)), cv2.LINE_AA)

    def along(turn: float, far: float) -> Any:
        return middle + far * scale * np.array((math.cos(angle + turn), math.sin(angle + turn)))

    cv2.ellipse(
        skin,
        tuple(int(v) for v in middle),
        (int(2.6 * scale), int(2.3 * scale)),
        math.degrees(angle),
        0,
        360,
        255,
        -1,
        cv2.LINE_AA,
    )
    for turn in (-0.5, -0.17, 0.15, 0.48):
        bend = turn * rng.uniform(0.8, 1.3)
        limb(along(turn, 1.8), along(bend, rng.uniform(3.5, 6.2)), 1.15 * scale, skin)
    limb(along(1.3 * rng.choice((-1, 1)), 1.5), along(0.9 * rng.choice((-1, 1)), 4.2), 1.25 * scale, skin)
    arm = blank(size)
    limb(middle, along(math.pi + rng.normal(0, 0.2), 40), 3.4 * scale, arm)
    sleeve = blank(size)
    limb(along(math.pi, rng.uniform(3, 9)), along(math.pi, 45), 4.6 * scale, sleeve)
    whole = cv2.bitwise_or(skin, arm)
    tone = np.array(
        ((0.25, 0.38, 0.65), (0.12, 0.20, 0.40), (0.04, 0.08, 0.18), (0.40, 0.55, 0.80))[int(rng.integers(4))],
        np.float32,
    )
    image *= (
        1
        - float(rng.uniform(0.2, 0.6))
        * np.roll(as_cover(whole, side * 0.5), (int(side * 0.4), int(side * 0.3)), (0, 1))[..., None]
    )
    _rounded(image, whole, tone * float(rng.uniform(0.7, 1.2)), rng)
    if rng.random() < 0.6:
        cloth = np.array(colour(rng, 0.03, 0.6), np.float32)
        _rounded(image, sleeve, cloth, rng)
        whole = cv2.bitwise_or(whole, sleeve)
    return whole


def _rounded(image: Array, mask: npt.NDArray[np.uint8], tone: Array, rng: np.random.Generator) -> None:
    size = image.shape[0]
    reach = cv2.GaussianBlur(np.sqrt(cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)), (0, 0), 1.5)
    dx, dy = cv2.Sobel(reach, cv2.CV_32F, 1, 0), cv2.Sobel(reach, cv2.CV_32F, 0, 1)
    lit = np.clip(0.85 + rng.normal(0, 0.12) * dx + rng.normal(0, 0.12) * dy - 0.1 * np.hypot(dx, dy), 0.25, 1.5)
    texture = 1 + 0.05 * waves(size, rng, 40)
    cover = as_cover(mask)
    image += (tone * (lit * texture)[..., None] - image) * cover[..., None]
