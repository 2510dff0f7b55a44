"""Saves what is sound of a damaged journal, so that guests can go on; the damaged files are kept aside, untouched.

A game is its moves in order, so the longest beginning that can be read and played is taken. What the newest sound copy
(`backup`) knows comes first: rows are never changed once written, so where the two differ the copy is right.

Whatever moment the plug is pulled at: until the saved journal is complete the damaged one stays in place, and once it is
complete the next start puts it there.
"""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from game import GameError, Move
from table import backup, durable, moves
from table.errors import JournalError, TornJournal
from table.journal import FILE_NAME, GameRow, Journal, can_be_shown
from table.lock import FolderLock
from table.open_game import result_of

log = logging.getLogger(__name__)

FOLDER = "damaged"
_SAVED = "journal.saved"
_WORK = "journal.work"
_BESIDE = ("-wal", "-shm")
#: Beyond the highest number found so many more are asked for: the index may be what is damaged.
_FURTHER = 32

Made = list[tuple[Move, float]]


@dataclass(frozen=True)
class Salvaged:
    """What was saved: where the damaged files are, how many games and moves came through, which games are not whole."""

    aside: Path
    games: int
    moves: int
    cut: tuple[int, ...]


def needs(folder: Path) -> bool:
    """Whether a salvage was interrupted by a pulled plug after it had saved everything."""
    return os.path.exists(folder / _SAVED)


def salvage(folder: Path) -> Salvaged:
    """Put the damaged journal of a data folder aside and a sound one in its place.

    Raises TableInUse, or JournalError if there is no room to work in; the damaged journal is then where it was.
    """
    lock = FolderLock(folder)
    try:
        if needs(folder):
            _put_in_place(folder)
            return Salvaged(_newest(folder), 0, 0, ())
        aside = _put_aside(folder)
        done = _save(folder, aside)
        _put_in_place(folder)
    except (OSError, sqlite3.Error) as error:
        raise JournalError(f"{folder}: the damaged journal cannot be saved: {error}; make room") from error
    finally:
        lock.close()
    log.warning(
        "the journal was damaged: %d games, %d moves saved; cut: %s; kept: %s", done.games, done.moves, done.cut, aside
    )
    return done


def _newest(folder: Path) -> Path:
    return max(_numbered(folder), key=lambda path: int(path.name), default=folder / FOLDER)


def _numbered(folder: Path) -> list[Path]:
    """The folders of earlier damage; whatever else somebody put beside them is left alone."""
    return [path for path in (folder / FOLDER).glob("*") if path.name.isdecimal()]


def _put_aside(folder: Path) -> Path:
    """A copy of the damaged files in a numbered folder of its own, on the disk before anything else is done."""
    aside = folder / FOLDER / str(max((int(path.name) for path in _numbered(folder)), default=0) + 1)
    aside.mkdir(parents=True)
    for path in _files(folder):
        shutil.copy2(path, aside / path.name)
        durable.sync(aside / path.name)
    durable.sync(aside)
    durable.sync(folder / FOLDER)
    return aside


def _files(folder: Path) -> list[Path]:
    return [path for end in ("", *_BESIDE) if (path := folder / (FILE_NAME + end)).is_file()]


def _save(folder: Path, aside: Path) -> Salvaged:
    work = folder / _WORK
    shutil.rmtree(work, ignore_errors=True)
    fresh = work / "fresh"
    fresh.mkdir(parents=True)
    for path in _files(aside):
        shutil.copy2(path, work / path.name)
    copy_path = backup.newest_sound(folder)
    cut: list[int] = []
    games = count = 0
    with _Source(work / FILE_NAME) as torn, _Source(copy_path) as copy, Journal(fresh) as journal:
        for number in sorted(torn.numbers() | copy.numbers()):
            row = _row(torn.row(number), copy.row(number))
            if row is None:
                cut.append(number)
                continue
            made, is_whole = _play(row, torn.made(number), copy.made(number))
            row, match = _as_it_stands(row, made)
            journal.restore(row, made)
            games, count = games + 1, count + len(made)
            if not is_whole or (row.state == "given_up" and match.phase != "over"):
                cut.append(number)
    durable.put(fresh / FILE_NAME, folder / _SAVED)
    shutil.rmtree(work)
    return Salvaged(aside, games, count, tuple(cut))


