"""Screens to look at while a game waits: photo, pause, all sheets; and the short burst of a celebration."""

from __future__ import annotations

import pygame

from display.layout import Layout, Rect
from display.painters import doubt, head, shapes
from display.painters.canvas import Canvas
from display.theme import (
    AMBER,
    BLACK,
    BOLD,
    CREAM,
    GOOD,
    GREY_ON_PAPER,
    HEAVY,
    INK,
    MEDIUM,
    OAK2,
    PAPER,
    PAPER2,
    RULE,
    Colour,
)
from display.views import (
    Bonus,
    CelebrationView,
    Cell,
    CellState,
    PauseView,
    PhotoView,
    SheetsView,
    SheetView,
    Text,
    msg,
)


def paint_photo(canvas: Canvas, layout: Layout, view: PhotoView) -> None:
    """The throw's picture, as large as it can be, with what was read drawn in."""
    u = layout.u
    head_, bottom = layout.head, layout.tray.bottom
    if layout.grid == "tall":
        below = head.headline(canvas, layout, head_, head_.y, view.headline)
        below = head.lines(canvas, layout, head_, below, view.lines)
        place = Rect(head_.x, below + 40 * u, head_.w, bottom - below - 40 * u)
    else:
        left = head_.x + (layout.block.right - head_.x) * 0.34
        area = Rect(head_.x, head_.y, left - head_.x - 30 * u, bottom - head_.y)
        below = head.headline(canvas, layout, area, area.y, view.headline, rows=3)
        head.lines(canvas, layout, area, below, view.lines)
        place = Rect(left, layout.block.y, layout.block.right - left, bottom - layout.block.y)
    canvas.box(*place, OAK2, 22 * u)
    if view.picture is not None:
        doubt.framed(canvas, layout, place.inset(18 * u), view.picture, view.marks)
    else:
        canvas.middle(
            canvas.say(msg("photo.none")), place.cx, place.cy, layout.sizes.mid, BOLD, CREAM, "c", place.w * 0.9
        )


def paint_pause(canvas: Canvas, layout: Layout, view: PauseView) -> None:
    """The standing on paper; one line says how to go on."""
    layout = layout.with_head(330).without_tray()
    below = head.header(canvas, layout, layout.head, view.title)
    below = head.headline(canvas, layout, layout.head, below, view.headline, layout.sizes.big)
    head.lines(canvas, layout, layout.head, below, view.lines, bright=True)
    area, u, sizes = layout.block, layout.u, layout.sizes
    canvas.box(*area, PAPER, 22 * u)
    inner = area.inset(24 * u, 14 * u)
    h = min(inner.h / max(1, len(view.tabs)), sizes.points * 1.8)
    for index, tab in enumerate(view.tabs):
        cy = inner.y + (index + 0.5) * h
        size = min(sizes.points, h * 0.72)
        width = canvas.middle(canvas.words.number(tab.total), inner.right - 10 * u, cy, size, BLACK, INK, "r")
        if tab.active:
            shapes.triangle(canvas, inner.x, cy, min(sizes.name, h * 0.5), INK)
        x = inner.x + sizes.name * 1.1
        weight = BLACK if tab.active else MEDIUM if tab.left else HEAVY
        room = inner.right - width - x - 40 * u
        drawn = canvas.middle(tab.name, x, cy, min(sizes.mid, h * 0.62), weight, INK, room=room)
        if tab.left:
            canvas.stroke(x - 4 * u, cy, x + drawn + 4 * u, cy, max(2, 4 * u), INK)
        if index + 1 < len(view.tabs):
            canvas.fill(inner.x, inner.y + (index + 1) * h - u, inner.w, max(1, 2 * u), RULE)


