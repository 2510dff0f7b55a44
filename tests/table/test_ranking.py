"""The end of a series: every game's sheets, and a code that can be added up at home."""

import random
import re

import cv2
import pytest

from display import Window
from display.layout import DIAGONALS
from display.painters.ranking import _readable
from display.views import DARK_LABELS, Screen
from game import Fill, MatchSetup, NextGame, Throw
from table.open_game import OpenGame
from table.scenes.ranking import RankingScene
from table.scenes.take_home import DETAILS, codes, told

NAMES = ("Anna", "Resi", "Kuno", "Leni", "Sepp", "Xaver", "Vroni", "Toni")


def played(bench, book="kniffel", games=1, players=2, options=None):
    chance = random.Random(4)
    setup = MatchSetup(book, options or {}, NAMES[:players], games=games, start="first")
    game = OpenGame.begin(bench.journal, setup)
    while game.match.phase != "over":
        if game.match.phase == "between_games":
            game.push(NextGame())
            continue
        dice = (chance.randint(1, 6),) * 5 if chance.random() < 0.3 else tuple(chance.choices(range(1, 7), k=5))
        after = game.match.push(Throw(dice))
        game.push(Throw(dice), Fill(max(after.offers, key=lambda offer: (offer.points, offer.text)).text))
    game.finish()
    bench.table.desk.go(RankingScene(bench.table.desk, game))
    return game.match


def games_of(match):
    return (*match.finished_games, match.sheets)


def test_every_game_of_a_series_has_a_page_with_its_sheets(bench):
    match = played(bench, games=3)
    scene = bench.scene
    shown = []
    for scene.page in range(1, 4):
        view = scene.view()
        assert (view.title.key, dict(view.title.params)) == ("sheets.of_game", {"number": scene.page})
        shown.append([sheet.total for sheet in view.sheets])
    assert shown == [[sheet.totals().total for sheet in sheets] for sheets in games_of(match)]
    assert scene.pages == 4 + (scene.luck is not None)


def test_below_a_name_stands_what_each_game_of_the_series_brought(bench):
    match = played(bench, games=3)
    for row, shown in zip(match.standing(), bench.scene.view().rows, strict=True):
        assert sum(map(int, shown.detail.split(" + "))) == shown.total == row.total


@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize(
    ("book", "games", "options"),
    [
        ("kniffel", 1, {"preset": "klassisch"}),
        ("kniffel", 3, {}),
        ("yatzy", 1, {}),
        ("yahtzee", 2, {}),
        ("dreifach", 1, {}),
        ("dreifach", 2, {}),
    ],
)
def test_what_the_code_on_the_last_screen_says_adds_up_to_the_totals(bench, book, games, options, detail):
    match = played(bench, book, games, options=options)
    lines = list(told(match, detail))
    for line in lines:
        _, _, sum_and_total = line.partition(": ") if ": " in line else line.partition(") ")
        added, _, total = sum_and_total.rpartition(" = ")
        assert not added or value_of(added) == int(total)
    totals = [line.rpartition(" ")[2] for line in lines if ": " in line]
    assert totals == [str(row.total) for row in match.standing()]


@pytest.mark.parametrize("players", [1, 4, 8])
def test_no_code_is_made_by_trying_all_masks(bench, monkeypatch, players):
    from segno import encoder

    tried = []
    apply = encoder.apply_mask
    monkeypatch.setattr(encoder, "apply_mask", lambda *args, **more: (tried.append(1), apply(*args, **more))[1])
    match = played(bench, "kniffel", 1, players)
    made = codes("Knobeltisch", match)
    assert len(made) <= len(tried) <= len(DETAILS), "the loop would stand still"


@pytest.mark.parametrize(("book", "games"), [("kniffel", 6), ("dreifach", 1), ("dreifach", 6), ("yatzy", 6)])
def test_no_code_is_finer_than_the_largest_panel_can_show(bench, book, games):
    made = codes("Knobeltisch", played(bench, book, games, 8))
    assert made and all(len(code) <= 105 for code in made), "it takes long and nobody reads it"


