"""The training command still runs from end to end (without torch it is skipped: `pip install -e .[train]`)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_the_training_command_runs_through(tmp_path):
    pytest.importorskip("torch")
    pytest.importorskip("onnx")
    done = subprocess.run(
        [sys.executable, "-m", "training", "--quick", "--threads", "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=400,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "done after" in done.stdout
