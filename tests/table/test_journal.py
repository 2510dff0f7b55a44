"""The journal: round trips, refusals, and nothing ever overwritten."""

import contextlib
import csv
import io
import json
import os
import random
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from game import CoinMatch, Fill, Foul, Guess, Hold, Load, MatchSetup, NextGame, Reveal, Show, Throw, Undo
from table.cli import main
from table.errors import ForeignJournal, JournalError, JournalRefused, NewerJournal, NoSuchGame, TableInUse, TornJournal
from table.export import to_folder
from table.journal import FILE_NAME, VERSION, Journal
from table.open_game import OpenGame, result_of
from tests.table.damage import play_games

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
    table = command(capsys, "export", "--format", "csv", *data)[1].out
    assert "1,kniffel,open,1,Anna,large_straight,40" in table.replace("\r", "")


def finished_game(folder, setup, chance):
    with Journal(folder) as journal:
        game = OpenGame.begin(journal, setup)
        while game.match.phase != "over":
            between = game.match.phase == "between_games"
            game.push(*([NextGame()] if between else next_moves(game.match, chance)))
        game.finish()
        return game.match


@pytest.mark.parametrize(("book", "factors"), [("kniffel", [1]), ("dreifach", [1, 2, 3]), ("yatzy", [1])])
def test_an_exported_csv_adds_up_to_the_totals_of_every_game_of_a_series(tmp_path, capsys, book, factors):
    setup = MatchSetup(book, {}, ("Anna", "Resi"), games=2, start="first")
    match = finished_game(tmp_path, setup, random.Random(3))
    rows = list(
        csv.DictReader(io.StringIO(command(capsys, "export", "--format", "csv", "--data", str(tmp_path))[1].out))
    )
    for part, sheets in enumerate((*match.finished_games, match.sheets), 1):
        for player, sheet in zip(match.players, sheets, strict=True):
            mine = {
                row["cell"]: int(row["points"])
                for row in rows
                if (row["part"], row["player"]) == (str(part), player.name)
            }
            total = mine.pop("extra points")
            for number, factor in enumerate(factors, 1):
                before = f"{number}:" if len(factors) > 1 else ""
                points = sum(mine[f"{before}{field.code}"] for field in match.book.fields)
                total += factor * (points + mine[f"{before}upper bonus"])
            assert total == mine["total"] == sheet.totals().total


def test_exported_coins_say_by_name_who_named_held_and_paid_what(tmp_path, capsys):
    setup = MatchSetup("muenzknobeln", {"with_distribution": True, "repeats": True}, ("Anna", "Resi", "Kuno"))
    with Journal(tmp_path) as journal:
        game = OpenGame.begin(journal, setup)
        guesses = (Guess(4, (1, 2, 1)), Guess(4, (2, 1, 1)), Guess(5, (2, 2, 1)))
        game.push(Load(), Show(), *guesses, Foul(2), Reveal(4, (2, 1, 1)))
        game.push(Load(), Show(), Guess(2, (1, 1)), Guess(3, (1, 2)), Reveal(3, (1, 2)))
        game.finish()
    data = ("--data", str(tmp_path))
    exported = json.loads(command(capsys, "export", *data)[1].out)
    assert exported["players"] == ["Anna", "Resi", "Kuno"]
    assert exported["options"]["foul"] == "round"
    assert exported["rounds"][0] == {
        "round": 1,
        "players": ["Anna", "Resi", "Kuno"],
        "starter": "Anna",
        "said": [
            {"player": "Anna", "number": 4, "split": [1, 2, 1]},
            {"player": "Resi", "number": 4, "split": [2, 1, 1]},
            {"player": "Kuno", "number": 5, "split": [2, 2, 1], "void": True},
        ],
        "caught": ["Kuno"],
        "coins": [2, 1, 1],
        "sum": 4,
        "out": ["Resi"],
    }
    assert exported["pays"] == [name for name in ("Anna", "Kuno") if name not in exported["rounds"][1]["out"]]
    rows = command(capsys, "export", "--format", "csv", *data)[1].out.replace("\r", "").splitlines()
    assert "1,muenzknobeln,finished,1,Kuno,said but void,5" in rows
    assert "1,muenzknobeln,finished,1,Kuno,caught," in rows
    assert "1,muenzknobeln,finished,1,Anna,said of Resi,2" in rows
    assert "1,muenzknobeln,finished,1,Anna,coins,2" in rows
    assert "1,muenzknobeln,finished,1,,sum,4" in rows
    assert "1,muenzknobeln,finished,1,Resi,out," in rows
    assert f"1,muenzknobeln,finished,2,{exported['pays'][0]},pays," in rows


