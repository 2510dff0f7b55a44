"""The last lines of the log, kept in memory for the service menu; the whole log is the system's."""

from __future__ import annotations

import logging
import time
from collections import deque

#: Lines that are kept.
KEPT = 200


class RecentLog(logging.Handler):
    """A log handler that remembers the newest lines."""

    def __init__(self, kept: int = KEPT) -> None:
        super().__init__()
        self._lines: deque[str] = deque(maxlen=kept)

    def emit(self, record: logging.LogRecord) -> None:
        at = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.created))
        self._lines.append(f"{at} {record.name}: {record.getMessage()}")

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines, newest last."""
        return tuple(self._lines)
