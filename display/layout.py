"""Where things stand on a screen of any size: three grids (wide, small, tall), each scaled from its own screen.

A grid gives the same regions everywhere: `head` (dots and the line that says what to do), `tray` (above the hold
buttons), `block` (the sheet of paper) and nine `labels`; a painter asks for a higher tray where it needs one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from display.theme import SMALL, TALL, WIDE, Sizes


class Rect(NamedTuple):
    """A rectangle in px."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def cx(self) -> float:
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        return self.y + self.h / 2

    def inset(self, dx: float, dy: float | None = None) -> Rect:
        dy = dx if dy is None else dy
        return Rect(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)


#: Diagonals (inches) of the panels the table is meant for; other resolutions count as 15.6".
DIAGONALS = {(1920, 1080): 15.6, (1280, 800): 10.1, (1024, 600): 7.0, (800, 480): 7.0, (720, 1280): 7.0}
#: On a smaller panel the wide grid's letters may grow by this much; beyond it they no longer fit their places.
MOST_BOOST = 1.16
#: Wide grid: a smallest capital below this (mm) is too small to read; the small grid with short words takes over.
LEAST_CAP_MM = 2.3


@dataclass(frozen=True)
class Layout:
    """The regions of one screen. u: px per unit of the wide grid (1 at 1920×1080), for lines, radii and gaps; `sizes`:
    type by role in px (em); `centres`: the middles of the nine buttons."""

    grid: Literal["wide", "small", "tall"]
    width: int
    height: int
    u: float
    sizes: Sizes
    head: Rect
    tray: Rect
    block: Rect
    labels: tuple[Rect, ...]
    gap: float  #: between cards
    px_per_mm: float = 5.56  #: of the panel

    def with_tray(self, share: float) -> Layout:
        """The same screen with the tray as `share` of the height between the top and the labels."""
        top, bottom = self.head.y, self.tray.bottom
        height = (bottom - top) * share
        tray = Rect(self.tray.x, bottom - height, self.tray.w, height)
        gap = self.gap
        if self.grid != "tall":
            return replace(self, tray=tray, head=Rect(self.head.x, top, self.head.w, tray.y - gap - top))
        block = Rect(self.block.x, self.block.y, self.block.w, tray.y - gap * 1.5 - self.block.y)
        return replace(self, tray=tray, block=block)

    def with_head(self, height: float) -> Layout:
        """Tall grid: the block begins `height` units (px at 720×1280) below the top; elsewhere nothing changes."""
        if self.grid != "tall":
            return self
        s = self.width / 720
        top = self.head.y + height * s
        return replace(
            self,
            head=Rect(self.head.x, self.head.y, self.head.w, height * s - self.gap),
            block=Rect(self.block.x, top, self.block.w, self.block.bottom - top),
        )

    def below(self, height: float) -> Layout:
        """Head and block begin `height` px below the top of the screen, where something stands above them."""
        down = max(0.0, height - self.head.y)
        head, block = self.head, self.block
        if self.grid == "tall":
            block = Rect(block.x, block.y + down, block.w, block.h - down)
            return replace(self, head=Rect(head.x, head.y + down, head.w, head.h), block=block)
        # On a small screen the line gives way, for what stands below it keeps its place.
        sizes = self.sizes._replace(line=self.sizes.line * 0.82) if self.grid == "small" and down else self.sizes
        return replace(
            self,
            sizes=sizes,
            head=Rect(head.x, head.y + down, head.w, head.h - down),
            block=Rect(block.x, block.y + down, block.w, block.h - down),
        )

    def without_tray(self) -> Layout:
        """The block takes the tray's place too (tall grid), or the head does (the others)."""
        if self.grid != "tall":
            return replace(self, head=Rect(self.head.x, self.head.y, self.head.w, self.tray.bottom - self.head.y))
        return replace(self, block=Rect(self.block.x, self.block.y, self.block.w, self.tray.bottom - self.block.y))

    @classmethod
    def of(cls, size: tuple[int, int], diagonal_in: float | None = None, centres: Sequence[float] = ()) -> Layout:
        """The layout of a screen of `size` px and `diagonal_in` inches. centres: the nine buttons' middles as parts
        (0–1) of the width, where the built table differs from the grid (not on a tall screen)."""
        width, height = size
        inches = diagonal_in or DIAGONALS.get(size, 15.6)
        px_per_mm = math.hypot(width, height) / (inches * 25.4)
        if height > width:
            return replace(_tall(width, height), px_per_mm=px_per_mm)
        u = min(width / 1920, height / 1080)
        if WIDE.tiny * 0.723 * u * MOST_BOOST / px_per_mm < LEAST_CAP_MM:
            return replace(_small(width, height, centres), px_per_mm=px_per_mm)
        boost = min(MOST_BOOST, max(1.0, 4.0 * px_per_mm / (WIDE.tiny * 0.723 * u)))
        return replace(_wide(width, height, u, boost if boost > 1.05 else 1.0, centres), px_per_mm=px_per_mm)


