"""Things glide from one screen to the next; a press ends it, and afterwards nothing moves and nothing is painted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from display import Window
from display.layout import Rect
from display.motion import COUNT_S, KINDS, in_out, out
from display.samples import SAMPLES
from display.theme import AMBER, IVORY
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


def _extent(picture: np.ndarray, colour: tuple[int, int, int], area: Rect) -> np.ndarray:
    """x, y of every pixel of nearly this colour in an area, (n, 2)."""
    part = picture[int(area.y) : int(area.bottom), int(area.x) : int(area.right)].astype(int)
    ys, xs = np.nonzero(np.abs(part - np.array(colour)).max(axis=2) < 12)
    return np.stack([xs + int(area.x), ys + int(area.y)], axis=1)


def test_dice_come_from_the_middle_of_the_tray_and_slow_down(window: Window, clock: Clock) -> None:
    tray = window.layout.tray
    window.show(SAMPLES["turn_prompt"]())
    pictures = _run(window, clock, SAMPLES["turn_first"]())
    widths = [float(np.ptp(_extent(picture, IVORY, tray)[:, 0])) for picture in (*pictures, window.pixels())]
    assert widths[0] < 0.3 * widths[-1], "they lie at their places at once"
    assert abs(float(_extent(pictures[0], IVORY, tray)[:, 0].mean()) - tray.cx) < 0.1 * tray.w
    until = next(n for n, width in enumerate(widths) if width == widths[-1])
    steps = np.diff(widths[: until + 1])
    assert until * 0.04 == pytest.approx(KINDS["die"].seconds, abs=0.06)
    assert (steps > 0).all() and steps[0] > 2 * steps[-1]


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
    """A quarter of the way the very picture of 107 stands there, on the way from 84 to 124."""
    screen, view = _turn()

    def with_total(total: int) -> Screen:
        tabs = tuple(replace(tab, total=total) if tab.active else tab for tab in view.tabs)
        return replace(screen, view=replace(view, tabs=tabs))

    window.show(screen)
    window.show(with_total(124))
    assert window.moving
    clock.now += COUNT_S / 4
    window.advance(clock.now)
    on_the_way = window.pixels()
    clock.now += COUNT_S
    window.advance(clock.now)
    there = window.pixels()
    assert (on_the_way == _final(with_total(107))).all()
    assert (there == _final(with_total(124))).all()


def test_points_fly_to_the_total_when_the_next_player_is_on(window: Window, clock: Clock) -> None:
    """The chosen amber figure leaves its cell on the block and comes ever nearer to the total of whoever entered it."""
    window.show(_turn("turn_third_eight")[0])
    following = SAMPLES["turn_prompt"]()
    assert isinstance(following.view, TurnView)
    tabs = (*following.view.tabs[:1], PlayerTab("Resi", 179), *following.view.tabs[2:])
    screen = replace(following, view=replace(following.view, tabs=tabs))
    total = next(one for one in window.compose(screen).said if one.text == "179")
    pictures = _run(window, clock, screen)
    block, whole = window.layout.block, Rect(0, 0, 800, 480)
    still = {tuple(place) for place in _extent(window.pixels(), AMBER, whole)}
    away = []
    for picture in pictures[: int(KINDS["points"].seconds / 0.04)]:
        flying = np.array([place for place in _extent(picture, AMBER, whole) if tuple(place) not in still])
        away.append(float(np.hypot(*(flying.mean(axis=0) - (total.x + total.w / 2, total.y + total.h / 2)))))
    assert away[0] > block.w * 0.25 and away[-1] < 25
    assert (np.diff(away) < 0).all()


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
