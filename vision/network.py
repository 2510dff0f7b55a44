"""The learned witness: runs the small network over a part of the picture and decodes its maps into sightings of dice."""

from __future__ import annotations

import math
from dataclasses import dataclass
from importlib import resources
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import VisionError
from vision.frame import Image
from vision.reduce import reduced

#: Size in px of a die's side at which the network reads best; it tells dice from 10 to 38 px.
BEST_SIDE_PX = 21.0
#: One cell of the output covers this many px of the input.
STRIDE = 4
#: A centre below this is not even a suspicion.
SUSPICION = 0.12

Map = npt.NDArray[np.float32]


class NoNetwork(VisionError, FileNotFoundError):
    """The network's file is not where the package keeps it."""


@dataclass(frozen=True)
class Sighting:
    """A die as the network sees it: centre and side in picture px, angle of the face in radians (modulo a quarter turn),
    presence 0-1, and for the six values and "no value may be said" (index 6) the probability."""

    center: tuple[float, float]
    side: float
    angle: float
    presence: float
    odds: tuple[float, ...]
    turn_sure: float

    @property
    def value(self) -> int:
        """The most likely value 1-6."""
        return 1 + int(np.argmax(self.odds[:6]))


@dataclass(frozen=True)
class Look:
    """What the network says about one region: its sightings, the surest first."""

    sightings: tuple[Sighting, ...]


def load_network(name: str, path: str | None = None, *, small: bool = False) -> Any:
    """A network of the package by its file's name, or the one at `path`. `small`: it looks at patches, for which OpenCV 5's older engine is
    the quicker (by a third; the newer one is for whole pictures). Raises NoNetwork if the file is missing."""
    engine = (cv2.dnn.ENGINE_CLASSIC,) if small and hasattr(cv2.dnn, "ENGINE_CLASSIC") else ()
    if path is None:
        file = resources.files("vision").joinpath("weights", name)
        if not file.is_file():
            raise NoNetwork(f"vision/weights/{name} is missing: install the package again")
        return cv2.dnn.readNetFromONNX(np.frombuffer(file.read_bytes(), np.uint8), *engine)
    return cv2.dnn.readNetFromONNX(path, *engine)


def as_blob(picture: Image) -> Map:
    """What a network takes in: a uint8 BGR picture as float32 (1, 3, H, W), 0-1. `cv2.dnn.blobFromImage`
    makes the same, of a large one in twice the time."""
    blob = np.empty((1, 3, *picture.shape[:2]), np.float32)
    for channel, plane in zip(cv2.split(picture), blob[0], strict=True):
        np.multiply(channel, np.float32(1 / 255), out=plane, dtype=np.float32)
    return blob


class DiceNetwork:
    """The network, loaded once. Not thread-safe: one per thread. least: a centre below this presence is not told."""

    def __init__(self, path: str | None = None, *, least: float = SUSPICION) -> None:
        self._net = load_network("dice.onnx", path)
        self._least = least

    def look(self, picture: Image, region: tuple[int, int, int, int], scale: float) -> Look:
        """Look at `region` (x, y, w, h px, may reach over the picture) of a BGR picture, scaled by `scale` first."""
        x, y, w, h = region
        width = 32 * math.ceil(w * scale / 32)
        height = 32 * math.ceil(h * scale / 32)
        patch = cut(picture, region, scale, width, height)
        self._net.setInput(as_blob(patch))
        maps = self._net.forward()[0]
        sightings = tuple(
            Sighting(
                (x + found.center[0] / scale, y + found.center[1] / scale),
                found.side / scale,
                found.angle,
                found.presence,
                found.odds,
                found.turn_sure,
            )
            for found in _decode(maps, self._least)
        )
        return Look(sightings)


def cut(picture: Image, region: tuple[int, int, int, int], scale: float, width: int, height: int) -> Image:
    """`region` (x, y, w, h px, may reach over the picture) of a BGR picture, scaled, in the top left corner of a grey (height, width, 3) one."""
    x, y, w, h = region
    rows, columns = picture.shape[:2]
    left, top = max(x, 0), max(y, 0)
    right, bottom = min(x + w, columns), min(y + h, rows)
    patch = np.full((height, width, 3), 114, np.uint8)
    if right <= left or bottom <= top:
        return patch
    inner = picture[top:bottom, left:right]
    size = (max(1, round((right - left) * scale)), max(1, round((bottom - top) * scale)))
    if scale != 1.0:
        inner = reduced(inner, size)
    row, column = round((top - y) * scale), round((left - x) * scale)
    fits = inner[: height - row, : width - column]
    patch[row : row + fits.shape[0], column : column + fits.shape[1]] = fits
    return patch


def squash(logits: Map) -> Map:
    """Raw outputs of a network as probabilities 0-1."""
    result: Map = (1.0 / (1.0 + np.exp(-np.clip(logits, -30, 30)))).astype(np.float32)
    return result


def _decode(maps: Map, least: float) -> list[Sighting]:
    """Peaks of the centre map, strongest first, none closer to a stronger one than 0.55 of a side."""
    centre = squash(maps[0])
    ring = cv2.dilate(centre, np.ones((3, 3), np.uint8))
    peaks = np.flatnonzero((centre >= ring) & (centre > least))
    kept: list[Sighting] = []
    for peak in peaks[np.argsort(-centre.take(peaks))].tolist():
        sighting = _sighting(maps, centre, *divmod(peak, centre.shape[1]))
        gaps = (math.dist(sighting.center, other.center) / max(sighting.side, other.side) for other in kept)
        if all(gap > 0.55 for gap in gaps):
            kept.append(sighting)
    return kept


def _sighting(maps: Map, centre: Map, row: int, column: int) -> Sighting:
    top, left = max(row - 1, 0), max(column - 1, 0)
    window = (slice(top, row + 2), slice(left, column + 2))
    weight: Map = np.square(centre[window])
    weight /= weight.sum()
    mean = (maps[(slice(1, 13), *window)] * weight).sum(axis=(1, 2))
    odds = np.exp(mean[:7] - mean[:7].max())
    odds /= odds.sum()
    cosine, sine = mean[9], mean[10]
    return Sighting(
        center=(
            (column + 0.5 + float(maps[8, row, column])) * STRIDE,
            (row + 0.5 + float(maps[9, row, column])) * STRIDE,
        ),
        side=float(BEST_SIDE_PX * 2.0 ** max(-3.0, min(3.0, mean[11]))),
        angle=math.atan2(sine, cosine) / 4,
        presence=float(centre[row, column]),
        odds=tuple(odds.tolist()),
        turn_sure=float(min(1.0, math.hypot(cosine, sine))),
    )
