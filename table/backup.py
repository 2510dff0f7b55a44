"""Copies of the journal beside it, made while the table plays; the last seven that differ are kept.

Copies are numbered, not dated: a Pi without a clock chip does not know what day it is.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
from contextlib import closing
from pathlib import Path

from table import durable
from table.errors import JournalError, TornJournal
from table.journal import FILE_NAME

FOLDER = "backups"
KEEP = 7
_NAME = re.compile(r"journal-(\d+)\.sqlite3")


class BackupRefused(JournalError):
    """The copy could not be written. The journal and the older copies are as they were."""


def copies(data: Path) -> list[Path]:
    """The finished copies, oldest first."""
    found = [(int(match[1]), path) for path in (data / FOLDER).glob("*") if (match := _NAME.fullmatch(path.name))]
    return [path for _, path in sorted(found)]


def back_up(data: Path) -> Path | None:
    """Copy the journal with SQLite's own backup (sqlite.org/backup.html); return the copy, None if nothing is new.

    A damaged journal is not copied, so that it never pushes out a sound copy: raises TornJournal. BackupRefused if the copy
    cannot be written.
    """
    folder = data / FOLDER
    fresh = folder / "journal.new"
    try:
        folder.mkdir(exist_ok=True)
        fresh.unlink(missing_ok=True)
        with (
            closing(
                sqlite3.connect(f"{(data / FILE_NAME).resolve().as_uri()}?mode=ro", uri=True, timeout=10)
            ) as source,
            closing(sqlite3.connect(fresh)) as target,
        ):
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
            verdict = target.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except (sqlite3.OperationalError, OSError) as error:
        fresh.unlink(missing_ok=True)
        raise BackupRefused(f"{folder} does not take a copy of the journal: {error}; make room") from error
    except sqlite3.DatabaseError as error:
        fresh.unlink(missing_ok=True)
        raise TornJournal(f"{data / FILE_NAME} is damaged: {error}; no copy was made") from error
    if verdict != "ok":
        fresh.unlink()
        raise TornJournal(f"{data / FILE_NAME} is damaged: {verdict}; no copy was made")
    before = copies(data)
    if before and _content(before[-1]) == _content(fresh):
        fresh.unlink()
        return None
    number = int(_NAME.fullmatch(before[-1].name)[1]) + 1 if before else 1  # type: ignore[index]
    path = folder / f"journal-{number:06d}.sqlite3"
    durable.put(fresh, path)
    for old in copies(data)[:-KEEP]:
        old.unlink()
    return path


def _content(path: Path) -> str:
    """A digest of what a copy says, without the counters in SQLite's header that change with every copying."""
    digest = hashlib.sha256()
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        for statement in connection.iterdump():
            digest.update(statement.encode())
    return digest.hexdigest()
