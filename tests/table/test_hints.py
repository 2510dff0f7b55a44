"""The hint on the table: asked for in a match, there by itself for who plays alone, exact once the table is loaded."""

import threading

import pytest

from display.words import Words
from game import Fill, MatchSetup, NextGame, Throw
from game.advice import Advice, CellAdvice
from hardware import Button
from table.open_game import OpenGame
from table.scenes.play import PlayScene
from table.scenes.setup import SetupScene
from table.strategies import Adviser, AdviserState


def begin(bench, book, options, *players):
    setup = MatchSetup(book, options, players, start="first")
    bench.table.desk.go(SetupScene(bench.table.desk, setup))
    bench.take_up()
    bench.press_ok_long()
    assert isinstance(bench.scene, PlayScene)


def screen(bench):
    bench.table.step()
    return bench.window.screen


def advised(bench):
    return [die.value for die in screen(bench).view.tray.dice if die.advised]


def hint(bench):
    text = screen(bench).view.hint
    return None if text is None else Words("de").text(text)


@pytest.fixture
def adviser(bench):
    """The table's adviser with a table of the book that is quickest to solve."""
    bench.table.desk.adviser = Adviser(bench.folder)
    return bench.table.desk.adviser


def test_in_a_match_the_hint_is_asked_for_and_lasts_one_throw(bench):
    begin(bench, "kniffel", {}, "Anna", "Ben")
    bench.throw([5, 5, 2, 3, 6])
    assert advised(bench) == []
    bench.press(Button.BACK)
    assert advised(bench) == [5, 5]
    bench.press(Button.BACK)
    assert advised(bench) == []
    bench.press(Button.BACK)
    bench.throw({2: 5, 3: 1, 4: 4})
    assert advised(bench) == []


def test_who_plays_alone_has_the_hint_until_it_is_switched_off(bench):
    begin(bench, "kniffel", {}, "Anna")
    bench.throw([2, 3, 4, 5, 5])
    assert sorted(advised(bench)) == [2, 3, 4, 5]
    bench.press(Button.BACK)
    bench.throw([5, 5, 2, 3, 6])
    assert advised(bench) == []


def test_the_exact_hint_is_there_once_the_table_is_loaded(bench, adviser):
    begin(bench, "yatzy", {"order": "descending"}, "Anna", "Ben")
    bench.wait_for_adviser()
    bench.throw([1, 6, 6, 6, 1])
    bench.press(Button.BACK)
    assert advised(bench) == [1, 1]
    assert hint(bench).startswith("Die zwei Einsen halten: +")


def test_without_room_for_the_table_the_game_goes_on_by_the_rule_of_thumb(bench, adviser):
    (bench.folder / "strategies").write_text("a file where the folder should be")
    begin(bench, "yatzy", {"order": "descending"}, "Anna", "Ben")
    bench.wait_for_adviser()
    bench.throw([1, 6, 6, 6, 1])
    bench.press(Button.BACK)
    assert hint(bench) == "Kein Tipp: der Ratgeber ist aus."
    assert advised(bench) == [6, 6, 6]


def test_a_long_press_on_the_hint_still_undoes(bench):
    begin(bench, "kniffel", {}, "Anna", "Ben")
    bench.throw([5, 5, 2, 3, 6])
    bench.press(Button.BACK, long=True)
    assert bench.match.turn.throws == 0


# Chance to win


def chance(bench):
    """As it stands once it is worked out."""
    screen(bench)
    bench.scene.hints.wait(60)
    return screen(bench).view.chance


def menu_keys(bench):
    bench.press_ok_long()
    keys = [getattr(entry.text, "key", None) for entry in bench.window.screen.view.entries]
    bench.press(Button.BACK)
    return keys


