"""The scene generator that trains the network: its truth fits its pictures, and the same seed draws the same."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from training.makes import MAKES
from training.recordings import BAD
from training.scenes import SIZE, scene
from vision.pips import face_turn, fit_face


def test_the_same_seed_draws_the_same():
    first, again = (scene(np.random.default_rng(4)) for _ in range(2))
    assert (first.image == again.image).all()
    assert [s.label for s in first.spots] == [s.label for s in again.spots]


def test_the_geometric_witness_agrees_with_the_truth_drawn():
    right = seen = 0
    for seed in range(6):
        picture = scene(
            np.random.default_rng((9, seed)), kind="pub", make_of="white", floor_kind="felt", bare=True, upright=True
        )
        for spot in picture.spots:
            if spot.label == BAD or not all(30 < v < SIZE - 30 for v in spot.centre):
                continue
            turn, _ = face_turn(picture.image, spot.centre, spot.side)
            seen += 1
            right += fit_face(picture.image, spot.centre, spot.side, turn).value == spot.label + 1
    assert seen > 8
    assert right >= seen - 1


@pytest.mark.parametrize("make", sorted(MAKES))
def test_every_make_of_dice_can_be_drawn(make):
    picture = scene(np.random.default_rng(1), kind="pub", make_of=make, floor_kind="felt", bare=True)
    assert picture.image.shape == (SIZE, SIZE, 3)
    assert cv2.Laplacian(picture.image, cv2.CV_32F).std() > 1
