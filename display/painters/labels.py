"""The nine labels above the buttons: word and lamp bar, so that what is lit on the panel reads on the screen."""

from __future__ import annotations

from display.layout import Layout, Rect
from display.painters import shapes
from display.painters.canvas import Canvas
from display.theme import (
    AMBER,
    AMBER_DIM,
    BOLD,
    CAP,
    CREAM,
    GREY_ON_OAK,
    INK,
    MEDIUM,
    OAK,
    OAK2,
    OAK3,
    PAPER,
    PAPER2,
    WIDE,
    Colour,
)
from display.views import Icon, Label, LabelStyle, Screen

#: Two lines of a label may take this part of its height; the ring of a long press with the gap after it, in capitals.
FILLED, RING = 0.72, 1.2
#: Beside the words of a tile stay so many units together, and to make room for one word the others of its group shrink to this.
MARGIN, LEAST = 14, 0.84
HOLDS = 5
#: The second line is at most so large as part of the first, or one would no longer see which is which.
SECOND = 0.9
_TILE: dict[LabelStyle, tuple[Colour, Colour, Colour]] = {
    LabelStyle.LIT: (OAK2, OAK3, CREAM),
    LabelStyle.ACTIVE: (AMBER, AMBER_DIM, INK),
    LabelStyle.EXPECTED: (PAPER, PAPER2, INK),
}


def paint(canvas: Canvas, layout: Layout, screen: Screen) -> None:
    """All nine; a press on its way to long shows its filling ring instead of the words."""
    holds, count = min(HOLDS, len(screen.labels)), len(screen.labels)
    sizes = [_common(canvas, layout, screen, group) for group in (range(holds), range(holds, count))]
    for index, (rect, label) in enumerate(zip(layout.labels, screen.labels, strict=True)):
        canvas.tag = None
        size = sizes[index >= HOLDS]
        progress = screen.ring[1] if screen.ring is not None and screen.ring[0] == index else None
        pressed = index in screen.pressed
        key = ("label", rect, label, pressed, progress, size)
        canvas.kept(key, lambda: _label(canvas, layout, rect, label, size, pressed, progress))  # noqa: B023


def _common(canvas: Canvas, layout: Layout, screen: Screen, group: range) -> float:
    """The size (px em) at which the words of a group of buttons fit, so that they are equally large; a word that would make
    the others much smaller is not waited for."""
    wanted, _ = type_sizes(layout)
    common = wanted
    for index in group:
        label, face = screen.labels[index], layout.labels[index]
        word = label.short if label.short is not None else label.long
        if word is None or label.style is LabelStyle.DARK:
            continue
        room = face.w if label.style is LabelStyle.LONG_ONLY else face.w - MARGIN * layout.u
        ring = label.short is None
        said = canvas.say(word)
        lead = CAP * wanted * RING if ring else shapes.icon_width(label.icon, CAP * wanted) if label.icon else 0.0
        full = lead + canvas.width(said, wanted, BOLD)
        if full * LEAST > room and label.icon in (Icon.CHECK, Icon.BACK) and not ring:
            full = canvas.width(said, wanted, BOLD)
        if full * LEAST <= room:
            common = min(common, float(int(wanted * room / full)))  # type is set in whole px
        else:
            common = min(common, wanted * LEAST)
    return common


def _label(
    canvas: Canvas, layout: Layout, rect: Rect, label: Label, size: float, pressed: bool, progress: float | None
) -> None:
    u = layout.u
    bar = max(4, round(12 * u))
    face = Rect(rect.x, rect.y, rect.w, rect.h - bar)
    if label.style is LabelStyle.DARK:
        w, h = 32 * u, max(6, 13 * u)
        canvas.frame(rect.cx - w / 2, rect.bottom - bar - h - 2 * u, w, h, GREY_ON_OAK, h / 2, max(1, 2.5 * u))
        return
    if label.style is LabelStyle.LONG_ONLY:
        canvas.fill(rect.cx - rect.w * 0.22, rect.bottom - bar * 0.6, rect.w * 0.44, bar * 0.6, AMBER_DIM)
        ink = CREAM
    else:
        up, down, ink = _TILE[label.style]
        tile = down if pressed else up
        canvas.box(rect.x, rect.y, rect.w, rect.h - bar, tile, 18 * u, "12")
        canvas.fill(rect.x, rect.bottom - bar, rect.w, bar, AMBER)
        if label.style is LabelStyle.ACTIVE:
            canvas.fill(rect.x + 10 * u, rect.bottom - max(4, 12 * u), rect.w - 20 * u, max(2, 4 * u), INK)
    if progress is not None and label.long is not None:
        _filling(canvas, layout, face, label, progress, ink)
        return
    _words(canvas, layout, face, label, size, ink)


