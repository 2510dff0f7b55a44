"""Moments when nobody throws: the pause, and the short burst of a celebration."""

from __future__ import annotations

import math

import pygame

from display.layout import Layout, Rect
from display.painters import head, shapes, tray
from display.painters.canvas import Canvas
from display.theme import AMBER, BLACK, BOLD, CAP, CREAM, FELT, FELT_LINE, HEAVY, INK, MEDIUM, PAPER, RIM, RULE
from display.views import CelebrationView, PauseView

#: Rays behind a celebration, and how far (degrees) its dice are tilted, every other one to the other side.
RAYS, TILT = 16, 7


def paint_pause(canvas: Canvas, layout: Layout, view: PauseView) -> None:
    """The standing on paper, the dice as they lay in the tray; one line says how to go on."""
    layout = layout.with_head(330)
    if view.tray is None:
        layout = layout.without_tray()
    else:
        tray.paint(canvas, layout, view.tray)
    below = head.header(canvas, layout, layout.head, view.title)
    below = head.headline(canvas, layout, layout.head, below, view.headline, layout.sizes.big)
    head.lines(canvas, layout, layout.head, below, view.lines, bright=True)
    area, u, sizes = layout.block, layout.u, layout.sizes
    canvas.box(*area, PAPER, 22 * u)
    inner = area.inset(24 * u, 14 * u)
    h = min(inner.h / max(1, len(view.tabs)), sizes.points * 1.8)
    for index, tab in enumerate(view.tabs):
        cy = inner.y + (index + 0.5) * h
        size = min(sizes.points, h * 0.72)
        width = canvas.middle(canvas.words.number(tab.total), inner.right - 10 * u, cy, size, BLACK, INK, "r")
        if tab.active:
            shapes.triangle(canvas, inner.x, cy, min(sizes.name, h * 0.5), INK)
        x = inner.x + sizes.name * 1.1
        weight = BLACK if tab.active else MEDIUM if tab.left else HEAVY
        room = inner.right - width - x - 40 * u
        drawn = canvas.middle(tab.name, x, cy, min(sizes.mid, h * 0.62), weight, INK, room=room)
        if tab.left:
            canvas.stroke(x - 4 * u, cy, x + drawn + 4 * u, cy, max(2, 4 * u), INK)
        if index + 1 < len(view.tabs):
            canvas.fill(inner.x, inner.y + (index + 1) * h - u, inner.w, max(1, 2 * u), RULE)


def paint_celebration(canvas: Canvas, layout: Layout, view: CelebrationView) -> None:
    """On the felt, before its rays: the dice (or the full bar of the bonus, or the points of the record), the word large in amber, and on
    paper whose it is."""
    u = layout.u
    left, right = layout.head.x, layout.block.right
    top, bottom = layout.head.y, layout.tray.bottom
    place = Rect(left, top, right - left, bottom - top)
    shapes.felt(canvas, *place, u)
    _rays(canvas, place.inset(24 * u))
    canvas.tag = "swell"
    canvas.frame(*place.inset(14 * u), AMBER, 30 * u, max(3, 10 * u))
    canvas.tag = None
    _group(canvas, layout, place, view)


def _rays(canvas: Canvas, place: Rect) -> None:
    """A sun of felt behind it all: broad rays from the middle, in the felt's two greens, at rest."""
    size = (round(place.w), round(place.h))

    def draw() -> pygame.Surface:
        sun = pygame.Surface(size)
        sun.fill(FELT)
        middle = size[0] / 2, size[1] / 2
        reach = math.hypot(*middle)
        for ray in range(RAYS):
            ends = [(ray + side) * 2 * math.pi / RAYS for side in (0.25, 0.75)]
            edges = [(middle[0] + reach * math.sin(end), middle[1] - reach * math.cos(end)) for end in ends]
            pygame.draw.polygon(sun, RIM, [middle, *edges])
            pygame.draw.aalines(sun, RIM, False, [edges[0], middle, edges[1]])
        return sun

    canvas.put(canvas.store.picture(("rays", size), draw), round(place.x), round(place.y))


