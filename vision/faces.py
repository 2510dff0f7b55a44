"""The learned witness on one die: two small networks that look at a patch around a suspected top face, one after the other.

The first sees the face with what lies around it: whether it is a die at all, whether it leans, lies on another or is covered, and how
far the patch is from lying true on the face. The second starts from there, sees the face alone, finely, and tells its value.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Image
from vision.network import load_network
from vision.patches import cut_patch, to_patch
from vision.slant import Slant


@dataclass(frozen=True)
class View:
    """How a network was trained to see a face: its file, side of the patch in px, and of the face in it; slanted: whether it is told how the
    camera looks down on a flat die there."""

    file: str
    patch_px: int
    face_px: float
    slanted: bool


CLOSE = View("faces.onnx", 48, 26, slanted=False)
WIDE = View("around.onnx", 64, 21, slanted=True)
#: The network tells sizes from half to twice the one it was shown.
MOST_LOG2 = 1.0


@dataclass(frozen=True)
class Face:
    """A top face as the network sees it: centre and side in picture px, angle in radians (modulo a quarter turn), the probability
    that it is one, that no value may be said of it, and of the six values."""

    center: tuple[float, float]
    side: float
    angle: float
    presence: float
    unreadable: float
    odds: tuple[float, ...]

    @property
    def value(self) -> int:
        """The most likely value 1-6."""
        return 1 + int(np.argmax(self.odds))


class FaceNetwork:
    """One of the networks, loaded once. Not thread-safe: one per thread. path: another file than the package's own.

    Raises NoNetwork if the file is missing.
    """

    def __init__(self, view: View, path: str | None = None) -> None:
        self._view = view
        self._net: Any = load_network(view.file, path, small=True)

    def look(
        self, picture: Image, center: tuple[float, float], side: float, angle: float, slant: Slant | None = None
    ) -> Face:
        """One look at the face suspected at `center` (px of a BGR picture) with `side` px, turned by `angle` radians; slant: how the camera
        looks down on the floor, if that is known."""
        size = self._view.patch_px
        patch = cut_patch(picture, to_patch(center, side, angle, self._view.face_px, size), size)
        seen = cv2.dnn.blobFromImage(patch, 1 / 255.0)
        if self._view.slanted:
            seen = np.concatenate([seen, _planes(center, side, angle, slant, size)], axis=1)
        self._net.setInput(seen)
        answer = self._net.forward()[0].astype(float)
        odds = np.exp(answer[2:8] - answer[2:8].max())
        odds /= odds.sum()
        c, s = math.cos(angle) * side, math.sin(angle) * side
        dx, dy = float(answer[8]), float(answer[9])
        return Face(
            center=(center[0] + c * dx - s * dy, center[1] + s * dx + c * dy),
            side=side * 2.0 ** float(np.clip(answer[10], -MOST_LOG2, MOST_LOG2)),
            angle=angle + math.atan2(answer[12], answer[11]) / 4,
            presence=_probability(answer[0]),
            unreadable=_probability(answer[1]),
            odds=tuple(float(p) for p in odds),
        )


def _planes(
    center: tuple[float, float], side: float, angle: float, slant: Slant | None, size: int
) -> npt.NDArray[np.float32]:
    """(1, 3, size, size): by how many sides a flat die's top lies aside of its base, along the patch's axes, and 1; zeros if not known."""
    planes = np.zeros((1, 3, size, size), np.float32)
    if slant is not None:
        dx, dy = slant.shift(center, side)
        c, s = math.cos(angle), math.sin(angle)
        planes[0] = np.array((c * dx + s * dy, c * dy - s * dx, 1.0), np.float32)[:, None, None]
    return planes


def _probability(logit: float) -> float:
    return float(1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, logit)))))
