"""The camera unplugged, silent, held by another program, dark, frozen, moved: said once, and over when it is over."""

import shutil
import sys
import types

import cv2
import numpy as np
import pytest

from hardware import CameraGone, PiCamera, RecordingEnded, SimulatedCamera, SimulatedTray
from table.app import Parts, camera_of
from table.clock import SimulatedClock
from table.config import Config
from table.eye import ThreadedEye
from tests.bell import Bell
from vision import CameraFault, DiceReader, Frame, Settled, TrayWatcher


class Plug:
    """A camera on a cable that can be pulled."""

    name = "plug"

    def __init__(self, bell):
        self.is_in = True
        self.opened = 0
        self._bell = bell
        self._number = 0

    def open(self):
        self.opened += 1
        self._bell.ring()
        if not self.is_in:
            raise CameraGone("no camera found")
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def capture(self):
        if not self.is_in:
            raise CameraGone("stopped delivering pictures")
        self._number += 1
        return Frame(np.zeros((8, 8, 3), np.uint8), float(self._number), self._number)


class Counting:
    def __init__(self, bell):
        self.frames = 0
        self._bell = bell

    def push(self, frame):
        self.frames += 1
        self._bell.ring()
        return ()


def test_an_unplugged_camera_is_said_and_taken_up_again_when_it_is_back(monkeypatch):
    from table import eye as module

    monkeypatch.setattr(module, "RETRY_S", (0.01,))
    bell, events = Bell(), []
    plug, watcher = Plug(bell), Counting(bell)
    eye = ThreadedEye(plug.open, watcher, lambda event, frame: events.append(event))
    eye.start()
    bell.wait_for(lambda: watcher.frames > 3)
    plug.is_in = False
    bell.wait_for(lambda: plug.opened > 3)
    assert {event.kind for event in events} == {"gone"}
    assert eye.is_alive, "a known fault is no reason for a restart"
    before = watcher.frames
    plug.is_in = True
    bell.wait_for(lambda: watcher.frames > before + 3)
    eye.stop()


def picamera2_that(behave):
    module = types.ModuleType("picamera2")
    module.Picamera2 = behave
    return module


def test_without_picamera2_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraGone, match="sudo apt install python3-picamera2"), PiCamera():
        pass


def test_a_camera_that_another_program_holds_says_so(monkeypatch):
    def held():
        raise RuntimeError("Camera __init__ sequence did not complete.")

    monkeypatch.setitem(sys.modules, "picamera2", picamera2_that(held))
    with pytest.raises(CameraGone, match="does no other program use it"), PiCamera():
        pass


class SilentPicamera2:
    """Its cable has slipped out: requests are taken and never answered."""

    camera_controls: dict = {}

    def create_video_configuration(self, **_):
        return {}

    def configure(self, config):
        pass

    def start(self):
        pass

    def stop(self):
        pass

    def close(self):
        pass

    def capture_request(self, wait=None):
        assert wait is False
        return object()

    def wait(self, job, timeout=None):
        assert timeout
        raise TimeoutError


