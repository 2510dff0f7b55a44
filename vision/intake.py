"""Any picture in, a BGR uint8 picture out: grey, BGRA, 16-bit and float pictures are converted, the rest is refused by name."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from vision.errors import BadImage, BadTray
from vision.frame import Image

#: Below this a die has too few pixels to be read at all.
MIN_SIDE_PX = 64
#: Larger pictures are reduced first: a die of 16 mm then still has hundreds of pixels.
MAX_PIXELS = 12_000_000
#: A region of a picture reaches into it by this many px at least.
LEAST_REGION_PX = 16
#: Above this a picture is refused: it would need more memory than the table has.
LIMIT_PIXELS = 400_000_000


def asked_region(tray: Any, picture: Image, factor: float) -> tuple[int, int, int, int] | str:
    """What part of a picture is asked for: "auto", "full", or x, y, w, h in its px, cut to the picture; `tray` is in px of the picture it was
    reduced from by `factor`. Raises BadTray."""
    if isinstance(tray, str):
        if tray not in ("auto", "full"):
            raise BadTray(f"tray is auto, full or x,y,w,h; found {tray!r}")
        return tray
    try:
        x, y, w, h = (round(float(v) * factor) for v in tray)
    except (TypeError, ValueError, OverflowError):
        raise BadTray(f"tray is auto, full or four numbers x,y,w,h; found {tray!r}") from None
    height, width = picture.shape[:2]
    left, top, right, bottom = max(x, 0), max(y, 0), min(x + w, width), min(y + h, height)
    if right - left < LEAST_REGION_PX or bottom - top < LEAST_REGION_PX:
        raise BadTray(
            f"the tray region {tuple(tray)} must overlap the {width}x{height} picture by {LEAST_REGION_PX} px or more"
        )
    return left, top, right - left, bottom - top


def as_bgr(picture: Any) -> tuple[Image, float]:
    """Turn an array into a BGR picture of at most `MAX_PIXELS`.

    picture: (H, W), (H, W, 1), (H, W, 3) BGR or (H, W, 4) BGRA; uint8, uint16 (full range) or float (0-1).
    Returns uint8 (h, w, 3) and the factor by which it was reduced (1.0: not at all).
    Raises BadImage naming shape or dtype if it is no picture.
    """
    if not isinstance(picture, np.ndarray):
        raise BadImage(f"a picture is a numpy array; found {type(picture).__name__}")
    if picture.ndim not in (2, 3) or (picture.ndim == 3 and picture.shape[2] not in (1, 3, 4)):
        raise BadImage(f"a picture has 1, 3 or 4 channels; found an array of shape {picture.shape}")
    height, width = picture.shape[:2]
    if min(height, width) < 1 or height * width > LIMIT_PIXELS:
        raise BadImage(f"a picture has 1 to {LIMIT_PIXELS} pixels; found {width}x{height}")
    factor = min(1.0, float(np.sqrt(MAX_PIXELS / (height * width))))
    if factor < 1.0:
        picture = cv2.resize(
            picture, (max(1, round(width * factor)), max(1, round(height * factor))), interpolation=cv2.INTER_AREA
        )
    return _three_channels(_eight_bit(picture)), factor


def _eight_bit(picture: Any) -> Image:
    if picture.dtype == np.uint8:
        return picture
    if picture.dtype == np.uint16:
        return (picture >> 8).astype(np.uint8)
    if picture.dtype == bool:
        return picture.astype(np.uint8) * 255
    if np.issubdtype(picture.dtype, np.floating):
        finite = np.nan_to_num(picture, nan=0.0, posinf=1.0, neginf=0.0)
        return (np.clip(finite, 0.0, 1.0) * 255.0 + 0.5).astype(np.uint8)
    raise BadImage(f"a picture holds uint8, uint16 or float 0-1; found {picture.dtype}")


def _three_channels(picture: Image) -> Image:
    if picture.ndim == 2 or picture.shape[2] == 1:
        return cv2.cvtColor(np.ascontiguousarray(picture), cv2.COLOR_GRAY2BGR)
    if picture.shape[2] == 4:
        return cv2.cvtColor(np.ascontiguousarray(picture), cv2.COLOR_BGRA2BGR)
    return np.ascontiguousarray(picture)
