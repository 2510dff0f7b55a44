"""The players beside (or above) the block; the active one is of the block's paper and grown together with it."""

from __future__ import annotations

from dataclasses import replace

from display.layout import Layout, Rect
from display.painters import shapes
from display.painters.canvas import Canvas
from display.theme import BLACK, BOLD, CREAM, HEAVY, INK, MEDIUM, MUTE, OAK2, OAK3, PAPER, Colour
from display.views import PlayerTab, msg

#: In the wide grid, px at 1920: cards, and the active one that reaches out to the left and into the block.
_CARDS, _ACTIVE = (664, 1056), (616, 1080)


def tabs_left(layout: Layout) -> float:
    """x where the tabs begin in the wide grid (the head ends before it)."""
    return _ACTIVE[0] * layout.width / 1920


def detail(canvas: Canvas, tab: PlayerTab) -> str:
    """The second line: what is given, or the bonus difference."""
    if tab.left:
        return canvas.say(msg("tab.left"))
    if tab.detail is not None:
        return canvas.say(tab.detail)
    return "" if tab.difference is None else canvas.say(msg("tab.bonus", difference=tab.difference))


def wide(canvas: Canvas, layout: Layout, tabs: tuple[PlayerTab, ...]) -> bool:
    """A stack of cards left of the block. Returns whether the active card touches the block's upper left corner."""
    sx, u = layout.width / 1920, layout.u
    top, bottom = layout.head.y, layout.tray.y - 16 * u
    count = len(tabs)
    gap = 12 * u if count <= 4 else 6 * u
    room = bottom - top - gap * (count - 1)
    full = 112 * layout.height / 1080
    if count <= 4:
        height = active = min(full, room / max(1, count))
    else:
        active = 94 * layout.height / 1080
        height = min(full, (room - active) / (count - 1))
    y, touches = top, False
    for tab in tabs:
        h = active if tab.active else height
        if tab.active:
            place = Rect(_ACTIVE[0] * sx, y, (_ACTIVE[1] - _ACTIVE[0]) * sx, h)
            touches = y <= layout.block.y + 22 * u
        else:
            place = Rect(_CARDS[0] * sx, y, (_CARDS[1] - _CARDS[0]) * sx, h)
        canvas.kept(("card", place, tab), lambda: _card(canvas, layout, place, tab))  # noqa: B023
        y += h + gap
    return touches


def _card(canvas: Canvas, layout: Layout, place: Rect, tab: PlayerTab) -> None:
    u, sizes = layout.u, layout.sizes
    ink, quiet = (INK, INK) if tab.active else (CREAM, MUTE)
    two_lines = place.h >= 88 * layout.height / 1080
    if tab.active:
        canvas.tag = "active tab"
        canvas.box(*place, PAPER, 18 * u, "14")
        canvas.tag = None
        shapes.triangle(canvas, place.x + 20 * u, place.cy, 40 * u, INK)
        x, right = place.x + 66 * u, place.right - 47 * u
    else:
        _ground(canvas, place, tab, 18 * u if two_lines else 12 * u)
        x, right = place.x + (24 if two_lines else 20) * u, place.right - (22 if two_lines else 20) * u
    size = (sizes.active if tab.active else sizes.total) if two_lines else min(sizes.mid, place.h * 0.94)
    total, size = canvas.fitted(
        canvas.counted(f"total {tab.name}", tab.total), size, BLACK if tab.active else HEAVY, (right - x) * 0.47
    )
    total_width = canvas.width(total, size, BLACK if tab.active else HEAVY)
    canvas.tag = f"total|{tab.name}"
    canvas.middle(total, right, place.cy, size, BLACK if tab.active else HEAVY, ink, "r")
    canvas.tag = None
    room = right - total_width - x - 14 * u
    second = detail(canvas, tab) if two_lines else ""
    name_size = (sizes.mid if tab.active else sizes.name) if two_lines else min(sizes.small, place.h * 0.72)
    weight = BLACK if tab.active else HEAVY if two_lines else BOLD
    if not second:
        name_at(canvas, x, place.cy, tab, name_size, weight, ink, room)
        return
    name_at(canvas, x, place.y + place.h * 0.315, tab, name_size, weight, ink, room)
    canvas.middle(second, x, place.y + place.h * 0.725, sizes.small, MEDIUM, quiet, room=room)


def _ground(canvas: Canvas, place: Rect, tab: PlayerTab, radius: float) -> None:
    if tab.left:
        canvas.frame(*place, OAK3, radius, 2)
    else:
        canvas.box(*place, OAK2, radius)


def name_at(
    canvas: Canvas,
    x: float,
    cy: float,
    tab: PlayerTab,
    size: float,
    weight: str,
    ink: Colour,
    room: float,
    align: str = "l",
) -> None:
    """A name, struck through if the player went home."""
    width = canvas.middle(tab.name, x, cy, size, weight, MUTE if tab.left else ink, align, room)
    if tab.left:
        left = x - (width / 2 if align == "c" else 0)
        canvas.stroke(left - 3, cy, left + width + 3, cy, max(2, size * 0.08), MUTE)


