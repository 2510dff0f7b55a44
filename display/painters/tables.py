"""Rules in pictures, tables of figures, and plain lines of text (records, statistics, the log)."""

from __future__ import annotations

from display.layout import Layout, Rect
from display.painters import head, idle
from display.painters.canvas import Canvas
from display.theme import BLACK, BOLD, CREAM, HEAVY, INK, MEDIUM, MUTE, PAPER, PAPER2, RULE
from display.views import LogView, RulesView, TableView


def paint_rules(canvas: Canvas, layout: Layout, view: RulesView) -> None:
    """What the page is about at the left, the fields with dice and points on paper."""
    layout = layout.with_head(300).without_tray()
    area, u = layout.head, layout.u
    below = head.header(canvas, layout, area, view.header)
    below = head.headline(canvas, layout, area, below, view.title, layout.sizes.big * 0.92)
    y = below + layout.sizes.lead * 1.9
    for text in view.lines:
        for row in canvas.wrapped(canvas.say(text), layout.sizes.lead, MEDIUM, area.w * 0.94):
            if y <= area.bottom:
                canvas.text(row, area.x + 2 * u, y, layout.sizes.lead, MEDIUM, CREAM, room=area.w)
                y += layout.sizes.lead * 1.4
        y += layout.sizes.lead * 0.4
    paper = layout.block
    canvas.box(*paper, PAPER, 22 * u)
    foot = 64 * u if view.pages > 1 else 14 * u
    idle.steps(canvas, layout, Rect(paper.x + 36 * u, paper.y + 14 * u, paper.w - 72 * u, paper.h - foot), view.steps)
    if view.pages > 1:
        idle.pages(canvas, paper.cx, paper.bottom - 36 * u, view.page, view.pages, 20 * u)


def _paper(layout: Layout) -> Rect:
    return Rect(layout.head.x, layout.head.y, layout.block.right - layout.head.x, layout.tray.bottom - layout.head.y)


def paint_table(canvas: Canvas, layout: Layout, view: TableView) -> None:
    """Heads and rows over the whole width."""
    u, sizes = layout.u, layout.sizes
    top = (
        head.headline(canvas, layout, layout.head, layout.head.y - sizes.line * 0.2, view.title, rows=1)
        + sizes.line * 0.4
    )
    paper = _paper(layout)
    notes_said = [canvas.say(text) for text in view.lines]
    lines = [row for text in notes_said for row in canvas.wrapped(text, sizes.small, MEDIUM, paper.w - 60 * u)]
    notes = len(lines) * sizes.small * 1.4
    paper = Rect(paper.x, top, paper.w, paper.bottom - top - notes)
    canvas.box(*paper, PAPER, 22 * u)
    inner = paper.inset(30 * u, 0)
    columns = len(view.heads)
    first = inner.w * (0.34 if columns > 2 else 0.55)
    step = (inner.w - first) / max(1, columns - 1)
    h = min(paper.h / (len(view.rows) + 1), sizes.name * 2.1)
    canvas.box(paper.x, paper.y, paper.w, h, PAPER2, 22 * u, "12")
    figures = [canvas.say(text) for texts in view.rows for text in texts[1:]]
    widest = max((canvas.width(figure, sizes.name, BLACK) for figure in figures), default=1)
    smaller = min(1.0, max(0.7, (step - 0.7 * sizes.name) / max(1, widest)))
    for number, texts in enumerate((view.heads, *view.rows)):
        cy = paper.y + (number + 0.5) * h
        marked = view.marked is not None and number == view.marked + 1
        if marked:
            canvas.box(paper.x + 10 * u, cy - h / 2 + 2 * u, paper.w - 20 * u, h - 4 * u, INK, 14 * u)
        elif number and number < len(view.rows):
            canvas.fill(inner.x, cy + h / 2 - u, inner.w, max(1, 2 * u), RULE)
        ink = CREAM if marked else INK
        for column, text in enumerate(texts):
            size = min(sizes.name if number else sizes.small, h * 0.6)
            weight = (HEAVY if column == 0 else BLACK) if number else BOLD
            room = first - 12 * u if column == 0 else step - 14 * u
            if number and column and smaller < 1.0 and not canvas.say(text).count(" "):
                size *= smaller
            said = [canvas.say(text)]
            if number and canvas.width(said[0], size, weight) > room * 1.1 and len(said[0].split()) > 1:
                size = min(size * 0.8, h * 0.4)
                said = canvas.wrapped(said[0], size, weight, room)[:2]
            x = inner.x if column == 0 else inner.x + first + column * step
            for row, part in enumerate(said):
                y = cy + (row - (len(said) - 1) / 2) * size * 1.1
                canvas.middle(part, x, y, size, weight, ink, "l" if column == 0 else "r", room)
    y = paper.bottom + sizes.small * 1.2
    for line in lines:
        canvas.text(line, inner.x, y, sizes.small, MEDIUM, MUTE, room=inner.w)
        y += sizes.small * 1.4
    if view.pages > 1:
        _page_dots(canvas, layout, paper, view.page, view.pages)


def paint_log(canvas: Canvas, layout: Layout, view: LogView) -> None:
    """Lines as they stand; the newest are at the foot."""
    u, sizes = layout.u, layout.sizes
    top = (
        head.headline(canvas, layout, layout.head, layout.head.y - sizes.line * 0.2, view.title, rows=1)
        + sizes.line * 0.4
    )
    paper = _paper(layout)
    paper = Rect(paper.x, top, paper.w, paper.bottom - top)
    canvas.box(*paper, PAPER, 22 * u)
    size = sizes.tiny * 0.84
    inner = paper.inset(28 * u, 18 * u)
    room = int(inner.h / (size * 1.36))
    rows = [row for line in view.text for row in canvas.wrapped(line, size, MEDIUM, inner.w)][-room:]
    for index, row in enumerate(rows):
        canvas.text(row, inner.x, inner.y + (index + 0.9) * size * 1.36, size, MEDIUM, INK, room=inner.w)
    if view.pages > 1:
        _page_dots(canvas, layout, paper, view.page, view.pages)


def _page_dots(canvas: Canvas, layout: Layout, paper: Rect, page: int, pages: int) -> None:
    """At the right above the paper; on a tall screen, where the title is there, at the paper's foot."""
    u = layout.u
    if layout.grid == "tall":
        idle.pages(canvas, paper.cx, paper.bottom - 34 * u, page, pages, 20 * u, INK)
    else:
        idle.pages(canvas, paper.right - pages * 20 * u, paper.y - 40 * u, page, pages, 20 * u, CREAM)
