"""What the table knows about a turn and the chances to win: by the exact adviser once its table is there, by the rule of thumb until then."""

from __future__ import annotations

from collections.abc import Sequence

from display.views import Text, WinChance, msg
from game import Book, Match, Offer, Turn
from game.advice import Advice, HoldAdvice, Worth, advise, by_thumb, win_chance
from table import suggest
from table.hint import hint_line
from table.strategies import Adviser


class Hints:
    """Hints for one match's book. Everything here takes a few milliseconds at most, once for each throw."""

    def __init__(self, adviser: Adviser | None, match: Match) -> None:
        self._adviser = adviser
        self._latest: tuple[Match, Advice | None] | None = None
        self._chance: tuple[Match, WinChance] | None = None
        if adviser is not None:
            adviser.want(match.book)

    def best_offer(self, match: Match) -> Offer | None:
        """The offer to put first."""
        advice = self._advice(match)
        if advice is None:
            return suggest.best(match.book, match.offers)
        return next(offer for offer in match.offers if offer.text == advice.cells[0].cell)

    def slots(self, match: Match) -> frozenset[int]:
        """The slots (1-based) of the dice to keep for another throw; none if a cell should be filled."""
        turn, advice = match.turn, self._advice(match)
        if turn is None or not turn.throws or not match.rolls_left or match.player is None:
            return frozenset()
        dice = [value or 0 for value in turn.dice]
        if advice is not None:
            keep = advice.best.keep if isinstance(advice.best, HoldAdvice) else ()
        else:
            action = by_thumb(match.sheets[match.player], dice, match.rolls_left)
            keep = () if isinstance(action, str) else action
        return slots_of(turn, keep)

    def line(self, match: Match) -> Text | None:
        """The hint in one sentence; while the adviser can't answer yet, how far it is or that it is off."""
        if match.turn is None or not match.turn.throws:
            return None
        advice = self._advice(match)
        return hint_line(advice, match.book) if advice is not None else waiting_line(self._adviser, match.book)

    @property
    def knows_chances(self) -> bool:
        """Whether chances to win can be had at all, now or once the adviser is ready."""
        return self._adviser is not None

    def chance(self, match: Match) -> WinChance | Text | None:
        """The estimated chances of two players to win, or why they aren't there yet; None if it isn't a match of two.

        In a series: to win the series.
        """
        if not is_duel(match) or match.phase != "turn" or self._adviser is None:
            return None
        worth = self._adviser.state(match.book).worth
        if worth is None:
            return waiting_line(self._adviser, match.book)
        if self._chance is None or self._chance[0] is not match:
            advice = self._advice(match)
            self._chance = (match, _win_chance(worth, match, advice.best.expectation if advice is not None else None))
        return self._chance[1]

    def _advice(self, match: Match) -> Advice | None:
        if self._latest is None or self._latest[0] is not match or self._latest[1] is None:
            self._latest = (match, self._ask(match))
        return self._latest[1]

    def _ask(self, match: Match) -> Advice | None:
        worth = self._adviser.state(match.book).worth if self._adviser is not None else None
        turn = match.turn
        if worth is None or turn is None or not turn.throws or match.phase != "turn" or match.player is None:
            return None
        return advise(worth, match.sheets[match.player], [value or 0 for value in turn.dice], match.rolls_left)


def slots_of(turn: Turn, keep: Sequence[int]) -> frozenset[int]:
    """The slots (1-based) of dice with these values, those that are held first."""
    left, slots = list(keep), []
    for slot in (*sorted(turn.held), *(slot for slot in range(1, 6) if slot not in turn.held)):
        value = turn.dice[slot - 1]
        if value in left:
            left.remove(value)
            slots.append(slot)
    return frozenset(slots)


def waiting_line(adviser: Adviser | None, book: Book) -> Text | None:
    """How far the adviser is with a book, or that it is off; None without one."""
    if adviser is None:
        return None
    state = adviser.state(book)
    return msg("advice.off") if state.reason else msg("advice.loading", percent=round(100 * state.part))


def is_duel(match: Match) -> bool:
    """Two players on one column each, both still there: the only match whose chances can be told."""
    return len(match.players) == 2 and not any(player.left for player in match.players) and match.book.columns == 1


def _win_chance(worth: Worth, match: Match, expected: float | None) -> WinChance:
    """expected: of the active player's total in this game, in the middle of a turn."""
    me = match.player or 0
    ahead = [sum(sheets[player].totals().total for sheets in match.finished_games) for player in (me, 1 - me)]
    mine = win_chance(
        worth,
        match.sheets[me],
        match.sheets[1 - me],
        my_total=expected,
        ahead=ahead[0] - ahead[1],
        games_to_come=match.setup.games - match.game_number,
    )
    shares = (mine, 1 - mine) if me == 0 else (1 - mine, mine)
    names = [player.name for player in match.players]
    return WinChance(tuple(zip(names, shares, strict=True)), estimated=True)
