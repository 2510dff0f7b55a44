"""The small drawn things: dice, rings, pills, signs, coins, tally strokes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import pygame

from display.painters.canvas import Canvas
from display.painters.drawing import Drawing
from display.theme import (
    AMBER,
    BOLD,
    BRASS,
    BRASS_SHADE,
    CORAL,
    FELT,
    HEAVY,
    INK,
    IVORY,
    IVORY_SHADE,
    RIM,
    Colour,
)
from display.views import Icon

#: Places of the pips as parts of the die's side.
_L, _M, _R = 0.235, 0.5, 0.765
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_M, _M),),
    2: ((_L, _L), (_R, _R)),
    3: ((_L, _L), (_M, _M), (_R, _R)),
    4: ((_L, _L), (_R, _L), (_L, _R), (_R, _R)),
    5: ((_L, _L), (_R, _L), (_M, _M), (_L, _R), (_R, _R)),
    6: ((_L, _L), (_R, _L), (_L, _M), (_R, _M), (_L, _R), (_R, _R)),
}


def _pips(d: Drawing, x: float, y: float, side: float, value: int, radius: float, colour: Colour) -> None:
    for px, py in PIPS[value]:
        d.disc(x + px * side, y + py * side, radius * side, colour)


def die(canvas: Canvas, cx: float, cy: float, side: float, value: int, angle: float = 0, body: Colour = IVORY) -> None:
    """An ivory die with its middle at (cx, cy), turned by `angle` degrees."""
    side = round(side)
    shade = max(1, round(side * 0.045))
    spread = side * (1.5 if angle else 1.0) + 2 * shade

    def paint(d: Drawing) -> None:
        left = (spread - side) / 2
        d.box(left, left + shade, side, side, side * 0.2, IVORY_SHADE)
        d.box(left, left, side, side, side * 0.2, body)
        _pips(d, left, left, side, value, 0.098, INK)

    size = round(spread)
    key = ("die", value, side, round(angle), body)
    if angle:
        sprite = canvas.store.sprite(key, lambda: _turned(size, angle, paint))
        canvas.put(sprite, cx - size / 2, cy - size / 2)
    else:
        canvas.draw(key, cx - spread / 2, cy - spread / 2, spread, spread, paint)


def _turned(size: int, angle: float, paint: Callable[[Drawing], None]) -> pygame.Surface:
    drawing = Drawing(size, size, angle)
    paint(drawing)
    return drawing.surface()


def hold_ring(canvas: Canvas, cx: float, cy: float, side: float, angle: float = 0) -> None:
    """The amber ring about a held die."""
    width, away = side * 0.066, side * 0.053
    outer = round(side + 2 * (width + away))
    size = round(outer * (1.5 if angle else 1.0))

    def paint(d: Drawing) -> None:
        left = (size - outer) / 2
        d.ring(left, left, outer, outer, outer * 0.23, width, AMBER)

    sprite = canvas.store.sprite(("hold ring", round(side), round(angle)), lambda: _turned(size, angle, paint))
    canvas.put(sprite, cx - size / 2, cy - size / 2 + side * 0.02)


def doubt_die(canvas: Canvas, cx: float, cy: float, side: float) -> None:
    """A die of unknown value: a sunk place with "?" and a dashed coral ring."""
    canvas.box(cx - side / 2, cy - side / 2, side, side, RIM, side * 0.2)
    outer = side * 1.16
    dash = (side * 0.132, side * 0.086)
    canvas.dashed(cx - outer / 2, cy - outer / 2, outer, outer, CORAL, outer * 0.23, side * 0.046, dash)
    canvas.middle("?", cx, cy, side * 0.68, HEAVY, CORAL, "c")


def empty_slot(canvas: Canvas, cx: float, cy: float, side: float) -> None:
    """A slot without a die."""
    canvas.box(cx - side / 2, cy - side / 2, side, side, RIM, side * 0.2)


def die_outline(canvas: Canvas, x: float, y: float, side: float, value: int, colour: Colour = INK) -> None:
    """The small die picture in front of an upper field."""
    side = round(side)

    def paint(d: Drawing) -> None:
        d.ring(0, 0, side, side, side * 0.22, max(1.5, side * 0.062), colour)
        for px, py in PIPS[value]:
            d.disc(side * (0.5 + (px - 0.5) * 0.92), side * (0.5 + (py - 0.5) * 0.92), max(1.3, side * 0.085), colour)

    canvas.draw(("die outline", value, colour), x, y, side, side, paint)


def pill(
    canvas: Canvas,
    cx: float,
    cy: float,
    text: str,
    size: float,
    colour: Colour = AMBER,
    ink: Colour = INK,
    height: float = 1.45,
    room: float | None = None,
    outline: bool = False,
    least: float = 0,
) -> float:
    """A word on a full-round tile (or in an outline). Returns its width in px."""
    pad = size * 0.72
    text, used = canvas.fitted(text, size, HEAVY, None if room is None else room - 2 * pad)
    w, h = max(canvas.width(text, used, HEAVY) + 2 * pad, least), size * height
    if outline:
        canvas.frame(cx - w / 2, cy - h / 2, w, h, colour, h / 2, max(2, size * 0.085))
    else:
        canvas.box(cx - w / 2, cy - h / 2, w, h, colour, h / 2)
    canvas.middle(text, cx, cy - size * 0.02, used, HEAVY, ink, "c")
    return w


def triangle(canvas: Canvas, x: float, cy: float, h: float, colour: Colour, way: str = "right") -> None:
    """A filled triangle of height (or, pointing up or down, width) h with its left edge at x."""
    w = h * 0.74
    r = h * 0.07
    if way == "right":
        points = ((r, r), (w - r, h / 2), (r, h - r))
        canvas.draw(("triangle", way, colour), x, cy - h / 2, w, h, lambda d: d.polygon(points, colour, r))
    else:
        flat = ((r, w - r), (h / 2, r), (h - r, w - r)) if way == "up" else ((r, r), (h / 2, w - r), (h - r, r))
        canvas.draw(("triangle", way, colour), x, cy - w / 2, h, w, lambda d: d.polygon(flat, colour, r))


def diamond(canvas: Canvas, cx: float, cy: float, h: float, colour: Colour, edge: Colour | None = None) -> None:
    """The Raute; `edge` draws a thin rim about it."""
    w = h * 0.66
    rim = h * 0.1 if edge else 0.0
    full_w, full_h = w + 4 * rim, h + 4 * rim

    def paint(d: Drawing) -> None:
        mx, my = full_w / 2, full_h / 2
        corners = ((mx, my - h / 2), (mx + w / 2, my), (mx, my + h / 2), (mx - w / 2, my))
        if edge:
            d.polygon(corners, edge, rim)
        d.polygon(corners, colour)

    canvas.draw(("diamond", colour, edge), cx - full_w / 2, cy - full_h / 2, full_w, full_h, paint)


def check(canvas: Canvas, x: float, cy: float, h: float, colour: Colour) -> None:
    """A tick of height h, its left edge at x; about 1.3 h wide."""
    w = h * 1.3
    width = h * 0.24

    def paint(d: Drawing) -> None:
        a, b, c = (width / 2 + 0.5, h * 0.55), (w * 0.36, h - width / 2 - 0.5), (w - width / 2 - 0.5, width / 2 + 0.5)
        d.line(*a, *b, width, colour).line(*b, *c, width, colour)

    canvas.draw(("check", colour), x, cy - h / 2, w, h, paint)


def back_arrow(canvas: Canvas, x: float, cy: float, h: float, colour: Colour) -> None:
    """A hooked arrow to the left, of height h and 1.15 h wide."""
    w = h * 1.15
    width = h * 0.16

    def paint(d: Drawing) -> None:
        mid = h * 0.36
        tip = width * 0.8
        d.line(tip, mid, w - h * 0.32, mid, width, colour)
        d.line(tip, mid, h * 0.32, mid - h * 0.26, width, colour)
        d.line(tip, mid, h * 0.32, mid + h * 0.26, width, colour)
        radius = (h - width - mid) / 2 + width / 2
        cx, cy_ = w - h * 0.32, mid - width / 2 + radius
        steps = [(cx + (radius - width / 2) * s, cy_ + (radius - width / 2) * c) for s, c in _half_circle()]
        for (x0, y0), (x1, y1) in itertools.pairwise(steps):
            d.line(x0, y0, x1, y1, width, colour)
        d.line(cx, cy_ + radius - width / 2, h * 0.4, cy_ + radius - width / 2, width, colour)

    canvas.draw(("back arrow", colour), x, cy - h / 2, w, h, paint)


def _half_circle() -> list[tuple[float, float]]:
    return [(math.sin(t), -math.cos(t)) for t in [math.pi * i / 12 for i in range(13)]]


def long_ring(canvas: Canvas, x: float, cy: float, h: float, colour: Colour) -> None:
    """The small circle in front of what a long press does."""
    canvas.draw(("long ring", colour), x, cy - h / 2, h, h, lambda d: d.circle(h / 2, h / 2, h / 2, h * 0.15, colour))


def icon(canvas: Canvas, kind: Icon, x: float, cy: float, cap: float, colour: Colour) -> float:
    """A label's sign, as high as capitals of `cap` px, its left edge at x. Returns its width with the gap after it."""
    gap = cap * 0.3
    if kind in (Icon.UP, Icon.DOWN):
        triangle(canvas, x, cy, cap, colour, kind.value)
        return cap + gap
    if kind is Icon.DIAMOND:
        w = cap * 1.1 * 0.66
        diamond(canvas, x + w / 2, cy, cap * 1.1, colour)
        return w + gap * 1.1
    if kind is Icon.CHECK:
        check(canvas, x, cy, cap * 0.9, colour)
        return cap * 0.9 * 1.3 + gap
    back_arrow(canvas, x, cy, cap * 0.95, colour)
    return cap * 0.95 * 1.15 + gap


