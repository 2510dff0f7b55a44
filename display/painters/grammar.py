"""How the table speaks: every state of a cell, a die, a player and a label, each with its name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from display.layout import Layout, Rect
from display.painters import labels, shapes, sheet
from display.painters.canvas import Canvas
from display.theme import BLACK, BOLD, CORAL, CREAM, FELT, HEAVY, INK, MEDIUM, MUTE, OAK, OAK2, OAK3, PAPER, Colour
from display.views import (
    Bonus,
    Cell,
    CellState,
    GrammarView,
    Icon,
    Label,
    LabelStyle,
    Message,
    Row,
    Screen,
    msg,
)

_Picture = Callable[[Canvas, Layout, Rect], None]


def paint(canvas: Canvas, layout: Layout, view: GrammarView) -> None:
    u, sizes = layout.u, layout.sizes
    area = Rect(layout.head.x, layout.head.y, layout.block.right - layout.head.x, layout.tray.bottom - layout.head.y)
    title = sizes.big * 0.7 if layout.grid == "wide" else sizes.line * 0.8
    canvas.text(canvas.say(view.title), area.x, area.y + title * 0.78, title, BLACK, CREAM, room=area.w)
    columns = 3 if layout.grid == "tall" else 4
    rows = -(-len(_CARDS) // columns)
    top = area.y + title * 1.1 + 14 * u
    step_x, step_y = (area.w + 24 * u) / columns, (area.bottom - top) / rows
    room = step_x - 28 * u
    keys = [key for key, _, _ in _CARDS]
    name_size = canvas.common((_said(canvas, key) for key in keys), min(sizes.name, step_y * 0.17), BOLD, room)
    line_size = canvas.common(
        (_said(canvas, f"{key}.how") for key in keys), min(sizes.tiny, step_y * 0.15), MEDIUM, room
    )
    for index, (key, colour, picture) in enumerate(_CARDS):
        row, column = divmod(index, columns)
        words = name_size + line_size * 1.25
        card = Rect(area.x + column * step_x, top + row * step_y, step_x - 24 * u, step_y - words - 26 * u)
        canvas.box(*card, colour, 18 * u)
        picture(canvas, layout, card)
        y = card.bottom + name_size * 1.08
        canvas.text(_said(canvas, key), card.x + 4 * u, y, name_size, BOLD, CREAM)
        y += line_size * 1.3
        canvas.text(_said(canvas, f"{key}.how"), card.x + 4 * u, y, line_size, MEDIUM, MUTE)


def _said(canvas: Canvas, key: str) -> str:
    return canvas.say(Message(f"grammar.{key}"))


def _cell(state: CellState, points: int | None = None, best: bool = False) -> _Picture:
    def draw(canvas: Canvas, layout: Layout, card: Rect) -> None:
        size = min(layout.sizes.points, card.h * 0.6)
        sheet.cell(canvas, layout, card, Cell(state, points, best), points=size)

    return draw


def _row(cell: Cell) -> _Picture:
    def draw(canvas: Canvas, layout: Layout, card: Rect) -> None:
        if cell.extra and card.w < 9 * layout.sizes.name:
            _extra(canvas, layout, card, cell)
            return
        name, tiny = (msg("field.kniffel"), "") if cell.extra else (msg("field.chance"), msg("field.chance.tiny"))
        row = Row("chance", name, name, (cell,), tiny=tiny)
        sheet.row(canvas, layout, card.inset(24 * layout.u, 0), row)

    return draw


def _extra(canvas: Canvas, layout: Layout, card: Rect, cell: Cell) -> None:
    """The pill and the figure beside it, where the field's name has no room."""
    figure, extra = canvas.words.number(cell.points or 0), canvas.words.number(cell.extra, "+")
    size = min(layout.sizes.points, card.h * 0.6)
    pill = min(layout.sizes.tiny, size * 0.5)
    pill_w, figure_w = canvas.width(extra, pill, HEAVY) + 1.44 * pill, canvas.width(figure, size, BLACK)
    left = card.cx - (pill_w + 0.3 * size + figure_w) / 2
    shapes.pill(canvas, left + pill_w / 2, card.cy, extra, pill, INK, PAPER, height=1.5)
    canvas.middle(figure, left + pill_w + 0.3 * size, card.cy, size, BLACK, INK)


