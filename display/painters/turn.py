"""Somebody's turn: what lies, what it would give, what may be pressed, in one look."""

from __future__ import annotations

from display.layout import Layout, Rect
from display.painters import columns, head, sheet, tabs, tray
from display.painters.canvas import Canvas
from display.theme import AMBER, BLACK, BOLD, CREAM, MEDIUM, MUTE, OAK3
from display.views import Message, TurnView, WinChance, msg


def paint(canvas: Canvas, layout: Layout, view: TurnView) -> None:
    if len(view.sheet.columns) > 1:
        _with_columns(canvas, layout, view)
        return
    area = layout.head
    if layout.grid == "wide":
        area = Rect(area.x, area.y, tabs.tabs_left(layout) - area.x - 32 * layout.u, area.h)
    elif layout.grid == "small":
        bottom = 145 * layout.height / 480  # there the active player's bar begins
        area = Rect(area.x + 1, area.y, area.w - 6, bottom - area.y)
    below = head.dots(canvas, layout, area, view.roll, view.rolls, view.roll_text, view.title)
    size = layout.sizes.line
    if layout.grid == "wide" and view.roll == 0:
        size = layout.sizes.line * 1.14
    headline, rows = view.headline, 2
    if view.hint is not None and layout.grid != "wide":  # the line gives way to the reason
        headline, rows = canvas.say(headline).replace("\n", " "), 1
    below = head.headline(canvas, layout, area, below, headline, size, rows)
    if view.formula is not None or view.worth is not None:
        below = _worth(canvas, layout, area, below, view)
    active = next((tab.name for tab in view.tabs if tab.active), "")
    lines = view.lines
    if view.chance is not None and layout.grid != "wide":
        lines = (*lines, _chance_line(view.chance, active))  # no room for the bar
    if view.chance is not None and layout.grid == "wide":
        area = _chances(canvas, layout, area, view.chance, active)
    if view.hint is not None:
        head.hint(canvas, layout, area, below, view.hint)
    elif lines:
        head.lines(canvas, layout, area, below, lines, may_fold=True)
    corners = "1234"
    layout = tabs.make_room(layout, len(view.tabs))
    if layout.grid == "wide":
        touches = tabs.wide(canvas, layout, view.tabs)
        corners = "234" if touches else "1234"
    elif layout.grid == "small":
        tabs.small(canvas, layout, view.tabs)
    if layout.grid == "tall" and view.tabs:
        corners = _tall_corners(view)
    sheet.paint(canvas, layout, view.sheet, corners)
    if layout.grid == "tall":
        tabs.tall(canvas, layout, view.tabs)
    tray.paint(canvas, layout, view.tray)


def _with_columns(canvas: Canvas, layout: Layout, view: TurnView) -> None:
    """Several columns: the block reaches further to the left, the others' cards stand below the line."""
    if layout.grid == "tall":
        layout = tabs.make_room(layout, len(view.tabs))
    at = columns.places(layout)
    layout, area = at.layout, at.layout.head
    if layout.grid == "tall":
        columns.paint(canvas, layout, view.sheet, at, _tall_corners(view))
        tabs.tall(canvas, layout, view.tabs)
    else:
        columns.paint(canvas, layout, view.sheet, at)
        others = tabs.others_below(canvas, layout, area, view.tabs)
        area = Rect(area.x, area.y, area.w, others - area.y)
    below = head.dots(canvas, layout, area, view.roll, view.rolls, view.roll_text, view.title)
    headline, size, rows = view.headline, layout.sizes.line, 2
    if layout.grid == "small":
        size *= 0.88
    elif layout.grid == "tall":
        headline, rows = canvas.say(view.headline).replace("\n", " "), 1
    below = head.headline(canvas, layout, area, below, headline, size, rows)
    if view.formula is not None or view.worth is not None:
        below = _worth(canvas, layout, area, below, view)
    if view.hint is not None:
        head.hint(canvas, layout, area, below, view.hint)
    else:
        head.lines(canvas, layout, area, below, view.lines, may_fold=True)
    tray.paint(canvas, layout, view.tray)


def _tall_corners(view: TurnView) -> str:
    """Tall grid: the block's upper corners where no tab has grown into them."""
    if len(view.tabs) > 4:
        return "34"
    left = "" if view.tabs[0].active else "1"
    right = "" if view.tabs[-1].active and len(view.tabs) > 2 else "2"
    return left + right + "34"


def _chances(canvas: Canvas, layout: Layout, area: Rect, chance: WinChance, active: str) -> Rect:
    """A bar of everybody's chance to win in seat order; the active player's part is bright and named. Returns the area
    above it."""
    u, size = layout.u, layout.sizes.tiny
    bar = Rect(area.x + 2 * u, area.bottom - 36 * u, area.w - 40 * u, 22 * u)
    x = bar.x
    for name, share in chance.shares:
        w = max(2.0, bar.w * share - 4 * u)
        canvas.box(x, bar.y, w, bar.h, CREAM if name == active else OAK3, min(bar.h / 2, w / 2))
        x += bar.w * share
    said = canvas.say(_chance_line(chance, active))
    canvas.text(said, bar.x, bar.y - 14 * u, size, MEDIUM, MUTE, room=bar.w)
    return Rect(area.x, area.y, area.w, bar.y - 14 * u - size - area.y)


def _chance_line(chance: WinChance, active: str) -> Message:
    percent = round(100 * dict(chance.shares).get(active, 0.0))
    return msg("turn.chance.estimated", percent=percent) if chance.estimated else msg("turn.chance", percent=percent)


def _worth(canvas: Canvas, layout: Layout, area: Rect, y: float, view: TurnView) -> float:
    """ "40 × 3 = 120 Punkte": what the choice is worth after the factor."""
    size = layout.sizes.mid * 1.35
    y += size * (1.4 if layout.grid == "wide" else 1.12)
    x = area.x + 2 * layout.u
    if view.formula is not None:
        x += canvas.text(canvas.say(view.formula), x, y, layout.sizes.mid * 1.1, BOLD, CREAM) + size * 0.3
    if view.worth is not None:
        canvas.text(canvas.say(view.worth), x, y, size, BLACK, AMBER, room=area.right - x)
    return y
