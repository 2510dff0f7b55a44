"""The house's book: records by rules, players, every game with its sheets; and the record that a game is up against."""

import random

import pytest

from display.views import SheetsView, TableView
from display.words import Words
from game import Fill, MatchSetup, NextGame, Throw
from hardware import HOLDS, Button
from table import records
from table.cli import main as knobeltisch
from table.open_game import OpenGame
from table.scenes.house_book import HouseBookScene, OldGameScene, PlayerScene, rules_text
from table.scenes.idle import IdleScene
from table.scenes.play import PlayScene
from table.scenes.ranking import RankingScene
from table.scenes.rules import RulesScene


def play(bench, setup, seed=1):
    """A game played to its end by chance, in the journal."""
    game = OpenGame.begin(bench.journal, setup)
    dice = random.Random(seed)
    while game.match.phase != "over":
        if game.match.phase == "between_games":
            game.push(NextGame())
            continue
        game.push(Throw(tuple(dice.randint(1, 6) for _ in range(5))))
        if game.match.turn is not None and game.match.turn.throws:
            game.push(Fill(dice.choice(game.match.offers).text))
    game.finish()
    return game


def setup(book, options, *players, **more):
    return MatchSetup(book, options, players, start="first", **more)


@pytest.fixture
def book(bench):
    """A table where four kinds of games were played."""
    play(bench, setup("kniffel", {}, "Anna", "Resi"), 1)
    play(bench, setup("kniffel", {"preset": "klassisch"}, "Anna", "Kuno"), 2)
    play(bench, setup("kniffel", {"preset": "wirtshaus"}, "Anna"), 3)
    play(bench, setup("yatzy", {"order": "descending"}, "Anna", "Ben", games=2), 4)
    bench.table.desk.go(IdleScene(bench.table.desk))
    bench.table.step()
    bench.press(Button.BACK)
    assert isinstance(bench.scene, HouseBookScene)
    return bench


def view(bench):
    bench.table.step()
    return bench.window.screen.view


def said(bench, row):
    words = Words("de")
    return [words.text(cell) for cell in view(bench).rows[row]]


def test_records_are_kept_by_game_and_options_with_today_s_and_who_played_alone(book):
    page = view(book)
    assert isinstance(page, TableView)
    names = [Words("de").text(row[0]).replace("\u00ad", "") for row in page.rows]
    assert names == ["Kniffel, Wirtshaus", "Kniffel, Klassisch", "Yatzy, Absteigend"]
    found = records.records(records.same_rules(records.finished(book.journal), {"book": "kniffel", "options": {}}))
    assert said(book, 0)[1] == f"{found[0].total} {found[0].name}"
    assert said(book, 0)[2] == said(book, 0)[1]
    solo = next(row for row in records.finished(book.journal) if len(row.setup["players"]) == 1)
    assert said(book, 0)[3] == f"{solo.result['players'][0]['total']} Anna"
    assert said(book, 1)[3] == "–"


def test_the_same_rules_however_they_were_set_are_one():
    one = {"book": "kniffel", "options": {"preset": "klassisch"}}
    other = {"book": "kniffel", "options": {"joker": "any", "extra_kniffel": "rolled"}}
    assert records.rules_of(one) == records.rules_of(other) != records.rules_of({"book": "kniffel", "options": {}})


@pytest.mark.parametrize(
    ("book", "options", "says"),
    [
        ("kniffel", {}, "Kniffel, Wirtshaus"),
        ("kniffel", {"joker": "any"}, "Kniffel, eigene"),
        ("dreifach", {"preset": "verlag"}, "Dreifach-Kniffel, Verlag"),
        ("yatzy", {}, "Yatzy"),
        ("yatzy", {"order": "descending"}, "Yatzy, Absteigend"),
        ("yahtzee", {"extra_kniffel_bonus": 50}, "Yahtzee, eigene"),
    ],
)
def test_rules_have_a_name(book, options, says):
    said = Words("de").text(rules_text(records.rules_of({"book": book, "options": options})))
    assert said.replace("\u00ad", "") == says


def test_a_player_s_page_has_games_mean_best_kniffels_bonus_and_luck_by_game(book):
    book.press(HOLDS[1])
    assert said(book, 0)[:2] == ["Anna", "5"]
    book.press(Button.OK)
    assert isinstance(book.scene, PlayerScene)
    rows = {Words("de").text(row[0]): row for row in view(book).rows}
    assert set(rows) == {"Kniffel", "Yatzy"}
    assert rows["Kniffel"][1] == "3"
    totals = [
        player["total"]
        for row in records.finished(book.journal, "kniffel")
        for player in row.result["players"]
        if player["name"] == "Anna"
    ]
    assert rows["Kniffel"][2:4] == (f"{sum(totals) / 3:.0f}", str(max(totals)))
    assert rows["Kniffel"][6] == "–"
    book.press(Button.BACK)
    assert isinstance(book.scene, HouseBookScene)


def test_luck_is_worked_out_beside_the_loop_where_the_adviser_is_there(book, solved):
    book.press(HOLDS[1])
    book.press(Button.OK)
    rules = MatchSetup("yatzy", {"order": "descending"}).make_book()
    assert solved.wait(rules, 60).worth is not None
    view(book)
    book.scene.wait(60)
    luck = {Words("en").text(row[0]): Words("en").text(row[6]) for row in view(book).rows}["Yatzy"]
    assert luck[0] in "+−"
    assert abs(float(luck.replace("−", "-"))) < 150


