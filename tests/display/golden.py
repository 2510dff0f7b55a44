"""The expected screens in tests/golden, reduced in size and colours. `python tests/display/golden.py` writes them anew."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from display import Window
from display.layout import DIAGONALS
from display.samples import SAMPLES
from display.views import Pixels

FOLDER = Path(__file__).parents[1] / "golden"
SIZES = tuple(DIAGONALS)
STEP = 8  #: colours are kept in steps of this, which halves the files
ENGLISH = ("turn_second", "setup_game", "doubt", "ranking", "idle")


def languages_of(size: tuple[int, int], name: str) -> tuple[str, ...]:
    """English pictures are kept of a few screens only; whether the others fit, the fit test tells."""
    return ("de", "en") if size == SIZES[0] and name in ENGLISH else ("de",)


def path_of(size: tuple[int, int], language: str, name: str) -> Path:
    return FOLDER / f"{size[0]}x{size[1]}-{language}" / f"{name}.png"


def painted(window: Window, language: str, name: str) -> Pixels:
    """The screen as painted, reduced to half or a third of its size, (h, w, 3) RGB."""
    window.show(replace(SAMPLES[name](), language=language))
    pixels = window.pixels()
    height, width = pixels.shape[:2]
    part = 3 if width > 1000 else 2
    return cv2.resize(pixels, (width // part, height // part), interpolation=cv2.INTER_AREA).astype(np.uint8)


def expected(size: tuple[int, int], language: str, name: str) -> Pixels | None:
    path = path_of(size, language, name)
    read = cv2.imread(str(path)) if path.exists() else None
    return None if read is None else read[..., ::-1].astype(np.uint8)


def difference(window: Window, language: str, name: str, other: str | None = None) -> np.ndarray | None:
    """How much a painted screen differs from the picture expected of it (or of `other`), beyond its colour steps, 0–255."""
    wanted = expected(window.surface.get_size(), language, other or name)
    if wanted is None:
        return None
    away = np.abs(painted(window, language, name).astype(int) - wanted.astype(int)).max(axis=2)
    return np.maximum(away - STEP // 2, 0)


def main() -> None:
    for size in SIZES:
        with Window(size, mode="headless") as window:
            for name in SAMPLES:
                for language in languages_of(size, name):
                    path = path_of(size, language, name)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    picture = painted(window, language, name)[..., ::-1] // STEP * STEP + STEP // 2
                    compact = [cv2.IMWRITE_PNG_COMPRESSION, 9, cv2.IMWRITE_PNG_FILTER, cv2.IMWRITE_PNG_FILTER_NONE]
                    cv2.imwrite(str(path), picture, compact)


if __name__ == "__main__":
    main()
