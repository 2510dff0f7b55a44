"""What stands where on a sample's screen, before it is painted."""

from __future__ import annotations

from dataclasses import replace

from display import Window
from display.painters.canvas import Canvas
from display.samples import SAMPLES


def composed(window: Window, name: str, language: str = "de") -> Canvas:
    """The sample `name` as it is composed for a window."""
    return window.compose(replace(SAMPLES[name](), language=language))
