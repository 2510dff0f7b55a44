"""The doctor: a line for every part, what is wrong and what to do, and an exit code; on this very machine, too."""

import json

import cv2
import pytest

from hardware import CameraGone, SimulatedCamera, SimulatedTray
from table import backup
from table.cli import main
from table.clock import SimulatedClock
from table.commands.doctor import PART_NAMES
from table.config import Config
from table.doctor import PARTS, Patient, examine, look_at_picture
from table.journal import FILE_NAME, Journal
from tests.table.damage import overwrite, play_games
from vision import Frame


def gone():
    raise CameraGone("no camera found")


@pytest.fixture
def patient(tmp_path):
    """A table with nothing plugged in, in a machine of empty /dev, /proc and /sys."""
    data = tmp_path / "data"
    data.mkdir()
    return Patient(Config(), None, data, gone, wants_pins=True, root=tmp_path)


def line(patient, part):
    return {finding.part: finding for finding in examine(patient, frozenset({part}))}


def shot():
    clock = SimulatedClock()
    tray = SimulatedTray(seed=3)
    tray.throw(range(5))
    with SimulatedCamera(tray, fps=5, clock=clock, wait=clock.wait) as camera:
        for _ in range(25):
            frame = camera.capture()
    return frame


@pytest.fixture(scope="module")
def picture():
    return shot()


def changed(frame, image):
    return {finding.part: finding for finding in look_at_picture(Frame(image, 0.0, 1))}


def test_every_part_can_be_named_on_the_command_line():
    assert tuple(PARTS) == PART_NAMES


def test_on_this_machine_it_says_plainly_what_is_missing(tmp_path, capsys):
    code = main(["doctor", "--json", "--data", str(tmp_path), "--camera", "usb:77"])
    rows = [json.loads(row) for row in capsys.readouterr().out.splitlines()]
    assert code == (0 if all(row["ok"] for row in rows) else 1)
    assert set(PART_NAMES) <= {row["part"] for row in rows}
    assert all(set(row) == {"part", "ok", "found", "do"} for row in rows)
    assert all(row["do"] for row in rows if not row["ok"])
    camera = next(row for row in rows if row["part"] == "camera")
    assert not camera["ok"] and "no USB camera 77" in camera["found"]


def test_with_nothing_wrong_it_is_fit(tmp_path, capsys):
    words = ["doctor", "--only", "journal", "--only", "config", "--only", "disk", "--data", str(tmp_path)]
    assert main(words) == 0
    assert "WRONG" not in capsys.readouterr().out


def test_a_good_picture_is_fit(picture):
    found = changed(picture, picture.image)
    assert {part: finding.ok for part, finding in found.items()} == {"light": True, "focus": True, "tray": True}, found


@pytest.mark.parametrize(
    ("spoil", "part", "do"),
    [
        (lambda image: (image * 0.1).astype("uint8"), "light", "light on"),
        (lambda image: cv2.convertScaleAbs(image, alpha=4.0, beta=90), "light", "diffuse"),
        (lambda image: cv2.GaussianBlur(image, (0, 0), 7), "focus", "turn the lens"),
        (lambda image: image[:, : image.shape[1] // 2].copy(), "tray", "four corners"),
    ],
)
def test_a_bad_picture_is_named(picture, spoil, part, do):
    finding = changed(picture, spoil(picture.image))[part]
    assert not finding.ok and do in finding.do, finding


def test_a_camera_that_cannot_be_opened_is_one_line(patient):
    found = line(patient, "camera")
    assert list(found) == ["camera"] and not found["camera"].ok


def test_a_running_table_keeps_its_camera(patient):
    with Journal(patient.data):
        assert "running table has it" in line(patient, "camera")["camera"].found


def test_pins_sound_and_screen_that_are_not_there(patient):
    for part, says in (("pins", "no GPIO chip"), ("sound", "no sound card"), ("screen", "no graphics card")):
        finding = line(patient, part)[part]
        assert not finding.ok and says in finding.found and finding.do


def test_a_screen_that_is_not_plugged_in_is_told_from_one_that_is(patient):
    (patient.root / "dev" / "dri").mkdir(parents=True)
    (patient.root / "dev" / "dri" / "card0").touch()
    socket = patient.root / "sys" / "class" / "drm" / "card0-HDMI-A-1"
    socket.mkdir(parents=True)
    (socket / "status").write_text("disconnected\n")
    assert "no screen is connected" in line(patient, "screen")["screen"].found
    (socket / "status").write_text("connected\n")
    (socket / "modes").write_text("1920x1080\n1280x720\n")
    assert line(patient, "screen")["screen"].found == "HDMI-A-1 1920x1080"


@pytest.mark.parametrize(("now", "ok"), [(0.0, False), (1.5e9, False), (2.5e9, True)])
def test_a_clock_that_was_reset_is_found(patient, now, ok):
    from dataclasses import replace

    assert line(replace(patient, now=lambda: now), "clock")["clock"].ok is ok


def test_a_config_that_is_refused_is_quoted(patient, tmp_path, capsys):
    path = tmp_path / "k.toml"
    path.write_text("colour = 1\n")
    code = main(["doctor", "--only", "config", "--config", str(path), "--data", str(patient.data)])
    assert code == 1
    assert "colour: found an unknown key" in capsys.readouterr().out


def test_the_journal_is_examined_with_its_copies(patient):
    play_games(patient.data, games=2)
    backup.back_up(patient.data)
    assert line(patient, "journal")["journal"].found == "2 games, 1 copies"
    overwrite(patient.data / FILE_NAME, 3)
    assert not line(patient, "journal")["journal"].ok


def test_a_damaged_journal_put_aside_is_not_forgotten(patient):
    (patient.data / "damaged" / "1").mkdir(parents=True)
    assert not line(patient, "journal")["salvage"].ok
