"""Where a match stands, and how a move leads to the next state. Undo, Redo and history are the match's business."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeVar

from game.book import Book
from game.moves import Place
from game.setup import MatchSetup
from game.sheet import Sheet

Phase = Literal["start_throw", "turn", "between_games", "over"]

T = TypeVar("T")

SLOTS = (1, 2, 3, 4, 5)
ROLLS_A_TURN = 3


@dataclass(frozen=True, slots=True)
class Player:
    """Someone at the table; `left`: went home."""

    name: str
    left: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn that is awaited or under way, or the awaited start throw.

    player: index; throws: 0-3 made; dice: value by slot 1-5, None before the first throw; held: slots (1-based) that
    stay for the next throw; places: mm on the tray by slot, None if unknown.
    """

    player: int
    throws: int = 0
    dice: tuple[int | None, ...] = (None,) * 5
    held: frozenset[int] = frozenset()
    places: tuple[Place | None, ...] = (None,) * 5


@dataclass(frozen=True, slots=True)
class StartThrow:
    """One throw for who begins: values and places (mm, None if unknown) by slot."""

    player: int
    values: tuple[int, ...]
    places: tuple[Place | None, ...] = (None,) * 5

    @property
    def sum(self) -> int:
        """What counts: the sum of the five dice."""
        return sum(self.values)


class State(NamedTuple):
    """All that later moves depend on.

    player: whose turn or start throw it is; dice (by slot), held, places, throws: of the turn under way, `dice` is ()
    before its first throw; order: the game's seats in the order of play; turns: those finished in this game; start:
    rounds of start throws, the last one with those who still have to throw in `pending`; beginner: None until it is
    settled.
    """

    book: Book
    players: tuple[Player, ...]
    sheets: tuple[Sheet, ...] = ()
    finished: tuple[tuple[Sheet, ...], ...] = ()
    phase: Phase = "turn"
    player: int | None = None
    order: tuple[int, ...] = ()
    turns: int = 0
    throws: int = 0
    dice: tuple[int, ...] = ()
    held: frozenset[int] = frozenset()
    places: tuple[Place | None, ...] = ()
    start: tuple[tuple[StartThrow, ...], ...] = ()
    pending: tuple[int, ...] = ()
    beginner: int | None = None

    @property
    def present(self) -> tuple[int, ...]:
        """Players who have not left, in seat order."""
        return tuple([index for index, player in enumerate(self.players) if not player.left])

    @property
    def rolls_left(self) -> int:
        """Throws that may still be made before a cell is filled; 1 while a start throw is awaited."""
        if self.phase == "turn":
            return ROLLS_A_TURN - self.throws
        return 1 if self.phase == "start_throw" else 0

    @property
    def in_first_round(self) -> bool:
        """Nobody has begun a second turn of the first game."""
        if self.finished or self.phase not in ("start_throw", "turn"):
            return False
        return self.player is None or self.sheets[self.player].filled == 0

    @property
    def last_start_throw(self) -> StartThrow | None:
        """The start throw that still lies: nothing was thrown since."""
        if self.phase == "start_throw" or (self.phase == "turn" and not self.turns and not self.throws):
            return next((throw for throws in reversed(self.start) for throw in reversed(throws)), None)
        return None


def first_game(setup: MatchSetup, book: Book) -> State:
    """The state before the first throw of a match."""
    players = tuple(Player(name) for name in setup.players)
    state = _new_sheets(State(book, players))
    if setup.start == "first":
        return _begin(state, 0)
    return _start_throws(state, state.present)


def next_game(setup: MatchSetup, state: State) -> State:
    """The state before the next game's first throw: the next seat begins, or the last game's last place."""
    present = state.present
    assert state.beginner is not None
    following = _from_seat(present, state.beginner + 1)[0]
    fresh = _new_sheets(State(state.book, state.players, finished=(*state.finished, state.sheets)))
    if setup.start != "loser":
        return _begin(fresh, following)
    totals = {player: state.sheets[player].totals().total for player in present}
    return _start_throws(fresh, tuple(player for player in present if totals[player] == min(totals.values())))