def paint_celebration(canvas: Canvas, layout: Layout, view: CelebrationView) -> None:
    """Dice in a row on the felt, the word large in amber, the points below."""
    u, sizes = layout.u, layout.sizes
    left, right = layout.head.x, layout.block.right
    top, bottom = layout.head.y, layout.tray.bottom
    place = Rect(left, top, right - left, bottom - top)
    shapes.felt(canvas, *place, u)
    canvas.tag = "swell"
    canvas.frame(*place.inset(14 * u), AMBER, 30 * u, max(3, 10 * u))
    canvas.tag = None
    y = place.y + place.h * 0.1
    if view.dice:
        side = min(place.w * 0.72 / len(view.dice), place.h * 0.3)
        for index, value in enumerate(view.dice):
            cx = place.cx + (index - (len(view.dice) - 1) / 2) * side * 1.22
            canvas.tag = f"die {index}"
            shapes.die(canvas, cx, y + side / 2, side * 0.96, value)
        canvas.tag = None
        y += side
    rest = Rect(place.x, y, place.w, place.bottom - y - 40 * u)
    said = canvas.say(view.headline)
    size = min(sizes.word * 0.86, rest.h * 0.42)
    cy = rest.y + rest.h * 0.34
    canvas.middle(said, place.cx, cy, size, BLACK, AMBER, "c", place.w * 0.9)
    y = cy + size * 0.5
    line = sizes.big * 0.62
    if view.points is not None:
        y += line * 0.9
        canvas.middle(canvas.say(view.points), place.cx, y, line * 1.2, BLACK, CREAM, "c", place.w * 0.9)
        y += line * 0.6
    for text in view.lines:
        y += sizes.mid * 1.1
        if y < place.bottom - 30 * u:
            canvas.middle(canvas.say(text), place.cx, y, sizes.mid, BOLD, CREAM, "c", place.w * 0.9)


def paint_sheets(canvas: Canvas, layout: Layout, view: SheetsView) -> None:
    """A table of all sheets on one large paper: fields down, players across. Too many columns fold to their sums."""
    u, sizes = layout.u, layout.sizes
    area = Rect(layout.head.x, layout.head.y, layout.block.right - layout.head.x, layout.tray.bottom - layout.head.y)
    canvas.box(*area, PAPER, 22 * u)
    if not view.sheets:
        return
    lines = _sheet_lines(canvas, view.sheets, most=13 if layout.grid == "wide" else 8)
    count = len(lines[0][1])
    label_w = area.w * (0.17 if layout.grid == "wide" else 0.2)
    inner = area.inset(20 * u, 0)
    players = len(view.sheets)
    step = (inner.w - label_w) / count
    player_w = (inner.w - label_w) / players
    name_size = sizes.name
    widest = max(canvas.width(sheet.owner, name_size, HEAVY) for sheet in view.sheets)
    upright = widest * (0.62 if layout.grid == "wide" else 0.55) > player_w
    turned = sizes.small * (1.0 if layout.grid == "tall" else 0.8)
    longest = max(canvas.width(sheet.owner, turned, HEAVY) for sheet in view.sheets)
    head_h = longest + 24 * u if upright else sizes.name * 1.7
    canvas.box(area.x, area.y, area.w, head_h, PAPER2, 22 * u, "12")
    title_cy = area.y + head_h / 2
    canvas.middle(canvas.say(view.title), inner.x, title_cy, sizes.name, BLACK, INK, room=label_w - 10 * u)
    for index, sheet in enumerate(view.sheets):
        cx = inner.x + label_w + (index + 0.5) * player_w
        if upright:
            _upright(canvas, sheet.owner, cx, area.y + head_h / 2, turned)
        else:
            canvas.middle(sheet.owner, cx, area.y + head_h / 2, name_size, HEAVY, INK, "c", player_w - 10 * u)
    row_h = (area.bottom - 8 * u - area.y - head_h) / len(lines)
    size = min(sizes.mid * 1.1, row_h * 0.82, step * 0.5)
    for number, (label, cells, strong) in enumerate(lines):
        y = area.y + head_h + number * row_h
        if strong:
            canvas.box(area.x, y, area.w, area.bottom - y, PAPER2, 22 * u, "34")
        canvas.middle(
            label, inner.x, y + row_h / 2, min(sizes.name * 0.9, row_h * 0.66), BOLD, INK, room=label_w - 8 * u
        )
        for index, (figure, kind) in enumerate(cells):
            cx = inner.x + label_w + (index + 0.5) * step
            _figure(canvas, cx, y + row_h / 2, figure, kind, size, step, u, strong)
        if number + 1 < len(lines):
            canvas.fill(area.x + 10 * u, y + row_h - u, area.w - 20 * u, max(1, 2 * u), RULE)
    for index in range(1, players):
        x = inner.x + label_w + index * player_w
        canvas.fill(x - u, area.y + head_h, max(1, 2 * u), area.h - head_h - 10 * u, RULE)


_Figure = tuple[str, str]


