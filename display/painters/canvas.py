"""What painters draw on: a list of items (filled rectangles and sprites) instead of pixels.

The window compares the list with the last one and paints only where they differ, so a changed cell costs a cell and an
unchanged screen nothing. Sprites and rendered texts are kept from one screen to the next.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable

import pygame

from display.painters.drawing import Drawing
from display.painters.store import SOFT_HYPHEN, Item, Misfit, Part, Said, Store
from display.theme import CAP, Colour
from display.views import Text
from display.words import Words

_LARGE = 150_000  #: px; a larger outline is put together from pieces rather than drawn as one sprite
SMALLEST_CAP_PX = 8  #: no capital is ever drawn lower than this


class Canvas:
    """Collects the items of one screen. Places are px; a text's y is its base line."""

    def __init__(self, size: tuple[int, int], words: Words, store: Store) -> None:
        self.size = size
        self.words = words
        self.store = store
        self.items: list[Item] = []
        self.misfits: list[Misfit] = []
        self.said: list[Said] = []
        self.tag: str | None = None
        self.counters: dict[str, int] = {}  #: sums on this screen that count up when they change
        self.counting: dict[str, int] = {}  #: what they show instead while they do

    def kept(self, key: Hashable, paint: Callable[[], object]) -> None:
        """A part of the screen that is often the same: `paint` puts it together once, afterwards `key` (with the language)
        finds it again. The key must tell everything the part depends on but the window's own layout."""
        if self.counting:
            paint()
            return
        key = (self.words.language, key)
        part = self.store.part(key)
        if part is None:
            items, said, misfits = len(self.items), len(self.said), len(self.misfits)
            counters, self.counters = self.counters, {}
            paint()
            part = Part(self.items[items:], self.said[said:], self.misfits[misfits:], self.counters)
            self.counters = {**counters, **part.counters}
            self.store.keep(key, part)
            return
        self.items += part.items
        self.said += part.said
        self.misfits += part.misfits
        self.counters.update(part.counters)

    # ------------------------------------------------------------------------------------------------ shapes

    def fill(self, x: float, y: float, w: float, h: float, colour: Colour) -> None:
        if w > 0 and h > 0:
            self.items.append(
                Item(colour, round(x), round(y), round(x + w) - round(x), round(y + h) - round(y), self.tag)
            )

    def put(self, sprite: pygame.Surface, x: float, y: float) -> None:
        self.items.append(Item(sprite, round(x), round(y), sprite.get_width(), sprite.get_height(), self.tag))

    def draw(self, key: Hashable, x: float, y: float, w: float, h: float, paint: Callable[[Drawing], object]) -> None:
        """A sprite of w × h px that `paint` draws once; afterwards `key` (with the size) finds it again."""
        size = (max(1, round(w)), max(1, round(h)))

        def make() -> pygame.Surface:
            drawing = Drawing(*size)
            paint(drawing)
            return drawing.surface()

        self.put(self.store.sprite((key, size), make), x, y)

    def box(
        self, x: float, y: float, w: float, h: float, colour: Colour, radius: float = 0, corners: str = "1234"
    ) -> None:
        """A filled rectangle; `corners` are the round ones: 1 top left, 2 top right, 3 bottom right, 4 bottom left."""
        left, top, right, bottom = round(x), round(y), round(x + w), round(y + h)
        r = min(round(radius), (right - left) // 2, (bottom - top) // 2)
        if r <= 0 or not corners:
            self.fill(left, top, right - left, bottom - top, colour)
            return
        if (right - left) * (bottom - top) < 40_000 and corners == "1234":
            w_px, h_px = right - left, bottom - top
            self.draw(("box", r, colour), left, top, w_px, h_px, lambda d: d.box(0, 0, w_px, h_px, r, colour))
            return
        self.fill(left, top + r, right - left, bottom - top - 2 * r, colour)
        self.fill(left + r, top, right - left - 2 * r, r, colour)
        self.fill(left + r, bottom - r, right - left - 2 * r, r, colour)
        for corner, cx, cy, ox, oy in (
            ("1", left, top, 0, 0),
            ("2", right - r, top, r, 0),
            ("3", right - r, bottom - r, r, r),
            ("4", left, bottom - r, 0, r),
        ):
            if corner in corners:
                self.draw(
                    ("corner", corner, r, colour),
                    cx,
                    cy,
                    r,
                    r,
                    lambda d, ox=ox, oy=oy: d.box(-ox, -oy, 2 * r, 2 * r, r, colour),  # type: ignore[misc]
                )
            else:
                self.fill(cx, cy, r, r, colour)

    def frame(self, x: float, y: float, w: float, h: float, colour: Colour, radius: float, width: float) -> None:
        """The outline of a box, `width` px inwards."""
        left, top, right, bottom = round(x), round(y), round(x + w), round(y + h)
        r = max(1, min(round(radius), (right - left) // 2, (bottom - top) // 2))
        thick = max(1, round(width))
        self.fill(left + r, top, right - left - 2 * r, thick, colour)
        self.fill(left + r, bottom - thick, right - left - 2 * r, thick, colour)
        self.fill(left, top + r, thick, bottom - top - 2 * r, colour)
        self.fill(right - thick, top + r, thick, bottom - top - 2 * r, colour)
        self._bends(left, top, right, bottom, r, thick, colour)

    def _bends(self, left: int, top: int, right: int, bottom: int, r: int, thick: int, colour: Colour) -> None:
        for corner, cx, cy, ox, oy in (
            ("1", left, top, 0, 0),
            ("2", right - r, top, r, 0),
            ("3", right - r, bottom - r, r, r),
            ("4", left, bottom - r, 0, r),
        ):
            self.draw(
                ("bend", corner, r, thick, colour),
                cx,
                cy,
                r,
                r,
                lambda d, ox=ox, oy=oy: d.ring(-ox, -oy, 2 * r, 2 * r, r, thick, colour),  # type: ignore[misc]
            )

    def dashed(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        colour: Colour,
        radius: float,
        width: float,
        dash: tuple[float, float],
    ) -> None:
        wide, high = round(w), round(h)
        if wide * high > _LARGE:
            self._dashed_edges(x, y, w, h, colour, radius, width, dash)
            return
        key = ("dashed", colour, round(radius, 1), round(width, 1), dash)
        self.draw(key, x, y, wide, high, lambda d: d.dashes(0, 0, wide, high, radius, max(1.0, width), dash, colour))

    def _dashed_edges(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        colour: Colour,
        radius: float,
        width: float,
        dash: tuple[float, float],
    ) -> None:
        """A large dashed outline: its bends as sprites, its straight dashes as plain rectangles."""
        thick = max(1, round(width))
        for start, room, is_across in ((x + radius, w - 2 * radius, True), (y + radius, h - 2 * radius, False)):
            count = max(1, round((room - dash[1]) / sum(dash)))
            step = (room + dash[0]) / (count + 1)
            for index in range(count):
                at = start - dash[0] + (index + 1) * step
                if is_across:
                    self.fill(at, y, dash[0], thick, colour)
                    self.fill(at, y + h - thick, dash[0], thick, colour)
                else:
                    self.fill(x, at, thick, dash[0], colour)
                    self.fill(x + w - thick, at, thick, dash[0], colour)
        self._bends(round(x), round(y), round(x + w), round(y + h), round(radius), thick, colour)

    def stroke(self, x0: float, y0: float, x1: float, y1: float, width: float, colour: Colour) -> None:
        """A line with round ends."""
        pad = width / 2 + 1
        left, top = round(min(x0, x1) - pad), round(min(y0, y1) - pad)
        w, h = abs(x1 - x0) + 2 * pad + 1, abs(y1 - y0) + 2 * pad + 1
        ends = (x0 - left, y0 - top, x1 - left, y1 - top)
        key = ("stroke", colour, round(width, 1), tuple(round(end, 1) for end in ends))
        self.draw(key, left, top, w, h, lambda d: d.line(*ends, width, colour))

    # ------------------------------------------------------------------------------------------------- words

    def say(self, text: Text) -> str:
        return self.words.text(text)

    def counted(self, name: str, value: int) -> str:
        """A sum that counts up: the figure to show now."""
        self.counters[name] = value
        return self.words.number(self.counting.get(name, value))

    def width(self, text: str, size: float, weight: str) -> int:
        return self.store.width(text, weight, round(size))

    def fitted(self, text: str, size: float, weight: str, room: float | None) -> tuple[str, int]:
        """The text and the size (px em) at which it fits `room` px; too wide even at the smallest, it is cut."""
        wanted = used = max(round(size), _smallest_size())
        if room is None or self.store.width(text, weight, used) <= room:
            return text, used
        used = max(_smallest_size(), int(used * room / self.store.width(text, weight, used)))
        while used > _smallest_size() and self.store.width(text, weight, used) > room:
            used -= 1
        cut = self.store.width(text, weight, used) > room
        self.misfits.append(Misfit(text, wanted, used, cut))
        while cut and len(text) > 1 and self.store.width(text + "…", weight, used) > room:
            text = text[:-1].rstrip()
        return (text + "…" if cut else text), used

    def common(self, texts: Iterable[str], size: float, weight: str, room: float) -> int:
        """The size (px em) at which every one of these fits `room` px: what stands side by side is equally large."""
        return min((self.fitted(text, size, weight, room)[1] for text in texts), default=round(size))

    def left_out(self, text: str) -> None:
        """Tell that a text has no room at all on this screen."""
        self.misfits.append(Misfit(text, 0, 0, True))

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        weight: str,
        colour: Colour,
        align: str = "l",
        room: float | None = None,
    ) -> int:
        """One line with its base line at y; x is its left edge, middle or right edge (`align` l, c, r). Drawn
        smaller if it is wider than `room`. Returns the width in px."""
        if not text:
            return 0
        text, used = self.fitted(text, size, weight, room)
        sprite = self.store.rendered(text, weight, used, colour)
        left = x - {"l": 0.0, "c": sprite.get_width() / 2, "r": float(sprite.get_width())}[align]
        font = self.store.font(weight, used)
        above = sprite.get_height() - font.get_height()  # the marks on "Ü" and "É" rise above the line
        self.put(sprite, left, y - font.get_ascent() - above)
        self.said.append(Said(text, *self.items[-1][1:5], used))
        return sprite.get_width()

    def middle(
        self,
        text: str,
        x: float,
        cy: float,
        size: float,
        weight: str,
        colour: Colour,
        align: str = "l",
        room: float | None = None,
    ) -> int:
        """One line whose capitals stand centred about cy."""
        if not text:
            return 0
        text, used = self.fitted(text, size, weight, room)
        return self.text(text, x, cy + CAP * used / 2, used, weight, colour, align)

    def wrapped(self, text: str, size: float, weight: str, room: float) -> list[str]:
        """The text in lines of at most `room` px; "\\n" breaks where it stands."""
        lines: list[str] = []
        for part in text.split("\n"):
            line = ""
            for word in self._hyphenated(part, size, weight, room):
                longer = f"{line} {word}".strip()
                if line and self.width(longer, size, weight) > room:
                    lines.append(line)
                    line = word
                else:
                    line = longer
            lines.append(line)
        return lines

    def _hyphenated(self, text: str, size: float, weight: str, room: float) -> list[str]:
        """The words; one too wide for a line is parted at its hyphens, soft or not."""
        words: list[str] = []
        for word in text.split(" "):
            parts = [part for part in re.split(f"{SOFT_HYPHEN}|(?<=-)", word) if part]
            if len(parts) > 1 and self.width(word, size, weight) > room:
                head = parts[0]
                for part in parts[1:]:
                    if self.width(head + part + "-", size, weight) > room:
                        words.append(head if head.endswith("-") else head + "-")
                        head = ""
                    head += part
                words.append(head)
            else:
                words.append(word)
        return words

    def paragraph(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        weight: str,
        colour: Colour,
        room: float,
        rows: int,
        spacing: float = 1.22,
        align: str = "l",
    ) -> tuple[float, int]:
        """Lines from base line y down, at most `rows`: drawn smaller if they would be more. Returns the base line
        below the last one and the size used."""
        used = self.paragraph_size(text, size, weight, room, rows)
        for line in self.wrapped(text, used, weight, room)[:rows]:
            self.text(line, x, y, used, weight, colour, align, room)
            y += used * spacing
        return y, used

    def paragraph_size(self, text: str, size: float, weight: str, room: float, rows: int) -> int:
        """The size (px em) at which the text fits into `rows` lines of `room` px."""
        wanted = used = max(round(size), _smallest_size())
        lines = self.wrapped(text, used, weight, room)
        while used > _smallest_size() and (
            len(lines) > rows or max(self.width(line, used, weight) for line in lines) > room
        ):
            used -= 1
            lines = self.wrapped(text, used, weight, room)
        if used < wanted:
            self.misfits.append(Misfit(text, wanted, used, len(lines) > rows))
        return used


def _smallest_size() -> int:
    return round(SMALLEST_CAP_PX / CAP)
