"""A game that plays itself on the idle screen: a real match with invented throws, no camera and no journal."""

from __future__ import annotations

import random

from display.views import DiceTray, PromptTray, SlotDie, Text, Tray, TurnView, msg
from game import Cell, Fill, Hold, Match, MatchSetup, Throw
from table.block import field_name, sheet_view, tabs
from table.guests import cell_to_fill, slots_to_keep

#: How far the game has come when it is first seen: an empty block says little.
ROUNDS_BEFORE = 7
NAMES = ("Anna", "Resi", "Kuno")


class SelfPlay:
    """Goes on by one small step at each `beat`; `turn_ended` says that the last one entered a field."""

    def __init__(self, seed: int) -> None:
        self._luck = random.Random(seed)
        self._begin()

    def _begin(self) -> None:
        setup = MatchSetup("kniffel", {"preset": "wirtshaus"}, NAMES, start="first")
        self.match = Match.new(setup)
        self._chosen: str | None = None
        self.turn_ended = False
        while self.match.round <= ROUNDS_BEFORE:
            self.beat()

    def beat(self) -> None:
        """The next thing a guest would do: throw, leave dice lying, choose a field, enter it."""
        self.turn_ended = False
        match = self.match
        if match.phase != "turn" or match.turn is None:
            self._begin()
            return
        if self._chosen is not None:
            self.match = match.push(Fill(self._chosen))
            self._chosen, self.turn_ended = None, True
            return
        keep = slots_to_keep(match) if match.turn.throws else frozenset()
        if match.turn.throws and (match.rolls_left == 0 or len(keep) == 5):
            self._chosen = cell_to_fill(match)
        elif match.turn.throws and keep != match.turn.held:
            self.match = match.push(Hold(tuple(sorted(keep))))
        else:
            count = 5 - len(match.turn.held) if match.turn.throws else 5
            self.match = match.push(Throw(tuple(self._luck.randint(1, 6) for _ in range(count))))

    def view(self) -> TurnView:
        """The game as guests would see it, named as a show."""
        match = self.match
        player = match.player or 0
        name = match.players[player].name
        throws = match.turn.throws if match.turn else 0
        offers = match.offers if throws else ()
        best = cell_to_fill(match) if throws else None
        return TurnView(
            self._headline(name, throws),
            tabs(match),
            self._tray(throws),
            sheet_view(match, player, offers=offers, best=best, chosen=self._chosen),
            roll=throws,
            lines=(msg("demo.start"),),
            roll_text=msg("demo.title"),
        )

    def _headline(self, name: str, throws: int) -> Text:
        match = self.match
        if not throws:
            return msg("turn.whose", name=name)
        if self._chosen is not None:
            cell = Cell.parse(self._chosen, match.book)
            points = next(offer.points for offer in match.offers if offer.text == self._chosen)
            key = "turn.enter" if points else "turn.strike"
            return msg(key, field=field_name(match.book, cell.field), points=points)
        return msg("demo.keeps", name=name) if match.turn and match.turn.held else msg("demo.threw", name=name)

    def _tray(self, throws: int) -> Tray:
        turn = self.match.turn
        if turn is None or not throws:
            return PromptTray(msg("tray.throw"))
        dice = tuple(SlotDie(value, held=slot in turn.held) for slot, value in enumerate(turn.dice, 1))
        return DiceTray(dice, may_hold=self.match.rolls_left > 0)
