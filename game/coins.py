"""Münzknobeln (RULES 6): fists, guesses and the count, until one is left who pays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, cast

from game.echo import shown
from game.errors import (
    BadSetup,
    CountImpossible,
    GuessOutOfRange,
    GuessTaken,
    IllegalMove,
    NoSuchPlayer,
    NotNow,
    SplitImpossible,
)
from game.history import History, Point
from game.moves import Foul, Guess, Leave, Load, Move, Redo, Reveal, Show, Undo
from game.options import Option, Value, settle
from game.ranking import Outcome, Standing
from game.setup import MatchSetup
from game.state import Player

CoinPhase = Literal["load", "show", "guess", "reveal", "over"]

COINS_EACH = 3
#: Id of the game.
COINS = "muenzknobeln"
MIN_SEATS, MAX_SEATS = 2, 12

COIN_OPTIONS = (
    Option("no_zero", False),
    Option("blind", False),
    Option("repeats", False),
    Option("with_distribution", False),
    Option("foul", "round", ("round", "game")),
    Option("rounds", 0, low=0, high=50),
)


@dataclass(frozen=True)
class CoinRules:
    """The house rules in full. rounds: 0 plays until one is left; else all who are in after so many share the bill."""

    no_zero: bool = False
    blind: bool = False
    repeats: bool = False
    with_distribution: bool = False
    foul: Literal["round", "game"] = "round"
    rounds: int = 0

    @property
    def fewest(self) -> int:
        """The fewest coins a fist may hold."""
        return 1 if self.no_zero else 0

    @property
    def covered(self) -> bool:
        """Guesses are entered covered, so that nobody learns from those before."""
        return self.blind or self.with_distribution


def coin_rules(options: Mapping[str, object]) -> CoinRules:
    """The rules under these options; all combine. Raises UnknownOption, BadOptionType, BadOptionValue."""
    return CoinRules(**cast("dict[str, Any]", settle(COINS, COIN_OPTIONS, options)))


@dataclass(frozen=True)
class Said:
    """A guess of this round: the number, and with "Mit Ansage" the split by player; void after a foul."""

    player: int
    number: int
    split: tuple[int, ...] | None = None
    void: bool = False


@dataclass(frozen=True)
class Round:
    """A finished round. coins: by player in seat order if they were counted so, else None; out: who left by hitting;
    fouls: who was caught, also before naming a number."""

    number: int
    starter: int
    players: tuple[int, ...]
    said: tuple[Said, ...]
    sum: int
    coins: tuple[int, ...] | None
    out: tuple[int, ...]
    again: bool = False
    fouls: tuple[int, ...] = ()


@dataclass(frozen=True)
class CoinState:
    """All that later moves depend on; `present` are the seats still in, in seat order."""

    rules: CoinRules
    players: tuple[Player, ...]
    phase: CoinPhase
    present: tuple[int, ...]
    starter: int
    said: tuple[Said, ...] = ()
    fouls: tuple[int, ...] = ()
    rounds: tuple[Round, ...] = ()
    places: tuple[tuple[int, ...], ...] = ()
    losers: tuple[int, ...] = ()

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Seats still in, in this round's order of naming."""
        at = self.present.index(self.starter)
        return self.present[at:] + self.present[:at]

    @property
    def guesser(self) -> int | None:
        """Who names a number now: the first in order who has not, and has not been caught."""
        if self.phase != "guess":
            return None
        done = {said.player for said in self.said} | set(self.fouls)
        return next((player for player in self.order if player not in done), None)

    @property
    def range(self) -> range:
        """The sums that can be."""
        return range(self.rules.fewest * len(self.present), COINS_EACH * len(self.present) + 1)

    @property
    def taken(self) -> frozenset[int]:
        """Numbers that nobody else may name in this round."""
        if self.rules.blind or self.rules.repeats:
            return frozenset()
        return frozenset(said.number for said in self.said)


