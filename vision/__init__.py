"""The eye: an image in, a `Reading` out. numpy and OpenCV only; knows no game. cv2 is loaded when a reader is first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vision.frame import Frame, Image
from vision.layout import TrayLayout
from vision.reading import (
    CameraFault,
    Coin,
    Die,
    Doubt,
    DoubtKind,
    Empty,
    HandIn,
    Moving,
    Reading,
    Settled,
    TrayEvent,
)

if TYPE_CHECKING:
    from vision.coins import CoinReader
    from vision.reader import DiceReader
    from vision.watcher import TrayWatcher

_LAZY = {"DiceReader": "vision.reader", "CoinReader": "vision.coins", "TrayWatcher": "vision.watcher"}

__all__ = [
    "CameraFault",
    "Coin",
    "CoinReader",
    "DiceReader",
    "Die",
    "Doubt",
    "DoubtKind",
    "Empty",
    "Frame",
    "HandIn",
    "Image",
    "Moving",
    "Reading",
    "Settled",
    "TrayEvent",
    "TrayLayout",
    "TrayWatcher",
]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        import importlib

        return getattr(importlib.import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'vision' has no attribute {name!r}")
