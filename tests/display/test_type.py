"""The table of type sizes in docs/type.md is what the panels show, and what one plays by is 7 mm where the panel can."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.type_sizes import PLAY, REST, heights, table
from display.layout import DIAGONALS

ROOT = Path(__file__).parents[2]


def test_the_table_in_the_docs_is_what_the_panels_show() -> None:
    assert (ROOT / "docs" / "type.md").read_text(encoding="utf-8") == table(), "run: python benchmarks/type_sizes.py"


def test_on_the_large_panel_play_is_7_mm_and_the_rest_4() -> None:
    found = heights((1920, 1080))
    assert set(found) == {*PLAY, *REST}
    assert min(found[role] for role in PLAY) >= 7.0
    assert min(found[role] for role in REST) >= 4.0


@pytest.mark.parametrize("size", [size for size in DIAGONALS if size != (1920, 1080)], ids=str)
def test_on_smaller_panels_play_comes_first(size: tuple[int, int]) -> None:
    found = heights(size)
    play = min(found[role] for role in PLAY)
    assert play >= 5.2
    assert play > max(value for role, value in found.items() if role in REST and role != "the others' totals")
