"""The journal: every move of every game in SQLite, committed before it shows. Pulling the plug loses nothing.

WAL with synchronous=FULL (sqlite.org/pragma.html: with FULL a committed transaction survives a power cut). A game is its
set-up and its moves in order of `seq`; results of finished games are stored beside them, so only an unfinished one is folded.
"""

from __future__ import annotations

import shutil
import sqlite3
import stat
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast

import msgspec

from game import CoinMatch, GameError, Match, MatchSetup, Move, begin
from table import durable, moves
from table.errors import (
    ForeignJournal,
    JournalError,
    JournalOutOfReach,
    JournalRefused,
    NewerJournal,
    NoSuchGame,
    TornJournal,
)
from table.lock import FolderLock

FILE_NAME = "journal.sqlite3"
#: "KnTi" in ASCII; SQLite keeps it in the file's header.
APPLICATION_ID = 0x4B6E5469
VERSION = 1
_SCHEMA = """
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    began REAL NOT NULL,
    book TEXT NOT NULL,
    setup TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'parked', 'finished', 'given_up')),
    result TEXT,
    struck INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE move (
    game INTEGER NOT NULL REFERENCES game (id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    version INTEGER NOT NULL,
    payload TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX game_state ON game (state, id);
"""
#: from version -> statements that lift the file to the next one.
_MIGRATIONS: dict[int, str] = {}
#: The highest number that SQLite knows.
_HIGHEST = 2**63 - 1
#: What reading a spoilt file raises: SQLite quotes names from it in its own messages, which then are no UTF-8.
_UNSOUND = (sqlite3.DatabaseError, UnicodeDecodeError)
#: Moments (s since 1970) that a clock can show: up to the year 9999.
_SHOWABLE = (0.0, 253_370_764_800.0)
#: SQLite's refusals that say nothing about what stands in the file (sqlite.org/rescode.html), and those of I/O that do.
_NO_DAMAGE = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
)
_UNREADABLE = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS)
#: A longer wait for the next move is a break and no playing time.
LONGEST_MOVE_S = 300.0


@dataclass(frozen=True)
class GameRow:
    """A game as listed: `state` is open, parked, finished or given_up; `result` the stored ranking of a finished one;
    `struck`: the landlord took it out of the records."""

    id: int
    began: float
    book: str
    setup: dict[str, Any]
    state: str
    result: dict[str, Any] | None
    struck: bool
    moves: int


def is_a_journal_at(folder: Path) -> bool:
    """Whether a data folder has a journal, sound or not. Raises JournalOutOfReach if what has its name is no file, or nobody may look."""
    path = folder / FILE_NAME
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise JournalOutOfReach(f"{path} cannot be read: {error.strerror}") from error
    if not stat.S_ISREG(mode):
        raise JournalOutOfReach(f"{path} is no file; move it away")
    return True


def _is_no_damage(error: Exception) -> bool:
    code = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF in _NO_DAMAGE and code not in _UNREADABLE


def can_be_shown(at: float) -> bool:
    """Whether a moment (s since 1970) is one: an exponent that was spoilt makes years that no calendar has."""
    return _SHOWABLE[0] <= at <= _SHOWABLE[1]


def _in_one_line(verdict: object) -> str:
    return " ".join(str(verdict).split())


class _Seats(msgspec.Struct):
    """What every set-up has, of whatever version."""

    players: list[str]


class _Placed(msgspec.Struct):
    """What every row of a ranking has, of whatever version, and what later ones have besides."""

    name: str
    total: int
    place: int
    pays: bool
    left: bool
    house: str | None = None
    kniffels: int | bool = 0
    bonus: int | bool = 0
    games: list[int] = []


class _Ranking(msgspec.Struct):
    players: list[_Placed]


