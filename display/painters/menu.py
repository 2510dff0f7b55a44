"""Lists to choose from (what it is about at the left, the list on paper at the right), and faults."""

from __future__ import annotations

from display.layout import Layout, Rect
from display.painters import head, shapes, tray
from display.painters.canvas import Canvas
from display.theme import (
    AMBER,
    BLACK,
    BOLD,
    CAP,
    CORAL,
    CREAM,
    HEAVY,
    INK,
    INK_QUIET,
    ITALIC,
    MEDIUM,
    MUTE,
    OAK2,
    PAPER,
    RULE,
)
from display.views import FaultView, MenuEntry, MenuView


def paint(canvas: Canvas, layout: Layout, view: MenuView) -> None:
    layout = layout.with_head(300)
    if view.tray is not None and layout.grid != "tall":
        tray.paint(canvas, layout, view.tray)
    else:
        layout = layout.without_tray()
    area = layout.head
    below = head.header(canvas, layout, area, view.header)
    below = head.headline(canvas, layout, area, below, view.title, layout.sizes.big * 0.92)
    active = view.entries[view.active] if 0 <= view.active < len(view.entries) else None
    texts = view.lines + ((active.detail,) if active is not None and active.detail is not None else ())
    _details(canvas, layout, area, below, texts)
    _entries(canvas, layout, view.entries, view.active)


def _details(canvas: Canvas, layout: Layout, area: Rect, y: float, texts: tuple[object, ...]) -> None:
    size = layout.sizes.lead
    y += size * 2
    for text in texts:
        said = canvas.say(text)  # type: ignore[arg-type]
        for row in canvas.wrapped(said, size, MEDIUM, area.w * 0.94):
            if y > area.bottom:
                canvas.left_out(row)
                return
            canvas.text(row, area.x + 2 * layout.u, y, size, MEDIUM, CREAM, room=area.w)
            y += size * 1.4
        y += size * 0.3


def _entries(canvas: Canvas, layout: Layout, entries: tuple[MenuEntry, ...], active: int) -> None:
    area, u, sizes = layout.block, layout.u, layout.sizes
    canvas.box(*area, PAPER, 22 * u)
    inner = area.inset(14 * u)
    least = sizes.name * 1.75
    per_page = max(1, int(inner.h / least))
    first = 0
    if len(entries) > per_page:  # arrows take a strip above and below
        inner = inner.inset(0, max(0.0, sizes.tiny * 0.9 - 14 * u))
        per_page = max(1, int(inner.h / least))
        first = max(0, min(active - per_page // 2, len(entries) - per_page))
    shown = entries[first : first + per_page]
    h = min(inner.h / max(1, len(shown)), sizes.name * 2.6)
    for index, entry in enumerate(shown):
        place = Rect(inner.x, inner.y + index * h, inner.w, h)
        chosen = first + index == active
        ink = CREAM if chosen else INK if entry.enabled else INK_QUIET
        if chosen:
            canvas.tag = "active line"
            canvas.box(place.x, place.y + 2 * u, place.w, place.h - 4 * u, INK, 18 * u)
            canvas.tag = None
            shapes.triangle(canvas, place.x + 20 * u, place.cy, sizes.name, AMBER)
        elif index + 1 < len(shown) and first + index + 1 != active:
            canvas.fill(place.x + 20 * u, place.bottom - u, place.w - 40 * u, max(1, 2 * u), RULE)
        x, right = place.x + 26 * u + sizes.name, place.right - 24 * u
        if entry.value is not None:
            right -= canvas.middle(
                canvas.say(entry.value), right, place.cy, sizes.name, BLACK, ink, "r", place.w * 0.45
            )
            right -= 20 * u
        weight = HEAVY if entry.enabled else ITALIC
        canvas.middle(canvas.say(entry.text), x, place.cy, sizes.name, weight, ink, room=right - x)
    _more(canvas, layout, first > 0, first + len(shown) < len(entries))


def _more(canvas: Canvas, layout: Layout, above: bool, below: bool) -> None:
    """Arrows at the paper's edge where the list goes on."""
    area, size = layout.block, layout.sizes.tiny * 0.7
    strip = layout.sizes.tiny * 0.9
    canvas.tag = "more"
    if above:
        shapes.triangle(canvas, area.cx - size / 2, area.y + strip / 2, size, INK, "up")
    if below:
        shapes.triangle(canvas, area.cx - size / 2, area.bottom - strip / 2, size, INK, "down")
    canvas.tag = None


def paint_fault(canvas: Canvas, layout: Layout, view: FaultView) -> None:
    """Something is broken: one plain line, the way on, and a quiet line for the landlord."""
    u, sizes = layout.u, layout.sizes
    left, top = layout.head.x, layout.head.y
    right, bottom = layout.block.right, layout.tray.bottom
    place = Rect(left, top, right - left, bottom - top)
    canvas.box(*place, OAK2, 22 * u)
    dash = (max(8, 30 * u), max(5, 20 * u))
    canvas.dashed(*place.inset(14 * u), CORAL, 16 * u, max(3, 7 * u), dash)
    inner = place.inset(80 * u, 70 * u)
    size = sizes.big
    mark = size * 1.5
    y = inner.y + CAP * size + (0 if layout.grid == "small" else 20 * u)
    canvas.middle("!", inner.x + mark * 0.3, y - CAP * size / 2, mark, BLACK, CORAL, "c")
    x = inner.x + mark * 0.85
    said = canvas.say(view.headline)
    if any(canvas.width(line, size, BLACK) > inner.right - x for line in said.split("\n")):
        said = said.replace("\n", " ")  # it breaks elsewhere anyway
    y, _ = canvas.paragraph(said, x, y, size, BLACK, CREAM, inner.right - x, 3, 1.14)
    y += sizes.mid * 0.4
    for text in view.lines:
        y, _ = canvas.paragraph(canvas.say(text), x, y, sizes.mid * 0.95, MEDIUM, CREAM, inner.right - x, 3, 1.36)
    if view.detail is not None:
        size = sizes.small
        canvas.text(canvas.say(view.detail), x, inner.bottom, size, BOLD, MUTE, room=inner.right - x)
