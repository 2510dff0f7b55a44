"""The coin reader on real and drawn pictures: it counts what it is sure of and refuses the rest."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from training.coinage import EUROS, Lamp, Stage, lay_cap, lay_coin, lay_odd
from vision import CoinReader, DoubtKind
from vision.errors import BadImage, BadTray
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


def laid(things, seed=5, size=480):
    """A felt floor at 2 px per mm with euro coins and other things, drawn as the training draws them."""
    rng = np.random.default_rng(seed)
    image = np.full((size, size, 3), (0.05, 0.12, 0.04), np.float32) * rng.normal(1, 0.06, (size, size, 1)).astype(
        np.float32
    )
    light = Stage((Lamp((0.3, 0.2, 0.93), (0.7, 0.7, 0.7), 1.0),), 0.4, 2.0, 0.0005)
    for what, x, y in things:
        if what == "cap":
            lay_cap(image, (x, y), light, rng)
        elif what == "odd":
            lay_odd(image, (x, y), light, rng)
        else:
            lay_coin(image, (x, y), *EUROS[what], 0, light, rng)
    shown = (np.clip(image * 1.3, 0, 1) ** (1 / 2.2) * 255).astype(np.uint8)
    return cv2.resize(shown, None, fx=0.9, fy=0.9, interpolation=cv2.INTER_AREA)


SIX = [(0, 80, 90), (3, 200, 70), (5, 330, 110), (7, 110, 250), (6, 260, 260), (2, 400, 300)]


def test_euro_coins_are_counted_and_dice_and_crumbs_among_them_are_not(reader):
    reading = reader.read(laid([*SIX, ("odd", 180, 380), ("odd", 320, 400), ("odd", 60, 400)]), tray="full")
    assert reading.count == 6
    assert not [d for d in reading.doubts if d.kind is DoubtKind.FOREIGN]


def test_crown_caps_among_coins_are_a_doubt_printed_or_hollow_side_up(reader):
    readings = [reader.read(laid([*SIX, ("cap", 200, 390)], seed=seed), tray="full") for seed in range(10)]
    assert sum(reading.status == "unsure" for reading in readings) >= 9


def test_each_counted_coin_is_told_with_its_place_in_the_picture(reader):
    reading = reader.read(laid(SIX), tray="full")
    found = sorted((round(c.center[0] / 0.9), round(c.center[1] / 0.9)) for c in reading.coins)
    assert found == [pytest.approx((x, y), abs=5) for _, x, y in sorted(SIX, key=lambda t: t[1:])]


@pytest.mark.parametrize(("level", "kind"), [(255, DoubtKind.GLARE), (128, DoubtKind.BLURRED), (3, DoubtKind.DARK)])
def test_a_picture_of_one_tone_is_unsure_and_says_why(reader, level, kind):
    reading = reader.read(np.full((480, 640, 3), level, np.uint8))
    assert (reading.status, [d.kind for d in reading.doubts]) == ("unsure", [kind])


@pytest.mark.parametrize("shape", [(1, 1, 3), (20, 30), (63, 200, 4)])
def test_a_tiny_picture_is_unsure(reader, shape):
    assert reader.read(np.full(shape, 90, np.uint8)).status == "unsure"


def test_a_strange_region_or_no_picture_is_refused_by_name(reader):
    with pytest.raises(BadTray):
        reader.read(drawn(APART), tray=(5000, 5000, 10, 10))
    with pytest.raises(BadImage):
        reader.read(None)


def test_other_kinds_of_pictures_are_counted_alike(reader):
    picture = laid(SIX)
    for same in (
        picture.astype(np.uint16) * 257,
        cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA),
        np.asfortranarray(picture),
    ):
        assert reader.read(same, tray="full").count == 6


@pytest.mark.skipif(not COINS.exists(), reason="the pictures of ../shared/data are not here")
def test_a_count_that_is_said_is_right(reader):
    rows = [json.loads(line) for line in (COINS / "manifest.jsonl").read_text().splitlines()][::7]
    readings = [(row["count"], reader.read(read_image(COINS / row["file"]))) for row in rows]
    said = [(truth, reading.count) for truth, reading in readings if reading.status == "read"]
    assert len(said) >= 2
    assert all(truth == count for truth, count in said)
