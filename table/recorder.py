"""Writes labelled pictures and clips in the form of DESIGN §7: a folder with JPEGs and a line each in manifest.jsonl."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from table.errors import TableError
from vision import Frame, Reading, motion
from vision.recordings import MANIFEST, manifest


class NotRecorded(TableError, OSError):
    """A picture or its line cannot be written."""


@dataclass(frozen=True)
class Label:
    """What a picture shows. kind: dice or coins; answer: read, or abstain if no honest reader may say."""

    kind: str = "dice"
    values: tuple[int, ...] = ()
    count: int | None = None
    answer: str = "read"
    tags: tuple[str, ...] = ()

    def row(self, file: str) -> dict[str, Any]:
        """The manifest's line."""
        line: dict[str, Any] = {"file": file, "kind": self.kind, "values": sorted(self.values), "answer": self.answer}
        if self.kind == "coins":
            line["count"] = self.count
        return line | {"tags": list(self.tags)}


class Recorder:
    """Adds to a folder of recordings; goes on after the highest number that is there. Raises BadManifest if what is there is none."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        taken = [0]
        if (folder / MANIFEST).exists():
            files = [recording.file for recording in manifest(folder)]
            taken += [int(found[0]) for file in files if (found := re.match(r"\d+", file))]
        self._next = max(taken) + 1

    def picture(self, frame: Frame, label: Label, reading: Reading | None = None) -> Path:
        """Keep one picture. With the reading that was right about it, dice get their places."""
        file = f"{self._next:04d}.jpg"
        row = label.row(file)
        if reading is not None and label.kind == "dice" and reading.values == tuple(sorted(label.values)):
            row["dice"] = [
                {"value": die.value, "center": [round(v, 1) for v in die.center], "box": _box(die.quad)}
                for die in reading.dice
            ]
        return self._write([(file, frame, row)])[0]

    def clip(self, frames: Sequence[Frame], label: Label) -> list[Path]:
        """Keep frames of one scene that ends at rest as the label says, from its first motion on, for nobody told what lay there before.
        Up to the last motion no value may be said, the values at rest excepted."""
        first, still_from = _motion(frames)
        frames, still_from = frames[first:], still_from - first
        name = f"clip{self._next:04d}"
        rows: list[tuple[str, Frame, dict[str, Any]]] = []
        for n, frame in enumerate(frames):
            file = f"{self._next + n:04d}.jpg"
            row = label.row(file)
            if n < still_from:
                # An empty tray may be said: before the first die is in the picture it is one.
                row |= {"answer": "abstain", "values": [], "abstain_ok": True, "read_ok": True}
                row["rest_values"] = sorted(label.values)
            phase = "rest" if n >= still_from else "moving"
            rows.append((file, frame, row | {"sequence": name, "t": round(frame.at - frames[0].at, 3), "phase": phase}))
        return self._write(rows)

    def _write(self, rows: Sequence[tuple[str, Frame, dict[str, Any]]]) -> list[Path]:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            for file, frame, _ in rows:
                data = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, 94])[1].tobytes()
                (self.folder / file).write_bytes(data)
            with (self.folder / MANIFEST).open("a", encoding="utf-8") as lines:
                lines.writelines(json.dumps(row) + "\n" for _, _, row in rows)
        except OSError as error:
            raise NotRecorded(f"{self.folder}: cannot be written ({error.strerror})") from None
        self._next += len(rows)
        return [self.folder / file for file, _, _ in rows]


def _box(quad: Sequence[tuple[float, float]]) -> list[float]:
    xs, ys = zip(*quad, strict=True)
    return [round(v, 1) for v in (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))]


def _motion(frames: Sequence[Frame]) -> tuple[int, int]:
    """The first frame that differs from the one before, and the first after the last that does; both 0 if nothing moves."""
    small = [motion.shrink(frame.image) for frame in frames]
    moving = [n for n in range(1, len(small)) if motion.compare(small[n - 1], small[n]).is_moving]
    return (moving[0], moving[-1] + 1) if moving else (0, 0)
