"""How a flat die's sides show is told by the tray: checked against a pinhole camera of our own."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.slant import leans, slant_of

FLOOR = (280.0, 210.0)
FOCAL, CENTRE = 1000.0, (640.0, 480.0)
DIE = 16.0


def camera(tilt_deg, turn_deg=0.0, height=420.0):
    """A function from places on the floor (mm, height upwards) to px."""
    t, r = math.radians(tilt_deg), math.radians(turn_deg)
    spin = np.array([[math.cos(r), -math.sin(r), 0], [math.sin(r), math.cos(r), 0], [0, 0, 1]])
    tip = np.array([[1, 0, 0], [0, math.cos(t), -math.sin(t)], [0, math.sin(t), math.cos(t)]])
    middle = np.array([FLOOR[0] / 2, FLOOR[1] / 2, 0])

    def project(place):
        seen = tip @ (spin @ ((np.asarray(place, float) - middle) * (1, 1, -1)))
        return FOCAL * seen[:2] / (seen[2] + height) + CENTRE

    return project


def slant(project):
    corners = np.array([project((x, y, 0)) for x, y in ((0, 0), (FLOOR[0], 0), FLOOR, (0, FLOOR[1]))])
    return slant_of(corners, FLOOR, FOCAL, CENTRE)


def seen_die(project, x, y, lean_deg=0.0):
    """Middle and side of a die's top in px and how far it lies aside of the base, for a die tipped about its middle."""
    a = math.radians(lean_deg)
    up, across = np.array((math.sin(a), 0, math.cos(a))), np.array((math.cos(a), 0, -math.sin(a)))
    heart = np.array((x, y, DIE / 2))
    top, base = project(heart + up * DIE / 2), project(heart - up * DIE / 2)
    one = project(heart + up * DIE / 2 + across * DIE / 2) - top
    other = project(heart + up * DIE / 2 + np.array((0, 1, 0)) * DIE / 2) - top
    side = 2 * math.sqrt(abs(one[0] * other[1] - one[1] * other[0]))
    return tuple(top), side, tuple((top - base) / side)


@pytest.mark.parametrize("tilt", [0, 10, 30])
@pytest.mark.parametrize("place", [(20, 20), (140, 105), (260, 190)])
def test_a_flat_dies_top_lies_aside_as_the_slant_says(tilt, place):
    project = camera(tilt, turn_deg=25)
    middle, side, aside = seen_die(project, *place)
    assert np.allclose(slant(project).shift(middle, side), aside, atol=0.01)


def test_a_die_that_leans_shows_it_beside_flat_ones_even_if_the_tray_is_taken_a_little_wrong():
    project = camera(8)
    wrong = camera(12, turn_deg=2)
    places = [(60, 60), (150, 50), (220, 160), (100, 150)]
    dice = [seen_die(project, *place) for place in places]
    dice.append(seen_die(project, 180, 110, lean_deg=25))
    off = leans(slant(wrong), dice)
    assert max(off[:4]) < 0.1 < 0.25 < off[4]


def test_a_lone_die_that_leans_shows_it():
    project = camera(8)
    assert leans(slant(project), [seen_die(project, 70, 80)])[0] < 0.05
    assert leans(slant(project), [seen_die(project, 70, 80, lean_deg=25)])[0] > 0.25
    assert leans(slant(project), []) == []
