"""The coin reader's learned witness: runs a small network over the flattened tray and decodes its maps into coins and caps."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Image
from vision.network import load_network, squash

#: px per mm at which the network was trained; it bears about a fifth more or less.
PX_PER_MM = 1.5
#: One cell of the output covers this many px; sizes are told in powers of two of this radius in px.
CELL, UNIT_RADIUS = 4, 16.0
#: A middle below this is not even a suspicion.
SUSPICION = 0.1
#: Two middles closer than this share of the sum of their radii are one coin.
SAME = 0.36

Map = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Disc:
    """A round thing: centre and radius in px of the picture it was seen in, and how present it is, 0-1."""

    x: float
    y: float
    radius: float
    presence: float = 1.0


@dataclass(frozen=True)
class CoinLook:
    """What the network says: coins and crown caps, strongest first; `cover`, `foreign`: maps 0-1, a cell of 4x4 px each, of where there
    is coin and where something lies that is neither coin nor die nor floor."""

    coins: tuple[Disc, ...]
    caps: tuple[Disc, ...]
    cover: Map
    foreign: Map


class CoinNetwork:
    """The network, loaded once. Not thread-safe: one per thread. Raises NoNetwork if its file is missing."""

    def __init__(self, path: str | None = None) -> None:
        self._net = load_network("coins.onnx", path)

    def look(self, picture: Image) -> CoinLook:
        """Look at a BGR picture of about `PX_PER_MM`; it is grown to multiples of 16 px by repeating its border."""
        height, width = picture.shape[:2]
        below, right = -height % 16, -width % 16
        if below or right:
            picture = cv2.copyMakeBorder(picture, 0, below, 0, right, cv2.BORDER_REPLICATE)
        self._net.setInput(cv2.dnn.blobFromImage(picture, 1 / 255.0))
        maps = self._net.forward()[0]
        maps = maps[:, : math.ceil(height / CELL), : math.ceil(width / CELL)]
        return CoinLook(_peaks(maps, 0), _peaks(maps, 1), squash(maps[5]), squash(maps[6]))


def _peaks(maps: Map, channel: int) -> tuple[Disc, ...]:
    centre = squash(maps[channel])
    ring = cv2.dilate(centre, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((centre >= ring) & (centre > SUSPICION))
    kept: list[Disc] = []
    for n in np.argsort(-centre[rows, columns]):
        row, column = int(rows[n]), int(columns[n])
        right, down, size = (float(v) for v in maps[2:5, row, column])
        disc = Disc(
            (column + 0.5 + right) * CELL,
            (row + 0.5 + down) * CELL,
            UNIT_RADIUS * 2.0 ** min(3.0, max(-3.0, size)),
            float(centre[row, column]),
        )
        if all(math.hypot(disc.x - o.x, disc.y - o.y) > SAME * (disc.radius + o.radius) for o in kept):
            kept.append(disc)
    return tuple(kept)
