"""The option `--recordings` of the tests themselves, run in a process of its own."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from tests.vision.conftest import DRAWN, ROOT
from vision.recordings import manifest


@pytest.fixture
def own(tmp_path):
    """Two pictures of the landlord's: one labelled right, one wrong."""
    recording = next(r for r in manifest(DRAWN) if "white" in r.tags)
    rows = []
    for name, values in (("good.png", recording.values), ("bad.png", (*recording.values[1:], 7))):
        shutil.copy(recording.path, tmp_path / name)
        rows.append({"file": name, "values": list(values)})
    (tmp_path / "manifest.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path


def run(*words):
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-rA",
        *words,
        "tests/vision/test_own_recordings.py",
    ]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def test_each_recorded_picture_is_a_test_of_its_own(own):
    done = run("--recordings", str(own))
    assert done.returncode == 1
    assert "1 failed, 1 passed" in done.stdout
    assert f"{own.name}/bad.png" in done.stdout and "silently_wrong: truth" in done.stdout


def test_a_folder_without_a_manifest_is_refused_in_plain_words(tmp_path):
    done = run("--recordings", str(tmp_path))
    assert done.returncode != 0
    assert "manifest.jsonl: cannot be read" in done.stdout + done.stderr
