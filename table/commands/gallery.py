"""`knobeltisch gallery DIR`: every sample screen in every language and size as a PNG, and a contact sheet per size."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np

from display import Window
from display.layout import DIAGONALS
from display.samples import SAMPLES
from display.views import Pixels
from display.words import LANGUAGES
from table.errors import UsageError

_THUMB = 480  #: width (or, of a tall screen, height) of a picture on the contact sheet, px
_GAP = 8


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("directory", type=Path, metavar="DIR", help="where to write; made if it is not there")
    parser.add_argument("--size", action="append", metavar="WxH", help="only this size; may be given more than once")
    parser.add_argument("--lang", action="append", choices=LANGUAGES, help="only this language")
    parser.add_argument("--only", metavar="TEXT", default="", help="only screens with TEXT in their name")


def run(arguments: argparse.Namespace) -> int:
    """Write the pictures. Returns 0, or raises UsageError for a size that is none or a name that no screen has."""
    names = [name for name in SAMPLES if arguments.only in name]
    if not names:
        raise UsageError(f"--only {arguments.only}: no screen is called so; there are {', '.join(SAMPLES)}")
    sizes = [_size(text) for text in arguments.size or ()] or list(DIAGONALS)
    try:
        arguments.directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{arguments.directory}: cannot be written to ({error.strerror})") from error
    for size in sizes:
        for language in arguments.lang or LANGUAGES:
            _write(arguments.directory, size, language, names)
    return 0


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdigit() and height.isdigit() and 320 <= int(width) <= 7680 and 240 <= int(height) <= 7680):
        raise UsageError(f"--size {text}: allowed is WIDTHxHEIGHT in pixels, such as 1280x800")
    return int(width), int(height)


def _write(folder: Path, size: tuple[int, int], language: str, names: list[str]) -> None:
    prefix = f"{size[0]}x{size[1]}-{language}"
    thumbs = []
    with Window(size, mode="headless") as window:
        for name in names:
            window.show(replace(SAMPLES[name](), language=language))
            path = folder / f"{prefix}-{name}.png"
            window.snapshot(path)
            thumbs.append(_thumb(window.pixels()))
    _contact_sheet(folder / f"{prefix}.png", thumbs)
    print(f"{prefix}: {len(names)} screens")


def _thumb(pixels: Pixels) -> Pixels:
    import cv2

    height, width = pixels.shape[:2]
    scale = _THUMB / max(width, height)
    small = cv2.resize(pixels, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _contact_sheet(path: Path, thumbs: list[Pixels]) -> None:
    import cv2

    height, width = thumbs[0].shape[:2]
    columns = 4 if width > height else 7
    rows = -(-len(thumbs) // columns)
    sheet = np.full((rows * (height + _GAP) + _GAP, columns * (width + _GAP) + _GAP, 3), 96, np.uint8)
    for index, thumb in enumerate(thumbs):
        row, column = divmod(index, columns)
        y, x = _GAP + row * (height + _GAP), _GAP + column * (width + _GAP)
        sheet[y : y + height, x : x + width] = thumb
    cv2.imwrite(str(path), sheet[..., ::-1])
