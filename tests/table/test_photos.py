"""Photos show the tray and nothing beside it, are kept for some games only, and the log names nobody."""

import logging
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware import PANEL_BUTTONS, Button, SimulatedCamera, SimulatedTray
from table.clock import SimulatedClock
from table.photos import Photos
from vision import DiceReader, Frame
from vision.evaluate import evaluate
from vision.recordings import manifest

#: A colour that no tray has, for what stands beside it.
MAGENTA = (255, 0, 255)


@pytest.fixture(scope="module")
def picture():
    """Five dice at rest in the tray, and guests all around it."""
    clock = SimulatedClock()
    tray = SimulatedTray(seed=3)
    tray.throw(range(5))
    with SimulatedCamera(tray, fps=5, clock=clock, wait=clock.wait) as camera:
        for _ in range(25):
            frame = camera.capture()
    image = frame.image.copy()
    for left, top in ((60, 120), (60, 600), (1120, 120), (1120, 600), (600, 20), (600, 880)):
        cv2.ellipse(image, (left + 40, top + 30), (38, 50), 0, 0, 360, MAGENTA, -1)
    return Frame(image, 0.0, 1)


def stored(folder):
    return sorted(path.name for path in (folder / "photos").glob("*.jpg"))


def test_only_the_tray_is_stored(tmp_path, picture):
    Photos(tmp_path).keep("1-0", picture)
    image = cv2.imread(str(tmp_path / "photos" / "1-0.jpg"))
    beside = np.abs(image.astype(int) - MAGENTA).max(axis=2) < 60
    assert not beside.any()
    assert image.size < picture.image.size / 2


def test_the_dice_in_it_can_still_be_read(tmp_path, picture):
    Photos(tmp_path).keep("1-0", picture)
    reader = DiceReader()
    before = reader.read(picture.image)
    after = reader.read(Photos(tmp_path).load("1-0").image)
    assert before.status == after.status == "read"
    assert before.values == after.values


def test_a_picture_without_a_tray_is_not_stored(tmp_path, picture):
    room = np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8)
    photos = Photos(tmp_path)
    photos.keep("1-0", Frame(room, 0.0, 1))
    photos.corrected("1-0", (1, 2, 3, 4, 5), None, Frame(room, 0.0, 1))
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_photos_of_old_games_go(tmp_path, picture):
    photos = Photos(tmp_path, keep_games=2)
    for game in (1, 2, 3, 4):
        photos.keep(f"{game}-0", picture)
    assert stored(tmp_path) == ["3-0.jpg", "4-0.jpg"]
    Photos(tmp_path, keep_games=0).keep("3-1", picture)
    assert stored(tmp_path) == []


def test_a_table_that_keeps_no_photos_keeps_none_of_corrected_throws_either(tmp_path, picture):
    Photos(tmp_path, keep_games=0).corrected("1-0", (1, 2, 3, 4, 5), None, picture)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_half_a_photo_is_not_kept_and_what_cannot_be_deleted_ends_no_game(tmp_path, picture, monkeypatch):
    photos = Photos(tmp_path, keep_games=1)
    photos.keep("1-0", picture)

    def full(path, data):
        path.open("wb").write(data[: len(data) // 2])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        photos.keep("1-1", picture)
    assert stored(tmp_path) == ["1-0.jpg"]

    def refuse(path, missing_ok=False):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "unlink", refuse)
    photos.keep("5-0", picture)
    assert stored(tmp_path) == ["1-0.jpg", "5-0.jpg"]


def test_a_whole_turn_leaves_no_name_in_the_log(bench, caplog):
    caplog.set_level(logging.DEBUG)
    bench.start()
    bench.fault("dark")
    for _ in range(3):
        bench.play_turn()
    names = {player.name for player in bench.match.players}
    assert not [record for record in caplog.records if any(name in record.getMessage() for name in names)]


def test_a_corrected_throw_becomes_a_recording_that_evaluate_reads(tmp_path, picture):
    reading = DiceReader().read(picture.image)
    wrong = (reading.values[0] % 6 + 1, *reading.values[1:])
    photos = Photos(tmp_path)
    photos.corrected("3-0", wrong, reading, picture)
    photos.corrected("3-1", reading.values, reading, picture)
    kept = list(manifest(tmp_path / "recordings"))
    assert [(r.file, r.values, r.answer) for r in kept] == [
        ("3-0.jpg", tuple(sorted(wrong)), "read"),
        ("3-1.jpg", reading.values, "read"),
    ]
    assert all({"table", "corrected"} <= r.tags and tuple(r.row["seen"]) == reading.values for r in kept)
    tally = evaluate("recordings", kept, lambda image, _: DiceReader().read(image))
    assert [result.outcome for result in tally.results] == ["silently_wrong", "right"]


def test_a_guest_who_corrects_a_slot_at_the_table_makes_a_recording(bench, monkeypatch):
    kept = []
    monkeypatch.setattr(
        bench.table.desk.photos,
        "corrected",
        lambda photo, values, reading, frame: kept.append((photo, values, reading)),
    )
    bench.start()
    bench.throw([6, 5, 4, 6, 2], seen={2: 3})
    bench.press(Button.HOLD_3, long=True)
    while bench.window.screen.labels[PANEL_BUTTONS.index(Button.OK)].short.params != (("value", 4),):
        bench.press(Button.DOWN)
    bench.press(Button.OK)
    assert len(kept) == 1
    photo, values, reading = kept[0]
    assert values == (6, 5, 4, 6, 2) and sorted(reading.values) == [2, 3, 5, 6, 6]
    assert photo
