"""Coins and caps among dice are told by their outline; letters, rings, drops, mats and dice are not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.discs import discs
from vision.reading import DoubtKind
from vision.recordings import manifest, read_image

SIDE = 30.0
WHOLE = (0, 0, 320, 240)


def floor(tone=(60, 110, 50), grain=5.0, seed=1):
    rng = np.random.default_rng(seed)
    return np.clip(np.array(tone) + rng.normal(0, grain, (240, 320, 1)), 0, 255).astype(np.uint8)


def coin(picture, center, mm, tone):
    radius = round(mm / 2 * SIDE / 16)
    cv2.circle(picture, center, radius, tone, -1, cv2.LINE_AA)
    cv2.circle(picture, center, round(0.7 * radius), tuple(round(0.8 * t) for t in tone), 1, cv2.LINE_AA)


@pytest.mark.parametrize("mm", [18.75, 21.25, 23.25, 25.75, 30.0, 33.0])
@pytest.mark.parametrize("tone", [(70, 150, 190), (60, 90, 150), (190, 190, 185), (40, 40, 170)])
def test_coins_of_two_cents_and_more_and_caps_are_found_where_they_lie(mm, tone):
    picture = floor()
    coin(picture, (170, 120), mm, tone)
    found = discs(picture, WHOLE, SIDE, [])
    assert found
    for disc in found:
        assert np.hypot(disc.center[0] - 170, disc.center[1] - 120) < 0.2 * SIDE
        assert disc.radius == pytest.approx(mm / 2 * SIDE / 16, rel=0.2)


def test_what_may_be_a_die_is_none():
    picture = floor()
    coin(picture, (170, 120), 23, (190, 190, 185))
    assert not discs(picture, WHOLE, SIDE, [((172.0, 118.0), SIDE)])


@pytest.mark.parametrize("seed", range(4))
def test_words_rings_mats_dots_and_empty_floors_are_none(seed):
    picture = floor(seed=seed)
    rng = np.random.default_rng(seed)
    for word in ("STOUT", "LUCKY 5", "PUB"):
        spot = (int(rng.integers(10, 160)), int(rng.integers(40, 220)))
        cv2.putText(picture, word, spot, cv2.FONT_HERSHEY_SIMPLEX, float(rng.uniform(0.6, 1.6)), (220, 220, 220), 5)
    cv2.circle(picture, (250, 70), round(0.8 * SIDE), (220, 220, 220), 2, cv2.LINE_AA)
    cv2.circle(picture, (60, 60), round(2.8 * SIDE), (200, 200, 210), -1, cv2.LINE_AA)
    for x in range(200, 300, 20):
        cv2.circle(picture, (x, 200), 4, (220, 220, 220), -1, cv2.LINE_AA)
    assert not discs(picture, WHOLE, SIDE, [])


@pytest.mark.parametrize("region", [(-50, -50, 60, 60), (300, 220, 500, 500), (0, 0, 30, 30)])
def test_a_region_that_shows_next_to_nothing_has_none(region):
    assert not discs(floor(), region, SIDE, [])


def test_rendered_coins_on_the_tray_are_said_to_a_reader_of_dice(reader, shared):
    kept = [r for r in manifest(shared("scenes/coins")) if r.row["count"]][::2]
    said = sum(any(d.kind is DoubtKind.FOREIGN for d in reader.read(read_image(r.path)).doubts) for r in kept)
    assert len(kept) >= 10
    assert said >= 0.75 * len(kept), (said, len(kept))


@pytest.mark.parametrize("folder", ["scenes/hard", "scenes/pub", "photos/overhead_mixed", "photos/handheld_wood"])
def test_dice_pips_drops_and_prints_of_recordings_are_none(shared, folder):
    wrong = []
    for recording in list(manifest(shared(folder)))[::3]:
        row, picture = recording.row, read_image(recording.path)
        dice = [(tuple(die["center"]), die.get("side_px") or 0.8 * die["box"][2]) for die in row["dice"]]
        if not dice:
            continue
        side = 16 * row["px_per_mm"] if "px_per_mm" in row else float(np.median([s for _, s in dice]))
        low = np.min(row.get("tray") or [c for c, _ in dice], axis=0).astype(int)
        high = np.max(row.get("tray") or [c for c, _ in dice], axis=0).astype(int)
        if discs(picture, (*map(int, low), *map(int, high - low)), side, dice):
            wrong.append(recording.file)
    assert not wrong
