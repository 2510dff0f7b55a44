"""Münzknobeln: how likely each sum is by what everybody knows, and, for one player alone, with the coins in the own fist."""

from __future__ import annotations

from collections.abc import Sequence

from display.views import Icon, LabelStyle, TableView, Text, View, msg
from game import COINS_EACH, CoinMatch
from game.advice import Duel, Odds, duel, sum_odds
from hardware import HOLDS, Button
from table.desk import Desk
from table.scenes.paging import PagedScene
from table.scenes.scene import Allowed, Meaning, Scene
from table.strategies import Thinker
from vision import Frame, TrayEvent

ROWS_A_PAGE = 8
#: What a single player may see is covered again after so long (s), or at the next press.
OWN_FOR_S = 8.0
OWN_ROWS = 3


class OddsScene(PagedScene):
    """Opened from the table menu while the sum is open. Fists count as even: every number of coins is as likely."""

    def __init__(self, desk: Desk, under: Scene, match: CoinMatch) -> None:
        super().__init__(desk)
        self._under = under
        self._match = match
        self._own: int | None = None
        self._cover_at = 0.0
        self._duel: Thinker[Duel] = Thinker("duel")

    def on_tray(self, event: TrayEvent, frame: Frame | None) -> None:
        self._under.on_tray(event, frame)

    def on_tick(self, now: float) -> None:
        if now >= self._cover_at:
            self._own = None

    @property
    def _said(self) -> dict[int, str]:
        """Number -> who has named it, as far as all have heard it."""
        state = self._match.state
        if state.rules.covered:
            return {}
        return {one.number: self._match.players[one.player].name for one in state.said}

    def _odds(self, own: int | None) -> Odds:
        state = self._match.state
        repeats = state.rules.repeats or state.rules.covered
        return sum_odds(
            len(state.present), no_zero=state.rules.no_zero, own=own, named=tuple(self._said), repeats=repeats
        )

    # Buttons --------------------------------------------------------------------------------------------------------

    def allowed(self) -> Allowed:
        allowed: dict[Button, Meaning] = {}
        sizes = range(self._match.rules.fewest, COINS_EACH + 1)
        for button, coins in zip(HOLDS, sizes, strict=False):
            allowed[button] = Meaning(msg("label.coins", count=coins), lambda coins=coins: self._look(coins))  # type: ignore[misc]
        if self._own is not None:
            allowed[Button.BACK] = Meaning(msg("label.cover"), self._cover, style=LabelStyle.EXPECTED, icon=Icon.BACK)
            return allowed
        allowed |= self.turning()
        allowed[Button.BACK] = Meaning(
            msg("label.close"), lambda: self.desk.close(self), style=LabelStyle.EXPECTED, icon=Icon.BACK
        )
        return allowed

    def _look(self, coins: int) -> None:
        self._own = coins
        self._cover_at = self.desk.clock() + OWN_FOR_S

    def _cover(self) -> None:
        self._own = None

    @property
    def pages(self) -> int:
        return -(-len(self._match.state.range) // ROWS_A_PAGE)

    # The screen -----------------------------------------------------------------------------------------------------

    def view(self) -> View:
        heads: tuple[Text, ...] = (msg("odds.sum"), msg("odds.chance"), msg("odds.who"))
        if self._own is not None:
            odds = self._odds(self._own)
            best = odds.best
            title = msg("odds.own", number=best) if best is not None else msg("odds.own.none")
            free = odds.free[:OWN_ROWS]
            rows = tuple(self._row(odds, number) for number in free)
            how = (msg("odds.own.how"),)
            return TableView(title, heads, rows, how, 0 if rows else None, shares=_shares(odds, free))
        odds = self._odds(None)
        taken = [number for number in odds.chances if number not in odds.free]
        numbers = [*odds.free, *taken]
        first = self.page * ROWS_A_PAGE
        shown = numbers[first : first + ROWS_A_PAGE]
        rows = tuple(self._row(odds, number) for number in shown)
        return TableView(
            msg("odds.title"),
            heads,
            rows,
            (msg("odds.alone"), *self._duel_line()),
            0 if odds.free and not self.page else None,
            self.page,
            self.pages,
            _shares(odds, shown),
        )

    def _row(self, odds: Odds, number: int) -> tuple[Text, ...]:
        who = self._said.get(number)
        return (str(number), msg("odds.percent", percent=round(100 * float(odds.chances[number]), 1)), who or "")

    def _duel_line(self) -> tuple[Text, ...]:
        """With two left under the plain rules: what it is worth to name first if both play as well as can be."""
        state = self._match.state
        if len(state.present) != 2 or state.rules.covered or state.rules.repeats:
            return ()
        no_zero = state.rules.no_zero
        answer = self._duel.ask(("duel", no_zero), lambda: duel(no_zero=no_zero))
        if answer.value is None:
            return ()
        return (msg("odds.duel", percent=round(100 * answer.value.first_wins)),)


def _shares(odds: Odds, numbers: Sequence[int]) -> tuple[float, ...]:
    """How likely each of the sums is, for the bars."""
    return tuple(float(odds.chances[number]) for number in numbers)
