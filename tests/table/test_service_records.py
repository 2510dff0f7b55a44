"""The landlord strikes a wrong record at the table, behind the service switch, and takes that back."""

import random

import pytest

from display.words import Words
from hardware import Button
from table import records
from table.errors import JournalRefused
from table.open_game import OpenGame
from table.scenes.house_book import HouseBookScene
from table.scenes.service_records import RecordsScene
from tests.table.test_house_book import play, setup
from tests.table.test_journal import next_moves
from tests.table.test_service import choose, open_service


@pytest.fixture
def house(bench):
    play(bench, setup("kniffel", {}, "Anna", "Resi"), 1)
    play(bench, setup("kniffel", {}, "Anna"), 2)
    play(bench, setup("yatzy", {}, "Ben", "Kuno"), 3)
    open_service(bench)
    choose(bench, "service.records")
    assert isinstance(bench.scene, RecordsScene)
    return bench


def shown(bench):
    bench.table.step()
    words = Words("de")
    return [
        (words.text(entry.text).replace("\u00ad", ""), words.text(entry.value))
        for entry in bench.window.screen.view.entries
    ]


def best(bench, book):
    return [f"{record.total} {record.name}" for record in records.records(records.finished(bench.journal, book))]


def test_it_lists_what_the_house_shows_by_rules_and_nothing_twice(house):
    listed = shown(house)
    assert listed[0] == ("Kniffel, Wirtshaus", best(house, "kniffel")[0])
    assert listed[-1] == ("Yatzy", best(house, "yatzy")[0])
    assert len(listed) == len(set(listed))


def test_a_long_ok_strikes_a_record_and_the_next_one_takes_its_place(house):
    first = records.records(records.finished(house.journal, "kniffel"))[0]
    house.press(Button.OK)
    assert not house.journal.game(first.game).struck
    house.press(Button.OK, long=True)
    assert house.journal.game(first.game).struck
    listed = shown(house)
    assert listed[0] == ("Kniffel, Wirtshaus", best(house, "kniffel")[0])
    assert listed[-1] == ("Kniffel, Wirtshaus", "gestrichen")
    house.table.desk.go(HouseBookScene(house.table.desk))
    house.table.step()
    assert Words("de").text(house.window.screen.view.rows[0][1]) == best(house, "kniffel")[0]


def test_what_was_struck_by_mistake_counts_again(house):
    before = shown(house)
    house.press(Button.OK, long=True)
    house.press(Button.UP)
    assert shown(house)[-1][1] == "gestrichen"
    house.press(Button.OK, long=True)
    assert shown(house) == before


def test_a_disk_that_takes_nothing_strikes_nothing_and_says_so(house, monkeypatch):
    def refuse(statement, row):
        raise JournalRefused("the disk is full")

    monkeypatch.setattr(house.journal, "_write", refuse)
    before = shown(house)
    house.press(Button.OK, long=True)
    assert house.table.desk.notice.key == "fault.journal.refused"
    assert shown(house) == before


def test_without_records_it_says_so(bench):
    open_service(bench)
    choose(bench, "service.records")
    assert [entry.text.key for entry in bench.window.screen.view.entries] == ["book.empty"]
    bench.press(Button.OK, long=True)
    bench.press(Button.BACK)
    assert not isinstance(bench.scene, RecordsScene)


@pytest.mark.parametrize("options", [{}, {"blind": True}])
@pytest.mark.parametrize("struck", [False, True])
def test_coins_that_were_played_set_no_record_and_stop_no_page(house, options, struck):
    game = OpenGame.begin(house.journal, setup("muenzknobeln", options, "Anna", "Resi"))
    chance = random.Random(3)
    while game.match.phase != "over":
        game.push(*next_moves(game.match, chance))
    game.finish()
    house.journal.strike(game.number, struck)
    house.table.desk.go(RecordsScene(house.table.desk))
    named = [text for text, _ in shown(house)]
    assert ("Münzknobeln" in named) == struck
