"""What is kept from one screen to the next: fonts, sprites, rendered texts, and whole parts of a screen."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import NamedTuple, TypeVar

import pygame

from display.theme import Colour

FONTS = Path(__file__).parents[1] / "fonts"
SOFT_HYPHEN = "\u00ad"
#: SDL ends a text at a zero; halves of surrogate pairs come from names of files that are no UTF-8.
_NO_GLYPHS = re.compile("[\0\ud800-\udfff]")
_Key = TypeVar("_Key")
_Kept = TypeVar("_Kept")
_LIGATURES = {a + b: f"{a}\u200c{b}" for a in "ft" for b in "itfl"}


class Item(NamedTuple):
    """A sprite (or a colour filling a rectangle) at its place; `tag` names what may move when the screen changes."""

    source: pygame.Surface | Colour
    x: int
    y: int
    w: int
    h: int
    tag: str | None = None
    alpha: int = 255  #: 0 unseen – 255
    part: float = 1.0  #: how much of the sprite is drawn, from the left


class Misfit(NamedTuple):
    """A text that had to be drawn smaller than wanted (px em), or, if `cut`, that did not fit even so."""

    text: str
    wanted: int
    used: int
    cut: bool


class Said(NamedTuple):
    """A text as it stands on the screen: its rectangle from the top of the line to its foot, and its size (px em)."""

    text: str
    x: int
    y: int
    w: int
    h: int
    size: int


class Part(NamedTuple):
    """A part of a screen as it was put together before: what it added to the canvas."""

    items: list[Item]
    said: list[Said]
    misfits: list[Misfit]
    counters: dict[str, int]


#: So many are kept of each: parts of screens (some thirty stand on one), fonts (some twenty), pictures of the camera (one or two).
_PARTS, _FONTS, _PICTURES = 240, 48, 3


class Store:
    """Fonts, sprites and rendered texts, kept as long as they are used (the least used go first)."""

    def __init__(self, limit_bytes: int = 28 << 20) -> None:
        self._fonts: OrderedDict[tuple[str, int], pygame.font.Font] = OrderedDict()
        self._pictures: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._kept: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._bytes = 0
        self._limit = limit_bytes
        self._widths: dict[tuple[str, str, int], int] = {}
        self._parts: OrderedDict[Hashable, Part] = OrderedDict()

    def part(self, key: Hashable) -> Part | None:
        """The part kept under this key."""
        return _found(self._parts, key)

    def keep(self, key: Hashable, part: Part) -> None:
        """Keep a part."""
        _put(self._parts, key, part, _PARTS)

    def forget_parts(self) -> None:
        """The layout or the words have changed."""
        self._parts.clear()

    def sprite(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The surface kept under this key, made now if there is none."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        made = make()
        if pygame.display.get_surface() is not None and made.get_flags() & pygame.SRCALPHA:
            made = made.convert_alpha()
        self._kept[key] = made
        self._bytes += made.get_width() * made.get_height() * 4
        while self._bytes > self._limit and len(self._kept) > 1:
            _, gone = self._kept.popitem(last=False)
            self._bytes -= gone.get_width() * gone.get_height() * 4
        return made

    def picture(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """As `sprite`, for a picture that the next one soon takes the place of."""
        return _found(self._pictures, key) or _put(self._pictures, key, make(), _PICTURES)

    def font(self, weight: str, size: int) -> pygame.font.Font:
        key = (weight, size)
        found = _found(self._fonts, key)
        return found or _put(self._fonts, key, pygame.font.Font(str(FONTS / f"Lato-{weight}.ttf"), size), _FONTS)

    def width(self, text: str, weight: str, size: int) -> int:
        """Width in px of a text in one line."""
        key = (text, weight, size)
        if key not in self._widths:
            if len(self._widths) > 20_000:
                self._widths.clear()
            self._widths[key] = self.font(weight, size).size(_unligatured(text))[0]
        return self._widths[key]

    def rendered(self, text: str, weight: str, size: int, colour: Colour) -> pygame.Surface:
        key = ("text", text, weight, size, colour)
        return self.sprite(key, lambda: self._drawn(text, weight, size, colour))

    def _drawn(self, text: str, weight: str, size: int, colour: Colour) -> pygame.Surface:
        """SDL's fonts refuse a text of which nothing would be seen."""
        is_seen = self.width(text, weight, size) > 0
        return self.font(weight, size).render(_unligatured(text) if is_seen else "", True, colour)


def _found(kept: OrderedDict[_Key, _Kept], key: _Key) -> _Kept | None:
    found = kept.get(key)
    if found is not None:
        kept.move_to_end(key)
    return found


def _put(kept: OrderedDict[_Key, _Kept], key: _Key, made: _Kept, most: int) -> _Kept:
    kept[key] = made
    while len(kept) > most:
        kept.popitem(last=False)
    return made


def _unligatured(text: str) -> str:
    """Lato joins "ti" and "fi", which reads badly from afar; a zero-width non-joiner keeps the letters apart. Soft
    hyphens are for `wrapped` only; what no font may be asked to draw is left out."""
    text = _NO_GLYPHS.sub("", text.replace(SOFT_HYPHEN, ""))
    for pair, apart in _LIGATURES.items():
        if pair in text:
            text = text.replace(pair, apart)
    return text
