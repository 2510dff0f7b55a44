"""Set-up: the game's lines on the paper, and five choices standing above the five hold buttons."""

from __future__ import annotations

from typing import NamedTuple

from display.layout import Layout, Rect
from display.painters import head, shapes
from display.painters.canvas import Canvas
from display.theme import AMBER, BLACK, BOLD, CREAM, FELT_LINE, HEAVY, INK, MEDIUM, PAPER, RIM, RULE, Colour
from display.views import Choice, SetupLine, SetupView, msg

_TRAY_SHARE = {"wide": 0.592, "small": 0.62, "tall": 0.335}


def paint(canvas: Canvas, layout: Layout, view: SetupView) -> None:
    layout = layout.with_tray(_TRAY_SHARE[layout.grid]).with_head(268)
    below = head.header(canvas, layout, layout.head, view.header)
    size = layout.sizes.big * 0.92 if layout.grid == "wide" else layout.sizes.line
    below = head.headline(canvas, layout, layout.head, below, view.headline, size, rows=1)
    head.lines(canvas, layout, layout.head, below, view.hints, bright=True, may_fold=True)
    _lines(canvas, layout, view.lines, view.active)
    _choices(canvas, layout, view.choices)


def _lines(canvas: Canvas, layout: Layout, entries: tuple[SetupLine, ...], active: int) -> None:
    area, u = layout.block, layout.u
    canvas.box(*area, PAPER, 22 * u)
    inner = area.inset(14 * u)
    row_h = inner.h / max(len(entries), 6 if layout.grid == "wide" else 5)
    for index, entry in enumerate(entries):
        place = Rect(inner.x, inner.y + index * row_h, inner.w, row_h)
        chosen = index == active
        ink = CREAM if chosen else INK
        x, right = place.x + 38 * u, place.right - 22 * u
        if chosen:
            canvas.tag = "active line"
            canvas.box(place.x, place.y + 2 * u, place.w, place.h - 4 * u, INK, 18 * u)
            canvas.tag = None
            shapes.triangle(canvas, place.x + 22 * u, place.cy, layout.sizes.name * 1.05, AMBER)
            x = place.x + 22 * u + layout.sizes.name * 1.3
        elif index + 1 < len(entries) and index + 1 != active:
            canvas.fill(place.x + 22 * u, place.bottom - u, place.w - 44 * u, max(1, 2 * u), RULE)
        label, value = canvas.say(entry.label), canvas.say(entry.value)
        size = min(layout.sizes.sum, place.h * 0.62)
        label_size = min(layout.sizes.name, place.h * 0.6)
        least = min(canvas.width(label, label_size, BOLD), place.w * 0.42)
        width = canvas.middle(value, right, place.cy, size, BLACK, ink, "r", right - x - least - 24 * u)
        canvas.middle(label, x, place.cy, label_size, BOLD, ink, room=right - width - 20 * u - x)


def _choices(canvas: Canvas, layout: Layout, choices: tuple[Choice | None, ...]) -> None:
    tray, u = layout.tray, layout.u
    shapes.felt(canvas, *tray, u)
    pitch = layout.labels[1].cx - layout.labels[0].cx
    width = pitch * (0.83 if layout.grid == "wide" else 0.9)
    pad = (30 if layout.grid == "wide" else 18) * u
    sizes = _sizes(
        canvas,
        layout,
        [choice for choice in choices[:5] if choice is not None],
        width - (22 if layout.grid == "wide" else 12) * u,
    )
    for slot, choice in enumerate(choices[:5]):
        if choice is not None:
            cx = layout.labels[slot].cx
            _card(canvas, layout, Rect(cx - width / 2, tray.y + pad, width, tray.h - 2 * pad), choice, sizes)


class _CardSizes(NamedTuple):
    """Type on the cards (px em), the same on all of them."""

    title: int  #: of a title in one row below a picture, or in two on its own
    split: int  #: of a title in two rows below a picture
    sub: int


def _sizes(canvas: Canvas, layout: Layout, choices: list[Choice], room: float) -> _CardSizes:
    name, tiny = layout.sizes.name * 0.94, layout.sizes.tiny
    below = [canvas.say(choice.title) for choice in choices if choice.picture is not None]
    alone = [canvas.say(choice.title) for choice in choices if choice.picture is None]
    single = [title for title in below if _is_short(canvas, title, name, room)]
    split = [title for title in below if title not in single]
    own = [canvas.paragraph_size(title, name * 1.1, HEAVY, room, 2) for title in alone]
    twos = [canvas.paragraph_size(title, name * 0.9, HEAVY, room, 2) for title in split]
    return _CardSizes(
        min([*own, canvas.common(single, name, HEAVY, room)]),
        min(twos, default=round(name * 0.9)),
        canvas.common((line for one in choices for line in _subs(canvas, one, tiny, room)), tiny, MEDIUM, room),
    )


def _is_short(canvas: Canvas, title: str, size: float, room: float) -> bool:
    """Whether a title below a picture stands in one row: it fits, or cannot be parted."""
    return canvas.width(title, size, HEAVY) * 0.8 <= room or len(canvas.wrapped(title, size, HEAVY, room)) == 1


def _subs(canvas: Canvas, choice: Choice, size: float, room: float) -> list[str]:
    """The one or two lines at a card's foot; a single one that is too wide is parted."""
    said = [line for text in choice.sub for line in canvas.say(text).split("\n")]
    return (canvas.wrapped(said[0], size, MEDIUM, room) if len(said) == 1 else said)[:2]