def _bonus(canvas: Canvas, layout: Layout, card: Rect) -> None:
    inner = card.inset(24 * layout.u, card.h * 0.1)
    sheet.bonus(canvas, layout, inner, Bonus(63, 63, 63, 0, reached=True))


def _active(canvas: Canvas, layout: Layout, card: Rect) -> None:
    u = layout.u
    tab = Rect(card.x + card.w * 0.1, card.y + card.h * 0.2, card.w * 0.9, card.h * 0.6)
    canvas.box(*tab, PAPER, 18 * u, "14")
    size = min(layout.sizes.mid, tab.h * 0.6)
    shapes.triangle(canvas, tab.x + 16 * u, tab.cy, size * 0.8, INK)
    canvas.middle("Resi", tab.x + 28 * u + size * 0.7, tab.cy, size, BLACK, INK)
    canvas.middle("84", tab.right - 24 * u, tab.cy, size * 1.3, BLACK, INK, "r")


def _held(canvas: Canvas, layout: Layout, card: Rect) -> None:
    side = card.h * 0.5
    size = min(layout.sizes.tiny, card.h * 0.19)
    cy = card.y + side * 0.68
    shapes.die(canvas, card.cx, cy, side, 5)
    shapes.hold_ring(canvas, card.cx, cy, side)
    shapes.pill(canvas, card.cx, card.bottom - size * 0.9, canvas.say(msg("die.held")), size)


def _unclear(canvas: Canvas, layout: Layout, card: Rect) -> None:
    side = card.h * 0.5
    size = min(layout.sizes.tiny, card.h * 0.19)
    shapes.doubt_die(canvas, card.cx, card.y + side * 0.68, side)
    shapes.pill(
        canvas, card.cx, card.bottom - size * 0.9, canvas.say(msg("die.unclear")), size, CORAL, CORAL, outline=True
    )


def _labels(canvas: Canvas, layout: Layout, card: Rect) -> None:
    canvas.frame(*card, OAK3, 18 * layout.u, 2)
    shown: tuple[Label, ...] = (
        Label(msg("label.hold"), style=LabelStyle.LIT),
        Label("OK", style=LabelStyle.EXPECTED, icon=Icon.CHECK),
        Label(long=msg("label.menu"), style=LabelStyle.LONG_ONLY),
        Label(),
    )
    inner = card.inset(6 * layout.u)
    rows = 1 if card.w >= 9 * layout.sizes.name else 2  # on a narrow card two above two
    width, height = inner.w / len(shown) * rows, inner.h / rows
    tile = height * (0.74 if rows == 1 else 0.9)
    places = tuple(
        Rect(
            inner.x + n % (len(shown) // rows) * width + width * 0.05,
            inner.y + (n // (len(shown) // rows) + 1) * height - tile,
            width * 0.9,
            tile,
        )
        for n in range(len(shown))
    )
    label = min(width * 0.24, tile * 0.45)
    small = replace(layout, labels=places, u=layout.u * 0.7, sizes=layout.sizes._replace(label=label))
    labels.paint(canvas, small, Screen(GrammarView(""), shown))


_CARDS: tuple[tuple[str, Colour, _Picture], ...] = (
    ("empty", PAPER, _cell(CellState.EMPTY)),
    ("offer", PAPER, _cell(CellState.OFFER, 21)),
    ("best", PAPER, _cell(CellState.OFFER, 15, True)),
    ("chosen", PAPER, _cell(CellState.CHOSEN, 40)),
    ("filled", PAPER, _cell(CellState.FILLED, 25)),
    ("struck", PAPER, _row(Cell(CellState.STRUCK, 0))),
    ("extra", PAPER, _row(Cell(CellState.FILLED, 50, extra=50))),
    ("bonus", PAPER, _bonus),
    ("active", OAK2, _active),
    ("held", FELT, _held),
    ("unclear", FELT, _unclear),
    ("labels", OAK, _labels),
)