def make_room(layout: Layout, players: int) -> Layout:
    """With many players the tray (small grid) or the block (tall grid) gives way for a second row of cards."""
    if players <= 4 or layout.grid == "wide":
        return layout
    if layout.grid == "small":
        tray = layout.tray
        give = 26 * layout.height / 480
        return replace(layout, tray=Rect(tray.x, tray.y + give, tray.w, tray.h - give))
    block = layout.block
    give = 48 * layout.height / 1280
    return replace(layout, block=Rect(block.x, block.y + give, block.w, block.h - give))


def _in_turn(tabs: tuple[PlayerTab, ...]) -> tuple[PlayerTab, tuple[PlayerTab, ...]]:
    """The active player and the others in order of play."""
    index = next((i for i, tab in enumerate(tabs) if tab.active), 0)
    return tabs[index], tabs[index + 1 :] + tabs[:index]


def small(canvas: Canvas, layout: Layout, tabs: tuple[PlayerTab, ...]) -> None:
    """The active player as one full bar that runs into the block; the others in order of play below it."""
    area, scale = layout.head, layout.height / 480
    active, others = _in_turn(tabs)
    many = len(others) > 3
    top = (142 if many else 146) * scale
    place = Rect(area.x, top, layout.block.x - area.x + 2, (40 if many else 46) * scale)
    _bar(canvas, layout, place, active, "14")
    if others:
        y = place.bottom + layout.gap
        _cards(canvas, layout, Rect(area.x, y, area.w, layout.tray.y - layout.gap * 1.2 - y), others)


def _bar(canvas: Canvas, layout: Layout, place: Rect, tab: PlayerTab, corners: str) -> None:
    """The active player in one row: name, second line, total."""
    sizes, u = layout.sizes, layout.u
    canvas.tag = "active tab"
    canvas.box(*place, PAPER, 18 * u, corners)
    canvas.tag = None
    shapes.triangle(canvas, place.x + 24 * u, place.cy, place.h * 0.5, INK)
    right = place.right - 34 * u
    size = min(sizes.active, place.h * 0.95)
    canvas.tag = f"total|{tab.name}"
    width = canvas.middle(canvas.counted(f"total {tab.name}", tab.total), right, place.cy, size, BLACK, INK, "r")
    canvas.tag = None
    x = place.x + 24 * u + place.h * 0.5
    room = right - width - x - 16 * u
    name_size, second_size = min(sizes.mid * 1.2, place.h * 0.72), min(sizes.small * 1.15, place.h * 0.6)
    second = detail(canvas, tab)
    second_width = canvas.width(second, second_size, MEDIUM)
    if second and canvas.width(tab.name, name_size, BLACK) + second_width + 40 * u <= room:
        canvas.middle(second, right - width - 50 * u, place.cy, second_size, MEDIUM, INK, "r")
        room -= second_width + 60 * u
    canvas.middle(tab.name, x, place.cy, name_size, BLACK, INK, room=room)


