"""Measured from pixels: figures stand out 7 : 1, states stay apart for colour-blind eyes, capitals are high enough."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from display import Window
from display.layout import DIAGONALS
from display.painters.store import Said
from display.samples import SAMPLES
from display.samples.common import dice
from display.theme import CAP
from display.views import Cell, CellState, Screen, TurnView

#: Full-strength simulation of the three kinds, for linear RGB (Machado, Oliveira, Fernandes 2009).
KINDS = {
    "none": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]]
    ),
}


def _linear(pixels: np.ndarray) -> np.ndarray:
    part = pixels / 255.0
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def _seen(pixels: np.ndarray, kind: str) -> np.ndarray:
    """Linear RGB as eyes of this kind see it."""
    return np.clip(_linear(pixels) @ KINDS[kind].T, 0, 1)


def _contrast(pixels: np.ndarray, kind: str = "none") -> float:
    """Of the text in a crop against its ground: the commonest colour, and the one that differs most among the common."""
    packed = pixels.reshape(-1, 3).astype(np.uint32) @ np.array([65536, 256, 1], np.uint32)
    values, counts = np.unique(packed, return_counts=True)
    colours = np.stack([values >> 16, values >> 8 & 255, values & 255], axis=1)
    luminance = _seen(colours.astype(float), kind) @ np.array([0.2126, 0.7152, 0.0722])
    ground = luminance[np.argmax(counts)]
    common = luminance[counts >= max(3, counts.sum() * 0.004)]
    ink = common[np.argmax(np.abs(np.log((common + 0.05) / (ground + 0.05))))]
    return (max(ink, ground) + 0.05) / (min(ink, ground) + 0.05)


@pytest.fixture(scope="module")
def window() -> Iterator[Window]:
    with Window((1920, 1080), mode="headless") as window:
        yield window


def _texts(window: Window, name: str) -> list[tuple[Said, np.ndarray]]:
    screen = SAMPLES[name]()
    window.show(screen)
    pixels = window.pixels()
    found = []
    for said in window.compose(screen).said:
        top = max(0, round(said.y + said.h * 0.18))
        crop = pixels[top : round(said.y + said.h * 0.86), max(0, said.x) : said.x + said.w]
        if crop.size:
            found.append((said, crop))
    return found


@pytest.mark.parametrize("name", [name for name in SAMPLES if not name.startswith("ranking")])
def test_figures_stand_out_seven_to_one_and_words_nearly(window: Window, name: str) -> None:
    for said, crop in _texts(window, name):
        least = 6.9 if any(letter.isdigit() for letter in said.text) else 6.2
        assert _contrast(crop) >= least, said


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["turn_second", "turn_third_eight", "turn_first", "dreifach"])
def test_figures_on_the_block_stand_out_for_colour_blind_eyes_too(window: Window, name: str, kind: str) -> None:
    block = window.layout.block
    for said, crop in _texts(window, name):
        if said.x >= block.x and said.y < block.bottom - 10 and any(letter.isdigit() for letter in said.text):
            assert _contrast(crop, kind) >= 6.9, said


def _crop(window: Window, screen: Screen, cx: float, cy: float, w: float, h: float) -> np.ndarray:
    window.show(screen)
    return window.pixels()[int(cy - h / 2) : int(cy + h / 2), int(cx - w / 2) : int(cx + w / 2)]


#: The same cell in each of its states, with the same figure wherever there is one, so that only the state tells them apart.
CELLS = {
    "empty": Cell(CellState.EMPTY),
    "offer": Cell(CellState.OFFER, 15),
    "zero on offer": Cell(CellState.OFFER, 0),
    "best": Cell(CellState.OFFER, 15, best=True),
    "chosen": Cell(CellState.CHOSEN, 15),
    "filled": Cell(CellState.FILLED, 15),
    "struck": Cell(CellState.STRUCK, 0),
}


def _cell(window: Window, cell: Cell) -> np.ndarray:
    """A crop of the cell of the fives."""
    screen = SAMPLES["turn_second"]()
    assert isinstance(screen.view, TurnView)
    sheet = screen.view.sheet
    upper = tuple(replace(row, cells=(cell,)) if row.field == "fives" else row for row in sheet.upper)
    view = replace(screen.view, sheet=replace(sheet, upper=upper))
    return _crop(window, replace(screen, view=view), 1392, 180 + 4 * 113, 124, 104)


@pytest.mark.parametrize("kind", KINDS)
def test_states_of_a_cell_stay_apart(window: Window, kind: str) -> None:
    seen = {state: _seen(_cell(window, cell).astype(float), kind) for state, cell in CELLS.items()}
    for one, other in itertools.combinations(seen, 2):
        differing = (np.abs(seen[one] - seen[other]).max(axis=2) > 0.25).mean()
        assert differing > 0.05, f"{one} and {other}"


@pytest.mark.parametrize("kind", KINDS)
def test_a_held_die_a_free_one_and_one_in_doubt_stay_apart(window: Window, kind: str) -> None:
    """The same four in each; ring, stem and word, or the dashed ring and "?", make the difference."""
    screen = SAMPLES["turn_second"]()
    assert isinstance(screen.view, TurnView)
    screen = replace(screen, view=replace(screen.view, tray=dice("4 4h ? 4 4h")))
    tray = window.layout.tray
    crops = [_crop(window, screen, window.layout.labels[n].cx, tray.cy, 192, tray.h * 0.9) for n in range(3)]
    seen = [_seen(crop.astype(float), kind) for crop in crops]
    for a, b, least in ((0, 1, 0.12), (0, 2, 0.3), (1, 2, 0.3)):
        assert (np.abs(seen[a] - seen[b]).max(axis=2) > 0.25).mean() > least


def _capital_mm(window: Window, said: Said, size: tuple[int, int]) -> float:
    return said.size * CAP / (math.hypot(*size) / (DIAGONALS[size] * 25.4))


def test_on_the_15_inch_panel_play_is_7_mm_and_the_rest_4(window: Window) -> None:
    """Capitals at the table's size: what guests must read to play, and everything else."""
    for name in ("turn_second", "turn_prompt", "turn_third_eight"):
        play, rest = [], []
        for said in window.compose(SAMPLES[name]()).said:
            (play if said.size >= 60 else rest).append(_capital_mm(window, said, (1920, 1080)))
        assert min(play) >= 7.0
        assert min(rest) >= 3.9


#: The smallest capitals (mm) that play has on the smaller panels: the line to act on, points, and the active total.
REACHED_MM = {(1280, 800): 5.4, (1024, 600): 4.9, (800, 480): 4.9, (720, 1280): 4.9}


@pytest.mark.parametrize("size", REACHED_MM, ids=lambda size: f"{size[0]}x{size[1]}")
def test_on_smaller_panels_play_is_as_large_as_it_fits(size: tuple[int, int]) -> None:
    with Window(size, mode="headless") as small:
        said = small.compose(SAMPLES["turn_second"]()).said
        line, points, total = (
            max(_capital_mm(small, one, size) for one in said if one.text in texts)
            for texts in (("oder trag ein.",), ("24", "15"), ("84",))
        )
        assert min(line, points, total) >= REACHED_MM[size]
