"""How good a camera picture is for reading dice: light, evenness, focus, corner markers. The doctor's limits."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from table.doctor import BRIGHTEST, BURNT_SHARE, DARKEST
from vision import TrayLayout
from vision.calibration import SOFTEST_EDGE_PX, edge_width_px
from vision.frame import Image
from vision.tray import find_markers


@dataclass(frozen=True)
class PictureQuality:
    """mean: grey, 0–255; burnt: share of white spots; evenness: darkest over brightest of nine parts, 0–1; edge_px: width
    of the steepest edges at 1280 px; markers of `wanted` are seen."""

    mean: float
    burnt: float
    evenness: float
    edge_px: float
    markers: int
    wanted: int

    @property
    def is_dark(self) -> bool:
        return self.mean < DARKEST

    @property
    def is_bright(self) -> bool:
        return self.mean > BRIGHTEST or self.burnt > BURNT_SHARE

    @property
    def is_soft(self) -> bool:
        return self.edge_px > SOFTEST_EDGE_PX


def measure(image: Image) -> PictureQuality:
    """Measure a BGR picture (H, W, 3) uint8."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    parts = [float(np.median(part)) for band in np.array_split(grey, 3) for part in np.array_split(band, 3, axis=1)]
    wanted = set(TrayLayout().marker_ids)
    return PictureQuality(
        float(grey.mean()),
        float((grey >= 254).mean()),
        min(parts) / max(1.0, *parts),
        edge_width_px(grey) * 1280 / grey.shape[1],
        len(wanted & set(find_markers(image))),
        len(wanted),
    )
