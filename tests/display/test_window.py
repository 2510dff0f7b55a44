"""The window paints what changed and nothing else, keeps its memory bounded, and says what keys were pressed."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pygame
import pytest

from display import Window
from display.layout import Layout
from display.opening import UnknownMode
from display.samples import SAMPLES
from display.views import Cell, CellState, FaultView, PhotoView, Picture, Screen, TurnView, msg
from display.words import UnknownLanguage


@pytest.fixture
def window() -> Iterator[Window]:
    with Window((1280, 800), mode="headless", clock=lambda: 12.5) as window:
        yield window


def _with_first_cell(points: int) -> Screen:
    screen = SAMPLES["turn_second"]()
    assert isinstance(screen.view, TurnView)
    sheet = screen.view.sheet
    row = replace(sheet.upper[0], cells=(Cell(CellState.FILLED, points),))
    return replace(screen, view=replace(screen.view, sheet=replace(sheet, upper=(row, *sheet.upper[1:]))))


def test_an_equal_screen_is_not_painted_again(window: Window) -> None:
    assert window.show(SAMPLES["turn_second"]())
    assert not window.show(SAMPLES["turn_second"]())


def test_a_changed_cell_paints_a_cell(window: Window) -> None:
    window.show(_with_first_cell(3))
    assert window.show(_with_first_cell(4))
    assert 0 < window.painted_px < 1280 * 800 * 0.01


@pytest.mark.parametrize(("first", "second"), list(itertools.pairwise(list(SAMPLES)[:12])))
def test_painting_only_what_changed_gives_the_same_picture(window: Window, first: str, second: str) -> None:
    window.show(SAMPLES[first]())
    window.show(SAMPLES[second]())
    partly = window.pixels()
    window.repaint(SAMPLES[second]())
    assert (partly == window.pixels()).all()


def test_a_new_picture_is_shown_and_the_same_number_is_not_looked_at(window: Window) -> None:
    dark, light = np.zeros((30, 40, 3), np.uint8), np.full((30, 40, 3), 255, np.uint8)
    window.show(Screen(PhotoView("x", Picture(dark, 1))))
    assert not window.show(Screen(PhotoView("x", Picture(light, 1))))
    before = window.pixels().mean()
    assert window.show(Screen(PhotoView("x", Picture(light, 2))))
    assert window.pixels().mean() > before


def test_dim_and_shift_against_burn_in(window: Window) -> None:
    screen = SAMPLES["idle"]()
    window.show(screen)
    bright = window.pixels()
    window.show(replace(screen, dim=0.6))
    assert window.pixels().mean() < bright.mean() * 0.45
    window.show(replace(screen, shift=(3, 2)))
    moved = window.pixels()
    assert (moved[2:, 3:][:700, :1200] == bright[:-2, :-3][:700, :1200]).all()


def test_the_same_screen_in_the_other_language(window: Window) -> None:
    window.show(SAMPLES["turn_second"]())
    assert window.show(replace(SAMPLES["turn_second"](), language="en"))
    texts = {said.text for said in window.compose(replace(SAMPLES["turn_second"](), language="en")).said}
    assert "Full House" in texts and "Throw again" in texts


def test_the_ring_of_a_long_press_fills(window: Window) -> None:
    screen = SAMPLES["turn_second"]()
    amber = []
    for progress in (0.2, 0.5, 0.9):
        window.show(replace(screen, ring=(8, progress)))
        label = window.layout.labels[8]
        crop = window.pixels()[int(label.y) : int(label.bottom) - 20, int(label.x) : int(label.right)].astype(int)
        amber.append(int((np.abs(crop - (247, 172, 46)).max(axis=2) < 12).sum()))
    assert amber[0] < amber[1] < amber[2]


def test_keys_come_out_in_order_with_the_time(window: Window) -> None:
    window.key_events()
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_1))
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_1))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert window.key_events() == [("1", True, 12.5), ("1", False, 12.5), ("quit", True, 12.5)]
    assert window.key_events() == []


def test_drawing_ahead_shows_nothing_and_comes_to_an_end(window: Window) -> None:
    window.show(SAMPLES["idle"]())
    before = window.pixels()
    calls = 0
    while window.prepare():
        calls += 1
    assert 3 <= calls < 20
    assert (window.pixels() == before).all() and window.screen == SAMPLES["idle"]()


def test_the_mixer_is_not_touched(window: Window) -> None:
    assert pygame.mixer.get_init() is None


def test_sprites_and_texts_are_kept_within_bounds(window: Window) -> None:
    from display.painters.store import Store

    store = Store(limit_bytes=200_000)
    for number in range(300):
        store.rendered(f"Punkte {number}", "Black", 40, (0, 0, 0))
    kept = sum(surface.get_width() * surface.get_height() * 4 for surface in store._kept.values())
    assert kept <= 200_000


def test_the_centres_of_the_real_buttons_move_the_labels_and_the_dice() -> None:
    parts = [0.08, 0.18, 0.28, 0.38, 0.48, 0.62, 0.72, 0.82, 0.92]
    layout = Layout.of((1920, 1080), centres=parts)
    assert [round(label.cx / 1920, 3) for label in layout.labels] == parts


@pytest.mark.parametrize(
    "size", [(640, 480), (1366, 768), (1600, 900), (2560, 1440), (3840, 2160), (1080, 1920), (480, 800)]
)
def test_other_sizes_scale_sensibly(size: tuple[int, int]) -> None:
    layout = Layout.of(size)
    for place in (layout.head, layout.tray, layout.block, *layout.labels):
        assert place.x >= 0 and place.y >= 0 and place.right <= size[0] + 1 and place.bottom <= size[1] + 1
    with Window(size, mode="headless") as window:
        assert window.show(SAMPLES["turn_longest"]())


def test_an_unknown_mode_or_language_is_refused_with_those_allowed() -> None:
    with pytest.raises(UnknownMode, match="'kiosk' is unknown; allowed: fullscreen, window, headless"):
        Window(mode="kiosk")
    with Window((640, 480), mode="headless") as window, pytest.raises(UnknownLanguage):
        window.show(Screen(FaultView(msg("fault.journal.torn")), language="fr"))


def test_labels_stand_above_buttons_whose_places_the_config_gives() -> None:
    centres = (0.05, 0.15, 0.25, 0.35, 0.45, 0.6, 0.72, 0.84, 0.96)
    with Window((1280, 800), mode="headless", centres=centres) as window:
        assert [label.cx for label in window.layout.labels] == pytest.approx([1280 * part for part in centres])
        window.change(diagonal_in=12.0)
        assert [label.cx for label in window.layout.labels] == pytest.approx([1280 * part for part in centres])


def test_another_name_of_the_game_shows_at_once() -> None:
    with Window((1280, 800), mode="headless") as window:
        screen = SAMPLES["turn_second"]()
        window.show(screen)
        window.change(names={"kniffel": "Pasch"})
        assert window.show(screen)
        said = [one.text for one in window.compose(screen).said]
        assert "Pasch" in said and "Kniffel" not in said


def test_a_change_of_one_cell_paints_little_and_costs_little() -> None:
    """The benchmark has the figures; this holds that nothing makes it grow again tenfold."""
    import time
    from dataclasses import replace

    from display.views import Cell, CellState, TurnView

    with Window((1920, 1080), mode="headless") as window:
        screen = SAMPLES["turn_third_eight"]()
        assert isinstance(screen.view, TurnView)
        sheet = screen.view.sheet
        screens = []
        for points in (10, 15):
            row = replace(sheet.upper[0], cells=(Cell(CellState.FILLED, points),))
            changed = replace(sheet, upper=(row, *sheet.upper[1:]))
            screens.append(replace(screen, view=replace(screen.view, sheet=changed)))
        times = []
        for number in range(24):
            began = time.process_time()
            window.show(screens[number % 2])
            times.append(time.process_time() - began)
        assert window.painted_px < 30_000
        assert sorted(times)[len(times) // 2] < 0.003
