"""Things glide from one screen to the next; a press ends it, and afterwards nothing moves and nothing is painted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from display import Window
from display.motion import counting, in_out, out
from display.samples import SAMPLES
from display.views import IdleView, PlayerTab, Screen, TurnView


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def window(clock: Clock) -> Iterator[Window]:
    with Window((800, 480), mode="headless", clock=clock, motion=True) as window:
        yield window


def _turn(name: str = "turn_second") -> tuple[Screen, TurnView]:
    screen = SAMPLES[name]()
    assert isinstance(screen.view, TurnView)
    return screen, screen.view


def _final(screen: Screen) -> np.ndarray:
    with Window((800, 480), mode="headless") as still:
        still.show(screen)
        return still.pixels()


def _run(window: Window, clock: Clock, screen: Screen) -> list[np.ndarray]:
    """Show it and let its motion run out; the pictures on the way."""
    pictures = []
    window.show(screen)
    while window.moving:
        pictures.append(window.pixels())
        clock.now += 0.04
        window.advance(clock.now)
    return pictures


def test_the_first_screen_stands_still(window: Window) -> None:
    window.show(_turn()[0])
    assert not window.moving


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("turn_prompt", "turn_first"),
        ("turn_third_eight", "turn_prompt"),
        ("setup_game", "setup_players"),
        ("turn_first", "celebrate_kniffel"),
    ],
)
def test_a_motion_ends_in_the_very_picture_that_stands_still(
    window: Window, clock: Clock, first: str, then: str
) -> None:
    expected = _final(SAMPLES[then]())
    with Window((800, 480), mode="headless", clock=clock, motion=True) as moving:
        moving.show(SAMPLES[first]())
        pictures = _run(moving, clock, SAMPLES[then]())
        assert pictures
        assert (moving.pixels() == expected).all()
        clock.now += 1
        assert not moving.show(SAMPLES[then]()) and not moving.advance(clock.now)


def test_dice_come_from_the_middle_of_the_tray(window: Window, clock: Clock) -> None:
    window.show(SAMPLES["turn_prompt"]())
    pictures = _run(window, clock, SAMPLES["turn_first"]())
    slot = window.layout.labels[0]
    x, y = int(slot.cx - 20), int(window.layout.tray.cy)
    assert len(pictures) >= 5
    assert (pictures[0][y - 30 : y, x : x + 40] > 220).all(axis=2).sum() < (
        window.pixels()[y - 30 : y, x : x + 40] > 220
    ).all(axis=2).sum()


def test_a_view_that_comes_next_or_a_press_ends_a_motion(window: Window, clock: Clock) -> None:
    window.show(SAMPLES["turn_prompt"]())
    screen = SAMPLES["turn_first"]()
    window.show(screen)
    assert window.moving
    clock.now += 0.05
    window.show(replace(screen, pressed=frozenset({7})))
    assert not window.moving


def test_letting_go_of_a_button_does_not_end_it(window: Window, clock: Clock) -> None:
    window.show(SAMPLES["turn_prompt"]())
    screen = replace(SAMPLES["turn_first"](), pressed=frozenset({7}))
    window.show(screen)
    clock.now += 0.05
    window.show(replace(screen, pressed=frozenset()))
    assert window.moving


def test_a_sum_counts_up(window: Window, clock: Clock) -> None:
    screen, view = _turn()
    window.show(screen)
    tabs = tuple(replace(tab, total=tab.total + 40) if tab.active else tab for tab in view.tabs)
    window.show(replace(screen, view=replace(view, tabs=tabs)))
    assert window.moving
    clock.now += 0.1
    window.advance(clock.now)
    assert counting({"total Resi": 84}, {"total Resi": 124}, 0.25) == {"total Resi": 107}


def test_points_fly_to_the_total_when_the_next_player_is_on(window: Window, clock: Clock) -> None:
    """The chosen figure leaves its cell; in between it is neither there nor at the total."""
    window.show(_turn("turn_third_eight")[0])
    following = SAMPLES["turn_prompt"]()
    assert isinstance(following.view, TurnView)
    tabs = (*following.view.tabs[:1], PlayerTab("Resi", 179), *following.view.tabs[2:])
    pictures = _run(window, clock, replace(following, view=replace(following.view, tabs=tabs)))
    assert len(pictures) >= 8


def test_pages_of_the_idle_screen_cross_fade(window: Window, clock: Clock) -> None:
    first, second = SAMPLES["idle"](), SAMPLES["idle_records"]()
    assert isinstance(first.view, IdleView) and isinstance(second.view, IdleView)
    window.show(first)
    before = window.pixels().astype(int)
    pictures = _run(window, clock, second)
    after = window.pixels().astype(int)
    middle = pictures[len(pictures) // 2].astype(int)
    assert np.abs(middle - (before + after) / 2).mean() < 6
    assert (after == _final(second)).all()


def test_a_celebration_changes_its_light_at_most_three_times_a_second(window: Window, clock: Clock) -> None:
    window.show(SAMPLES["turn_first"]())
    light = [float(picture.mean()) for picture in _run(window, clock, SAMPLES["celebrate_bonus"]())]
    turns = sum((b - a) * (c - b) < 0 for a, b, c in zip(light, light[1:], light[2:], strict=False))
    assert 1 <= turns <= 3 * 2.5


def test_without_motion_a_screen_is_there_at_once() -> None:
    with Window((800, 480), mode="headless") as still:
        still.show(SAMPLES["turn_prompt"]())
        still.show(SAMPLES["turn_first"]())
        assert not still.moving


@pytest.mark.parametrize("curve", [out, in_out])
def test_curves_begin_and_end_where_they_should(curve) -> None:
    assert curve(0) == 0 and curve(1) == 1
    assert all(0 <= curve(n / 20) <= 1 for n in range(21))