def test_every_game_is_there_with_every_sheet_the_newest_first(book):
    book.press(HOLDS[2])
    assert [Words("de").text(row[1]) for row in view(book).rows] == ["Yatzy", "Kniffel", "Kniffel", "Kniffel"]
    book.press(Button.OK)
    assert isinstance(book.scene, OldGameScene)
    series = book.journal.match(4)
    for game in range(2):
        page = view(book)
        assert isinstance(page, SheetsView)
        assert (page.page, page.pages) == (game, 2)
        sheets = series.finished_games[0] if game == 0 else series.sheets
        assert [sheet.total for sheet in page.sheets] == [sheet.totals().total for sheet in sheets]
        book.press(Button.DOWN)
    book.press(Button.BACK)
    book.press(Button.DOWN)
    book.press(Button.OK)
    assert len(view(book).sheets) == 1


def test_a_struck_game_is_in_no_list(book):
    book.journal.strike(3)
    book.table.desk.go(HouseBookScene(book.table.desk))
    assert said(book, 0)[3] == "–"


def test_an_empty_house_says_so(bench):
    bench.press(Button.BACK)
    assert [line.key for line in view(bench).lines] == ["book.empty"]
    for hold in HOLDS[:3]:
        bench.press(hold)
        assert view(bench).rows == ()


# Alone against the record


def test_who_plays_alone_sees_the_record_and_how_it_went(bench):
    before = play(bench, setup("kniffel", {}, "Anna"), 3).match.standing()[0].total
    play(bench, setup("kniffel", {}, "Resi", "Ben"), 4)
    game = OpenGame.begin(bench.journal, setup("kniffel", {}, "Kuno"))
    bench.table.desk.go(PlayScene(bench.table.desk, game))
    (line,) = view(bench).lines
    assert Words("de").text(line) == f"Rekord allein: {before} (Anna)."
    while game.match.phase != "over":
        game.push(Throw((6, 6, 6, 6, 6)))
        game.push(Fill(max(game.match.offers, key=lambda offer: offer.points).text))
    game.finish()
    bench.table.desk.go(RankingScene(bench.table.desk, game))
    assert view(bench).record.key == "ranking.record.beaten"


def test_the_first_alone_is_told_that_there_is_no_record_yet(bench):
    play(bench, setup("kniffel", {}, "Resi", "Ben"), 4)
    bench.table.desk.go(PlayScene(bench.table.desk, OpenGame.begin(bench.journal, setup("kniffel", {}, "Kuno"))))
    assert [line.key for line in view(bench).lines] == ["solo.none"]


def test_a_record_by_other_rules_is_none_to_beat(bench):
    play(bench, setup("kniffel", {"preset": "klassisch"}, "Anna", "Ben"), 3)
    assert records.to_beat(bench.journal, setup("kniffel", {}, "Anna", "Ben")) is None
    assert records.to_beat(bench.journal, setup("kniffel", {"preset": "klassisch"}, "A", "B")) is not None


def test_every_game_of_a_series_counts_for_records_best_and_mean(bench):
    game = play(bench, setup("kniffel", {}, "Anna", "Resi", games=3), 5)
    totals = {
        name: [sheets[seat].totals().total for sheets in (*game.match.finished_games, game.match.sheets)]
        for seat, name in enumerate(("Anna", "Resi"))
    }
    rows = records.finished(bench.journal)
    found = records.records(rows)
    assert [record.total for record in found] == sorted((*totals["Anna"], *totals["Resi"]), reverse=True)
    for career in records.careers(rows):
        assert (career.best, career.games) == (max(totals[career.name]), 3)
        assert career.mean == pytest.approx(sum(totals[career.name]) / 3)


def newest(bench):
    return records.finished(bench.journal)[-1]


def test_a_series_noted_before_its_games_were_each_is_still_sound_and_sets_no_record(bench, capsys):
    game = play(bench, setup("kniffel", {}, "Anna", games=2), 5)
    result = newest(bench).result
    for player in result["players"]:
        del player["games"]
    bench.journal.set_state(game.number, "finished", result)
    assert records.records(records.finished(bench.journal)) == []
    assert records.careers(records.finished(bench.journal))[0].best == 0
    assert knobeltisch(["journal", "verify", "--data", str(bench.folder)]) == 0


def test_the_share_of_the_bonus_is_of_all_columns(bench):
    number = bench.journal.begin(setup("dreifach", {}, "Anna", games=2))
    one = {"name": "Anna", "total": 900, "place": 1, "pays": False, "left": False, "kniffels": 0, "bonus": 3}
    bench.journal.set_state(number, "finished", {"players": [one]})
    assert records.careers(records.finished(bench.journal))[0].bonus_share == 0.5


def test_own_rules_have_one_name_but_ok_shows_which_they_are(bench):
    play(bench, setup("kniffel", {"kniffel_as_full_house": True}, "Anna"), 1)
    play(bench, setup("kniffel", {"extra_kniffel_bonus": 100}, "Anna"), 2)
    bench.table.desk.go(HouseBookScene(bench.table.desk))
    awards = []
    for _ in range(2):
        bench.press(Button.OK)
        assert isinstance(bench.scene, RulesScene)
        awards.append({step.points for _, steps in bench.scene._pages for step in steps})
        bench.press(Button.BACK)
        assert isinstance(bench.scene, HouseBookScene)
        bench.press(Button.DOWN)
    assert ["+100" in award for award in awards] == [False, True]
