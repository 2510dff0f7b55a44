"""A match as a value: `match = match.push(move)`. No clock, no chance, no files; a match is the fold of its moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

from game import state as play
from game.book import Book
from game.cells import Offer
from game.check import CHECKS, kinds
from game.errors import BadSetup, NotNow
from game.history import History, Point
from game.moves import Correct, Fill, Hold, Join, Leave, Move, NextGame, Redo, Throw, Undo
from game.ranking import Outcome, Standing, rank
from game.setup import MatchSetup
from game.sheet import Sheet
from game.state import Phase, Player, StartThrow, State, Turn


class Match(History[State]):
    """One match of a game with a sheet, from the first start throw to the ranking; an immutable value."""

    def __init__(
        self,
        setup: MatchSetup,
        point: Point[State],
        undone: tuple[Point[State], ...] = (),
        came_from: tuple[Match, Move] | None = None,
    ) -> None:
        """Use `Match.new`."""
        super().__init__(setup, point, undone, came_from)
        self.book: Book = point.state.book

    @classmethod
    def new(cls, setup: MatchSetup, book: Book | None = None) -> Match:
        """A match before its first throw.

        book: a rule book of one's own instead of the one the setup names (which then only gives it its name). Raises
        UnknownBook, UnknownOption, BadOptionType, BadOptionValue, ExcludedOptions, BadSetup.
        """
        setup.check()
        rules = book or setup.make_book()
        return cls(setup, Point(play.first_game(setup, rules)))

    @classmethod
    def fold(cls, setup: MatchSetup, moves: Iterable[Move], book: Book | None = None) -> Match:
        """`new` and then `push` of each move; raises what they raise."""
        return cls.new(setup, book)._folded(moves)

    # --- moves ---

    def _after(self, move: Move) -> State:
        if type(move) not in _STEPS:
            raise NotNow(f"{move!r} is no move of this game, allowed: {', '.join(_KINDS)}")
        CHECKS[move.kind](self._state, move)
        return play.end_phase(self.setup, _STEPS[type(move)](self.setup, self._state, move))

    @cached_property
    def kinds(self) -> frozenset[str]:
        """Kinds of moves of which some value would be accepted now, such as "throw" or "hold"."""
        undo = ["undo"] * self.can_undo + ["redo"] * self.can_redo
        return kinds(self._state).union(undo)

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """All accepted moves that need nothing from outside: Fill, NextGame, Leave, Undo, Redo.

        Throw, Hold, Correct and Join take what the table sees or is told; whether they are open is in `kinds`.
        """
        fills = [Fill(offer.text) for offer in self.offers]
        leaves = [Leave(player) for player in self._state.present] if self.phase != "over" else []
        goes_on = [NextGame()] if self.phase == "between_games" else []
        return (*fills, *goes_on, *leaves, *[Undo()] * self.can_undo, *[Redo()] * self.can_redo)

    # --- where it stands ---

    @property
    def phase(self) -> Phase:
        """start_throw, turn, between_games (ranking shown, NextGame goes on) or over."""
        return self._state.phase

    @property
    def player(self) -> int | None:
        """Whose turn or start throw it is; None between games and after the end."""
        return self._state.player

    @property
    def players(self) -> tuple[Player, ...]:
        """By seat; who joins later sits last."""
        return self._state.players

    @property
    def turn(self) -> Turn | None:
        """The turn or start throw awaited or under way; None between games and after the end."""
        state = self._state
        if state.player is None:
            return None
        if not state.throws:
            return Turn(state.player)
        return Turn(state.player, state.throws, state.dice, state.held, state.places)

    @property
    def rolls_left(self) -> int:
        """Throws left before a cell must be filled, 3 to 0; 1 while a start throw is awaited."""
        return self._state.rolls_left

    @property
    def offers(self) -> tuple[Offer, ...]:
        """Every cell that may be filled with the dice that lie, with points and extra points; () without dice."""
        state = self._state
        return state.sheets[state.player].offers(state.dice) if state.throws and state.player is not None else ()

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """Of the current game, by player."""
        return self._state.sheets

    @property
    def finished_games(self) -> tuple[tuple[Sheet, ...], ...]:
        """Sheets of the earlier games on the block, by game and player (who joined is in all games)."""
        return self._state.finished

    @property
    def game_number(self) -> int:
        """Of the current game, from 1."""
        return len(self._state.finished) + 1

    @property
    def round(self) -> int:
        """Which turn of this game the current player takes, from 1; between games and after the end the last."""
        state = self._state
        if state.player is None:
            return max(sheet.filled for sheet in state.sheets)
        return state.sheets[state.player].filled + 1

    @property
    def turn_number(self) -> int:
        """Turns finished by all players in this game, plus one if one is awaited or under way."""
        return self._state.turns + (self.phase in ("start_throw", "turn"))

    @property
    def beginner(self) -> int | None:
        """Who began or begins this game; None until the start throws say so."""
        return self._state.beginner

    @property
    def order(self) -> tuple[int, ...]:
        """Players in this game's order of play, leavers included; () during the start throws."""
        return self._state.order

    @property
    def start_rounds(self) -> tuple[tuple[StartThrow, ...], ...]:
        """Start throws of this game; a second round is that of those who tied."""
        return tuple(throws for throws in self._state.start if throws)

    @property
    def start_sums(self) -> tuple[dict[int, int], ...]:
        """The start rounds as player -> sum of the dice."""
        return tuple({throw.player: throw.sum for throw in throws} for throws in self.start_rounds)

    @property
    def start_pending(self) -> tuple[int, ...]:
        """Players who still have to throw for the start in this round, the next one first."""
        return self._state.pending

    @property
    def last_start_throw(self) -> StartThrow | None:
        """The start throw that a Correct would change, None if none lies."""
        return self._state.last_start_throw

    # --- results ---

    def standing(self, game: int | None = None) -> tuple[Standing, ...]:
        """Ranked rows by the sum over all games so far, or by one game alone (from 1).

        Who pays goes by the series total, so in the ranking of one game of several nobody does. Raises BadSetup if
        there is no such game.
        """
        state = self._state
        games = (*state.finished, state.sheets)
        if game is not None:
            if not 1 <= game <= len(games):
                raise BadSetup(f"no game {game}, allowed: 1 to {len(games)}")
            games = (games[game - 1],)
        totals = [
            sum(sheets[player].totals().total for sheets in games if player < len(sheets))
            for player in range(len(state.players))
        ]
        left = [index for index, player in enumerate(state.players) if player.left]
        house = [player for player in range(len(state.players)) if self.setup.strength_of(player) is not None]
        return rank(totals, left, self.setup.pays if game is None or self.setup.games == 1 else "nobody", house)

    def outcome(self) -> Outcome | None:
        """How it ended; None until the phase is "over"."""
        if self.phase != "over":
            return None
        ranking = self.standing()
        abandoned = not self._state.present
        return Outcome(
            ranking,
            winners=() if abandoned else tuple(row.player for row in ranking if row.place == 1),
            payers=tuple(row.player for row in ranking if row.pays),
            abandoned=abandoned,
        )

    def __repr__(self) -> str:
        return f"<Match {self.book.id}, {len(self.players)} players, game {self.game_number}, {self.phase}>"

    def _identity(self) -> tuple[object, ...]:
        return (self.book, *super()._identity())


def _throw(setup: MatchSetup, state: State, move: Throw) -> State:
    return play.throw(state, tuple(move.values), tuple(move.places or (None,) * len(move.values)))


def _correct(setup: MatchSetup, state: State, move: Correct) -> State:
    return play.correct(state, move.slot, move.value)


def _hold(setup: MatchSetup, state: State, move: Hold) -> State:
    return state._replace(held=frozenset(move.slots))


def _fill(setup: MatchSetup, state: State, move: Fill) -> State:
    return play.fill(state, move.cell)


def _join(setup: MatchSetup, state: State, move: Join) -> State:
    return play.join(state, move.name)


def _leave(setup: MatchSetup, state: State, move: Leave) -> State:
    return play.leave(state, move.player)


def _next_game(setup: MatchSetup, state: State, move: NextGame) -> State:
    return play.next_game(setup, state)


_STEPS: dict[type[Any], Callable[[MatchSetup, State, Any], State]] = {
    Throw: _throw,
    Correct: _correct,
    Hold: _hold,
    Fill: _fill,
    Join: _join,
    Leave: _leave,
    NextGame: _next_game,
}

#: Kinds of all moves of a match.
_KINDS = (*(move.kind for move in _STEPS), Undo.kind, Redo.kind)
