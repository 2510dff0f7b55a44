"""The block with several columns (Dreifach-Kniffel): an L of paper, each column's sum, product, and the total at its foot."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from display.layout import Layout, Rect
from display.painters import shapes
from display.painters.canvas import Canvas
from display.painters.sheet import cell, section_names
from display.theme import AMBER, BLACK, BOLD, GOOD, HEAVY, INK, MEDIUM, PAPER, PAPER2, RULE
from display.views import Column, Row, SheetView, msg

#: The tick before a reached bonus with the gap after it, as part of the figure's size.
TICK = 0.56


class Places(NamedTuple):
    """Where the parts stand: the two halves of the sheet, its foot, and the layout with head and tray made to fit."""

    sheet: Rect
    foot: Rect
    layout: Layout


def places(layout: Layout) -> Places:
    """The L for this screen; head and tray give way to it."""
    head, tray, block = layout.head, layout.tray, layout.block
    if layout.grid == "tall":
        scale = layout.height / 1280
        foot_h = 168 * scale
        sheet = Rect(block.x, block.y, block.w, block.h - foot_h)
        return Places(sheet, Rect(block.x, sheet.bottom, block.w, foot_h), layout)
    left = (700 if layout.grid == "wide" else 286 * 2.4) * layout.width / 1920
    top_h = block.h * (0.698 if layout.grid == "wide" else 0.67)
    sheet = Rect(left, block.y, block.right - left, top_h)
    foot = Rect(block.x, sheet.bottom, block.w, block.bottom - sheet.bottom)
    new_tray = Rect(tray.x, sheet.bottom + 16 * layout.u, tray.w, tray.bottom - sheet.bottom - 16 * layout.u)
    new_head = Rect(head.x, head.y, left - head.x - 24 * layout.u, sheet.bottom - head.y)
    return Places(sheet, foot, replace(layout, head=new_head, tray=new_tray))


def paint(canvas: Canvas, layout: Layout, view: SheetView, at: Places, corners: str = "1234") -> None:
    """The sheet in its places."""
    u, area = layout.u, at.sheet
    tall = layout.grid == "tall"
    if tall:
        corners = corners.replace("3", "").replace("4", "")
    else:
        corners = "124"
    canvas.tag = f"sheet|{view.owner}"
    canvas.box(*area, PAPER, 22 * u, corners)
    canvas.tag = None
    head_h = area.h * 0.11
    canvas.box(area.x, area.y, area.w, head_h, PAPER2, 22 * u, corners.replace("3", "").replace("4", ""))
    count = len(view.columns)
    rows = max(len(view.upper) + 1, len(view.lower))
    top = area.y + head_h
    row_h = (area.h - head_h) / rows
    size = min(layout.sizes.points, row_h * 0.78)
    pitch = min(size * 1.75, area.w * 0.56 / (2 * count))
    name_size = min(layout.sizes.name * 0.92, row_h * 0.5)
    margin = 24 * u
    icon = min(row_h * 0.62, name_size * 1.4)
    upper_w = (area.w - 2 * margin) * (0.475 if layout.grid == "wide" else 0.44) - margin
    upper = Rect(area.x + margin, top, upper_w, 0)
    split = upper.right + margin * 0.7
    lower = Rect(split + margin * 0.7, top, area.right - margin * 0.6 - split - margin * 0.7, 0)
    for half, section in ((upper, view.upper), (lower, view.lower)):
        lefts = [half.right - (count - index) * pitch for index in range(count)]
        _heads(canvas, layout, lefts, pitch, Rect(area.x, area.y, area.w, head_h), view.columns)
        lead = icon + 12 * u if half is upper else 0.0
        names, used = section_names(canvas, section, [lefts[0] - half.x - lead - 8 * u] * len(section), name_size)
        for index, (row, name) in enumerate(zip(section, names, strict=True)):
            place = Rect(half.x, top + index * row_h, half.w, row_h)
            _row(canvas, layout, place, row, lefts, pitch, size, (name, used), icon, view.owner)
            if index + 1 < rows:
                canvas.fill(half.x, place.bottom - u, half.w, max(1, 2 * u), RULE)
    if not tall:  # there the tab grown into the block says whose it is
        room = max(upper.w, lower.w) - count * pitch
        left = area.x + margin
        if canvas.width(view.owner, layout.sizes.mid, BLACK) + layout.sizes.mid > upper.w - count * pitch:
            left = lower.x
        _owner(canvas, layout, Rect(left, area.y, room, head_h), view.owner)
    bonus = Rect(upper.x, top + len(view.upper) * row_h, upper.w, row_h)
    _bonus(canvas, layout, bonus, view.columns, pitch, size, name_size)
    canvas.fill(split - u, top + 12 * u, max(2, 3 * u), area.h - head_h - 24 * u, RULE)
    _foot(canvas, layout, at.foot, view, tall)


def _owner(canvas: Canvas, layout: Layout, place: Rect, name: str) -> None:
    size = min(layout.sizes.mid, place.h * 0.62)
    shapes.triangle(canvas, place.x, place.cy, size * 0.8, INK)
    canvas.middle(name, place.x + size * 0.9, place.cy, size, BLACK, INK, room=place.w - size * 0.9)


def _heads(
    canvas: Canvas, layout: Layout, lefts: list[float], pitch: float, head: Rect, columns: tuple[Column, ...]
) -> None:
    """×1 ×2 ×3 above each half; the chosen column's is an ink tab."""
    size = min(layout.sizes.mid, head.h * 0.62)
    for left, column in zip(lefts, columns, strict=True):
        if column.chosen:
            width = pitch * 0.96
            canvas.box(
                left + (pitch - width) / 2,
                head.y + 8 * layout.u,
                width,
                head.h - 8 * layout.u,
                INK,
                14 * layout.u,
                "12",
            )
        colour = AMBER if column.chosen else INK
        canvas.middle(f"×{column.factor}", left + pitch / 2, head.cy + 3 * layout.u, size, BLACK, colour, "c")


