"""Frames over time from a folder of pictures or a video, as a camera would have delivered them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.errors import VisionError
from vision.frame import Frame
from vision.recordings import MANIFEST, manifest, read_image

#: Pace of pictures that have no times of their own.
DEFAULT_FPS = 15.0
PICTURES = {".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"}


class BadFootage(VisionError, ValueError):
    """A folder or video holds no frames, or a video breaks off."""


@dataclass(frozen=True)
class Shot:
    """A frame of footage; `sequence` names the scene it belongs to, or is "" if all frames are one."""

    frame: Frame
    sequence: str = ""


def shots(path: Path) -> Iterator[Shot]:
    """The frames of a folder (in manifest order with its `t`, else by name) or a video, in order.

    `frame.number` is the 0-based position, `frame.at` the time in seconds. Raises BadFootage when there are none, or, after
    the frames before it, when a video breaks off; BadImage for a picture that can't be read.
    """
    return _folder_shots(path) if path.is_dir() else _video_shots(path)


def frames(path: Path) -> Iterator[Frame]:
    """The frames alone, as one recording; times of later sequences follow those before."""
    offset, last, sequence = 0.0, 0.0, None
    for shot in shots(path):
        if sequence is not None and shot.sequence != sequence:
            offset = last + 1 / DEFAULT_FPS
        sequence = shot.sequence
        last = offset + shot.frame.at
        yield Frame(shot.frame.image, last, shot.frame.number)


def _folder_shots(folder: Path) -> Iterator[Shot]:
    listed: list[tuple[Path, float | None, str]]
    if (folder / MANIFEST).exists():
        listed = [
            (recording.path, recording.row.get("t"), str(recording.row.get("sequence", "")))
            for recording in manifest(folder)
        ]
    else:
        names = sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURES)
        listed = [(path, None, "") for path in names]
    if not listed:
        raise BadFootage(f"{folder}: holds no pictures ({', '.join(sorted(PICTURES))})")
    for number, (path, at, sequence) in enumerate(listed):
        when = float(at) if at is not None else number / DEFAULT_FPS
        yield Shot(Frame(read_image(path), when, number), sequence)


def _video_shots(path: Path) -> Iterator[Shot]:
    if not path.exists():
        raise BadFootage(f"{path}: no such folder or video")
    video = cv2.VideoCapture(str(path))
    try:
        if not video.isOpened():
            raise BadFootage(f"{path}: not a video this table can read")
        fps = video.get(cv2.CAP_PROP_FPS) or DEFAULT_FPS
        promised = int(video.get(cv2.CAP_PROP_FRAME_COUNT))
        number = 0
        while True:
            good, image = video.read()
            if not good:
                break
            yield Shot(Frame(np.asarray(image, np.uint8), number / fps, number))
            number += 1
    finally:
        video.release()
    if number == 0:
        raise BadFootage(f"{path}: holds no frame that can be read")
    if number < promised - 1:
        raise BadFootage(f"{path}: breaks off after {number} of {promised} frames")
