"""What is agreed before the first throw of a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from game.book import Book, make_book
from game.errors import BadSetup

Start = Literal["roll", "first", "loser"]
Pays = Literal["last", "all_but_winner", "nobody"]
#: How the table plays a seat itself ("Haus"): by rule of thumb, the best of each turn alone, the best of the whole game.
Strength = Literal["thumb", "turn", "exact"]

STARTS: tuple[str, ...] = get_args(Start)
PAYS: tuple[str, ...] = get_args(Pays)
STRENGTHS: tuple[str, ...] = get_args(Strength)
MAX_PLAYERS = 8
MAX_GAMES = 6


@dataclass(frozen=True)
class MatchSetup:
    """Plain data, checked when a match is made of it.

    book: kniffel, yatzy, yahtzee or dreifach; options: as for `make_book`; players: 1-8 names in seat order; games:
    1-6 on one block; start: who begins (RULES 2); pays: who pays by the series total (RULES 2.2); house: by seat, how
    well the table plays it, None for a guest (seats beyond its end are guests'). The rules are the same for both, only
    that the table never pays: of the guests the last one does.
    """

    book: str
    options: Mapping[str, object] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    games: int = 1
    start: Start = "roll"
    pays: Pays = "last"
    house: tuple[Strength | None, ...] = ()

    def strength_of(self, player: int) -> Strength | None:
        """How the table plays the seat; None if a guest does."""
        return self.house[player] if player < len(self.house) else None

    def make_book(self) -> Book:
        """The rule book. Raises UnknownBook, UnknownOption, BadOptionType, BadOptionValue, ExcludedOptions."""
        return make_book(self.book, self.options)

    def check(self) -> None:
        """Raises BadSetup if players, games, start, pays or house can't be."""
        if not 1 <= len(self.players) <= MAX_PLAYERS:
            raise BadSetup(f"{len(self.players)} players, allowed: 1 to {MAX_PLAYERS}")
        for name in self.players:
            if not isinstance(name, str) or not name.strip():
                raise BadSetup(f"a player is called {name!r}, allowed: a name of at least one letter")
        if type(self.games) is not int or not 1 <= self.games <= MAX_GAMES:
            raise BadSetup(f"games is {self.games!r}, allowed: 1 to {MAX_GAMES}")
        if self.start not in STARTS:
            raise BadSetup(f"start is {self.start!r}, allowed: {', '.join(STARTS)}")
        if self.pays not in PAYS:
            raise BadSetup(f"pays is {self.pays!r}, allowed: {', '.join(PAYS)}")
        if len(self.house) > len(self.players):
            raise BadSetup(f"house names {len(self.house)} seats, allowed: at most the {len(self.players)} there are")
        for strength in self.house:
            if strength is not None and strength not in STRENGTHS:
                raise BadSetup(f"the house plays {strength!r}, allowed: {', '.join(STRENGTHS)} or None")
