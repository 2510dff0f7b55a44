"""Screens to look at while a game waits: the photo of a throw, and all sheets."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from display.layout import Layout, Rect
from display.painters import doubt, head, idle, shapes
from display.painters.canvas import Canvas
from display.theme import (
    BLACK,
    BOLD,
    CREAM,
    GOOD,
    GREY_ON_PAPER,
    HEAVY,
    INK,
    OAK2,
    PAPER,
    PAPER2,
    RULE,
    Colour,
)
from display.views import (
    Bonus,
    Cell,
    CellState,
    PhotoView,
    SheetsView,
    SheetView,
    Text,
    msg,
)

#: So many columns of cells a small panel shows if it may fold.
FEW = 4


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
    if view.picture is not None:
        seen = doubt.seen_in(place.inset(18 * u), view.picture, view.marks)
        canvas.box(*seen.inset(-18 * u), OAK2, 22 * u)
        doubt.framed(canvas, layout, seen, view.picture, view.marks)
    else:
        canvas.box(*place, OAK2, 22 * u)
        canvas.middle(
            canvas.say(msg("photo.none")), place.cx, place.cy, layout.sizes.mid, BOLD, CREAM, "c", place.w * 0.9
        )


def paint_sheets(canvas: Canvas, layout: Layout, view: SheetsView) -> None:
    """A table of all sheets on one large paper: fields down, players across. Too many columns fold to their sums."""
    u, sizes = layout.u, layout.sizes
    area = Rect(layout.head.x, layout.head.y, layout.block.right - layout.head.x, layout.tray.bottom - layout.head.y)
    canvas.box(*area, PAPER, 22 * u)
    if not view.sheets:
        return
    # On a small panel many players fold to their sums where the next pages have the cells; else only many columns do.
    most = 99 if len(view.sheets[0].columns) == 1 else 13 if layout.grid == "wide" else 8
    if layout.grid == "small" and view.may_fold:
        most = FEW
    lines = _sheet_lines(canvas, view.sheets, most)
    count = len(lines[0][1])
    label_w = area.w * (0.17 if layout.grid == "wide" else 0.2)
    inner = area.inset(20 * u, 0)
    players = len(view.sheets)
    step = (inner.w - label_w) / count
    player_w = (inner.w - label_w) / players
    name_size: float = sizes.name
    widest = max(canvas.width(sheet.owner, name_size, HEAVY) for sheet in view.sheets)
    upright = widest * (0.62 if layout.grid == "wide" else 0.55) > player_w
    if not upright:
        name_size = canvas.common((sheet.owner for sheet in view.sheets), name_size, HEAVY, player_w - 10 * u)
    turned = sizes.small * (1.0 if layout.grid == "tall" else 0.8)
    longest = max(canvas.width(sheet.owner, turned, HEAVY) for sheet in view.sheets)
    head_h = longest + 24 * u if upright else sizes.name * 1.7
    canvas.box(area.x, area.y, area.w, head_h, PAPER2, 22 * u, "12")
    _title(canvas, layout, Rect(inner.x, area.y, label_w - 10 * u, head_h), view)
    for index, sheet in enumerate(view.sheets):
        cx = inner.x + label_w + (index + 0.5) * player_w
        if upright:
            _upright(canvas, sheet.owner, cx, area.y + head_h / 2, turned)
        else:
            canvas.middle(sheet.owner, cx, area.y + head_h / 2, name_size, HEAVY, INK, "c", player_w - 10 * u)
    row_h = (area.bottom - 8 * u - area.y - head_h) / len(lines)
    size = min(sizes.mid * 1.1, row_h * 0.82, step * 0.5)
    plain = [figure for _, cells, _ in lines for figure, _ in cells]
    size = canvas.common(plain, size, BLACK, step * 0.88)
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


def _title(canvas: Canvas, layout: Layout, place: Rect, view: SheetsView) -> None:
    """What the table is, and beside or below it which page of how many."""
    said, size, dot = canvas.say(view.title), layout.sizes.name, 14 * layout.u
    dots = view.pages * max(8, round(dot)) * 1.75
    width = min(canvas.width(said, size, BLACK), place.w)
    if view.pages < 2:
        canvas.middle(said, place.x, place.cy, size, BLACK, INK, room=place.w)
    elif width + size * 0.3 + dots <= place.w:
        canvas.middle(said, place.x, place.cy, size, BLACK, INK)
        idle.pages(canvas, place.right - dots / 2, place.cy, view.page, view.pages, dot)
    else:
        size = min(size, place.h * 0.42)
        canvas.middle(said, place.x, place.cy - size * 0.52, size, BLACK, INK, room=place.w)
        idle.pages(canvas, place.x + dots / 2, place.cy + size * 0.6, view.page, view.pages, dot)


_Figure = tuple[str, str]


def _sheet_lines(canvas: Canvas, sheets: tuple[SheetView, ...], most: int) -> list[tuple[str, list[_Figure], bool]]:
    """Rows of the table: (label, a figure for every column of every sheet, whether it is a sum)."""
    per = len(sheets[0].columns)
    if per * len(sheets) > most:
        return _folded(canvas, sheets, products_only=most == FEW)
    lines: list[tuple[str, list[_Figure], bool]] = []
    first = sheets[0]
    if per > 1:
        factors = [f"×{column.factor}" for sheet in sheets for column in sheet.columns]
        lines.append(("", [(factor, "factor") for factor in factors], False))
    for section in ("upper", "lower"):
        for number, row in enumerate(getattr(first, section)):
            cells = [cell for sheet in sheets for cell in getattr(sheet, section)[number].cells]
            lines.append((canvas.say(row.short), [_cell(canvas, cell) for cell in cells], False))
        if section == "upper" and any(column.bonus for column in first.columns):
            lines.append((canvas.say(msg("sheet.bonus")), _bonuses(canvas, sheets), False))
    if per > 1:
        products = [canvas.words.number(column.product) for sheet in sheets for column in sheet.columns]
        lines.append((canvas.say(msg("sheet.product")), [(figure, "sum") for figure in products], False))
        return [*lines, *_sums(canvas, sheets, _in_the_middle(per))]
    return [*lines, *_sums(canvas, sheets, lambda figure: [figure])]


def _in_the_middle(columns: int) -> Callable[[str], list[str]]:
    """A figure below the middle one of so many columns."""
    return lambda figure: [figure if n == columns // 2 else "" for n in range(columns)]


def _sums(
    canvas: Canvas, sheets: tuple[SheetView, ...], across: Callable[[str], list[str]]
) -> list[tuple[str, list[_Figure], bool]]:
    """What is noted apart for extra Kniffels, if anybody has any, and the total."""
    number = canvas.words.number
    extras = [number(sheet.extra, "+") if sheet.extra else "" for sheet in sheets]
    totals = [number(sheet.total) for sheet in sheets]
    lines = [(canvas.say(msg("sheet.extra")), extras, False)] if any(extras) else []
    lines.append((canvas.say(msg("sheet.total")), totals, True))
    return [(label, [(one, "sum") for figure in row for one in across(figure)], strong) for label, row, strong in lines]


def _folded(
    canvas: Canvas, sheets: tuple[SheetView, ...], *, products_only: bool
) -> list[tuple[str, list[_Figure], bool]]:
    """Only the sums of each column, where the cells have no room; of several columns perhaps only their products."""
    number = canvas.words.number
    lines: list[tuple[str, list[_Figure], bool]] = []
    several = len(sheets[0].columns) > 1
    for index, column in enumerate(sheets[0].columns):
        factor = f"×{column.factor} · " if several else ""
        columns = [sheet.columns[index] for sheet in sheets]
        if several and products_only:
            lines.append((f"×{column.factor}", [(number(c.product), "sum") for c in columns], False))
            continue
        uppers = [(number(c.upper), "plain") for c in columns]
        lowers = [(number(c.lower), "plain") for c in columns]
        lines.append((factor + canvas.say(msg("sheet.upper")), uppers, False))
        if column.bonus is not None:
            bonuses = [_bonus_figure(canvas, c.bonus) for c in columns]
            lines.append((factor + canvas.say(msg("sheet.bonus")), bonuses, False))
        lines.append((factor + canvas.say(msg("sheet.lower")), lowers, False))
        if several:
            products = [(number(c.product), "sum") for c in columns]
            lines.append((factor + canvas.say(msg("sheet.product")), products, False))
    return [*lines, *_sums(canvas, sheets, lambda figure: [figure])]


def _cell(canvas: Canvas, cell: Cell) -> _Figure:
    if cell.state is CellState.STRUCK:
        return "", "struck"
    if cell.state is not CellState.FILLED or cell.points is None:
        return "", "empty"
    return canvas.words.number(cell.points), "plain"


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
        weight = BLACK if strong or kind in ("sum", "reached", "factor") else HEAVY
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