def others_below(canvas: Canvas, layout: Layout, area: Rect, tabs: tuple[PlayerTab, ...]) -> float:
    """The others as cards at the foot of `area`, in one column or, from five on, in two. Returns their upper edge."""
    _, others = _in_turn(tabs)
    if not others:
        return area.bottom
    u, sizes, gap = layout.u, layout.sizes, layout.gap * 0.8
    columns = 1 if len(others) <= 3 else 2
    rows = -(-len(others) // columns)
    h = min(
        66 * u if layout.grid == "wide" else sizes.name * 1.22, area.h * (0.4 if columns == 1 else 0.43) / rows - gap
    )
    w = (area.w - gap * (columns - 1)) / columns
    top = area.bottom - rows * h - (rows - 1) * gap
    pad = (24 if columns == 1 else 10) * u
    figures = [canvas.counted(f"total {tab.name}", tab.total) for tab in others]
    size = canvas.common(figures, min(sizes.total * 0.85, h * (0.9 if columns == 1 else 0.8)), HEAVY, w * 0.42)
    room = w - max(canvas.width(figure, size, HEAVY) for figure in figures) - 2.6 * pad
    wanted = min(sizes.name * 0.9, h * 0.7)
    names = [_shortened(canvas, tab.name, wanted, room) or tab.name for tab in others]
    name_size = canvas.common(names, wanted, BOLD, room)
    for number, (tab, name, figure) in enumerate(zip(others, names, figures, strict=True)):
        row, column = number % rows, number // rows
        spot = Rect(area.x + column * (w + gap), top + row * (h + gap), w, h)
        _ground(canvas, spot, tab, min(16 * u, h * 0.25))
        canvas.middle(figure, spot.right - pad, spot.cy, size, HEAVY, CREAM, "r")
        name_at(canvas, spot.x + pad, spot.cy, replace(tab, name=name), name_size, BOLD, CREAM, room)
    return top - gap


def _cards(canvas: Canvas, layout: Layout, area: Rect, others: tuple[PlayerTab, ...]) -> None:
    """The others in one row, or from four on in two; the name beside the total if all of them fit, else above."""
    sizes, u, gap = layout.sizes, layout.u, layout.gap
    rows = 1 if len(others) <= 3 else 2
    columns = -(-len(others) // rows)
    h = (area.h - gap * (rows - 1)) / rows
    w = (area.w - gap * (columns - 1)) / columns
    size, name_size = min(sizes.total, h * 0.9, w * 0.3), min(sizes.name * 0.88, h * 0.66)
    rooms = [w - canvas.width(canvas.counted(f"total {tab.name}", tab.total), size, HEAVY) - 48 * u for tab in others]
    names = [_shortened(canvas, tab.name, name_size, room) for tab, room in zip(others, rooms, strict=True)]
    beside = None not in names
    for number, tab in enumerate(others):
        row, column = divmod(number, columns)
        spot = Rect(area.x + column * (w + gap), area.y + row * (h + gap), w, h)
        _ground(canvas, spot, tab, min(18 * u, h * 0.25))
        figure = canvas.counted(f"total {tab.name}", tab.total)
        if beside:
            canvas.tag = f"total|{tab.name}"
            taken = canvas.middle(figure, spot.right - 16 * u, spot.cy, size, HEAVY, CREAM, "r")
            canvas.tag = None
            short = replace(tab, name=names[number] or "")
            name_at(canvas, spot.x + 18 * u, spot.cy, short, name_size, BOLD, CREAM, w - taken - 36 * u)
        else:
            name_at(canvas, spot.cx, spot.y + h * 0.28, tab, min(sizes.small, h * 0.4), BOLD, CREAM, w - 10 * u, "c")
            canvas.tag = f"total|{tab.name}"
            canvas.middle(figure, spot.cx, spot.y + h * 0.71, min(sizes.total, h * 0.53), HEAVY, CREAM, "c", w - 8 * u)
            canvas.tag = None


#: A name may get smaller by this before it is cut, and is never cut to fewer letters than this.
_SMALLER, _FEWEST = 0.85, 4


def _shortened(canvas: Canvas, name: str, size: float, room: float) -> str | None:
    """The name, or its beginning with a full stop, as guests write it on a block; None where even that has no room."""
    if canvas.width(name, size, BOLD) * _SMALLER <= room:
        return name
    for letters in range(len(name) - 1, _FEWEST - 1, -1):
        short = name[:letters].rstrip(" .") + "."
        if canvas.width(short, size, BOLD) <= room:
            return short
    return None


def tall(canvas: Canvas, layout: Layout, tabs: tuple[PlayerTab, ...]) -> None:
    """Tabs on top of the block, the active one grown into it; from five players on a bar, two rows of cards above."""
    block, sizes, u, gap = layout.block, layout.sizes, layout.u, layout.gap
    scale = layout.height / 1280
    if len(tabs) > 4:
        active, others = _in_turn(tabs)
        bar = Rect(block.x, block.y - 56 * scale, block.w, 56 * scale + 1)
        _cards(canvas, layout, Rect(block.x, bar.y - 116 * scale, block.w, 108 * scale), others)
        canvas.box(*bar, PAPER, 22 * u, "12")
        _bar(canvas, layout, Rect(bar.x, bar.y, bar.w, 56 * scale), active, "12")
        return
    h = 100 * scale
    w = (block.w - gap * (len(tabs) - 1)) / len(tabs) if len(tabs) >= 3 else block.w / 3
    x = block.x
    for tab in tabs:
        figure = canvas.counted(f"total {tab.name}", tab.total)
        if tab.active:
            place = Rect(x, block.y - h - 8 * u, w, h + 9 * u)
            canvas.tag = "active tab"
            canvas.box(*place, PAPER, 22 * u, "12")
            canvas.tag = None
            size = sizes.name * 1.05
            arrow = size * 0.62
            name, used = canvas.fitted(tab.name, size, BLACK, w - arrow - 30 * u)
            left = place.cx - (canvas.width(name, used, BLACK) + arrow) / 2
            shapes.triangle(canvas, left - 2 * u, place.y + h * 0.32, size * 0.68, INK)
            canvas.middle(name, left + arrow + 4 * u, place.y + h * 0.32, used, BLACK, INK)
            canvas.tag = f"total|{tab.name}"
            canvas.middle(figure, place.cx, place.y + h * 0.78, sizes.active, BLACK, INK, "c", w - 8 * u)
            canvas.tag = None
        else:
            place = Rect(x, block.y - h, w, h - 12 * scale)
            _ground(canvas, place, tab, 22 * u)
            name_at(canvas, place.cx, place.y + h * 0.26, tab, sizes.name * 0.94, BOLD, CREAM, w - 10 * u, "c")
            canvas.tag = f"total|{tab.name}"
            canvas.middle(figure, place.cx, place.y + h * 0.65, sizes.total, HEAVY, CREAM, "c", w - 8 * u)
            canvas.tag = None
        x += w + gap
