"""A game as the fold of its moves, with undo and redo of any depth. What a move does is the game's own knowledge."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, NamedTuple, Self, TypeVar

from game.errors import IllegalMove, NothingToRedo, NothingToUndo
from game.moves import Hold, Move, Redo, Undo
from game.setup import MatchSetup

S = TypeVar("S")


class Point(NamedTuple, Generic[S]):
    """A state and the move that led there, in the line of moves that stand."""

    state: S
    move: Move | None = None
    before: Point[S] | None = None


class History(Generic[S]):
    """An immutable game under way: `push` gives the next one, this one stays as it is.

    Two are equal if their setup, the moves that stand and the moves that can be redone are. `pop` and `moves` know all that
    was ever pushed, Undo and Redo included. A game says in `_after` what a move does.
    """

    def __init__(
        self,
        setup: MatchSetup,
        point: Point[S],
        undone: tuple[Point[S], ...] = (),
        came_from: tuple[Self, Move] | None = None,
    ) -> None:
        """Use the game's `new`."""
        self.setup = setup
        self._point = point
        self._undone = undone
        self._came_from = came_from
        self._state = point.state

    def _after(self, move: Move) -> S:
        """The state after a move that is neither Undo nor Redo. Raises IllegalMove."""
        raise NotImplementedError

    def _next(self, point: Point[S], undone: tuple[Point[S], ...], move: Move) -> Self:
        """The game at another point, reached from this one by `move`."""
        return type(self)(self.setup, point, undone, (self, move))

    def push(self, move: Move) -> Self:
        """The game after the move; this one stays as it is. Raises an IllegalMove whose `reason` names why."""
        if isinstance(move, Undo):
            return self._undo(move)
        if isinstance(move, Redo):
            return self._redo(move)
        return self._next(Point(self._after(move), move, self._point), (), move)

    def pop(self) -> Self:
        """The game before the last push, be it an Undo. Raises NothingToUndo at the beginning."""
        if self._came_from is None:
            raise NothingToUndo("nothing was pushed yet, allowed: push")
        return self._came_from[0]

    def allows(self, move: Move) -> bool:
        """Whether push would accept the move."""
        try:
            self.push(move)
        except IllegalMove:
            return False
        return True

    @property
    def can_undo(self) -> bool:
        """Something stands that can be taken back."""
        return self._point.before is not None

    @property
    def can_redo(self) -> bool:
        """Something was undone and nothing new done since."""
        return bool(self._undone)

    @property
    def moves(self) -> tuple[Move, ...]:
        """All that was ever pushed, oldest first: what a journal stores."""
        moves: list[Move] = []
        game = self
        while game._came_from is not None:
            game, move = game._came_from
            moves.append(move)
        return tuple(reversed(moves))

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves that stand, oldest first: without what was undone."""
        return _line(self._point)

    def _folded(self, moves: Iterable[Move]) -> Self:
        game = self
        for move in moves:
            game = game.push(move)
        return game

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self.line)

    def _identity(self) -> tuple[object, ...]:
        return (self.setup, self.line, tuple(_line(point) for point in self._undone))

    def _undo(self, move: Undo) -> Self:
        point = self._point
        while isinstance(point.move, Hold) and point.before is not None:
            point = point.before
        if point.before is None:
            raise NothingToUndo("nothing to take back, allowed: what the match allows at its beginning")
        return self._next(point.before, (self._point, *self._undone), move)

    def _redo(self, move: Redo) -> Self:
        if not self._undone:
            raise NothingToRedo("nothing to bring back, allowed: right after an undo")
        return self._next(self._undone[0], self._undone[1:], move)


def _line(point: Point[S]) -> tuple[Move, ...]:
    moves: list[Move] = []
    here: Point[S] | None = point
    while here is not None and here.before is not None and here.move is not None:
        moves.append(here.move)
        here = here.before
    return tuple(reversed(moves))
