"""The start throw: who begins? The players and what they threw take the block's place."""

from __future__ import annotations

from display.layout import Layout, Rect
from display.painters import head, shapes, tray
from display.painters.canvas import Canvas
from display.theme import AMBER, BLACK, GREY_ON_PAPER, HEAVY, INK, INK_QUIET, MEDIUM, PAPER, RULE
from display.views import StartRow, StartThrowView, msg


def paint(canvas: Canvas, layout: Layout, view: StartThrowView) -> None:
    layout = layout.with_head(270)
    below = head.header(canvas, layout, layout.head, view.header or view.title)
    below = head.headline(canvas, layout, layout.head, below, view.headline)
    head.lines(canvas, layout, layout.head, below, view.lines)
    area, u = layout.block, layout.u
    canvas.box(*area, PAPER, 22 * u)
    inner = area.inset(14 * u)
    most = 113 * u * (1 if layout.grid == "wide" else 1.25)
    row_h = min(inner.h / max(1, len(view.rows)), most * 1.1)
    for index, row in enumerate(view.rows):
        place = Rect(inner.x, inner.y + index * row_h, inner.w, row_h)
        _row(canvas, layout, place, row)
        if index + 1 < len(view.rows) and not row.active and not view.rows[index + 1].active:
            canvas.fill(place.x + 14 * u, place.bottom - u, place.w - 28 * u, max(1, 2 * u), RULE)
    tray.paint(canvas, layout, view.tray)


def _row(canvas: Canvas, layout: Layout, place: Rect, row: StartRow) -> None:
    u, sizes = layout.u, layout.sizes
    lit = row.active or row.begins
    ink = PAPER if lit else INK
    if lit:
        canvas.tag = "active line"
        canvas.box(place.x, place.y + 3 * u, place.w, place.h - 6 * u, INK, 18 * u)
        canvas.tag = None
    x = place.x + 22 * u
    if lit:
        shapes.triangle(canvas, x, place.cy, min(sizes.name, place.h * 0.5), AMBER)
    x += sizes.name * 1.1
    right = place.right - 24 * u
    size = min(sizes.points, place.h * 0.8)
    if row.sum is not None:
        colour = AMBER if lit else INK_QUIET if row.out else INK
        weight = MEDIUM if row.out and not lit else BLACK
        right -= max(canvas.middle(str(row.sum), right, place.cy, size, weight, colour, "r"), size * 1.2)
    elif not lit:
        w = size * 0.62
        canvas.fill(right - w, place.cy + size * 0.36 - 3 * u, w, max(2, 3.5 * u), GREY_ON_PAPER)
        right -= size * 1.2
    word = ""
    if row.begins:
        word = canvas.say(msg("start_row.begins"))
    elif row.active:
        word = canvas.say(msg("start_row.turn"))
    elif row.tied:
        word = canvas.say(msg("start_row.tied"))
    name_size = min(sizes.name * 1.05, place.h * 0.62)
    if word:
        name = canvas.width(row.name, name_size, HEAVY)
        room = right - x - min(name, place.w * 0.34) - 44 * u
        if row.tied and not lit:
            width = canvas.width(word, sizes.tiny, HEAVY) + sizes.tiny * 1.44
            shapes.pill(canvas, right - 16 * u - width / 2, place.cy, word, sizes.tiny, INK, PAPER)
        else:
            width = canvas.middle(word, right - 16 * u, place.cy, sizes.small, MEDIUM, ink, "r", room)
        right -= width + 28 * u
    elif row.dice and layout.grid != "small":
        side = min(place.h * 0.42, sizes.name)
        if right - 16 * u - len(row.dice) * side * 1.2 > x + canvas.width(row.name, name_size, HEAVY) + 16 * u:
            for index, value in enumerate(reversed(row.dice)):
                left = right - 16 * u - (index + 1) * side * 1.2
                shapes.die_outline(canvas, left, place.cy - side / 2, side, value, INK_QUIET if row.out else INK)
            right -= len(row.dice) * side * 1.2 + 28 * u
    colour = ink if not row.out else INK_QUIET
    canvas.middle(row.name, x, place.cy, name_size, MEDIUM if row.out else HEAVY, colour, room=right - x - 12 * u)
