"""The learned witness on one die: a small network that looks at a patch around a suspected top face, once or twice.

The first look, from the place the search network names, tells how far the patch is from lying true on the face; if that is far, a
second look starts from there. The last one counts.
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

#: Side of the patch in px, and of the face in it, as the network was trained.
PATCH_PX, FACE_PX = 48, 26
#: The network tells sizes from half to twice the one it was shown.
MOST_LOG2 = 1.0
#: A face of which something is in doubt is looked at from so far aside (sides) and with these shares of its size, in all four quarter turns.
AROUND = ((0.0, 1.0), (0.06, 1.06), (-0.06, 0.95))


@dataclass(frozen=True)
class Face:
    """A top face as the network sees it: centre and side in picture px, angle in radians (modulo a quarter turn), the probability
    that it is one, that no value may be said of it, of the six values, and by how many
    sides the top lies aside of the base (x, y in the picture), as the visible sides of the die show."""

    center: tuple[float, float]
    side: float
    angle: float
    presence: float
    unreadable: float
    odds: tuple[float, ...]
    aside: tuple[float, float]

    @property
    def value(self) -> int:
        """The most likely value 1-6."""
        return 1 + int(np.argmax(self.odds))


class FaceNetwork:
    """The network, loaded once. Not thread-safe: one per thread. path: another file than the package's own.

    Raises NoNetwork if the file is missing.
    """

    def __init__(self, path: str | None = None) -> None:
        self._net: Any = load_network("faces.onnx", path, small=True)

    def look(self, picture: Image, center: tuple[float, float], side: float, angle: float) -> Face:
        """One look at the face suspected at `center` (px of a BGR picture) with `side` px, turned by `angle` radians."""
        return _face(self._answer(picture, center, side, angle), center, side, angle)

    def look_around(self, picture: Image, center: tuple[float, float], side: float, angle: float) -> Face:
        """The mean of several looks at the face suspected there: turned by quarters, from a little aside, from nearer and farther. What one look takes
        for a value or a lean by chance the others do not."""
        x, y = center
        places = [
            ((x + side * off, y - side * off), side * size, angle + quarter * math.pi / 2)
            for off, size in AROUND
            for quarter in range(4)
        ]
        answers = np.array([self._answer(picture, *place) for place in places])
        seen = [_face(answer, *place) for answer, place in zip(answers, places, strict=True)]
        odds = np.exp(np.mean([np.log(np.maximum(other.odds, 1e-6)) for other in seen], axis=0))
        mean_x, mean_y, aside_x, aside_y = np.mean([(*other.center, *other.aside) for other in seen], axis=0)
        turn = np.angle(np.mean([np.exp(4j * other.angle) for other in seen])) / 4
        return Face(
            center=(float(mean_x), float(mean_y)),
            side=float(np.exp(np.mean([math.log(other.side) for other in seen]))),
            angle=float(turn),
            presence=_probability(float(answers[:, 0].mean())),
            unreadable=_probability(float(answers[:, 1].mean())),
            odds=tuple(float(p) for p in odds / odds.sum()),
            aside=(float(aside_x), float(aside_y)),
        )

    def _answer(
        self, picture: Image, center: tuple[float, float], side: float, angle: float
    ) -> npt.NDArray[np.float64]:
        """The network's raw answer (15,) on a face suspected there."""
        patch = cut_patch(picture, to_patch(center, side, angle, FACE_PX, PATCH_PX), PATCH_PX)
        self._net.setInput(cv2.dnn.blobFromImage(patch, 1 / 255.0))
        answer: npt.NDArray[np.float64] = self._net.forward()[0].astype(float)
        return answer


def _face(answer: npt.NDArray[np.float64], center: tuple[float, float], side: float, angle: float) -> Face:
    """What the network's answer says of a face it was shown at `center` px with `side` px, turned by `angle` radians."""
    odds = np.exp(answer[2:8] - answer[2:8].max())
    odds /= odds.sum()
    dx, dy = _turned(math.cos(angle) * side, math.sin(angle) * side, float(answer[8]), float(answer[9]))
    return Face(
        center=(center[0] + dx, center[1] + dy),
        side=side * 2.0 ** max(-MOST_LOG2, min(MOST_LOG2, float(answer[10]))),
        angle=angle + math.atan2(answer[12], answer[11]) / 4,
        presence=_probability(answer[0]),
        unreadable=_probability(answer[1]),
        odds=tuple(odds.tolist()),
        aside=_turned(math.cos(angle), math.sin(angle), *map(float, answer[13:15])),
    )


def _turned(c: float, s: float, x: float, y: float) -> tuple[float, float]:
    return c * x - s * y, s * x + c * y


def _probability(logit: float) -> float:
    return float(1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, logit)))))