class CoinMatch(History[CoinState]):
    """One evening's game of Münzknobeln; an immutable value."""

    @classmethod
    def new(cls, setup: MatchSetup) -> CoinMatch:
        """Before the first round; the first seat begins. Raises BadSetup and the errors of the options."""
        rules = coin_rules(setup.options)
        if not MIN_SEATS <= len(setup.players) <= MAX_SEATS:
            raise BadSetup(f"{len(setup.players)} players, allowed for muenzknobeln: {MIN_SEATS} to {MAX_SEATS}")
        if setup.games != 1:
            raise BadSetup(f"games is {setup.games}, allowed for muenzknobeln: 1")
        if any(setup.house):
            raise BadSetup("the table plays a seat of muenzknobeln, allowed: guests only (it has no fist)")
        players = tuple(Player(name) for name in setup.players)
        seats = tuple(range(len(players)))
        return cls(setup, Point(CoinState(rules, players, "load", seats, 0)))

    @classmethod
    def fold(cls, setup: MatchSetup, moves: Iterable[Move]) -> CoinMatch:
        """`new` and then `push` of each move; raises what they raise."""
        return cls.new(setup)._folded(moves)

    # --- where it stands ---

    @property
    def state(self) -> CoinState:
        """Everything about the round under way."""
        return self._state

    @property
    def rules(self) -> CoinRules:
        """The house rules."""
        return self._state.rules

    @property
    def phase(self) -> CoinPhase:
        """load (hide coins), show (fists on the table), guess, reveal (count) or over."""
        return self._state.phase

    @property
    def player(self) -> int | None:
        """Who names a number now."""
        return self._state.guesser

    @property
    def players(self) -> tuple[Player, ...]:
        """By seat."""
        return self._state.players

    @property
    def round_number(self) -> int:
        """Of the round under way, from 1; after the end the last."""
        return len(self._state.rounds) + (self.phase != "over")

    @property
    def free_numbers(self) -> tuple[int, ...]:
        """What may be named now."""
        return tuple(number for number in self._state.range if number not in self._state.taken)

    @property
    def just_counted(self) -> Round | None:
        """The round whose count is the last move that stands; None if something was done since."""
        return self._state.rounds[-1] if isinstance(self._point.move, Reveal) else None

    @property
    def kinds(self) -> frozenset[str]:
        """Kinds of moves of which some value would be accepted now."""
        phase = self.phase
        may = {
            "load": phase == "load",
            "show": phase == "show",
            "guess": phase == "guess",
            "reveal": phase == "reveal",
            "foul": phase in ("guess", "reveal"),
            "leave": phase != "over",
            "undo": self.can_undo,
            "redo": self.can_redo,
        }
        return frozenset(kind for kind, yes in may.items() if yes)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """All accepted moves that need nothing from outside (a Reveal takes the counted coins)."""
        state = self._state
        moves: list[Move] = []
        if state.phase == "load":
            moves.append(Load())
        if state.phase == "show":
            moves.append(Show())
        if state.phase == "guess" and not state.rules.with_distribution:
            moves += [Guess(number) for number in self.free_numbers]
        if state.phase in ("guess", "reveal"):
            moves += [Foul(player) for player in state.present if player not in state.fouls]
        if state.phase != "over":
            moves += [Leave(player) for player in state.present]
        return (*moves, *[Undo()] * self.can_undo, *[Redo()] * self.can_redo)

    def standing(self) -> tuple[Standing, ...]:
        """Who is out in which place, those still in last; `total` is the round in which a player got out (0: never)."""
        state = self._state
        rows: list[Standing] = []
        for group in state.places:
            place = len(rows) + 1
            number = next((one.number for one in state.rounds if set(group) & set(one.out)), 0)
            rows += [Standing(player, number, place, False, state.players[player].left) for player in group]
        rest = [player for player in state.present if all(player not in group for group in state.places)]
        place = len(rows) + 1
        rows += [Standing(player, 0, place, player in state.losers) for player in rest]
        gone = [n for n, player in enumerate(state.players) if player.left and all(row.player != n for row in rows)]
        rows += [Standing(player, 0, len(rows) + 1, False, True) for player in gone]
        return tuple(rows)

    def outcome(self) -> Outcome | None:
        """How it ended; None until the phase is "over"."""
        if self.phase != "over":
            return None
        ranking = self.standing()
        losers = self._state.losers
        winners = tuple(row.player for row in ranking if row.player not in losers and not row.left)
        return Outcome(ranking, winners, losers, abandoned=not losers)

    # --- moves ---

    def _after(self, move: Move) -> CoinState:
        state = self._state
        if isinstance(move, Load):
            return self._expect("load", move, replace(state, phase="show"))
        if isinstance(move, Show):
            return self._expect("show", move, replace(state, phase="guess"))
        if isinstance(move, Guess):
            self._expect("guess", move, state)
            return _guess(state, move)
        if isinstance(move, Reveal):
            self._expect("reveal", move, state)
            return _reveal(state, move)
        if isinstance(move, Foul):
            return _foul(state, move)
        if isinstance(move, Leave):
            return _leave(state, move)
        raise NotNow(
            f"{move!r} is no move of muenzknobeln, allowed: load, show, guess, reveal, foul, leave, undo, redo"
        )

    def _expect(self, phase: str, move: Move, state: CoinState) -> CoinState:
        if self.phase != phase:
            raise NotNow(f"{move.kind} while it is time to {self.phase}, allowed: {', '.join(sorted(self.kinds))}")
        return state


def _guess(state: CoinState, move: Guess) -> CoinState:
    player = state.guesser
    assert player is not None
    if type(move.number) is not int or move.number not in state.range:
        raise GuessOutOfRange(f"number {shown(move.number)}, allowed: {state.range.start} to {state.range.stop - 1}")
    if move.number in state.taken:
        free = ", ".join(str(number) for number in state.range if number not in state.taken)
        raise GuessTaken(f"number {move.number} is taken in this round, allowed: {free}")
    split = None if move.split is None else tuple(move.split)
    if state.rules.with_distribution != (split is not None):
        wanted = "with" if state.rules.with_distribution else "without"
        raise SplitImpossible(f"a guess {'without' if split is None else 'with'} a split, allowed: {wanted} one")
    if split is not None:
        _check_coins(state, split, SplitImpossible)
        if sum(split) != move.number:
            raise SplitImpossible(f"a split of {sum(split)} for the number {move.number}, allowed: one that adds up")
    said = (*state.said, Said(player, move.number, split))
    return _all_said(replace(state, said=said))


