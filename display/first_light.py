"""The table's name on the kernel's own framebuffer, while everything that can open a screen properly is still being loaded.

Plain Python: pygame, and above all the driver of the graphics card, take longer than guests look at a black screen. The same
picture comes again from `opening.splash` once they are there, so nothing is seen to change.
"""

from __future__ import annotations

import base64
import os
import zlib
from pathlib import Path

from display.theme import CREAM, OAK

#: The name in white on black, a byte a pixel, written as tall as on a screen 1080 px high: width and height, then the bytes,
#: packed. `tests/display/test_first_light.py` holds it to the font.
_NAME = Path(__file__).with_name("first_light.txt")
#: A terminal's own words for: cursor off, all clear.
_CLEAN = b"\x1b[?25l\x1b[2J\x1b[H"


def splash(root: Path = Path("/")) -> bool:
    """Fill the first framebuffer and write the name into its middle; False where there is none of a kind that is known, or it
    may not be written. `root`: where dev and sys are."""
    about = root / "sys" / "class" / "graphics" / "fb0"
    try:
        width, height = (int(word) for word in (about / "virtual_size").read_text().split(","))
        bits, stride = (int((about / name).read_text()) for name in ("bits_per_pixel", "stride"))
        if bits not in (16, 32):
            return False
        picture = _picture(width, height, bits, stride)
        if os.isatty(0):
            os.write(0, _CLEAN)
        with (root / "dev" / "fb0").open("r+b", buffering=0) as screen:
            screen.write(picture)
    except (OSError, ValueError):
        return False
    return True


def _picture(width: int, height: int, bits: int, stride: int) -> bytes:
    pixel = [_pixel(level, bits) for level in range(256)]
    w, h, name = _name()
    # As tall as opening.splash writes it.
    columns = range(0, min(width, w * height // 1080))
    rows = range(0, h * height // 1080)
    left, top = (width - len(columns)) // 2, (height - len(rows)) // 2
    right = width - left - len(columns)
    edge = b"\0" * (stride - width * bits // 8)
    empty = pixel[0] * width + edge
    lines = []
    for y in rows:
        at = (y * 1080 // height) * w
        written = b"".join([pixel[name[at + x * 1080 // height]] for x in columns])
        lines.append(pixel[0] * left + written + pixel[0] * right + edge)
    return empty * top + b"".join(lines) + empty * (height - top - len(lines))


def _pixel(level: int, bits: int) -> bytes:
    """Between the table's oak and its cream, as the framebuffer has it: B, G, R, unused, or 5, 6 and 5 bits."""
    red, green, blue = (oak + (cream - oak) * level // 255 for oak, cream in zip(OAK, CREAM, strict=True))
    if bits == 32:
        return bytes((blue, green, red, 255))
    return (red >> 3 << 11 | green >> 2 << 5 | blue >> 3).to_bytes(2, "little")


def _name() -> tuple[int, int, bytes]:
    size, packed = _NAME.read_text(encoding="ascii").split("\n", 1)
    w, h = (int(word) for word in size.split())
    return w, h, zlib.decompress(base64.b85decode(packed.replace("\n", "")))
