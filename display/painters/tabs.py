"""The players beside (or above) the block; the active one is of the block's paper and grown together with it."""

from __future__ import annotations

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
        _card(canvas, layout, place, tab)
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
    total = canvas.words.number(tab.total)
    total_width = canvas.width(total, size, BLACK if tab.active else HEAVY)
    canvas.middle(total, right, place.cy, size, BLACK if tab.active else HEAVY, ink, "r")
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


def small(canvas: Canvas, layout: Layout, tabs: tuple[PlayerTab, ...], top: float, bottom: float) -> None:
    """The active player as one full bar that runs into the block; the others in order of play below it."""
    area, sizes, u = layout.head, layout.sizes, layout.u
    index = next((i for i, tab in enumerate(tabs) if tab.active), 0)
    order = tabs[index + 1 :] + tabs[:index]
    rows = 0 if not order else 1 if len(order) <= 3 else 2
    gap = layout.gap
    bar_h = min(46 * layout.height / 480, (bottom - top) * (0.52 if rows < 2 else 0.38))
    active = tabs[index]
    place = Rect(area.x, top, layout.block.x - area.x + 2, bar_h)
    canvas.tag = "active tab"
    canvas.box(*place, PAPER, 18 * u, "14")
    canvas.tag = None
    shapes.triangle(canvas, place.x + 24 * u, place.cy, bar_h * 0.5, INK)
    total = canvas.words.number(active.total)
    size = min(sizes.active, bar_h * 0.95)
    right = place.right - 34 * u
    width = canvas.middle(total, right, place.cy, size, BLACK, INK, "r")
    x = place.x + 24 * u + bar_h * 0.5
    name_room = right - width - x - 16 * u
    second = detail(canvas, active)
    second_width = canvas.width(second, sizes.small, MEDIUM)
    name_width = canvas.width(active.name, sizes.mid * 1.1, BLACK)
    if second and name_width + second_width + 40 * u <= name_room:
        canvas.middle(second, right - width - 60 * u, place.cy, sizes.small * 1.15, MEDIUM, INK, "r")
        name_room -= second_width + 70 * u
    canvas.middle(active.name, x, place.cy, min(sizes.mid * 1.2, bar_h * 0.72), BLACK, INK, room=name_room)
    if not rows:
        return
    columns = -(-len(order) // rows)
    y = place.bottom + gap
    h = (bottom - y - gap * (rows - 1)) / rows
    w = (area.w - gap * (columns - 1)) / columns
    for number, tab in enumerate(order):
        row, column = divmod(number, columns)
        spot = Rect(area.x + column * (w + gap), y + row * (h + gap), w, h)
        _ground(canvas, spot, tab, 18 * u)
        figure = canvas.words.number(tab.total)
        size = min(sizes.total, h * 0.9, w * 0.3)
        taken = canvas.middle(figure, spot.right - 16 * u, spot.cy, size, HEAVY, CREAM, "r")
        room = w - taken - 36 * u
        name_at(canvas, spot.x + 18 * u, spot.cy, tab, min(sizes.name * 0.88, h * 0.66), BOLD, CREAM, room)


def tall(canvas: Canvas, layout: Layout, tabs: tuple[PlayerTab, ...]) -> None:
    """Tabs on top of the block, the active one grown into it."""
    block, sizes, u = layout.block, layout.sizes, layout.u
    gap = layout.gap if len(tabs) <= 4 else layout.gap * 0.6
    h = 100 * layout.height / 1280
    weights = [1.0 if len(tabs) <= 4 else 1.5 if tab.active else 1.0 for tab in tabs]
    unit = (block.w - gap * (len(tabs) - 1)) / sum(weights) if len(tabs) >= 3 else min(block.w / 3, 220)
    x = block.x
    for tab, weight in zip(tabs, weights, strict=True):
        w = unit * weight
        figure = canvas.words.number(tab.total)
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
            canvas.middle(figure, place.cx, place.y + h * 0.78, sizes.active, BLACK, INK, "c", w - 8 * u)
        else:
            place = Rect(x, block.y - h, w, h - 12 * layout.height / 1280)
            _ground(canvas, place, tab, 22 * u)
            name_at(canvas, place.cx, place.y + h * 0.26, tab, sizes.name * 0.94, BOLD, CREAM, w - 10 * u, "c")
            canvas.middle(figure, place.cx, place.y + h * 0.65, sizes.total, HEAVY, CREAM, "c", w - 8 * u)
        x += w + gap
