"""What may be done in a state: a check for each kind of move; a refusal names its reason and what is allowed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.errors import (
    AllHeld,
    BadDie,
    BadName,
    BadPlaces,
    BadSlot,
    NoRollsLeft,
    NoSuchPlayer,
    NotNow,
    TableFull,
    WrongDiceCount,
)
from game.moves import Correct, Fill, Hold, Join, Leave, NextGame, Throw
from game.setup import MAX_PLAYERS
from game.state import SLOTS, State


def kinds(state: State) -> frozenset[str]:
    """Kinds of moves of which some value would be accepted; Undo and Redo aside."""
    lies = bool(state.throws)
    may = {
        "throw": state.phase == "start_throw" or (state.rolls_left > 0 and len(state.held) < 5),
        "hold": lies and state.rolls_left > 0,
        "correct": lies or state.last_start_throw is not None,
        "fill": lies,
        "join": state.in_first_round and len(state.players) < MAX_PLAYERS,
        "leave": state.phase != "over",
        "next_game": state.phase == "between_games",
    }
    return frozenset([kind for kind, yes in may.items() if yes])


def check_throw(state: State, move: Throw) -> None:
    """Raises NotNow, NoRollsLeft, AllHeld, WrongDiceCount, BadDie, BadPlaces."""
    if state.phase not in ("start_throw", "turn"):
        raise _not_now(state, "a throw")
    if not state.rolls_left:
        raise NoRollsLeft("a fourth throw, allowed: fill a cell with the dice that lie")
    free = 5 - len(state.held)
    if not free:
        raise AllHeld("a throw with all five dice held, allowed: release a die or fill a cell")
    if len(move.values) != free:
        raise WrongDiceCount(
            f"{len(move.values)} dice {list(move.values)}, allowed: exactly {free} with {len(state.held)} held"
        )
    for value in move.values:
        _check_die(value)
    if move.places is not None and len(move.places) != free:
        raise BadPlaces(f"{len(move.places)} places for {free} dice, allowed: one for each or none")


def check_correct(state: State, move: Correct) -> None:
    """Raises NotNow, BadSlot, BadDie."""
    if not state.throws and state.last_start_throw is None:
        raise _not_now(state, "a correction without dice")
    _check_slot(move.slot)
    _check_die(move.value)


def check_hold(state: State, move: Hold) -> None:
    """Raises NotNow, NoRollsLeft, BadSlot."""
    if not state.throws:
        raise _not_now(state, "holding without dice")
    if not state.rolls_left:
        raise NoRollsLeft("holding after the third throw, allowed: fill a cell")
    for slot in move.slots:
        _check_slot(slot)


def check_fill(state: State, move: Fill) -> None:
    """Raises NotNow; whether the cell may be chosen is the sheet's to say."""
    if not state.throws:
        raise _not_now(state, "filling a cell without dice")


def check_join(state: State, move: Join) -> None:
    """Raises NotNow, TableFull, BadName."""
    if not state.in_first_round:
        raise NotNow("joining after the first round, allowed: until the first player's second turn")
    if len(state.players) >= MAX_PLAYERS:
        raise TableFull(f"a player more than {len(state.players)}, allowed: {MAX_PLAYERS}, those who left included")
    if not isinstance(move.name, str) or not move.name.strip():
        raise BadName(f"a player called {move.name!r}, allowed: a name of at least one letter")


def check_leave(state: State, move: Leave) -> None:
    """Raises NotNow, NoSuchPlayer."""
    if state.phase == "over":
        raise _not_now(state, "leaving")
    if type(move.player) is not int or move.player not in state.present:
        raise NoSuchPlayer(f"player {move.player!r} leaves, allowed: {', '.join(map(str, state.present))}")


def check_next_game(state: State, move: NextGame) -> None:
    """Raises NotNow."""
    if state.phase != "between_games":
        raise _not_now(state, "the next game")


CHECKS: dict[str, Callable[[State, Any], None]] = {
    "throw": check_throw,
    "correct": check_correct,
    "hold": check_hold,
    "fill": check_fill,
    "join": check_join,
    "leave": check_leave,
    "next_game": check_next_game,
}


def _not_now(state: State, what: str) -> NotNow:
    allowed = ", ".join(sorted(kinds(state))) or "undo"
    return NotNow(f"{what} in phase {state.phase!r}, allowed: {allowed}")


def _check_die(value: object) -> None:
    if type(value) is not int or not 1 <= value <= 6:
        raise BadDie(f"a die of {value!r}, allowed: 1 to 6")


def _check_slot(slot: object) -> None:
    if type(slot) is not int or slot not in SLOTS:
        raise BadSlot(f"slot {slot!r}, allowed: 1 to 5")
