"""What the table advises in a turn: by the exact adviser once its table is there, by the rule of thumb until then."""

from __future__ import annotations

from display.views import Text, msg
from game import Match, Offer
from game.advice import Advice, HoldAdvice, advise, by_thumb
from table import suggest
from table.hint import hint_line
from table.strategies import Adviser


class Hints:
    """Hints for one match's book. Everything here takes a few milliseconds at most, once for each throw."""

    def __init__(self, adviser: Adviser | None, match: Match) -> None:
        self._adviser = adviser
        self._latest: tuple[Match, Advice | None] | None = None
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
        left, slots = list(keep), []
        for slot in (*sorted(turn.held), *(slot for slot in range(1, 6) if slot not in turn.held)):
            if dice[slot - 1] in left:
                left.remove(dice[slot - 1])
                slots.append(slot)
        return frozenset(slots)

    def line(self, match: Match) -> Text | None:
        """The hint in one sentence; while the adviser can't answer yet, how far it is or that it is off."""
        if match.turn is None or not match.turn.throws:
            return None
        advice = self._advice(match)
        if advice is not None:
            return hint_line(advice, match.book)
        if self._adviser is None:
            return None
        state = self._adviser.state(match.book)
        return msg("advice.off") if state.reason else msg("advice.loading", percent=round(100 * state.part))

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
