"""What eyes would notice beyond fit: neighbours in one size, arrows and words in places of their own, samples that can be."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import pytest
from composing import composed

from display import Window
from display.layout import DIAGONALS
from display.painters.canvas import Canvas
from display.painters.store import Item, Said
from display.samples import SAMPLES
from display.theme import CAP
from display.views import (
    Label,
    LabelStyle,
    MenuEntry,
    MenuView,
    PromptTray,
    RankingView,
    Screen,
    SetupView,
    SheetsView,
    TurnView,
    msg,
)
from display.words import LANGUAGES, Words

Box = tuple[float, float, float, float]


def _letters(said: Said) -> Box:
    """Left, top, right, bottom of a text with what hangs below its line, px."""
    base = said.y + said.h * 0.81
    hangs = 0.2 * said.size if any(letter in "gjpqyß,;Q" for letter in said.text) else 0.0
    return said.x, base - CAP * said.size, said.x + said.w, base + hangs


def _touch(one: Box, other: Box) -> bool:
    return min(one[2], other[2]) > max(one[0], other[0]) and min(one[3], other[3]) > max(one[1], other[1])


def _box(item: Item) -> Box:
    return item.x, item.y, item.x + item.w, item.y + item.h


# ------------------------------------------------------------------------------------------------ lists that go on


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_arrows_of_a_long_list_stand_beside_its_words(window: Window, language: str) -> None:
    """Above and below, wherever one is in the list."""
    entries = tuple(MenuEntry(msg("menu.leaves", name=f"Georgy {n}"), "gjpqy") for n in range(24))
    seen = 0
    for active in range(len(entries)):
        view = MenuView(msg("menu.title"), entries, active)
        canvas = window.compose(Screen(view, language=language))
        arrows = [_box(item) for item in canvas.items if item.tag == "more"]
        seen = max(seen, len(arrows))
        assert arrows
        assert not [
            (said.text, arrow)
            for said, arrow in itertools.product(canvas.said, arrows)
            if _touch(_letters(said), arrow)
        ]
    assert seen == 2  # in the middle of the list it goes on both ways


# ------------------------------------------------------------------------------------------------ equals in one size


def _sizes(canvas: Canvas, texts: set[str]) -> set[int]:
    """The sizes in which these texts are written; all of them must be there."""
    found = [said for said in canvas.said if said.text in texts]
    assert {said.text for said in found} == texts
    return {said.size for said in found}


@pytest.mark.parametrize("name", ["dreifach", "dreifach_longest"])
def test_the_figures_of_one_row_of_the_foot_are_equally_large(window: Window, name: str) -> None:
    canvas = composed(window, name)
    assert len(_sizes(canvas, {"99 ×1", "222 ×2", "187 ×3"})) == 1
    assert len(_sizes(canvas, {"444", "561"})) == 1
    assert len(_sizes(canvas, {"−4", "+35", "+14"})) == 1


def test_the_others_beside_a_block_of_columns_are_written_equally_large(window: Window) -> None:
    if window.layout.grid == "tall":
        pytest.skip("there they stand in cards above the block")
    canvas = composed(window, "dreifach_longest")
    cards = [said for said in canvas.said if said.x + said.w < window.layout.block.x * 0.62 and said.size < 60]
    totals = [said.size for said in cards if said.text in ("1115", "1064", "988", "1202")]
    names = [said.size for said in cards if said.text[:4] in ("Anna", "Korb", "Magd", "Wolf", "Hann", "Chri", "Maxi")]
    assert (len(totals), len(set(totals))) == (7, 1)
    assert (len(names), len(set(names))) == (7, 1)


# ------------------------------------------------------------------------------------------------ large enough

#: Least capitals (mm) of the figures on the first page of all sheets, where eight play.
LEAST_MM = {(1920, 1080): 4.0, (1280, 800): 3.0, (1024, 600): 2.6, (800, 480): 2.6, (720, 1280): 1.9}


@pytest.mark.parametrize("name", ["sheets", "sheets_columns_eight"])
def test_all_sheets_of_eight_can_be_read(window: Window, name: str) -> None:
    """Where the cells have no room they fold to sums; the next pages have them."""
    size = window.surface.get_size()
    mm = math.hypot(*size) / (DIAGONALS[size] * 25.4)
    figures = [said for said in composed(window, name).said if said.text.lstrip("+−").isdigit()]
    assert len(figures) >= 24
    assert min(said.size for said in figures) * CAP / mm >= LEAST_MM[size]


def test_sheets_that_are_nowhere_else_never_fold(window: Window) -> None:
    view = SAMPLES["sheets"]().view
    assert isinstance(view, SheetsView)
    texts = {said.text for said in window.compose(Screen(replace(view, may_fold=False))).said}
    assert Words("de").text(msg("field.chance.short")) in texts


def test_columns_of_a_sheet_say_how_often_they_count(window: Window) -> None:
    texts = [said.text for said in composed(window, "sheets_columns").said]
    counts = {texts.count(f"×{factor}") for factor in (1, 2, 3)}
    assert counts == {3} or all(any(text.startswith(f"×{factor}") for text in texts) for factor in (1, 2, 3))


# ------------------------------------------------------------------------------------------------ every state is shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_states_shows_each_of_them_in_its_card(window: Window, language: str) -> None:
    canvas = composed(window, "grammar", language)
    words = Words(language)
    texts = {said.text for said in canvas.said}
    wanted = {"+50", "50", "+35", "21", "15", "40", "25", "?", "84"}
    assert wanted | {words.text(msg(key)) for key in ("label.hold", "label.menu", "die.held", "die.unclear")} <= texts


# ------------------------------------------------------------------------------------------------ places of their own


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "name", [name for name in SAMPLES if isinstance(getattr(SAMPLES[name]().view, "tray", None), PromptTray)]
)
def test_the_words_on_the_felt_stay_on_the_felt(window: Window, name: str, language: str) -> None:
    tray = window.layout.tray
    canvas = composed(window, name, language)
    on_felt = [said for said in canvas.said if tray.y < said.y + said.h / 2 < tray.bottom and said.x < tray.right]
    assert on_felt
    edge = 24 * window.layout.u
    for said in on_felt:
        if said.x + said.w / 2 < tray.right:
            assert said.x >= tray.x + edge and said.x + said.w <= tray.right - edge, said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_of_two_rows_keeps_off_what_stands_below_it(window: Window, language: str) -> None:
    screen = SAMPLES["turn_hint"]()
    assert isinstance(screen.view, TurnView)
    canvas = window.compose(replace(screen, language=language))
    said = Words(language).text(screen.view.hint or "")
    rows = [
        _letters(one)
        for one in canvas.said
        if one.size < window.layout.sizes.line * 0.7 and one.text in said and " " in one.text
    ]
    below = [_box(item) for item in canvas.items if item.tag == "active tab"] if window.layout.grid != "wide" else []
    assert rows
    assert not [row for row in rows for box in below if _touch((*row[:3], row[3] + 1), box)]


# ------------------------------------------------------------------------------------------------ samples that can be


@pytest.mark.parametrize("name", [name for name in SAMPLES if isinstance(SAMPLES[name]().view, SetupView)])
def test_a_button_of_the_set_up_is_lit_where_there_is_a_choice_above_it(name: str) -> None:
    screen = SAMPLES[name]()
    assert isinstance(screen.view, SetupView)
    lit = [label.style is not LabelStyle.DARK for label in screen.labels[:5]]
    assert lit == [choice is not None for choice in screen.view.choices]


def test_sample_games_add_up() -> None:
    """A tab says what its sheet says, and equal places mean equal totals."""
    for name, sample in SAMPLES.items():
        view = sample().view
        if isinstance(view, TurnView):
            assert [tab.total for tab in view.tabs if tab.active and len(view.sheet.columns) > 1] in (
                [],
                [view.sheet.total],
            ), name
        if isinstance(view, RankingView):
            for one, other in itertools.combinations(view.rows, 2):
                assert (one.place == other.place) == (one.total == other.total), name


def test_no_sample_is_without_its_nine_labels() -> None:
    for name, sample in SAMPLES.items():
        labels = sample().labels
        assert len(labels) == 9 and all(isinstance(label, Label) for label in labels), name
