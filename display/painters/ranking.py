"""The end: who won, on paper; who pays, on a beer mat; and the sheets to take along."""

from __future__ import annotations

import pygame

from display.layout import Layout, Rect
from display.painters import head, shapes
from display.painters.canvas import Canvas
from display.painters.drawing import Drawing
from display.theme import (
    AMBER,
    BLACK,
    BOLD,
    CAP,
    CREAM,
    HEAVY,
    INK,
    MAT_RING,
    MEDIUM,
    MUTE,
    OAK2,
    PAPER,
    RULE,
)
from display.views import Modules, RankingView, RankRow, Text, msg

#: What ISO/IEC 18004 wants empty about a QR code (modules), and the smallest module (mm) a phone reads at a hand's breadth.
QUIET, LEAST_MODULE_MM = 4, 0.44


def paint(canvas: Canvas, layout: Layout, view: RankingView) -> None:
    layout = layout.without_tray()
    area, u = layout.head, layout.u
    if layout.grid == "tall":
        _tall(canvas, layout, view)
        return
    below = head.header(canvas, layout, area, view.header)
    foot = layout.sizes.name * 1.5 if view.record is not None else 0
    rows = Rect(area.x, below + 18 * u, area.w, area.bottom - below - 18 * u - foot)
    _rows(canvas, layout, rows, view.rows)
    if view.record is not None:
        size = layout.sizes.name
        canvas.middle(
            canvas.say(view.record), area.x + 2 * u, area.bottom - foot * 0.42, size, BOLD, CREAM, room=area.w
        )
    _right(canvas, layout, layout.block, view)


def _right(canvas: Canvas, layout: Layout, area: Rect, view: RankingView) -> None:
    if not view.codes and view.payer is None:
        return
    gap = 20 * layout.u
    if not view.codes:
        _mat_of(canvas, area, view)
    elif view.payer is None:
        _qr(canvas, layout, Rect(area.x, area.y, area.w, area.h * (0.4 if layout.grid == "wide" else 0.45)), view)
    else:
        card = area.h * (0.323 if layout.grid == "wide" else 0.36)
        _mat_of(canvas, Rect(area.x, area.y, area.w, area.h - card - gap), view)
        _qr(canvas, layout, Rect(area.x, area.bottom - card, area.w, card), view)


def _tall(canvas: Canvas, layout: Layout, view: RankingView) -> None:
    area, u = layout.head, layout.u
    below = head.header(canvas, layout, area, view.header)
    bottom = layout.block.bottom
    low = (bottom - below) * 0.44 if view.payer is not None or view.codes else 0.0
    rows = Rect(area.x, below + 16 * u, area.w, bottom - low - below - 40 * u)
    if view.record is not None:
        size = layout.sizes.name
        rows = Rect(rows.x, rows.y, rows.w, rows.h - size * 1.5)
        canvas.middle(canvas.say(view.record), area.x, rows.bottom + size * 0.9, size, BOLD, CREAM, room=area.w)
    _rows(canvas, layout, rows, view.rows)
    _right(canvas, layout, Rect(area.x, bottom - low, area.w, low), view)


def _rows(canvas: Canvas, layout: Layout, area: Rect, rows: tuple[RankRow, ...]) -> None:
    u = layout.u
    gap = 16 * u if len(rows) <= 4 else 8 * u
    h = min(
        (area.h - gap * (len(rows) - 1)) / max(1, len(rows)), 174 * layout.u * (1 if layout.grid == "wide" else 1.1)
    )
    for index, row in enumerate(rows):
        _row(canvas, layout, Rect(area.x, area.y + index * (h + gap), area.w, h), row)


