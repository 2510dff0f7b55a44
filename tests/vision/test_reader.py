"""What the dice reader must read, what it must refuse, and that its confidence can be believed."""

from __future__ import annotations

import shutil
from itertools import islice
from pathlib import Path

import pytest

from vision.evaluate import evaluate, outcome_of
from vision.recordings import manifest, read_image

DRAWN = Path(__file__).resolve().parents[1] / "recordings" / "drawn"
RECORDINGS = list(manifest(DRAWN))


def _cases():
    """Every drawn picture; the one known shortfall is marked, so that it shows when it is overcome."""
    unseen_hand = pytest.mark.xfail(reason="a hand in a picture without a tray is not noticed yet", strict=False)
    return [pytest.param(r, id=r.file, marks=[unseen_hand] if "hand" in r.tags else []) for r in RECORDINGS]


@pytest.mark.parametrize("recording", _cases())
def test_no_condition_makes_the_reader_say_a_wrong_throw(reader, recording):
    outcome = outcome_of(recording, reader.read(read_image(recording.path)))
    assert outcome in ("right", "unsure", "abstained")


def test_most_conditions_are_read(reader):
    line = evaluate("drawn", RECORDINGS, lambda image, _: reader.read(image)).summary()
    assert line["right"] >= 0.75 * line["n"], line


#: Per set: how many pictures, spread over it, are read; at least so many of them right, at most so many silently wrong or answered.
#: What the reader reaches today with a little room for noise; the figures of whole sets are in the README.
SETS = {
    "scenes/clean": (24, 23, 0),
    "scenes/pub": (30, 22, 1),
    "scenes/touching": (16, 12, 1),
    "scenes/hard": (16, 5, 1),
    "scenes/oblique": (16, 6, 1),
    "scenes/six": (8, 6, 0),
    "scenes/empty": (8, 5, 0),
    "scenes/cocked": (20, 0, 13),
    "scenes/hand": (12, 0, 2),
    "scenes/blur": (12, 0, 1),
    "photos/overhead_mixed": (20, 7, 2),
    "photos/table_clusters": (8, 2, 1),
    "photos/handheld_wood": (12, 7, 2),
}


@pytest.mark.parametrize("name", SETS)
def test_the_sets_beside_the_checkout_are_read_as_well_as_they_were(reader, shared, name):
    take, right, wrong = SETS[name]
    recordings = list(manifest(shared(name)))
    spread = recordings[:: max(1, len(recordings) // take)][:take]
    line = evaluate(name, spread, lambda image, _: reader.read(image)).summary()
    assert line["right"] >= right, line
    assert line["silently_wrong"] + line["answered"] <= wrong, line


def test_places_are_millimetres_on_the_floor(reader, shared):
    folder = shared("scenes/clean")
    for recording in islice((r for r in manifest(folder) if "markers" in r.tags), 4):
        reading = reader.read(read_image(recording.path))
        for die in reading.dice:
            assert die.place is not None
            x, y = die.place
            assert -10 < x < 290
            assert -10 < y < 220


def test_centres_lie_on_the_dice(reader, shared):
    for recording in islice(manifest(shared("scenes/pub")), 6):
        reading = reader.read(read_image(recording.path))
        for die in reading.dice:
            gap = min(
                max(abs(die.center[0] - label["center"][0]), abs(die.center[1] - label["center"][1]))
                for label in recording.row["dice"]
            )
            assert gap < 6


def test_a_reading_does_not_depend_on_the_files_name(reader, tmp_path):
    source = RECORDINGS[0].path
    renamed = tmp_path / "999999_666.jpg"
    shutil.copy(source, renamed)
    assert reader.read(read_image(renamed)) == reader.read(read_image(source))


def test_doubts_name_the_die_or_the_place(reader):
    for recording in RECORDINGS:
        reading = reader.read(read_image(recording.path))
        for doubt in reading.doubts:
            assert doubt.die is not None or doubt.where is not None
            assert doubt.die is None or 0 <= doubt.die < len(reading.dice)


def test_a_read_die_is_stated_with_high_confidence(reader):
    for recording in RECORDINGS:
        reading = reader.read(read_image(recording.path))
        if reading.status == "read":
            assert all(die.confidence > 0.9 for die in reading.dice)
            assert all(die.candidates[0] == (die.value, die.confidence) for die in reading.dice)
