"""Every text of every sample screen fits its place in both languages at every size, the longest names and numbers too."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

import pytest

from display import Window
from display.layout import DIAGONALS
from display.painters.store import Said
from display.samples import SAMPLES
from display.theme import CAP
from display.words import LANGUAGES


@pytest.fixture(scope="module", params=[*DIAGONALS, (1366, 768)], ids=lambda size: f"{size[0]}x{size[1]}")
def window(request: pytest.FixtureRequest) -> Iterator[Window]:
    with Window(request.param, mode="headless") as window:
        yield window


def _capitals(said: Said) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of a text's capitals, px (its foot, about a fifth, is below the base line)."""
    base = said.y + said.h * 0.81
    return said.x, base - CAP * said.size, said.x + said.w, base


def _overlapping(texts: list[Said]) -> list[tuple[str, str]]:
    """Pairs of texts whose capitals run into each other."""
    found = []
    for one, other in itertools.combinations(texts, 2):
        (left, top, right, bottom), (x, y, x1, y1) = _capitals(one), _capitals(other)
        if min(right, x1) - max(left, x) > 1 and min(bottom, y1) - max(top, y) > 1:
            found.append((one.text, other.text))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SAMPLES)
def test_no_text_is_cut_off_left_out_or_on_another_or_without_words_and_nothing_stands_outside(
    window: Window, name: str, language: str
) -> None:
    canvas = window.compose(replace(SAMPLES[name](), language=language))
    assert not _overlapping(canvas.said)
    assert not [misfit.text for misfit in canvas.misfits if misfit.cut]
    assert not canvas.words.missing
    width, height = window.surface.get_size()
    for item in canvas.items:
        assert item.x >= -8 and item.y >= -8, item
        assert item.x + item.w <= width + 8 and item.y + item.h <= height + 8, item