def _wide(width: int, height: int, u: float, boost: float, centres: Sequence[float]) -> Layout:
    sx, sy = width / 1920, height / 1080
    middles = [part * width for part in centres] or [x * sx for x in (140, 340, 540, 740, 940, 1180, 1380, 1580, 1780)]
    top = height - 116 * u * max(1.0, boost * 0.97)
    labels = tuple(Rect(x - 92 * sx, top, 184 * sx, height - top) for x in middles)
    bottom = top - 36 * sy
    tray_height = min(388 * sy, 388 * u * 1.02)
    tray = Rect(40 * sx, bottom - tray_height, 1000 * sx, tray_height)
    return Layout(
        grid="wide",
        width=width,
        height=height,
        u=u,
        sizes=Sizes(*(size * u * boost for size in WIDE)),
        head=Rect(40 * sx, 40 * sy, 1000 * sx, tray.y - 16 * sy - 40 * sy),
        tray=tray,
        block=Rect(1080 * sx, 40 * sy, 800 * sx, bottom - 40 * sy),
        labels=labels,
        gap=12 * u,
    )


def _small(width: int, height: int, centres: Sequence[float]) -> Layout:
    sx, sy = width / 800, height / 480
    s = min(sx, sy)
    middles = [part * width for part in centres] or [x * sx for x in (53, 139, 225, 311, 397, 489, 575, 661, 747)]
    labels = tuple(Rect(x - 40 * sx, 422 * sy, 80 * sx, height - 422 * sy) for x in middles)
    return Layout(
        grid="small",
        width=width,
        height=height,
        u=s * 0.47,
        sizes=Sizes(*(size * s for size in SMALL)),
        head=Rect(10 * sx, 9 * sy, 430 * sx, 231 * sy),
        tray=Rect(10 * sx, 248 * sy, 430 * sx, 164 * sy),
        block=Rect(446 * sx, 9 * sy, 346 * sx, 404 * sy),
        labels=labels,
        gap=6 * s,
    )


def _tall(width: int, height: int) -> Layout:
    sx, sy = width / 720, height / 1280
    s = min(sx, sy)
    upper = [Rect((88 + 136 * i - 63) * sx, 1128 * sy, 126 * sx, 66 * sy) for i in range(5)]
    lower = [Rect((105 + 170 * i - 80) * sx, 1204 * sy, 160 * sx, height - 1204 * sy) for i in range(4)]
    return Layout(
        grid="tall",
        width=width,
        height=height,
        u=s * 0.64,
        sizes=Sizes(*(size * s for size in TALL)),
        head=Rect(20 * sx, 24 * sy, 680 * sx, 216 * sy),
        tray=Rect(20 * sx, 932 * sy, 680 * sx, 186 * sy),
        block=Rect(20 * sx, 352 * sy, 680 * sx, 564 * sy),
        labels=tuple(upper + lower),
        gap=8 * s,
    )
