"""Münzknobeln: who said what at the left; at the right the felt with numbers, fists or the counted coins."""

from __future__ import annotations

import math

from display.layout import Layout, Rect
from display.painters import doubt, head, ranking, shapes
from display.painters.canvas import Canvas
from display.painters.drawing import Drawing
from display.theme import (
    AMBER,
    BLACK,
    BOLD,
    CAP,
    CREAM,
    FELT_LINE,
    FELT_MUTE,
    HEAVY,
    INK,
    IVORY,
    IVORY_SHADE,
    MEDIUM,
    MUTE,
    OAK2,
    OAK3,
    PAPER,
    RIM,
    Colour,
)
from display.views import (
    CoinNumber,
    CoinRow,
    CoinState,
    CoinsView,
    CountBoard,
    FistBoard,
    NumberBoard,
    PaysBoard,
    Text,
    msg,
)

_WORDS: dict[CoinState, Text] = {
    CoinState.WAITS: msg("coins.waits"),
    CoinState.TURN: msg("coins.turn"),
    CoinState.SAYS: msg("coins.says"),
    CoinState.COVERED: msg("coins.covered"),
    CoinState.VOID: msg("coins.void"),
    CoinState.HIT: msg("coins.hit"),
    CoinState.OUT: msg("coins.out"),
    CoinState.PAYS: msg("coins.pays"),
}

#: What a narrow row need not say: the figure, the paper, or the frame with its tick show it.
_SHOWN_BY_SHAPE = (CoinState.WAITS, CoinState.TURN, CoinState.SAYS, CoinState.OUT)


def paint(canvas: Canvas, layout: Layout, view: CoinsView) -> None:
    rows_area, board = _places(layout)
    below = head.header(canvas, layout, layout.head, view.header)
    size = layout.sizes.line if layout.grid != "wide" else layout.sizes.line * 0.95
    crowded = len(view.rows) > 8  # then the names need the height more than the line does
    below = head.headline(
        canvas, layout, layout.head, below, view.headline, size, 1 if crowded or not view.lines else 2
    )
    if view.lines:
        below = head.lines(canvas, layout, Rect(*layout.head[:3], 470 * layout.u), below, view.lines)
    top = below + (44 if layout.grid == "wide" else 34) * layout.u
    if layout.grid == "tall":
        top = max(top, rows_area.y)
    _rows(canvas, layout, Rect(rows_area.x, top, rows_area.w, rows_area.bottom - top), view.rows)
    shapes.felt(canvas, *board, layout.u)
    if isinstance(view.board, NumberBoard):
        _numbers(canvas, layout, board, view.board.numbers)
    elif isinstance(view.board, FistBoard):
        _fists(canvas, layout, board, view.board)
    elif isinstance(view.board, PaysBoard):
        ranking.mat(canvas, board.inset(24 * layout.u), view.board.payer, view.board.line, view.board.tally)
    else:
        _count(canvas, layout, board, view.board)


def _places(layout: Layout) -> tuple[Rect, Rect]:
    """Where the players stand and where the felt is."""
    head_, tray, block = layout.head, layout.tray, layout.block
    if layout.grid != "tall":
        return Rect(head_.x, head_.y, head_.w, tray.bottom - head_.y), block
    bottom = tray.bottom
    split = head_.y + (bottom - head_.y) * 0.5
    return (
        Rect(head_.x, head_.y + 120 * layout.height / 1280, head_.w, split - head_.y - 136 * layout.height / 1280),
        Rect(head_.x, split, head_.w, bottom - split),
    )


