"""Solved tables in a folder, one file for each set of rules. Written as a whole or not at all, verified when read."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import stat
import tempfile
from pathlib import Path

from game import Book
from game.advice import AdviceError, Worth, fingerprint, worth_from_bytes
from table.errors import StrategyError

log = logging.getLogger(__name__)

NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


class Store:
    """The tables below `data`/strategies."""

    def __init__(self, data: Path) -> None:
        self.folder = data / "strategies"

    def path(self, book: Book) -> Path:
        """The file of a book's rules, whether it is there or not."""
        return self.folder / f"{book.id}-{fingerprint(book)[:16]}.table"

    def load(self, book: Book) -> Worth | None:
        """What the stored table says, None if there is none that can be trusted; a bad one is said in the log."""
        path = self.path(book)
        try:
            if not stat.S_ISREG(path.stat().st_mode):  # reading a pipe would wait for ever
                log.warning("table %s is not used and will be solved anew: it is no plain file", path)
                return None
            return worth_from_bytes(path.read_bytes(), book)
        except FileNotFoundError:
            return None
        except (AdviceError, OSError) as error:
            log.warning("table %s is not used and will be solved anew: %s", path, error)
            return None

    def save(self, book: Book, data: bytes) -> Path:
        """Write a table beside the old one and put it in its place. Raises StrategyError if there is no room or no right."""
        path = self.path(book)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.folder, prefix=".writing-")
            try:
                with open(handle, "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(name, path)
            except BaseException:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(name)
                raise
        except OSError as error:
            raise StrategyError(
                f"the solved table of {book.id} ({len(data)} bytes) can't be kept as {path}: {error.strerror};"
                f" advice is off until {'there is room' if error.errno in NO_ROOM else 'that is put right'}"
            ) from error
        return path
