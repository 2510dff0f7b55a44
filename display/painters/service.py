"""The service menu's own screens: the camera's live picture, and the test of buttons and lamps."""

from __future__ import annotations

import itertools

from display.layout import Layout, Rect
from display.painters import doubt, head, shapes
from display.painters.canvas import Canvas
from display.theme import (
    AMBER,
    BLACK,
    BOLD,
    CAP,
    CREAM,
    FELT,
    GOOD,
    GREY_ON_OAK,
    INK,
    MEDIUM,
    MUTE,
    OAK,
    OAK2,
    PAPER,
    RULE,
)
from display.views import Icon, ServiceButtonsView, ServiceCameraView, Text, msg

#: What stands on each button: its number, a sign, or OK.
_FACES: tuple[str | Icon, ...] = ("1", "2", "3", "4", "5", Icon.UP, Icon.DOWN, "OK", Icon.BACK)


def paint_camera(canvas: Canvas, layout: Layout, view: ServiceCameraView) -> None:
    """The picture with the tray's outline and what is read; measured values on paper."""
    layout = layout.with_head(640 if layout.grid == "tall" else 0).without_tray()
    area, u, sizes = layout.head, layout.u, layout.sizes
    below = head.headline(canvas, layout, area, area.y - sizes.line * 0.2, view.title, rows=1)
    place = Rect(area.x, below + 24 * u, area.w, area.bottom - below - 24 * u)
    canvas.box(*place, OAK2, 22 * u)
    inner = place.inset(12 * u)
    if view.picture is not None:
        doubt.framed(canvas, layout, inner, view.picture, view.marks, view.outline)
    else:
        canvas.middle(canvas.say(msg("photo.none")), inner.cx, inner.cy, sizes.mid, BOLD, CREAM, "c", inner.w * 0.9)
    if view.findings:
        _findings(canvas, layout, layout.block, view.findings)
    else:
        values(canvas, layout, layout.block, view.rows, view.lines)


def values(
    canvas: Canvas, layout: Layout, paper: Rect, rows: tuple[tuple[Text, Text], ...], lines: tuple[Text, ...]
) -> None:
    """Labels and values on paper, a few lines below them."""
    u, sizes = layout.u, layout.sizes
    canvas.box(*paper, PAPER, 22 * u)
    inner = paper.inset(30 * u, 16 * u)
    foot = sum(len(canvas.wrapped(canvas.say(text), sizes.small, MEDIUM, inner.w)) for text in lines)
    low = inner.bottom - foot * sizes.small * 1.35
    h = min((low - inner.y) / max(1, len(rows)), sizes.name * 2.2)
    size = float(
        canvas.common((canvas.say(value) for _, value in rows), min(sizes.name, h * 0.6), BLACK, inner.w * 0.55)
    )
    for index, (label, value) in enumerate(rows):
        cy = inner.y + (index + 0.5) * h
        width = canvas.middle(canvas.say(value), inner.right, cy, size, BLACK, INK, "r")
        canvas.middle(canvas.say(label), inner.x, cy, size, BOLD, INK, room=inner.w - width - 20 * u)
        if index + 1 < len(rows):
            canvas.fill(inner.x, inner.y + (index + 1) * h - u, inner.w, max(1, 2 * u), RULE)
    y = low + sizes.small
    for text in lines:
        for row in canvas.wrapped(canvas.say(text), sizes.small, MEDIUM, inner.w):
            canvas.text(row, inner.x, y, sizes.small, MEDIUM, INK, room=inner.w)
            y += sizes.small * 1.35


def _findings(canvas: Canvas, layout: Layout, paper: Rect, findings: tuple[tuple[bool, Text], ...]) -> None:
    """Sentences on paper, a tick before what is as it should be, an exclamation mark before what is not."""
    u, sizes = layout.u, layout.sizes
    canvas.box(*paper, PAPER, 22 * u)
    inner = paper.inset(30 * u, 24 * u)
    said = [(fits, canvas.say(text)) for fits, text in findings]
    size, lead = sizes.lead, sizes.lead * 1.5
    while size > sizes.tiny * 0.8:
        rows = [(fits, canvas.wrapped(text, size, MEDIUM, inner.w - lead)) for fits, text in said]
        if sum(len(lines) * 1.3 + 0.5 for _, lines in rows) * size <= inner.h:
            break
        size -= 1
    y = inner.y + size * CAP * 1.2
    for fits, lines in rows:
        if fits:
            shapes.check(canvas, inner.x, y - size * CAP / 2, size * 0.66, GOOD)
        else:
            canvas.text("!", inner.x + size * 0.44, y, size * 1.15, BLACK, INK, "c")
        for line in lines:
            canvas.text(line, inner.x + lead, y, size, MEDIUM if fits else BOLD, INK, room=inner.w - lead)
            y += size * 1.3
        y += size * 0.5


def paint_buttons(canvas: Canvas, layout: Layout, view: ServiceButtonsView) -> None:
    """Nine buttons as they are on the panel: lit ones are amber, a pressed one is paper; presses are counted."""
    area, u, sizes = layout.head, layout.u, layout.sizes
    below = head.headline(canvas, layout, area, area.y - sizes.line * 0.2, view.title, rows=1)
    below = head.lines(canvas, layout, Rect(area.x, area.y, layout.block.right - area.x, area.h), below, view.lines)
    bottom = layout.tray.bottom
    rows = (tuple(range(5)), tuple(range(5, 9))) if layout.grid == "tall" else (tuple(range(9)),)
    band = (bottom - below - 40 * u) / len(rows)
    for line, indices in enumerate(rows):
        cy = below + 40 * u + (line + 0.45) * band
        pitch = min(layout.labels[b].cx - layout.labels[a].cx for a, b in itertools.pairwise(indices))
        radius = min(pitch * 0.4, band * 0.36)
        for index in indices:
            _button(canvas, layout, layout.labels[index].cx, cy, radius, view, index)


def _button(
    canvas: Canvas, layout: Layout, cx: float, cy: float, radius: float, view: ServiceButtonsView, index: int
) -> None:
    pressed, lit = view.pressed[index], view.lit[index]
    body, ink = (PAPER, INK) if pressed else (FELT, CREAM)
    ring = AMBER if lit else GREY_ON_OAK
    side = round(2 * radius)
    edge = max(3, radius * 0.14)
    canvas.draw(
        ("button", body, ring),
        cx - side / 2,
        cy - side / 2,
        side,
        side,
        lambda d: (
            d.disc(side / 2, side / 2, side / 2, ring)
            .disc(side / 2, side / 2, side / 2 - edge, OAK)
            .disc(side / 2, side / 2, side / 2 - 1.6 * edge, body)
        ),
    )
    size = radius * 0.8
    face = _FACES[index]
    if isinstance(face, Icon):
        shapes.icon(canvas, face, cx - size * 0.42, cy, size * 0.8, ink)
    else:
        canvas.middle(face, cx, cy, size, BLACK, ink, "c", radius * 1.4)
    if view.counts:
        said = f"{view.counts[index]}×"
        canvas.middle(said, cx, cy + radius + layout.sizes.name * 0.9, layout.sizes.name, BOLD, MUTE, "c", radius * 2)
