"""The face: paints plain views with pygame, plays sounds, yields key events. Knows no rules and no other room.

`display.views` holds what scenes build; `Window` shows a `views.Screen`. pygame is loaded with the first window.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from display import views
from display.views import Message, Screen, msg

if TYPE_CHECKING:
    from display.opening import NoDisplay, has_display
    from display.sounds import Sounds
    from display.window import Window
    from display.words import Words

_LAZY = {
    "NoDisplay": "display.opening",
    "has_display": "display.opening",
    "Window": "display.window",
    "Words": "display.words",
    "Sounds": "display.sounds",
}

__all__ = ["Message", "NoDisplay", "Screen", "Sounds", "Window", "Words", "has_display", "msg", "views"]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        import importlib

        return getattr(importlib.import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'display' has no attribute {name!r}")
