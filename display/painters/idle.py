"""Nobody plays: what this table is, in five seconds, for somebody walking past."""

from __future__ import annotations

from display.layout import Layout, Rect
from display.painters import shapes
from display.painters.canvas import Canvas
from display.theme import AMBER, BLACK, BOLD, CAP, CREAM, HEAVY, INK, MEDIUM, OAK2, PAPER, PAPER2, RULE, Colour
from display.views import Fact, IdleView, Step

_TRAY_SHARE = {"wide": 0.717, "small": 0.66, "tall": 0.31}


def paint(canvas: Canvas, layout: Layout, view: IdleView) -> None:
    layout = layout.with_tray(_TRAY_SHARE[layout.grid]).with_head(178)
    area, u, sizes = layout.head, layout.u, layout.sizes
    title = canvas.say(view.title)
    text, used = canvas.fitted(title, sizes.title, BLACK, area.w)
    y = area.y + CAP * used + 10 * u
    canvas.text(text, area.x, y, used, BLACK, CREAM)
    line_size = sizes.mid if layout.grid == "wide" else sizes.lead
    y += line_size * 1.58
    canvas.paragraph(canvas.say(view.tagline), area.x + 4 * u, y, line_size, MEDIUM, CREAM, area.w, 1)
    _tray(canvas, layout, view)
    _paper(canvas, layout, view)


def _tray(canvas: Canvas, layout: Layout, view: IdleView) -> None:
    tray, u = layout.tray, layout.u
    shapes.felt(canvas, *tray, u)
    low = layout.sizes.small * 2.4 if view.parked is not None else 0.0
    side = min(tray.w * 0.165, (tray.h - low) * 0.31)
    reach = side * 0.86  # of a turned die with its ring
    for index, die in enumerate(view.dice):
        cx = min(max(tray.x + die.x * tray.w, tray.x + reach), tray.right - reach)
        cy = min(max(tray.y + die.y * (tray.h - low), tray.y + reach), tray.bottom - low - reach)
        canvas.tag = f"die {index}"
        shapes.die(canvas, cx, cy, side, die.value, die.angle or 0.01)
        if die.held:
            shapes.hold_ring(canvas, cx, cy, side, die.angle or 0.01)
    canvas.tag = None
    if view.caption is not None and view.parked is None:
        said = canvas.say(view.caption)
        size = layout.sizes.mid * (0.9 if layout.grid == "wide" else 0.7)
        width = min(canvas.width(said, size, HEAVY) + size * 1.44, tray.w * 0.6)
        cx, cy = tray.right - 28 * u - width / 2, tray.bottom - 28 * u - size * 0.86
        shapes.pill(canvas, cx, cy, said, size, height=1.75, room=tray.w * 0.6)
    if view.parked is not None:
        said = canvas.say(view.parked)
        size = layout.sizes.small
        width = min(canvas.width(said, size, BOLD) + size * 1.6, tray.w * 0.94)
        left, high = tray.cx - width / 2, size * 1.9
        top = tray.bottom - high - 24 * u
        canvas.box(left, top, width, high, OAK2, size * 0.5)
        canvas.middle(said, tray.cx, top + high / 2, size, BOLD, CREAM, "c", width - size)


def _paper(canvas: Canvas, layout: Layout, view: IdleView) -> None:
    area, u, sizes = layout.block, layout.u, layout.sizes
    canvas.box(*area, PAPER, 22 * u)
    head_h = sizes.mid * 2
    canvas.box(area.x, area.y, area.w, head_h, PAPER2, 22 * u, "12")
    left, right = area.x + 36 * u, area.right - 36 * u
    canvas.middle(canvas.say(view.head), left, area.y + head_h / 2, sizes.mid, BLACK, INK, room=right - left)
    foot = area.bottom - (56 if view.pages > 1 else 24) * u
    if view.pages > 1:
        pages(canvas, area.cx, area.bottom - 40 * u, view.page, view.pages, 20 * u)
    top = area.y + head_h
    if view.facts:
        size = sizes.big * 0.9 if layout.grid == "wide" else sizes.total
        facts_h = sizes.name * 3.0 + size
        if layout.grid == "small":
            facts_h = sizes.small * 2.6 + size
        _facts(canvas, layout, Rect(left, foot - facts_h, right - left, facts_h), view.facts, size)
        foot -= facts_h + 16 * u
        canvas.fill(left, foot, right - left, max(1, 2 * u), RULE)
        foot -= 10 * u
    if view.rows:
        _rows(canvas, layout, Rect(left, top + 10 * u, right - left, foot - top - 10 * u), view.rows)
    if view.steps:
        steps(canvas, layout, Rect(left, top, right - left, foot - top), view.steps)


def pages(canvas: Canvas, cx: float, cy: float, page: int, count: int, size: float, colour: Colour = INK) -> None:
    """Dots for pages, the one shown is full."""
    side = max(8, round(size))
    for index in range(count):
        x = cx + (index - (count - 1) / 2) * side * 1.75 - side / 2
        if index == page:
            canvas.draw(
                ("page", colour), x, cy - side / 2, side, side, lambda d: d.disc(side / 2, side / 2, side / 2, colour)
            )
        else:
            canvas.draw(
                ("other page", colour),
                x,
                cy - side / 2,
                side,
                side,
                lambda d: d.circle(side / 2, side / 2, side / 2, max(1.5, side * 0.14), colour),
            )


