"""One player's block with one column: figures where the eye expects them, every cell in the state it is in."""

from __future__ import annotations

from display.layout import Layout, Rect
from display.painters import shapes
from display.painters.canvas import Canvas
from display.theme import (
    AMBER,
    BLACK,
    BOLD,
    CAP,
    GOOD,
    GREY_ON_PAPER,
    HEAVY,
    INK,
    ITALIC,
    MEDIUM,
    PAPER,
    PAPER2,
    PENCIL,
    RULE,
)
from display.views import Bonus, Cell, CellState, Row, SheetView, msg

_MOST_SHRINK = 0.88  #: how much smaller a field's name may get before a shorter one is taken
#: Fields whose names belong together.
_ALIKE = (("three_of_a_kind", "four_of_a_kind"), ("small_straight", "large_straight"), ("one_pair", "two_pairs"))
#: Where the line between upper and lower section stands, as part of the block's width.
_DIVIDER = {"wide": 0.485, "small": 0.387, "tall": 0.456}


def paint(canvas: Canvas, layout: Layout, sheet: SheetView, corners: str = "1234") -> None:
    """The whole block in the layout's place for it."""
    area, u = layout.block, layout.u
    canvas.tag = f"sheet|{sheet.owner}"
    canvas.box(*area, PAPER, 22 * u, corners)
    canvas.tag = None
    head = 76 * layout.height / 1080 if layout.grid == "wide" else 0.0
    split = area.x + area.w * _DIVIDER[layout.grid]
    margin = 28 * u if layout.grid != "small" else 18 * u
    upper = Rect(area.x + margin, 0, split - 20 * u - area.x - margin, 0)
    lower = Rect(split + margin, 0, area.right - split - margin - margin * 0.9, 0)
    if head:
        canvas.box(area.x, area.y, area.w, head, PAPER2, 22 * u, corners.replace("3", "").replace("4", ""))
        column = sheet.columns[0]
        for half, title, value in (
            (upper, msg("sheet.upper"), column.upper),
            (lower, msg("sheet.lower"), column.lower),
        ):
            figure = canvas.say(str(value))
            cy = area.y + head / 2
            taken = canvas.width(figure, layout.sizes.sum, BLACK)
            right = min(half.right, half.right - _frame_w(layout) / 2 + taken / 2)
            canvas.middle(canvas.say(title), half.x, cy, layout.sizes.name, BOLD, INK, room=right - taken - half.x)
            canvas.middle(figure, right, cy, min(layout.sizes.sum, head * 0.9), BLACK, INK, "r")
    rows = max(len(sheet.upper) + 1, len(sheet.lower))
    top = area.y + head + (8 * u if head else 6 * u)
    row_h = (area.bottom - 10 * u - top) / rows
    for half, section in ((upper, sheet.upper), (lower, sheet.lower)):
        places = [Rect(half.x, top + index * row_h, half.w, row_h) for index in range(len(section))]
        names, size = _names(canvas, layout, places, section)
        for index, (field, place, name) in enumerate(zip(section, places, names, strict=True)):
            key = ("row", place, field, name, size, sheet.owner)
            canvas.kept(key, lambda: _row(canvas, layout, place, field, name, size, sheet.owner))  # noqa: B023
            if index + 1 < rows:
                _hairline(canvas, layout, place, last=index == len(section) - 1 and half is lower)
    if sheet.columns[0].bonus is not None:
        at = top + len(sheet.upper) * row_h
        place = Rect(upper.x, at, upper.w, area.bottom - 10 * u - at)
        bonus(canvas, layout, place, sheet.columns[0].bonus)
    thick = max(2, round(3 * u))
    canvas.fill(split - thick / 2, top + 8 * u, thick, area.bottom - 18 * u - top - 8 * u, RULE)


def _hairline(canvas: Canvas, layout: Layout, place: Rect, last: bool) -> None:
    if not last:
        thick = max(1, round(2 * layout.u))
        canvas.fill(place.x - 3 * layout.u, place.bottom - thick / 2, place.w + 6 * layout.u, thick, RULE)


def _frame_w(layout: Layout) -> float:
    return layout.sizes.points * 1.5


def _die_side(layout: Layout, place: Rect) -> float:
    return min(place.h * 0.66, layout.sizes.name * (1.5 if layout.grid == "small" else 1.32))


def _extra_width(canvas: Canvas, layout: Layout, cell: Cell) -> float:
    size = layout.sizes.tiny
    return canvas.width(canvas.words.number(cell.extra, "+"), size, HEAVY) + 1.44 * size if cell.extra else 0.0


