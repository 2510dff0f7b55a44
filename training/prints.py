"""What is printed on a floor or lies flat on it: words, emblems, rings, rows of dots, lines, beer mats. No dice, and nothing to be afraid of."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pygame.freetype

from training.floors import Array, as_cover, blank, blend, colour

#: The typefaces that come with the screen: a floor's printer has others, so each word is stretched and thickened, too.
FONTS = tuple(
    Path(__file__).resolve().parent.parent / "display" / "fonts" / f"Lato-{cut}.ttf"
    for cut in ("Black", "Heavy", "Bold", "Medium")
)
LETTERS = "AAABCDEEEFGHIIIKLLMNNOOPRRSSTTUUVWXYZ0123456789"
Mask = npt.NDArray[np.uint8]


def prints(image: Array, side: float, rng: np.random.Generator) -> None:
    """Print one to three things on a floor: linear BGR (n, n, 3), changed in place; `side`: px of a die's side."""
    size = image.shape[0]
    for _ in range(int(rng.integers(1, 4))):
        x, y = (float(v) for v in rng.uniform(0, size, 2))
        what = rng.random()
        if what < 0.22:
            mask = word(size, (x, y), side * float(rng.uniform(0.5, 2.0)), rng)
        elif what < 0.5:
            mask = _emblem(size, (x, y), side, rng)
        elif what < 0.72:
            mat(image, (int(x), int(y)), side * float(rng.uniform(1.8, 3.2)), side, rng)
            continue
        elif what < 0.78:
            mask = blank(size)
            cv2.circle(
                mask, (int(x), int(y)), int(side * rng.uniform(0.5, 3.5)), 255, int(rng.integers(1, 5)), cv2.LINE_AA
            )
        elif what < 0.88:
            mask = blank(size)
            end = (int(x + rng.normal(0, 6 * side)), int(y + rng.normal(0, 6 * side)))
            cv2.line(mask, (int(x), int(y)), end, 255, int(rng.integers(1, max(2, int(side / 6)))), cv2.LINE_AA)
        else:
            mask = _dots(size, (x, y), side, rng)
        blend(image, as_cover(mask, 0.5) * np.float32(rng.uniform(0.12, 1.0)), colour(rng))


@cache
def _face(path: Path) -> Any:
    pygame.freetype.init()
    return pygame.freetype.Font(str(path), 64)


def word(size: int, middle: tuple[float, float], height: float, rng: np.random.Generator) -> Mask:
    """One or two made-up words whose capitals are `height` px high, turned and stretched at random."""
    text = " ".join(
        "".join(rng.choice(list(LETTERS), int(rng.integers(1, 9)))) for _ in range(2 if rng.random() < 0.3 else 1)
    )
    drawn, _ = _face(FONTS[int(rng.integers(len(FONTS)))]).render(text, (255, 255, 255), (0, 0, 0))
    letters = np.ascontiguousarray(pygame.surfarray.array3d(drawn)[:, :, 0].T)
    if rng.random() < 0.3:
        thick = int(rng.integers(2, 9))
        letters = cv2.dilate(cv2.copyMakeBorder(letters, 8, 8, 8, 8, cv2.BORDER_CONSTANT), np.ones((thick, thick)))
    scale = height / 46
    turn = float(rng.uniform(0, 2 * math.pi))
    wide = scale * float(rng.uniform(0.7, 1.3))
    c, s = math.cos(turn), math.sin(turn)
    rows, columns = letters.shape
    linear = np.array([[c * wide, -s * scale], [s * wide, c * scale]])
    shift = np.array(middle) - linear @ np.array((columns / 2, rows / 2))
    return cv2.warpAffine(letters, np.hstack([linear, shift[:, None]]), (size, size), flags=cv2.INTER_AREA)


def _emblem(size: int, middle: tuple[float, float], side: float, rng: np.random.Generator) -> Mask:
    """A house's emblem: a word, mostly in one or two rings, some with dots between word and ring."""
    radius = side * float(rng.uniform(2.0, 4.0))
    mask = word(size, middle, side * float(rng.uniform(0.5, 1.3)), rng)
    if rng.random() < 0.7:
        centre = (int(middle[0]), int(middle[1]))
        for share in (1.0, 0.88)[: int(rng.integers(1, 3))]:
            cv2.circle(mask, centre, int(radius * share), 255, int(rng.integers(1, max(2, int(side / 8)))), cv2.LINE_AA)
        if rng.random() < 0.6:
            count, dot = int(rng.integers(3, 9)), max(1, int(side * rng.uniform(0.06, 0.16)))
            for angle in rng.uniform(0, 2 * math.pi) + np.arange(count) * 2 * math.pi / count:
                far = radius * float(rng.uniform(0.55, 0.75))
                at = (int(middle[0] + far * math.cos(angle)), int(middle[1] + far * math.sin(angle)))
                cv2.circle(mask, at, dot, 255, -1, cv2.LINE_AA)
    return mask


def _dots(size: int, corner: tuple[float, float], side: float, rng: np.random.Generator) -> Mask:
    """Up to four rows of up to four dots."""
    mask = blank(size)
    step = side * rng.uniform(0.25, 1.2)
    for i in range(int(rng.integers(1, 5))):
        for j in range(int(rng.integers(1, 5))):
            at = (int(corner[0] + i * step), int(corner[1] + j * step))
            cv2.circle(mask, at, max(1, int(side * rng.uniform(0.05, 0.15))), 255, -1, cv2.LINE_AA)
    return mask


def mat(image: Array, middle: tuple[int, int], reach: float, side: float, rng: np.random.Generator) -> None:
    """A beer mat, round or square, `reach` px from its middle to its edge: linear BGR (n, n, 3), changed in place; `side`: px of a die's side."""
    size = image.shape[0]
    shape = blank(size)
    if rng.random() < 0.5:
        cv2.circle(shape, middle, int(reach), 255, -1, cv2.LINE_AA)
    else:
        box = cv2.boxPoints(
            ((float(middle[0]), float(middle[1])), (1.9 * reach, 1.9 * reach), float(rng.uniform(0, 90)))
        )
        cv2.fillConvexPoly(shape, box.astype(np.int32), 255, cv2.LINE_AA)
    shadow = np.roll(as_cover(shape, side * 0.05), (2, 2), (0, 1))
    image *= 1 - 0.35 * shadow[..., None]
    cover = as_cover(shape)
    blend(image, cover, colour(rng, 0.1, 0.95))
    ring = blank(size)
    cv2.circle(ring, middle, int(reach * rng.uniform(0.6, 0.9)), 255, int(rng.integers(1, 6)), cv2.LINE_AA)
    letters = word(size, (float(middle[0]), float(middle[1])), side * float(rng.uniform(0.5, 1.2)), rng)
    blend(image, as_cover(np.maximum(ring, letters)) * cover, colour(rng))
