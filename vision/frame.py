"""One picture from a camera, with the moment it was taken."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Frame:
    """A camera picture.

    image: uint8 (H, W, 3) in BGR order, as OpenCV keeps it; at: seconds on a monotonic clock; number: counts up by
    one for each frame the camera delivered, so a gap tells that frames were dropped.
    """

    image: Image
    at: float
    number: int
