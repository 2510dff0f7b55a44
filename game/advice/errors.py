"""What the adviser refuses, each in one line: what was found and what is allowed."""

from __future__ import annotations

from game.errors import GameError


class AdviceError(GameError):
    """Base of what the adviser refuses."""


class NotSolvable(AdviceError, ValueError):
    """The exact solver doesn't cover this book."""


class BadRollsLeft(AdviceError, ValueError):
    """Rolls left in a turn are 0, 1 or 2."""


class SheetFull(AdviceError, ValueError):
    """There is no cell left to advise on."""


class WrongTable(AdviceError, ValueError):
    """A stored table is damaged, or belongs to other rules or another version."""
