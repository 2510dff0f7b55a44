"""`knobeltisch calibrate` and `record` with the simulated camera: what they say, what they keep, what uses it."""

import json

import numpy as np
import pytest

from table import calibrations
from table.cli import main
from vision import Die, Frame, Reading
from vision.calibration import Calibration
from vision.lens import Lens
from vision.recordings import manifest, read_image

CALIBRATION = Calibration(
    (1280, 960),
    np.array([[300.0, 240.0], [980.0, 244.0], [976.0, 720.0], [303.0, 716.0]]),
    (280.0, 210.0),
    {0: (280.0, 200.0), 2: (1000.0, 760.0)},
    2.5,
    0.9,
    Lens((900.0, 901.0, 640.0, 480.0), (-0.1, 0.02, 0.0, 0.0, 0.0), 0.3, 8),
)


@pytest.mark.parametrize(("language", "word"), [("de", "Schale gefunden"), ("en", "Tray found")])
def test_calibrate_says_in_plain_words_what_it_found_and_stores_it(tmp_path, capsys, language, word):
    assert main(["calibrate", "--camera", "simulated", "--data", str(tmp_path), "--lang", language]) == 0
    said = capsys.readouterr().out
    assert word in said and "calibration.json" in said
    calibration = calibrations.load(tmp_path)
    assert calibration.size == (1280, 960) and sorted(calibration.markers) == [0, 1, 2, 3]


def test_what_cannot_be_calibrated_is_not_stored_and_the_old_setting_stays(tmp_path, capsys):
    import cv2

    calibrations.store(tmp_path, CALIBRATION)
    before = (tmp_path / calibrations.FILE).read_bytes()
    footage = tmp_path / "black"
    footage.mkdir()
    cv2.imwrite(str(footage / "1.png"), np.zeros((480, 640, 3), np.uint8))
    assert main(["calibrate", "--camera", str(footage), "--data", str(tmp_path), "--json"]) == 1
    line = json.loads(capsys.readouterr().out)
    assert line["stored"] is None and [f["fault"] for f in line["faults"]] == ["tray.dark"]
    assert (tmp_path / calibrations.FILE).read_bytes() == before


def test_a_camera_that_is_not_there_is_one_plain_line(tmp_path, capsys):
    assert main(["calibrate", "--camera", "usb:77", "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") <= 2


def test_a_calibration_comes_back_as_it_was_stored(tmp_path):
    calibrations.store(tmp_path, CALIBRATION)
    back = calibrations.load(tmp_path)
    assert back.corners == pytest.approx(CALIBRATION.corners)
    assert (back.size, back.markers, back.lens) == (CALIBRATION.size, CALIBRATION.markers, CALIBRATION.lens)


@pytest.mark.parametrize("text", ["", "{", '{"version": 1}', '{"version": 9, "x": 1}'])
def test_a_damaged_calibration_is_left_alone_and_not_used(tmp_path, text, caplog):
    (tmp_path / calibrations.FILE).write_text(text)
    assert calibrations.load(tmp_path) is None
    assert calibrations.FILE in caplog.text
    assert (tmp_path / calibrations.FILE).read_text() == text


def test_read_uses_the_calibration_of_a_data_folder(tmp_path, monkeypatch, capsys):
    import cv2

    from hardware import SimulatedCamera, SimulatedTray
    from vision.guard import TrayGuard

    asked = []
    find = TrayGuard.find
    monkeypatch.setattr(TrayGuard, "find", lambda self, picture: asked.append(self.tray) or find(self, picture))
    calibrations.store(tmp_path, CALIBRATION)
    cv2.imwrite(str(tmp_path / "a.png"), SimulatedCamera(SimulatedTray(seed=1)).draw(0.0))
    assert main(["read", str(tmp_path / "a.png"), "--data", str(tmp_path)]) == 0
    assert asked and asked[0].source == "calibrated"


def test_record_takes_a_labelled_picture_of_simulated_dice(tmp_path):
    out = tmp_path / "rec"
    for _ in range(2):
        line = ["record", "--camera", "simulated", "--data", str(tmp_path), "--out", str(out), "--tag", "felt"]
        assert main(line) == 0
    kept = list(manifest(out))
    assert [r.file for r in kept] == ["0001.jpg", "0002.jpg"]
    for recording in kept:
        assert len(recording.values) == 5 and recording.answer == "read" and recording.tags == {"felt"}
        assert read_image(recording.path).shape == (960, 1280, 3)
    assert main(["evaluate", str(out)]) == 0


def test_record_takes_clips_whose_moving_frames_must_not_be_answered(tmp_path):
    line = ["record", "--camera", "simulated", "--data", str(tmp_path), "--out", str(tmp_path / "c"), "--clip", "3.5"]
    assert main(line) == 0
    kept = list(manifest(tmp_path / "c"))
    phases = [r.row["phase"] for r in kept]
    assert phases == sorted(phases) and set(phases) == {"moving", "rest"}
    assert len({r.row["sequence"] for r in kept}) == 1
    times = [r.row["t"] for r in kept]
    assert times == sorted(times) and times[0] == 0.0
    for recording in kept:
        moving = recording.row["phase"] == "moving"
        assert recording.answer == ("abstain" if moving else "read")
        assert len(recording.rest_values if moving else recording.values) == 5


def test_record_without_anybody_to_ask_says_what_to_give(tmp_path, capsys, monkeypatch):
    import cv2

    folder = tmp_path / "in"
    folder.mkdir()
    cv2.imwrite(str(folder / "1.png"), np.full((200, 200, 3), 90, np.uint8))
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    assert main(["record", "--camera", str(folder), "--data", str(tmp_path)]) == 2
    assert "--values" in capsys.readouterr().err
    for extra, answer in (
        (["--abstain"], "abstain"),
        (["--values", "2,6"], "read"),
        (["--kind", "coins", "--count", "4"], "read"),
    ):
        assert main(["record", "--camera", str(folder), "--data", str(tmp_path), *extra]) == 0
        last = list(manifest(tmp_path / "recordings"))[-1]
        assert last.answer == answer
    assert (last.kind, last.count) == ("coins", 4)


@pytest.mark.parametrize("extra", [["--clip", "0"], ["--count", "3"], ["--kind", "coins", "--values", "1"]])
def test_labels_that_make_no_sense_are_refused(tmp_path, extra):
    assert main(["record", "--camera", "simulated", "--data", str(tmp_path), *extra]) == 2


def test_dice_get_their_places_only_if_they_were_read_right(tmp_path):
    from table.recorder import Label, Recorder

    die = Die(4, 0.99, (50.0, 60.0), ((40.0, 50.0), (60.0, 50.0), (60.0, 70.0), (40.0, 70.0)))
    frame = Frame(np.zeros((100, 100, 3), np.uint8), 0.0, 0)
    recorder = Recorder(tmp_path)
    recorder.picture(frame, Label(values=(4,)), Reading("read", (die,)))
    recorder.picture(frame, Label(values=(3,)), Reading("read", (die,)))
    rows = [r.row for r in manifest(tmp_path)]
    assert rows[0]["dice"] == [{"value": 4, "center": [50.0, 60.0], "box": [40.0, 50.0, 20.0, 20.0]}]
    assert "dice" not in rows[1]
