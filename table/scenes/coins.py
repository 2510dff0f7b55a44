"""Münzknobeln on the table: load, show, name a number in turn, count, and who is out; the last one pays."""

from __future__ import annotations

from display.views import (
    CoinNumber,
    CoinRow,
    CoinState,
    CoinsView,
    CountBoard,
    FistBoard,
    Icon,
    LabelStyle,
    NumberBoard,
    Text,
    View,
    msg,
)
from game import COINS_EACH, CoinMatch, Foul, Guess, IllegalMove, Leave, Load, Move, Redo, Reveal, Show, Undo
from hardware import Button
from table.desk import Desk, picture_of
from table.errors import JournalRefused
from table.open_game import OpenGame
from table.scenes.scene import Allowed, Meaning, Scene
from vision import Empty, Frame, Settled, TrayEvent


class CoinsScene(Scene):
    """Plays one open game of Münzknobeln. A number is chosen with the arrows, a count comes from the camera or the arrows."""

    def __init__(self, desk: Desk, game: OpenGame[CoinMatch], *, resumed: bool = False) -> None:
        super().__init__(desk)
        self.game = game
        desk.reads = "coins"
        self._result: Text | None = None
        self._begin_step()

    @property
    def match(self) -> CoinMatch:
        """The match as it stands."""
        match: CoinMatch = self.game.match
        return match

    def _begin_step(self) -> None:
        """Nothing is chosen and nothing counted yet."""
        state = self.match.state
        self._split: list[int] = []
        self._coins: list[int] = []
        self._by_hand = False
        if state.phase == "guess" and not state.rules.with_distribution:
            free = self.match.free_numbers
            self._number = min(free, key=lambda number: abs(number - state.range[len(state.range) // 2]))
        else:
            self._number = state.rules.fewest
        self._counted: int | None = None
        if self.match.phase == "over":
            self.desk.go(CoinsOverScene(self.desk, self.game))

    # Moves ----------------------------------------------------------------------------------------------------------

    def push(self, *moves: Move) -> bool:
        """Make moves; say so in one line if the journal does not take them or the rules refuse."""
        try:
            self.game.push(*moves)
        except JournalRefused:
            self.desk.say(msg("fault.journal.refused"))
            return False
        except IllegalMove as error:
            recount = error.reason == "count_impossible"
            self.desk.say(msg("coins.recount") if recount else msg("notice.not_now"))
            return False
        return True

    def undo(self) -> None:
        """Take back the last step."""
        if self.match.can_undo and self.push(Undo()):
            self._result = None
            self._begin_step()

    def redo(self) -> None:
        """Bring back what was undone."""
        if self.match.can_redo and self.push(Redo()):
            self._begin_step()

    def join(self, name: str) -> None:
        """Nobody joins a game of coins under way."""
        self.desk.say(msg("notice.not_now"))

    def leave(self, move: Leave) -> None:
        """Somebody goes home; the round begins anew."""
        if self.push(move):
            self._result = None
            self._begin_step()

    def foul(self, player: int) -> None:
        """Somebody was caught at the fist."""
        if self.push(Foul(player)):
            self._begin_step()

    def after_pause(self) -> None:
        """Coins hold no state between rounds: nothing to compare."""

    def _load(self) -> None:
        self._result = None
        if self.push(Load()):
            self._begin_step()

    def _show(self) -> None:
        if self.push(Show()):
            self._begin_step()

    def _name(self) -> None:
        """The chosen number is named; with "Mit Ansage" the fists are named one by one first."""
        if self.match.rules.with_distribution:
            self._split.append(self._number)
            self._number = self.match.rules.fewest
            if len(self._split) < len(self.match.state.present):
                return
            guess = Guess(sum(self._split), tuple(self._split))
        else:
            guess = Guess(self._number)
        if self.push(guess):
            self.desk.sound("enter")
        self._begin_step()

    def _accept_count(self) -> None:
        if self._counted is None:
            return
        if self.match.rules.with_distribution:
            self._coins.append(self._counted)
            self._counted = None
            self._by_hand = False
            if len(self._coins) < len(self.match.state.present):
                return
            move = Reveal(sum(self._coins), tuple(self._coins))
        else:
            move = Reveal(self._counted)
        if not self.push(move):
            self._coins = []
            self._counted = None
            self._by_hand = False
            return
        done = self.match.state.rounds[-1]
        names = ", ".join(self.match.players[player].name for player in done.out)
        if done.again:
            self._result = msg("coins.again")
        elif done.out:
            self._result = msg("coins.out_now", name=names)
        else:
            self._result = msg("coins.nobody", count=done.sum)
        self.desk.sound("bonus" if done.out else "read")
        self._begin_step()

    # The tray -------------------------------------------------------------------------------------------------------

    def on_tray(self, event: TrayEvent, frame: Frame | None) -> None:
        if self.match.phase != "reveal" or self._by_hand:
            return
        if isinstance(event, Empty):
            self._counted = 0
        elif isinstance(event, Settled):
            self._counted = event.reading.count if event.reading.status == "read" else None

    # Buttons --------------------------------------------------------------------------------------------------------

    def allowed(self) -> Allowed:
        phase = self.match.phase
        undo = Meaning(long_label=msg("label.undo"), long=self.undo if self.match.can_undo else None)
        allowed: dict[Button, Meaning] = {Button.BACK: undo}
        if phase in ("load", "show"):
            allowed[Button.OK] = self._go_on(msg("label.next"), self._load if phase == "load" else self._show)
        elif phase == "guess":
            arrows = msg("label.number")
            allowed[Button.UP] = Meaning(arrows, lambda: self._step(-1), icon=Icon.UP)
            allowed[Button.DOWN] = Meaning(arrows, lambda: self._step(+1), icon=Icon.DOWN)
            allowed[Button.OK] = self._go_on(msg("label.say", number=self._number), self._name)
        elif phase == "reveal":
            arrows = msg("label.number")
            allowed[Button.UP] = Meaning(arrows, lambda: self._count(-1), icon=Icon.UP)
            allowed[Button.DOWN] = Meaning(arrows, lambda: self._count(+1), icon=Icon.DOWN)
            if self._counted is None:
                allowed[Button.OK] = Meaning(long_label=msg("label.menu"), long=self.open_menu)
            else:
                allowed[Button.OK] = self._go_on(msg("label.next"), self._accept_count)
        return allowed

    def _go_on(self, label: Text, do: object) -> Meaning:
        return Meaning(label, do, msg("label.menu"), self.open_menu, LabelStyle.EXPECTED, Icon.CHECK)  # type: ignore[arg-type]

    def _step(self, step: int) -> None:
        """To the next number that is free (or the next size of a fist)."""
        rules = self.match.rules
        numbers = range(rules.fewest, COINS_EACH + 1) if rules.with_distribution else self.match.free_numbers
        self._number = numbers[(list(numbers).index(self._number) + step) % len(numbers)]

    def _count(self, step: int) -> None:
        """Count by hand."""
        most = COINS_EACH if self.match.rules.with_distribution else self.match.state.range.stop - 1
        self._by_hand = True
        self._counted = min(most, max(0, (self._counted or 0) + step))

    def open_menu(self) -> None:
        """Open the table menu."""
        from table.scenes.menu import TableMenuScene

        self.desk.open(TableMenuScene(self.desk, self))

    # The screen -----------------------------------------------------------------------------------------------------

    def view(self) -> View:
        state = self.match.state
        headline, lines = self._words()
        return CoinsView(
            headline,
            tuple(self._row(n) for n in range(len(self.match.players))),
            self._board(),
            header=msg(
                "coins.header",
                number=self.match.round_number,
                count=len(state.present),
                lowest=state.range.start,
                highest=state.range.stop - 1,
            ),
            lines=lines,
        )

    def _words(self) -> tuple[Text, tuple[Text, ...]]:
        phase, state = self.match.phase, self.match.state
        if phase == "load":
            return self._result or msg("coins.load"), (msg("coins.load.how"),)
        if phase == "show":
            return msg("coins.show"), (msg("coins.show.how"),)
        if phase == "guess":
            player = self.match.player
            name = self.match.players[player].name if player is not None else ""
            if state.rules.with_distribution:
                whose = self.match.players[state.present[len(self._split)]].name
                return msg("coins.split", name=name, whose=whose), (msg("coins.covered.how"),)
            return msg("coins.guess", name=name), (msg("coins.covered.how"),) if state.rules.blind else ()
        if state.rules.with_distribution and len(self._coins) < len(state.present):
            whose = self.match.players[state.present[len(self._coins)]].name
            return msg("coins.count_one", name=whose), (msg("coins.count.how"),)
        return msg("coins.count"), (msg("coins.count.how"),)

    def _row(self, player: int) -> CoinRow:
        state = self.match.state
        name = self.match.players[player].name
        if player not in state.present:
            return CoinRow(name, CoinState.OUT)
        said = next((one for one in state.said if one.player == player), None)
        if player in state.fouls:
            return CoinRow(name, CoinState.VOID, said.number if said else None)
        if said is not None:
            covered = state.rules.covered and state.phase == "guess"
            return CoinRow(name, CoinState.COVERED if covered else CoinState.SAYS, None if covered else said.number)
        if player == self.match.player:
            return CoinRow(name, CoinState.TURN, None if state.rules.with_distribution else self._number)
        return CoinRow(name)

    def _board(self) -> NumberBoard | FistBoard | CountBoard:
        state = self.match.state
        players = len(state.present)
        if state.phase == "load":
            return FistBoard(players, 0, msg("coins.hide") if not state.rules.no_zero else msg("coins.hide_one"))
        if state.phase == "show":
            return FistBoard(players, players, msg("coins.closed"))
        if state.phase == "guess":
            if state.rules.with_distribution:
                sizes = range(state.rules.fewest, COINS_EACH + 1)
                return NumberBoard(tuple(CoinNumber(n, None, n == self._number) for n in sizes))
            names = {} if state.rules.blind else {one.number: self.match.players[one.player].name for one in state.said}
            return NumberBoard(
                tuple(CoinNumber(n, names.get(n) if n in state.taken else None, n == self._number) for n in state.range)
            )
        frame = self.desk.last[1] if self.desk.last and not self._by_hand else None
        word = msg("coins.counted", count=self._counted) if self._counted is not None else None
        return CountBoard(self._counted, picture_of(frame), (), word)


class CoinsOverScene(Scene):
    """Who pays. The last step can still be taken back."""

    def __init__(self, desk: Desk, game: OpenGame[CoinMatch]) -> None:
        super().__init__(desk)
        self.game = game
        desk.last_setup = game.match.setup
        desk.sound("pays")
        try:
            game.finish()
        except JournalRefused:
            desk.say(msg("fault.journal.refused"))

    def allowed(self) -> Allowed:
        return {
            Button.OK: Meaning(
                msg("label.again"), self._again, msg("label.to_idle"), self._to_idle, LabelStyle.EXPECTED, Icon.CHECK
            ),
            Button.BACK: Meaning(long_label=msg("label.undo"), long=self._undo),
        }

    def _again(self) -> None:
        from table.scenes.setup import SetupScene

        self.desk.go(SetupScene(self.desk, self.game.match.setup))

    def _to_idle(self) -> None:
        from table.scenes.idle import IdleScene

        self.desk.go(IdleScene(self.desk))

    def _undo(self) -> None:
        try:
            self.game.reopen()
            self.game.push(Undo())
        except (JournalRefused, IllegalMove):
            self.desk.say(msg("fault.journal.refused"))
            return
        self.desk.go(CoinsScene(self.desk, self.game))

    def view(self) -> View:
        match = self.game.match
        payers = match.state.losers
        names = " + ".join(match.players[player].name for player in payers)
        last = match.state.rounds[-1].sum if match.state.rounds else 0
        return CoinsView(
            msg("coins.loser", name=names) if payers else msg("coins.nobody_pays"),
            tuple(
                CoinRow(player.name, CoinState.PAYS if n in payers else CoinState.OUT)
                for n, player in enumerate(match.players)
            ),
            CountBoard(last, word=msg("coins.sum", count=last)),
            header=msg("coins.ended", count=len(match.state.rounds)),
        )