def throw(state: State, values: tuple[int, ...], places: tuple[Place | None, ...]) -> State:
    """A start throw, or the dice not held take the free slots from left to right, in the order given."""
    if state.phase == "start_throw":
        assert state.player is not None
        lies = StartThrow(state.player, values, places)
        return _settle_start(
            state._replace(start=(*state.start[:-1], (*state.start[-1], lies)), pending=state.pending[1:])
        )
    if not state.held:
        return state._replace(throws=state.throws + 1, dice=values, places=places)
    new_dice, new_places = iter(values), iter(places)
    held = [slot in state.held for slot in SLOTS]
    return state._replace(
        throws=state.throws + 1,
        dice=tuple([old if stays else next(new_dice) for stays, old in zip(held, state.dice, strict=True)]),
        places=tuple([old if stays else next(new_places) for stays, old in zip(held, state.places, strict=True)]),
        held=frozenset(),
    )


def correct(state: State, slot: int, value: int) -> State:
    """The die in that slot shows `value`; a corrected start throw may change who begins or who throws again."""
    lies = state.last_start_throw
    if lies is None:
        return state._replace(dice=_with(state.dice, slot - 1, value))
    rounds = state.start if state.start[-1] else state.start[:-1]
    mended = StartThrow(lies.player, _with(lies.values, slot - 1, value), lies.places)
    start = (*rounds[:-1], (*rounds[-1][:-1], mended))
    mid_round = state.beginner is None and rounds is state.start
    return _settle_start(state._replace(start=start, pending=state.pending if mid_round else ()))


def fill(state: State, cell: str) -> State:
    """The player's dice go into the cell and the next one has the turn."""
    assert state.player is not None
    sheet = state.sheets[state.player].fill(cell, state.dice)
    return _pass_on(state._replace(sheets=_with(state.sheets, state.player, sheet), turns=state.turns + 1))


def join(state: State, name: str) -> State:
    """A player more, as the last seat and the last of the round; throws for the start in its first round only."""
    index = len(state.players)
    state = state._replace(players=(*state.players, Player(name)), sheets=(*state.sheets, Sheet.empty(state.book)))
    if state.phase == "turn":
        return state._replace(order=(*state.order, index))
    return state._replace(pending=(*state.pending, index)) if len(state.start) == 1 else state


def leave(state: State, player: int) -> State:
    """The player's sheet is closed; whoever is next goes on, and the match is over when nobody is left."""
    gone = Player(state.players[player].name, left=True)
    state = state._replace(players=_with(state.players, player, gone))
    if not state.present:
        return _at_rest(state, "over")
    if state.phase == "start_throw":
        return _settle_start(state)
    if state.phase == "turn" and state.player == player:
        return _pass_on(state)
    return state


def end_phase(setup: MatchSetup, state: State) -> State:
    """A finished game that is not the last of the series leads to the ranking between games."""
    if state.phase == "over" and state.present and len(state.finished) + 1 < setup.games:
        return state._replace(phase="between_games")
    return state


def _new_sheets(state: State) -> State:
    return state._replace(sheets=tuple(Sheet.empty(state.book) for _ in state.players))


def _start_throws(state: State, players: tuple[int, ...]) -> State:
    return _settle_start(state._replace(phase="start_throw", start=((),), pending=players))


def _settle_start(state: State) -> State:
    """Who throws next for the start, or who begins. Those who left don't count."""
    present = state.present
    thrown = [throw for throw in state.start[-1] if throw.player in present]
    pending = tuple([player for player in state.pending if player in present])
    contenders = [*(throw.player for throw in thrown), *pending]
    if not contenders:
        pending = present
        contenders = [*present]
    if len(contenders) == 1:
        return _begin(state, contenders[0])
    if not pending:
        best = max(throw.sum for throw in thrown)
        pending = tuple(sorted(throw.player for throw in thrown if throw.sum == best))
        if len(pending) == 1:
            return _begin(state, pending[0])
        state = state._replace(start=(*state.start, ()))
    return _at_rest(state, "start_throw")._replace(player=pending[0], pending=pending, beginner=None, order=())


def _begin(state: State, player: int) -> State:
    order = _from_seat(state.present, player)
    return _at_rest(state, "turn")._replace(player=player, beginner=player, order=order, pending=())


def _from_seat(players: Sequence[int], seat: int) -> tuple[int, ...]:
    return tuple(sorted(players, key=lambda player: (player < seat, player)))


def _pass_on(state: State) -> State:
    assert state.player is not None
    after = state.order.index(state.player) + 1
    for player in (*state.order[after:], *state.order[:after]):
        if not state.players[player].left and not state.sheets[player].is_full:
            return _at_rest(state, "turn")._replace(player=player)
    return _at_rest(state, "over")


def _at_rest(state: State, phase: Phase) -> State:
    """No dice lie and nobody is on."""
    return state._replace(phase=phase, player=None, throws=0, dice=(), held=frozenset(), places=())


def _with(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])
