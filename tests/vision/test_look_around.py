"""One more look from all sides, where something is in doubt: it sees the same face, and only doubts bring it about."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.faces import FaceNetwork
from vision.reader import DiceReader


class Counting(FaceNetwork):
    """The package's own network, counting its looks from all sides."""

    around = 0

    def look_around(self, *asked):
        self.around += 1
        return super().look_around(*asked)


def test_clear_dice_are_not_looked_at_again(dice_picture):
    faces = Counting()
    picture, values = dice_picture
    reading = DiceReader(faces=faces).read(picture)
    assert sorted(die.value for die in reading.dice) == list(values)
    assert faces.around == 0


def test_in_grain_some_are_and_no_throw_is_said_wrong(dice_picture):
    faces = Counting()
    reader, rng = DiceReader(faces=faces), np.random.default_rng(3)
    picture, values = dice_picture
    for grain in (20, 35, 50, 65):
        noisy = np.clip(picture + rng.normal(0, grain, picture.shape), 0, 255).astype(np.uint8)
        reading = reader.read(noisy)
        assert reading.status == "unsure" or sorted(die.value for die in reading.dice) == list(values)
    assert faces.around > 0


@pytest.mark.parametrize("turn", [0.0, 0.3, 0.7])
def test_it_sees_the_face_that_one_look_sees(reader, dice_picture, turn):
    picture, _ = dice_picture
    faces = FaceNetwork()
    for die in reader.read(picture).dice:
        (a, b), (c, d) = die.quad[:2]
        side, angle = math.hypot(c - a, d - b), math.atan2(d - b, c - a) + turn
        once = faces.look(picture, die.center, side, angle)
        around = faces.look_around(picture, die.center, side, angle)
        assert around.value == once.value == die.value
        assert math.dist(around.center, once.center) < 0.1 * side
        assert around.side == pytest.approx(once.side, rel=0.1)
        assert math.cos(4 * (around.angle - once.angle)) > 0.9
        assert around.presence > 0.8
        assert sum(around.odds) == pytest.approx(1)
        assert np.hypot(*np.subtract(around.aside, once.aside)) < 0.15
