"""Patches: a small square part of a picture, laid true on a suspected face."""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Image

Affine = npt.NDArray[np.float64]
#: Pictures that are finer than the patch by more than this factor are smoothed first.
FINER = 0.7


def to_patch(center: tuple[float, float], side: float, angle: float, face_px: float, patch_px: int) -> Affine:
    """The (2, 3) map from picture px to px of a patch in whose middle a face of `side` px, turned by `angle` radians, lies upright
    with `face_px` a side."""
    scale = face_px / side
    c, s = math.cos(angle) * scale, math.sin(angle) * scale
    middle = (patch_px - 1) / 2
    x, y = center
    return np.array([[c, s, middle - c * x - s * y], [-s, c, middle + s * x - c * y]])


def cut_patch(picture: Image, mapping: Affine, patch_px: int) -> Image:
    """The patch of a uint8 (H, W, 3) picture: uint8 (patch_px, patch_px, 3); beyond its edge the picture's last px go on."""
    scale = math.sqrt(abs(float(mapping[0, 0] * mapping[1, 1] - mapping[0, 1] * mapping[1, 0])))
    if scale < FINER:
        back = np.linalg.inv(mapping[:, :2])
        middle = back @ (np.full(2, (patch_px - 1) / 2) - mapping[:, 2])
        reach = int(patch_px / scale * 0.8) + 2
        left, top = (max(int(v) - reach, 0) for v in middle)
        part = picture[top : max(int(middle[1]) + reach, 0), left : max(int(middle[0]) + reach, 0)]
        if part.size:
            picture = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            fine = np.array(
                [[1 / scale, 0, left - 0.5 + 0.5 / scale], [0, 1 / scale, top - 0.5 + 0.5 / scale], [0, 0, 1]]
            )
            mapping = mapping @ fine
    return cv2.warpAffine(
        picture, mapping, (patch_px, patch_px), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
