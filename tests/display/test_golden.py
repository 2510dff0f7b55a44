"""Every sample screen looks as expected, at every size; a small tolerance allows for other builds of FreeType."""

from __future__ import annotations

from collections.abc import Iterator

import golden
import numpy as np
import pytest

from display import Window
from display.samples import SAMPLES

#: Mean difference of all pixels (0–255), and which part of them may differ plainly.
MEAN, PLAINLY, SHARE = 0.8, 60, 0.003


@pytest.fixture(scope="module", params=golden.SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def window(request: pytest.FixtureRequest) -> Iterator[Window]:
    with Window(request.param, mode="headless") as window:
        yield window


def _is_close(difference: np.ndarray) -> bool:
    return bool(difference.mean() <= MEAN and (difference > PLAINLY).mean() <= SHARE)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_screen_looks_as_expected(window: Window, name: str) -> None:
    for language in golden.languages_of(window.surface.get_size(), name):
        difference = golden.difference(window, language, name)
        assert difference is not None, "no picture yet: look at the screen, then run python tests/display/golden.py"
        plainly = (difference > PLAINLY).mean()
        assert _is_close(difference), f"{language}: {difference.mean():.2f} on average, {plainly:.2%} plainly different"


@pytest.mark.parametrize("other", ["turn_third_eight", "turn_pressed"])
def test_another_screen_would_be_noticed(window: Window, other: str) -> None:
    difference = golden.difference(window, "de", "turn_second", other)
    assert difference is not None and not _is_close(difference)