def _row(torn: GameRow | None, copy: GameRow | None) -> GameRow | None:
    """A game's row from both files. What was agreed never changes, so the copy's word stands; how the game stands does."""
    if torn is None or copy is None:
        return torn or copy
    return replace(torn, began=copy.began, book=copy.book, setup=copy.setup)


def _put_in_place(folder: Path) -> None:
    # An old write-ahead log beside the new file would be played into it, so that goes first.
    for end in _BESIDE:
        (folder / (FILE_NAME + end)).unlink(missing_ok=True)
    durable.sync(folder)
    durable.put(folder / _SAVED, folder / FILE_NAME)
    shutil.rmtree(folder / _WORK, ignore_errors=True)


def _play(row: GameRow, torn: Made, copy: Made) -> tuple[Made, bool]:
    """The moves that can be played: the copy's, then what the damaged file has beyond; and whether that was all of it."""
    match: Any = moves.begun(row.setup)
    wanted = [*copy, *torn[len(copy) :]]
    made: Made = []
    for move, at in wanted:
        try:
            match = match.push(move)
        except GameError:
            break
        made.append((move, at))
    return made, len(made) == len(wanted) == max(row.moves, len(copy))


def _as_it_stands(row: GameRow, made: Made) -> tuple[GameRow, Any]:
    """The row with the state that its moves give: what was finished but is cut short cannot stay finished."""
    match: Any = moves.begun(row.setup)
    for move, _ in made:
        match = match.push(move)
    if row.state == "finished":
        if match.phase == "over":
            return replace(row, result=result_of(match)), match
        return replace(row, state="given_up", result=None), match
    return replace(row, result=None), match


class _Source:
    """Reads rows one by one from a database of which any page may be broken; what cannot be read is simply not there."""

    def __init__(self, path: Path | None) -> None:
        self._connection = sqlite3.connect(path if path is not None else ":memory:")

    def __enter__(self) -> _Source:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def _rows(self, query: str, values: tuple[object, ...] = ()) -> Iterator[tuple[Any, ...]]:
        with (
            suppress(sqlite3.Error, OverflowError, UnicodeDecodeError),
            closing(self._connection.execute(query, values)) as rows,
        ):
            yield from rows

    def numbers(self) -> set[int]:
        """The numbers of all games that can be found from either end of either table."""
        found: set[int] = set()
        for table, column in (("game", "id"), ("move", "game")):
            for order in ("ASC", "DESC"):
                query = f"SELECT DISTINCT {column} FROM {table} ORDER BY {column} {order}"
                found |= {row[0] for row in self._rows(query) if isinstance(row[0], int) and row[0] > 0}
        highest = max(found, default=0)
        for number in range(1, highest + _FURTHER):
            if number not in found and self.row(number) is not None:
                found.add(number)
        return found

    def row(self, number: int) -> GameRow | None:
        """A game's row, if it can be read and makes sense. Without its result: the moves give that anew, and damage in it costs nothing."""
        query = "SELECT id, began, book, setup, state, struck FROM game WHERE id = ?"
        for row in self._rows(query, (number,)):
            try:
                setup, began = msgspec.json.decode(row[3]), float(row[1])
                began = began if can_be_shown(began) else 0.0
                moves.begun(setup)
                if row[4] not in ("open", "parked", "finished", "given_up"):
                    return None
            except (msgspec.MsgspecError, GameError, TypeError, ValueError):
                return None
            stored = next(self._rows("SELECT max(seq) + 1 FROM move WHERE game = ?", (number,)), (None,))[0] or 0
            return GameRow(row[0], began, setup["book"], setup, row[4], None, bool(row[5]), stored)
        return None

    def made(self, number: int) -> Made:
        """A game's moves from the first on, as far as they can be read without a gap."""
        out: Made = []
        query = "SELECT kind, version, payload, at FROM move WHERE game = ? AND seq = ?"
        while True:
            row = next(self._rows(query, (number, len(out))), None)
            if row is None:
                return out
            try:
                out.append((moves.decode(*row[:3]), float(row[3])))
            except (TornJournal, TypeError, ValueError):
                return out
