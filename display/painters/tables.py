"""Rules in pictures, tables of figures, and plain lines of text (records, statistics, the log)."""

from __future__ import annotations

from dataclasses import replace

from display.layout import Layout, Rect
from display.painters import head, idle
from display.painters.canvas import Canvas
from display.theme import AMBER, BLACK, BOLD, CREAM, HEAVY, INK, MEDIUM, MUTE, PAPER, PAPER2, RULE, Colour
from display.views import LogView, RulesView, TableView, Text

#: The smallest figures of a table, as part of its rows' height.
_SMALLEST = 0.2
#: More columns than these are too many beside each other on a tall screen.
NARROW = 4


def paint_rules(canvas: Canvas, layout: Layout, view: RulesView) -> None:
    """What the page is about at the left, the fields with dice and points on paper."""
    layout = layout.with_head(300).without_tray()
    if layout.grid != "tall":  # the sentences need more than the block's width
        split = layout.width * 0.385
        layout = replace(
            layout,
            head=layout.head._replace(w=split - layout.head.x - 24 * layout.u),
            block=Rect(split, layout.block.y, layout.block.right - split, layout.block.h),
        )
    area, u = layout.head, layout.u
    below = head.header(canvas, layout, area, view.header)
    below = head.headline(canvas, layout, area, below, view.title, layout.sizes.big * 0.92)
    y = below + layout.sizes.lead * 1.9
    for text in view.lines:
        for row in canvas.wrapped(canvas.say(text), layout.sizes.lead, MEDIUM, area.w * 0.94):
            if y > area.bottom:
                canvas.left_out(row)
                break
            canvas.text(row, area.x + 2 * u, y, layout.sizes.lead, MEDIUM, CREAM, room=area.w)
            y += layout.sizes.lead * 1.4
        y += layout.sizes.lead * 0.4
    paper = layout.block
    canvas.box(*paper, PAPER, 22 * u)
    foot = 64 * u if view.pages > 1 else 14 * u
    place = Rect(paper.x + 36 * u, paper.y + 14 * u, paper.w - 72 * u, paper.h - foot)
    idle.steps(canvas, layout, place, view.steps, grown=1.25 if layout.grid == "wide" else 1.0)
    if view.pages > 1:
        idle.pages(canvas, paper.cx, paper.bottom - 36 * u, view.page, view.pages, 20 * u)


def _paper(layout: Layout) -> Rect:
    return Rect(layout.head.x, layout.head.y, layout.block.right - layout.head.x, layout.tray.bottom - layout.head.y)


def paint_table(canvas: Canvas, layout: Layout, view: TableView) -> None:
    """Heads and rows over the whole width; the paper ends below the last row."""
    u, sizes = layout.u, layout.sizes
    paper = _below_title(canvas, layout, view.title)
    notes_said = [canvas.say(text) for text in view.lines]
    lines = [row for text in notes_said for row in canvas.wrapped(text, sizes.small, MEDIUM, paper.w - 60 * u)]
    notes = len(lines) * sizes.small * 1.4 + (sizes.small * 0.5 if lines else 0)
    count = len(view.rows) + 1
    foot = 68 * u if view.pages > 1 and layout.grid == "tall" else 0.0  # the dots of the pages stand there
    high = (paper.h - notes - foot) / count
    h = min(high, sizes.name * (2.1 if count > 5 else 2.5))
    inner = paper.inset(30 * u, 0)
    columns = _Columns(canvas, view, sizes.name * (1.0 if count > 5 else 1.15), h, inner)
    if layout.grid == "tall" and len(view.heads) > NARROW and not view.shares:
        below = _Stacked(canvas, view, sizes.name * 1.15, min(high, sizes.name * 3.9), inner)
        columns = below if below.size > columns.size else columns
    h = min(high, columns.row_h)
    head_h = min(h, columns.head_h)
    paper = Rect(paper.x, paper.y, paper.w, min(paper.h - notes, head_h + (count - 1) * h + foot + 8 * u))
    canvas.box(*paper, PAPER, 22 * u)
    canvas.box(paper.x, paper.y, paper.w, head_h, PAPER2, 22 * u, "12")
    for number, texts in enumerate((view.heads, *view.rows)):
        cy = paper.y + head_h + (number - 0.5) * h if number else paper.y + head_h / 2
        marked = view.marked is not None and number == view.marked + 1
        if marked:
            canvas.box(paper.x + 10 * u, cy - h / 2 + 2 * u, paper.w - 20 * u, h - 4 * u, INK, 14 * u)
        elif number and number < len(view.rows) and (view.marked is None or number != view.marked):
            canvas.fill(inner.x, cy + h / 2 - u, inner.w, max(1, 2 * u), RULE)
        for column, text in enumerate(texts):
            columns.say(column, canvas.say(text), cy, CREAM if marked else INK, is_head=number == 0)
        if number and view.shares:
            share = view.shares[number - 1] / max(view.shares)
            columns.bar(share, cy, h * 0.34, AMBER if marked else INK)
    y = paper.bottom + sizes.small * 1.5
    for line in lines:
        canvas.text(line, inner.x, y, sizes.small, MEDIUM, MUTE, room=inner.w)
        y += sizes.small * 1.4
    if view.pages > 1:
        _page_dots(canvas, layout, paper, view.page, view.pages)


