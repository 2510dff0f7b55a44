"""Training samples for the network that looks at one die: patches around true, nearly true and false places of a training picture."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from training.face_model import FACE_PX, PATCH_PX
from training.recordings import BAD, UNKNOWN, Picture, Spot
from training.samples import blurred, colours
from vision.patches import cut_patch

Array = npt.NDArray[np.float32]
#: Unknown, in a target that is 0 or 1.
IGNORE = -1
#: A face is said to be there if the patch's middle is this near (in sides) and its size this near (log2), to be absent beyond the second pair.
#: Between the two nothing is asked but where it is: the second look starts from there.
THERE, ABSENT = (0.35, 0.5), (0.58, 0.8)
#: The same for photographs whose boxes tell only roughly where the top face is.
ABSENT_LOOSE = (0.75, 1.1)


#: Grey levels that the lightest and darkest of a patch differ by (standard deviation) if there is anything to be seen.
LEAST_CONTRAST = 4.0


@dataclass
class Patch:
    """image uint8 (48, 48, 3) BGR; present, bad 0/1 or IGNORE; value 0-5 or IGNORE; pose float32 (7): offset x/y, log2 size, cos, sin,
    top aside of the base x/y; weights float32 (4): of offset, size, turn, aside."""

    image: npt.NDArray[np.uint8]
    present: int
    bad: int
    value: int
    pose: Array
    weights: Array


def draw_patch(picture: Picture, rng: np.random.Generator, *, hard: bool = False) -> Patch:
    """One random patch of `picture`; `hard`: at one of the places that were taken for dice."""
    spots = [s for s in picture.spots if s.label != UNKNOWN]
    if hard:
        x, y, side, angle = picture.hard[int(rng.integers(len(picture.hard)))]
        centre = np.array((x, y)) + rng.normal(0, 0.04, 2) * side
        side *= 2 ** float(rng.normal(0, 0.08))
    elif spots and rng.random() < 0.57:
        centre, side, angle = _true_place(spots, rng)
    else:
        centre, side, angle = _any_place(picture, rng)
    to_patch = _to_patch(centre, side, angle, rng)
    image = cut_patch(picture.image, to_patch, PATCH_PX)
    if rng.random() < 0.25:
        small = int(rng.integers(22, 44))
        image = cv2.resize(cv2.resize(image, (small, small), interpolation=cv2.INTER_AREA), (PATCH_PX, PATCH_PX))
    image, spoilt = _spoil(image, rng)
    image = colours(image, rng, FACE_PX)
    present, bad, value, pose, weights = _truth(picture, to_patch)
    if spoilt and present == 1:
        bad, value = (1 if spoilt == 2 else IGNORE), IGNORE
    if present == 1 and (spoilt == 2 or not _shows_anything(image)):
        present = IGNORE  # nobody could tell; to call every smudge a die would make dice of letters and drops
    return Patch(image, present, bad, value, pose, weights)


def _true_place(spots: list[Spot], rng: np.random.Generator) -> tuple[Array, float, float]:
    leaning = [s for s in spots if s.label == BAD]
    if leaning and rng.random() < 0.45:
        spots = leaning
    spot = spots[int(rng.integers(len(spots)))]
    fine = rng.random() < 0.55
    centre = np.array(spot.centre) + rng.normal(0, 0.05 if fine else 0.13, 2) * spot.side
    side = spot.side * 2 ** float(rng.normal(0, 0.08 if fine else 0.27))
    if fine and spot.quad is not None:
        edge = (spot.quad[1] - spot.quad[0] + spot.quad[2] - spot.quad[3]) / 2
        return (
            centre,
            side,
            math.atan2(edge[1], edge[0]) + math.radians(rng.normal(0, 5)) + math.pi / 2 * int(rng.integers(4)),
        )
    return centre, side, rng.uniform(0, 2 * math.pi)


def _any_place(picture: Picture, rng: np.random.Generator) -> tuple[Array, float, float]:
    height, width = picture.image.shape[:2]
    angle = rng.uniform(0, 2 * math.pi)
    side = picture.side * 2 ** float(rng.normal(0, 0.25))
    lot = rng.random()
    if picture.traps and lot < 0.6:
        if rng.random() < 0.4:  # the search takes a letter for a small die, a ring for a large one
            side = picture.side * 2 ** float(rng.uniform(-1.3, 0.7))
        trap = np.array(picture.traps[int(rng.integers(len(picture.traps)))])
        return trap + rng.normal(0, 0.08, 2) * side, side, angle
    if picture.spots and lot < 0.85:
        spot = picture.spots[int(rng.integers(len(picture.spots)))]
        if rng.random() < 0.2:
            return np.array(spot.centre), spot.side * float(rng.choice((0.42, 0.5, 1.9, 2.3))), angle
        away = rng.uniform(0, 2 * math.pi)
        return (
            np.array(spot.centre) + rng.uniform(0.42, 1.2) * spot.side * np.array((math.cos(away), math.sin(away))),
            side,
            angle,
        )
    return rng.uniform((0, 0), (width, height)), side, angle


def _to_patch(centre: Array, side: float, angle: float, rng: np.random.Generator) -> Array:
    scale = FACE_PX / side
    stretch = 1.0 + float(rng.normal(0, 0.035 if rng.random() < 0.8 else 0.12))
    skew = rng.uniform(0, math.pi)
    squeeze = _turn(skew) @ np.diag([stretch, 1 / stretch]) @ _turn(-skew)
    flip = np.diag([-1.0 if rng.random() < 0.5 else 1.0, 1.0])
    linear = scale * flip @ _turn(-angle) @ squeeze
    middle = (PATCH_PX - 1) / 2
    return np.hstack([linear, (np.array((middle, middle)) - linear @ centre)[:, None]])


def _turn(angle: float) -> Array:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s], [s, c]])


def _spoil(image: npt.NDArray[np.uint8], rng: np.random.Generator) -> tuple[npt.NDArray[np.uint8], int]:
    """Shake or defocus the patch. Returns it and 0, 1 (doubtful) or 2 (unreadable)."""
    lot = rng.random()
    if lot < 0.07:
        length = FACE_PX * rng.uniform(0.05, 0.7)
        image = blurred(image, length, rng.uniform(0, math.pi))
        return image, 2 if length > 0.42 * FACE_PX else 1 if length > 0.2 * FACE_PX else 0
    if lot < 0.34:
        sigma = FACE_PX * (rng.uniform(0.01, 0.055) if rng.random() < 0.9 else rng.uniform(0.05, 0.16))
        image = cv2.GaussianBlur(image, (0, 0), max(sigma, 0.2))
        return image, 2 if sigma > 0.14 * FACE_PX else 1 if sigma > 0.075 * FACE_PX else 0
    return image, 0


def _shows_anything(image: npt.NDArray[np.uint8]) -> bool:
    """Whether a patch has any contrast besides its grain."""
    smooth = cv2.blur(image, (5, 5)).astype(np.float32)
    return bool(smooth.std(axis=(0, 1)).max() > LEAST_CONTRAST)


def _truth(picture: Picture, to_patch: Array) -> tuple[int, int, int, Array, Array]:
    pose, weights = np.zeros(7, np.float32), np.zeros(4, np.float32)
    scale = math.sqrt(abs(np.linalg.det(to_patch[:, :2])))
    middle = (PATCH_PX - 1) / 2
    nearest: tuple[float, float, Spot, Array] | None = None
    for spot in picture.spots:
        centre = (to_patch @ np.array((*spot.centre, 1.0)) - middle) / FACE_PX
        size = math.log2(max(spot.side * scale / FACE_PX, 1e-3))
        far = float(np.hypot(*centre))
        if nearest is None or far < nearest[0]:
            nearest = (far, size, spot, centre)
    if nearest is None:
        return (IGNORE if picture.hand else 0), IGNORE, IGNORE, pose, weights
    far, size, spot, centre = nearest
    limit = ABSENT_LOOSE if spot.quad is None else ABSENT
    if far > limit[0] or (abs(size) > limit[1] and far < THERE[0]):
        return 0, IGNORE, IGNORE, pose, weights
    if spot.label == UNKNOWN:
        return IGNORE, IGNORE, IGNORE, pose, weights
    pose[:3] = *centre, size
    weights[:2] = (0.3, 0.2) if spot.quad is None else (1.0, 1.0)
    if spot.quad is not None:
        quad = spot.quad @ to_patch[:, :2].T
        edge = (quad[1] - quad[0] + quad[2] - quad[3]) / 2
        angle = 4 * math.atan2(edge[1], edge[0])
        pose[3:5] = math.cos(angle), math.sin(angle)
        pose[2] = math.log2(max(math.sqrt(cv2.contourArea(quad.astype(np.float32))), 1.0) / FACE_PX)
        weights[2] = 1.0 if spot.label != BAD else 0.0
    if far > THERE[0] or abs(size) > THERE[1]:
        return IGNORE, IGNORE, IGNORE, pose, weights
    if picture.slant is not None and spot.label != BAD:
        pose[5:] = to_patch[:, :2] @ np.array(picture.slant.shift(spot.centre, spot.side)) * spot.side / FACE_PX
        weights[3] = 1.0
    if spot.label == BAD or _cut(picture, spot):
        if picture.foreign is not None and picture.foreign.any():
            return IGNORE, 1, IGNORE, pose, weights  # it may lie under a hand
        return 1, 1, IGNORE, pose, weights
    return 1, 0, spot.label, pose, weights


def _cut(picture: Picture, spot: Spot) -> bool:
    height, width = picture.image.shape[:2]
    if spot.quad is None:
        return False
    over = max(-spot.quad.min(), spot.quad[:, 0].max() - width, spot.quad[:, 1].max() - height)
    return bool(over > 0.1 * spot.side)
