"""For tests with real threads: wait until another thread has done what is waited for, without looking again and again."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Bell:
    """Rung by whoever has changed something, as many as there are; then those who wait look."""

    def __init__(self) -> None:
        self._condition = threading.Condition()

    def ring(self) -> None:
        """Something has changed."""
        with self._condition:
            self._condition.notify_all()

    def wait_for(self, true: Callable[[], object], seconds: float = 30.0) -> None:
        """Until a ring after which it is true, or at once. Raises AssertionError after so long."""
        with self._condition:
            assert self._condition.wait_for(true, seconds), "it never came"
