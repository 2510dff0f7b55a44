"""The Pi's own camera through picamera2, which is imported only when that camera is opened."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any, Self

from hardware.errors import CameraGone
from vision.frame import Frame

#: Lamps on 50 Hz mains flicker at 100 Hz: an exposure of whole hundredths of a second shows no banding.
FLICKER_US = 10_000
#: Exposure and white balance count as settled when they change by less than this share between two frames.
SETTLED_SHARE = 0.02
SETTLE_FRAMES_AT_MOST = 90
#: A camera whose cable has slipped out does not fail: it just delivers nothing more.
SILENT_S = 3.0


class PiCamera:
    """picamera2 in a video mode; exposure, gain and white balance are locked once they have settled.

    picamera2 calls the byte order B, G, R "RGB888"; that is what OpenCV wants.
    """

    name = "picamera"

    def __init__(self, *, size: tuple[int, int] = (1280, 960), fps: int = 30) -> None:
        self._size = size
        self._fps = fps
        self._number = 0
        self._camera: Any = None

    def __enter__(self) -> Self:
        try:
            from picamera2 import Picamera2
        except ImportError as error:
            raise CameraGone(
                "picamera2 is not installed: on Raspberry Pi OS, sudo apt install python3-picamera2"
            ) from error
        try:
            camera = Picamera2()
            config = camera.create_video_configuration(
                main={"size": self._size, "format": "RGB888"}, controls={"FrameRate": self._fps}, buffer_count=4
            )
            camera.configure(config)
            camera.start()
        except (RuntimeError, IndexError, OSError) as error:
            raise CameraGone(
                f"the Pi camera cannot be opened ({error}): is its cable in, and does no other program use it?"
            ) from error
        self._camera = camera
        self._lock()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._camera is not None:
            self._camera.stop()
            self._camera.close()
            self._camera = None

    def _lock(self) -> None:
        """Let the automatics settle, then fix them: a lamp or a sleeve must not change how the dice look."""
        if "ExposureTime" not in self._camera.camera_controls:
            return
        last = (0.0, 0.0)
        metadata: dict[str, Any] = {}
        for _ in range(SETTLE_FRAMES_AT_MOST):
            metadata = self._camera.capture_metadata()
            light = metadata.get("ExposureTime", 0) * metadata.get("AnalogueGain", 1.0)
            red = metadata.get("ColourGains", (1.0, 1.0))[0]
            if last[0] and abs(light - last[0]) < SETTLED_SHARE * last[0] and abs(red - last[1]) < SETTLED_SHARE:
                break
            last = (light, red)
        exposure = max(FLICKER_US, round(metadata["ExposureTime"] / FLICKER_US) * FLICKER_US)
        gain = max(1.0, metadata["AnalogueGain"] * metadata["ExposureTime"] / exposure)
        self._camera.set_controls(
            {
                "AeEnable": False,
                "AwbEnable": False,
                "ExposureTime": exposure,
                "AnalogueGain": gain,
                "ColourGains": metadata["ColourGains"],
            }
        )

    def capture(self) -> Frame:
        if self._camera is None:
            raise CameraGone("the Pi camera is not open")
        try:
            request = self._camera.wait(self._camera.capture_request(wait=False), timeout=SILENT_S)
        except (TimeoutError, RuntimeError, OSError) as error:
            raise CameraGone(f"the Pi camera stopped delivering pictures ({error!r}): is its cable in?") from error
        try:
            image = request.make_array("main")
        finally:
            request.release()
        self._number += 1
        return Frame(image, time.monotonic(), self._number)
