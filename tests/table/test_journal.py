"""The journal: round trips, refusals, and nothing ever overwritten."""

import json
import random
import sqlite3

import pytest

from game import CoinMatch, Fill, Guess, Hold, Load, MatchSetup, Reveal, Show, Throw, Undo
from table.cli import main
from table.errors import ForeignJournal, JournalError, JournalRefused, NewerJournal, NoSuchGame, TableInUse, TornJournal
from table.journal import FILE_NAME, VERSION, Journal
from table.open_game import OpenGame, result_of

SETUP = MatchSetup("kniffel", {"preset": "klassisch"}, ("Anna", "Resi"), start="first")
MOVES = (
    Throw((1, 2, 3, 4, 6), ((1.0, 2.0),) * 5, "1-0"),
    Hold((1, 2, 3, 4)),
    Throw((5,)),
    Fill("large_straight"),
    Throw((6, 6, 6, 6, 6)),
    Undo(),
)


def played(folder):
    with Journal(folder) as journal:
        game = OpenGame.begin(journal, SETUP)
        game.push(*MOVES)
        return game.match


def test_a_match_comes_back_as_it_was(tmp_path):
    match = played(tmp_path)
    with Journal(tmp_path) as journal:
        assert journal.match(1) == match
        assert journal.moves(1) == list(MOVES)
        assert OpenGame.resume(journal, 1).match.setup == SETUP


def test_it_writes_ahead_and_syncs_fully(tmp_path):
    with Journal(tmp_path) as journal:
        assert journal._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert journal._connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_second_table_on_the_same_folder_is_refused(tmp_path):
    with Journal(tmp_path), pytest.raises(TableInUse, match=str(tmp_path)):
        Journal(tmp_path)


def test_reading_beside_a_running_table_works(tmp_path):
    with Journal(tmp_path) as journal:
        OpenGame.begin(journal, SETUP).push(*MOVES)
        with Journal(tmp_path, writable=False) as reader:
            assert reader.moves(1) == list(MOVES)


def damaged(path):
    raw = bytearray(path.read_bytes())
    raw[1000:5000] = b"\x5a" * 4000
    path.write_bytes(raw)


def foreign(path):
    path.unlink()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE soup (x)")


def text(path):
    path.write_bytes(b"dear diary " * 99)


def newer(path):
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")


@pytest.mark.parametrize(
    ("spoil", "error"),
    [(damaged, TornJournal), (foreign, ForeignJournal), (text, ForeignJournal), (newer, NewerJournal)],
)
def test_a_file_that_is_no_sound_journal_is_refused_and_left_alone(tmp_path, spoil, error):
    played(tmp_path)
    path = tmp_path / FILE_NAME
    spoil(path)
    before = path.read_bytes()
    with pytest.raises(error, match=FILE_NAME):
        Journal(tmp_path)
    assert path.read_bytes() == before


def test_a_newer_journal_can_still_be_read(tmp_path):
    played(tmp_path)
    newer(tmp_path / FILE_NAME)
    with Journal(tmp_path, writable=False) as journal:
        assert journal.moves(1) == list(MOVES)


def test_a_refused_write_leaves_the_match_as_it_was(tmp_path):
    with Journal(tmp_path) as journal:
        game = OpenGame.begin(journal, SETUP)
        game.push(MOVES[0])
        before = game.match
        journal._connection.execute("PRAGMA max_page_count = 1")
        journal._connection.execute("PRAGMA query_only = ON")
        with pytest.raises(JournalRefused, match="make room"):
            game.push(Hold((1,)))
        assert game.match is before
        journal._connection.execute("PRAGMA query_only = OFF")
        game.push(Hold((1,)))
        assert journal.moves(1) == [MOVES[0], Hold((1,))]


