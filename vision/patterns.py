"""The printed patterns the eye knows: the tray's four corner markers, and the ChArUco page for the lens."""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

#: Squares across and down the page, their side and the markers' within, in mm. The markers are of another family than the tray's,
#: so that neither is taken for the other.
CHARUCO_SQUARES, CHARUCO_SQUARE_MM, CHARUCO_MARKER_MM = (6, 8), 28.0, 21.0
#: Dark and light cells across a 4x4 marker with its black border, across a 5x5 one, and of one half millimetre across a square.
MARKER_BITS, _CELLS = 6, 56


def marker_bits(number: int) -> npt.NDArray[np.uint8]:
    """An ArUco 4x4_50 marker with its black border as (6, 6) cells, 0 dark and 255 light. Raises ValueError unless 0 <= number < 50."""
    if not 0 <= number < 50:
        raise ValueError(f"an ArUco 4x4_50 marker is numbered 0 to 49; found {number}")
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, number, MARKER_BITS), np.uint8)


@cache
def charuco_board() -> Any:
    """The page's board as OpenCV knows it; object points in mm."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_50)
    return cv2.aruco.CharucoBoard(CHARUCO_SQUARES, CHARUCO_SQUARE_MM, CHARUCO_MARKER_MM, dictionary)


def charuco_bits() -> tuple[npt.NDArray[np.uint8], float]:
    """The page's pattern as cells, 0 dark and 255 light, and a cell's side in mm."""
    columns, rows = CHARUCO_SQUARES
    image = charuco_board().generateImage((columns * _CELLS, rows * _CELLS), marginSize=0, borderBits=1)
    return np.where(np.asarray(image) < 128, 0, 255).astype(np.uint8), CHARUCO_SQUARE_MM / _CELLS
