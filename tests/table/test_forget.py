"""A player can be forgotten: no byte of the name is left in journal and copies, and every game still adds up."""

import pytest

from table import backup
from table.cli import main
from table.journal import FILE_NAME, Journal
from tests.table.damage import play_games

NAME = "Balthasar"


def run(capsys, *words):
    code = main(["journal", *words])
    return code, capsys.readouterr()


@pytest.fixture
def played(tmp_path):
    play_games(tmp_path, games=2, players=("Anna", NAME))
    backup.back_up(tmp_path)
    return tmp_path


def test_no_byte_of_the_name_is_left(played, capsys):
    assert NAME.encode() in (played / FILE_NAME).read_bytes()
    code, out = run(capsys, "forget", NAME, "--data", str(played))
    assert code == 0 and "2 games and 1 copies" in out.out
    for path in played.rglob("*"):
        if path.is_file():
            assert NAME.encode() not in path.read_bytes(), path


def test_every_game_still_folds_to_its_result(played, capsys):
    run(capsys, "forget", NAME, "--data", str(played))
    assert run(capsys, "verify", "--data", str(played))[0] == 0
    with Journal(played, writable=False) as journal:
        assert journal.game(1).setup["players"] == ["Anna", "Gast"]
    run(capsys, "forget", "Anna", "--data", str(played))
    assert run(capsys, "verify", "--data", str(played))[0] == 0
    with Journal(played, writable=False) as journal:
        assert journal.game(1).setup["players"] == ["Gast 2", "Gast"]


@pytest.mark.parametrize("words", [("forget",), ("forget", "Nobody"), ("forget", "Gast")])
def test_nobody_to_forget_is_one_line_and_exit_2(played, capsys, words):
    code, out = run(capsys, *words, "--data", str(played))
    assert code == 2
    assert out.err.count("\n") == 1


@pytest.mark.parametrize("spoil", [b"\x5a" * 20000, b"no SQLite file"])
def test_a_damaged_copy_is_named_in_one_line_for_the_name_may_still_be_in_it(played, capsys, spoil):
    copy = backup.copies(played)[-1]
    raw = copy.read_bytes()
    copy.write_bytes(spoil if len(spoil) < 100 else raw[:100] + spoil + raw[20100:])
    code, out = run(capsys, "forget", NAME, "--data", str(played))
    assert code == 2
    assert out.err.count("\n") == 1 and str(copy) in out.err
    copy.unlink()
    code, out = run(capsys, "forget", "Anna", "--data", str(played))
    assert code == 0


def test_a_running_table_is_not_changed_under_its_hands(played, capsys):
    with Journal(played):
        code, out = run(capsys, "forget", NAME, "--data", str(played))
    assert code == 2 and "another table works on" in out.err