def _words(canvas: Canvas, layout: Layout, face: Rect, label: Label, size: float, ink: Colour) -> None:
    room = face.w - MARGIN * layout.u
    second = type_sizes(layout)[1]
    if label.style is LabelStyle.LONG_ONLY:  # without a tile it may reach further
        if label.long is not None:
            _line(canvas, face, face.cy, canvas.say(label.long), size, BOLD, ink, face.w, ring=True)
        return
    if label.long is None or label.short is None:
        word = label.short if label.short is not None else label.long
        if word is not None:
            _line(canvas, face, face.cy, canvas.say(word), size, BOLD, ink, room, label, ring=label.short is None)
        return
    crowded = min(1.0, face.h * FILLED / (CAP * (size + second)))
    size, second = size * crowded, second * crowded
    gap = (face.h - CAP * (size + second)) / 3
    gap = min(gap, 0.8 * second)
    top = face.cy - (CAP * (size + second) + gap) / 2
    _line(canvas, face, top + CAP * size / 2, canvas.say(label.short), size, BOLD, ink, room, label)
    low = top + CAP * size + gap + CAP * second / 2
    _line(canvas, face, low, canvas.say(label.long), second, MEDIUM, ink, second_room(layout, face.w), ring=True)


def type_sizes(layout: Layout) -> tuple[float, float]:
    """Wanted sizes (px em) of a label's word and of its second line. On a smaller panel of the wide grid they grow more than the
    rest, for a label has room that the sheet has not."""
    grown = layout.grid == "wide" and layout.sizes.label > 1.04 * WIDE.label * layout.u
    word = layout.sizes.label * (1.12 if grown else 1.0)
    return word, SECOND * word if grown else layout.sizes.tiny


def second_room(layout: Layout, width: float) -> float:
    """Room (px) for the second line of a tile, ring and all: nearly the whole width, for it is the smallest there is."""
    return width - 8 * layout.u


def second_width(canvas: Canvas, word: str, size: float) -> float:
    """What a second line takes (px) at this size."""
    return RING * CAP * size + canvas.width(word, size, MEDIUM)


def _line(
    canvas: Canvas,
    face: Rect,
    cy: float,
    word: str,
    size: float,
    weight: str,
    ink: Colour,
    room: float,
    label: Label | None = None,
    ring: bool = False,
) -> None:
    """A word in the middle of the label, with its sign or the ring of a long press in front."""
    cap = CAP * size
    kind = label.icon if label is not None else None
    if kind in (Icon.CHECK, Icon.BACK):
        full = shapes.icon_width(kind, cap) + canvas.width(word, size, weight)
        kind = kind if full * 0.97 <= room else None  # where room is short the word says it alone
    lead = cap * RING if ring else shapes.icon_width(kind, cap) if kind is not None else 0.0
    word, used = canvas.fitted(word, size, weight, room - lead)
    x = face.cx - (lead + canvas.width(word, used, weight)) / 2
    if ring:
        shapes.long_ring(canvas, x, cy, cap * 0.92, ink)
    elif kind is not None:
        shapes.icon(canvas, kind, x, cy, cap, ink)
    canvas.middle(word, x + lead, cy, used, weight, ink)


def _filling(canvas: Canvas, layout: Layout, face: Rect, label: Label, progress: float, ink: Colour) -> None:
    """The ring of a press on its way to long, above what it will do."""
    second = layout.sizes.tiny
    size = round(min(face.h * 0.56, face.w * 0.5))
    steps = round(max(0.0, min(1.0, progress)) * 48)
    amber = ink if ink == INK else AMBER
    back = OAK if ink != INK else PAPER2 if label.style is LabelStyle.EXPECTED else AMBER_DIM
    thick = size * 0.17
    canvas.draw(
        ("filling", steps, amber, back),
        face.cx - size / 2,
        face.y + face.h * 0.06,
        size,
        size,
        lambda d: d.circle(size / 2, size / 2, size / 2, thick, back).arc(
            size / 2, size / 2, size / 2, thick, steps / 48, amber
        ),
    )
    low = face.bottom - CAP * second / 2 - face.h * 0.08
    canvas.middle(canvas.say(label.long or ""), face.cx, low, second, BOLD, ink, "c", face.w - 20 * layout.u)
