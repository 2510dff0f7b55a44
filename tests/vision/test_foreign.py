"""Phones, cards and slips among dice are said, and whatever hides a part of a die mostly is; mats, prints and crumbs are not.

The things here are drawn by a few lines of their own, not by what the network learned from."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from training.recordings import BAD
from training.scenes import scene
from vision.reading import DoubtKind
from vision.recordings import manifest, read_image

SEEDS = range(60)
#: Width and height in mm, colour of the body and of what is on it (BGR).
FLAT = {
    "phone": (70, 146, (28, 26, 25), (70, 60, 50)),
    "playing card": (59, 88, (236, 240, 242), (40, 40, 190)),
    "bank card": (54, 86, (150, 80, 30), (90, 170, 200)),
    "receipt": (60, 120, (225, 228, 230), (110, 110, 110)),
    "box": (55, 85, (40, 40, 170), (220, 225, 225)),
}
ROUND = {"coin": (12, (70, 150, 190), (110, 190, 225)), "cap": (15, (50, 50, 180), (225, 228, 230))}


def laid(picture, kind, at, side, turn):
    """Lay one thing with its middle at `at` px over a picture, with a soft shadow; `side`: px of a die's side. Returns the new picture."""
    mm = side / 16
    mask = np.zeros(picture.shape[:2], np.uint8)
    drawn = picture.copy()
    if kind in FLAT:
        w, h, body, mark = FLAT[kind]
        box = cv2.boxPoints(((float(at[0]), float(at[1])), (w * mm, h * mm), turn))
        cv2.fillConvexPoly(mask, box.round().astype(np.int32), 255, cv2.LINE_AA)
        drawn[:] = body
        for row in (-0.3, 0.0, 0.3):
            a, b = (box[0] + (box[3] - box[0]) * x + (box[1] - box[0]) * (0.5 + row) for x in (0.2, 0.7))
            cv2.line(
                drawn,
                a.round().astype(int).tolist(),
                b.round().astype(int).tolist(),
                mark,
                max(1, round(3 * mm)),
                cv2.LINE_AA,
            )
    else:
        radius, body, mark = ROUND[kind]
        middle = (round(at[0]), round(at[1]))
        cv2.circle(mask, middle, round(radius * mm), 255, -1, cv2.LINE_AA)
        drawn[:] = body
        cv2.circle(drawn, middle, round(0.7 * radius * mm), mark, max(1, round(mm)), cv2.LINE_AA)
    shadow = cv2.GaussianBlur(np.roll(mask, (round(2 * mm), round(2 * mm)), (0, 1)), (0, 0), 2 * mm)[..., None] / 255.0
    cover = cv2.GaussianBlur(mask, (0, 0), 0.7)[..., None] / 255.0
    light = float(np.percentile(picture, 95)) / 230
    return np.clip(picture * (1 - 0.4 * shadow) * (1 - cover) + drawn * light * cover, 0, 255).astype(np.uint8)


def half_covered(seed):
    """A drawn picture of flat dice of which a thing hides about half of one and touches no other, and what thing; or None."""
    rng = np.random.default_rng((seed, 41))
    drawn = scene(rng, kind="pub", bare=True, upright=True)
    if not drawn.spots or any(spot.label == BAD for spot in drawn.spots):
        return None
    die = drawn.spots[int(rng.integers(len(drawn.spots)))]
    kind = (*FLAT, *ROUND)[seed % (len(FLAT) + len(ROUND))]
    mm = drawn.side / 16
    reach = min(FLAT[kind][:2]) / 2 * mm if kind in FLAT else ROUND[kind][0] * mm
    for turn in rng.uniform(0, 360, 30):
        way = np.array((np.cos(np.radians(turn)), np.sin(np.radians(turn))))
        at = np.array(die.centre) + way * (reach + rng.uniform(-0.15, 0.1) * die.side)
        picture = laid(drawn.image, kind, at, drawn.side, turn)
        changed = np.abs(picture.astype(int) - drawn.image).max(axis=2) > 40
        others = [s for s in drawn.spots if s is not die]
        if not any(_share(changed, s) > 0.02 for s in others) and 0.25 < _share(changed, die) < 0.75:
            return picture, kind
    return None


def _share(changed, spot):
    face = np.zeros(changed.shape, np.uint8)
    cv2.fillConvexPoly(face, spot.quad.round().astype(np.int32), 1)
    return changed[face > 0].mean() if face.any() else 0.0


def test_most_dice_that_a_thing_hides_half_of_are_not_left_out_without_a_word(reader):
    made = [(seed, found) for seed in SEEDS if (found := half_covered(seed)) is not None]
    assert len(made) >= 20
    silent = [(seed, kind) for seed, (picture, kind) in made if reader.read(picture).status == "read"]
    # Without the network for it half of them are.
    assert len(silent) <= len(made) / 3, silent


@pytest.mark.parametrize("kind", ["phone", "playing card", "receipt"])
@pytest.mark.parametrize("folder", ["scenes/clean", "scenes/pub"])
def test_a_thing_on_the_floor_among_dice_is_said(reader, shared, folder, kind):
    said, tried = 0, 0
    rng = np.random.default_rng(len(kind))
    for recording in list(manifest(shared(folder)))[:24:2]:
        picture, row = read_image(recording.path), recording.row
        tray, side = np.array(row["tray"]), 16 * row["px_per_mm"]
        dice = np.array([die["center"] for die in row["dice"]])
        low, high = tray.min(axis=0) + 3 * side, tray.max(axis=0) - 3 * side
        places = rng.uniform(low, high, (60, 2))
        apart = np.hypot(*(places[:, None] - dice[None]).transpose(2, 0, 1)).min(axis=1)
        reading = reader.read(laid(picture, kind, places[int(np.argmax(apart))], side, float(rng.uniform(0, 180))))
        tried += 1
        said += any(doubt.kind is DoubtKind.FOREIGN for doubt in reading.doubts)
    assert tried >= 10
    assert said >= 0.4 * tried, (said, tried)


@pytest.mark.parametrize("folder", ["scenes/clean", "scenes/pub", "scenes/touching", "scenes/empty"])
def test_dice_floors_and_prints_are_nothing_foreign(reader, shared, folder):
    wrong = [
        recording.file
        for recording in list(manifest(shared(folder)))[::4]
        if any(doubt.kind is DoubtKind.FOREIGN for doubt in reader.read(read_image(recording.path)).doubts)
    ]
    assert len(wrong) <= 1, wrong


def test_nor_are_most_crumbs_words_and_mats_of_drawn_scenes(reader):
    wrong, tried = [], 0
    for seed in range(60):
        drawn = scene(np.random.default_rng((seed, 43)), kind="pub", upright=True)
        tried += 1
        if any(doubt.kind is DoubtKind.FOREIGN for doubt in reader.read(drawn.image).doubts):
            wrong.append(seed)
    # Mats close beside dice, where no tray tells what is floor: an eighth of these scenes.
    assert len(wrong) <= 0.15 * tried, wrong