def _names(canvas: Canvas, layout: Layout, places: list[Rect], section: tuple[Row, ...]) -> tuple[list[str], float]:
    """Each field's longest name that fits, if need be a little smaller, and the one size for all of them."""
    u, size = layout.u, layout.sizes.name
    rooms = []
    for place, row in zip(places, section, strict=True):
        room = place.w - _frame_w(layout) - max(12 * u, 0.42 * size)
        if row.die is not None:
            room -= _die_side(layout, place) + 12 * u
        extra = _extra_width(canvas, layout, row.cells[0])
        rooms.append(room - extra - (12 * u if extra else 0))
    return section_names(canvas, section, rooms, size)


def section_names(canvas: Canvas, section: tuple[Row, ...], rooms: list[float], size: float) -> tuple[list[str], float]:
    """The fields' names within their rooms (px), if need be a little smaller, and the one size for all of them. In the
    upper section all are long or all are short; below each is as long as it can be, and brothers are equally long."""
    least = min(rooms)
    if all(row.die is not None for row in section):
        names: list[str] = []
        for level in ("name", "short", "tiny"):
            names = [canvas.say(getattr(row, level) or row.short) for row in section]
            if max(canvas.width(name, size, BOLD) for name in names) <= least / _MOST_SHRINK:
                break
    else:
        levels = [_level(canvas, row, size, room / _MOST_SHRINK) for row, room in zip(section, rooms, strict=True)]
        for family in _ALIKE:
            short = max((level for row, level in zip(section, levels, strict=True) if row.field in family), default=0)
            levels = [short if row.field in family else level for row, level in zip(section, levels, strict=True)]
        names = [_names_of(canvas, row)[level] for row, level in zip(section, levels, strict=True)]
    shrink = min(room / max(1, canvas.width(name, size, BOLD)) for name, room in zip(names, rooms, strict=True))
    return names, size * min(1.0, max(shrink, _MOST_SHRINK))


def row(canvas: Canvas, layout: Layout, place: Rect, shown: Row) -> None:
    """One field by itself, its name and its cell."""
    names, size = _names(canvas, layout, [place], (shown,))
    _row(canvas, layout, place, shown, names[0], size, "")


def _row(canvas: Canvas, layout: Layout, place: Rect, row: Row, name: str, size: float, owner: str) -> None:
    u = layout.u
    frame_w = _frame_w(layout)
    figure = Rect(place.right - frame_w, place.y, frame_w, place.h)
    x = place.x
    struck = row.cells[0].state is CellState.STRUCK
    if row.die is not None:
        side = _die_side(layout, place)
        shapes.die_outline(canvas, x - 3 * u, place.cy - side / 2, side, row.die)
        x += side + 12 * u
    room = figure.x - x - 4 * u
    if row.cells[0].extra:
        extra = canvas.words.number(row.cells[0].extra, "+")
        width = _extra_width(canvas, layout, row.cells[0])
        shapes.pill(canvas, figure.x - width / 2 - 8 * u, place.cy, extra, layout.sizes.tiny, INK, PAPER, height=1.5)
        room -= width + 12 * u
    if layout.grid == "small" and row.die is not None:
        if struck:
            canvas.stroke(place.x - 6 * u, place.cy, x - 6 * u, place.cy, max(3, 5 * u), INK)
    else:
        width = canvas.middle(name, x, place.cy, size, BOLD, INK, room=room)
        if struck:
            canvas.stroke(x - 5 * u, place.cy, x + width + 5 * u, place.cy, max(2, 4 * u), INK)
    cell(canvas, layout, figure, row.cells[0], f"{owner}|{row.field}")


def _names_of(canvas: Canvas, row: Row) -> list[str]:
    """A field's names, the longest first; always three."""
    return [canvas.say(row.name), canvas.say(row.short), canvas.say(row.short if row.tiny is None else row.tiny)]


def _level(canvas: Canvas, row: Row, size: float, room: float) -> int:
    """Which of a field's names is the longest that fits."""
    names = _names_of(canvas, row)
    return next((level for level, name in enumerate(names) if canvas.width(name, size, BOLD) <= room), 2)