def _sheet_lines(canvas: Canvas, sheets: tuple[SheetView, ...], most: int) -> list[tuple[str, list[_Figure], bool]]:
    """Rows of the table: (label, a figure for every column of every sheet, whether it is a sum)."""
    per = len(sheets[0].columns)
    if per > 1 and per * len(sheets) > most:
        return _folded(canvas, sheets)
    lines: list[tuple[str, list[_Figure], bool]] = []
    first = sheets[0]
    for section in ("upper", "lower"):
        for number, row in enumerate(getattr(first, section)):
            cells = [cell for sheet in sheets for cell in getattr(sheet, section)[number].cells]
            lines.append((canvas.say(row.short), [_cell(canvas, cell) for cell in cells], False))
        if section == "upper" and any(column.bonus for column in first.columns):
            lines.append((canvas.say(msg("sheet.bonus")), _bonuses(canvas, sheets), False))
    if per > 1:
        products = [canvas.words.number(column.product) for sheet in sheets for column in sheet.columns]
        lines.append((canvas.say(msg("sheet.product")), [(figure, "sum") for figure in products], False))
        middle = [
            (canvas.words.number(sheet.total) if n == per // 2 else "", "sum") for sheet in sheets for n in range(per)
        ]
        lines.append((canvas.say(msg("sheet.total")), middle, True))
    else:
        lines.append(
            (canvas.say(msg("sheet.total")), [(canvas.words.number(sheet.total), "sum") for sheet in sheets], True)
        )
    return lines


def _folded(canvas: Canvas, sheets: tuple[SheetView, ...]) -> list[tuple[str, list[_Figure], bool]]:
    """Only the sums of each column, where the cells have no room."""
    number = canvas.words.number
    lines: list[tuple[str, list[_Figure], bool]] = []
    for index, column in enumerate(sheets[0].columns):
        factor = f"×{column.factor} · "
        columns = [sheet.columns[index] for sheet in sheets]
        uppers = [(number(c.upper), "plain") for c in columns]
        lowers = [(number(c.lower), "plain") for c in columns]
        lines.append((factor + canvas.say(msg("sheet.upper")), uppers, False))
        lines.append(
            (factor + canvas.say(msg("sheet.bonus")), [_bonus_figure(canvas, c.bonus) for c in columns], False)
        )
        lines.append((factor + canvas.say(msg("sheet.lower")), lowers, False))
        lines.append((factor + canvas.say(msg("sheet.product")), [(number(c.product), "sum") for c in columns], False))
    lines.append((canvas.say(msg("sheet.total")), [(number(sheet.total), "sum") for sheet in sheets], True))
    return lines


def _cell(canvas: Canvas, cell: Cell) -> _Figure:
    if cell.state is CellState.STRUCK:
        return "", "struck"
    if cell.state is not CellState.FILLED or cell.points is None:
        return "", "empty"
    figure = canvas.words.number(cell.points)
    return (f"{figure} {canvas.words.number(cell.extra, '+')}" if cell.extra else figure), "plain"


def _bonuses(canvas: Canvas, sheets: tuple[SheetView, ...]) -> list[_Figure]:
    return [_bonus_figure(canvas, column.bonus) for sheet in sheets for column in sheet.columns]


def _bonus_figure(canvas: Canvas, bonus: Bonus | None) -> _Figure:
    if bonus is None:
        return "", "plain"
    if bonus.reached:
        return canvas.words.number(bonus.award, "+"), "reached"
    return canvas.words.number(bonus.difference, "+"), "good" if bonus.difference >= 0 else "plain"


def _figure(
    canvas: Canvas, cx: float, cy: float, figure: str, kind: str, size: float, step: float, u: float, strong: bool
) -> None:
    if kind == "struck":
        w = size * 0.9
        canvas.stroke(cx - w / 2, cy + size * 0.24, cx + w / 2, cy - size * 0.24, max(2, 5 * u), INK)
    elif kind == "empty":
        w = size * 0.5
        canvas.fill(cx - w / 2, cy + size * 0.32, w, max(2, 3 * u), GREY_ON_PAPER)
    else:
        colour: Colour = GOOD if kind in ("good", "reached") else INK
        weight = BLACK if strong or kind in ("sum", "reached") else HEAVY
        width = canvas.middle(figure, cx, cy, size, weight, colour, "c", step - 6 * u)
        if kind == "reached" and width + size <= step:
            shapes.check(canvas, cx - width / 2 - size * 0.62, cy, size * 0.4, GOOD)


def _upright(canvas: Canvas, name: Text, cx: float, cy: float, size: float) -> None:
    """A name written upwards, where the column is too narrow for it."""
    said = canvas.say(name)
    used = round(size)
    sprite = canvas.store.sprite(
        ("upright", said, used), lambda: pygame.transform.rotate(canvas.store.rendered(said, HEAVY, used, INK), 90)
    )
    canvas.put(sprite, cx - sprite.get_width() / 2, cy - sprite.get_height() / 2)
