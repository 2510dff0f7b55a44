"""Copies of the journal beside it, made while the table plays; the last seven that differ are kept.

Copies are numbered, not dated: a Pi without a clock chip does not know what day it is.
"""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from table import durable
from table.errors import JournalError, JournalOutOfReach, TornJournal
from table.journal import FILE_NAME, Journal

FOLDER = "backups"
KEEP = 7
#: So many games of a copy are compared at the start of the table.
LAST_GAMES = 20
#: Lies in the data folder as long as the journal is known to be damaged.
NOTE = "journal.suspect"
_NAME = re.compile(r"journal-(\d+)\.sqlite3")


class BackupRefused(JournalError):
    """The copy could not be written. The journal and the older copies are as they were."""


def copies(data: Path) -> list[Path]:
    """The finished copies, oldest first."""
    found = [(int(match[1]), path) for path in (data / FOLDER).glob("*") if (match := _NAME.fullmatch(path.name))]
    return [path for _, path in sorted(found) if path.is_file()]


def newest_sound(data: Path) -> Path | None:
    """The newest copy that SQLite finds nothing wrong with; the card may have spoilt copies as well."""
    return next((path for path in reversed(copies(data)) if _wrong_with(path) is None), None)


def found_damage(data: Path) -> bool:
    """Whether the last time that a copy was to be made something was wrong with the journal."""
    return os.path.lexists(data / NOTE)


def knows_more(data: Path, journal: Journal) -> bool:
    """Whether the newest copy has moves of its last games that the journal lacks: a log that the card has spoilt ends where it is
    spoilt, and SQLite takes what stands there for all."""
    return any(journal.count(game) < count for game, count in _last_counts(data))


def _last_counts(data: Path) -> list[tuple[int, int]]:
    """The last games of the newest copy that can be read, and how many moves each has."""
    query = "SELECT game, count(*) FROM move WHERE game > (SELECT max(game) FROM move) - ? GROUP BY game"
    for path in reversed(copies(data)):
        try:
            with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
                return connection.execute(query, (LAST_GAMES,)).fetchall()
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            continue
    return []


def back_up(data: Path) -> Path | None:
    """Copy the journal with SQLite's own backup (sqlite.org/backup.html); return the copy, None if nothing is new.

    A damaged journal is not copied, so that it never pushes out a sound copy: raises TornJournal, also if a row of a game or a
    move in it is none, and leaves a note for the next start of the table, which has no time to read every move. BackupRefused if
    the copy cannot be written, JournalError if the journal cannot be opened.
    """
    try:
        _check(data)
        path = _back_up(data)
    except JournalOutOfReach as error:
        raise BackupRefused(f"{data / FOLDER} does not take a copy of the journal: {error}; make room") from error
    except TornJournal as error:
        with suppress(OSError):
            (data / NOTE).touch()
        raise TornJournal(f"{error}; no copy was made") from error
    with suppress(OSError):
        (data / NOTE).unlink(missing_ok=True)
    return path


def _check(data: Path) -> None:
    with Journal(data, writable=False) as journal:
        journal.check_rows()
        journal.check_moves()


def _back_up(data: Path) -> Path | None:
    folder = data / FOLDER
    fresh = folder / "journal.new"
    try:
        folder.mkdir(exist_ok=True)
        fresh.unlink(missing_ok=True)
        _copy(data / FILE_NAME, fresh)
        before = copies(data)
        is_new = not before or _wrong_with(before[-1]) is not None or _content(before[-1]) != _content(fresh)
        if not is_new:
            fresh.unlink()
            return None
        number = int(_NAME.fullmatch(before[-1].name)[1]) + 1 if before else 1  # type: ignore[index]
        path = folder / f"journal-{number:06d}.sqlite3"
        durable.put(fresh, path)
        for old in copies(data)[:-KEEP]:
            old.unlink()
    except TornJournal:
        _remove(fresh)
        raise
    except (sqlite3.OperationalError, OSError) as error:
        _remove(fresh)
        raise BackupRefused(f"{folder} does not take a copy of the journal: {error}; make room") from error
    return path


def _copy(source: Path, fresh: Path) -> None:
    try:
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, timeout=10)) as journal,
            closing(sqlite3.connect(fresh)) as target,
        ):
            journal.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
        wrong = _wrong_with(fresh)
    except sqlite3.OperationalError:
        raise
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        wrong = str(error)
    if wrong is not None:
        raise TornJournal(f"{source} is damaged: {wrong}")


def _remove(fresh: Path) -> None:
    """Nothing is left of a copy that was not finished, where it can be helped."""
    with suppress(OSError):
        fresh.unlink(missing_ok=True)


def _wrong_with(path: Path) -> str | None:
    """What SQLite finds wrong with a copy, or None."""
    if path.stat().st_size == 0:
        return "it is empty"
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            verdict = str(connection.execute("PRAGMA integrity_check(1)").fetchone()[0])
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        verdict = str(error)
    return None if verdict == "ok" else " ".join(verdict.split())


def _content(path: Path) -> str:
    """A digest of what a copy says, without the counters in SQLite's header that change with every copying."""
    digest = hashlib.sha256()
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        for statement in connection.iterdump():
            digest.update(statement.encode())
    return digest.hexdigest()
