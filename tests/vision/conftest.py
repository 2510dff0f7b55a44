"""What the eye's tests share: one reader, the drawn recordings that come with the code, and those beside the checkout."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from vision.reader import DiceReader
from vision.recordings import manifest

ROOT = Path(__file__).resolve().parents[2]
DRAWN = ROOT / "tests" / "recordings" / "drawn"
SHARED = ROOT.parent / "shared" / "data"


@pytest.fixture(scope="session")
def reader() -> DiceReader:
    return DiceReader()


@pytest.fixture
def dice_picture():
    """An easy picture (BGR) and its sorted values."""
    recording = next(r for r in manifest(DRAWN) if "white" in r.tags)
    return cv2.imread(str(recording.path)), recording.values


@pytest.fixture
def shared():
    """The folder of a set of recordings beside the checkout, or a skip that says so."""

    def folder(name: str) -> Path:
        path = SHARED / name
        if not (path / "manifest.jsonl").is_file():
            pytest.skip(f"no recordings in {path}")
        return path

    return folder