def _all_said(state: CoinState) -> CoinState:
    return replace(state, phase="reveal") if state.guesser is None else state


def _check_coins(state: CoinState, coins: tuple[int, ...], error: type[IllegalMove]) -> None:
    if len(coins) != len(state.present):
        raise error(f"coins of {len(coins)} players, allowed: {len(state.present)}, in seat order")
    low = state.rules.fewest
    for count in coins:
        if type(count) is not int or not low <= count <= COINS_EACH:
            raise error(f"a fist with {shown(count)} coins, allowed: {low} to {COINS_EACH}")


def _reveal(state: CoinState, move: Reveal) -> CoinState:
    coins = None if move.coins is None else tuple(move.coins)
    if coins is not None:
        _check_coins(state, coins, CountImpossible)
        if sum(coins) != move.count:
            raise CountImpossible(f"{shown(move.count)} coins counted but {sum(coins)} by player, allowed: the same")
    elif state.rules.with_distribution:
        raise CountImpossible("a count without coins by player, allowed with a split: one number for each fist")
    if type(move.count) is not int or move.count not in state.range:
        raise CountImpossible(
            f"{shown(move.count)} coins from {len(state.present)} fists, allowed: {state.range.start} to"
            f" {state.range.stop - 1}; count again"
        )
    hits = tuple(
        said.player
        for said in state.said
        if not said.void and said.number == move.count and (said.split is None or said.split == coins)
    )
    again = len(hits) == len(state.present)
    out = () if again else hits
    number = len(state.rounds) + 1
    done = Round(number, state.starter, state.present, state.said, move.count, coins, out, again, state.fouls)
    return _next_round(replace(state, rounds=(*state.rounds, done)), out)


def _next_round(state: CoinState, out: tuple[int, ...]) -> CoinState:
    """The round after one in which these got out: the start moves on one seat, skipping those who are out."""
    present = tuple(player for player in state.present if player not in out)
    places = (*state.places, out) if out else state.places
    seats = len(state.players)
    starter = next(
        seat % seats for seat in range(state.starter + 1, state.starter + 1 + seats) if seat % seats in present
    )
    state = replace(state, phase="load", present=present, places=places, starter=starter, said=(), fouls=())
    rounds_over = bool(state.rules.rounds) and len(state.rounds) >= state.rules.rounds
    if len(present) == 1 or rounds_over:
        return replace(state, phase="over", losers=present)
    return state


def _foul(state: CoinState, move: Foul) -> CoinState:
    """Caught opening or reloading the fist after it was shown."""
    if state.phase not in ("guess", "reveal"):
        raise NotNow("a foul before the fists were shown, allowed: while guessing or counting")
    if type(move.player) is not int or move.player not in state.present or move.player in state.fouls:
        raise NoSuchPlayer(f"player {shown(move.player)} can't be caught, allowed: {_seats(state)}")
    if state.rules.foul == "game":
        others = tuple(player for player in state.present if player != move.player)
        return replace(
            state, phase="over", places=(*state.places, others), present=(move.player,), losers=(move.player,)
        )
    said = tuple(replace(one, void=True) if one.player == move.player else one for one in state.said)
    return _all_said(replace(state, said=said, fouls=(*state.fouls, move.player)))


def _leave(state: CoinState, move: Leave) -> CoinState:
    """Somebody goes home: the round under way is void and begins anew with the others."""
    if state.phase == "over" or type(move.player) is not int or move.player not in state.present:
        raise NoSuchPlayer(f"player {shown(move.player)} is not in, allowed: {_seats(state)}")
    players = tuple(replace(p, left=True) if n == move.player else p for n, p in enumerate(state.players))
    present = tuple(player for player in state.present if player != move.player)
    starter = state.starter if state.starter in present else state.order[1]
    state = replace(state, players=players, phase="load", present=present, starter=starter, said=(), fouls=())
    return replace(state, phase="over", losers=()) if len(present) == 1 else state


def _seats(state: CoinState) -> str:
    return ", ".join(str(player) for player in state.present if player not in state.fouls)


def options_of(rules: CoinRules) -> dict[str, Value]:
    """The house rules as options in full."""
    return {option.name: cast(Value, getattr(rules, option.name)) for option in COIN_OPTIONS}


__all__ = [
    "COINS",
    "COINS_EACH",
    "COIN_OPTIONS",
    "MAX_SEATS",
    "MIN_SEATS",
    "CoinMatch",
    "CoinRules",
    "CoinState",
    "Round",
    "Said",
    "coin_rules",
    "options_of",
]
