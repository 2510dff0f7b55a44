"""The face: paints plain views with pygame, plays sounds, yields key events. Knows no rules and no other room.

`display.views` holds what scenes build; `Window` shows a `views.Screen`. Everything is loaded when it is first asked for, so
that the splash does not wait for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from display import views
    from display.opening import NoDisplay, has_display
    from display.sounds import Sounds
    from display.views import Message, Screen, msg
    from display.window import Window
    from display.words import Words

_LAZY = {
    "Message": "display.views",
    "Screen": "display.views",
    "msg": "display.views",
    "NoDisplay": "display.opening",
    "has_display": "display.opening",
    "Window": "display.window",
    "Words": "display.words",
    "Sounds": "display.sounds",
}

__all__ = ["Message", "NoDisplay", "Screen", "Sounds", "Window", "Words", "has_display", "msg", "views"]


def __getattr__(name: str) -> Any:
    import importlib

    if name == "views":
        return importlib.import_module("display.views")
    if name in _LAZY:
        return getattr(importlib.import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'display' has no attribute {name!r}")
