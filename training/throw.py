"""How thrown dice come to lie: flat, in clusters, leaning on the rim or on one another, stacked, still moving."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from training.dice3d import Die3d
from training.makes import MAKES, make
from training.recordings import BAD

Array = npt.NDArray[np.float32]


def _pose(value: int, yaw: float, rng: np.random.Generator, tilt: float = 0.0, lean: float = 0.0) -> Array:
    """Body-to-world rotation with `value` up, turned by yaw, leaning by `tilt` radians towards direction `lean`."""
    up = {1: (0, 0, 1), 6: (0, 0, -1), 2: (0, 1, 0), 5: (0, -1, 0), 3: (1, 0, 0), 4: (-1, 0, 0)}[value]
    side = {1: (1, 0, 0), 6: (1, 0, 0), 2: (1, 0, 0), 5: (1, 0, 0), 3: (0, 1, 0), 4: (0, 1, 0)}[value]
    rows = np.array([side, np.cross(up, side), up], np.float32)
    c, s = math.cos(yaw), math.sin(yaw)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]], np.float32)
    rotation = turn @ rows
    if tilt:
        axis = np.array((-math.sin(lean), math.cos(lean), 0), np.float32)
        cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]], np.float32)
        rotation = (
            np.eye(3, dtype=np.float32) + math.sin(tilt) * cross + (1 - math.cos(tilt)) * (cross @ cross)
        ) @ rotation
    return rotation.astype(np.float32)


def _lowest(rotation: Array, half: float) -> float:
    return float(half * np.abs(rotation[2]).sum())


def _place(rng: np.random.Generator, count: int, reach: float, touching: bool) -> list[tuple[float, float, float]]:
    """Centres and yaws of dice of side 1 that do not cut into each other."""
    spots: list[tuple[float, float, float]] = []
    for _ in range(count * 25):
        if len(spots) == count:
            break
        if touching and spots and rng.random() < 0.85:
            x, y, yaw = spots[int(rng.integers(len(spots)))]
            turn = yaw + int(rng.integers(4)) * math.pi / 2
            slip = rng.uniform(-0.6, 0.6) if rng.random() < 0.5 else 0.0
            gap = 1.0 + abs(rng.normal(0, 0.02))
            where = (x + gap * math.cos(turn) - slip * math.sin(turn), y + gap * math.sin(turn) + slip * math.cos(turn))
            mine = yaw if rng.random() < 0.7 else rng.uniform(0, 2 * math.pi)
            if mine != yaw:
                where = (x + 1.25 * math.cos(turn), y + 1.25 * math.sin(turn))
        else:
            where, mine = tuple(rng.uniform(-reach, reach, 2)), rng.uniform(0, 2 * math.pi)
        if all(_apart((*where, mine), other) for other in spots):
            spots.append((float(where[0]), float(where[1]), float(mine)))
    return spots


def _apart(a: tuple[float, float, float], b: tuple[float, float, float]) -> bool:
    dx, dy = b[0] - a[0], b[1] - a[1]
    if math.hypot(dx, dy) > 1.45:
        return True
    for yaw in (a[2], b[2], a[2] + math.pi / 2, b[2] + math.pi / 2):
        spread = sum(0.5 * (abs(math.cos(yaw - c)) + abs(math.sin(yaw - c))) for c in (a[2], b[2]))
        if abs(dx * math.cos(yaw) + dy * math.sin(yaw)) >= spread - 0.015:
            return True
    return False


def throw(
    kind: str, reach: float, rng: np.random.Generator, make_of: str, walls: list[tuple[Array, Array]]
) -> tuple[list[Die3d], list[int]]:
    """Dice of one throw within `reach` sides of the middle, and the class of each: value - 1, or BAD where none may be said. `kind`: how they lie;
    `make_of`: of which make, "" by lot; `walls`: where the tray's rim rises, from which point to which, in sides."""
    count = 0 if kind == "floor" else int(rng.integers(2, 8))
    names = [*MAKES, "any", "any", "any", "any", "any"]
    one_make = rng.random() < 0.55 or bool(make_of)
    shared = make_of or str(rng.choice(names))
    shared_look = make(shared, rng)
    dice, labels = [], []
    mixed = rng.random() < 0.25
    for x, y, yaw in _place(
        rng, count, reach * (0.5 if kind in ("touching", "stacked") else 0.95), kind == "touching" or rng.random() < 0.3
    ):
        value = int(rng.integers(1, 7))
        look = shared_look if one_make else make(str(rng.choice(names)), rng)
        half = 0.5 * float(rng.uniform(0.72, 1.0)) if mixed else 0.5
        if any(_on_wall((x, y), yaw, half, *wall) for wall in walls):
            continue
        rotation, label, high = _pose(value, yaw, rng), value - 1, 0.0
        if kind == "cocked" and rng.random() < 0.55:
            tilt = math.radians(rng.uniform(13, 45))
            lean = yaw + int(rng.integers(4)) * math.pi / 2 + rng.normal(0, 0.25)
            flat = [d for d, known in zip(dice, labels, strict=True) if known != BAD]
            if walls and rng.random() < 0.5:
                x, y, lean = _against(*walls[int(rng.integers(len(walls)))], tilt, rng)
                yaw = lean + int(rng.integers(4)) * math.pi / 2 + rng.normal(0, 0.2)
            elif flat and rng.random() < 0.7:
                x, y, lean = _beside(flat[int(rng.integers(len(flat)))], tilt, rng)
                yaw = lean + int(rng.integers(4)) * math.pi / 2 + rng.normal(0, 0.2)
            rotation = _pose(value, yaw, rng, tilt, lean)
            label = BAD
        elif kind == "moving":
            rotation = _pose(value, yaw, rng, math.radians(rng.uniform(0, 50)), rng.uniform(0, 6.3))
            label, high = BAD, rng.uniform(0, 0.8)
        elif rng.random() < 0.05:
            rotation = _pose(value, yaw, rng, math.radians(rng.uniform(0, 3)), rng.uniform(0, 6.3))
        centre = np.array((x, y, _lowest(rotation, half) + high), np.float32)
        dice.append(
            Die3d(
                centre,
                rotation,
                half,
                look,
                value,
                {v: int(rng.integers(2)) for v in range(1, 7)},
                float(rng.uniform(0, 50)),
            )
        )
        labels.append(label)
    if kind == "stacked" and dice:
        for i in range(min(len(dice), int(rng.integers(1, 3)))):
            below = dice[i]
            value = int(rng.integers(1, 7))
            rotation = _pose(value, rng.uniform(0, 6.3), rng)
            shift = rng.uniform(-0.45, 0.45, 2)
            centre = below.centre + np.array((shift[0], shift[1], below.half + 0.5), np.float32)
            dice.append(Die3d(centre, rotation, 0.5, below.look, value, {}, below.seed + 9))
            labels[i] = BAD
            labels.append(BAD)
    return dice, labels


