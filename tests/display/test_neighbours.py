"""What stands beside each other agrees: labels of a group, dice on their felt, pictures in their frames, columns of a table."""

from __future__ import annotations

import pygame
import pytest
from composing import composed

from display import Window
from display.layout import Rect
from display.painters import labels
from display.painters.doubt import _free_corner
from display.painters.store import Said
from display.samples import SAMPLES
from display.theme import CAP, FELT
from display.views import DiceTray, Icon, Label, LabelStyle
from display.words import LANGUAGES


def _in(said: Said, place: Rect) -> bool:
    return place.x <= said.x + said.w / 2 <= place.right and place.y <= said.y + said.h / 2 <= place.bottom


def _has_tile(label: Label) -> bool:
    return label.style not in (LabelStyle.DARK, LabelStyle.LONG_ONLY) and label.short is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_of_a_group_are_equally_large_unless_a_word_alone_fills_its_tile(window: Window, language: str) -> None:
    layout = window.layout
    for name, sample in SAMPLES.items():
        canvas, screen = composed(window, name, language), sample()
        for group in (range(labels.HOLDS), range(labels.HOLDS, 9)):
            sizes = set()
            for index in group:
                label, tile = screen.labels[index], layout.labels[index]
                if not _has_tile(label) or label.long is not None or screen.ring is not None:
                    continue  # two lines share the height of a tile
                said = next(said for said in canvas.said if _in(said, tile))
                if said.w < tile.w - labels.MARGIN * layout.u - 6:
                    sizes.add(said.size)
            assert max(sizes, default=0) - min(sizes, default=0) <= 1, (name, group, sizes)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["ranking", "menu", "setup_game", "pause", "coins_guess"])
def test_on_the_large_panel_the_button_to_press_has_its_tick(name: str, language: str) -> None:
    with Window((1920, 1080), mode="headless") as window:
        screen, canvas = SAMPLES[name](), composed(window, name, language)
        for label, tile in zip(screen.labels, window.layout.labels, strict=True):
            if label.style is LabelStyle.EXPECTED and label.icon is Icon.CHECK:
                said = next(said for said in canvas.said if _in(said, tile))
                assert said.x + said.w / 2 > tile.cx + 5  # the tick at its left has moved it


def test_dice_that_nobody_can_hold_lie_in_the_middle_of_the_felt(window: Window) -> None:
    found = 0
    for name, sample in SAMPLES.items():
        tray = getattr(sample().view, "tray", None)
        if not isinstance(tray, DiceTray) or tray.may_hold or any(die.held or die.doubtful for die in tray.dice):
            continue
        items = composed(window, name).items
        die = next(item for item in items if item.tag == "die 0")
        middles = [
            item.y + item.h / 2 for item in items if item.source == FELT and item.x < die.x and item.h > die.h / 2
        ]
        assert middles and min(abs(die.y + die.h / 2 - middle) for middle in middles) <= 4, name
        found += 1
    assert found >= 3


@pytest.mark.parametrize("name", ["correct", "doubt"])
def test_the_cameras_picture_fills_its_frame(window: Window, name: str) -> None:
    layout, canvas = window.layout, composed(window, name)
    pictures = [
        item
        for item in canvas.items
        if isinstance(item.source, pygame.Surface) and item.w > layout.block.w * 0.5 and item.h > layout.block.h * 0.2
    ]
    assert [item.w for item in pictures] == [pytest.approx(layout.block.w - 40 * layout.u, abs=2)]


def test_the_word_on_a_picture_goes_where_nothing_is_marked() -> None:
    seen = Rect(0, 0, 400, 300)
    at_the_left, everywhere_else = Rect(0, 0, 200, 300), Rect(200, 0, 200, 140)
    assert _free_corner(seen, 100, 30, 10, []) == Rect(10, 10, 100, 30)
    assert _free_corner(seen, 100, 30, 10, [at_the_left]) == Rect(290, 10, 100, 30)
    assert _free_corner(seen, 100, 30, 10, [at_the_left, everywhere_else]) == Rect(290, 260, 100, 30)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["luck", "house_player", "house_book", "house_games"])
def test_figures_of_a_table_are_as_large_as_words_elsewhere(window: Window, name: str, language: str) -> None:
    canvas, rows = composed(window, name, language), SAMPLES[name]().view.rows
    figures = {canvas.say(text) for row in rows for text in row[1:]}
    sizes = [said.size for said in canvas.said if said.text in figures]
    assert sizes and min(sizes) >= 0.85 * window.layout.sizes.small


@pytest.mark.parametrize("language", LANGUAGES)
def test_steps_stand_equally_far_apart_from_their_numbers(window: Window, language: str) -> None:
    view, canvas = SAMPLES["idle"]().view, composed(window, "idle", language)
    away = []
    for number, step in enumerate(view.steps, 1):
        disc = next(said for said in canvas.said if said.text == str(number))
        title = next(said for said in canvas.said if said.text == canvas.say(step.title))
        away.append(title.y + CAP * title.size / 2 - disc.y - disc.h / 2)
    assert max(away) - min(away) <= 2
