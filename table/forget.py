"""Takes a player's name out of everything the table keeps. Their points stay; nobody can tell any more whose they were."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from table import backup, salvage
from table.errors import NoSuchGame, TornJournal, UsageError
from table.journal import FILE_NAME, Journal
from table.lock import FolderLock

#: Who the forgotten are called.
NOBODY = "Gast"


@dataclass(frozen=True)
class Forgotten:
    """How many games and copies named the player; `left`: the folder of damaged journals, which cannot be searched."""

    games: int
    copies: int
    left: Path | None


def forget(folder: Path, name: str) -> Forgotten:
    """Rename a player in the journal and in its copies, and leave no trace in the files' free pages.

    Raises TableInUse while a table plays, UsageError for the name of nobody, NoSuchGame if no game knows the name.
    """
    if name.split()[:1] == [NOBODY]:
        raise UsageError(f"{name!r} is what the forgotten are called; found nobody to forget")
    with Journal(folder):
        pass  # sound, ours, and lifted to this version
    lock = FolderLock(folder)
    try:
        games = _rename(folder / FILE_NAME, name)
        copies, refused = 0, None
        for path in backup.copies(folder):
            try:
                copies += _rename(path, name) > 0
            except TornJournal as error:
                refused = error
        if refused is not None:
            raise refused
    finally:
        lock.close()
    damaged = folder / salvage.FOLDER
    left = damaged if damaged.is_dir() and any(damaged.iterdir()) else None
    if not games and not copies:
        raise NoSuchGame(
            f"no game in {folder} knows a player called {name!r}; `knobeltisch journal list` shows the names"
        )
    return Forgotten(games, copies, left)


def _rename(path: Path, name: str) -> int:
    """Rename in one file; return in how many games. Raises TornJournal if the file is damaged or takes no change."""
    try:
        return _renamed(path, name)
    except (sqlite3.DatabaseError, ValueError, KeyError, TypeError) as error:
        raise TornJournal(
            f"{path}: the name may still be in it, for it cannot be changed: {error}; if it is damaged, move it away, then try again"
        ) from error


def _renamed(path: Path, name: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA secure_delete = ON")
        games = 0
        with connection:
            for number, setup, result in connection.execute("SELECT id, setup, result FROM game").fetchall():
                joined = connection.execute(
                    "SELECT seq, payload FROM move WHERE game = ? AND kind = 'join'", (number,)
                ).fetchall()
                known = {*json.loads(setup)["players"], *(json.loads(payload)["name"] for _, payload in joined)}
                if name not in known:
                    continue
                games += 1
                other = _free_name(known)
                connection.execute(
                    "UPDATE game SET setup = ?, result = ? WHERE id = ?",
                    (_replaced(setup, name, other), _replaced(result, name, other), number),
                )
                connection.executemany(
                    "UPDATE move SET payload = ? WHERE game = ? AND seq = ?",
                    [(_replaced(payload, name, other), number, seq) for seq, payload in joined],
                )
        if games:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return games


def _free_name(known: set[str]) -> str:
    names = (NOBODY, *(f"{NOBODY} {n}" for n in range(2, len(known) + 3)))
    return next(one for one in names if one not in known)


def _replaced(text: str | None, name: str, other: str) -> str | None:
    return None if text is None else json.dumps(_walk(json.loads(text), name, other), separators=(",", ":"))


def _walk(value: Any, name: str, other: str) -> Any:
    """The value with the name replaced where names stand: under `name` and in `players`."""
    if isinstance(value, dict):
        return {
            key: other if key == "name" and part == name else _walk(part, name, other) for key, part in value.items()
        }
    if isinstance(value, list):
        return [other if part == name else _walk(part, name, other) for part in value]
    return value
