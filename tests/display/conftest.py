"""A window on every supported panel, for tests that do not ask for other ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from display import Window
from display.layout import DIAGONALS


@pytest.fixture(scope="module", params=DIAGONALS, ids=lambda size: f"{size[0]}x{size[1]}")
def window(request: pytest.FixtureRequest) -> Iterator[Window]:
    with Window(request.param, mode="headless") as window:
        yield window
