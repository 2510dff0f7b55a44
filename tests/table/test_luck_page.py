"""Glück und Können after the game: each row is an equation, worked out beside the loop."""

import random

import pytest

from display.views import RankingView, TableView
from display.words import Words
from game import Fill, Leave, MatchSetup, NextGame, Throw
from hardware import Button
from table.open_game import OpenGame
from table.scenes.luck_page import LuckPage
from table.scenes.ranking import BetweenGamesScene, RankingScene

PLAYERS = ("Anna", "Ben")


def played(bench, games=1, leaves=None):
    """A game played to its end by chance, in the journal."""
    setup = MatchSetup("yatzy", {"order": "descending"}, PLAYERS, games=games, start="first")
    game = OpenGame.begin(bench.journal, setup)
    dice = random.Random(5)
    while game.match.phase == "turn":
        if game.match.turn_number == leaves:
            game.push(Leave(game.match.player))
            continue
        game.push(Throw(tuple(dice.randint(1, 6) for _ in range(5))))
        game.push(Fill(game.match.offers[0].text))
    return game


def figures(page):
    """The figures as they are shown, by name."""
    words = Words("en")
    return {row[0]: [float(words.text(cell).replace("−", "-")) for cell in row[1:]] for row in page.rows}


def test_the_page_shows_that_start_luck_and_losses_make_the_total(bench, solved):
    game = played(bench)
    bench.table.desk.go(RankingScene(bench.table.desk, game))
    bench.wait_for_adviser()
    for _ in range(2):
        bench.press(Button.DOWN)
    bench.scene.luck.wait(30)
    bench.table.step()
    page = bench.window.screen.view
    assert isinstance(page, TableView)
    assert (page.title.key, page.page, page.pages) == ("luck.title", 2, 3)
    for one in bench.scene.luck.answer.value:
        assert one.start + one.luck - one.lost == pytest.approx(one.total, abs=1e-6)
    totals = {PLAYERS[row.player]: row.total for row in game.match.standing()}
    for name, (start, luck, lost, total) in figures(page).items():
        assert total == totals[name]
        assert start + luck + lost == pytest.approx(total, abs=0.16)
        assert lost < -10
    bench.press(Button.DOWN)
    assert isinstance(bench.window.screen.view, RankingView)


def test_until_it_is_worked_out_the_page_says_so(bench, solved):
    game = played(bench)
    page = LuckPage(solved, game.match)
    bench.table.desk.go(RankingScene(bench.table.desk, game))
    bench.wait_for_adviser()
    view = page.view(2, 3)
    assert [line.key for line in view.lines] == ["luck.working"]
    assert {row[1:4] for row in view.rows} == {("…", "…", "…")}
    page.wait(30)
    assert page.view(2, 3).lines[0].key == "luck.sum"


def test_the_games_of_a_series_are_taken_together(bench, solved):
    game = played(bench, games=2)
    bench.table.desk.go(BetweenGamesScene(bench.table.desk, game))
    game.push(NextGame())
    while game.match.phase == "turn":
        game.push(Throw((1, 2, 3, 4, 5)), Fill(game.match.push(Throw((1, 2, 3, 4, 5))).offers[0].text))
    scene = RankingScene(bench.table.desk, game)
    bench.table.desk.go(scene)
    bench.wait_for_adviser()
    scene.luck.view(2, 3)
    scene.luck.wait(30)
    assert "luck.series" in [line.key for line in scene.luck.view(2, 3).lines]
    for one, row in zip(
        scene.luck.answer.value, sorted(game.match.standing(), key=lambda row: row.player), strict=True
    ):
        assert one.total == row.total


def test_who_went_home_has_points_still_open(bench, solved):
    game = played(bench, leaves=6)
    scene = RankingScene(bench.table.desk, game)
    bench.table.desk.go(scene)
    bench.wait_for_adviser()
    scene.luck.view(2, 3)
    scene.luck.wait(30)
    view = scene.luck.view(2, 3)
    assert "luck.left" in [line.key for line in view.lines]
    assert view.rows[-1][4].key == "luck.total.left"
    for one in scene.luck.answer.value:
        assert one.start + one.luck - one.lost == pytest.approx(one.total + one.to_come, abs=1e-6)


def test_without_an_adviser_there_is_no_such_page(bench):
    scene = RankingScene(bench.table.desk, played(bench))
    assert scene.luck is None
    assert scene.view().pages == 2


def test_without_a_table_the_page_says_that_the_adviser_is_off(bench, solved):
    (bench.folder / "strategies").rename(bench.folder / "away")
    (bench.folder / "strategies").write_text("a file where the folder should be")
    scene = RankingScene(bench.table.desk, played(bench))
    bench.table.desk.go(scene)
    bench.wait_for_adviser()
    assert [line.key for line in scene.luck.view(2, 3).lines] == ["advice.off"]
