"""Münzknobeln on the table: load, show, name a number in turn, count, and who is out; the last one pays."""

from __future__ import annotations

from dataclasses import replace

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
from game import COINS_EACH, CoinMatch, CoinRound, Foul, Guess, IllegalMove, Leave, Load, Move, Redo, Reveal, Show, Undo
from hardware import Button
from table.desk import Desk, picture_of
from table.errors import JournalRefused
from table.open_game import OpenGame
from table.scenes.covered import CoveredNumber
from table.scenes.scene import Allowed, Meaning, Scene
from vision import Empty, Frame, Reading, Settled, TrayEvent


class CoinsScene(Scene):
    """Plays one open game of Münzknobeln. A number is chosen with the arrows, or covered with the hold buttons; a count
    comes from the camera or the arrows."""

    def __init__(self, desk: Desk, game: OpenGame[CoinMatch], *, resumed: bool = False) -> None:
        super().__init__(desk)
        self.game = game
        desk.reads = "coins"
        self._lying: Reading | None = None
        self._begin_step()

    @property
    def covers_presses(self) -> bool:
        """Nothing shows which button is down while a number is entered covered."""
        return self._covered is not None

    @property
    def match(self) -> CoinMatch:
        """The match as it stands."""
        match: CoinMatch = self.game.match
        return match

    @property
    def number(self) -> int | None:
        """The number that OK would name; None while it is entered covered."""
        return None if self.covered is not None else self._number

    @property
    def covered(self) -> CoveredNumber | None:
        """The number on its way in where the rules want it covered; with "Mit Ansage" the size of the next fist."""
        return self._covered

    @property
    def named(self) -> int:
        """Fists that the guesser has named so far, with "Mit Ansage"."""
        return len(self._split)

    @property
    def counted(self) -> int | None:
        """The count that OK would accept."""
        return self._counted

    @property
    def counted_fists(self) -> int:
        """Fists that have been counted, with "Mit Ansage"."""
        return len(self._coins)

    def _begin_step(self) -> None:
        """Nothing is chosen and nothing counted yet."""
        state = self.match.state
        self._split: list[int] = []
        self._coins: list[int] = []
        self._by_hand = False
        self._number = state.rules.fewest
        self._cover_anew()
        if state.phase == "guess" and not state.rules.covered:
            free = self.match.free_numbers
            self._number = min(free, key=lambda number: abs(number - state.range[len(state.range) // 2]))
        if state.phase == "load":
            self._forget_counted()
        self._counted: int | None = None
        self._is_unsure = False
        if state.phase == "reveal":
            self._look()
        if self.match.phase == "over":
            from table.scenes.coins_over import CoinsOverScene

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
            said = {"count_impossible": "coins.recount", "guess_taken": "coins.sum_taken"}
            self.desk.say(msg(said.get(error.reason, "notice.not_now")))
            return False
        return True

    def undo(self) -> None:
        """Take back the last step."""
        if self.match.can_undo and self.push(Undo()):
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
            self._begin_step()

    def foul(self, player: int) -> None:
        """Somebody was caught at the fist."""
        if self.push(Foul(player)):
            self._begin_step()

    def after_pause(self) -> None:
        """Coins hold no state between rounds: nothing to compare."""

    def _load(self) -> None:
        if self.push(Load()):
            self._begin_step()

    def _show(self) -> None:
        if self.push(Show()):
            self._begin_step()

    def _cover_anew(self) -> None:
        """Nothing is entered covered yet."""
        state = self.match.state
        self._split = []
        self._covered: CoveredNumber | None = None
        if state.phase == "guess" and state.rules.covered:
            fists = range(state.rules.fewest, COINS_EACH + 1)
            self._covered = CoveredNumber(fists if state.rules.with_distribution else self.match.free_numbers)

    def _enter_covered(self, button: Button) -> None:
        """One press; with "Mit Ansage" it is one fist, and the next one's turn."""
        assert self._covered is not None
        self._covered.press(button)
        if self._covered.chosen is not None and self.match.rules.with_distribution:
            self._split.append(self._covered.chosen)
            if len(self._split) < len(self.match.state.present):
                self._covered = CoveredNumber(self._covered.numbers)

    def _name(self) -> None:
        """The chosen number is named, or what was entered covered."""
        if self._covered is None:
            guess = Guess(self._number)
        elif self.match.rules.with_distribution:
            guess = Guess(sum(self._split), tuple(self._split))
        else:
            assert self._covered.chosen is not None
            guess = Guess(self._covered.chosen)
        if self.push(guess):
            self.desk.sound("enter")
        self._begin_step()

    def _accept_count(self) -> None:
        if self._counted is None:
            return
        if self.match.rules.with_distribution:
            self._coins.append(self._counted)
            self._count_anew()
            if len(self._coins) < len(self.match.state.present):
                return
            move = Reveal(sum(self._coins), tuple(self._coins))
        else:
            move = Reveal(self._counted)
        if not self.push(move):
            self._coins = []
            self._count_anew()
            return
        self.desk.sound("bonus" if self.match.state.rounds[-1].out else "read")
        self._begin_step()

    def _count_anew(self) -> None:
        """The next fist, or the same once more after a count that can't be."""
        self._forget_counted()
        self._by_hand = self._is_unsure = False
        self._look()

    def _forget_counted(self) -> None:
        """Coins that lie there were counted: the next count is of what comes to lie after they are taken up."""
        if self._lying is not None and (self._lying.count or self._lying.status == "unsure"):
            self._lying = None

    # The tray -------------------------------------------------------------------------------------------------------

    def on_tray(self, event: TrayEvent, frame: Frame | None) -> None:
        if isinstance(event, Empty):
            self._lying = Reading("read", frame_number=event.frame_number, count=0)
        elif isinstance(event, Settled):
            self._lying = event.reading
        else:
            return
        if self.match.phase == "reveal" and not self._by_hand:
            self._look()

    def _look(self) -> None:
        """The count of what lies there since the fists were loaded; None while the reader is not sure of it."""
        reading = self._lying
        self._counted = reading.count if reading is not None and reading.status == "read" else None
        was_unsure, self._is_unsure = self._is_unsure, reading is not None and reading.status == "unsure"
        if self._is_unsure and not was_unsure:
            self.desk.sound("doubt")

    # Buttons --------------------------------------------------------------------------------------------------------

    def allowed(self) -> Allowed:
        phase = self.match.phase
        undo = Meaning(long_label=msg("label.undo"), long=self.undo if self.match.can_undo else None)
        allowed: dict[Button, Meaning] = {Button.BACK: undo}
        if phase in ("load", "show"):
            allowed[Button.OK] = self._go_on(msg("label.next"), self._load if phase == "load" else self._show)
        elif phase == "guess" and self._covered is not None:
            allowed.update(self._covered_keys(self._covered, undo))
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

    def _covered_keys(self, covered: CoveredNumber, undo: Meaning) -> dict[Button, Meaning]:
        keys: dict[Button, Meaning] = {}
        for place, button in enumerate(covered.keys):
            keys[button] = Meaning(
                self._covered_label(covered, place),
                lambda button=button: self._enter_covered(button),  # type: ignore[misc]
            )
        if covered.chosen is not None:
            keys[Button.OK] = self._go_on(msg("label.say_covered"), self._name)
        else:
            keys[Button.OK] = Meaning(long_label=msg("label.menu"), long=self.open_menu)
        if covered.begun or self._split:
            keys[Button.BACK] = replace(undo, label=msg("label.anew"), do=self._cover_anew)
        return keys

    def _covered_label(self, covered: CoveredNumber, place: int) -> Text:
        if covered.groups is not None:
            group = covered.groups[place]
            return f"{group[0]}–{group[-1]}"
        if not covered.numbers:
            return msg("coins.covered.place", place=place + 1)
        number = covered.numbers[place]
        return msg("label.coins", count=number) if self.match.rules.with_distribution else str(number)

    def _go_on(self, label: Text, do: object) -> Meaning:
        return Meaning(label, do, msg("label.menu"), self.open_menu, LabelStyle.EXPECTED, Icon.CHECK)  # type: ignore[arg-type]

    def _step(self, step: int) -> None:
        """To the next number that is free."""
        numbers = self.match.free_numbers
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
        headline, lines = self._words()
        return CoinsView(
            headline,
            tuple(self._row(n) for n in range(len(self.match.players))),
            self._board(),
            header=self._header(),
            lines=lines,
        )

    def _header(self) -> Text:
        """The round, how many fists and which sums there can be; between the last two of more it is a duel."""
        state = self.match.state
        sums = {"lowest": state.range.start, "highest": state.range.stop - 1}
        if len(state.present) == 2 < len(self.match.players):
            return msg("coins.duel", number=self.match.round_number, **sums)
        return msg("coins.header", number=self.match.round_number, count=len(state.present), **sums)

    def _words(self) -> tuple[Text, tuple[Text, ...]]:
        phase, state = self.match.phase, self.match.state
        if phase == "load":
            done = self.match.just_counted
            headline = msg("coins.load") if done is None else self._what_came_of(done)
            return headline, (msg("coins.load.how", lowest=state.rules.fewest),)
        if phase == "show":
            return msg("coins.show"), (msg("coins.show.how"),)
        if phase == "guess":
            player = self.match.player
            name = self.match.players[player].name if player is not None else ""
            headline = msg("coins.guess", name=name)
            if self._covered is None:
                return headline, ()
            if self._covered.chosen is not None:
                return headline, (msg("coins.covered.done"),)
            if state.rules.with_distribution:
                headline = msg("coins.split", name=name, whose=self._whose(len(self._split)))
            if self._covered.groups is not None:
                return headline, (msg("coins.covered.group"),)
            return headline, (msg("coins.covered.how") if self._covered.numbers else msg("coins.covered.second"),)
        if state.rules.with_distribution and len(self._coins) < len(state.present):
            return msg("coins.count_one", name=self._whose(len(self._coins))), (self._how_to_count(),)
        return msg("coins.count"), (self._how_to_count(),)

    def _what_came_of(self, done: CoinRound) -> Text:
        """The count in a headline."""
        if done.again:
            return msg("coins.again")
        if not done.out:
            return msg("coins.nobody", count=done.sum)
        names = ", ".join(self.match.players[player].name for player in done.out)
        return msg("coins.out_now", count=len(done.out), name=names)

    def _whose(self, fist: int) -> str:
        return self.match.players[self.match.state.present[fist]].name

    def _how_to_count(self) -> Text:
        return msg("coins.unsure") if self._is_unsure and self._counted is None else msg("coins.count.how")

    def _row(self, player: int) -> CoinRow:
        state = self.match.state
        name = self.match.players[player].name
        done = self.match.just_counted
        if done is not None and player in done.players:
            return _row_of(done, player, name)
        if player not in state.present:
            return CoinRow(name, CoinState.OUT)
        said = next((one for one in state.said if one.player == player), None)
        if player in state.fouls:
            return CoinRow(name, CoinState.VOID, said.number if said else None)
        if said is not None:
            covered = state.rules.covered and state.phase == "guess"
            return CoinRow(name, CoinState.COVERED if covered else CoinState.SAYS, None if covered else said.number)
        if player == self.match.player:
            return CoinRow(name, CoinState.TURN, self.number)
        return CoinRow(name)

    def _board(self) -> NumberBoard | FistBoard | CountBoard:
        state = self.match.state
        players = len(state.present)
        if self.match.just_counted is not None:
            count = self.match.just_counted.sum
            return CountBoard(count, word=msg("coins.sum", count=count))
        if state.phase == "load":
            return FistBoard(players, 0, msg("coins.hide") if not state.rules.no_zero else msg("coins.hide_one"))
        if state.phase == "show":
            return FistBoard(players, players, msg("coins.closed"))
        if state.phase == "guess":
            if state.rules.with_distribution:
                return NumberBoard(tuple(CoinNumber(n) for n in range(state.rules.fewest, COINS_EACH + 1)))
            names = {} if state.rules.blind else {one.number: self.match.players[one.player].name for one in state.said}
            return NumberBoard(
                tuple(CoinNumber(n, names.get(n) if n in state.taken else None, n == self.number) for n in state.range)
            )
        frame = self.desk.last[1] if self.desk.last and not self._by_hand else None
        word = msg("coins.counted", count=self._counted) if self._counted is not None else None
        return CountBoard(self._counted, picture_of(frame), (), word)


def _row_of(done: CoinRound, player: int, name: str) -> CoinRow:
    """What came of a player's guess in the round that was just counted."""
    coins = None if done.coins is None else done.coins[done.players.index(player)]
    said = next((one for one in done.said if one.player == player), None)
    if said is None or said.void:  # who was caught before naming a number has said nothing
        return CoinRow(name, CoinState.VOID, None if said is None else said.number, coins)
    if player in done.out or done.again:
        return CoinRow(name, CoinState.HIT, said.number, coins)
    wrong = msg("coins.wrong_split") if said.number == done.sum else None
    return CoinRow(name, CoinState.SAYS, said.number, coins, wrong)
