"""At most three flashes a second, measured on every picture of every motion: a flash is a tenth of the screen that goes
brighter and darker again by a tenth of full brightness (as WCAG 2.3.1 counts them)."""

from __future__ import annotations

import numpy as np
import pytest

from display import Window
from display.samples import SAMPLES

STEP_S = 1 / 30
WAYS = [
    ("turn_first", "celebrate_kniffel"),
    ("turn_second", "celebrate_bonus"),
    ("ranking", "celebrate_record"),
    ("celebrate_kniffel", "turn_prompt"),
    ("turn_prompt", "turn_first"),
    ("turn_third_eight", "turn_prompt"),
    ("idle", "idle_records"),
    ("turn_second", "doubt"),
]


class Clock:
    now = 50.0

    def __call__(self) -> float:
        return self.now


def brightness(pixels: np.ndarray) -> np.ndarray:
    """Relative luminance in 40×40 blocks."""
    linear = np.where(pixels <= 10, pixels / 255 / 12.92, ((pixels / 255 + 0.055) / 1.055) ** 2.4)
    luminance = linear @ np.array([0.2126, 0.7152, 0.0722])
    h, w = (side // 40 * 40 for side in luminance.shape)
    blocks: np.ndarray = luminance[:h, :w].reshape(h // 40, 40, w // 40, 40).mean(axis=(1, 3))
    return blocks


def flashes(frames: list[np.ndarray]) -> float:
    """The most pairs of opposite changes in any second, over a tenth of the screen at once."""
    turns = []
    held, last = frames[0], np.zeros_like(frames[0])
    for number, frame in enumerate(frames[1:], 1):
        change = frame - held
        opposite = (np.abs(change) >= 0.1) & (np.sign(change) != np.sign(last)) & (np.minimum(frame, held) < 0.8)
        if opposite.mean() >= 0.1:
            turns.append(number * STEP_S)
        moved = np.abs(change) >= 0.1
        last = np.where(moved, change, last)
        held = np.where(moved, frame, held)
    return max((sum(at <= one < at + 1 for one in turns) / 2 for at in turns), default=0.0)


@pytest.mark.parametrize(("before", "after"), WAYS)
def test_no_motion_flashes(before: str, after: str) -> None:
    clock = Clock()
    with Window((800, 480), mode="headless", clock=clock, motion=True) as window:
        window.show(SAMPLES[before]())
        frames = [brightness(window.pixels())]
        window.show(SAMPLES[after]())
        frames.append(brightness(window.pixels()))
        for _ in range(300):
            if not window.moving:
                break
            clock.now += STEP_S
            window.advance(clock.now)
            frames.append(brightness(window.pixels()))
        assert not window.moving
    assert flashes(frames) <= 3


def test_a_screen_that_flashes_would_be_noticed() -> None:
    dark, light = np.zeros((12, 20)), np.ones((12, 20)) * 0.7
    assert flashes([dark, light] * 15) > 3
    assert flashes([dark] * 15 + [light] * 15 + [dark] * 15) <= 1


def test_the_frame_of_a_celebration_swells_slowly() -> None:
    """It is too thin to count as a flash, and still turns from brighter to darker at most three times a second."""
    clock = Clock()
    with Window((800, 480), mode="headless", clock=clock, motion=True) as window:
        window.show(SAMPLES["turn_first"]())
        window.show(SAMPLES["celebrate_kniffel"]())
        area = window.layout.head.y + 14 * window.layout.u
        at = int(area + 3), 400
        light = []
        while window.moving:
            clock.now += STEP_S
            window.advance(clock.now)
            light.append(float(window.pixels()[at].sum()))
    changes = np.sign(np.diff([value for value in light if value]))
    turns = [n * STEP_S for n in range(1, len(changes)) if changes[n] * changes[n - 1] < 0]
    assert max(light) - min(light) > 100
    assert max((sum(at <= one < at + 1 for one in turns) for at in turns), default=0) <= 3
