"""Working something out beside the loop: asked again and again, answered once it is known, never waited for."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(frozen=True)
class Answer(Generic[T]):
    """What came out: `value` is None while it is being worked out, and for good if that `failed` (the log says why)."""

    value: T | None = None
    failed: bool = False


class Thinker(Generic[T]):
    """One question at a time: a new one makes the old one's answer worthless."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._question: object = None
        self._answer: Answer[T] = Answer()
        self._changed = threading.Condition()

    def ask(self, question: object, work: Callable[[], T]) -> Answer[T]:
        """The answer to a question (equal ones are one). Returns at once; the first asking sets the work going."""
        with self._changed:
            if self._question is question or self._question == question:
                return self._answer
            self._question, self._answer = question, Answer()
        threading.Thread(target=self._work, args=(question, work), name=self._name, daemon=True).start()
        return Answer()

    def wait(self, seconds: float) -> None:
        """Wait until the question asked last, if any, is answered, at most so long; for those who have nothing else to do."""

        def is_answered() -> bool:
            return self._question is None or self._answer.failed or self._answer.value is not None

        with self._changed:
            self._changed.wait_for(is_answered, seconds)

    def _work(self, question: object, work: Callable[[], T]) -> None:
        try:
            answer = Answer(work())
        except Exception:
            # A fault in the thinking must not stop the game; whoever asked says that there is no answer.
            log.exception("%s: no answer", self._name)
            answer = Answer(failed=True)
        with self._changed:
            if self._question is question:
                self._answer = answer
                self._changed.notify_all()
