"""The watcher over frames of the simulated camera; a stand-in reader says what lies there, the motion is real pictures."""

import cv2
import numpy as np
import pytest

from hardware import SimulatedCamera, SimulatedTray
from vision import CameraFault, Die, Doubt, DoubtKind, Empty, Frame, HandIn, Moving, Reading, Settled
from vision.motion import compare, shrink
from vision.watcher import TrayWatcher, identify


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now

    def wait(self, seconds):
        self.now += seconds


class KnowingReader:
    """Says what truly lies on the simulated tray, with a little noise of place; counts how often it was asked."""

    def __init__(self, tray):
        self.tray = tray
        self.asked = 0
        self.lies = []
        self.noise = np.random.default_rng(1)

    def read(self, image, *, expect=None, frame_number=0):
        self.asked += 1
        if self.lies:
            return self.lies.pop(0)
        dice = []
        for die in self.tray.dice:
            if die.where == "resting":
                x, y = (part + float(self.noise.normal(0, 0.2)) for part in die.place)
                dice.append(Die(die.value, 0.99, (x, y), ((x, y),) * 4, place=(x, y)))
        dice.sort(key=lambda die: die.center)
        if self.tray.hand_reach(self.tray.now) > 0.02:
            return Reading("unsure", tuple(dice), (Doubt(DoubtKind.HAND),), frame_number, len(dice))
        return Reading("read", tuple(dice), (), frame_number, len(dice))


class Scene:
    def __init__(self, seed=3, fps=15.0):
        self.clock = Clock()
        self.tray = SimulatedTray(seed=seed)
        self.reader = KnowingReader(self.tray)
        self.watcher = TrayWatcher(self.reader)
        self.camera = SimulatedCamera(self.tray, fps=fps, clock=self.clock, wait=self.clock.wait)
        self.events = []
        self.last_moving = None

    def run(self, seconds, drop=lambda n: False, change=lambda image: image):
        """Let time pass; return the events of that time."""
        fresh = []
        end = self.clock.now + seconds
        while self.clock.now < end:
            frame = self.camera.capture()
            if drop(frame.number):
                continue
            fresh += self.watcher.push(Frame(change(frame.image), frame.at, frame.number))
        self.events += fresh
        return fresh


def settled(events):
    return [event for event in events if isinstance(event, Settled)]


@pytest.mark.parametrize("fps", [10.0, 15.0, 30.0])
def test_a_throw_is_reported_once_soon_after_the_dice_came_to_rest(fps):
    scene = Scene(fps=fps)
    scene.run(0.5)
    values = scene.tray.throw(range(5))
    events = scene.run(3.0)
    assert [event.reading.values for event in settled(events)] == [tuple(sorted(values))]
    rest = max(die.rests_at for die in scene.tray.dice)
    assert settled(events)[0].at - rest <= 0.3 + 1 / fps


def test_an_empty_tray_is_told_once_and_moving_before_the_throw():
    scene = Scene()
    first = scene.run(1.0)
    assert [type(event) for event in first] == [Empty]
    scene.tray.throw(range(5))
    kinds = [type(event) for event in scene.run(3.0)]
    assert kinds == [Moving, Settled] or kinds == [HandIn, Settled]


def test_dice_left_lying_stayed_and_the_others_were_lifted():
    scene = Scene()
    scene.tray.throw(range(5))
    before = settled(scene.run(3.0))[0].reading
    kept = {(round(scene.tray.dice[n].place[0]), round(scene.tray.dice[n].place[1])) for n in (0, 3)}
    scene.tray.throw([1, 2, 4])
    events = settled(scene.run(5.0))
    assert [len(event.reading.dice) for event in events] == [2, 5]
    assert len(events[0].lifted) == 3
    assert {before.dice[n].value for n in events[0].lifted} <= {die.value for die in before.dice}
    final = events[1]
    assert {tuple(round(part) for part in final.reading.dice[n].place) for n in final.stayed} == kept
    assert final.moved == ()


