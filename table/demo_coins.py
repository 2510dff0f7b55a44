"""Simulated guests at Münzknobeln: they hide coins, name numbers, and lay real-looking coins on the tray to be counted.

What their fists hold is theirs alone; the count that the game gets is the camera's. When the table is not sure they push
the coins apart, and at last lay them down anew; nobody counts by hand from the truth.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from game import COINS_EACH, CoinMatch, Reveal
from game.advice import sum_odds
from hardware import Button, ScriptPanel, SimulatedTray
from hardware.simulated_coins import COIN_KINDS
from table.loop import Table
from table.scenes.coins import CoinsScene

#: Pushed apart so often, coins are taken up and laid down anew.
PUSHES = 3

Report = Callable[[dict[str, Any]], None]


@dataclass
class Tally:
    """What a demo has seen so far; a count of coins is a throw."""

    throws: int = 0
    unsure: int = 0
    silent_misreads: int = 0


class CoinGuests:
    """All guests of a coin demo in one; a count is what a throw is with dice."""

    def __init__(
        self, table: Table, tray: SimulatedTray, panel: ScriptPanel, seed: int, tally: Tally, report: Report
    ) -> None:
        self._table = table
        self._tray = tray
        self._panel = panel
        self._seed = seed
        self._report = report
        self._pushed = 0
        self._laid: tuple[int, int] | None = None
        self._hidden: tuple[int, ...] = ()
        self._unsure = 0
        self._moves = len(self._match.moves) if self._match is not None else 0
        self.tally = tally

    @property
    def _match(self) -> CoinMatch | None:
        return self._table.match if isinstance(self._table.match, CoinMatch) else None

    def fists(self, match: CoinMatch) -> tuple[int, ...]:
        """Coins in every fist that is still in, by seat; the same ones if the demo is taken up again."""
        chance = random.Random(f"{self._seed}:{match.round_number}:{len(match.state.present)}")
        return tuple(chance.randint(match.rules.fewest, COINS_EACH) for _ in match.state.present)

    def play(self, scene: CoinsScene, now: float) -> bool:
        """Do the next thing; True if the tray was touched."""
        match = scene.match
        if match.phase in ("load", "show"):
            if self._tray.coins:
                self._tray.take_coins()
                return True
            self._panel.press(Button.OK, now)
        elif match.phase == "guess":
            self._guess(scene, match, now)
        elif match.phase == "reveal":
            return self._lay_and_accept(scene, match, now)
        return False

    def _guess(self, scene: CoinsScene, match: CoinMatch, now: float) -> None:
        fists, present = self.fists(match), match.state.present
        own = fists[present.index(match.player)] if match.player is not None else None
        if match.rules.with_distribution:
            wanted = (*self._split(match, own), 0)[scene.named]
        else:
            named = [said.number for said in match.state.said] if not match.rules.covered else []
            odds = sum_odds(
                len(present), no_zero=match.rules.no_zero, own=own, named=named, repeats=match.rules.repeats
            )
            wanted = odds.best if odds.best is not None else match.free_numbers[0]
        if scene.covered is not None:
            done = scene.covered.chosen is not None
            self._panel.press(Button.OK if done else scene.covered.toward(wanted) or Button.BACK, now)
        else:
            self._panel.press(Button.OK if scene.number == wanted else Button.DOWN, now)

    def _split(self, match: CoinMatch, own: int | None) -> tuple[int, ...]:
        """Who holds how many, as the guesser thinks: the own fist is known, and the sum must still be free."""
        chance = random.Random(f"{self._seed}:{match.round_number}:{match.player}")
        while True:
            split = tuple(
                own
                if seat == match.player and own is not None and chance.random() < 0.9
                else chance.randint(match.rules.fewest, COINS_EACH)
                for seat in match.state.present
            )
            if sum(split) in match.free_numbers:
                return split

    def _lay_and_accept(self, scene: CoinsScene, match: CoinMatch, now: float) -> bool:
        self._hidden = self.fists(match)
        one_by_one = match.rules.with_distribution
        fists = self._hidden[scene.counted_fists : scene.counted_fists + 1] if one_by_one else self._hidden
        turn = (match.round_number, scene.counted_fists)
        if self._laid != turn:
            if self._tray.coins:
                self._tray.take_coins()
                return True
            self._laid = turn
            self._pushed = 0
            for number, fist in enumerate(fists):
                self._tray.lay_coins(self._purse(scene.counted_fists + number)[:fist])
            return bool(sum(fists))
        # Whoever has laid coins down does not accept that none lie there.
        if scene.counted is not None and (scene.counted or not self._tray.coins):
            self._panel.press(Button.OK, now)
            return False
        if not self._tray.coins:
            return False
        self._pushed += 1
        if self._pushed > PUSHES:
            self._laid = None
        else:
            self._tray.push_coins()
        return True

    def _purse(self, number: int) -> list[str]:
        """Three coins of one guest, of the same kind or mixed."""
        chance = random.Random(f"{self._seed}:purse:{number}")
        kinds = sorted(COIN_KINDS)
        return [chance.choice(kinds)] * COINS_EACH if chance.random() < 0.5 else chance.sample(kinds, COINS_EACH)

    def notice_unsure(self) -> None:
        """The table was not sure of a count."""
        self._unsure += 1

    def compare(self) -> None:
        """After every step: was a count accepted, and is it what lay there?"""
        match = self._match
        if match is None or len(match.moves) == self._moves:
            return
        fresh, self._moves = match.moves[self._moves :], len(match.moves)
        for move in fresh:
            if isinstance(move, Reveal):
                self._was_counted(match, move)

    def _was_counted(self, match: CoinMatch, move: Reveal) -> None:
        laid = sum(self._hidden)
        self.tally.throws += 1
        if move.count != laid or (move.coins is not None and tuple(move.coins) != self._hidden):
            self.tally.silent_misreads += 1
        number = match.state.rounds[-1].number
        self._report({"event": "count", "round": number, "laid": laid, "read": move.count, "unsure": self._unsure})
        self._unsure = 0