def test_a_folder_that_cannot_be_made_is_a_named_error(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(JournalError, match="data folder"):
        Journal(tmp_path / "file" / "data")


def test_a_missing_or_strange_row_is_torn(tmp_path):
    played(tmp_path)
    with Journal(tmp_path) as journal:
        journal._connection.execute("DELETE FROM move WHERE seq = 2")
        with pytest.raises(TornJournal, match="lacks move 2"):
            journal.moves(1)
        journal._connection.execute("UPDATE move SET kind = 'dance' WHERE seq = 0")
        with pytest.raises(TornJournal, match="unknown kind 'dance'"):
            journal.moves(1)
        with pytest.raises(NoSuchGame, match="no game 9"):
            journal.game(9)


def command(capsys, *words):
    code = main(["journal", *words])
    return code, capsys.readouterr()


def test_verify_says_when_there_is_no_journal(tmp_path, capsys):
    code, out = command(capsys, "verify", "--data", str(tmp_path))
    assert code == 0
    assert "no journal" in out.out


def test_verify_finds_a_result_that_its_moves_do_not_give(tmp_path, capsys):
    played(tmp_path)
    assert command(capsys, "verify", "--data", str(tmp_path))[0] == 0
    with Journal(tmp_path) as journal:
        journal.set_state(1, "finished", {"players": []})
    code, out = command(capsys, "verify", "--data", str(tmp_path))
    assert code == 1
    assert "game 1" in out.out


def test_list_show_and_export(tmp_path, capsys):
    played(tmp_path)
    data = ("--data", str(tmp_path))
    assert "Anna, Resi" in command(capsys, "list", *data)[1].out
    assert "large_straight" in command(capsys, "show", "1", *data)[1].out
    exported = json.loads(command(capsys, "export", "1", *data)[1].out)
    assert exported["sheets"][0][0]["cells"] == {"large_straight": 40}
    assert exported["sheets"][0][0]["total"] == 40
    csv = command(capsys, "export", "--format", "csv", *data)[1].out
    assert "1,kniffel,open,Anna,large_straight,40" in csv.replace("\r", "")


@pytest.mark.parametrize("words", [("show", "7"), ("show",), ("export", "7")])
def test_a_game_that_is_not_there_is_one_line_and_exit_2(tmp_path, capsys, words):
    played(tmp_path)
    code, out = command(capsys, *words, "--data", str(tmp_path))
    assert code == 2
    assert out.err.count("\n") == 1


@pytest.mark.parametrize(
    ("book", "options"),
    [
        ("kniffel", {"preset": "klassisch"}),
        ("yatzy", {"order": "descending"}),
        ("yahtzee", {}),
        ("dreifach", {"preset": "verlag"}),
        ("muenzknobeln", {"with_distribution": True, "no_zero": True, "repeats": True}),
        ("muenzknobeln", {"blind": True, "rounds": 3}),
    ],
)
def test_a_whole_game_of_every_book_comes_back_from_the_journal_with_its_result(tmp_path, book, options):
    chance = random.Random(7)
    with Journal(tmp_path) as journal:
        game = OpenGame.begin(journal, MatchSetup(book, options, ("A", "B", "C"), start="first"))
        while game.match.phase != "over":
            game.push(*next_moves(game.match, chance))
        game.finish()
    with Journal(tmp_path, writable=False) as journal:
        assert journal.match(1) == game.match
        assert journal.game(1).result == result_of(game.match)


def next_moves(match, chance):
    """One step of a random game."""
    if isinstance(match, CoinMatch):
        fists = tuple(chance.randint(match.rules.fewest, 3) for _ in match.state.present)
        split = fists if match.rules.with_distribution else None
        return {
            "load": (Load(), Show()),
            "show": (Show(),),
            "guess": (Guess(sum(fists), split),),
            "reveal": (Reveal(sum(fists), split),),
        }[match.phase]
    dice = tuple(chance.randint(1, 6) for _ in range(5))
    return Throw(dice), Fill(match.push(Throw(dice)).offers[0].text)