class Journal:
    """The journal of one data folder; at most one process writes it (a lock on the folder's `table.lock`).

    `wall_clock` stamps rows for people to read; order is by `seq` alone, since a Pi without a clock chip starts in the past.
    """

    def __init__(self, folder: Path, *, writable: bool = True, wall_clock: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._wall_clock = wall_clock
        self.path = folder / FILE_NAME
        #: How many writes the disk has refused since the journal was opened.
        self.refusals = 0
        self._lock = FolderLock(folder) if writable else None
        self._aside: tempfile.TemporaryDirectory[str] | None = None
        try:
            self._connection = self._open(writable)
        except BaseException:
            self._unlock()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def folder(self) -> Path:
        """The data folder."""
        return self._folder

    def close(self) -> None:
        self._connection.close()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.close()
        if self._aside is not None:
            self._aside.cleanup()

    # Writing ------------------------------------------------------------------------------------------------------

    def begin(self, setup: MatchSetup) -> int:
        """Note a new game and return its number."""
        row = (self._wall_clock(), setup.book, msgspec.json.encode(setup).decode())
        return self._write("INSERT INTO game (began, book, setup) VALUES (?, ?, ?)", row)

    def append(self, game: int, seq: int, move: Move) -> None:
        """Commit one move. Raises JournalRefused, and nothing is written, if the disk does not take it."""
        row = (game, seq, *moves.encode(move), self._wall_clock())
        self._write("INSERT INTO move (game, seq, kind, version, payload, at) VALUES (?, ?, ?, ?, ?, ?)", row)

    def set_state(self, game: int, state: str, result: dict[str, Any] | None = None) -> None:
        """Note that a game is open again, parked, finished (with its result) or given up."""
        stored = None if result is None else msgspec.json.encode(result).decode()
        self._write("UPDATE game SET state = ?, result = ? WHERE id = ?", (state, stored, game))

    def strike(self, game: int, struck: bool = True) -> None:
        """Take a game out of the records, or put it back; the game itself stays. Raises NoSuchGame, JournalRefused."""
        self.game(game)
        self._write("UPDATE game SET struck = ? WHERE id = ?", (struck, game))

    def restore(self, row: GameRow, moves_made: Sequence[tuple[Move, float]]) -> None:
        """Put in a game under its own number, with its moves and their times, all at once. Raises JournalRefused."""
        stored = None if row.result is None else msgspec.json.encode(row.result).decode()
        values = (row.id, row.began, row.book, msgspec.json.encode(row.setup).decode(), row.state, stored, row.struck)
        rows = [(row.id, seq, *moves.encode(move), at) for seq, (move, at) in enumerate(moves_made)]
        try:
            with self._connection:
                self._connection.execute("INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?)", values)
                self._connection.executemany("INSERT INTO move VALUES (?, ?, ?, ?, ?, ?)", rows)
        except sqlite3.DatabaseError as error:
            raise JournalRefused(
                f"{self.path} does not take game {row.id}: {error}; make room, then try again"
            ) from error

    def _write(self, statement: str, row: tuple[object, ...]) -> int:
        try:
            with self._connection:
                return int(self._connection.execute(statement, row).lastrowid or 0)
        except sqlite3.DatabaseError as error:
            self.refusals += 1
            raise JournalRefused(f"{self.path} does not take the move: {error}; make room, then try again") from error

    # Reading ------------------------------------------------------------------------------------------------------

    def games(self) -> Iterator[GameRow]:
        """All games, oldest first."""
        query = "SELECT g.*, (SELECT count(*) FROM move m WHERE m.game = g.id) FROM game g ORDER BY g.id"
        for row in self._rows(query):
            yield self._game_row(row)

    def readable_games(self) -> Iterator[GameRow | TornJournal]:
        """All games, oldest first; for one whose row cannot be read what is wrong with it."""
        for values in self._rows(
            "SELECT g.*, (SELECT count(*) FROM move m WHERE m.game = g.id) FROM game g ORDER BY g.id"
        ):
            try:
                yield self._game_row(values)
            except TornJournal as error:
                yield error

    def last_games(self, count: int) -> list[GameRow]:
        """The newest games, the newest first."""
        query = "SELECT g.*, 0 FROM game g ORDER BY g.id DESC LIMIT ?"
        return [self._game_row(row) for row in self._rows(query, (count,))]

    def last_of_each_book(self) -> list[GameRow]:
        """The newest game of every book, the newest first."""
        query = "SELECT g.*, 0 FROM game g WHERE id IN (SELECT max(id) FROM game GROUP BY book) ORDER BY id DESC"
        return [self._game_row(row) for row in self._rows(query)]

    def game(self, number: int) -> GameRow:
        """One game. Raises NoSuchGame."""
        query = "SELECT g.*, (SELECT count(*) FROM move m WHERE m.game = g.id) FROM game g WHERE g.id = ?"
        for row in self._rows(query, (number,)) if number <= _HIGHEST else ():
            return self._game_row(row)
        raise NoSuchGame(f"there is no game {number} in {self.path}")

    def latest(self, state: str) -> int | None:
        """The number of the newest game in `state`, or None."""
        for row in self._rows("SELECT max(id) FROM game WHERE state = ?", (state,)):
            return None if row[0] is None else int(row[0])
        return None

    def moves(self, game: int) -> list[Move]:
        """A game's moves in order. Raises TornJournal if one is missing or unreadable."""
        out: list[Move] = []
        for seq, kind, version, payload in self._rows(
            "SELECT seq, kind, version, payload FROM move WHERE game = ? ORDER BY seq", (game,)
        ):
            if seq != len(out):
                raise TornJournal(f"{self.path}: game {game} lacks move {len(out)} (found {seq})")
            try:
                out.append(moves.decode(kind, version, payload))
            except TornJournal as error:
                raise TornJournal(f"{self.path}: move {seq} of game {game}: {error}") from error
        return out

    def played_s(self, game: int) -> float:
        """How long a game has been played (s), without breaks; a clock that was set in between costs a move at most."""
        stamps = [self.game(game).began]
        stamps += [row[0] for row in self._rows("SELECT at FROM move WHERE game = ? ORDER BY seq", (game,))]
        waits = (after - before for before, after in pairwise(stamps))
        return float(sum(wait for wait in waits if 0 < wait <= LONGEST_MOVE_S))

    def match(self, game: int) -> Match | CoinMatch:
        """The match as it stands after all of the game's moves. Raises NoSuchGame, and TornJournal if they cannot be read or played."""
        row = self.game(game)
        try:
            match: Any = begin(self.setup_of(row))
            for move in self.moves(game):
                match = match.push(move)
        except GameError as error:
            raise TornJournal(f"{self.path}: game {game} cannot be played: {error}") from error
        return cast("Match | CoinMatch", match)

    def setup_of(self, row: GameRow) -> MatchSetup:
        """A row's set-up. Raises TornJournal if it is none."""
        try:
            return msgspec.convert(row.setup, MatchSetup)
        except msgspec.ValidationError as error:
            raise TornJournal(f"{self.path}: the set-up of game {row.id} cannot be read: {error}") from error

    def check_rows(self) -> None:
        """Read every game's row and make every book that was played by, once. SQLite sees no damage inside a text; whoever reads it
        later, in the middle of an evening, would. Raises TornJournal."""
        played: set[str] = set()
        for values in self._rows("SELECT g.*, 0 FROM game g"):
            row = self._game_row(values)
            setup = self.setup_of(row)
            if setup.book != row.book:
                raise TornJournal(
                    f"{self.path}: game {row.id} is listed as {row.book!r} and was set up as {setup.book!r}"
                )
            rules = f"{setup.book} {setup.options}"
            if rules in played:
                continue
            try:
                begin(setup)
            except GameError as error:
                raise TornJournal(f"{self.path}: game {row.id} cannot be played: {error}") from error
            played.add(rules)

    def count(self, game: int) -> int:
        """How many moves a game has."""
        return sum(row[0] for row in self._rows("SELECT count(*) FROM move WHERE game = ?", (game,)))

    def check_moves(self) -> None:
        """Read every move of every game, without playing it. Raises TornJournal if one is missing or none."""
        for (number,) in self._rows("SELECT DISTINCT game FROM move"):
            self.moves(number)

    def damage(self) -> str | None:
        """What SQLite itself finds wrong with the file, or None."""
        try:
            found = [_in_one_line(row[0]) for row in self._connection.execute("PRAGMA integrity_check(3)")]
        except _UNSOUND as error:
            return _in_one_line(error)
        return None if found == ["ok"] else "; ".join(found)

    def _game_row(self, row: tuple[Any, ...]) -> GameRow:
        """Raises TornJournal if a text in the row is not what was written there."""
        number, began, book, setup, state, result, struck, count = row
        try:
            known = msgspec.json.decode(setup, type=dict[str, Any])
            ranking = None if result is None else msgspec.json.decode(result, type=dict[str, Any])
            msgspec.convert(known, _Seats)
            if ranking is not None:
                msgspec.convert(ranking, _Ranking)
        except (msgspec.MsgspecError, UnicodeDecodeError, TypeError) as error:
            raise TornJournal(f"{self.path}: game {number} cannot be read: {error}") from error
        if not can_be_shown(began):
            raise TornJournal(f"{self.path}: game {number} began at {began:g}, which no clock can show")
        return GameRow(number, began, book, known, state, ranking, bool(struck), count)

    def _rows(self, query: str, values: tuple[object, ...] = ()) -> Iterator[tuple[Any, ...]]:
        try:
            yield from self._connection.execute(query, values)
        except _UNSOUND as error:
            raise TornJournal(
                f"{self.path} is damaged: {_in_one_line(error)}; keep the file, `knobeltisch journal verify` tells more"
            ) from error

    # Opening ------------------------------------------------------------------------------------------------------

    def _open(self, writable: bool) -> sqlite3.Connection:
        is_there = is_a_journal_at(self._folder)
        if not writable and not is_there:
            raise NoSuchGame(f"there is no journal in {self._folder}")
        if not is_there:
            self._create()
        try:
            return self._opened(self.path, writable)
        except JournalOutOfReach:
            if writable:
                raise
            # SQLite reads a log that was written ahead only by files that it can make beside it (sqlite.org/wal.html#read_only_databases).
            return self._opened(self._copied(), writable)

    def _opened(self, path: Path, writable: bool) -> sqlite3.Connection:
        mode = "rw" if writable else "ro"
        try:
            connection = sqlite3.connect(
                f"{path.resolve().as_uri()}?mode={mode}", uri=True, timeout=2.0, check_same_thread=False
            )
        except sqlite3.OperationalError as error:
            raise JournalOutOfReach(f"{self.path} cannot be opened: {error}") from error
        try:
            self._check(connection, writable)
            if writable:
                self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _copied(self) -> Path:
        """A copy to read, in a folder that goes with this journal: the card went read-only or is full, or the user may only look."""
        self._aside = tempfile.TemporaryDirectory(prefix="knobeltisch-")
        copy = Path(self._aside.name) / FILE_NAME
        try:
            for end in ("", "-wal"):
                source = self.path.with_name(FILE_NAME + end)
                if source.exists():
                    shutil.copyfile(source, copy.with_name(FILE_NAME + end))
        except OSError as error:
            raise JournalOutOfReach(f"{self.path} cannot be read: {error.strerror}") from error
        return copy

    def _check(self, connection: sqlite3.Connection, writable: bool) -> None:
        """Refuse what is no journal, is damaged or comes from a newer version; write nothing."""
        try:
            with self.path.open("rb") as file:
                head = file.read(16)
        except PermissionError as error:
            raise JournalOutOfReach(f"{self.path} cannot be read: {error.strerror}") from error
        if not head:
            raise TornJournal(f"{self.path} is damaged: it is empty; nothing was changed")
        if head == bytes(len(head)):
            raise TornJournal(f"{self.path} is damaged: it begins with zeros; nothing was changed")
        if head != b"SQLite format 3\0":
            raise ForeignJournal(f"{self.path} is no journal (not an SQLite file); move it away")
        try:
            application = connection.execute("PRAGMA application_id").fetchone()[0]
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            verdict = _in_one_line(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
        except _UNSOUND as error:
            if _is_no_damage(error):
                raise JournalOutOfReach(f"{self.path} cannot be opened: {error}") from error
            raise TornJournal(f"{self.path} is damaged: {_in_one_line(error)}; nothing was changed") from error
        if application != APPLICATION_ID:
            raise ForeignJournal(
                f"{self.path} is another program's SQLite file (application id {application:#x}); move it away"
            )
        if verdict != "ok":
            raise TornJournal(f"{self.path} is damaged: {verdict}; nothing was changed")
        if version > VERSION and writable:
            raise NewerJournal(
                f"{self.path} has version {version}, this program writes {VERSION}; update it (reading still works)"
            )

    def _create(self) -> None:
        """Make an empty journal beside its place and put it there whole: half a one would be taken for somebody else's."""
        fresh = self._folder / "journal.new"
        try:
            for path in (fresh, *(self._folder / (FILE_NAME + end) for end in ("-wal", "-shm"))):
                path.unlink(missing_ok=True)
            with closing(sqlite3.connect(fresh)) as connection:
                connection.executescript(
                    f"BEGIN; PRAGMA application_id = {APPLICATION_ID}; {_SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;"
                )
            durable.put(fresh, self.path)
        except (OSError, sqlite3.OperationalError) as error:
            raise JournalError(f"{self.path} cannot be made: {error}") from error

    def _prepare(self, connection: sqlite3.Connection) -> None:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            while version < VERSION:
                connection.executescript(f"BEGIN; {_MIGRATIONS[version]} PRAGMA user_version = {version + 1}; COMMIT;")
                version += 1
        except sqlite3.OperationalError as error:
            raise JournalError(f"{self.path} cannot be written: {error}") from error
