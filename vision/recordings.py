"""Labelled recordings: a folder with pictures and `manifest.jsonl`, a line a picture, and pictures read from files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.errors import BadImage, VisionError
from vision.frame import Image

MANIFEST = "manifest.jsonl"


class BadManifest(VisionError, ValueError):
    """A folder's manifest is missing or a line of it is not as the form wants it."""


@dataclass(frozen=True)
class Recording:
    """One labelled picture. values: sorted truth (dice); count: truth (coins); answer: "read" or "abstain"; read_ok: reading
    `rest_values` is fine although abstaining is expected; row: the manifest's line as it stands."""

    folder: Path
    file: str
    kind: str
    answer: str
    values: tuple[int, ...]
    count: int | None
    tags: frozenset[str]
    abstain_ok: bool = False
    read_ok: bool = False
    rest_values: tuple[int, ...] = ()
    row: dict[str, Any] = field(default_factory=dict, compare=False)

    @property
    def path(self) -> Path:
        """Where the picture is."""
        return self.folder / self.file


def read_image(path: Path | str) -> Image:
    """A picture file as BGR uint8 (H, W, 3), turned as its EXIF orientation says; 16-bit files keep their depth.

    Raises BadImage with one plain line if the file is missing, empty, cut short or no picture.
    """
    try:
        data = np.fromfile(str(path), np.uint8)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadImage(f"{path}: cannot be opened ({reason})") from None
    if data.size == 0:
        raise BadImage(f"{path}: the file is empty")
    if _cut_short(data.tobytes()):
        raise BadImage(f"{path}: the file is cut short")
    picture: Image | None
    try:
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR | cv2.IMREAD_ANYDEPTH)
    except cv2.error:
        picture = None
    if picture is None:
        raise BadImage(f"{path}: not a picture this table can read (JPEG, PNG, BMP, WebP or TIFF)")
    return picture


def _cut_short(data: bytes) -> bool:
    """Whether a JPEG lacks its end marker after the last scan, or a PNG its last chunk: the rest would be read as grey."""
    if data.startswith(b"\xff\xd8"):
        return data.rfind(b"\xff\xd9") < data.rfind(b"\xff\xda")
    if data.startswith(b"\x89PNG"):
        return b"IEND" not in data[-64:]
    return False


def manifest(folder: Path) -> Iterator[Recording]:
    """The labelled pictures of a folder in manifest order. Raises BadManifest naming file, line and what is missing."""
    path = folder / MANIFEST
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise BadManifest(f"{path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise BadManifest(f"{path}: not UTF-8 text") from None
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _recording(folder, path, number, line)


def _is_place(die: Any) -> bool:
    """Whether a labelled die says where its middle is, if it says anything of that."""
    if not isinstance(die, dict):
        return False
    center = die.get("center", [0, 0])
    return isinstance(center, list) and len(center) == 2 and all(isinstance(v, int | float) for v in center)


def _recording(folder: Path, path: Path, number: int, line: str) -> Recording:
    try:
        row = json.loads(line)
        kind = row.get("kind", "dice")
        count = row.get("count")
        recording = Recording(
            folder=folder,
            file=str(row["file"]),
            kind=str(kind),
            answer=str(row.get("answer", "read")),
            values=tuple(sorted(int(v) for v in row.get("values", ()))),
            count=None if count is None else int(count),
            tags=frozenset(str(t) for t in row.get("tags", ())),
            abstain_ok=bool(row.get("abstain_ok", False)),
            read_ok=bool(row.get("read_ok", False)),
            rest_values=tuple(sorted(int(v) for v in row.get("rest_values", ()))),
            row=row,
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadManifest(
            f'{path}, line {number}: a JSON object with at least "file" is wanted; found {line[:60]!r} ({error})'
        ) from None
    for die in row.get("dice", ()):
        if not _is_place(die):
            raise BadManifest(
                f'{path}, line {number}: a die is an object, its "center" two numbers; found {str(die)[:60]}'
            )
    if recording.count is not None and recording.count < 0:
        raise BadManifest(f"{path}, line {number}: count is 0 or more; found {recording.count}")
    if recording.kind not in ("dice", "coins") or recording.answer not in ("read", "abstain"):
        raise BadManifest(
            f"{path}, line {number}: kind is dice or coins, answer is read or abstain; found {kind!r}, {recording.answer!r}"
        )
    return recording
