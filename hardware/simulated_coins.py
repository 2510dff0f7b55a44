"""Coins as a camera sees them on the simulated tray: euro sizes and metals, a raised rim, relief that catches the light."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

Colour = tuple[float, float, float]  # blue, green, red, 0-255

COPPER: Colour = (72, 104, 166)
GOLD: Colour = (84, 158, 204)
SILVER: Colour = (172, 180, 184)
#: Pixels of a face's side; a coin on the tray is some 50 px wide.
SIDE = 128
#: Where a bicolour coin's core ends, and where any coin's rim begins, as shares of its radius.
CORE, RIM = 0.68, 0.9


@dataclass(frozen=True)
class CoinKind:
    """A euro coin's measures (mm, ECB's published ones) and metals from rim to core."""

    name: str
    diameter_mm: float
    thickness_mm: float
    ring: Colour
    core: Colour


COIN_KINDS: dict[str, CoinKind] = {
    kind.name: kind
    for kind in (
        CoinKind("1c", 16.25, 1.67, COPPER, COPPER),
        CoinKind("2c", 18.75, 1.67, COPPER, COPPER),
        CoinKind("5c", 21.25, 1.67, COPPER, COPPER),
        CoinKind("10c", 19.75, 1.93, GOLD, GOLD),
        CoinKind("20c", 22.25, 2.14, GOLD, GOLD),
        CoinKind("50c", 24.25, 2.38, GOLD, GOLD),
        CoinKind("1e", 23.25, 2.33, GOLD, SILVER),
        CoinKind("2e", 25.75, 2.20, SILVER, GOLD),
    )
}


@dataclass
class SimulatedCoin:
    """A coin that lies flat: its kind, its centre on the floor in mm, and how it is turned (radians)."""

    kind: str
    place: tuple[float, float]
    yaw: float = 0.0


@lru_cache(maxsize=64)
def face(kind: str, step: int, steps: int, light: tuple[float, float]) -> npt.NDArray[np.float32]:
    """A coin's upper side (SIDE, SIDE, 4): BGR and how much of the pixel it covers (0-1), turned by step / steps of a turn.

    light: where it comes from, as seen from above (x, y of a unit vector's shadow).
    """
    coin = COIN_KINDS[kind]
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    across, along = (x - (SIDE - 1) / 2) / (SIDE / 2), (y - (SIDE - 1) / 2) / (SIDE / 2)
    radius = np.hypot(across, along)
    relief = _turned(_relief(kind), math.tau * step / steps)
    relief = relief + 1.6 * np.clip((radius - RIM) / 0.04, 0, 1).astype(np.float32)
    slope_y, slope_x = np.gradient(cv2.GaussianBlur(relief, (0, 0), 1.2))
    bright = 1.0 - 1.1 * (slope_x * light[0] + slope_y * light[1]) - 0.10 * (across * light[0] + along * light[1])
    is_core = np.clip((CORE - radius) / 0.02, 0, 1)[..., None]
    metal = is_core * np.array(coin.core) + (1 - is_core) * np.array(coin.ring)
    if coin.core != coin.ring:
        bright = bright - 0.25 * np.exp(-(((radius - CORE) / 0.02) ** 2))
    cover = np.clip((1.0 - radius) * SIDE / 4, 0, 1)[..., None]
    picture = np.clip(metal * np.clip(bright, 0.35, 1.5)[..., None], 0, 255)
    return np.concatenate([picture, cover], axis=2).astype(np.float32)


@lru_cache(maxsize=16)
def _relief(kind: str) -> npt.NDArray[np.float32]:
    """Heights of a figure and of a motif of its own."""
    chance = np.random.default_rng(sum(map(ord, kind)))
    heights = np.zeros((SIDE, SIDE), np.uint8)
    for _ in range(7):
        middle = (chance.uniform(0.3, 0.7, 2) * SIDE).astype(int)
        axes = (chance.uniform(0.05, 0.22, 2) * SIDE).astype(int)
        cv2.ellipse(heights, tuple(map(int, middle)), tuple(map(int, axes)), chance.uniform(0, 180), 0, 360, 160, 2)
    cv2.putText(heights, kind[:-1], (int(0.18 * SIDE), int(0.66 * SIDE)), cv2.FONT_HERSHEY_DUPLEX, 1.5, 240, 4)
    for star in range(12):
        angle = math.tau * star / 12
        spot = (int(SIDE / 2 * (1 + 0.8 * math.cos(angle))), int(SIDE / 2 * (1 + 0.8 * math.sin(angle))))
        cv2.circle(heights, spot, 3, 180, -1)
    return (heights / 200).astype(np.float32)


def _turned(heights: npt.NDArray[np.float32], angle: float) -> npt.NDArray[np.float32]:
    middle = ((SIDE - 1) / 2, (SIDE - 1) / 2)
    turn = cv2.getRotationMatrix2D(middle, math.degrees(angle), 1.0)
    return np.asarray(cv2.warpAffine(heights, turn, (SIDE, SIDE)), np.float32)