def _facts(canvas: Canvas, layout: Layout, area: Rect, facts: tuple[Fact, ...], size: float) -> None:
    label = layout.sizes.name if layout.grid != "small" else layout.sizes.small
    room = area.w / 2 - 10 * layout.u
    for index, fact in enumerate(facts[:2]):
        x, align = (area.x, "l") if index == 0 else (area.right, "r")
        y = area.y + label * 1.15
        canvas.text(canvas.say(fact.label), x, y, label, BOLD, INK, align, room)
        y += size * 0.98
        canvas.text(canvas.say(fact.value), x, y, size, BLACK, INK, align, room)
        if fact.name is not None:
            canvas.text(canvas.say(fact.name), x, y + label * 1.25, label, HEAVY, INK, align, room)


def _rows(canvas: Canvas, layout: Layout, area: Rect, rows: tuple[tuple[object, object], ...]) -> None:
    h = min(area.h / len(rows), layout.sizes.name * 2.5)
    for index, (label, value) in enumerate(rows):
        cy = area.y + (index + 0.5) * h
        said = canvas.say(value)  # type: ignore[arg-type]
        size = min(layout.sizes.mid, h * 0.72)
        width = canvas.middle(said, area.right, cy, size, BLACK, INK, "r", area.w * 0.5)
        small = min(layout.sizes.name, h * 0.66)
        canvas.middle(canvas.say(label), area.x, cy, small, BOLD, INK, room=area.w - width - 20)  # type: ignore[arg-type]
        if index + 1 < len(rows):
            canvas.fill(area.x, area.y + (index + 1) * h, area.w, max(1, 2 * layout.u), RULE)


def steps(canvas: Canvas, layout: Layout, area: Rect, shown: tuple[Step, ...], grown: float = 1.0) -> None:
    """Steps below each other, all in one size: numbered ones, or (in the rules) with the dice that show them and their points.
    grown: how much larger the type may be than elsewhere."""
    u, sizes = layout.u, layout.sizes
    h = min(area.h / len(shown), sizes.name * 5.4)
    top = area.y + (area.h - h * len(shown)) / 2
    radius = min(46 * u, h * 0.34) if layout.grid != "small" else h * 0.3
    size = min(sizes.sum, h * 0.6)
    places = []
    for index, step in enumerate(shown):
        y, x, right = top + index * h, area.x, area.right
        if not step.dice:
            shapes.number_disc(canvas, x + radius + 4 * u, y + h / 2, radius, str(index + 1), INK, AMBER)
            x += 2 * radius + 34 * u
        if step.points is not None:
            right -= canvas.middle(canvas.say(step.points), right, y + h / 2, size, BLACK, INK, "r") + 24 * u
        places.append(Rect(x, y, right - x, h))
        if step.dice and index + 1 < len(shown):
            canvas.fill(area.x, y + h - u, area.w, max(1, 2 * u), RULE)
    lines = [_Step(canvas, layout, place, step, grown) for place, step in zip(places, shown, strict=True)]
    title, text = min(line.title for line in lines), min(line.text for line in lines)
    for line in lines:
        line.paint(title, text)


class _Step:
    """A step in its place: the title with its dice at the right, and the words below. title, text: the sizes (px em) that fit."""

    def __init__(self, canvas: Canvas, layout: Layout, place: Rect, step: Step, grown: float) -> None:
        sizes = layout.sizes
        self._canvas, self._place, self._step = canvas, place, step
        self.title = min(sizes.mid * 1.1 * grown, place.h * 0.36)
        self.text: float = min(sizes.small * 1.06 * grown, place.h * 0.28)
        self._side = min(self.title, place.h * 0.36, place.w * 0.5 / len(step.dice) / 1.16) if step.dice else 0.0
        self._room = place.w - (len(step.dice) * self._side * 1.16 + 12 * layout.u if step.dice else 0.0)
        self._said = "" if step.text is None else canvas.say(step.text)
        rows = canvas.wrapped(self._said, self.text, MEDIUM, place.w) if self._said else []
        a_little_wide = (
            canvas.width(self._said, self.text, MEDIUM) <= place.w * 1.2
        )  # rather smaller than a single word
        long = len(rows) > 1 and not a_little_wide
        if long and not step.dice and place.h <= self.title * 1.3 + self.text * 2.6:  # would be tiny on one line
            self.title, self.text = min(self.title, place.h * 0.31), min(self.text, place.h * 0.22)
        many = long and place.h > self.title * 1.3 + self.text * 2.6
        self._rows = (2 if many else 1) if rows else 0
        self.title = canvas.common((canvas.say(step.title),), self.title, BLACK, self._room)
        if rows:
            self.text = canvas.paragraph_size(self._said, self.text, MEDIUM, place.w, self._rows)

    def paint(self, title: float, text: float) -> None:
        """In these sizes."""
        canvas, place, side = self._canvas, self._place, self._side
        rows = min(self._rows, len(canvas.wrapped(self._said, text, MEDIUM, place.w))) if self._rows else 0
        y = place.cy - (title * CAP + (0, 1.25, 2.5)[rows] * text) / 2 + CAP * title
        left = place.right - len(self._step.dice) * side * 1.16
        for number, value in enumerate(self._step.dice):
            shapes.die_outline(canvas, left + number * side * 1.16, y - title * CAP / 2 - side / 2, side, value)
        canvas.text(canvas.say(self._step.title), place.x, y, title, BLACK, INK, room=self._room)
        if rows:
            canvas.paragraph(self._said, place.x, y + text * 1.36, text, MEDIUM, INK, place.w, rows)
