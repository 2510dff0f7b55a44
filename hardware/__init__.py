"""What can be touched: buttons and lamps, cameras, the watchdog. Every part has a real, a simulated and a scripted one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardware.buttons import HOLDS, PANEL_BUTTONS, Button, Edge, Lamps, Light, Press
from hardware.camera import Camera, RecordingCamera, UsbCamera
from hardware.errors import BadPanel, BadRecording, CameraGone, HardwareError, PanelGone, RecordingEnded
from hardware.gestures import LONG_PRESS_S, Gestures
from hardware.gpio import DEFAULT_PINS, GpioPanel, Pins, check_pins
from hardware.panel import KeyboardPanel, Panel, ScriptPanel
from hardware.picamera import PiCamera
from hardware.watchdog import Watchdog

if TYPE_CHECKING:
    from hardware.simulated_camera import SimulatedCamera
    from hardware.simulated_tray import SimulatedTray

_LAZY = {"SimulatedCamera": "hardware.simulated_camera", "SimulatedTray": "hardware.simulated_tray"}

__all__ = [
    "DEFAULT_PINS",
    "HOLDS",
    "LONG_PRESS_S",
    "PANEL_BUTTONS",
    "BadPanel",
    "BadRecording",
    "Button",
    "Camera",
    "CameraGone",
    "Edge",
    "Gestures",
    "GpioPanel",
    "HardwareError",
    "KeyboardPanel",
    "Lamps",
    "Light",
    "Panel",
    "PanelGone",
    "PiCamera",
    "Pins",
    "Press",
    "RecordingCamera",
    "RecordingEnded",
    "ScriptPanel",
    "SimulatedCamera",
    "SimulatedTray",
    "UsbCamera",
    "Watchdog",
    "check_pins",
]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        import importlib

        return getattr(importlib.import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'hardware' has no attribute {name!r}")
