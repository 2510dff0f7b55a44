"""Dice on a table with a mat, a book or a small tray of something else beside them: what lies there is no die beside *our* tray, to be left
out without a word. And dice that the picture's edge cuts."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from training.floors import floor
from training.recordings import BAD
from training.scenes import scene
from vision.reading import DoubtKind

SEEDS = range(24)


def bare(kind, size, rng):
    return (np.clip(floor(kind, size, rng), 0, 1) ** (1 / 2.2) * 255).astype(np.uint8)


def table_with_a_mat(seed):
    """Half of it shows dice on a bare floor, the other a framed mat of about five dice's width. Returns the picture and the truth."""
    rng = np.random.default_rng((seed, 7))
    dice = scene(rng, kind="pub", bare=True)
    size = dice.image.shape[0]
    picture = np.ascontiguousarray(bare(("wood", "plastic", "paper")[seed % 3], 2 * size, rng)[:size])
    mat = bare(("felt", "cork")[seed % 2], size, rng)
    w, h = int(rng.uniform(0.45, 0.7) * size), int(rng.uniform(0.35, 0.5) * size)
    x, y = size + int(rng.uniform(0.1, 0.25) * size), int(rng.uniform(0.1, 0.4) * size)
    cv2.rectangle(picture, (x - 9, y - 9), (x + w + 9, y + h + 9), (40, 70, 110), -1)
    picture[y : y + h, x : x + w] = mat[:h, :w]
    picture[:, :size] = dice.image
    return picture, [spot.label for spot in dice.spots]


@pytest.fixture(scope="module")
def readings(reader):
    found = []
    for seed in SEEDS:
        picture, truth = table_with_a_mat(seed)
        if truth:
            found.append((seed, truth, reader.read(picture)))
    return found


def test_no_dice_beside_a_mat_are_left_out_without_a_word(readings):
    silent = [seed for seed, _, reading in readings if reading.status == "read" and not reading.dice]
    assert not silent


def test_most_of_them_are_read(readings):
    flat = [(t, r) for _, t, r in readings if BAD not in t and r.status == "read"]
    assert len(flat) >= 8
    assert all(sorted(d.value for d in r.dice) == sorted(label + 1 for label in t) for t, r in flat)


def test_no_die_that_the_edge_cuts_is_left_out_without_a_word(readings):
    cut = [(t, r) for _, t, r in readings if BAD in t]
    assert len(cut) >= 5
    assert all(r.status == "unsure" for _, r in cut)
    assert sum(any(d.kind is DoubtKind.CUT_OFF for d in r.doubts) for _, r in cut) >= len(cut) // 2