def test_show_has_the_sheets_of_every_game_of_a_series_and_the_products_of_columns(tmp_path, capsys):
    match = finished_game(tmp_path, MatchSetup("dreifach", {}, ("Anna",), games=2, start="first"), random.Random(3))
    out = command(capsys, "show", "1", "--data", str(tmp_path))[1].out
    assert "game 1 of 2" in out and "game 2 of 2" in out
    for sheets in (*match.finished_games, match.sheets):
        assert str(sheets[0].totals().total) in out
        for column in sheets[0].totals().columns:
            assert str(column.product) in out
    assert f"series {sum(s[0].totals().total for s in (*match.finished_games, match.sheets))}" in " ".join(out.split())


def test_show_says_whose_guess_was_void_and_names_nobody_who_pays_while_the_game_goes_on(tmp_path, capsys):
    with Journal(tmp_path) as journal:
        game = OpenGame.begin(journal, MatchSetup("muenzknobeln", {}, ("Anna", "Resi", "Kuno")))
        game.push(Load(), Show(), Foul(0), Guess(3), Foul(1), Guess(4), Reveal(9))
    out = command(capsys, "show", "1", "--data", str(tmp_path))[1].out
    assert "round 1: Anna caught, Resi 3 (void), Kuno 4; 9 coins; out: nobody" in out
    assert "pays" not in out


@pytest.mark.parametrize("action", ["verify", "list", "backup"])
def test_what_an_action_does_not_take_is_refused(tmp_path, capsys, action):
    played(tmp_path)
    code, out = command(capsys, action, "1", "--data", str(tmp_path))
    assert code == 2
    assert f"{action} 1: allowed: no game, it is about all of them" in out.err


def test_an_open_game_cannot_be_struck_from_records_it_is_not_in(tmp_path, capsys):
    played(tmp_path)
    code, out = command(capsys, "strike", "1", "--data", str(tmp_path))
    assert code == 2
    assert "game 1 is open, allowed: a finished game" in out.err


@pytest.mark.parametrize("words", [("strike", "1"), ("show", "1"), ("export",), ("forget", "Anna")])
def test_where_there_is_no_journal_nothing_is_done_and_said_so(tmp_path, capsys, words):
    code, out = command(capsys, *words, "--data", str(tmp_path))
    assert code == 2
    assert f"there is no journal in {tmp_path}" in out.err


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


def test_who_was_caught_before_naming_a_number_is_told_too(tmp_path, capsys):
    with Journal(tmp_path) as journal:
        game = OpenGame.begin(journal, MatchSetup("muenzknobeln", {}, ("Anna", "Resi", "Kuno")))
        game.push(Load(), Show(), Guess(4), Foul(1), Guess(5), Reveal(6))
    data = ("--data", str(tmp_path))
    (round_,) = json.loads(command(capsys, "export", *data)[1].out)["rounds"]
    assert round_["caught"] == ["Resi"]
    assert [said["player"] for said in round_["said"]] == ["Anna", "Kuno"]
    assert "1,muenzknobeln,open,1,Resi,caught," in command(capsys, "export", "--format", "csv", *data)[1].out


# What cannot be read, or only in part ------------------------------------------------------------------------------------


def three_games(folder):
    """Two finished games and one that goes on."""
    return play_games(folder, games=3)


def change(folder, statement):
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection, connection:
        connection.execute(statement)


UNREADABLE_ROWS = [
    "UPDATE game SET setup = '{' WHERE id = 2",
    "UPDATE game SET setup = '{}' WHERE id = 2",
    "UPDATE game SET result = 'x' WHERE id = 2",
    "UPDATE move SET payload = '{}' WHERE game = 2 AND seq = 3",
    "UPDATE move SET kind = 'dance' WHERE game = 2 AND seq = 3",
    "DELETE FROM move WHERE game = 2 AND seq = 3",
    """UPDATE move SET payload = '{"cell":"chance"}' WHERE game = 2 AND seq > 30 AND kind = 'fill'""",
]


@pytest.mark.parametrize("statement", UNREADABLE_ROWS)
def test_one_game_that_cannot_be_read_hides_none_of_the_others(tmp_path, capsys, statement):
    three_games(tmp_path)
    change(tmp_path, statement)
    data = ("--data", str(tmp_path))
    code, out = command(capsys, "verify", *data)
    assert code == 1 and "game 2" in out.out and "3 games, 1 with something wrong" in out.out
    rows = [json.loads(line) for line in command(capsys, "verify", "--json", *data)[1].out.splitlines()]
    assert [row["ok"] for row in rows] == [True, False, True]
    for words in (("export",), ("export", "--format", "csv")):
        code, out = command(capsys, *words, *data)
        assert code == 1 and "game 2" in out.err and out.err.count("\n") == 1
        first = {
            str(json.loads(line)["game"]) if line[0] == "{" else line.split(",")[0] for line in out.out.splitlines()
        }
        assert first - {"game"} == {"1", "3"}
    code, out = command(capsys, "list", *data)
    assert out.out.splitlines()[0].startswith("    1") and out.out.splitlines()[-1].startswith("    3")
    code, out = command(capsys, "show", "2", *data)
    assert code == 2 and "game 2" in out.err and out.err.count("\n") == 1


