"""Draws coins, crown caps, buttons, beads, nuts, cups and fingers: what is round. Each: a picture (linear BGR float32, changed in place), where,
px of a die's side; returns the mask of what it covers."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np

from training.floors import Array, as_cover, blank, blend, waves
from training.prints import word
from training.surfaces import (
    DIE_MM,
    Mask,
    Place,
    cast_shadow,
    filled,
    gloss,
    lit_colour,
    paint,
    place_on,
)


def _disc(
    image: Array, at: Place, radius: float, height: float, tone: Any, rng: np.random.Generator, teeth: int = 0
) -> Mask:
    size = image.shape[0]
    turns = np.linspace(0, 2 * math.pi, max(48, teeth * 4), endpoint=False)
    reach = radius * (1 + (0.05 * np.sign(np.sin(teeth * turns)) if teeth else 0))
    outline = np.stack([at[0] + reach * np.cos(turns), at[1] + reach * np.sin(turns)], axis=1)
    mask = filled(size, (outline * 8).round().astype(np.int32))
    cast_shadow(image, mask, height, rng)
    paint(image, mask, tone, rng, 0.5)
    return mask


def _ring(size: int, at: Place, radius: float, thick: int) -> Array:
    ring = blank(size)
    cv2.circle(ring, (round(at[0]), round(at[1])), max(1, round(radius)), 255, thick, cv2.LINE_AA)
    return as_cover(ring)


def coin(image: Array, at: Place, side: float, rng: np.random.Generator) -> Mask:
    """A coin of one metal or two."""
    mm, size = side / DIE_MM, image.shape[0]
    radius = mm * rng.uniform(8, 13.5)
    metals = ((0.10, 0.22, 0.50), (0.15, 0.45, 0.65), (0.50, 0.55, 0.58))
    lit = float(np.clip(np.percentile(image[::8, ::8], 97), 0.1, 1.2) * rng.uniform(0.4, 1.2))
    tone = np.array(metals[int(rng.integers(3))], np.float32) * lit
    mask = _disc(image, at, radius, 2 * mm, tone, rng)
    cover = as_cover(mask)
    if rng.random() < 0.35:
        other = np.array(metals[int(rng.integers(3))], np.float32) * lit
        blend(image, _ring(size, at, radius * 0.65, -1) * cover, other)
    relief = waves(size, rng, size / max(mm * 1.5, 1.5))
    image *= (
        1
        + np.clip(float(rng.uniform(0.1, 0.35)) * relief, -0.6, 0.8)[..., None]
        * _ring(size, at, radius * 0.75, -1)[..., None]
    )
    image *= (
        1
        + np.float32(rng.uniform(-0.5, 0.8))
        * (_ring(size, at, radius * 0.93, max(1, round(mm * 0.8))) * cover)[..., None]
    )
    return mask


def cap(image: Array, at: Place, side: float, rng: np.random.Generator) -> Mask:
    """A crown cap, the right way up."""
    mm, size = side / DIE_MM, image.shape[0]
    radius = mm * rng.uniform(13, 16.5)
    mask = _disc(image, at, radius, 6 * mm, lit_colour(image, rng), rng, teeth=21)
    cover = as_cover(mask)
    image *= (
        1
        - np.float32(rng.uniform(0.1, 0.6)) * (_ring(size, at, radius * 0.93, max(1, round(2 * mm))) * cover)[..., None]
    )
    if rng.random() < 0.7:
        blend(
            image,
            _ring(size, at, radius * float(rng.uniform(0.5, 0.8)), -1 if rng.random() < 0.5 else 2) * cover,
            lit_colour(image, rng),
        )
    if rng.random() < 0.7:
        letters = word(size, at, radius * float(rng.uniform(0.3, 0.7)), rng)
        blend(image, as_cover(letters, 0.5) * _ring(size, at, radius * 0.8, -1), lit_colour(image, rng))
    if rng.random() < 0.5:
        gloss(image, mask, rng)
    return mask


def button(image: Array, at: Place, side: float, rng: np.random.Generator) -> Mask:
    """A button with two or four holes, a bead, a marble, a chip of a game."""
    mm, size = side / DIE_MM, image.shape[0]
    kind = rng.random()
    radius = mm * (rng.uniform(6, 12) if kind < 0.75 else rng.uniform(14, 21))
    mask = _disc(image, at, radius, mm * rng.uniform(2, 6), lit_colour(image, rng), rng)
    cover = as_cover(mask)
    if kind < 0.5:
        image *= (
            1
            + np.float32(rng.uniform(-0.5, 0.5)) * (_ring(size, at, radius * 0.8, max(1, round(mm))) * cover)[..., None]
        )
        count, turn = (2, 4, 4)[int(rng.integers(3))], float(rng.uniform(0, math.pi))
        holes = blank(size)
        for n in range(count):
            place = place_on(at, turn + n * 2 * math.pi / count, radius * 0.28, 0)
            cv2.circle(
                holes,
                (round(place[0] * 8), round(place[1] * 8)),
                max(6, round(8 * radius * 0.13)),
                255,
                -1,
                cv2.LINE_AA,
                3,
            )
        blend(image, as_cover(holes, 0.5), lit_colour(image, rng, 0.01, 0.2))
    elif kind < 0.75:
        off = place_on(at, float(rng.uniform(0, 6.3)), radius * 0.4, 0)
        image *= 1 + (cover * (_ball(size, off, radius) - 0.6))[..., None]
    else:
        turns = float(rng.uniform(0, 1))
        edge = blank(size)
        for n in range(int(rng.integers(4, 9))):
            start = turns * 60 + n * 60.0
            cv2.ellipse(
                edge,
                (round(at[0]), round(at[1])),
                (round(radius * 0.87),) * 2,
                0,
                start,
                start + 28,
                255,
                max(2, round(radius * 0.25)),
                cv2.LINE_AA,
            )
        blend(image, as_cover(edge) * cover, lit_colour(image, rng, 0.6, 1.0, 0.8))
        blend(image, _ring(size, at, radius * 0.55, 1) * cover, lit_colour(image, rng, 0.6, 1.0, 0.8))
    return mask


def _ball(size: int, at: Place, radius: float) -> Array:
    rows = np.arange(size, dtype=np.float32)
    far = ((rows[None] - at[0]) ** 2 + (rows[:, None] - at[1]) ** 2) / max(radius, 1.0) ** 2
    lit: Array = np.exp(-1.2 * far).astype(np.float32) + 0.8 * np.exp(-25 * far).astype(np.float32)
    return lit


def morsel(image: Array, at: Place, side: float, rng: np.random.Generator) -> Mask:
    """A nut, a crisp, a pretzel's piece, a key, a chewed gum: no straight line in it, as large as a die or larger."""
    mm, size = side / DIE_MM, image.shape[0]
    mask = blank(size)
    turns = np.linspace(0, 2 * math.pi, 12, endpoint=False)
    reach = mm * rng.uniform(7, 22) * (1 + rng.normal(0, 0.15, 12))
    long = float(rng.uniform(0.4, 1))
    c, s = math.cos(turn := float(rng.uniform(0, 6.3))), math.sin(turn)
    points = np.stack([reach * np.cos(turns), long * reach * np.sin(turns)], axis=1) @ np.array(
        [[c, s], [-s, c]]
    ) + np.array(at)
    cv2.fillPoly(mask, [(points * 8).round().astype(np.int32)], 255, cv2.LINE_AA, 3)
    mask = cv2.threshold(cv2.GaussianBlur(mask, (0, 0), max(0.8, 1.5 * mm)), 127, 255, cv2.THRESH_BINARY)[1]
    cast_shadow(image, mask, mm * rng.uniform(2, 10), rng)
    tone = np.array(
        ((0.12, 0.32, 0.6), (0.06, 0.2, 0.42), (0.2, 0.5, 0.75), (0.4, 0.42, 0.45))[int(rng.integers(4))], np.float32
    )
    paint(
        image,
        mask,
        tone * float(np.clip(np.percentile(image[::8, ::8], 97), 0.1, 1.2) * rng.uniform(0.6, 1.3)),
        rng,
        0.5,
    )
    image *= (
        1
        + as_cover(mask)[..., None]
        * np.clip(0.12 * waves(size, rng, 40) + 0.12 * waves(size, rng, 12), -0.5, 0.5)[..., None]
    )
    return mask


