"""How the camera looks down: the top of a flat die lies aside of its base as a pinhole camera projects it, wherever the camera stands."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.slant import slant_of

FOCAL, CENTRE, FLOOR = 1000.0, (640.0, 480.0), (280.0, 210.0)


def camera(tilt_deg, towards_deg, height=500.0):
    """Floor mm (x right, y down, z up) to px, for a camera that looks at the floor's middle from `height` mm away."""
    tilt, towards = math.radians(tilt_deg), math.radians(towards_deg)
    away = np.array((math.sin(tilt) * math.cos(towards), math.sin(tilt) * math.sin(towards), math.cos(tilt)))
    forward = -away
    right = np.array((1.0, 0, 0)) - forward * forward[0]
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    eye = np.array((FLOOR[0] / 2, FLOOR[1] / 2, 0)) + away * height

    def seen(point):
        x, y, z = np.array((right, down, forward)) @ (np.asarray(point, float) - eye)
        return np.array((FOCAL * x / z + CENTRE[0], FOCAL * y / z + CENTRE[1]))

    return seen


def slant(seen):
    corners = np.array([seen((x, y, 0)) for x, y in ((0, 0), (FLOOR[0], 0), FLOOR, (0, FLOOR[1]))])
    return slant_of(corners, FLOOR, FOCAL, CENTRE)


@pytest.mark.parametrize("tilt", [0.0, 6.0, 20.0, 35.0])
@pytest.mark.parametrize("towards", [0.0, 80.0, 200.0, 300.0])
@pytest.mark.parametrize("place", [(40, 40), (140, 105), (250, 60), (30, 190)])
def test_the_top_of_a_flat_die_lies_aside_of_its_base_as_projected(tilt, towards, place):
    seen = camera(tilt, towards)
    side_mm = 16.0
    base, top = seen((*place, 0)), seen((*place, side_mm))
    across = [seen((place[0] + dx, place[1] + dy, side_mm)) - top for dx, dy in ((1, 0), (0, 1))]
    side_px = side_mm * math.sqrt(abs(float(np.linalg.det(np.array(across)))))
    shift = np.array(slant(seen).shift(tuple(top), side_px)) * side_px
    assert np.abs(shift - (top - base)).max() < 0.07 * side_px


def test_from_straight_above_the_middle_shows_no_side():
    assert slant(camera(0.0, 0.0)).shift(CENTRE, 32.0) == pytest.approx((0.0, 0.0), abs=0.01)


def test_at_the_edge_the_top_leans_outwards():
    seen = slant(camera(0.0, 0.0))
    assert seen.shift((200.0, 480.0), 32.0)[0] < -0.2
    assert seen.shift((1080.0, 480.0), 32.0)[0] > 0.2
