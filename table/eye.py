"""Brings the camera's frames to the watcher and its events to the loop: by two threads live, or step by step."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol

from hardware import Camera, CameraGone, RecordingEnded
from vision import CameraFault, Frame, TrayEvent

log = logging.getLogger(__name__)

#: Waits between tries to get a lost camera back, in seconds; the last one repeats.
RETRY_S = (1.0, 2.0, 4.0, 8.0)

#: While nobody plays, a look every so often (s) is enough to notice a throw.
REST_S = 0.2
STOP_S = 1.0

Post = Callable[[TrayEvent, Frame | None], None]


class Watcher(Protocol):
    """What turns frames into tray events; `vision.TrayWatcher` is the real one."""

    def push(self, frame: Frame) -> tuple[TrayEvent, ...]: ...


class StepEye:
    """Takes one frame through the watcher on each `step`; for simulated time."""

    def __init__(self, camera: Camera, watcher: Watcher, post: Post) -> None:
        self._camera = camera
        self._watcher = watcher
        self._post = post

    def step(self) -> None:
        """Capture, watch, post. Lets time pass as the camera does."""
        frame = self._camera.capture()
        for event in self._watcher.push(frame):
            self._post(event, frame)


class ThreadedEye:
    """A camera thread fills a newest-wins slot, a watcher thread empties it; a lost camera is tried again with back-off.

    rests: whether nobody plays just now, so that pictures are looked at less often.
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        watcher: Watcher,
        post: Post,
        *,
        clock: Callable[[], float] = time.monotonic,
        rests: Callable[[], bool] = lambda: False,
    ) -> None:
        self._rests = rests
        self._open_camera = open_camera
        self._watcher = watcher
        self._post = post
        self._clock = clock
        self._slot: Frame | None = None
        self.frame: Frame | None = None  #: the newest picture, None before the first and after the camera is lost
        self._fresh = threading.Condition()
        self._stop = threading.Event()
        self._is_faulty = False
        self._has_died = False
        self.beat_at = clock()
        self._threads = [
            threading.Thread(target=self._live, args=(work,), name=name, daemon=True)
            for work, name in ((self._capture, "camera"), (self._watch, "watcher"))
        ]

    def start(self) -> None:
        """Start both threads."""
        self.beat_at = self._clock()
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End both threads; waits for both together at most `STOP_S`, for a camera may hang when the plug is about to go."""
        self._stop.set()
        with self._fresh:
            self._fresh.notify_all()
        end = time.monotonic() + STOP_S
        for thread in self._threads:
            if thread.ident is None:
                continue  # the table went before it was ready
            thread.join(timeout=max(0.0, end - time.monotonic()))

    @property
    def hanging(self) -> tuple[str, ...]:
        """After `stop`: which threads are still at work. "camera": a driver, or picamera2 being loaded; "watcher": a picture that
        takes long to read, as on a slow machine it may."""
        return tuple(thread.name for thread in self._threads if thread.is_alive())

    @property
    def is_alive(self) -> bool:
        """The watcher has worked lately, or the camera's fault is known and shown; never once a thread has died of a fault
        of the program, for then only a restart helps."""
        if self._has_died:
            return False
        return self._is_faulty or self._clock() - self.beat_at < 5.0

    def _live(self, work: Callable[[], None]) -> None:
        """A thread's whole life. If it ends by what nobody foresaw, guests go on by hand until the watchdog restarts the table."""
        try:
            work()
        except Exception as error:
            self._has_died = True
            log.exception("the %s thread died", threading.current_thread().name)
            self._post(CameraFault(self._clock(), "gone", f"the eye died: {error!r}"), None)

    def _capture(self) -> None:
        tries = 0
        while not self._stop.is_set():
            try:
                with self._open_camera() as camera:
                    while not self._stop.is_set():
                        frame = camera.capture()
                        tries = 0
                        self._is_faulty = False
                        self.frame = frame
                        with self._fresh:
                            self._slot = frame
                            self._fresh.notify()
            except RecordingEnded as error:
                self._fault(f"{error}")
                return
            except CameraGone as error:
                self._fault(f"{error}")
                self._stop.wait(RETRY_S[min(tries, len(RETRY_S) - 1)])
                tries += 1

    def _fault(self, what: str) -> None:
        log.warning("camera: %s", what)
        self._is_faulty = True
        self.frame = None
        self._post(CameraFault(self._clock(), "gone", what), None)

    def _watch(self) -> None:
        while not self._stop.is_set():
            with self._fresh:
                if self._slot is None:
                    self._fresh.wait(timeout=0.5)
                frame, self._slot = self._slot, None
            if frame is None:
                continue
            for event in self._watcher.push(frame):
                self._post(event, frame)
            self.beat_at = self._clock()
            if self._rests():
                self._stop.wait(REST_S)