def cup(image: Array, at: Place, side: float, rng: np.random.Generator) -> Mask:
    """A dice cup, a mug or a glass seen from above: a rim, and what is in it; or a lid or ashtray."""
    mm, size = side / DIE_MM, image.shape[0]
    radius = mm * rng.uniform(25, 50)
    mask = _disc(image, at, radius, mm * rng.uniform(20, 90), lit_colour(image, rng), rng)
    cover = as_cover(mask)
    inner = radius * float(rng.uniform(0.7, 0.93))
    off = (at[0] + float(rng.normal(0, 0.04)) * radius, at[1] + float(rng.normal(0, 0.04)) * radius)
    blend(image, _ring(size, off, inner, -1) * cover, lit_colour(image, rng, 0.005, 0.6, 0.4))
    if rng.random() < 0.85:
        image *= 1 - 0.7 * (_ring(size, off, inner, max(2, round(inner * 0.2))) * cover)[..., None]
    image *= (
        1 + np.float32(rng.uniform(0, 0.8)) * (_ring(size, at, radius * 0.97, max(1, round(mm))) * cover)[..., None]
    )
    if rng.random() < 0.5:
        gloss(image, mask, rng)
    return mask


def fingers(image: Array, at: Place, side: float, rng: np.random.Generator) -> Mask:
    """One to three fingers that reach in as far as `at`, as of a hand that picks up or points."""
    mm, size = side / DIE_MM, image.shape[0]
    way = float(rng.uniform(0, 2 * math.pi))
    mask = blank(size)
    tips = []
    for n in range(int(rng.integers(1, 4))):
        tip = place_on(at, way, -abs(float(rng.normal(0, 10 * mm))) * (n > 0), n * mm * float(rng.uniform(15, 24)))
        root = place_on(tip, way + float(rng.normal(0, 0.12)), -mm * 400, 0)
        cv2.line(
            mask,
            (round(tip[0]), round(tip[1])),
            (round(root[0]), round(root[1])),
            255,
            max(3, round(mm * rng.uniform(13, 19))),
            cv2.LINE_AA,
        )
        tips.append(tip)
    tones = ((0.25, 0.38, 0.65), (0.12, 0.20, 0.40), (0.04, 0.08, 0.18), (0.40, 0.55, 0.80))
    lit = float(np.clip(np.percentile(image[::8, ::8], 97), 0.1, 1.2) * rng.uniform(0.7, 1.3))
    cast_shadow(image, mask, mm * rng.uniform(5, 40), rng)
    reach = np.sqrt(cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)) / math.sqrt(max(8 * mm, 1))
    tone = np.array(tones[int(rng.integers(4))], np.float32) * lit
    shown = tone * np.clip(0.45 + 0.6 * cv2.GaussianBlur(reach, (0, 0), 1.5), 0.3, 1.3)[..., None]
    image += (shown - image) * as_cover(mask)[..., None]
    if rng.random() < 0.7:
        for tip in tips:
            place = place_on(tip, way, -2 * mm, 0)
            cv2.ellipse(
                image,
                (round(place[0]), round(place[1])),
                (max(1, round(5 * mm)), max(1, round(4 * mm))),
                math.degrees(way),
                0,
                360,
                tuple(float(v) for v in tone * 1.25),
                -1,
                cv2.LINE_AA,
            )
    return mask
