"""One line about a fault that does not stop the game, over the top of whatever is shown."""

from __future__ import annotations

from display.layout import Layout
from display.painters.canvas import Canvas
from display.theme import BOLD, CORAL, INK
from display.views import Text


def height(layout: Layout) -> float:
    """How far down the notice reaches, with a gap below it, px."""
    return layout.sizes.tiny * 1.3 + layout.gap


def paint(canvas: Canvas, layout: Layout, text: Text) -> None:
    size = layout.sizes.tiny
    high = size * 1.3
    wide = min(layout.width * 0.96, canvas.width(canvas.say(text), size, BOLD) + size * 3.4)
    left = layout.head.x
    canvas.box(left, 0, wide, high, CORAL, high * 0.35, "34")
    canvas.middle("!", left + size * 0.9, high / 2, size * 1.1, BOLD, INK, "c")
    canvas.middle(canvas.say(text), left + size * 1.7, high / 2, size, BOLD, INK, room=wide - size * 2.4)