def _row(canvas: Canvas, layout: Layout, place: Rect, row: RankRow) -> None:
    u, sizes = layout.u, layout.sizes
    first = row.place == 1
    ink, quiet = (INK, INK) if first else (CREAM, MUTE)
    canvas.box(*place, PAPER if first else OAK2, min(20 * u, place.h * 0.25))
    radius = min(46 * u, place.h * 0.36)
    cx = place.x + max(72 * u, radius * 1.4)
    if first:
        shapes.number_disc(canvas, cx, place.cy, radius, str(row.place), INK, AMBER)
    else:
        shapes.number_disc(canvas, cx, place.cy, radius, str(row.place), MUTE, CREAM, outline=True)
    size = min(sizes.big if layout.grid == "wide" else sizes.total * 1.1, place.h * 0.66) * (1 if first else 0.92)
    right = place.right - 37 * u
    total = canvas.words.number(row.total)
    right -= canvas.middle(total, right, place.cy, size, BLACK if first else HEAVY, ink, "r") + 36 * u
    x = cx + radius + 34 * u
    if row.pays:
        word = canvas.say(msg("ranking.pill"))
        pill = min(sizes.name, place.h * 0.5)
        width = canvas.width(word, pill, HEAVY) + pill * 1.44
        shapes.pill(canvas, right - width / 2, place.cy, word, pill)
        right -= width + 20 * u
    name_size = min(sizes.mid * 1.25, place.h * 0.6)
    detail = "" if row.detail is None else canvas.say(row.detail)
    if detail and place.h >= (name_size + sizes.small) * 1.35:
        canvas.middle(row.name, x, place.y + place.h * 0.34, name_size, HEAVY, ink, room=right - x)
        canvas.middle(detail, x, place.y + place.h * 0.71, sizes.small * 1.06, MEDIUM, quiet, room=right - x)
    else:
        canvas.middle(row.name, x, place.cy, name_size, HEAVY, ink, room=right - x)


def _mat_of(canvas: Canvas, area: Rect, view: RankingView) -> None:
    if view.payer is not None:
        mat(canvas, area, view.payer, view.payer_line or "", view.tally)


def mat(canvas: Canvas, area: Rect, payer: Text, pays: Text, tally: int) -> None:
    """The beer mat, a little askew, with the name of who pays and tally strokes."""
    name, line = canvas.say(payer), canvas.say(pays)
    w, h = round(min(area.w * 0.77, area.h * 1.08)), round(min(area.h * 0.9, area.w * 0.73))
    sprite = canvas.store.sprite(
        ("mat", name, line, tally, w, h), lambda: _printed_mat(canvas, w, h, name, line, tally)
    )
    canvas.put(sprite, area.cx - sprite.get_width() / 2, area.cy - sprite.get_height() / 2)


