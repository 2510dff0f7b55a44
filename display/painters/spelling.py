"""A name is spelt: what stands there so far at the left, the board of letters on paper at the right."""

from __future__ import annotations

from display.layout import Layout, Rect
from display.painters import head
from display.painters.canvas import Canvas
from display.theme import AMBER, BLACK, CAP, GREY_ON_PAPER, HEAVY, INK, MEDIUM, PAPER, PAPER2
from display.views import SpellingView, msg


def paint(canvas: Canvas, layout: Layout, view: SpellingView) -> None:
    layout = layout.with_head(330).without_tray()
    area, u, sizes = layout.head, layout.u, layout.sizes
    below = head.header(canvas, layout, area, msg("service.header"))
    below = head.headline(canvas, layout, area, below, view.title, sizes.big * 0.8, rows=2)
    _name(canvas, layout, Rect(area.x, below + sizes.line * 0.5, area.w, sizes.line * 1.7), view)
    paper = layout.block
    canvas.box(*paper, PAPER, 22 * u)
    inner = paper.inset(20 * u)
    rows = -(-len(view.letters) // view.columns)
    w, h = inner.w / view.columns, min(inner.h / rows, inner.w / view.columns * 1.5)
    size = min(w, h) * 0.62
    top = inner.y + (inner.h - rows * h) / 2
    for index, letter in enumerate(view.letters):
        row, column = divmod(index, view.columns)
        place = Rect(inner.x + column * w, top + row * h, w, h).inset(4 * u)
        chosen = index == view.chosen
        canvas.tag = "chosen letter" if chosen else None
        canvas.box(*place, INK if chosen else PAPER2, 0.2 * min(w, h))
        canvas.tag = None
        ink = AMBER if chosen else INK
        if letter == " ":
            canvas.fill(place.cx - size * 0.4, place.cy + size * 0.3, size * 0.8, max(2, 6 * u), ink)
        else:
            canvas.middle(letter, place.cx, place.cy, size, BLACK, ink, "c", place.w)


def _name(canvas: Canvas, layout: Layout, place: Rect, view: SpellingView) -> None:
    """The name on a dark card with a mark where the next letter comes, and how many more there may be."""
    u, sizes = layout.u, layout.sizes
    canvas.box(*place, PAPER, 18 * u)
    left = sizes.small * 3.4
    x, room = place.x + 24 * u, place.w - 48 * u - left
    text, size = canvas.fitted(view.name, sizes.line, HEAVY, room - 20 * u)
    width = canvas.middle(text, x, place.cy, size, HEAVY, INK) if text else 0
    canvas.fill(x + width + 6 * u, place.cy - CAP * size / 2, max(2, 6 * u), CAP * size, GREY_ON_PAPER)
    more = canvas.say(msg("spelling.left", count=view.longest - len(view.name)))
    canvas.middle(more, place.right - 24 * u, place.cy, sizes.tiny, MEDIUM, INK, "r", left)
