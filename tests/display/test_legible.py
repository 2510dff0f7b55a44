"""Measured from pixels: figures stand out 7 : 1, states stay apart for colour-blind eyes, capitals are high enough."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest

from display import Window
from display.layout import DIAGONALS
from display.painters.store import Said
from display.samples import SAMPLES
from display.theme import CAP

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


def _crop(window: Window, name: str, cx: float, cy: float, w: float, h: float) -> np.ndarray:
    window.show(SAMPLES[name]())
    return window.pixels()[int(cy - h / 2) : int(cy + h / 2), int(cx - w / 2) : int(cx + w / 2)]


def _cells(window: Window) -> dict[str, np.ndarray]:
    """A crop of a cell in each state."""
    upper, lower, first, step = 1392, 1803, 180, 113
    at = {
        "empty": ("turn_prompt", upper, first + 2 * step),
        "offer": ("turn_second", upper, first + 1 * step),
        "zero on offer": ("turn_second", lower, first + 3 * step),
        "best": ("turn_second", upper, first + 4 * step),
        "chosen": ("turn_third_eight", upper, first + 4 * step),
        "filled": ("turn_second", upper, first + 5 * step),
        "struck": ("turn_second", lower, first + 1 * step),
    }
    return {state: _crop(window, name, x, y, 116, 96) for state, (name, x, y) in at.items()}


@pytest.mark.parametrize("kind", KINDS)
def test_states_of_a_cell_stay_apart(window: Window, kind: str) -> None:
    seen = {state: _seen(crop.astype(float), kind) for state, crop in _cells(window).items()}
    for one in seen:
        for other in seen:
            if one < other:
                differing = (np.abs(seen[one] - seen[other]).max(axis=2) > 0.25).mean()
                assert differing > 0.02, f"{one} and {other}"


@pytest.mark.parametrize("kind", KINDS)
def test_a_held_die_a_free_one_and_one_in_doubt_stay_apart(window: Window, kind: str) -> None:
    tray = window.layout.tray
    crops = [_crop(window, "doubt", window.layout.labels[n].cx, tray.cy, 192, tray.h * 0.9) for n in (2, 1, 0)]
    seen = [_seen(crop.astype(float), kind) for crop in crops]
    for a, b in ((0, 1), (0, 2), (1, 2)):
        assert (np.abs(seen[a] - seen[b]).max(axis=2) > 0.25).mean() > 0.05


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
