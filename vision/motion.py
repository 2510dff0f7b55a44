"""Is anything moving? Compares small grey versions of successive frames; light that only changes is no motion."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Image

Grey = npt.NDArray[np.float32]

WIDTH = 160
#: Grey levels (of 255) by which a spot must change at least; a black die on a dark floor differs from it by about 20.
LEAST_CHANGE = 4.0
#: In units of the noise between two frames at rest, so that a grainy dim picture is not always "moving".
NOISE_FACTOR = 7.0
#: Two neighbouring spots of the small picture are about a quarter of a die.
LEAST_SPOTS = 2
#: Grey levels added before gains are compared, so that black spots do not count.
_FLOOR = 4.0


@dataclass(frozen=True)
class Motion:
    """What changed between two frames.

    share: part of the looked-at picture that changed, 0-1; at_border: part of the border of the looked-at region that did;
    is_moving: more than noise and light explain; is_same: not one bit differs, as no real camera's frames do.
    """

    share: float
    at_border: float
    is_moving: bool
    is_same: bool


def shrink(image: Image) -> Grey:
    """A BGR picture as float32 grey levels, 160 wide, its own aspect."""
    rows, columns = small_shape(image)
    small = cv2.resize(image, (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)


def small_shape(image: Image) -> tuple[int, int]:
    """Rows and columns of `shrink`'s result."""
    height, width = image.shape[:2]
    return max(8, round(height * WIDTH / width)), WIDTH


def compare(before: Grey, now: Grey, region: npt.NDArray[np.bool_] | None = None) -> Motion:
    """What changed from `before` to `now` (of `shrink`, equal shapes) within `region` (a mask of that shape, or all)."""
    if np.array_equal(now, before):
        return Motion(0.0, 0.0, False, True)
    # A lamp, a cloud or mains banding changes the gain of whole rows alike; dice and hands do not.
    gain = np.median((now + _FLOOR) / (before + _FLOOR), axis=1, keepdims=True)
    size = np.abs((now + _FLOOR) - gain * (before + _FLOOR))
    looked_at = size if region is None else size[region]
    noise = float(np.median(looked_at)) * 1.48
    changed = size > max(LEAST_CHANGE, NOISE_FACTOR * noise)
    if region is not None:
        changed &= region
    spots = int(changed.sum())
    neighbours = cv2.boxFilter(changed.astype(np.float32), -1, (3, 3), normalize=False)
    is_moving = spots >= LEAST_SPOTS and bool((neighbours[changed] >= LEAST_SPOTS).any())
    edge = _border(changed.shape) if region is None else _border_of(region)
    return Motion(spots / max(1, looked_at.size), float(changed[edge].mean()), is_moving, False)


def _border(shape: tuple[int, ...]) -> npt.NDArray[np.bool_]:
    edge = np.zeros(shape, bool)
    edge[:2], edge[-2:], edge[:, :2], edge[:, -2:] = True, True, True, True
    return edge


def _border_of(region: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    inside = cv2.erode(region.astype(np.uint8), np.ones((5, 5), np.uint8), borderValue=0)
    return np.asarray(region & (inside == 0))