def _printed_mat(canvas: Canvas, w: int, h: int, name: str, line: str, tally: int) -> pygame.Surface:
    thick, pad = max(3, h // 45), 3
    w, h = w - 2 * pad, h - 2 * pad
    drawing = Drawing(w + 2 * pad, h + thick + 2 * pad)
    radius = h * 0.17
    drawing.box(pad, pad + thick, w, h, radius, RULE).box(pad, pad, w, h, radius, PAPER)
    edge = h * 0.045
    drawing.ring(pad + edge, pad + edge, w - 2 * edge, h - 2 * edge, radius * 0.8, max(2, h * 0.011), MAT_RING)
    if tally:
        _tally(drawing, pad + w / 2, pad + h * 0.73, h * 0.2, tally, w * 0.76)
    mat = drawing.surface()
    parts = Canvas((w, h), canvas.words, canvas.store)
    name_cy, line_cy = (h * 0.29, h * 0.51) if tally else (h * 0.38, h * 0.64)
    if parts.width(name, h * 0.13, BLACK) > w * 0.8:
        size = h * 0.15
        parts.paragraph(name, w / 2, name_cy - size * 0.2, size, BLACK, INK, w * 0.78, 2, 1.1, "c")
    else:
        parts.middle(name, w / 2, name_cy, h * 0.25, BLACK, INK, "c", w * 0.78)
    parts.middle(line, w / 2, line_cy, h * 0.125, BLACK, INK, "c", w * 0.78)
    canvas.misfits.extend(parts.misfits)
    for item in parts.items:
        if isinstance(item.source, pygame.Surface):
            mat.blit(item.source, (item.x + pad, item.y + pad))
    return pygame.transform.rotozoom(mat, 3, 1.0)


def _tally(drawing: Drawing, cx: float, cy: float, h: float, count: int, room: float) -> None:
    """Strokes in fives, the fifth across the four, as on a beer mat."""
    groups = [5] * (count // 5) + ([count % 5] if count % 5 else [])
    step = min(h * 0.3, room / (len(groups) * 6))
    h = min(h, step * 3.6)
    x = cx - (len(groups) * 6 - 2) * step / 2 + step / 2
    for group in groups:
        for index in range(min(group, 4)):
            lean = (-1) ** index * step * 0.03
            drawing.line(x + index * step - lean, cy - h / 2, x + index * step + lean, cy + h / 2, step * 0.26, INK)
        if group == 5:
            drawing.line(x - step * 0.7, cy + h * 0.28, x + step * 3.7, cy - h * 0.3, step * 0.26, INK)
        x += 6 * step


def _readable(codes: tuple[Modules, ...], side: float, px_per_mm: float) -> tuple[Modules, int]:
    """The fullest code that a phone can read on paper of `side` px, else the last; and px a module."""
    steps = [max(1, int(side / (len(code) + 2 * QUIET))) for code in codes]
    for code, step in zip(codes, steps, strict=True):
        if step / px_per_mm >= LEAST_MODULE_MM:
            return code, step
    return codes[-1], steps[-1]


def _qr(canvas: Canvas, layout: Layout, area: Rect, view: RankingView) -> None:
    """The code to take the sheets along, on paper, with words beside it."""
    assert view.codes
    u, sizes = layout.u, layout.sizes
    canvas.box(*area, OAK2, 22 * u)
    side = area.h - 40 * u if layout.grid == "wide" else area.h - 16 * u
    code, step = _readable(view.codes, side, layout.px_per_mm)
    modules = len(code)
    quiet = (side - step * modules) / 2
    left, top = area.x + (area.h - side) / 2 + 4 * u, area.y + (area.h - side) / 2
    canvas.box(left, top, side, side, PAPER, 14 * u)

    def draw() -> pygame.Surface:
        picture = pygame.Surface((modules * step, modules * step))
        picture.fill(PAPER)
        for y, row in enumerate(code):
            for x, dark in enumerate(row):
                if dark:
                    picture.fill(INK, (x * step, y * step, step, step))
        return picture

    canvas.put(canvas.store.sprite(("qr", code, step), draw), left + quiet, top + quiet)
    x = left + side + (44 if layout.grid == "wide" else 28) * u
    room = area.right - x - 24 * u
    title = canvas.say(view.code_title or "")
    title_size = float(min(sizes.mid * 1.1, area.h * 0.25))
    title_size = canvas.paragraph_size(
        title, title_size, HEAVY, room, 1 if canvas.width(title, title_size, HEAVY) < room * 1.2 else 2
    )
    line_size = min(sizes.small, title_size)
    said = [canvas.say(line) for line in view.code_lines]
    while True:
        titles = canvas.wrapped(title, title_size, HEAVY, room)
        rows = [row for text in said for row in canvas.wrapped(text, line_size, MEDIUM, room)]
        height = len(titles) * title_size * 1.25 + title_size * 0.2 + len(rows) * line_size * 1.35
        if height <= area.h * 0.92 or line_size <= sizes.tiny * 0.7:
            break
        title_size, line_size = title_size * 0.96, line_size * 0.96
    y = area.cy - height / 2 + CAP * title_size + title_size * 0.2
    for row in titles:
        canvas.text(row, x, y, title_size, HEAVY, CREAM, room=room)
        y += title_size * 1.25
    y += title_size * 0.2
    for row in rows:
        canvas.text(row, x, y, line_size, MEDIUM, MUTE, room=room)
        y += line_size * 1.35
