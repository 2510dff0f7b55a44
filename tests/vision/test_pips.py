"""The geometric witness alone: a drawn face of every value, both polarities, turned, shifted and scaled, and faces that show none."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from vision.pips import AT_ONCE, _ninth_decile, face_turn, fit_face, fit_faces

PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
SIDE = 40.0


def face(
    pips,
    angle=0.3,
    body=(210, 220, 225),
    pip=(30, 30, 30),
    floor=(60, 90, 40),
    centre=(100.0, 90.0),
    radius=0.1,
    pitch=0.26,
):
    """A picture with one flat face of SIDE px."""
    big = np.full((760, 840, 3), floor, np.uint8)
    c, s = math.cos(angle), math.sin(angle)

    def at(x, y):
        return [4 * (centre[0] + SIDE * (c * x - s * y)), 4 * (centre[1] + SIDE * (s * x + c * y))]

    outline = np.array([at(-0.5, -0.5), at(0.5, -0.5), at(0.5, 0.5), at(-0.5, 0.5)])
    cv2.fillConvexPoly(big, outline.round().astype(np.int32), body, cv2.LINE_AA)
    for x, y in pips:
        middle = tuple(int(v) for v in at(pitch * x, pitch * y))
        cv2.circle(big, middle, int(4 * radius * SIDE), pip, -1, cv2.LINE_AA)
    return cv2.resize(big, (210, 190), interpolation=cv2.INTER_AREA)


@pytest.mark.parametrize("value", PIPS)
@pytest.mark.parametrize("angle", [0.0, 0.4, 0.785, 1.3])
@pytest.mark.parametrize(
    "colours",
    [
        ((210, 220, 225), (30, 30, 30)),
        ((25, 25, 25), (240, 240, 240)),
        ((40, 40, 190), (60, 200, 230)),
        ((30, 30, 32), (60, 160, 205)),
    ],
    ids=["dark on light", "light on dark", "yellow on red", "gold on black"],
)
def test_every_value_is_found_in_both_polarities(value, angle, colours):
    picture = face(PIPS[value], angle, *colours)
    turn, agreed = face_turn(picture, (100.0, 90.0), SIDE)
    fit = fit_face(picture, (100.0, 90.0), SIDE, turn)
    assert agreed > 0.5
    assert fit.value == value
    assert fit.margins[value - 1] > 0.5
    assert fit.lead > 0.3


@pytest.mark.parametrize("value", PIPS)
@pytest.mark.parametrize(("dx", "dy", "size"), [(2, 0, 1.0), (-1.5, 1.5, 1.0), (0, 0, 1.1), (0, 0, 0.92)])
def test_a_place_that_is_a_little_off_is_forgiven(value, dx, dy, size):
    picture = face(PIPS[value])
    assert fit_face(picture, (100.0 + dx, 90.0 + dy), SIDE * size, 0.3).value == value


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("pitch", [0.2, 0.23, 0.26, 0.29])
@pytest.mark.parametrize(("dx", "dy"), [(0, 0), (0.07, 0.07), (-0.07, 0.07), (0, 0.1), (0.1, 0), (0.06, -0.08)])
def test_one_pip_of_several_is_no_1_however_wide_they_lie(value, pitch, dx, dy):
    picture = face(PIPS[value], pitch=pitch, radius=0.08)
    fit = fit_face(picture, (100.0 + dx * SIDE, 90.0 + dy * SIDE), SIDE, 0.3)
    assert fit.margins[0] < 0.3


@pytest.mark.parametrize("value", PIPS)
def test_red_pips_show_on_a_black_body_with_a_lamp_in_it(value):
    picture = face(PIPS[value], body=(28, 26, 30), pip=(40, 34, 150))
    lamp = np.zeros_like(picture)
    cv2.ellipse(lamp, (100, 90), (13, 13), 0, 200, 320, (190, 190, 190), 2, cv2.LINE_AA)
    fit = fit_face(cv2.add(picture, lamp), (100.0, 90.0), SIDE, 0.3)
    assert fit.value == value
    assert fit.margins[value - 1] > 0.3


def test_the_big_red_one_counts_as_one():
    assert fit_face(face(PIPS[1], pip=(30, 30, 200), radius=0.2), (100.0, 90.0), SIDE, 0.3).value == 1


@pytest.mark.parametrize("value", PIPS)
def test_a_missing_pip_is_no_smaller_value(value):
    whole = PIPS[value]
    if value in (1, 3, 5):
        return
    fit = fit_face(face(whole[1:]), (100.0, 90.0), SIDE, 0.3)
    assert max(fit.margins) < 0.5 or fit.value == value - 1 == 1


def test_a_blank_face_shows_nothing():
    fit = fit_face(face([]), (100.0, 90.0), SIDE, 0.3)
    assert max(fit.margins) < 0.3


def test_a_seventh_pip_contradicts_every_value():
    fit = fit_face(face([*PIPS[6], (0, 0)]), (100.0, 90.0), SIDE, 0.3)
    assert max(fit.margins) < 0.3


@pytest.mark.parametrize("angle", [-0.7, -0.2, 0.0, 0.5, 0.78])
def test_the_turn_of_a_face_comes_from_its_edges(angle):
    turn, _ = face_turn(face(PIPS[5], angle), (100.0, 90.0), SIDE)
    off = (turn - angle + math.pi / 4) % (math.pi / 2) - math.pi / 4
    assert abs(math.degrees(off)) < 2.5


def test_faces_fitted_together_are_fitted_as_each_alone():
    picture = np.random.default_rng(4).integers(0, 255, (190, 400, 3), dtype=np.uint8)
    picture = cv2.GaussianBlur(picture, (0, 0), 2.5)
    picture[:, :210] = face(PIPS[5])
    poses = [((100.0 + 18.0 * n, 90.0), SIDE + n, 0.1 * n) for n in range(AT_ONCE + 3)]
    assert fit_faces(picture, poses) == [fit_face(picture, *pose) for pose in poses]


def test_a_picture_without_any_contrast_shows_no_face():
    assert fit_face(np.full((90, 90, 3), 77, np.uint8), (45.0, 45.0), SIDE, 0.0).contrast == 0.0


def test_the_edges_of_a_face_are_weighed_up_to_their_ninth_decile():
    size = np.random.default_rng(2).random((48, 48), dtype=np.float32)
    assert _ninth_decile(size) == np.percentile(size, 90)