class _Columns:
    """Where a table's columns stand: each as wide as its widest text, the room between them shared; one size for all figures.
    Where the texts are too wide, those of the first column, and of several words, are written in two rows."""

    most_rows = 2

    def __init__(self, canvas: Canvas, view: TableView, size: float, h: float, area: Rect) -> None:
        self._canvas, self._area = canvas, area
        said = [[canvas.say(text) for text in row] for row in (view.heads, *view.rows)]
        bar = area.w * 0.3 if view.shares else 0.0
        self._head = wanted = size = min(size, h * 0.6)
        self._rows = 1
        self._measure(said, size)
        while self._needed(size) > area.w - bar and size > _SMALLEST * h:
            size -= 1
            if size < wanted * 0.84 and self._rows < self.most_rows and h >= 2.3 * size:
                self._rows, size = 2, min(wanted * 0.95, h * 0.42)
            self._measure(said, size)
        self.size = size  #: of the figures (px em)
        self.row_h = min(h, size * (2.5 if self._rows == 1 else 3.2))  #: the highest that rows should be
        self.head_h = self.row_h
        spare = max(0.0, area.w - bar - sum(self._widths)) / max(1, len(self._widths) - 1)
        self._bar_x = area.x + self._widths[0] + spare * 0.5 if bar else 0.0
        self._bar_w = bar
        x = area.x
        self._edges = []
        for number, width in enumerate(self._widths):
            x += width + (spare if number else 0) + (bar if number == 1 else 0)
            self._edges.append(x)

    def _measure(self, said: list[list[str]], size: float) -> None:
        widths = [0.0] * len(said[0])
        self._head = min(self._head, size)
        for number, row in enumerate(said):
            for column, text in enumerate(row):
                widths[column] = max(widths[column], self._width(text, size, column, number == 0))
        self._widths = widths

    def _width(self, text: str, size: float, column: int, is_head: bool) -> float:
        if is_head:
            return self._canvas.width(text, self._head * 0.9, BOLD)
        weight = HEAVY if column == 0 else BLACK
        return max((self._canvas.width(row, size, weight) for row in self._in_rows(text, size, weight)), default=0.0)

    def _in_rows(self, text: str, size: float, weight: str) -> list[str]:
        """The text in one row, or parted so that the longer row is as short as can be."""
        words = text.split(" ")
        if self._rows == 1 or len(words) == 1:
            return [text]
        ways = [[" ".join(words[:n]), " ".join(words[n:])] for n in range(1, len(words))]
        return min(ways, key=lambda way: max(self._canvas.width(row, size, weight) for row in way))

    def _needed(self, size: float) -> float:
        return sum(self._widths) + 0.75 * size * (len(self._widths) - 1)

    def say(self, column: int, text: str, cy: float, ink: Colour, *, is_head: bool) -> None:
        """A text in its column, the first from the left, the others up to their right edge."""
        weight = BOLD if is_head else HEAVY if column == 0 else BLACK
        size = self._head * 0.9 if is_head else self.size
        x, align = (self._area.x, "l") if column == 0 else (self._edges[column], "r")
        rows = [text] if is_head else self._in_rows(text, size, weight)
        for row, part in enumerate(rows):
            y = cy + (row - (len(rows) - 1) / 2) * size * 1.1
            self._canvas.middle(part, x, y, size, weight, ink, align, self._widths[column] + size * 0.4)

    def bar(self, share: float, cy: float, height: float, colour: Colour) -> None:
        """A bar of this share (0–1) of its room, behind the first column."""
        width = max(height, self._bar_w * share)
        self._canvas.box(self._bar_x, cy - height / 2, width, height, colour, height / 2)


class _Stacked(_Columns):
    """The same for a narrow screen: the first column's text stands above the others, which so have the whole width."""

    most_rows = 1

    def __init__(self, canvas: Canvas, view: TableView, size: float, h: float, area: Rect) -> None:
        figures = replace(view, heads=("", *view.heads[1:]), rows=tuple(("", *row[1:]) for row in view.rows))
        super().__init__(canvas, figures, min(size, h * 0.3), h, area)
        self.row_h, self.head_h = min(h, self.size * 3.5), self.size * 2
        self._widths[0] = area.w

    def say(self, column: int, text: str, cy: float, ink: Colour, *, is_head: bool) -> None:
        if is_head:
            super().say(column, text if column else "", cy, ink, is_head=True)
        else:
            super().say(column, text, cy + self.size * (0.68 if column else -0.68), ink, is_head=False)


def _below_title(canvas: Canvas, layout: Layout, title: Text) -> Rect:
    """The title at the upper left, and what is left for the paper below it."""
    sizes, whole = layout.sizes, _paper(layout)
    base = head.headline(canvas, layout, layout.head, layout.head.y - sizes.line * 0.2, title, rows=1)
    top = base + sizes.line * 0.4
    return Rect(whole.x, top, whole.w, whole.bottom - top)


def paint_log(canvas: Canvas, layout: Layout, view: LogView) -> None:
    """Lines as they stand; the newest are at the foot."""
    u, sizes = layout.u, layout.sizes
    paper = _below_title(canvas, layout, view.title)
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
