"""Luck in the players' figures: over all rules with an exact table, worked out once and kept without names."""

import logging

import pytest

from game import make_book
from game.advice import ExactWorth, luck_and_skill, solve_to_bytes, worth_from_bytes
from table.luck import FILE_NAME, MOST_AT_ONCE, LuckBook, mean_luck
from table.open_game import OpenGame
from table.scenes.ranking import RankingScene
from tests.table.test_house_book import play, setup

DESCENDING = {"order": "descending"}
OTHER = {"order": "descending", "upper_bonus": 0}


@pytest.fixture(scope="module")
def worths(quick_table):
    """Of two sets of rules of Yatzy."""
    books = make_book("yatzy", DESCENDING), make_book("yatzy", OTHER)
    return {
        books[0]: worth_from_bytes(quick_table, books[0]),
        books[1]: worth_from_bytes(solve_to_bytes(books[1]).data, books[1]),
    }


def rows(bench):
    return list(bench.journal.games())


def luck_of(bench, worths, number, seat):
    match = bench.journal.match(number)
    return luck_and_skill(match, worths[match.book])[seat].luck


def test_it_is_the_mean_over_the_games_of_all_rules_that_have_a_table(bench, worths):
    play(bench, setup("yatzy", DESCENDING, "Anna", "Ben"), 1)
    play(bench, setup("yatzy", OTHER, "Ben", "Anna", games=2), 2)
    play(bench, setup("yatzy", {}, "Anna"), 3)
    expected = (luck_of(bench, worths, 1, 0) + luck_of(bench, worths, 2, 1)) / 3
    assert mean_luck("Anna", rows(bench), bench.journal, worths.get) == pytest.approx(expected, abs=1e-3)
    assert mean_luck("Anna", rows(bench)[2:], bench.journal, worths.get) is None


def test_what_was_worked_out_is_kept_and_not_asked_for_again(bench, worths):
    play(bench, setup("yatzy", DESCENDING, "Anna", "Ben"), 1)
    first = mean_luck("Ben", rows(bench), bench.journal, worths.get)
    assert mean_luck("Ben", rows(bench), bench.journal, lambda book: None) == first
    assert "Ben" not in (bench.folder / FILE_NAME).read_text()


def test_a_game_that_was_gone_on_with_is_worked_out_anew(bench, worths):
    game = play(bench, setup("yatzy", DESCENDING, "Anna"), 1)
    match = game.match
    LuckBook(bench.folder).keep(1, match, luck_and_skill(match, worths[match.book]))
    (row,) = rows(bench)
    assert LuckBook(bench.folder).of(row) is not None
    from game import Redo, Undo

    game.push(Undo(), Redo())
    assert LuckBook(bench.folder).of(rows(bench)[0]) is None


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"version": 2, "games": {}}', b'{"version": 1, "games": {"1": 3}}']
)
def test_a_damaged_file_is_made_anew(bench, worths, content, caplog):
    play(bench, setup("yatzy", DESCENDING, "Anna"), 1)
    (bench.folder / FILE_NAME).write_bytes(content)
    with caplog.at_level(logging.WARNING):
        assert mean_luck("Anna", rows(bench), bench.journal, worths.get) is not None
    assert LuckBook(bench.folder).of(rows(bench)[0]) is not None


def test_a_disk_that_takes_nothing_does_not_hide_the_figure(bench, worths, monkeypatch, caplog):
    play(bench, setup("yatzy", DESCENDING, "Anna"), 1)

    def full(fresh, path):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("table.durable.put", full)
    assert mean_luck("Anna", rows(bench), bench.journal, worths.get) is not None
    assert "is not kept" in caplog.text


def test_only_so_many_games_are_worked_out_at_one_go_the_newest_first(bench, worths, monkeypatch):
    monkeypatch.setattr("table.luck.MOST_AT_ONCE", 1)
    for seed in range(2):
        play(bench, setup("yatzy", DESCENDING, "Anna"), seed)
    newest = mean_luck("Anna", rows(bench), bench.journal, worths.get)
    assert newest == pytest.approx(luck_of(bench, worths, 2, 0), abs=1e-3)
    both = mean_luck("Anna", rows(bench), bench.journal, worths.get)
    assert both == pytest.approx((luck_of(bench, worths, 1, 0) + newest) / 2, abs=1e-3)
    assert MOST_AT_ONCE > 1


def test_an_estimate_has_no_luck(bench, worths):
    class Estimate(ExactWorth):
        exact = False

    play(bench, setup("yatzy", DESCENDING, "Anna"), 1)
    book = make_book("yatzy", DESCENDING)
    assert mean_luck("Anna", rows(bench), bench.journal, lambda _: Estimate(worths[book].table)) is None


def test_the_last_screen_keeps_the_luck_of_its_game(bench, solved):
    game = play(bench, setup("yatzy", DESCENDING, "Anna", "Ben"), 1)
    bench.table.desk.go(RankingScene(bench.table.desk, OpenGame.resume(bench.journal, game.number)))
    bench.wait_for_adviser()
    bench.table.step()
    bench.scene.luck.wait(60)
    bench.table.step()
    kept = LuckBook(bench.folder).of(rows(bench)[0])
    assert kept is not None and len(kept) == 2
