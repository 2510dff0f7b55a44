"""The tray's floor ends where the picture shows it, not where a coarse look took it to end."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.edges import sharpened
from vision.layout import TrayLayout
from vision.recordings import manifest, read_image
from vision.tray import Tray, TrayFinder

CORNERS = np.array([[360.0, 300.0], [900.0, 280.0], [930.0, 690.0], [340.0, 700.0]])
SIDE = 30.0


def tray_on_a_table(floor=(40, 110, 50), wall=(20, 30, 40), rim=(60, 100, 150), line=None):
    """A drawn picture: table, rim, the rim's dark wall, the floor, and perhaps a printed line along its edge."""
    middle = CORNERS.mean(axis=0)
    rng = np.random.default_rng(4)
    picture = np.full((960, 1280, 3), 90, np.uint8)
    for factor, colour in ((1.25, rim), (1.06, wall), (1.0, floor)):
        cv2.fillConvexPoly(picture, np.rint(middle + factor * (CORNERS - middle)).astype(np.int32), colour)
    if line is not None:
        inner = np.rint(middle + 0.9 * (CORNERS - middle)).astype(np.int32)
        cv2.polylines(picture, [inner], True, line, 2)
    for x, y in ((420, 330), (600, 660), (880, 500)):
        cv2.rectangle(picture, (x, y), (x + 28, y + 28), (230, 235, 235), -1)
    noisy = picture + rng.normal(0, 6, picture.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def coarse(seed):
    rng = np.random.default_rng(seed)
    tray = Tray(CORNERS + rng.uniform(-1, 1, (4, 2)) * SIDE, (297.0, 210.0), "floor")
    assert error(tray) > 0.7 * SIDE
    return tray


@pytest.fixture(scope="module")
def finder():
    return TrayFinder(TrayLayout())


def error(tray, corners=CORNERS):
    return float(np.linalg.norm(tray.corners - corners, axis=1).max())


@pytest.mark.parametrize("seed", range(4))
def test_corners_a_side_off_end_at_the_floors_edge(seed):
    assert error(sharpened(tray_on_a_table(), coarse(seed), SIDE)) < 0.15 * SIDE


@pytest.mark.parametrize("seed", range(4))
def test_a_printed_line_never_makes_the_floor_larger(seed):
    sharp = sharpened(tray_on_a_table(line=(220, 220, 220)), coarse(seed), SIDE)
    floor = CORNERS.astype(np.float32)
    assert all(cv2.pointPolygonTest(floor, (float(x), float(y)), True) > -0.15 * SIDE for x, y in sharp.corners)


def test_where_nothing_is_to_be_seen_the_tray_stays_a_tray():
    tray = Tray(CORNERS, (297.0, 210.0), "floor")
    blank = np.full((960, 1280, 3), 90, np.uint8)
    assert cv2.isContourConvex(sharpened(blank, tray, SIDE).corners.astype(np.float32))


@pytest.mark.parametrize("name", ["pub", "hard"])
def test_on_rendered_trays_sharp_edges_halve_the_error(finder, shared, name):
    before, after = [], []
    for recording in list(manifest(shared(f"scenes/{name}")))[:40]:
        picture = read_image(recording.path)
        tray, _ = finder.find(picture)
        if tray is None:
            continue
        corners = np.array(recording.row["tray"])
        side = 16.0 * recording.row["px_per_mm"]
        turned = min(range(4), key=lambda k: error(tray, np.roll(corners, k, axis=0)))
        true = np.roll(corners, turned, axis=0)
        before.append(error(tray, true) / side)
        after.append(error(sharpened(picture, tray, side), true) / side)
    assert len(before) > 30
    assert np.median(after) < 0.5 * np.median(before)


def test_a_die_at_the_rim_that_a_coarse_edge_leaves_outside_is_read(reader, finder, shared):
    folder = shared("scenes/pub")
    rows = {r.path.name: r for r in manifest(folder)}
    for name in ("pub_s312_0007.jpg", "pub_s312_0064.jpg", "pub_s312_0110.jpg"):
        recording = rows[name]
        picture = read_image(recording.path)
        tray, _ = finder.find(picture)
        centres = [np.mean(die["quad"], axis=0) for die in recording.row["dice"]]
        assert min(tray.inside_px(tuple(c)) for c in centres) < 0, "the coarse edge leaves none outside any more"
        reading = reader.read(picture)
        assert (reading.status, sorted(d.value for d in reading.dice)) == ("read", sorted(recording.values)), name
