"""Copies of the journal: made while the table plays, seven are kept, a damaged journal pushes none of them out."""

import os
import subprocess
import sys

import pytest

from game import Throw
from table import backup
from table.cli import main
from table.errors import TornJournal
from table.journal import FILE_NAME, Journal
from table.open_game import OpenGame
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
    assert list((tmp_path / backup.FOLDER).iterdir()) == []


def test_the_command_says_what_it_did(tmp_path, capsys):
    assert main(["journal", "backup", "--data", str(tmp_path)]) == 0
    assert "no journal" in capsys.readouterr().out
    play_games(tmp_path, games=1)
    assert main(["journal", "backup", "--data", str(tmp_path)]) == 0
    assert "journal-000001.sqlite3" in capsys.readouterr().out
    assert main(["journal", "backup", "--data", str(tmp_path)]) == 0
    assert "nothing new" in capsys.readouterr().out