def test_two_players_see_their_estimated_chances_on_request(bench, solved):
    begin(bench, "yatzy", {"order": "descending"}, "Anna", "Ben")
    bench.wait_for_adviser()
    assert chance(bench) is None
    bench.choose_in_menu("menu.chance")
    even = chance(bench)
    assert even.estimated
    assert even.shares == (("Anna", pytest.approx(0.5)), ("Ben", pytest.approx(0.5)))
    bench.throw([1, 1, 1, 1, 1])
    assert dict(chance(bench).shares)["Anna"] > 0.52
    bench.scene.hints.wait(60)
    assert sum(share for _, share in chance(bench).shares) == pytest.approx(1)
    bench.choose_in_menu("menu.chance")
    assert chance(bench) is None


def test_in_a_series_the_lead_of_earlier_games_counts(bench, solved):
    setup = MatchSetup("yatzy", {"order": "descending"}, ("Anna", "Ben"), games=2, start="first")
    game = OpenGame.begin(bench.journal, setup)
    dice = {0: (6, 6, 6, 6, 6), 1: (1, 2, 2, 3, 6)}
    while game.match.phase == "turn":
        game.push(Throw(dice[game.match.player]), Fill(game.match.push(Throw(dice[game.match.player])).offers[0].text))
    game.push(NextGame())
    bench.table.desk.go(PlayScene(bench.table.desk, game))
    bench.wait_for_adviser()
    bench.choose_in_menu("menu.chance")
    assert dict(chance(bench).shares)["Anna"] > 0.9


def test_while_chances_are_worked_out_the_screen_shows_those_before(bench, solved):
    begin(bench, "yatzy", {"order": "descending"}, "Anna", "Ben")
    bench.wait_for_adviser()
    bench.choose_in_menu("menu.chance")
    before = chance(bench)
    bench.throw([1, 1, 1, 1, 1])
    assert bench.window.screen.view.chance == before


def test_an_estimate_is_worked_out_beside_the_loop_and_the_open_choice_follows_it(bench, monkeypatch):
    """Dreifach-Kniffel: until the estimate is there the rule of thumb answers, and the screen says that it is worked on."""
    began = threading.Event()

    def advise_in_its_time(worth, sheet, dice, left):
        began.wait(30)
        return Advice((), (CellAdvice("3:chance", 6, 0, 100.0, 0.0), CellAdvice("1:ones", 1, 0, 90.0, 10.0)), False)

    class Estimate:
        exact = False

    class Ready:
        def want(self, book):
            pass

        def state(self, book):
            return AdviserState(Estimate(), 1.0)

    monkeypatch.setattr("table.hints.advise", advise_in_its_time)
    bench.table.desk.adviser = Ready()
    begin(bench, "dreifach", {}, "Anna")
    bench.throw([1, 2, 6, 6, 6])
    assert hint(bench) == "Wird gerechnet …"
    bench.press(Button.DOWN)
    by_thumb = bench.scene.chosen
    assert by_thumb != "3:chance"
    began.set()
    bench.scene.hints.wait(30)
    bench.table.step()
    assert bench.scene.chosen in (by_thumb, "3:chance")
    assert "geschätzt" in hint(bench)


def test_until_the_adviser_is_ready_the_screen_says_how_far_it_is(bench, adviser, monkeypatch):
    monkeypatch.setattr(adviser, "want", lambda book: None)
    begin(bench, "yatzy", {"order": "descending"}, "Anna", "Ben")
    bench.choose_in_menu("menu.chance")
    assert chance(bench) is None
    assert [line.key for line in screen(bench).view.lines] == ["advice.loading"]


@pytest.mark.parametrize("players", [("Anna",), ("Anna", "Ben", "Kuno")])
def test_only_a_match_of_two_has_chances(bench, solved, players):
    begin(bench, "yatzy", {"order": "descending"}, *players)
    assert "menu.chance" not in menu_keys(bench)


def test_without_an_adviser_there_are_no_chances(bench):
    begin(bench, "kniffel", {}, "Anna", "Ben")
    assert "menu.chance" not in menu_keys(bench)