def _group(canvas: Canvas, layout: Layout, place: Rect, view: CelebrationView) -> None:
    """What happened, the word, whose it is and what it beat, one below the other and together in the middle."""
    sizes, tall = layout.sizes, layout.grid == "tall"
    word_size = min(sizes.word * (1.0 if tall else 1.12), place.h * 0.3)
    word_size = canvas.fitted(canvas.say(view.headline), word_size, BLACK, place.w * 0.88)[1]
    paper_h = min(sizes.big * 1.5, place.h * 0.19)
    gap = place.h * (0.045 if tall else 0.08)
    above = 0.0
    if view.dice:
        above = min(place.w * 0.74 / len(view.dice), place.h * 0.24)
    elif view.bar is not None:
        above = place.h * (0.16 if tall else 0.24)
    note = sizes.mid if view.before is not None else 0.0
    parts = [part for part in (above, CAP * word_size, paper_h, note) if part]
    y = place.cy - (sum(parts) + gap * (len(parts) - 1)) / 2
    if view.dice:
        _dice(canvas, Rect(place.x, y, place.w, above), view.dice)
    elif view.bar is not None:
        _bar(canvas, layout, Rect(place.x, y, place.w, above), view.bar)
    y += above + gap if above else 0.0
    canvas.text(canvas.say(view.headline), place.cx, y + CAP * word_size, word_size, BLACK, AMBER, "c")
    y += CAP * word_size + gap
    _whose(canvas, layout, Rect(place.x, y, place.w, paper_h), view)
    if view.before is not None:
        y += paper_h + gap
        canvas.middle(canvas.say(view.before), place.cx, y + note / 2, note, BOLD, CREAM, "c", place.w * 0.86)


def _whose(canvas: Canvas, layout: Layout, paper: Rect, view: CelebrationView) -> None:
    """A strip of paper: name at the left, points at the right; as wide as it must be."""
    u, sizes = layout.u, layout.sizes
    size = min(sizes.big * 0.8, paper.h * 0.6)
    name = canvas.say(view.lines[0]) if view.lines else ""
    points = "" if view.points is None else canvas.say(view.points)
    gap = size * 0.9 if name and points else 0.0
    wide = canvas.width(name, size, HEAVY) + gap + canvas.width(points, size, BLACK) + size * 1.4
    if wide > paper.w * 0.92:
        size *= paper.w * 0.92 / wide
        gap, wide = gap * paper.w * 0.92 / wide, paper.w * 0.92
    x = paper.cx - wide / 2
    canvas.box(x, paper.y, wide, paper.h, PAPER, 22 * u)
    canvas.middle(name, x + size * 0.7, paper.cy, size, HEAVY, INK, room=wide)
    canvas.middle(points, x + wide - size * 0.7, paper.cy, size, BLACK, INK, "r", room=wide)


def _dice(canvas: Canvas, area: Rect, values: tuple[int, ...]) -> None:
    for index, value in enumerate(values):
        cx = area.cx + (index - (len(values) - 1) / 2) * area.h * 1.22
        canvas.tag = f"die {index}"
        shapes.die(canvas, cx, area.cy, area.h, value, angle=-TILT if index % 2 == 0 else TILT)
    canvas.tag = None


def _bar(canvas: Canvas, layout: Layout, area: Rect, bar: tuple[int, int]) -> None:
    """The bar to the bonus, full, with a tick behind what was reached."""
    u = layout.u
    points, threshold = bar
    size = min(layout.sizes.sum, area.h * 0.34)
    said = f"{canvas.words.number(points)} / {canvas.words.number(threshold)}"
    width = canvas.width(said, size, BLACK) + size * 1.1
    cy = area.y + area.h * 0.3
    canvas.middle(said, area.cx - width / 2, cy, size, BLACK, CREAM)
    shapes.check(canvas, area.cx + width / 2 - size * 0.75, cy, size * 0.7, AMBER)
    w, h = area.w * 0.52, min(layout.sizes.mid * 1.2, max(14, area.h * 0.16))
    x, y = area.cx - w / 2, area.y + area.h * 0.66
    canvas.box(x - 6 * u, y - 6 * u, w + 12 * u, h + 12 * u, FELT_LINE, h)
    canvas.box(x - 3 * u, y - 3 * u, w + 6 * u, h + 6 * u, RIM, h)
    canvas.box(x, y, w, h, AMBER, h / 2)
