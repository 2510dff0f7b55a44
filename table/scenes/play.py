"""The game itself: who throws, what lies, what is held, what is entered. Start throws and turns alike."""

from __future__ import annotations

from display.views import Tray, View, msg
from game import Cell, Fill, Hold, Join, Leave, Match, Offer, Redo, Undo
from table import records, suggest
from table.desk import Desk
from table.errors import JournalRefused
from table.hints import Hints
from table.open_game import OpenGame
from table.scenes import play_buttons, play_screen
from table.scenes.house_turn import HouseTurn
from table.scenes.play_tray import DiceInTray
from table.scenes.scene import Allowed

#: The glass that says whose turn it is comes after the pencil.
CALL_AFTER_S = 0.5
#: So long after a choice opened by itself (s), it still moves to the best cell if that takes a moment to work out.
MOVES_FOR_S = 1.0


class PlayScene(DiceInTray):
    """Plays one open game from its first start throw to the ranking.

    resumed: the game was going on before a restart or a pause, so what lies in the tray is first compared with the book.
    """

    def __init__(self, desk: Desk, game: OpenGame[Match], *, resumed: bool = False) -> None:
        super().__init__(desk, game)
        self.chosen: str | None = None
        self.sure_of_zero: str | None = None
        self._opened: tuple[str, float] | None = None
        self.hints = Hints(desk.adviser, game.match)
        self.hinted = False
        self.shows_chance = False
        self._call_at: float | None = None
        self.house = HouseTurn(self)
        #: The record that this game is up against.
        self.to_beat = records.to_beat(desk.journal, game.match.setup, game.number)
        self._begin_state(resumed=resumed)

    # What is true now -----------------------------------------------------------------------------------------------

    @property
    def best(self) -> Offer | None:
        """The offer that is put first."""
        return self.hints.best_offer(self.match)

    @property
    def shows_hint(self) -> bool:
        """A hint is on the screen: asked for, or the guest plays alone."""
        return bool(self.thrown) and not self.house.is_on and self.hinted != (len(self.match.players) == 1)

    # Moves ------------------------------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Take back the last move that is no hold; what lies now does not count again by itself."""
        if self.match.can_undo and self.push(Undo()):
            self.desk.sound("undo")
            self._begin_state()

    def redo(self) -> None:
        """Bring back what was undone."""
        if self.match.can_redo and self.push(Redo()):
            self._begin_state()

    def hold(self, slot: int) -> None:
        """Hold or release a slot."""
        turn = self.match.turn
        if turn is None:
            return
        held = turn.held or self.staying
        self.staying = frozenset()
        self.sure_of_zero = None
        self.desk.sound("release" if slot in held else "hold")
        self.push(Hold(tuple(held ^ {slot})))

    def choose(self, step: int) -> None:
        """Open the choice of a cell at the best one, or go up or down in the chosen column."""
        offers = self.match.offers
        self.sure_of_zero = None
        if self.chosen is None:
            best = self.best
            self.chosen = best.text if best else None
            self._opened = (best.text, self.desk.clock()) if best else None
            return
        column = Cell.parse(self.chosen, self.match.book).column
        texts = [offer.text for offer in offers if offer.cell.column == column]
        self.chosen = texts[(texts.index(self.chosen) + step) % len(texts)]

    def choose_column(self, column: int) -> None:
        """Go to another column, to the same field if it is on offer there, else to the column's best offer."""
        book = self.match.book
        offers = [offer for offer in self.match.offers if offer.cell.column == column]
        wanted = Cell.parse(self.chosen, book).field if self.chosen else None
        same = next((offer for offer in offers if offer.cell.field == wanted), None)
        best = same or suggest.best(book, offers)
        if best is not None:
            self.chosen = best.text
        self.sure_of_zero = None

    def toggle_hint(self) -> None:
        """Show the hint for this throw, or take it away; who plays alone keeps it until it is switched off."""
        self.hinted = not self.hinted

    def leave_choosing(self) -> None:
        self.chosen = None
        self.sure_of_zero = None

    def fill(self) -> None:
        """Enter the dice in the chosen cell; a 0 where another cell would give points wants a second OK."""
        offer = next((offer for offer in self.match.offers if offer.text == self.chosen), None)
        if offer is None:
            return
        better = any(other.points + other.extra for other in self.match.offers)
        if offer.points + offer.extra == 0 and better and self.sure_of_zero != offer.text:
            self.sure_of_zero = offer.text
            self.desk.sound("doubt")
            return
        player, dice = self.match.player, tuple(value or 0 for value in self.match.turn.dice) if self.match.turn else ()
        before = self.match.sheets[player].totals().upper_bonus if player is not None else 0
        if self.push(Fill(offer.text)):
            self.desk.sound("strike" if offer.points == 0 else "enter")
            self._begin_state()
            if self.match.phase == "turn" and self.match.player != player:
                self._call_at = self.desk.clock() + CALL_AFTER_S
            if player is not None:
                self._celebrate(player, offer, dice, before)

    def _celebrate(self, player: int, offer: Offer, dice: tuple[int, ...], bonus_before: int) -> None:
        """Five of a kind or the bonus is worth a moment; the ranking celebrates by itself."""
        from table.scenes import celebration

        if self.desk.scene is not self:
            return
        name = self.match.players[player].name
        totals = self.match.sheets[player].totals()
        bonus = totals.upper_bonus - bonus_before
        if (offer.cell.field == self.match.book.kniffel and offer.points) or offer.extra:
            view = celebration.kniffel(name, dice, offer.points + offer.extra)
        elif bonus:
            upper = totals.columns[offer.cell.column - 1].upper
            view = celebration.bonus(name, bonus, upper, self.match.book.bonus_at)
        else:
            return
        self.desk.sound(view.kind)
        self.desk.open(celebration.CelebrationScene(self.desk, self, view))

    def join(self, name: str) -> None:
        """Somebody sits down in the first round."""
        if self.push(Join(name)):
            self._begin_state()

    def leave(self, move: Leave) -> None:
        """Somebody goes home."""
        if self.push(move):
            self._begin_state()

    def foul(self, player: int) -> None:
        """Dice know no fouls."""
        self.desk.say(msg("notice.not_now"))

    def corrected(self, slot: int) -> None:
        """A slot's value was set right: offers change, and what lies there is not a turned die."""
        super().corrected(slot)
        self._open_choice()

    def enter_next_throw(self) -> None:
        """Without a camera: go on to setting the next throw's values; all start at 1."""
        self.chosen = None
        super().enter_next_throw()

    def on_tick(self, now: float) -> None:
        self.house.on_tick(now)
        if self._call_at is not None and now >= self._call_at:
            self._call_at = None
            self.desk.sound("turn")
        self._follow_the_best(now)

    def _follow_the_best(self, now: float) -> None:
        """A choice that has just opened, and that nobody has moved since, goes to the best cell once that is known."""
        if self._opened is None:
            return
        text, at = self._opened
        if self.chosen != text or now - at > MOVES_FOR_S:
            self._opened = None
            return
        best = self.best
        if best is not None and best.text != text:
            self.chosen, self._opened = best.text, None

    def _begin_state(self, *, resumed: bool = False) -> None:
        super()._begin_state(resumed=resumed)
        self._forget_hint()
        self._open_choice()

    def _after_throw(self) -> None:
        super()._after_throw()
        self._forget_hint()
        self._open_choice()

    def _forget_hint(self) -> None:
        """A hint asked for lasts one throw; who plays alone keeps it."""
        if len(self.match.players) > 1:
            self.hinted = False

    def _open_choice(self) -> None:
        """Nothing is chosen; after a guest's third throw the choice opens by itself. Or it is all over."""
        self.chosen = None
        self.sure_of_zero = None
        if self.match.rolls_left == 0 and self.match.phase == "turn" and not self.house.is_on:
            self.choose(0)
        self._leave_if_over()

    def _leave_if_over(self) -> None:
        from table.scenes import celebration
        from table.scenes.ranking import BetweenGamesScene, RankingScene

        if self.match.phase == "over":
            guests = [row for row in self.match.standing() if self.match.setup.strength_of(row.player) is None]
            is_single = bool(guests) and self.match.setup.games == 1
            is_record = is_single and self.to_beat is not None and guests[0].total > self.to_beat.total
            best = self.to_beat
            try:
                self.game.finish()
            except JournalRefused:
                self.desk.say(msg("fault.journal.refused"))
            ranking = RankingScene(self.desk, self.game)
            self.desk.go(ranking)
            if is_record:
                view = celebration.record(self.match.players[guests[0].player].name, guests[0].total, best)
                self.desk.sound("kniffel")
                self.desk.open(celebration.CelebrationScene(self.desk, ranking, view))
        elif self.match.phase == "between_games":
            self.desk.go(BetweenGamesScene(self.desk, self.game))

    # Buttons and screen -----------------------------------------------------------------------------------------------

    def allowed(self) -> Allowed:
        return play_buttons.allowed(self)

    def view(self) -> View:
        return play_screen.view(self)

    def tray_view(self) -> Tray:
        """The dice by slot, or the word that asks for a throw."""
        return play_screen.tray_view(self)

    def correct(self, slot: int) -> None:
        """Open the correction of a slot."""
        from table.scenes.correct import CorrectScene

        self.desk.open(CorrectScene(self.desk, self, slot))

    def open_menu(self) -> None:
        """Open the table menu."""
        from table.scenes.menu import TableMenuScene

        self.desk.open(TableMenuScene(self.desk, self))
