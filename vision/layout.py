"""The tray as it is built: its floor in millimetres and where the four corner markers are glued. Plain numbers, no cv2."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TrayLayout:
    """Measures of the dice tray, in millimetres.

    The floor's top left inner corner is (0, 0), x to the right, y down. Markers are ArUco 4x4_50, lying on the rim; their
    places are centres. The rim's top is above the floor, so a marker's place projected to the floor depends on the camera's
    height: trust the floor corners only after `knobeltisch calibrate`.
    """

    floor_mm: tuple[float, float] = (280.0, 210.0)
    rim_width_mm: float = 32.0
    rim_height_mm: float = 18.0
    marker_mm: float = 18.0
    marker_ids: tuple[int, int, int, int] = (0, 1, 2, 3)
    marker_places_mm: tuple[tuple[float, float], ...] = ((-16.0, -16.0), (296.0, -16.0), (296.0, 226.0), (-16.0, 226.0))
    die_mm: float = 16.0