def cell(canvas: Canvas, layout: Layout, place: Rect, shown: Cell, name: str = "", points: float | None = None) -> None:
    """One cell centred in `place`, in the look of its state; `points` is the figures' size if not the
    layout's own, `name` tells the cell from others when its points come flying."""
    u = layout.u
    size = min(points or layout.sizes.points, place.h * 0.86)
    frame_w, frame_h = min(place.w, size * 1.54), min(place.h * 0.87, size * 1.15)
    left, top = place.cx - frame_w / 2, place.cy - frame_h / 2
    radius = frame_h * 0.2
    figure = "" if shown.points is None else canvas.words.number(shown.points)
    match shown.state:
        case CellState.EMPTY:
            base = place.cy + CAP * size / 2
            w = size * 0.62
            canvas.fill(place.cx - w / 2, base - 3 * u, w, max(2, 3.5 * u), GREY_ON_PAPER)
        case CellState.OFFER:
            if shown.best:
                canvas.frame(left, top, frame_w, frame_h, PENCIL, radius, max(2, 4.5 * u))
            else:
                dash = (max(4.0, 9 * u), max(3.0, 7 * u))
                canvas.dashed(left, top, frame_w, frame_h, PENCIL, radius, max(1.6, 3 * u), dash)
            canvas.middle(figure, place.cx, place.cy, size * 0.98, ITALIC, PENCIL, "c", frame_w - 8 * u)
            if shown.best:
                shapes.diamond(canvas, left + 5 * u, top + 7 * u, size * 0.47, PENCIL, PAPER)
        case CellState.CHOSEN:
            canvas.box(left, top, frame_w, frame_h, INK, radius)
            canvas.tag = "figure"
            canvas.middle(figure, place.cx, place.cy, size, BLACK, AMBER, "c", frame_w - 4 * u)
            canvas.tag = None
            if shown.best:
                shapes.diamond(canvas, left + 5 * u, top + 7 * u, size * 0.47, INK, PAPER)
        case CellState.FILLED:
            canvas.tag = f"points|{name}"
            canvas.middle(figure, place.cx, place.cy, size, BLACK, INK, "c", place.w)
        case CellState.STRUCK:
            w, h = size * 1.28, size * 0.6
            canvas.tag = f"strike|{name}"
            canvas.stroke(place.cx - w / 2, place.cy + h / 2, place.cx + w / 2, place.cy - h / 2, max(3, 7 * u), INK)
    canvas.tag = None


def bonus(canvas: Canvas, layout: Layout, place: Rect, shown: Bonus) -> None:
    """The bar to the threshold with a notch where par is, and the signed difference or, once reached, the bonus."""
    u, size = layout.u, layout.sizes.small
    colour = GOOD if shown.difference >= 0 else INK
    value = shown.award if shown.reached else shown.difference
    figure = canvas.words.number(value, "+")
    figure_size = min(layout.sizes.sum, place.h * 0.78)
    width = canvas.width(figure, figure_size, BLACK)
    canvas.middle(figure, place.right - 2 * u, place.cy, figure_size, BLACK, colour, "r")
    room = place.w - width - 22 * u
    base = place.cy - 6 * u
    word, cap = canvas.say(msg("sheet.bonus")), CAP * size
    tick = cap * 0.9 * 1.3 + 12 * u if shown.reached else 0.0
    word_width = 0
    if not tick or canvas.width(word, size, BOLD) + tick <= room:
        word_width = canvas.text(word, place.x, base, size, BOLD, INK, room=room)
    if shown.reached:
        shapes.check(canvas, place.x + word_width + (12 * u if word_width else 0), base - cap / 2, cap * 0.9, GOOD)
    else:
        so_far = f"{shown.points}/{shown.threshold}"
        if word_width + canvas.width(so_far, size, MEDIUM) + 12 * u <= min(
            room, 206 * u if layout.grid == "wide" else 0
        ):
            canvas.text(so_far, place.x + min(room, 206 * u), base, size, MEDIUM, INK, "r")
    bar = Rect(place.x, place.cy + 10 * u, min(room, max(206 * u, size * 5)), max(9, 20 * u))
    bonus_bar(canvas, bar, shown, u)


def bonus_bar(canvas: Canvas, bar: Rect, bonus: Bonus, u: float) -> None:
    colour = GOOD if bonus.difference >= 0 or bonus.reached else INK
    part = 1.0 if bonus.reached else min(1.0, bonus.points / bonus.threshold)
    w, h = round(bar.w), round(bar.h)

    def draw(d):  # type: ignore[no-untyped-def]
        d.box(0, 0, w, h, h / 2, GREY_ON_PAPER).box(2 * u, 2 * u, w - 4 * u, h - 4 * u, h / 2, PAPER)
        if part > 0:
            d.box(0, 0, max(h, w * part), h, h / 2, colour)

    canvas.draw(("bonus bar", colour, round(part, 3)), bar.x, bar.y, w, h, draw)
    if not bonus.reached and bonus.par:
        at = bar.x + bar.w * min(1.0, bonus.par / bonus.threshold)
        thick = max(2, round(4 * u))
        canvas.fill(at - thick, bar.y - 6 * u, 2 * thick, bar.h + 12 * u, PAPER)
        canvas.fill(at - thick / 2, bar.y - 6 * u, thick, bar.h + 12 * u, INK)
