"""The coin reader on real and drawn pictures: it counts what it is sure of and refuses the rest."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import CoinReader, DoubtKind
from vision.recordings import read_image

COINS = Path(__file__).parents[3] / "shared" / "data" / "scenes" / "coins"


@pytest.fixture(scope="module")
def reader():
    return CoinReader()


def drawn(places, *, size=(520, 700), floor=(70, 90, 60), coin=(90, 160, 200)):
    """A plain floor at 3 px per mm with discs at (x, y, radius) px."""
    rng = np.random.default_rng(4)
    image = np.full((*size, 3), floor, np.uint8)
    for x, y, radius in places:
        cv2.circle(image, (x + 3, y + 4), radius, tuple(c // 2 for c in floor), -1, cv2.LINE_AA)
        cv2.circle(image, (x, y), radius, coin, -1, cv2.LINE_AA)
        cv2.circle(image, (x, y), round(radius * 0.86), tuple(round(c * 0.92) for c in coin), 2, cv2.LINE_AA)
    return np.clip(image + rng.normal(0, 3, image.shape), 0, 255).astype(np.uint8)


APART = [(90, 80, 28), (240, 110, 33), (430, 90, 36), (600, 200, 30), (120, 330, 34), (330, 350, 26), (520, 400, 36)]


def test_coins_of_many_sizes_that_lie_apart_are_counted(reader):
    reading = reader.read(drawn(APART), tray="full")
    assert (reading.status, reading.count, reading.dice) == ("read", 7, ())


def test_touching_coins_are_counted_one_by_one(reader):
    touching = [(200, 200, 32), (264, 200, 32), (232, 255, 32), (450, 300, 30)]
    reading = reader.read(drawn(touching), tray="full")
    assert (reading.status, reading.count) == ("read", 4)


def test_coins_that_lie_on_one_another_are_refused_or_counted_right(reader):
    reading = reader.read(drawn([*APART, (262, 128, 33)]), tray="full")
    assert reading.status == "unsure" or reading.count == 8


def test_a_bottle_cap_is_a_doubt_and_no_coin(reader):
    reading = reader.read(drawn([*APART, (330, 210, 49)]), tray="full")
    assert reading.status == "unsure"
    assert any(doubt.kind is DoubtKind.FOREIGN for doubt in reading.doubts)


def test_a_count_that_makes_no_sense_is_a_doubt(reader):
    reading = reader.read(drawn(APART), tray="full", expect=frozenset({3}))
    assert [doubt.kind for doubt in reading.doubts] == [DoubtKind.COUNT]


def test_a_black_picture_is_dark(reader):
    reading = reader.read(np.zeros((480, 640, 3), np.uint8))
    assert [doubt.kind for doubt in reading.doubts] == [DoubtKind.DARK]


@pytest.mark.skipif(not COINS.exists(), reason="the pictures of ../shared/data are not here")
def test_a_count_that_is_said_is_right(reader):
    rows = [json.loads(line) for line in (COINS / "manifest.jsonl").read_text().splitlines()][::7]
    readings = [(row["count"], reader.read(read_image(COINS / row["file"]))) for row in rows]
    said = [(truth, reading.count) for truth, reading in readings if reading.status == "read"]
    assert len(said) >= 2
    assert all(truth == count for truth, count in said)
