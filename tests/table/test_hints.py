"""The hint on the table: asked for in a match, there by itself for who plays alone, exact once the table is loaded."""

import pytest

from display.words import Words
from game import MatchSetup
from hardware import Button
from table.scenes.play import PlayScene
from table.scenes.setup import SetupScene
from table.strategies import Adviser


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


def ready(adviser, match):
    adviser.want(match.book)
    for _ in range(600):
        if adviser.state(match.book).worth or adviser.state(match.book).reason:
            return
        adviser.wait(0.1)
    raise AssertionError("the adviser did not get ready")


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
    ready(adviser, bench.match)
    bench.throw([1, 6, 6, 6, 1])
    bench.press(Button.BACK)
    assert advised(bench) == [1, 1]
    assert hint(bench).startswith("Die zwei Einsen halten: +")


def test_without_room_for_the_table_the_game_goes_on_by_the_rule_of_thumb(bench, adviser):
    (bench.folder / "strategies").write_text("a file where the folder should be")
    begin(bench, "yatzy", {"order": "descending"}, "Anna", "Ben")
    ready(adviser, bench.match)
    bench.throw([1, 6, 6, 6, 1])
    bench.press(Button.BACK)
    assert hint(bench) == "Kein Tipp: der Ratgeber ist aus."
    assert advised(bench) == [6, 6, 6]


def test_a_long_press_on_the_hint_still_undoes(bench):
    begin(bench, "kniffel", {}, "Anna", "Ben")
    bench.throw([5, 5, 2, 3, 6])
    bench.press(Button.BACK, long=True)
    assert bench.match.turn.throws == 0
