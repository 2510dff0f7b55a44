"""What the table may ask of any game, and how it begins one. A game without a sheet is one more entry here."""

from __future__ import annotations

from typing import Protocol

from game.book import BOOK_OPTIONS
from game.coins import COINS, CoinMatch
from game.errors import UnknownBook
from game.match import Match
from game.moves import Move
from game.ranking import Outcome
from game.setup import MatchSetup


class Game(Protocol):
    """A game under way, as an immutable value."""

    @property
    def setup(self) -> MatchSetup:
        """What was agreed before it began."""
        ...

    @property
    def phase(self) -> str:
        """A word for what is awaited; "over" when it has ended."""
        ...

    @property
    def moves(self) -> tuple[Move, ...]:
        """All that was ever pushed, Undo and Redo included."""
        ...

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """Accepted moves that need nothing from outside."""
        ...

    @property
    def kinds(self) -> frozenset[str]:
        """Kinds of moves of which some value would be accepted."""
        ...

    def push(self, move: Move) -> Game:
        """The game after the move. Raises IllegalMove."""
        ...

    def allows(self, move: Move) -> bool:
        """Whether push would accept the move."""
        ...

    def outcome(self) -> Outcome | None:
        """How it ended, None before."""
        ...


#: Ids of all games that can be begun.
GAMES: tuple[str, ...] = (*BOOK_OPTIONS, COINS)


def begin(setup: MatchSetup) -> Match | CoinMatch:
    """A new game of `setup.book`. Raises UnknownBook and what the game's own `new` raises."""
    if setup.book in BOOK_OPTIONS:
        return Match.new(setup)
    if setup.book == COINS:
        return CoinMatch.new(setup)
    raise UnknownBook(f"no game {setup.book!r}, allowed: {', '.join(GAMES)}")
