"""Every text of every sample screen fits its place in both languages at every size, the longest names and numbers too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from display import Window
from display.layout import DIAGONALS
from display.samples import SAMPLES
from display.words import LANGUAGES


@pytest.fixture(scope="module", params=[*DIAGONALS, (1366, 768)], ids=lambda size: f"{size[0]}x{size[1]}")
def window(request: pytest.FixtureRequest) -> Iterator[Window]:
    with Window(request.param, mode="headless") as window:
        yield window


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SAMPLES)
def test_no_text_is_cut_off_or_without_words_and_nothing_stands_outside(
    window: Window, name: str, language: str
) -> None:
    canvas = window.compose(replace(SAMPLES[name](), language=language))
    assert not [misfit.text for misfit in canvas.misfits if misfit.cut]
    assert not canvas.words.missing
    width, height = window.surface.get_size()
    for item in canvas.items:
        assert item.x >= -8 and item.y >= -8, item
        assert item.x + item.w <= width + 8 and item.y + item.h <= height + 8, item
