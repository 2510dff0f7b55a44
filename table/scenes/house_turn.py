"""A turn that the table plays itself: a guest throws, the table holds and fills after a short pause, so that all can follow.

It makes the same moves as a guest's buttons, through the same journal. After an undo it waits: whoever took something
back wants to set it right, and one OK lets it go on. That follows from the match alone, so a restart changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.views import Text, msg
from game import Cell, Hold, Match, Strength
from table.hints import slots_of
from table.house import Decision, House

if TYPE_CHECKING:
    from table.scenes.play import PlayScene

#: How long guests see what the table is about to do before it does it.
PAUSE_S = 1.2


class HouseTurn:
    """The table's hand in a match; idle while a guest is on."""

    def __init__(self, play: PlayScene) -> None:
        self._play = play
        self.house = House(play.desk.adviser, play.match.book)
        self._since: tuple[Match, str | None, float] | None = None
        self._told: Match | None = None

    @property
    def strength(self) -> Strength | None:
        """How well it plays the turn that is on; None if a guest does."""
        match = self._play.match
        return match.setup.strength_of(match.player) if match.phase == "turn" and match.player is not None else None

    @property
    def is_on(self) -> bool:
        """It is the table's own turn."""
        return self.strength is not None

    @property
    def has_dice(self) -> bool:
        """Its dice lie and are not just being set by hand: it decides, not the guests."""
        return self.is_on and bool(self._play.thrown) and not self._play.entering

    @property
    def waits(self) -> bool:
        """Something was taken back and nothing has been done since: it waits until a guest lets it go on."""
        match = self._play.match
        return self.has_dice and match.can_redo and self._told is not match

    def go_on(self) -> None:
        """A guest lets it go on after an undo."""
        self._told = self._play.match

    @property
    def decision(self) -> Decision | None:
        """What it is about to do; None while it waits or thinks."""
        strength = self.strength
        if strength is None or not self.has_dice or self.waits:
            return None
        return self.house.decision(self._play.match, strength)

    @property
    def slots(self) -> frozenset[int]:
        """The slots it keeps for another throw."""
        decision, turn = self.decision, self._play.match.turn
        if decision is None or turn is None or isinstance(decision.action, str):
            return frozenset()
        return slots_of(turn, decision.action)

    def on_tick(self, now: float) -> None:
        """Hold or fill once the pause is over; a cell is shown as chosen for a pause before it is filled."""
        decision, play, turn = self.decision, self._play, self._play.match.turn
        if decision is None or turn is None:
            self._since = None
            return
        if self._since is None or self._since[0] is not play.match or self._since[1] != play.chosen:
            self._since = (play.match, play.chosen, now)
        if now - self._since[2] < PAUSE_S:
            return
        self._since = None
        if not isinstance(decision.action, str):
            slots = self.slots
            if slots != turn.held and play.push(Hold(tuple(sorted(slots)))):
                play.desk.sound("hold" if slots else "release")
        elif play.chosen != decision.action:
            play.chosen = decision.action
        else:
            play.sure_of_zero = play.chosen
            play.fill()

    def words(self) -> tuple[Text, tuple[Text, ...]]:
        """Headline and lines for its dice, short enough that the reason fits on a small screen too."""
        match = self._play.match
        if self.waits:
            return msg("house.waits"), (msg("house.waits.how"),)
        decision = self.decision
        if decision is None:
            waiting = self.house.waiting if self.strength == "exact" else None
            return msg("house.thinks"), (waiting,) if waiting is not None else ()
        if isinstance(decision.action, str):
            offer = next(offer for offer in match.offers if offer.text == decision.action)
            field = msg(f"field.{offer.cell.field}.short")
            if match.book.columns > 1:
                field = msg("advice.column", field=field, column=Cell.parse(offer.text, match.book).column)
            if offer.points + offer.extra == 0:
                return msg("house.strikes", field=field), (decision.why,)
            return msg("house.enters", field=field, points=offer.points), (decision.why,)
        if not decision.action:
            return msg("house.throws_all"), (decision.why,)
        dice = " ".join(str(match.turn.dice[slot - 1]) for slot in sorted(self.slots)) if match.turn else ""
        return msg("house.keeps", dice=dice), (decision.why,)
