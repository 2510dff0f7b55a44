"""A match as a value: `match = match.push(move)`. Holds no clock, no chance and no files; a match is the fold of its moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from game.moves import Move, Place

Phase = Literal["start_throw", "turn", "between_games", "over"]
Start = Literal["roll", "first", "loser"]
Pays = Literal["last", "all_but_winner", "nobody"]


@dataclass(frozen=True)
class MatchSetup:
    """What is agreed before the first throw: plain data, checked by `Match.new`.

    book: kniffel, yatzy, yahtzee or dreifach; options: as for `make_book`; players: 1-8 names in seat order; games: 1-6 on one
    block; start: who begins (RULES 2); pays: who pays by the series total (RULES 2.2).
    """

    book: str
    options: Mapping[str, object] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    games: int = 1
    start: Start = "roll"
    pays: Pays = "last"


@dataclass(frozen=True)
class Player:
    """Someone at the table; `left`: went home."""

    name: str
    left: bool = False


@dataclass(frozen=True)
class Turn:
    """The turn (or start throw) that is awaited or under way.

    player: index; throws: 0-3 made; dice: value by slot 1-5, None before the first throw; held: slots (1-based) that stay for
    the next throw; places: mm by slot, None if unknown.
    """

    player: int
    throws: int = 0
    dice: tuple[int | None, ...] = (None,) * 5
    held: frozenset[int] = frozenset()
    places: tuple[Place | None, ...] = (None,) * 5


@dataclass(frozen=True)
class StartThrow:
    """One throw for who begins."""

    player: int
    values: tuple[int, ...]
    places: tuple[Place | None, ...] = (None,) * 5

    @property
    def sum(self) -> int:
        """What counts: the sum of the five dice."""
        return sum(self.values)


@dataclass(frozen=True)
class Standing:
    """A row of a ranking: place from 1, equal totals share it (1, 1, 3); leavers come after all who stayed."""

    player: int
    total: int
    place: int
    pays: bool = False
    left: bool = False


@dataclass(frozen=True)
class Outcome:
    """How a match ended. `abandoned`: everybody went home; then nobody wins and nobody pays."""

    ranking: tuple[Standing, ...]
    winners: tuple[int, ...]
    payers: tuple[int, ...]
    abandoned: bool = False


class Match:
    """The API the table codes against; being filled in.

    Attributes and properties
        setup: MatchSetup; book: Book (rules in full)
        phase: "start_throw" | "turn" | "between_games" | "over"
        player: int | None        whose throw or turn it is; None between games and after the end
        players: tuple[Player]    by seat; a joiner is appended
        turn: Turn | None         None between games and after the end; during start throws throws == 0 and dice are None
        rolls_left: int           3..0 in a turn, 1 for a start throw, else 0
        sheets: tuple[Sheet]      of the current game, by player
        offers: tuple[Offer]      for the dice that lie, () before the first throw
        game_number: int          from 1
        finished_games: tuple[tuple[Sheet, ...], ...]   earlier games on the block
        start_rounds: tuple[tuple[StartThrow, ...], ...]   of the current game; a second round is the tie's
        start_sums: tuple[dict[int, int], ...]          the same as player -> sum
        beginner: int | None
        round: int                turn of the current player in this game, from 1; turn_number: turns of all, from 1
        moves: tuple[Move]        all ever pushed, Undo and Redo included (what the journal stores)
        line: tuple[Move]         the moves that stand (without what was undone)
        can_undo, can_redo: bool
        kinds: frozenset[str]     kinds of moves that some value of would be accepted now ("throw", "hold", ...)
        legal_moves: tuple[Move]  all accepted moves that need nothing from outside: Fill, Undo, Redo, Leave, NextGame
    """

    @classmethod
    def new(cls, setup: MatchSetup) -> Match:
        """A match before its first throw. Raises UnknownBook, UnknownOption, BadOption..., ExcludedOptions, BadSetup."""
        raise NotImplementedError

    @classmethod
    def fold(cls, setup: MatchSetup, moves: Iterable[Move]) -> Match:
        """`new` and then `push` of each move."""
        raise NotImplementedError

    def push(self, move: Move) -> Match:
        """The match after the move. Raises an IllegalMove with `.reason`; self never changes."""
        raise NotImplementedError

    def pop(self) -> Match:
        """The match before the last push (an Undo too)."""
        raise NotImplementedError

    def allows(self, move: Move) -> bool:
        """Whether push would accept it."""
        raise NotImplementedError

    def outcome(self) -> Outcome | None:
        """None until the phase is "over"."""
        raise NotImplementedError

    def standing(self, game: int | None = None) -> tuple[Standing, ...]:
        """Ranked rows over all games so far, or of one game (1-based). `pays` is by the series total, so it stays False in
        the ranking of one game of several."""
        raise NotImplementedError