def _row(
    canvas: Canvas,
    layout: Layout,
    place: Rect,
    row: Row,
    lefts: list[float],
    pitch: float,
    size: float,
    name: tuple[str, float],
    icon: float,
    owner: str,
) -> None:
    u = layout.u
    x = place.x
    if row.die is not None:
        shapes.die_outline(canvas, x, place.cy - icon / 2, icon, row.die)
        x += icon + 12 * u
    canvas.middle(name[0], x, place.cy, name[1], BOLD, INK, room=lefts[0] - x - 4 * u)
    for number, (left, shown) in enumerate(zip(lefts, row.cells, strict=True)):
        spot = Rect(left + 2 * u, place.y, pitch - 4 * u, place.h)
        cell(canvas, layout, spot, shown, f"{owner}|{row.field} {number}", size)


def _bonus(
    canvas: Canvas,
    layout: Layout,
    place: Rect,
    columns: tuple[Column, ...],
    pitch: float,
    size: float,
    name_size: float,
) -> None:
    """Each column's signed bonus difference, or the bonus with a tick."""
    left = place.right - len(columns) * pitch
    canvas.middle(canvas.say(msg("sheet.bonus")), place.x, place.cy, name_size, BOLD, INK, room=left - place.x - 8)
    shown = [column.bonus for column in columns]
    figures = [
        "" if bonus is None else canvas.words.number(bonus.award if bonus.reached else bonus.difference, "+")
        for bonus in shown
    ]
    used = 0.8 * size
    for bonus, figure in zip(shown, figures, strict=True):  # the tick before a reached one needs room too
        lead = TICK if bonus is not None and bonus.reached else 0.0
        taken = canvas.width(figure, used, BLACK) + lead * used
        used *= min(1.0, pitch * 0.88 / max(1.0, taken))
    for index, (bonus, figure) in enumerate(zip(shown, figures, strict=True)):
        if bonus is None:
            continue
        lead = TICK * used if bonus.reached else 0.0
        start = left + (index + 0.5) * pitch - (canvas.width(figure, used, BLACK) + lead) / 2
        if bonus.reached:
            shapes.check(canvas, start, place.cy, used * 0.4, GOOD)
        canvas.middle(figure, start + lead, place.cy, used, BLACK, GOOD if bonus.difference >= 0 else INK)


def _foot(canvas: Canvas, layout: Layout, area: Rect, view: SheetView, tall: bool) -> None:
    u, sizes = layout.u, layout.sizes
    canvas.box(*area, PAPER, 22 * u, "34")
    total_h = area.h * 0.36
    total = Rect(area.x, area.bottom - total_h, area.w, total_h)
    canvas.box(*total, PAPER2, 22 * u, "34")
    line = max(2, 4 * u)
    canvas.fill(area.x, total.y - line / 2, area.w, line, INK)
    canvas.fill(area.x + 24 * u, area.y, area.w - 48 * u, line, INK)
    margin = 28 * u
    left, right = area.x + margin, area.right - 42 * u
    label = min(sizes.name, total_h * 0.5)
    label_w = max(canvas.width(canvas.say(text), label, BOLD) for text in (msg("sheet.sum"), msg("sheet.product")))
    step = (right - left - label_w - 12 * u) / len(view.columns)
    half = (area.h - total_h) / 2
    number, room = canvas.words.number, step - max(10 * u, 0.3 * label)
    sums = [f"{number(column.sum)} ×{column.factor}" for column in view.columns]
    products = [number(column.product) for column in view.columns]
    for row, (text, said, weight, wanted) in enumerate(
        (
            (msg("sheet.sum"), sums, MEDIUM, min(sizes.mid, half * 0.68)),
            (msg("sheet.product"), products, BLACK, min(sizes.sum, half * 0.86)),
        )
    ):
        cy = area.y + line + (row + 0.52) * (half - line / 2)
        canvas.middle(canvas.say(text), left, cy, label, BOLD, INK)
        used = canvas.common(said, wanted, weight, room)
        for index, figure in enumerate(said):
            x = right - (len(said) - 1 - index) * step
            canvas.middle(figure, x, cy, used, weight, INK, "r")
    width = canvas.middle(canvas.say(msg("sheet.total")), left, total.cy, label * 1.1, BOLD, INK)
    size = min(sizes.line, total_h * 0.92)
    canvas.middle(canvas.counted(f"total {view.owner}", view.total), right, total.cy, size, BLACK, INK, "r")
    if view.extra:
        extra = canvas.words.number(view.extra, "+")
        small = min(sizes.small, total_h * 0.4)
        pill = canvas.width(extra, small, HEAVY) + small * 1.44
        shapes.pill(canvas, left + width + 24 * u + pill / 2, total.cy, extra, small, INK, PAPER, height=1.5)
