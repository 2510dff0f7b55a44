"""The upper left: dots for the throws made, the line that says what to do, and quieter lines below it."""

from __future__ import annotations

from display.layout import Layout, Rect
from display.painters import shapes
from display.painters.canvas import Canvas
from display.painters.drawing import Drawing
from display.theme import AMBER, BLACK, BOLD, CREAM, HEAVY, MEDIUM, MUTE
from display.views import Text, msg


def dots(
    canvas: Canvas,
    layout: Layout,
    area: Rect,
    roll: int,
    rolls: int,
    text: Text | None = None,
    title: Text | None = None,
) -> float:
    """A dot per throw, filled once made, and "2. Wurf". Returns the y below them."""
    size = layout.sizes.name
    radius = size * 0.53
    cy = area.y + radius + 13 * layout.u if layout.grid == "wide" else area.y + radius
    side = round(2 * radius)
    for index in range(rolls):
        x = area.x + 2 * layout.u + index * radius * 2.8
        if index < roll:
            canvas.draw("dot", x, cy - radius, side, side, lambda d: d.disc(side / 2, side / 2, side / 2, AMBER))
        else:

            def ring(d: Drawing) -> None:
                d.circle(side / 2, side / 2, side / 2, max(2, radius * 0.19), MUTE)

            canvas.draw("open dot", x, cy - radius, side, side, ring)
    x = area.x + rolls * radius * 2.8 + 12 * layout.u
    said = canvas.say(text if text is not None else msg("turn.nth_roll", n=max(1, roll)))
    width = canvas.middle(said, x, cy, size, BOLD, CREAM, room=area.right - x)
    if title is not None:
        said = canvas.say(title)
        left = x + width + size * 0.6
        if left + canvas.width(said, layout.sizes.small, MEDIUM) <= area.right:
            canvas.middle(said, left, cy, layout.sizes.small, MEDIUM, MUTE)
    return cy + radius


def header(canvas: Canvas, layout: Layout, area: Rect, text: Text | None) -> float:
    """One quiet line at the top instead of the dots. Returns the y below it."""
    size = layout.sizes.name
    cy = area.y + size * 0.53 + (13 * layout.u if layout.grid == "wide" else 0)
    if text is None:
        return area.y
    canvas.middle(canvas.say(text), area.x + 2 * layout.u, cy, size, BOLD, MUTE, room=area.w)
    return cy + size * 0.53


def headline(
    canvas: Canvas, layout: Layout, area: Rect, y: float, text: Text, size: float | None = None, rows: int = 2
) -> float:
    """The line that says what to do, at most two rows. Returns the last base line."""
    size = size or layout.sizes.line
    said = canvas.say(text)
    if "\n" not in said and canvas.width(said, size, BLACK) <= area.w * 1.2:
        rows = 1  # a little smaller rather than one word in a second row
    first = y + size * (1.24 if layout.grid == "wide" else 1.0)
    below, used = canvas.paragraph(said, area.x, first, size, BLACK, CREAM, area.w, rows, 1.1)
    return below - used * 1.1


def lines(
    canvas: Canvas,
    layout: Layout,
    area: Rect,
    y: float,
    texts: tuple[Text, ...],
    bright: bool = False,
    may_fold: bool = False,
) -> float:
    """Quieter lines; with `bright` the first is in cream. A little smaller if that makes all of them fit; they stop where
    the area ends, which only lines that `may_fold` should have to. Returns the last base line."""
    said = [canvas.say(text) for text in texts]
    for part in (1.0, 0.88, 0.78):
        size = max(layout.sizes.small * 1.06 * part, layout.sizes.tiny)
        first = y + size * (1.9 if layout.grid == "wide" else 1.5)
        rows = [(n, row) for n, text in enumerate(said) for row in canvas.wrapped(text, size, MEDIUM, area.w)]
        if first + (len(rows) - 1) * size * 1.45 <= area.bottom - size * 0.2:
            break
    y = first
    for index, row in rows:
        if y > area.bottom + 1:
            if not may_fold:
                canvas.left_out(row)
            return y
        canvas.text(row, area.x + 2 * layout.u, y, size, MEDIUM, CREAM if bright and index == 0 else MUTE, room=area.w)
        y += size * 1.45
    return y - size * 1.45


def hint(canvas: Canvas, layout: Layout, area: Rect, y: float, text: Text) -> None:
    """The adviser's line, with the Raute."""
    said = canvas.say(text)
    for part in (1.0, 0.94, 0.88, 0.82):  # a little smaller rather than onto what stands below
        size = layout.sizes.small * 1.06 * part
        first = y + size * (1.9 if layout.grid == "wide" else 1.4)
        rows = min(2, len(canvas.wrapped(said, size, HEAVY, area.w - size * 0.9)))
        if first + (rows - 1) * size * 1.22 + size * 0.24 <= area.bottom:
            break
    if first > area.bottom + 1:
        canvas.left_out(said)
        return
    shapes.diamond(canvas, area.x + size * 0.3, first - size * 0.36, size * 0.8, AMBER)
    canvas.paragraph(said, area.x + size * 0.9, first, size, HEAVY, CREAM, area.w - size * 0.9, 2)
