"""Where pictures come from: the camera protocol, USB cameras and replayed recordings."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import Protocol, Self

from hardware.errors import CameraGone, RecordingEnded
from vision.frame import Frame


class Camera(Protocol):
    """A source of frames, used as a context manager.

    `capture` blocks until the next picture and raises CameraGone when there will be none, RecordingEnded at a recording's end.
    """

    name: str

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def capture(self) -> Frame: ...


class RecordingCamera:
    """Replays frames at the pace at which they were taken.

    frames: any iterable of frames with `at` in seconds from the recording's start. `wait(seconds)` lets time pass; give a
    function that advances an injected clock to replay as fast as possible.
    """

    name = "recording"

    def __init__(
        self,
        frames: Iterable[Frame],
        *,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self._frames = frames
        self._clock = clock
        self._wait = wait
        self._iterator: Iterator[Frame] | None = None
        self._started_at = 0.0

    def __enter__(self) -> Self:
        self._iterator = iter(self._frames)
        self._started_at = self._clock()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._iterator = None

    def capture(self) -> Frame:
        if self._iterator is None:
            raise CameraGone("the recording is not open")
        frame = next(self._iterator, None)
        if frame is None:
            raise RecordingEnded("the recording is over")
        due = self._started_at + frame.at
        ahead = due - self._clock()
        if ahead > 0:
            self._wait(ahead)
        return Frame(frame.image, due, frame.number)


class UsbCamera:
    """A USB camera through OpenCV; `index` counts as the system does (0 is the first)."""

    def __init__(self, index: int = 0, *, size: tuple[int, int] = (1280, 960), fps: int = 30) -> None:
        self.name = f"usb:{index}"
        self._index = index
        self._size = size
        self._fps = fps
        self._number = 0
        self._device: object = None

    def __enter__(self) -> Self:
        import cv2

        device = cv2.VideoCapture(self._index)
        if not device.isOpened():
            device.release()
            raise CameraGone(f"no USB camera {self._index}: plug it in, or choose another number with --camera usb:N")
        device.set(cv2.CAP_PROP_FRAME_WIDTH, self._size[0])
        device.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size[1])
        device.set(cv2.CAP_PROP_FPS, self._fps)
        device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._device = device
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._device is not None:
            self._device.release()  # type: ignore[attr-defined]
            self._device = None

    def capture(self) -> Frame:
        if self._device is None:
            raise CameraGone(f"{self.name} is not open")
        good, image = self._device.read()  # type: ignore[attr-defined]
        if not good:
            raise CameraGone(f"{self.name} stopped delivering pictures: is its cable in?")
        self._number += 1
        return Frame(image, time.monotonic(), self._number)
