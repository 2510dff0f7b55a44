"""The count has two witnesses: what the search network overlooks the patterns find; what is no die they must not make one."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.network import DiceNetwork
from vision.reader import DiceReader
from vision.reading import DoubtKind
from vision.recordings import manifest, read_image

DRAWN = Path(__file__).resolve().parents[1] / "recordings" / "drawn"
#: Plain floors and clear dice.
PLAIN = [r for r in manifest(DRAWN) if r.kind == "dice" and r.answer == "read" and r.values]


class Overlooking(DiceNetwork):
    """The package's own network, but blind around one place (px)."""

    blind: tuple[float, float] | None = None

    def look(self, picture, region, scale):
        look = super().look(picture, region, scale)
        if self.blind is None:
            return look
        seen = tuple(s for s in look.sightings if math.dist(s.center, self.blind) > 0.6 * s.side)
        return replace(look, sightings=seen)


@pytest.fixture(scope="module")
def looks():
    """Pictures that are read right, with the reading."""
    whole = DiceReader()
    read = [(image, whole.read(image)) for image in (read_image(r.path) for r in PLAIN[:14])]
    found = [(image, reading) for image, reading in read if reading.status == "read" and len(reading.dice) > 1]
    assert len(found) >= 4
    return found


def test_most_dice_that_the_search_overlooks_leave_the_count_in_doubt(looks):
    network = Overlooking()
    reader = DiceReader(network=network)
    hidden = noticed = 0
    for image, reading in looks:
        for die in reading.dice:
            network.blind = die.center
            again = reader.read(image)
            hidden += 1
            noticed += again.status == "unsure" and any(d.kind is DoubtKind.COUNT for d in again.doubts)
    assert noticed >= 0.6 * hidden, (noticed, hidden)


@pytest.mark.parametrize("radius", (2, 3, 4))
def test_crumbs_on_the_floor_leave_the_count_alone(looks, radius):
    reader = DiceReader()
    rng = np.random.default_rng(radius)
    doubted = 0
    for image, reading in looks:
        strewn = image.copy()
        places = np.array([d.center for d in reading.dice])
        low, high = places.min(axis=0) - 40, places.max(axis=0) + 40
        for _ in range(6):
            spot = rng.uniform(low, high)
            if np.hypot(*(places - spot).T).min() > 70:
                tone = int(rng.integers(20, 90))
                cv2.circle(strewn, (int(spot[0]), int(spot[1])), radius, (tone // 2, tone, tone), -1, cv2.LINE_AA)
        doubted += any(d.kind is DoubtKind.COUNT for d in reader.read(strewn).doubts)
    assert doubted == 0


def marker(number, px):
    """One of the tray's own markers on white paper, BGR."""
    black = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), number, px)
    return cv2.cvtColor(cv2.copyMakeBorder(black, *[px // 5] * 4, cv2.BORDER_CONSTANT, value=255), cv2.COLOR_GRAY2BGR)


def free_corner(picture, reading, px):
    """Left and top of a square of `px` px beside the dice and near them, where nothing lies."""
    places = np.array([die.center for die in reading.dice])
    height, width = picture.shape[:2]
    spots = [(x, y) for x in range(0, width - px, 20) for y in range(0, height - px, 20)]
    apart = [np.hypot(*(places - (x + px / 2, y + px / 2)).T).min() for x, y in spots]
    near = [(distance, spot) for distance, spot in zip(apart, spots, strict=True) if distance > px / 2 + 60]
    return min(near)[1] if near else None


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_the_pattern_of_a_marker_that_is_seen_whole_leaves_the_count_alone(looks, number):
    reader, tried = DiceReader(), 0
    for size in (44, 60, 80):
        for image, reading in looks[:4]:
            printed = marker(number, size)
            spot = free_corner(image, reading, len(printed))
            if spot is None:
                continue
            x, y = spot
            laid = image.copy()
            laid[y : y + len(printed), x : x + len(printed)] = printed
            tried += 1
            assert not [d for d in reader.read(laid).doubts if d.kind is DoubtKind.COUNT and _within(d.where, x, y)]
    assert tried


def _within(where, x, y):
    return where is not None and abs(where[0] + where[2] / 2 - x) < 100 and abs(where[1] + where[3] / 2 - y) < 100
