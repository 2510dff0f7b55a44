"""The simulated tray obeys its physics, and its camera draws a picture in which markers and dice can be found."""

import cv2
import numpy as np
import pytest

from hardware import CameraGone, RecordingCamera, RecordingEnded, SimulatedCamera, SimulatedTray, Watchdog
from hardware.simulated_tray import resting_rotation
from tests.hardware.contract import check_camera
from tests.notify import listen
from vision import Frame


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now

    def wait(self, seconds):
        self.now += seconds


def camera_over(tray, clock):
    return SimulatedCamera(tray, fps=15, clock=clock, wait=clock.wait)


@pytest.mark.parametrize("value", range(1, 7))
def test_a_resting_die_has_its_value_on_top(value):
    from hardware.simulated_tray import FACE_NORMALS

    up = resting_rotation(value, 0.7) @ np.array(FACE_NORMALS[value], float)
    assert up == pytest.approx([0, 0, 1], abs=1e-9)


def test_thrown_dice_come_to_rest_apart_from_each_other_and_on_the_floor():
    for seed in range(30):
        tray = SimulatedTray(seed=seed)
        values = tray.throw(range(5))
        tray.advance(0.1)
        tray.advance(3.0)
        assert tray.values == values
        assert tray.still
        places = [die.place for die in tray.dice]
        assert all(0 < x < 280 and 0 < y < 210 for x, y in places)
        gaps = [np.hypot(a[0] - b[0], a[1] - b[1]) for n, a in enumerate(places) for b in places[:n]]
        assert min(gaps) > tray.layout.die_mm


def test_only_the_named_dice_are_thrown_again():
    tray = SimulatedTray(seed=1)
    tray.throw(range(5))
    tray.advance(0.1)
    tray.advance(3.0)
    before = [(die.value, die.place) for die in tray.dice]
    tray.throw([1, 3])
    for now in np.arange(3.0, 7.0, 0.05):
        tray.advance(float(now))
    after = [(die.value, die.place) for die in tray.dice]
    assert [before[n] == after[n] for n in range(5)] == [True, False, True, False, True]


def test_a_nudged_cocked_die_falls_flat():
    tray = SimulatedTray(seed=2)
    tray.throw(range(5))
    for now in np.arange(0.0, 2.0, 0.05):
        tray.advance(float(now))
    tray.cock(0)
    for now in np.arange(2.0, 4.0, 0.05):
        tray.advance(float(now))
    assert tray.dice[0].where == "cocked"
    tray.nudge(0)
    for now in np.arange(4.0, 6.0, 0.05):
        tray.advance(float(now))
    assert tray.dice[0].where == "resting"


def test_the_picture_shows_all_four_markers():
    clock = Clock()
    frame = camera_over(SimulatedTray(seed=5), clock).capture()
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    _, ids, _ = detector.detectMarkers(frame.image)
    assert sorted(ids.ravel()) == [0, 1, 2, 3]


def test_frames_come_at_the_set_rate_and_change_when_dice_fly():
    clock = Clock()
    tray = SimulatedTray(seed=5)
    camera = camera_over(tray, clock)
    still = [camera.capture() for _ in range(3)]
    tray.throw(range(5))
    flying = [camera.capture() for _ in range(5)]
    assert np.diff([frame.at for frame in still]) == pytest.approx([1 / 15] * 2)
    calm = cv2.absdiff(still[1].image, still[2].image).mean()
    assert cv2.absdiff(flying[3].image, flying[4].image).mean() > calm + 0.05


def test_every_picture_of_what_lies_still_has_noise_of_its_own_and_noise_does_not_pile_up():
    """What stands still is drawn once; each picture takes its own grains over that, none over the grains of the one before."""
    clock = Clock()
    camera = camera_over(SimulatedTray(seed=3), clock)
    pictures = [camera.capture().image.astype(int) for _ in range(12)]
    apart = [float((picture - pictures[0]).std()) for picture in pictures[1:]]
    grains = 3.0 * 2**0.5  # of two pictures that each have grains of 3 grey levels
    assert apart == pytest.approx([grains] * 11, rel=0.05)


def test_the_simulated_and_the_recorded_camera_keep_the_contract():
    clock = Clock()
    assert check_camera(lambda: camera_over(SimulatedTray(seed=5), clock)) == (960, 1280, 3)
    frames = [Frame(np.zeros((8, 8, 3), np.uint8), n / 10, n) for n in range(5)]
    assert check_camera(lambda: RecordingCamera(frames, clock=clock, wait=clock.wait)) == (8, 8, 3)


def test_a_recording_is_replayed_at_its_own_pace_and_ends():
    clock = Clock()
    frames = [Frame(np.zeros((8, 8, 3), np.uint8), at, n) for n, at in enumerate((0.0, 0.1, 0.4))]
    with RecordingCamera(frames, clock=clock, wait=clock.wait) as camera:
        assert [round(camera.capture().at, 3) for _ in frames] == [0.0, 0.1, 0.4]
        with pytest.raises(RecordingEnded):
            camera.capture()
    with pytest.raises(CameraGone):
        camera.capture()


def test_the_watchdog_speaks_to_the_socket_it_is_given_and_is_silent_without():
    server, address = listen()
    with server:
        dog = Watchdog({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "20000000"})
        dog.ready()
        dog.feed(100.0)
        dog.feed(101.0)
        dog.feed(106.0)
        server.settimeout(1)
        assert [server.recv(99) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
    Watchdog({}).ready()
    assert Watchdog({}).interval_s is None
