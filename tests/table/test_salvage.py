"""A damaged journal: the sound beginning of every game goes on, the rest is kept aside, whenever the plug is pulled."""

import json
import shutil
import sqlite3
from contextlib import closing

import pytest

from game import Fill, Throw
from table import backup, durable, opening, records, salvage
from table.commands import demo
from table.errors import TornJournal
from table.journal import FILE_NAME, Journal
from table.open_game import OpenGame
from table.scenes.when import written
from tests.table.damage import overwrite, play_games
from tests.table.test_demo import arguments


@pytest.fixture(scope="module")
def pattern(tmp_path_factory):
    """Played once, copied for every test: syncing each move takes a while."""
    folder = tmp_path_factory.mktemp("pattern")
    return folder, play_games(folder)


@pytest.fixture
def played(pattern, tmp_path):
    """A data folder with two finished games and one that goes on; and the moves of each."""
    folder, moves = pattern
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    return tmp_path, moves


def pages(folder):
    return (folder / FILE_NAME).stat().st_size // 4096


def found(folder):
    with Journal(folder, writable=False) as journal:
        assert journal.damage() is None
        return {row.id: journal.moves(row.id) for row in journal.games()}


def is_prefix(short, long):
    return short == long[: len(short)]


def test_every_page_may_be_spoilt_and_what_is_left_is_a_beginning(played, tmp_path_factory):
    folder, moves = played
    whole = 0
    for page in range(pages(folder)):
        spoilt = tmp_path_factory.mktemp("spoilt") / "data"
        shutil.copytree(folder, spoilt)
        overwrite(spoilt / FILE_NAME, page)
        damaged = (spoilt / FILE_NAME).read_bytes()
        try:
            opened = opening.open_for_play(spoilt)
        except opening.ForeignJournal:
            assert page == 0  # no SQLite file any more, so it might be anybody's
            continue
        opened.journal.close()
        if opened.news is None:  # a page that nothing was on
            assert found(spoilt) == dict(enumerate(moves, 1))
            continue
        assert opened.news.key == "fault.journal.salvaged"
        assert (spoilt / salvage.FOLDER / "1" / FILE_NAME).read_bytes() == damaged
        kept = found(spoilt)
        assert all(is_prefix(made, moves[number - 1]) for number, made in kept.items())
        whole += sum(len(made) for made in kept.values())
    assert whole > 0


def test_with_a_copy_nothing_older_than_the_copy_is_lost(played):
    folder, moves = played
    backup.back_up(folder)
    for page in range(1, pages(folder)):
        overwrite(folder / FILE_NAME, page)
    salvage.salvage(folder)
    assert found(folder) == dict(enumerate(moves, 1))


def test_moves_made_after_the_copy_are_taken_from_the_damaged_file(tmp_path):
    play_games(tmp_path, games=1)
    backup.back_up(tmp_path)
    with Journal(tmp_path) as journal:
        last = journal.moves(1)
        extra = Throw((1, 2, 3, 4, 5))
        if len(last) % 2 == 0:
            journal.append(1, len(last), extra)
            last = [*last, extra]
    done = salvage.salvage(tmp_path)
    assert found(tmp_path) == {1: last}
    assert done.moves == len(last) and done.cut == ()


def test_a_file_that_begins_with_zeros_is_torn_not_foreign(played):
    folder, moves = played
    backup.back_up(folder)
    overwrite(folder / FILE_NAME, 0, b"\0")
    with pytest.raises(TornJournal, match="begins with zeros"):
        Journal(folder)
    opening.open_for_play(folder).journal.close()
    assert found(folder) == dict(enumerate(moves, 1))


def test_an_open_game_that_makes_no_sense_is_cut_where_it_stops_to(played):
    folder, moves = played
    with Journal(folder) as journal, journal._connection as connection:
        connection.execute("DELETE FROM move WHERE game = 3 AND seq = 7")
    opened = opening.open_for_play(folder)
    with opened.journal as journal:
        assert opened.news is not None
        assert journal.moves(3) == moves[2][:7]
        assert journal.latest("open") == 3
        assert journal.moves(1) == moves[0]
    assert salvage.salvage(folder).cut == ()