def _beside(support: Die3d, tilt: float, rng: np.random.Generator) -> tuple[float, float, float]:
    """Where a die stands that leans on another's upper edge: its centre, and the direction to which its top face looks."""
    lean = rng.uniform(0, 2 * math.pi)
    gap = 0.5 + support.half * (0.75 + 0.5 * math.sin(tilt)) + rng.uniform(-0.08, 0.12)
    aside = rng.uniform(-0.5, 0.5)
    x = float(support.centre[0]) + gap * math.cos(lean) - aside * math.sin(lean)
    y = float(support.centre[1]) + gap * math.sin(lean) + aside * math.cos(lean)
    return x, y, lean


def _against(start: Array, end: Array, tilt: float, rng: np.random.Generator) -> tuple[float, float, float]:
    """Where a die stands that leans on the rim's wall, which goes from one place on the floor to another: its centre, and the direction to which its top face looks."""
    way = (end - start) / max(float(np.linalg.norm(end - start)), 1e-6)
    inward = np.array((way[1], -way[0]))
    x, y = start + (end - start) * rng.uniform(0.05, 0.95) + inward * (0.45 * math.cos(tilt) + rng.uniform(-0.35, 0.12))
    return float(x), float(y), math.atan2(inward[1], inward[0])


def _on_wall(place: tuple[float, float], yaw: float, half: float, start: Array, end: Array) -> bool:
    """Whether a flat die would stand across the rim's edge."""
    way = (end - start) / max(float(np.linalg.norm(end - start)), 1e-6)
    far = float(way[1] * (place[0] - start[0]) - way[0] * (place[1] - start[1]))
    turn = yaw - math.atan2(float(way[1]), float(way[0]))
    reach = half * (abs(math.cos(turn)) + abs(math.sin(turn)))
    return -reach < far < reach
