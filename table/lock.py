"""One table at a time works on a data folder: a lock that the system drops with the process, however that ends."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from table.errors import JournalError, TableInUse


class FolderLock:
    """Holds the folder's `table.lock`, making the folder if need be.

    Raises TableInUse if another process holds it, JournalError if the folder cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._handle: int | None = os.open(folder / "table.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise JournalError(f"the data folder {folder} cannot be used: {error.strerror}") from error
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self.close()
            raise TableInUse(
                f"another table works on {folder}; stop it, or choose another folder with --data"
            ) from error

    def close(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