def test_a_stick_gets_all_games_that_can_be_read_and_a_word_on_the_others(tmp_path):
    three_games(tmp_path)
    change(tmp_path, UNREADABLE_ROWS[0])
    stick = tmp_path / "stick"
    stick.mkdir()
    folder, count = to_folder(tmp_path, stick, now=0.0)
    assert count == 2
    assert [json.loads(line)["game"] for line in (folder / "games.jsonl").read_text().splitlines()] == [1, 3]
    assert "game 2" in (folder / "unreadable.txt").read_text()


@pytest.mark.parametrize("number", ["9" * 30, "²", "-1", "1.0", "0x1"])
def test_a_number_that_no_game_can_have_is_one_line(tmp_path, capsys, number):
    played(tmp_path)
    try:
        code = main(["journal", "show", "--data", str(tmp_path), "--", number])
    except SystemExit as refused:
        code = refused.code
    assert code == 2
    assert "Traceback" not in capsys.readouterr().err


def test_what_sqlite_says_in_many_lines_is_said_in_one(tmp_path, capsys):
    """Whichever page is spoilt."""
    three_games(tmp_path)
    whole = (tmp_path / FILE_NAME).read_bytes()
    for page in range(1, len(whole) // 4096):
        (tmp_path / FILE_NAME).write_bytes(whole[: page * 4096] + os.urandom(4096) + whole[(page + 1) * 4096 :])
        code, out = command(capsys, "list", "--data", str(tmp_path))
        assert code in (1, 2) and out.err.count("\n") == 1


def test_an_empty_file_is_a_damaged_journal_and_nothing_beside_it_is_removed(tmp_path):
    with Journal(tmp_path) as journal:
        OpenGame.begin(journal, SETUP).push(*MOVES)
        log = (tmp_path / f"{FILE_NAME}-wal").read_bytes()
    (tmp_path / FILE_NAME).write_bytes(b"")
    (tmp_path / f"{FILE_NAME}-wal").write_bytes(log)
    with pytest.raises(TornJournal, match="it is empty"):
        Journal(tmp_path)
    assert (tmp_path / f"{FILE_NAME}-wal").read_bytes() == log


@pytest.fixture(params=["read-only", "full"])
def shut(request, tmp_path):
    """A data folder with games on a small disk of its own, of which nothing more can be made."""
    place = tmp_path / "disk"
    place.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)], capture_output=True)
    if done.returncode:
        pytest.skip("may not mount a small disk here (needs root)")
    three_games(place)
    if request.param == "read-only":
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
    else:
        with (place / "ballast").open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while file.write(b"\0" * 4096):
                pass
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_sound_journal_on_a_card_that_takes_nothing_is_read_and_not_called_damaged(shut, capsys):
    data = ("--data", str(shut))
    assert command(capsys, "verify", *data)[1].out == "3 games, 0 with something wrong\n"
    assert command(capsys, "export", *data)[0] == 0
    assert main(["doctor", "--only", "journal", *data]) == 0
    capsys.readouterr()
    code, out = command(capsys, "backup", *data)
    assert code == 2 and "make room" in out.err and "damaged" not in out.err and out.err.count("\n") == 1
    code, out = command(capsys, "forget", "Anna", *data)
    assert code == 2 and "damaged" not in out.err and out.err.count("\n") == 1


class AnyUser:
    """Runs a command as somebody to whom rights mean something; root reads everything."""

    def __init__(self):
        drop = "-dac_override,-dac_read_search"
        self.words = ["setpriv", f"--bounding-set={drop}", f"--inh-caps={drop}"] if os.getuid() == 0 else []
        if self.words and subprocess.run([*self.words, "true"], capture_output=True).returncode:
            pytest.skip("may not give rights away here (needs setpriv)")

    def __call__(self, *words):
        command = [*self.words, sys.executable, "-m", "table.cli", *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True)


@pytest.mark.parametrize("what", ["", FILE_NAME])
def test_who_may_not_read_the_games_is_told_so_in_one_line(tmp_path, what):
    data = tmp_path / "data"
    three_games(data)
    user = AnyUser()
    place = data / what
    place.chmod(0)
    try:
        for words in (("verify",), ("list",), ("export",), ("backup",), ("forget", "Anna"), ("strike", "1")):
            done = user("journal", *words, "--data", data)
            assert done.returncode == 2 and done.stderr.count("\n") == 1, (words, done.stderr)
            assert "ermission" in done.stderr or "unable to open" in done.stderr
        done = user("doctor", "--json", "--only", "journal", "--only", "disk", "--only", "clock", "--data", data)
        assert done.returncode == 1 and done.stderr == ""
        journal = next(row for row in map(json.loads, done.stdout.splitlines()) if row["part"] == "journal")
        assert not journal["ok"] and "sudo" in journal["do"]
    finally:
        place.chmod(0o700)