def _rows(canvas: Canvas, layout: Layout, area: Rect, rows: tuple[CoinRow, ...]) -> None:
    columns = 2 if len(rows) > (6 if layout.grid == "tall" else 8) else 1
    per = -(-len(rows) // columns)
    gap = layout.gap if per <= 7 else layout.gap * 0.5
    w = (area.w - gap * (columns - 1)) / columns
    h = min((area.h - gap * (per - 1)) / max(1, per), layout.sizes.name * 2.35)
    wanted = min(layout.sizes.name * 1.05, h * 0.62)
    beside = layout.sizes.points * 1.35 if any(row.number is not None for row in rows) else 0.0
    narrow = w < 14 * layout.sizes.name
    name_size = (
        canvas.common((row.name for row in rows), wanted, HEAVY, w - beside - 100 * layout.u) if narrow else wanted
    )
    for index, row in enumerate(rows):
        column, line = divmod(index, per)
        place = Rect(area.x + column * (w + gap), area.y + line * (h + gap), w, h)
        _row(canvas, layout, place, row, name_size, narrow)


def _row(canvas: Canvas, layout: Layout, place: Rect, row: CoinRow, name_size: float, narrow: bool) -> None:
    u, sizes = layout.u, layout.sizes
    active = row.state in (CoinState.TURN, CoinState.PAYS)
    out = row.state is CoinState.OUT
    inset = 0 if active else (10 if narrow else 24) * u
    card = Rect(place.x + inset, place.y, place.w - 2 * inset, place.h)
    radius = min(18 * u, place.h * 0.25)
    ink, quiet = (INK, INK) if active else (CREAM, MUTE)
    if active:
        canvas.tag = "active line"
        canvas.box(*card, PAPER, radius)
        canvas.tag = None
        shapes.triangle(canvas, card.x + (14 if narrow else 22) * u, card.cy, min(40 * u, place.h * 0.5), INK)
    elif out:
        canvas.frame(*card, OAK3, radius, max(2, 3 * u))
    else:
        canvas.box(*card, OAK2, radius)
    x, right = place.x + (58 if narrow else 76) * u, place.right - (32 if narrow else 60) * u
    size = min(sizes.points, place.h * 0.82)
    if row.number is not None and not out:
        figure = f"{row.number}?" if row.state is CoinState.TURN else str(row.number)
        if row.state is CoinState.HIT:
            used = size * 0.8
            radius = place.h * 0.44
            shapes.number_disc(canvas, right - radius + 20 * u, place.cy, radius, figure, AMBER, INK)
        else:
            used = size
            weight = BLACK if active else HEAVY
            canvas.middle(figure, right + (24 * u if active else 0), place.cy, used, weight, ink, "r")
        right -= size * 1.5
    if row.coins is not None:
        radius = min(place.h * 0.2, 20 * u) if layout.grid == "wide" else place.h * 0.2
        for index in range(row.coins):
            shapes.coin(canvas, right - radius - index * radius * 1.5, place.cy, radius)
        right -= radius * 6
    word = canvas.say(row.text or _WORDS[row.state])
    if narrow and row.text is None and row.state in _SHOWN_BY_SHAPE:
        word = ""
    word_size = min(sizes.small, place.h * 0.56)
    needed = min(canvas.width(row.name, name_size, HEAVY), (right - x) * 0.62)
    if out:
        tick = word_size * 0.66
        shapes.check(canvas, right - tick * 1.3, place.cy, tick, quiet)
        right -= tick * 1.3 + 10 * u
    weight = HEAVY if row.state in (CoinState.HIT, CoinState.PAYS, CoinState.OUT) else MEDIUM
    right -= canvas.middle(word, right, place.cy, word_size, weight, quiet, "r", right - x - needed - 16 * u) + 20 * u
    if out:
        width = canvas.middle(row.name, x, place.cy, name_size, MEDIUM, MUTE, room=right - x)
        canvas.stroke(x - 5 * u, place.cy, x + width + 5 * u, place.cy, max(2, 4 * u), MUTE)
    else:
        canvas.middle(row.name, x, place.cy, name_size, BLACK if active else HEAVY, ink, room=right - x)


def _numbers(canvas: Canvas, layout: Layout, board: Rect, numbers: tuple[CoinNumber, ...]) -> None:
    """A coin for every number: free, sunk with a name below, or chosen."""
    u = layout.u
    inner = board.inset(26 * u)
    count = len(numbers)
    columns = max(3 if count <= 10 else 5, math.ceil(math.sqrt(count * inner.w / inner.h * 1.2)))
    rows = -(-count // columns)
    step_x, step_y = inner.w / columns, inner.h / max(rows, 3)
    label = min(layout.sizes.tiny, step_y * 0.24)
    radius = float(round(min(step_x * 0.41, (step_y - label * 1.5) * 0.46)))
    top = inner.y + (inner.h - step_y * rows) / 2
    for index, number in enumerate(numbers):
        row, column = divmod(index, columns)
        cx = inner.x + (column + 0.5) * step_x
        cy = top + row * step_y + radius + (step_y - 2 * radius - label * 1.5) / 2
        _number(canvas, layout, cx, cy, radius, number, label, step_x)


def _number(
    canvas: Canvas, layout: Layout, cx: float, cy: float, radius: float, number: CoinNumber, label: float, room: float
) -> None:
    size = radius * 1.1
    figure = str(number.value)
    if number.taken_by is not None:
        side = 2 * radius
        canvas.draw("sunk", cx - radius, cy - radius, side, side, lambda d: d.disc(radius, radius, radius, RIM))
        dash = (max(3.0, radius * 0.22), max(2.0, radius * 0.14))
        canvas.dashed(cx - radius, cy - radius, side, side, FELT_LINE, radius, max(1.5, radius * 0.05), dash)
        canvas.middle(figure, cx, cy, size, MEDIUM, FELT_MUTE, "c", radius * 1.7)
        name = number.taken_by
        if canvas.width(name, label, BOLD) > room * 0.97:  # the list at the left has the whole name
            while len(name) > 3 and canvas.width(name.rstrip(" .") + ".", label, BOLD) > room * 0.97:
                name = name[:-1]
            name = name.rstrip(" .") + "."
        canvas.middle(name, cx, cy + radius + label * 0.85, label, BOLD, CREAM, "c", room * 0.97)
    elif number.chosen:
        side = round(2 * radius)
        ring = round(2.56 * radius)

        def circle(d: Drawing) -> None:
            d.circle(ring / 2, ring / 2, ring / 2, max(3, radius * 0.14), AMBER)
            d.disc(ring / 2, ring / 2, side / 2, PAPER)

        canvas.tag = "chosen number"
        canvas.draw("chosen coin", cx - ring / 2, cy - ring / 2, ring, ring, circle)
        canvas.tag = None
        canvas.middle(figure, cx, cy, size, BLACK, INK, "c", radius * 1.7)
        word = canvas.say(msg("coins.this_one"))
        if canvas.width(word, label, HEAVY) + 1.44 * label <= room * 1.05:
            shapes.pill(canvas, cx, cy + ring / 2 + label * 0.75, word, label)
    else:
        shapes.coin(canvas, cx, cy, radius)
        canvas.middle(figure, cx, cy, size, BLACK, INK, "c", radius * 1.6)


def _fists(canvas: Canvas, layout: Layout, board: Rect, fists: FistBoard) -> None:
    """A fist for every player: shown ones are ivory, the others only an outline."""
    inner = board.inset(40 * layout.u)
    word_h = layout.sizes.mid * 2 if fists.word is not None else 0
    columns = min(fists.players, 4 if fists.players > 6 else 3)
    rows = -(-fists.players // columns)
    step_x, step_y = inner.w / columns, (inner.h - word_h) / rows
    side = round(min(step_x, step_y) * 0.72)
    for index in range(fists.players):
        row, column = divmod(index, columns)
        in_row = min(columns, fists.players - row * columns)
        cx = inner.cx + (column - (in_row - 1) / 2) * step_x
        cy = inner.y + (row + 0.5) * step_y
        body, line = (IVORY, IVORY_SHADE) if index < fists.closed else (RIM, FELT_LINE)
        canvas.draw(
            ("fist", body),
            cx - side / 2,
            cy - side / 2,
            side,
            side,
            lambda d, b=body, ln=line: _fist(d, side, b, ln),  # type: ignore[misc]
        )
    if fists.word is not None:
        shapes.pill(
            canvas, inner.cx, inner.bottom - word_h * 0.4, canvas.say(fists.word), layout.sizes.mid * 0.9, room=inner.w
        )


def _fist(d: Drawing, side: float, body: Colour, line: Colour) -> None:
    """A closed hand from the front: the wrist below, four knuckles in a row with the fingers rolled in, the thumb across them."""
    edge = max(1.5, side * 0.022)

    def part(x: float, y: float, w: float, h: float, radius: float) -> None:
        d.box(side * x, side * y, side * w, side * h, side * radius, line)
        inner = side * w - 2 * edge, side * h - 2 * edge
        d.box(side * x + edge, side * y + edge, *inner, max(1.0, side * radius - edge), body)

    part(0.27, 0.62, 0.5, 0.38, 0.07)  # the wrist
    part(0.06, 0.2, 0.88, 0.62, 0.2)  # the back of the hand
    for finger, rise in enumerate((0.13, 0.08, 0.09, 0.15)):
        part(0.06 + finger * 0.22, rise, 0.22, 0.5 - rise, 0.1)
    part(0.03, 0.46, 0.66, 0.22, 0.11)  # the thumb


def _count(canvas: Canvas, layout: Layout, board: Rect, counted: CountBoard) -> None:
    """How many coins lie there: the figure, and the camera's picture or a coin for each."""
    u, sizes = layout.u, layout.sizes
    inner = board.inset(28 * u)
    foot = sizes.mid * 2.1 if counted.word is not None else 0.0
    figure_h = inner.h * 0.34
    size = min(sizes.word, figure_h * 1.05)
    said = "–" if counted.count is None else str(counted.count)
    canvas.tag = "count"
    canvas.middle(said, inner.cx, inner.y + figure_h / 2, size, BLACK, AMBER, "c")
    canvas.tag = None
    rest = Rect(inner.x, inner.y + figure_h, inner.w, inner.h - figure_h - foot)
    if counted.picture is not None:
        doubt.framed(canvas, layout, rest, counted.picture, counted.marks)
    elif counted.count:
        _heap(canvas, rest, counted.count)
    if counted.word is not None:
        shapes.pill(
            canvas, inner.cx, inner.bottom - foot * 0.4, canvas.say(counted.word), sizes.mid * 0.9, room=inner.w
        )


def _heap(canvas: Canvas, area: Rect, count: int) -> None:
    columns = max(1, math.ceil(math.sqrt(count * area.w / area.h)))
    rows = -(-count // columns)
    step = min(area.w / columns, area.h / rows)
    radius = min(step * 0.44, CAP * 90)
    for index in range(count):
        row, column = divmod(index, columns)
        in_row = min(columns, count - row * columns)
        cx = area.cx + (column - (in_row - 1) / 2) * step
        shapes.coin(canvas, cx, area.cy + (row - (rows - 1) / 2) * step, radius)
