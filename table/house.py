"""How the table plays a seat itself ("Haus"): what it does with the dice that lie, and why, in one line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from display.views import Message, Text, msg
from game import Book, Match, Sheet, Strength
from game.advice import Action, HoldAdvice, Worth, advise, by_thumb, by_turn
from table.hint import hint_line
from table.hints import waiting_line
from table.strategies import Adviser, Thinker


@dataclass(frozen=True)
class Decision:
    """action: dice to keep for another throw (none: all are thrown again), or the cell to fill; why: one line."""

    action: Action
    why: Message


class House:
    """Decides for the seats of one match. By rule of thumb it answers at once, else beside the loop."""

    def __init__(self, adviser: Adviser | None, book: Book) -> None:
        self._adviser = adviser
        self._book = book
        self._thinker: Thinker[Decision] = Thinker("house")
        self._latest: tuple[object, Decision] | None = None

    def decision(self, match: Match, strength: Strength) -> Decision | None:
        """What to do with the dice that lie; None while it is being worked out. Returns at once."""
        turn = match.turn
        if turn is None or not turn.throws or match.player is None:
            return None
        sheet, dice, left = match.sheets[match.player], tuple(value or 0 for value in turn.dice), match.rolls_left
        question = (sheet, dice, left, strength)
        if self._latest is None or self._latest[0] != question:
            found = self._ask(question, sheet, dice, left, strength)
            if found is None:
                return None
            self._latest = (question, found)
        return self._latest[1]

    @property
    def waiting(self) -> Text | None:
        """Why the exact house has no answer yet: how far its table is; None if it only thinks."""
        has_table = self._adviser is not None and self._adviser.state(self._book).worth is not None
        return None if has_table else waiting_line(self._adviser, self._book)

    def wait(self, seconds: float) -> None:
        """Wait for the answer, at most so long; for those who have nothing else to do."""
        self._thinker.wait(seconds)

    def _ask(
        self, question: object, sheet: Sheet, dice: Sequence[int], left: int, strength: Strength
    ) -> Decision | None:
        if strength == "thumb":
            return _thumb(sheet, dice, left)
        worth: Worth | None = None
        if strength == "exact":
            state = self._adviser.state(self._book) if self._adviser is not None else None
            if state is None or state.reason is not None:
                return Decision(_thumb(sheet, dice, left).action, msg("house.why.off"))
            if state.worth is None:
                return None
            worth = state.worth
        answer = self._thinker.ask(question, lambda: _think(worth, sheet, dice, left))
        return Decision(_thumb(sheet, dice, left).action, msg("house.why.off")) if answer.failed else answer.value


def _think(worth: Worth | None, sheet: Sheet, dice: Sequence[int], left: int) -> Decision:
    if worth is None:
        return Decision(by_turn(sheet, dice, left), msg("house.why.turn"))
    advice = advise(worth, sheet, dice, left)
    best = advice.best
    return Decision(best.keep if isinstance(best, HoldAdvice) else best.cell, hint_line(advice, sheet.book))


def _thumb(sheet: Sheet, dice: Sequence[int], left: int) -> Decision:
    action = by_thumb(sheet, dice, left)
    if isinstance(action, str):
        offer = next(offer for offer in sheet.offers(dice) if offer.text == action)
        pays = offer.points + offer.extra > 0
        return Decision(action, msg("house.why.thumb.enter") if pays else msg("house.why.thumb.strike"))
    if len(set(action)) > 1:
        return Decision(action, msg("house.why.thumb.run"))
    return Decision(action, msg("house.why.thumb.same") if len(action) > 1 else msg("house.why.thumb.high"))
