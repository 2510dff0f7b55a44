"""The outline tells bodies from crumbs: a step of one tone along a face's sides."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.outline import outline
from vision.recordings import manifest, read_image

MIDDLE = (80.0, 80.0)


def floor(tone, grain, seed=1):
    rng = np.random.default_rng(seed)
    return np.clip(rng.normal(tone, grain, (160, 160, 3)), 0, 255).astype(np.uint8)


def square(picture, center, side, turn, tone):
    box = cv2.boxPoints((center, (side, side), float(np.degrees(turn))))
    cv2.fillConvexPoly(picture, box.round().astype(np.int32), (tone, tone, tone), cv2.LINE_AA)


@pytest.mark.parametrize("side", [18.0, 32.0, 60.0])
@pytest.mark.parametrize("turn", [0.0, 0.4, 1.2])
@pytest.mark.parametrize("tone", [20, 240])
def test_a_body_of_another_tone_has_one_at_any_size_and_turn(side, turn, tone):
    picture = floor(110, 4)
    square(picture, MIDDLE, side, turn, tone)
    assert outline(picture, MIDDLE, side, turn) > 0.9


@pytest.mark.parametrize("grain", [1, 4, 10])
def test_two_crumbs_where_pips_would_be_have_none(grain):
    picture = floor(120, grain)
    for x in (-8, 8):
        cv2.circle(picture, (80 + x, 80 + x), 3, (20, 20, 20), -1, cv2.LINE_AA)
    assert outline(picture, MIDDLE, 32.0, 0.0) < 0.2


def test_two_sides_may_touch_neighbours_of_the_same_tone_but_not_three():
    picture = floor(60, 3)
    square(picture, MIDDLE, 32.0, 0.0, 230)
    square(picture, (112.0, 80.0), 32.0, 0.0, 230)
    square(picture, (80.0, 112.0), 32.0, 0.0, 230)
    assert outline(picture, MIDDLE, 32.0, 0.0) > 0.9
    square(picture, (48.0, 80.0), 32.0, 0.0, 230)
    assert outline(picture, MIDDLE, 32.0, 0.0) < 0.2


@pytest.mark.parametrize("turn", [0.0, 0.7, 2.0])
def test_a_body_of_which_something_hides_nearly_half_has_one(turn):
    picture = floor(60, 3)
    square(picture, MIDDLE, 32.0, turn, 230)
    c, s = np.cos(turn), np.sin(turn)
    square(picture, (80 + 52 * c, 80 + 52 * s), 80.0, turn, 120)
    assert outline(picture, MIDDLE, 32.0, turn) > 0.9


def test_nearly_all_dice_that_are_read_have_one_and_bare_floor_has_none(reader, shared):
    seen, bare = [], []
    rng = np.random.default_rng(4)
    for recording in list(manifest(shared("scenes/pub")))[::12]:
        picture, row = read_image(recording.path), recording.row
        centers = np.array([die["center"] for die in row["dice"]])
        for die in reader.read(picture).dice:
            (a, b), (c, d) = die.quad[0], die.quad[1]
            seen.append(outline(picture, die.center, float(np.hypot(c - a, d - b)), float(np.arctan2(d - b, c - a))))
        side = 16 * row["px_per_mm"]
        low, high = np.min(row["tray"], axis=0) + 2 * side, np.max(row["tray"], axis=0) - 2 * side
        for spot in rng.uniform(low, high, (10, 2)):
            if np.hypot(*(centers - spot).T).min() > 2.5 * side:
                bare.append(outline(picture, (float(spot[0]), float(spot[1])), side, float(rng.uniform(0, 1.5))))
    assert len(seen) > 40 and len(bare) > 40
    assert np.mean(np.array(seen) > 0.5) > 0.9
    assert np.mean(np.array(bare) < 0.3) > 0.9