def value_of(added):
    """A sum as it is written: numbers, +, × and brackets."""
    assert re.fullmatch(r"[\d+×()]+", added)
    return eval(added.replace("×", "*"))


def test_every_cell_is_in_the_fullest_code(bench):
    match = played(bench, "dreifach")
    added = next(iter(told(match, "cells"))).partition(": ")[2]
    sheet = match.sheets[match.standing()[0].player]
    assert len(re.findall(r"\d+", added.replace("×2", "").replace("×3", "").partition(" =")[0])) >= sheet.filled


@pytest.mark.parametrize(
    ("book", "games", "players"), [("kniffel", 1, 4), ("kniffel", 6, 8), ("dreifach", 1, 8), ("yatzy", 1, 8)]
)
def test_a_phone_reads_the_code_off_every_panel(bench, book, games, players):
    match = played(bench, book, games, players)
    screen = Screen(bench.scene.view(), DARK_LABELS)
    for size in DIAGONALS:
        with Window(size, mode="headless") as window:
            window.show(screen)
            lines = decoded(window.pixels()).split("\n")
        assert lines[0] == f"{bench.table.desk.config.title}: {book}", size
        assert lines[1:] in [list(told(match, detail)) for detail in DETAILS], size


def decoded(pixels):
    """The text of the QR code on a screen, found in it and looked at closely."""
    for scale in (1, 2, 3):
        whole = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_NEAREST)
        found, corners = cv2.QRCodeDetector().detect(whole)
        if found:
            break
    assert found
    corners = corners / scale
    left, top = (max(0, int(edge) - 20) for edge in corners[0].min(axis=0))
    right, bottom = (int(edge) + 20 for edge in corners[0].max(axis=0))
    close = cv2.resize(pixels[top:bottom, left:right], None, fx=4, fy=4, interpolation=cv2.INTER_NEAREST)
    return cv2.QRCodeDetector().detectAndDecode(close)[0]


def test_of_codes_that_are_too_fine_the_next_is_shown():
    fine, coarse = (((True,) * side,) * side for side in (77, 45))
    assert _readable((fine, coarse), side=255, px_per_mm=5.56) == (fine, 3)
    assert _readable((fine, coarse), side=140, px_per_mm=5.25) == (coarse, 2)
    assert _readable((fine, coarse), side=100, px_per_mm=5.25) == (coarse, 1)


def test_the_last_screen_tells_how_long_was_played(bench):
    now = [1000.0]
    bench.journal._wall_clock = lambda: now[0]
    setup = MatchSetup("kniffel", {}, ("Anna",), start="first")
    game = OpenGame.begin(bench.journal, setup)
    while game.match.phase != "over":
        now[0] += 60
        dice = tuple(bench.random.choices(range(1, 7), k=5))
        game.push(Throw(dice), Fill(game.match.push(Throw(dice)).offers[0].text))
    game.finish()
    header = RankingScene(bench.table.desk, game).view().header
    assert dict(dict(header.params)["time"].params) == {"count": 13}


def test_a_break_and_a_clock_that_jumps_are_no_playing_time(bench):
    stamps = iter([0.0, 60.0, 60.0 + 3600, 3700.0, 100.0, 130.0])
    bench.journal._wall_clock = lambda: next(stamps)
    game = OpenGame.begin(bench.journal, MatchSetup("kniffel", {}, ("Anna",), start="first"))
    for n in range(5):
        bench.journal.append(game.number, n, Throw((1, 2, 3, 4, 5)))
    assert bench.journal.played_s(game.number) == 60 + 40 + 30


def test_the_record_is_said_to_be_beaten_by_any_game_of_a_series(bench):
    number = bench.journal.begin(MatchSetup("kniffel", {}, ("Kuno",)))
    one = {"name": "Kuno", "total": 1, "place": 1, "pays": False, "left": False}
    bench.journal.set_state(number, "finished", {"players": [one]})
    played(bench, games=2, options={})
    assert bench.scene.view().record.key == "ranking.record.beaten"
