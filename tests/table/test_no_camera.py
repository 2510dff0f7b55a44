"""A landlord whose camera is not there, or whose folder is empty, gets a line that says so, at every command that needs pictures."""

from __future__ import annotations

import pytest

from table.cli import main


@pytest.mark.parametrize("words", [["calibrate"], ["record", "--values", "1,2", "--out", "OUT"]])
def test_no_camera_is_said_in_one_line(words, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("table.app._first_camera", gone)
    words = [str(tmp_path / "new") if word == "OUT" else word for word in words]
    assert main([*words, "--camera", "auto", "--data", str(tmp_path)]) in (1, 2)
    said = capsys.readouterr().err
    assert "no camera found" in said and "Traceback" not in said


def test_a_folder_without_pictures_is_named(tmp_path, capsys):
    (tmp_path / "views").mkdir()
    words = ["calibrate", "--camera", "simulated", "--data", str(tmp_path), "--lens", str(tmp_path / "views")]
    assert main(words) in (1, 2)
    assert "views" in capsys.readouterr().err


def gone(fps):
    from hardware.errors import CameraGone

    raise CameraGone("no camera found: neither picamera2 nor a USB camera is there")
