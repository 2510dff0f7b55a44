"""What the surfaces of drawn things are made of: light and shadow, outlines, print, pictures, gloss. Pictures are linear BGR float32 (n, n, 3)
and changed in place, masks uint8 (n, n), lengths px; `side` is what a die's side measures."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from training.floors import Array, as_cover, blank, blend, colour, waves

Mask = npt.NDArray[np.uint8]
Place = tuple[float, float]
#: mm of a usual die's side; things are measured in mm.
DIE_MM = 16.0


def lit_colour(
    image: Array, rng: np.random.Generator, low: float = 0.02, high: float = 0.95, grey: float = 0.3
) -> Array:
    """A colour as it shows in this picture's light."""
    lit = float(np.percentile(image[::8, ::8].max(axis=2), 97))
    return np.array(colour(rng, low, high, grey), np.float32) * np.float32(
        np.clip(lit, 0.08, 1.2) * rng.uniform(0.7, 1.3)
    )


def cast_shadow(image: Array, mask: Mask, height: float, rng: np.random.Generator) -> None:
    """The shadow of a thing `height` px high."""
    angle, reach = rng.uniform(0, 2 * math.pi), height * float(rng.uniform(0.2, 1.2))
    shift = (round(reach * math.sin(angle)), round(reach * math.cos(angle)))
    soft = as_cover(mask, max(0.6, height * float(rng.uniform(0.15, 0.6))))
    image *= 1 - float(rng.uniform(0.2, 0.7)) * np.roll(soft, shift, (0, 1))[..., None]


def paint(image: Array, mask: Mask, tone: Any, rng: np.random.Generator, unevenly: float = 0.15) -> None:
    """Paint a thing's surface, a little lighter on one of its sides."""
    size = image.shape[0]
    ways = rng.normal(0, unevenly, 2) / size
    rows = np.arange(size, dtype=np.float32) - size / 2
    lit = np.clip(1 + ways[0] * rows[:, None] * 3 + ways[1] * rows[None] * 3, 0.3, 1.8)
    image += (np.asarray(tone, np.float32) * lit[..., None] - image) * as_cover(mask, 0.7)[..., None]


def rectangle(at: Place, wide: float, high: float, turn: float, round_: float = 0.0) -> npt.NDArray[np.int32]:
    """A rectangle's outline, its corners rounded with radius `round_` px; as fixed point with three bits behind the point."""
    steps = np.linspace(0, math.pi / 2, 6) if round_ > 0 else np.zeros(1)
    points = []
    for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for step in steps:
            a = quarter * math.pi / 2 + step
            points.append(
                (sx * (wide / 2 - round_) + round_ * math.cos(a), sy * (high / 2 - round_) + round_ * math.sin(a))
            )
    c, s = math.cos(turn), math.sin(turn)
    turned = np.array(points) @ np.array([[c, s], [-s, c]]) + np.array(at)
    return (turned * 8).round().astype(np.int32)


def filled(size: int, outline: npt.NDArray[np.int32]) -> Mask:
    mask = blank(size)
    cv2.fillPoly(mask, [outline], 255, cv2.LINE_AA, 3)
    return mask


def place_on(at: Place, turn: float, x: float, y: float) -> Place:
    """The picture's place of a point x, y px from a thing's middle along its own axes."""
    c, s = math.cos(turn), math.sin(turn)
    return at[0] + c * x - s * y, at[1] + s * x + c * y


def rows_of_text(
    image: Array, at: Place, turn: float, wide: float, high: float, side: float, rng: np.random.Generator
) -> None:
    """Lines of print or handwriting, or a ruled form, within a rectangle."""
    size = image.shape[0]
    mask = blank(size)
    step = side * float(rng.uniform(0.14, 0.4))
    thick = max(1, round(step * float(rng.uniform(0.2, 0.5))))
    ruled = rng.random() < 0.3
    for y in np.arange(-high / 2 + step, high / 2, step):
        x = -wide / 2
        while x < wide / 2:
            end = wide / 2 if ruled else min(x + side * float(rng.uniform(0.1, 0.9)), wide / 2)
            p, q = place_on(at, turn, x, y), place_on(at, turn, end, y)
            cv2.line(
                mask, (round(p[0]), round(p[1])), (round(q[0]), round(q[1])), 255, 1 if ruled else thick, cv2.LINE_AA
            )
            x = end + side * float(rng.uniform(0.05, 0.25))
        if not ruled and rng.random() < 0.15:
            break
    if ruled:
        for x in np.arange(-wide / 2, wide / 2 + 1, side * float(rng.uniform(0.4, 1.2))):
            p, q = place_on(at, turn, x, -high / 2), place_on(at, turn, x, high / 2)
            cv2.line(mask, (round(p[0]), round(p[1])), (round(q[0]), round(q[1])), 255, 1, cv2.LINE_AA)
    blend(image, as_cover(mask, 0.5) * np.float32(rng.uniform(0.3, 0.95)), lit_colour(image, rng, 0.01, 0.3, 0.6))


def picture_on(image: Array, mask: Mask, rng: np.random.Generator) -> None:
    """A printed picture or a screen's: lumps of several colours."""
    size = image.shape[0]
    cover = as_cover(mask)
    first, second, third = (lit_colour(image, rng) for _ in range(3))
    cells = float(rng.uniform(4, 30))
    a = np.clip(0.5 + waves(size, rng, cells), 0, 1)[..., None]
    b = (waves(size, rng, cells * 1.5) > 0.4)[..., None]
    shown = np.where(b, third, first + (second - first) * a)
    image += (shown - image) * cover[..., None]


def gloss(image: Array, mask: Mask, rng: np.random.Generator) -> None:
    """A lamp or window mirrored in something smooth."""
    size = image.shape[0]
    at = rng.uniform(0, size, 2)
    glow = blank(size)
    axes = (max(2, int(size * rng.uniform(0.03, 0.2))), max(2, int(size * rng.uniform(0.03, 0.3))))
    cv2.ellipse(glow, (int(at[0]), int(at[1])), axes, float(rng.uniform(0, 180)), 0, 360, 255, -1, cv2.LINE_AA)
    soft = as_cover(glow, float(rng.uniform(1, 12))) * as_cover(mask)
    image += soft[..., None] * np.float32(rng.uniform(0.05, 0.6))
