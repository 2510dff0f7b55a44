"""The adviser beside the running table: loads or solves in a thread, answers from memory, never makes the loop wait."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from pathlib import Path

from game import Book, Sheet
from game.advice import Worth, by_thumb, warm_up
from table.errors import StrategyError
from table.strategies.solving import solve_in_process
from table.strategies.store import Store

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class AdviserState:
    """Where the adviser stands with one book: worth is None until it can answer; part done 0-1; reason why it is off."""

    worth: Worth | None = None
    part: float = 0.0
    reason: str | None = None


class Adviser:
    """One book at a time, the one that is played. `want` and `state` are for the loop; they return at once."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._states: dict[Book, AdviserState] = {}
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)

    def want(self, book: Book) -> None:
        """Get the book's table ready, if that isn't done or under way."""
        with self._lock:
            if book in self._states:
                return
            self._states[book] = AdviserState()
        threading.Thread(target=self._prepare, args=(book,), name="adviser", daemon=True).start()

    def state(self, book: Book) -> AdviserState:
        """Where it stands."""
        with self._lock:
            return self._stands(book)

    def known(self, book: Book) -> Worth | None:
        """What is known of a book without solving it: ready here, or on the disk. May take as long as reading a file."""
        return self.state(book).worth or Store(self._data).load(book)

    def wait(self, book: Book, seconds: float) -> AdviserState:
        """Wait until it can answer for a book or is off, at most so long, and say where it stands then; for those who have nothing else
        to do."""
        with self._changed:
            self._changed.wait_for(lambda: self._stands(book).worth or self._stands(book).reason, seconds)
            return self._stands(book)

    def _stands(self, book: Book) -> AdviserState:
        return self._states.get(book, AdviserState())

    def _set(self, book: Book, state: AdviserState) -> None:
        with self._changed:
            self._states[book] = state
            self._changed.notify_all()

    def _prepare(self, book: Book) -> None:
        store = Store(self._data)
        by_thumb(Sheet.empty(book), (1, 2, 3, 4, 6), 2)  # so that the loop never waits for its first use
        worth = store.load(book)
        if worth is None:
            try:
                solve_in_process(
                    book.id, book.options(), self._data, lambda part: self._set(book, AdviserState(part=part))
                )
                worth = store.load(book)
            except (StrategyError, OSError) as error:
                log.error("no advice for %s: %s", book.id, error)
                self._set(book, AdviserState(reason=str(error)))
                return
        if worth is None:
            self._set(book, AdviserState(reason=f"the table of {book.id} was solved but can't be read"))
            return
        warm_up(worth, book)
        self._set(book, AdviserState(worth, 1.0))
