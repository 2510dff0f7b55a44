"""What the table knows about a turn and the chances to win: by the adviser once its table is there, by the rule of thumb
until then. What takes longer than a few milliseconds is worked out beside the loop."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from display.views import Text, WinChance, msg
from game import Book, Match, Offer, Sheet, Turn
from game.advice import Advice, HoldAdvice, Spread, Worth, advise, by_thumb, spread_of, win_chance
from table import suggest
from table.hint import hint_line
from table.strategies import Adviser, Thinker


class Hints:
    """Hints for one match's book. Everything here returns at once."""

    def __init__(self, adviser: Adviser | None, match: Match) -> None:
        self._adviser = adviser
        self._latest: tuple[Match, Advice | None] | None = None
        self._advising: Thinker[Advice] = Thinker("hint")
        self._weighing: Thinker[WinChance] = Thinker("chances")
        self._chance: WinChance | None = None
        self._spreads = _Spreads()
        if adviser is not None:
            adviser.want(match.book)

    def wait(self, seconds: float) -> None:
        """Wait until what was asked last is worked out, at most so long each; for those who have nothing else to do."""
        self._advising.wait(seconds)
        self._weighing.wait(seconds)

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
        if advice is not None:
            return hint_line(advice, match.book)
        if self._adviser is not None and self._adviser.state(match.book).worth is not None:
            return msg("luck.working")
        return waiting_line(self._adviser, match.book)

    @property
    def knows_chances(self) -> bool:
        """Whether chances to win can be had at all, now or once the adviser is ready."""
        return self._adviser is not None

    def chance(self, match: Match) -> WinChance | Text | None:
        """The chances of two players to win, those before while new ones are worked out, or why they aren't there yet.

        None if it isn't a match of two. In a series: to win the series.
        """
        if not is_duel(match) or match.phase != "turn" or self._adviser is None:
            return None
        worth = self._adviser.state(match.book).worth
        if worth is None:
            return waiting_line(self._adviser, match.book)
        turn = match.turn
        dice = tuple(value or 0 for value in turn.dice) if turn is not None and turn.throws else ()
        question = (match.sheets, match.player, match.game_number, dice, match.rolls_left)
        answer = self._weighing.ask(question, lambda: _win_chance(worth, match, dice, self._spreads))
        if answer.failed:
            return msg("advice.off")
        self._chance = answer.value or self._chance
        return self._chance or msg("luck.working")

    def _advice(self, match: Match) -> Advice | None:
        if self._latest is None or self._latest[0] is not match or self._latest[1] is None:
            self._latest = (match, self._ask(match))
        return self._latest[1]

    def _ask(self, match: Match) -> Advice | None:
        worth = self._adviser.state(match.book).worth if self._adviser is not None else None
        turn = match.turn
        if worth is None or turn is None or not turn.throws or match.phase != "turn" or match.player is None:
            return None
        sheet, dice, left = match.sheets[match.player], tuple(value or 0 for value in turn.dice), match.rolls_left
        if worth.exact:
            return advise(worth, sheet, dice, left)
        # An estimate weighs all columns and takes ten times as long.
        return self._advising.ask((sheet, dice, left), lambda: advise(worth, sheet, dice, left)).value


class _Spreads:
    """How totals are spread, for the last few sheets: after a throw only one of the two players' is new."""

    KEPT = 6

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Sheet, tuple[int, ...], int], Spread] = OrderedDict()
        self._one_at_a_time = Lock()

    def of(self, worth: Worth, sheet: Sheet, dice: tuple[int, ...] = (), rolls_left: int = 0) -> Spread:
        """The spread of a sheet's total."""
        key = (sheet, dice, rolls_left)
        with self._one_at_a_time:
            found = self._kept.pop(key, None) or spread_of(worth, sheet, dice, rolls_left)
            self._kept[key] = found
            if len(self._kept) > self.KEPT:
                self._kept.popitem(last=False)
        return found


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
    """Two players, both still there: the only match whose chances can be told."""
    return len(match.players) == 2 and not any(player.left for player in match.players)


def _win_chance(worth: Worth, match: Match, dice: tuple[int, ...], spreads: _Spreads) -> WinChance:
    """dice: that lie in the turn under way."""
    me = match.player or 0
    mine = spreads.of(worth, match.sheets[me], dice, match.rolls_left if dice else 0)
    other = spreads.of(worth, match.sheets[1 - me])
    for _ in range(match.setup.games - match.game_number):
        one_more = spreads.of(worth, Sheet.empty(match.book))
        mine, other = mine.and_then(one_more), other.and_then(one_more)
    ahead = [sum(sheets[player].totals().total for sheets in match.finished_games) for player in (me, 1 - me)]
    chance = win_chance(mine, other, ahead[0] - ahead[1])
    shares = (chance, 1 - chance) if me == 0 else (1 - chance, chance)
    names = [player.name for player in match.players]
    return WinChance(tuple(zip(names, shares, strict=True)), estimated=True)
