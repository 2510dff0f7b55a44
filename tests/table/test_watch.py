"""`watch`: events of a folder or a video, and what is said when there is nothing to watch or it breaks off."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware import SimulatedCamera, SimulatedTray
from table.cli import main
from table.clock import SimulatedClock

SEQUENCE = Path(__file__).parents[3] / "shared" / "data" / "scenes" / "sequence"


@pytest.fixture(scope="module")
def filmed(tmp_path_factory):
    """A throw filmed from the simulated camera: frames, their times, and what lies there at the end."""
    clock = SimulatedClock()
    tray = SimulatedTray(seed=12)
    camera = SimulatedCamera(tray, fps=10, clock=clock, wait=clock.wait)
    frames = []
    for n in range(26):
        if n == 5:
            tray.throw(range(5))
        frames.append(camera.capture())
    return frames, tuple(sorted(tray.values))


def events(capsys, *words):
    code = main(["watch", "--json", *words])
    captured = capsys.readouterr()
    return code, [json.loads(line) for line in captured.out.splitlines()], captured.err


def as_folder(frames, folder):
    folder.mkdir()
    with (folder / "manifest.jsonl").open("w") as manifest:
        for n, frame in enumerate(frames):
            cv2.imwrite(str(folder / f"{n:03d}.png"), frame.image)
            manifest.write(json.dumps({"file": f"{n:03d}.png", "t": frame.at}) + "\n")
    return folder


def test_a_folder_in_manifest_order_gives_the_throw_once(filmed, tmp_path, capsys):
    frames, values = filmed
    code, rows, _ = events(capsys, str(as_folder(frames, tmp_path / "f")))
    assert code == 0
    assert [row["event"] for row in rows] == ["empty", "moving", "settled"]
    settled = rows[-1]
    assert tuple(settled["reading"]["values"]) == values
    assert settled["reading"]["status"] == "read"
    assert settled["t"] == pytest.approx(frames[settled["frame"]].at, abs=1e-3)
    assert set(settled) >= {"event", "t", "frame", "reading", "stayed", "moved", "lifted"}


def as_video(frames, path):
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 10, (1280, 960))
    for frame in frames:
        writer.write(frame.image)
    writer.release()
    return path


def test_a_video_gives_the_same_throw(filmed, tmp_path, capsys):
    frames, values = filmed
    code, rows, _ = events(capsys, str(as_video(frames, tmp_path / "v.avi")))
    assert code == 0
    assert [tuple(row["reading"]["values"]) for row in rows if row["event"] == "settled"] == [values]


def test_a_video_that_breaks_off_is_told_after_what_was_seen(filmed, tmp_path, capsys):
    path = as_video(filmed[0], tmp_path / "v.avi")
    raw = path.read_bytes()
    index = raw.rfind(b"idx1")
    path.write_bytes(raw[: (index if index > 0 else len(raw)) // 2])
    code, _, err = events(capsys, str(path))
    assert code in (1, 2)
    assert err.count("\n") == 1
    assert "breaks off" in err or "no frame" in err or "not a video" in err


@pytest.mark.parametrize("make", ["missing", "empty", "text", "torn"])
def test_nothing_to_watch_is_one_line_and_exit_2(tmp_path, capsys, make):
    path = tmp_path / "x"
    if make == "empty":
        path.mkdir()
    elif make == "text":
        path.write_text("no video")
    elif make == "torn":
        path.mkdir()
        (path / "a.png").write_bytes(b"")
    code, rows, err = events(capsys, str(path))
    assert (code, rows) == (2, [])
    assert err.count("\n") == 1


@pytest.mark.skipif(not SEQUENCE.exists(), reason="the recordings of ../shared/data are not here")
def test_each_throw_of_the_recorded_sequences_is_reported_once_with_the_right_values(capsys):
    lines = [json.loads(line) for line in (SEQUENCE / "manifest.jsonl").read_text().splitlines()]
    code, rows, _ = events(capsys, str(SEQUENCE))
    assert code == 0
    told: dict = {}
    for row in rows:
        line = lines[row["frame"]]
        if row["event"] == "settled" and line["phase"] in ("settling", "rest"):
            told.setdefault(line["sequence"], []).append((row["reading"]["status"], row["reading"]["values"]))
    truth: dict = {}
    for line in lines:
        scene = truth.setdefault(line["sequence"], [])
        if line["phase"] == "rest" and ("read", sorted(line["rest_values"])) not in scene[-1:]:
            scene.append(("read", sorted(line["rest_values"])))
    assert told == truth


def test_a_new_sequence_starts_afresh(filmed, tmp_path, capsys):
    frames, _ = filmed
    folder = tmp_path / "two"
    folder.mkdir()
    rest = frames[-4:]
    with (folder / "manifest.jsonl").open("w") as manifest:
        for name in ("a", "b"):
            for n, frame in enumerate(rest):
                cv2.imwrite(str(folder / f"{name}{n}.png"), np.asarray(frame.image))
                manifest.write(json.dumps({"file": f"{name}{n}.png", "t": n / 10, "sequence": name}) + "\n")
    _, rows, _ = events(capsys, str(folder))
    assert [row["event"] for row in rows] == ["settled", "settled"]
    assert [row["frame"] for row in rows] == [1, 5]
