"""What the networks are shown."""

from __future__ import annotations

import cv2
import numpy as np

from vision.network import as_blob


def test_a_picture_becomes_what_opencv_makes_of_it():
    greys = np.arange(256, dtype=np.uint8).reshape(8, 32)
    picture = np.dstack([greys, greys[::-1], greys[:, ::-1]])
    assert np.array_equal(as_blob(picture), cv2.dnn.blobFromImage(picture, 1 / 255.0))