def icon_width(kind: Icon, cap: float) -> float:
    gap = cap * 0.3
    return {
        Icon.UP: cap + gap,
        Icon.DOWN: cap + gap,
        Icon.DIAMOND: cap * 1.1 * 0.66 + gap * 1.1,
        Icon.CHECK: cap * 0.9 * 1.3 + gap,
        Icon.BACK: cap * 0.95 * 1.15 + gap,
    }[kind]


def felt(canvas: Canvas, x: float, y: float, w: float, h: float, u: float) -> None:
    """The tray: felt within its rim."""
    rim = max(3, round(8 * u))
    canvas.box(x, y, w, h, RIM, 36 * u)
    canvas.box(x + rim, y + rim, w - 2 * rim, h - 2 * rim, FELT, 30 * u)


def coin(canvas: Canvas, cx: float, cy: float, radius: float) -> None:
    """A brass coin without a figure."""
    size = round(2 * radius + radius * 0.14)

    def paint(d: Drawing) -> None:
        d.disc(size / 2, size - radius - 0.5, radius, BRASS_SHADE)
        d.disc(size / 2, radius + 0.5, radius, BRASS)
        d.circle(size / 2, radius + 0.5, radius * 0.87, max(1.0, radius * 0.035), BRASS_SHADE)

    canvas.draw(("coin", round(radius, 1)), cx - size / 2, cy - radius, size, size, paint)


def number_disc(
    canvas: Canvas, cx: float, cy: float, radius: float, text: str, colour: Colour, ink: Colour, outline: bool = False
) -> None:
    """A figure in a disc, or in a circle."""
    size = round(2 * radius)
    if outline:
        canvas.draw(
            ("circle", colour),
            cx - size / 2,
            cy - size / 2,
            size,
            size,
            lambda d: d.circle(size / 2, size / 2, size / 2, max(2, radius * 0.08), colour),
        )
    else:
        canvas.draw(
            ("disc", colour),
            cx - size / 2,
            cy - size / 2,
            size,
            size,
            lambda d: d.disc(size / 2, size / 2, size / 2, colour),
        )
    canvas.middle(text, cx, cy, radius * 1.2, BOLD if outline else HEAVY, ink, "c", radius * 1.7)