def _card(canvas: Canvas, layout: Layout, place: Rect, choice: Choice, used: _CardSizes) -> None:
    u, sizes = layout.u, layout.sizes
    ink = INK if choice.selected else CREAM
    if choice.selected:
        edge = max(3, 9 * u)
        grown = place.inset(-4 * u)
        canvas.box(*grown, AMBER, 26 * u)
        canvas.box(*grown.inset(edge), PAPER, 18 * u)
    else:
        canvas.box(*place, RIM, 20 * u)
        canvas.frame(*place, FELT_LINE, 20 * u, max(1, 3 * u))
    title_size, sub_size = used.title, used.sub
    room = place.w - 16 * u
    pill_h = sizes.tiny * 1.5
    foot = place.bottom - 14 * u - pill_h
    if choice.selected:
        cy, word = foot + pill_h / 2 - 4 * u, canvas.say(msg("setup.chosen"))
        if canvas.width(word, sizes.tiny, HEAVY) * 0.8 <= room - 1.44 * sizes.tiny:
            shapes.pill(canvas, place.cx, cy, word, sizes.tiny, room=room)
        else:  # a tick says it too
            canvas.box(place.cx - sizes.tiny, cy - pill_h / 2, 2 * sizes.tiny, pill_h, AMBER, pill_h / 2)
            shapes.check(canvas, place.cx - sizes.tiny * 0.42, cy, sizes.tiny * 0.66, INK)
    subs = _subs(canvas, choice, sizes.tiny, place.w - 22 * u)
    y = foot - sub_size * 0.55 - (len(subs) - 1) * sub_size * 1.36
    title_y = y - sub_size * 1.25 - title_size * 0.2 if subs else foot - sub_size * 0.6
    for line in subs:
        canvas.text(line, place.cx, y, sub_size, MEDIUM, ink, "c", room)
        y += sub_size * 1.36
    title = canvas.say(choice.title)
    if choice.picture is not None and choice.picture.endswith(f":{title}"):
        _picture(canvas, Rect(place.x, place.y + 20 * u, place.w, y - place.y - 40 * u), choice.picture, ink)
        return  # the picture says it already
    if choice.picture is None:
        rows = len(canvas.wrapped(title, title_size, HEAVY, room))
        title_y = (place.y + (y if not subs else y - sub_size * 2)) / 2 + title_size * (0.35 if rows == 1 else -0.2)
        canvas.paragraph(title, place.cx, title_y, title_size, HEAVY, ink, room, 2, align="c")
        return
    if _is_short(canvas, title, sizes.name * 0.94, place.w - 22 * u):
        canvas.text(title, place.cx, title_y, title_size, HEAVY, ink, "c", room)
    else:
        title_y -= title_size * 0.9
        canvas.paragraph(title, place.cx, title_y, used.split, HEAVY, ink, room, 2, 1.1, "c")
    top, bottom = place.y + 20 * u, title_y - title_size * 1.0
    _picture(canvas, Rect(place.x, top, place.w, bottom - top), choice.picture, ink)


def _picture(canvas: Canvas, place: Rect, picture: str, ink: Colour) -> None:
    size = min(place.w * 0.66, place.h * 0.8)
    cx, cy = place.cx, place.cy
    kind, _, rest = picture.partition(":")
    if kind == "die":
        shapes.die_outline(canvas, cx - size / 2, cy - size / 2, size, int(rest or 5), ink)
    elif kind == "columns":
        w, h = size * 0.37, size
        for index in range(3):
            x = cx + (index - 1) * w * 1.1
            canvas.box(x - w / 2, cy - h / 2, w, h, PAPER if ink != INK else INK, w * 0.12)
            canvas.middle(str(index + 1), x, cy, size * 0.34, HEAVY, INK if ink != INK else PAPER, "c")
    elif kind == "pair":
        side = size * 0.6
        shapes.die(canvas, cx - side * 0.5, cy - side * 0.38, side, 6)
        shapes.die(canvas, cx + side * 0.5, cy + side * 0.38, side, 6)
    elif kind == "straight":
        side = size * 0.46
        for index, value in enumerate((1, 3, 5)):
            shapes.die(canvas, cx + (index - 1) * side * 0.86, cy + (index - 1) * side * 0.78, side, value)
    elif kind == "coins":
        radius = size * 0.33
        shapes.coin(canvas, cx - radius * 0.78, cy + radius * 0.72, radius)
        shapes.coin(canvas, cx + radius * 0.78, cy + radius * 0.72, radius)
        shapes.coin(canvas, cx, cy - radius * 0.66, radius)
    elif kind == "people":
        _people(canvas, cx, cy, size, int(rest), ink)
    elif kind == "figure":
        canvas.middle(rest, cx, cy, size * 0.95, BLACK, ink, "c", place.w * 0.86)


def _people(canvas: Canvas, cx: float, cy: float, size: float, count: int, ink: Colour) -> None:
    """The number with as many small heads below it."""
    canvas.middle(str(count), cx, cy - size * 0.16, size * 0.9, BLACK, ink, "c")
    shown = min(count, 12)
    per_row = min(shown, 6)
    radius = min(size * 0.075, size * 1.2 / (per_row * 2.8))
    for index in range(shown):
        row, column = divmod(index, per_row)
        in_row = min(per_row, shown - row * per_row)
        x = cx + (column - (in_row - 1) / 2) * radius * 2.8
        y = cy + size * 0.42 + row * radius * 2.6
        side = round(2 * radius)

        def paint(d) -> None:  # type: ignore[no-untyped-def]
            d.disc(side / 2, side / 2, side / 2, ink)  # noqa: B023

        canvas.draw(("head", ink), x - radius, y - radius, side, side, paint)
