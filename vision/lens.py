"""The lens's distortion, measured from several views of the printed ChArUco page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import VisionError
from vision.frame import Image
from vision.patterns import charuco_board

#: Views needed, corners that make a view, and the mean reprojection error (px) above which a lens is not believed.
LEAST_VIEWS, LEAST_CORNERS, WORST_ERROR_PX = 5, 10, 1.5


class BadViews(VisionError, ValueError):
    """The views do not do to measure a lens. `usable` of them showed the page, `error_px` is None if they were too few."""

    def __init__(self, message: str, usable: int, error_px: float | None = None) -> None:
        super().__init__(message)
        self.usable = usable
        self.error_px = error_px


@dataclass(frozen=True)
class Lens:
    """A measured lens: camera matrix (fx, fy, cx, cy) in px, distortion (k1, k2, p1, p2, k3), reprojection error and views used."""

    camera: tuple[float, float, float, float]
    distortion: tuple[float, float, float, float, float]
    error_px: float
    views: int

    def straighten(self, points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Picture points (n, 2) px as they would be without distortion."""
        fx, fy, cx, cy = self.camera
        matrix = np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1]])
        flat = np.asarray(points, np.float64).reshape(-1, 1, 2)
        straight = cv2.undistortPoints(flat, matrix, np.array(self.distortion), P=matrix)
        return np.asarray(straight, np.float64).reshape(-1, 2)


def measure_lens(views: Sequence[Image]) -> Lens:
    """The lens from BGR pictures of one size that show the ChArUco page in different poses.

    Raises BadViews if fewer than `LEAST_VIEWS` show enough of it, or if no lens explains them.
    """
    board = charuco_board()
    detector = cv2.aruco.CharucoDetector(board)
    objects, places = [], []
    for view in views:
        corners, ids, _, _ = detector.detectBoard(cv2.cvtColor(view, cv2.COLOR_BGR2GRAY))
        if ids is None or len(ids) < LEAST_CORNERS:
            continue
        flat = np.reshape(np.asarray(board.getChessboardCorners(), np.float32), (-1, 3))[np.ravel(ids)]
        objects.append(flat)
        places.append(np.asarray(corners, np.float32).reshape(-1, 1, 2))
    if len(objects) < LEAST_VIEWS:
        raise BadViews(
            f"{len(objects)} of {len(views)} views show the ChArUco page; {LEAST_VIEWS} are needed", len(objects)
        )
    height, width = views[0].shape[:2]
    error, matrix, distortion, _, _ = cv2.calibrateCamera(objects, places, (width, height), None, None)
    if not np.isfinite(error) or error > WORST_ERROR_PX:
        raise BadViews(f"no lens explains the views: error {error:.1f} px", len(objects), float(error))
    k = np.ravel(distortion)
    return Lens(
        (float(matrix[0, 0]), float(matrix[1, 1]), float(matrix[0, 2]), float(matrix[1, 2])),
        (float(k[0]), float(k[1]), float(k[2]), float(k[3]), float(k[4])),
        float(error),
        len(objects),
    )