def test_a_camera_that_falls_silent_is_gone_not_waited_for(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", picamera2_that(SilentPicamera2))
    with pytest.raises(CameraGone, match="stopped delivering"), PiCamera() as camera:
        camera.capture()


class Tray:
    """Real pictures of five simulated dice at rest through the real reader and watcher."""

    def __init__(self):
        self.clock = SimulatedClock()
        tray = SimulatedTray(seed=3)
        tray.throw(range(5))
        self.camera = SimulatedCamera(tray, fps=10, clock=self.clock, wait=self.clock.wait)
        self.watcher = TrayWatcher(DiceReader())
        self.camera.__enter__()

    def watch(self, seconds, change=lambda image: image):
        events = []
        until = self.clock() + seconds
        while self.clock() < until:
            frame = self.camera.capture()
            events += self.watcher.push(Frame(change(frame.image), frame.at, frame.number))
        return events


@pytest.fixture
def tray():
    made = Tray()
    settled = [event for event in made.watch(5.0) if isinstance(event, Settled)]
    assert settled and settled[-1].reading.status == "read"
    made.values = settled[-1].reading.values
    return made


def test_the_light_going_out_is_said_once_and_nothing_is_read_until_it_is_back(tray):
    events = tray.watch(3.0, lambda image: (image * 0.02).astype(np.uint8))
    faults = [event.kind for event in events if isinstance(event, CameraFault)]
    assert faults == ["dark"]
    assert not [e for e in events if isinstance(e, Settled) and e.reading.status == "read"]
    back = [event for event in tray.watch(2.0) if isinstance(event, Settled)]
    assert [event.reading.values for event in back] == [tray.values]


def test_a_frozen_picture_is_said_once_and_over_when_it_moves(tray):
    still = tray.camera.capture().image.copy()
    events = tray.watch(5.0, lambda image: still)
    assert [event.kind for event in events if isinstance(event, CameraFault)] == ["frozen"]
    back = [event for event in tray.watch(2.0) if isinstance(event, Settled)]
    assert [event.reading.values for event in back] == [tray.values]


def test_a_nudged_camera_is_no_new_throw(tray):
    """Places are measured on the tray, not in the picture, so the dice still lie where they lay."""
    events = tray.watch(3.0, lambda image: np.roll(image, (12, 18), axis=(0, 1)))
    settled = [event for event in events if isinstance(event, Settled)]
    assert all(not event.lifted for event in settled)
    assert all(event.reading.values == tray.values for event in settled if event.reading.status == "read")


SPOILT = {
    "folder gone": lambda folder: shutil.rmtree(folder),
    "emptied": lambda folder: [path.unlink() for path in folder.iterdir()],
    "a file for the folder": lambda folder: (shutil.rmtree(folder), folder.write_text("x")),
    "cut short": lambda folder: (folder / "3.jpg").write_bytes((folder / "3.jpg").read_bytes()[:99]),
    "noise": lambda folder: (folder / "3.jpg").write_bytes(bytes(range(256)) * 9),
    "zero bytes": lambda folder: (folder / "3.jpg").write_bytes(b""),
    "a folder for a picture": lambda folder: ((folder / "3.jpg").unlink(), (folder / "3.jpg").mkdir()),
    "manifest of noise": lambda folder: (folder / "manifest.jsonl").write_bytes(b"\xff\n{"),
}


@pytest.fixture
def pictures(tmp_path):
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number in range(6):
        side = 8 << number % 3
        cv2.imwrite(str(folder / f"{number}.jpg"), np.full((side, side * 2, 3), 40 * number, np.uint8))
    clock = SimulatedClock()
    open_camera, _ = camera_of(Parts(str(folder), "auto", "headless", tmp_path, "de", Config()))

    def paced():
        camera = open_camera()
        camera._clock, camera._wait = clock, clock.wait
        return camera

    return folder, paced


@pytest.mark.parametrize("kind", SPOILT)
def test_a_folder_of_pictures_that_is_spoilt_while_it_plays_ends_as_a_camera_does(pictures, kind):
    """Not by an error that the eye dies of, which would have the table restarted for ever."""
    folder, open_camera = pictures
    with open_camera() as camera:
        camera.capture()
        SPOILT[kind](folder)
        with pytest.raises(RecordingEnded):
            for _ in range(6):
                camera.capture()


@pytest.mark.parametrize("kind", SPOILT)
def test_a_folder_of_pictures_that_is_spoilt_before_is_a_camera_that_is_gone(pictures, kind):
    folder, open_camera = pictures
    for path in folder.iterdir():
        if path.name < "3.jpg":
            path.unlink()
    SPOILT[kind](folder)
    with open_camera() as camera, pytest.raises(CameraGone):
        camera.capture()
