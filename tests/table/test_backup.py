"""Copies of the journal: made while the table plays, seven are kept, a damaged journal pushes none of them out."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from game import Throw
from table import backup
from table.cli import main
from table.errors import TornJournal
from table.journal import FILE_NAME, Journal
from table.open_game import OpenGame
from table.opening import open_for_play
from tests.table.damage import overwrite, play_games
from tests.table.test_journal import SETUP


def test_a_copy_holds_what_is_committed_while_the_table_plays(tmp_path):
    with Journal(tmp_path) as journal:
        game = OpenGame.begin(journal, SETUP)
        game.push(Throw((1, 2, 3, 4, 6)))
        path = backup.back_up(tmp_path)
        game.push(Throw((1, 2, 3, 4, 5)))
    restored = tmp_path / "restored"
    restored.mkdir()
    path.rename(restored / FILE_NAME)
    with Journal(restored) as journal:
        assert journal.moves(1) == [Throw((1, 2, 3, 4, 6))]


def test_nothing_new_makes_no_copy(tmp_path):
    play_games(tmp_path, games=1)
    assert backup.back_up(tmp_path) is not None
    assert backup.back_up(tmp_path) is None
    assert len(backup.copies(tmp_path)) == 1


def test_seven_are_kept_by_number_whatever_the_clock_says(tmp_path):
    for number in range(10):
        with Journal(tmp_path) as journal:
            journal.begin(SETUP)
        path = backup.back_up(tmp_path)
        os.utime(path, (1e9 - number * 1e6,) * 2)
    names = [path.name for path in backup.copies(tmp_path)]
    assert names == [f"journal-{number:06d}.sqlite3" for number in range(4, 11)]


def test_a_damaged_journal_is_not_copied(tmp_path):
    play_games(tmp_path, games=2)
    backup.back_up(tmp_path)
    before = {path.name: path.read_bytes() for path in (tmp_path / backup.FOLDER).iterdir()}
    overwrite(tmp_path / FILE_NAME, 3)
    with pytest.raises(TornJournal, match="no copy was made"):
        backup.back_up(tmp_path)
    assert {path.name: path.read_bytes() for path in (tmp_path / backup.FOLDER).iterdir()} == before


def test_a_full_disk_costs_the_copy_only(tmp_path):
    play_games(tmp_path, games=2)
    command = [sys.executable, "-m", "table.cli", "journal", "backup", "--data", str(tmp_path)]
    # The shell's limit on the size of files (in 1024 bytes) stands for the end of the disk.
    done = subprocess.run(["bash", "-c", 'ulimit -f 8; exec "$@"', "-", *command], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and "make room" in done.stderr
    assert list((tmp_path / backup.FOLDER).glob("*")) == []


def test_the_command_says_what_it_did(tmp_path, capsys):
    assert main(["journal", "backup", "--data", str(tmp_path)]) == 0
    assert "no journal" in capsys.readouterr().out
    play_games(tmp_path, games=1)
    assert main(["journal", "backup", "--data", str(tmp_path)]) == 0
    assert "journal-000001.sqlite3" in capsys.readouterr().out
    assert main(["journal", "backup", "--data", str(tmp_path)]) == 0
    assert "nothing new" in capsys.readouterr().out


@pytest.mark.parametrize("spoilt", [b"", b"junk", b"SQLite format 3\0" + bytes(5000)])
def test_a_copy_that_the_card_has_spoilt_stops_no_further_copies(tmp_path, spoilt):
    play_games(tmp_path, games=1)
    path = backup.back_up(tmp_path)
    path.write_bytes(spoilt)
    assert backup.back_up(tmp_path).name == "journal-000002.sqlite3"
    assert backup.newest_sound(tmp_path).name == "journal-000002.sqlite3"


def test_salvage_takes_the_newest_copy_that_is_sound(tmp_path):
    moves = play_games(tmp_path, games=2)
    backup.back_up(tmp_path)
    (tmp_path / backup.FOLDER / "journal-000002.sqlite3").write_bytes(b"junk")
    (tmp_path / FILE_NAME).write_bytes(b"")
    open_for_play(tmp_path).journal.close()
    with Journal(tmp_path) as journal:
        assert [journal.moves(row.id) for row in journal.games()] == moves


@pytest.mark.parametrize("column", ["payload = '{}'", "kind = 'dance'", "version = 99"])
def test_a_move_that_is_none_is_found_by_the_copying_and_made_good_from_the_copy_at_the_next_start(tmp_path, column):
    """SQLite sees nothing of it, and the start has no time to read every move of every game."""
    moves = play_games(tmp_path, games=3)
    backup.back_up(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        connection.execute(f"UPDATE move SET {column} WHERE game = 1 AND seq = 3")
    before = {path.name: path.read_bytes() for path in (tmp_path / backup.FOLDER).iterdir()}
    with pytest.raises(TornJournal, match="no copy was made"):
        backup.back_up(tmp_path)
    assert {path.name: path.read_bytes() for path in (tmp_path / backup.FOLDER).iterdir()} == before
    opened = open_for_play(tmp_path)
    with opened.journal as journal:
        assert opened.news.key == "fault.journal.salvaged"
        assert [journal.moves(row.id) for row in journal.games()] == moves
    backup.back_up(tmp_path)
    assert not backup.found_damage(tmp_path)


@pytest.mark.parametrize("name", ["backups", "backups/journal.new", "backups/journal-000001.sqlite3"])
@pytest.mark.parametrize("kind", ["file", "folder"])
def test_something_in_the_way_of_the_copies_is_one_line(tmp_path, capsys, name, kind):
    play_games(tmp_path, games=1)
    place = tmp_path / name
    place.parent.mkdir(exist_ok=True)
    place.write_text("x") if kind == "file" else place.mkdir()
    code = main(["journal", "backup", "--data", str(tmp_path)])
    said = capsys.readouterr()
    assert code in (0, 2) and said.err.count("\n") == (code == 2)