def test_a_bump_moves_dice_and_is_told_as_such():
    scene = Scene()
    scene.tray.throw(range(5))
    scene.run(3.0)
    for die in scene.tray.dice:
        die.place = (die.place[0] + 9, die.place[1] - 6)
    events = settled(scene.run(2.0))
    assert len(events) == 1
    assert (len(events[0].moved), events[0].lifted) == (5, ())


def test_a_hand_over_the_tray_tells_nothing_about_the_dice_and_nothing_twice():
    scene = Scene()
    scene.tray.throw(range(5))
    scene.run(3.0)
    scene.tray.wave(True)
    events = scene.run(2.0)
    assert not settled(events)
    assert any(isinstance(event, HandIn) for event in events)
    scene.tray.wave(False)
    assert not settled(scene.run(2.0))


def brighter(start, by):
    """Light that grows slowly, frame by frame."""
    state = {"gain": start}

    def change(image):
        state["gain"] *= by
        return cv2.convertScaleAbs(image, alpha=state["gain"])

    return change


@pytest.mark.parametrize("by", [1.004, 0.996])
def test_light_that_changes_slowly_is_no_motion(by):
    scene = Scene()
    scene.tray.throw(range(5))
    scene.run(3.0)
    assert scene.run(3.0, change=brighter(1.0, by)) == []


def test_a_lamp_switched_on_gives_no_second_report():
    scene = Scene()
    scene.tray.throw(range(5))
    scene.run(3.0)
    assert not settled(scene.run(2.0, change=lambda image: cv2.convertScaleAbs(image, alpha=1.35, beta=12)))


def test_banding_of_mains_light_is_no_motion():
    scene = Scene()
    rows = np.arange(960)[:, None, None]
    phase = {"n": 0}

    def banding(image):
        phase["n"] += 1
        return np.clip(image * (1 + 0.06 * np.sin(rows / 60 + 2.1 * phase["n"])), 0, 255).astype(np.uint8)

    scene.tray.throw(range(5))
    assert len(settled(scene.run(4.0, change=banding))) == 1


def test_dropped_frames_and_an_irregular_pace_change_nothing():
    scene = Scene(fps=30)
    drops = np.random.default_rng(5).random(1000) < 0.45
    values = scene.tray.throw(range(5))
    events = scene.run(4.0, drop=lambda n: bool(drops[n]))
    assert [event.reading.values for event in settled(events)] == [tuple(sorted(values))]


def test_one_odd_reading_is_outvoted():
    scene = Scene()
    scene.run(0.5)
    values = scene.tray.throw(range(5))
    die = Die(6, 0.99, (5.0, 5.0), ((5.0, 5.0),) * 4, place=(5.0, 5.0))
    scene.run(0.3)
    scene.reader.lies = [Reading("read", (die,), (), 0, 1)]
    events = scene.run(3.0)
    assert [event.reading.values for event in settled(events)] == [tuple(sorted(values))]


def test_readings_that_never_agree_are_unsure_even_if_each_is_sure():
    scene = Scene()
    readings = [
        Reading("read", (Die(n % 6 + 1, 0.99, (5.0, 5.0), ((5.0, 5.0),) * 4, place=(5.0, 5.0)),), (), 0, 1)
        for n in range(200)
    ]
    scene.reader.lies = readings
    events = settled(scene.run(3.0))
    assert events and all(event.reading.status == "unsure" for event in events)


def test_an_unclear_tray_is_told_and_told_again_when_it_clears():
    scene = Scene()
    scene.tray.throw(range(5))
    scene.run(3.0)
    scene.tray.nudge(0)
    scene.run(0.2)
    scene.reader.lies = [Reading("unsure", (), (Doubt(DoubtKind.GLARE),), 0, 0)] * 12
    events = settled(scene.run(4.0))
    assert [event.reading.status for event in events] == ["unsure", "read"]