@pytest.mark.parametrize(("game", "column"), [(1, "setup"), (1, "result"), (1, "book"), (3, "setup"), (3, "book")])
def test_damage_inside_a_text_stops_nobody_and_is_made_good(played, game, column):
    """SQLite's own check sees none of it. Spoilt here and there: the table opens, and what it shows of old games can be made.
    Only a spoilt set-up takes a copy to be made good; book and result follow from the rest."""
    folder, moves = played
    if column == "setup":
        backup.back_up(folder)
    raw = (folder / FILE_NAME).read_bytes()
    with Journal(folder, writable=False) as journal:
        text = journal._connection.execute(f"SELECT {column} FROM game WHERE id = ?", (game,)).fetchone()[0]
    healed = 0
    for at in range(0, len(text), max(1, len(text) // 12)):
        for other in "\x00", "}", chr(ord(text[at]) ^ 1):
            (folder / FILE_NAME).write_bytes(raw)
            with closing(sqlite3.connect(folder / FILE_NAME)) as connection, connection:
                connection.execute(
                    f"UPDATE game SET {column} = ? WHERE id = ?", (text[:at] + other + text[at + 1 :], game)
                )
            opened = opening.open_for_play(folder)
            with opened.journal as journal:
                healed += opened.news is not None
                rows = list(journal.games())
                records.by_rules(rows)
                for row in rows:
                    assert journal.moves(row.id) == moves[row.id - 1]
                    sorted((row.result or {"players": []})["players"], key=lambda player: player["place"])
                records.last_setups(journal)
            shutil.rmtree(folder / salvage.FOLDER, ignore_errors=True)
    assert healed > 0


def test_something_foreign_among_the_damaged_journals_does_not_matter(played):
    folder, moves = played
    (folder / salvage.FOLDER / "lost+found").mkdir(parents=True)
    salvage.salvage(folder)
    assert salvage._newest(folder).name == "1"
    assert found(folder) == dict(enumerate(moves, 1))


def test_a_finished_game_that_was_cut_is_given_up(played):
    folder, moves = played
    with Journal(folder) as journal, journal._connection as connection:
        connection.execute("DELETE FROM move WHERE game = 1 AND seq = 9")
    done = salvage.salvage(folder)
    assert done.cut == (1,)
    with Journal(folder, writable=False) as journal:
        assert journal.game(1).state == "given_up"
        assert journal.moves(1) == moves[0][:9]
        assert journal.game(2).state == "finished"


class Pulled(BaseException):
    """The plug is out."""


def test_the_plug_may_be_pulled_at_every_step_of_salvaging(played, tmp_path_factory, monkeypatch):
    """At every sync and rename; each time the next start ends up with the same games as an undisturbed one."""
    folder, _ = played
    overwrite(folder / FILE_NAME, 3)
    reference = tmp_path_factory.mktemp("undisturbed") / "data"
    shutil.copytree(folder, reference)
    opening.open_for_play(reference).journal.close()
    steps = 0
    real = durable.sync
    while True:
        data = tmp_path_factory.mktemp("pulled") / "data"
        shutil.copytree(folder, data)
        left = {"steps": steps}

        def sync(path, left=left):
            real(path)
            left["steps"] -= 1
            if left["steps"] < 0:
                raise Pulled

        monkeypatch.setattr(durable, "sync", sync)
        try:
            opening.open_for_play(data).journal.close()
            is_done = True
        except Pulled:
            is_done = False
        monkeypatch.setattr(durable, "sync", real)
        opening.open_for_play(data).journal.close()
        assert found(data) == found(reference), f"pulled after {steps} syncs"
        if is_done:
            break
        steps += 1
    assert steps >= 6


def test_the_demo_refuses_what_the_table_salvages(played, capsys):
    folder, _ = played
    overwrite(folder / FILE_NAME, 3)
    before = (folder / FILE_NAME).read_bytes()
    with pytest.raises(TornJournal, match="nothing was changed"):
        demo.play(arguments("--players", "1"), folder)
    assert (folder / FILE_NAME).read_bytes() == before


def test_moves_that_a_spoilt_log_swallowed_are_taken_from_the_copy(tmp_path, tmp_path_factory):
    """Wherever the log is spoilt: what stands behind that is no part of the journal for SQLite, and it says nothing."""
    play_games(tmp_path, games=2)
    with Journal(tmp_path) as journal:
        game = OpenGame.resume(journal, 2)
        for _ in range(3):
            if game.match.turn.throws == 0:
                game.push(Throw((1, 2, 3, 4, 6)))
            game.push(Fill(game.match.offers[0].text))
        backup.back_up(tmp_path)
        wanted = {number: journal.moves(number) for number in (1, 2)}
        log = (tmp_path / f"{FILE_NAME}-wal").read_bytes()
        main = (tmp_path / FILE_NAME).read_bytes()
        for at in range(0, len(log), 1500):
            data = tmp_path_factory.mktemp("spoilt")
            (data / FILE_NAME).write_bytes(main)
            (data / f"{FILE_NAME}-wal").write_bytes(log[:at] + bytes([log[at] ^ 1]) + log[at + 1 :])
            shutil.copytree(tmp_path / backup.FOLDER, data / backup.FOLDER)
            opening.open_for_play(data).journal.close()
            assert found(data) == wanted, at


def test_a_journal_that_is_gone_is_taken_from_the_copy(played):
    folder, moves = played
    backup.back_up(folder)
    (folder / FILE_NAME).unlink()
    opened = opening.open_for_play(folder)
    opened.journal.close()
    assert opened.news is not None
    assert found(folder) == dict(enumerate(moves, 1))


def test_a_copy_that_no_salvage_can_use_is_no_reason_to_salvage_for_ever(played):
    folder, _ = played
    backup.back_up(folder)
    with closing(sqlite3.connect(backup.copies(folder)[-1])) as copy, copy:
        copy.execute("INSERT INTO move SELECT 99, seq, kind, version, payload, at FROM move WHERE game = 3")
    for _ in range(3):
        opening.open_for_play(folder).journal.close()
    assert [path.name for path in (folder / salvage.FOLDER).iterdir()] == ["1"]


@pytest.mark.parametrize("began", [-1.0, 1e300, float("inf"), 4611686018427387904.0])
def test_a_beginning_that_no_clock_can_show_is_made_good(played, began):
    folder, moves = played
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection, connection:
        connection.execute("UPDATE game SET began = ? WHERE id = 1", (began,))
    with opening.open_for_play(folder).journal as journal:
        assert [written(row.began).key for row in journal.games()] == ["when"] * 3
        records.shown(journal.games(), 0.0)
    assert found(folder) == dict(enumerate(moves, 1))


def test_a_name_of_a_table_that_is_no_text_any_more_is_damage(played):
    """SQLite quotes it in what it says."""
    folder, moves = played
    backup.back_up(folder)
    raw = (folder / FILE_NAME).read_bytes()
    for at in range(100, 4096):
        if raw[at : at + 1].isalpha() and at % 3 == 0:
            (folder / FILE_NAME).write_bytes(raw[:at] + b"\xe4" + raw[at + 1 :])
            opening.open_for_play(folder).journal.close()
            assert found(folder) == dict(enumerate(moves, 1)), at
            shutil.rmtree(folder / salvage.FOLDER, ignore_errors=True)


def test_every_key_of_a_stored_ranking_may_be_spoilt(tmp_path):
    """Records, luck, last game and rankings read them; the moves give them anew."""
    moves = play_games(tmp_path, games=2, unfinished=False)
    raw = (tmp_path / FILE_NAME).read_bytes()
    with Journal(tmp_path, writable=False) as journal:
        result = journal.game(1).result
    for key, value in [(key, value) for key in result["players"][0] for value in (None, "x", [], {}, 1.5, "gone")]:
        spoilt = {"players": [{**player, key: value} for player in result["players"]]}
        if value == "gone":
            spoilt = {"players": [{k: v for k, v in player.items() if k != key} for player in result["players"]]}
        (tmp_path / FILE_NAME).write_bytes(raw)
        with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
            connection.execute("UPDATE game SET result = ? WHERE id = 1", (json.dumps(spoilt),))
        with opening.open_for_play(tmp_path).journal as journal:
            rows = list(journal.games())
            records.shown(rows, 0.0)
            records.careers(rows)
            assert [journal.moves(row.id) for row in rows] == moves
            assert {player["left"] for row in rows for player in row.result["players"]} == {False}
        shutil.rmtree(tmp_path / salvage.FOLDER, ignore_errors=True)
