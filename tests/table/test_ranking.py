"""The end of a series: every game's sheets, and a code that can be added up at home."""

import random
import re

import cv2
import numpy as np
import pytest
import segno

from game import Fill, MatchSetup, NextGame, Throw
from table.open_game import OpenGame
from table.scenes.ranking import RankingScene, _told

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


@pytest.mark.parametrize(
    ("book", "games", "options"),
    [
        ("kniffel", 1, {"preset": "klassisch"}),
        ("kniffel", 3, {}),
        ("yatzy", 1, {}),
        ("yahtzee", 2, {}),
    ],
)
def test_what_the_code_on_the_last_screen_says_adds_up_to_the_totals(bench, book, games, options):
    match = played(bench, book, games, options=options)
    lines = list(_told(match, "named"))
    per = 1 + games
    for at, row in enumerate(match.standing()):
        head, *sheets = lines[at * per : (at + 1) * per]
        assert head == f"{row.place}. {match.players[row.player].name}: {row.total}"
        assert sum(int(points) for sheet in sheets for points in re.findall(r"=(\d+)", sheet)) == row.total


@pytest.mark.parametrize("players", [1, 2, 4, 8])
def test_the_code_is_made_without_trying_all_masks_and_can_be_read(bench, monkeypatch, players):
    from segno import encoder

    tried = []
    apply = encoder.apply_mask
    monkeypatch.setattr(encoder, "apply_mask", lambda *args, **more: (tried.append(1), apply(*args, **more))[1])
    match = played(bench, "kniffel", 1, players)
    code = np.array(bench.scene.view().qr)
    assert len(tried) == 1, "the loop would stand still"
    picture = cv2.copyMakeBorder(np.kron(~code, np.ones((6, 6), bool)).astype(np.uint8) * 255, *[36] * 4, 0, value=255)
    read, *_ = cv2.QRCodeDetector().detectAndDecode(picture)
    assert read.splitlines()[1:] == list(_told(match, cells=True))


@pytest.mark.parametrize(("book", "games", "players"), [("kniffel", 6, 8), ("dreifach", 6, 8), ("yatzy", 1, 8)])
def test_the_longest_series_still_has_a_code(bench, book, games, players):
    match = played(bench, book, games, players)
    code = bench.scene.view().qr
    assert code is not None and len(code) == len(code[0])
    lines = list(_told(match, "totals"))
    assert len(lines) == players * (1 + (games if games > 1 else 0))


@pytest.mark.parametrize(
    ("book", "games", "players", "options"),
    [
        ("kniffel", 6, 3, {"preset": "klassisch"}),
        ("kniffel", 6, 8, {}),
        ("yatzy", 6, 8, {}),
        ("dreifach", 1, 8, {}),
        ("dreifach", 1, 1, {}),
    ],
)
def test_a_table_full_of_sheets_has_room_in_the_code_and_each_adds_up(bench, book, games, players, options):
    match = played(bench, book, games, players, options=options)
    lines = list(_told(match, "in_order"))
    head = "Knobeltisch: " + book
    segno.make("\n".join([head, *lines]), error="l", boost_error=False)  # fits
    names = lines.pop(0).removesuffix(" + extra").split()
    assert names == [*(field.code for field in match.book.fields), "bonus"]
    per = 1 + games
    for at, row in enumerate(match.standing()):
        _, *sheets = lines[at * per : (at + 1) * per]
        total = 0
        for number, line in enumerate(sheets, 1):
            sheet, extra = line.removeprefix(f"{number}) ").split(" + ")
            columns = [[int(points) for points in column.split()] for column in sheet.split(" | ")]
            assert all(len(column) == len(names) for column in columns)
            total += int(extra) + sum(sum(c) * f for c, f in zip(columns, match.book.factors, strict=True))
        assert total == row.total


def test_the_record_is_said_to_be_beaten_by_any_game_of_a_series(bench):
    number = bench.journal.begin(MatchSetup("kniffel", {}, ("Kuno",)))
    one = {"name": "Kuno", "total": 1, "place": 1, "pays": False, "left": False}
    bench.journal.set_state(number, "finished", {"players": [one]})
    played(bench, games=2, options={})
    assert bench.scene.view().record.key == "ranking.record.beaten"
