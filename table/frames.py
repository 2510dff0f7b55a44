"""Keeps every picture that was read, with what was read in it, in the form of the recordings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2

from vision import Reading
from vision.watcher import Reader


class FrameKeeper:
    """A reader that writes each picture it is given to a folder (PNG, lossless) before it passes the reading on."""

    def __init__(self, reader: Reader, folder: Path, kind: str = "dice") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._reader = reader
        self._folder = folder
        self._kind = kind
        self._number = 0

    def read(
        self, image: Any, *, expect: frozenset[int] | None = None, tray: Any = "auto", frame_number: int = 0
    ) -> Reading:
        """The wrapped reader's reading."""
        reading = self._reader.read(image, expect=expect, tray=tray, frame_number=frame_number)
        self._number += 1
        name = f"{self._kind}-{self._number:05d}.png"
        cv2.imwrite(str(self._folder / name), image, [cv2.IMWRITE_PNG_COMPRESSION, 1])
        line = {
            "file": name,
            "kind": self._kind,
            **({"count": reading.count} if self._kind == "coins" else {"values": list(reading.values)}),
            "answer": "read" if reading.status == "read" else "abstain",
            "tags": ["demo"],
        }
        with (self._folder / "manifest.jsonl").open("a", encoding="utf-8") as manifest:
            manifest.write(json.dumps(line) + "\n")
        return reading
