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