def test_a_still_picture_is_not_read_again_and_again():
    scene = Scene()
    scene.tray.throw(range(5))
    scene.run(3.0)
    asked = scene.reader.asked
    scene.run(5.0)
    assert scene.reader.asked == asked


def test_a_dark_picture_and_a_frozen_camera_are_faults_told_once_and_cleared_by_a_good_picture():
    scene = Scene()
    scene.tray.throw(range(5))
    scene.run(3.0)
    dark = scene.run(3.0, change=lambda image: image // 40)
    assert [event.kind for event in dark if isinstance(event, CameraFault)] == ["dark"]
    assert len(settled(scene.run(2.0))) == 1
    frozen = scene.camera.capture().image
    events = scene.run(8.0, change=lambda image: frozen)
    assert [event.kind for event in events if isinstance(event, CameraFault)] == ["frozen"]
    assert len(settled(scene.run(2.0))) == 1


def test_elbows_beside_the_tray_do_not_matter_where_the_tray_is_known():
    scene = Scene()

    def region(image):
        mask = np.zeros((120, 160), bool)
        mask[30:95, 35:125] = True
        return mask

    scene.watcher = TrayWatcher(scene.reader, region=region)
    scene.tray.throw(range(5))
    scene.run(3.0)
    rng = np.random.default_rng(2)

    def elbow(image):
        image = image.copy()
        x = int(rng.integers(0, 120))
        cv2.circle(image, (x, 700), 90, (60, 70, 160), -1)
        return image

    assert scene.run(2.0, change=elbow) == []


def test_identity_goes_by_place_and_value():
    def die(value, x):
        return Die(value, 0.99, (x, 10.0), ((x, 10.0),) * 4, place=(x, 10.0))

    old = (die(1, 10.0), die(2, 60.0), die(3, 110.0))
    new = (die(1, 10.5), die(2, 75.0), die(5, 110.0), die(3, 250.0))
    assert identify(old, new) == ((0,), (1,), (2,))


def test_noise_alone_is_no_motion_and_a_small_die_is():
    rng = np.random.default_rng(3)
    floor = np.full((960, 1280, 3), 60, np.uint8)

    def grainy(image, sigma):
        return np.clip(image + rng.normal(0, sigma, image.shape), 0, 255).astype(np.uint8)

    assert not compare(shrink(grainy(floor, 14)), shrink(grainy(floor, 14))).is_moving
    with_die = floor.copy()
    cv2.rectangle(with_die, (600, 400), (626, 426), (95, 95, 95), -1)
    assert compare(shrink(grainy(floor, 4)), shrink(grainy(with_die, 4))).is_moving


def test_a_phones_shadow_that_passes_tells_no_second_throw():
    scene = Scene()
    scene.tray.throw(range(5))
    assert len(settled(scene.run(3.0))) == 1
    rows, columns = np.mgrid[0:960, 0:1280].astype(np.float32)
    start = scene.clock.now

    def shadow(image):
        x = 200 + 350 * (scene.clock.now - start)
        dim = 1 - 0.45 * np.exp(-(((columns - x) / 160) ** 2 + ((rows - 480) / 260) ** 2))
        return (image * dim[..., None]).astype(np.uint8)

    events = scene.run(4.0, change=shadow)
    assert settled(events) == [] and not [e for e in events if isinstance(e, Empty)]


def test_a_die_that_spins_for_four_seconds_is_waited_for():
    scene = Scene()
    scene.run(0.5)
    values = scene.tray.throw(range(5))
    scene.run(0.2)
    start = scene.clock.now
    rests = start + 4.0

    def spinning(image):
        turn = min(scene.clock.now, rests) * 900
        box = cv2.boxPoints(((700.0, 420.0), (36.0, 36.0), turn % 360))
        image = image.copy()
        cv2.fillConvexPoly(image, box.astype(np.int32), (215, 225, 230))
        return image

    events = settled(scene.run(6.0, change=spinning))
    assert [event.reading.values for event in events] == [tuple(sorted(values))]
    assert rests < events[0].at <= rests + 0.3 + 2 / 15
