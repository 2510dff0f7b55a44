"""The table menu: what guests need now and then. Opened by a long OK, closed by BACK."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.views import (
    DiceTray,
    Icon,
    LabelStyle,
    Mark,
    MenuEntry,
    MenuView,
    PauseView,
    PhotoView,
    SheetsView,
    SlotDie,
    Text,
    View,
    msg,
)
from game import CoinMatch, Leave, Match
from hardware import Button
from table.block import game_name, tabs
from table.desk import Desk, picture_of
from table.errors import JournalRefused
from table.hints import is_duel
from table.scenes.odds import OddsScene
from table.scenes.paging import PagedScene, sheet_pages, sheets_on
from table.scenes.rules import RulesScene
from table.scenes.scene import Act, Allowed, Meaning, Scene
from vision import Frame, TrayEvent

if TYPE_CHECKING:
    from table.scenes.coins import CoinsScene
    from table.scenes.play import PlayScene


@dataclass(frozen=True)
class _Entry:
    text: Text
    act: Act
    value: Text | None = None
    detail: Text | None = None


def _entry(key: str, act: Act, value: Text | None = None, **params: str) -> _Entry:
    """A line of the menu with what it does in one sentence."""
    return _Entry(msg(f"menu.{key}", **params), act, value, msg(f"menu.{key}.detail"))


class TableMenuScene(Scene):
    """A list over the running game; dice thrown meanwhile are still counted."""

    def __init__(self, desk: Desk, play: PlayScene | CoinsScene) -> None:
        super().__init__(desk)
        self._play = play
        self._active = 0

    def on_tray(self, event: TrayEvent, frame: Frame | None) -> None:
        self._play.on_tray(event, frame)

    def _entries(self) -> list[_Entry]:
        play, match = self._play, self._play.match
        entries: list[_Entry] = []
        if isinstance(match, Match):
            entries.append(_entry("sheets", lambda: self._over(SheetsScene(self.desk, play))))
            entries += self._chance_entries(match)
        else:
            if "foul" in match.kinds:
                at_fault = [player for player in match.state.present if player not in match.state.fouls]
                entries += [self._foul_entry(player) for player in at_fault]
            entries += self._odds_entries(match)
        if self.desk.last is not None and self.desk.last[1] is not None:
            entries.append(_entry("photo", lambda: self._over(PhotoScene(self.desk, play))))
        entries.append(_entry("rules", lambda: self._over(RulesScene(self.desk, match, play))))
        if match.can_redo:
            entries.append(_entry("redo", lambda: self._then(play.redo)))
        entries.append(_entry("other_language", self._switch_language))
        entries.append(_entry("pause", lambda: self._over(PauseScene(self.desk, play))))
        present = [n for n, player in enumerate(match.players) if not player.left]
        if "leave" in match.kinds and len(present) > 1:
            entries += [
                _entry("leaves", lambda n=n: self._leave(n), name=match.players[n].name)  # type: ignore[misc]
                for n in present
            ]
        if "join" in match.kinds:
            entries.append(_entry("join", self._join))
        entries.append(_entry("park", self._park))
        entries.append(_entry("give_up", self._give_up))
        return entries

    def _chance_entries(self, match: Match) -> list[_Entry]:
        """Chances to win, where they can be told: two players, one column."""
        from table.scenes.play import PlayScene

        play = self._play
        if not isinstance(play, PlayScene) or not play.hints.knows_chances or not is_duel(match):
            return []

        def toggle() -> None:
            play.shows_chance = not play.shows_chance

        value = msg("label.yes") if play.shows_chance else msg("label.no")
        return [_entry("chance", lambda: self._then(toggle), value)]

    def _odds_entries(self, match: CoinMatch) -> list[_Entry]:
        """The chances of each sum, while it is still open."""
        if match.phase not in ("load", "show", "guess"):
            return []
        return [_entry("odds", lambda: self._over(OddsScene(self.desk, self._play, match)))]

    def _foul_entry(self, player: int) -> _Entry:
        name = self._play.match.players[player].name
        return _entry("caught", lambda: self._then(lambda: self._play.foul(player)), name=name)

    def allowed(self) -> Allowed:
        return {
            Button.UP: Meaning(msg("label.line"), lambda: self._step(-1), icon=Icon.UP),
            Button.DOWN: Meaning(msg("label.line"), lambda: self._step(+1), icon=Icon.DOWN),
            Button.OK: Meaning(msg("label.choose"), self._choose, style=LabelStyle.EXPECTED, icon=Icon.CHECK),
            Button.BACK: Meaning(msg("label.close"), lambda: self.desk.close(self), icon=Icon.BACK),
        }

    def _step(self, step: int) -> None:
        self._active = (self._active + step) % len(self._entries())

    def _choose(self) -> None:
        entries = self._entries()
        entries[min(self._active, len(entries) - 1)].act()

    def _over(self, scene: Scene) -> None:
        self.desk.close(self)
        self.desk.open(scene)

    def _then(self, act: Act) -> None:
        self.desk.close(self)
        act()

    def _switch_language(self) -> None:
        self.desk.language = "en" if self.desk.language == "de" else "de"

    def _join(self) -> None:
        """Somebody sits down: the next regular who is not here yet."""
        here = {player.name for player in self._play.match.players}
        word = "Spieler" if self.desk.language == "de" else "Player"
        names = [*self.desk.config.regulars, *(f"{word} {n}" for n in range(1, 20))]
        self._then(lambda: self._play.join(next(name for name in names if name not in here)))

    def _leave(self, player: int) -> None:
        self.desk.close(self)
        self._play.leave(Leave(player))

    def _park(self) -> None:
        self._end(self._play.game.park)

    def _give_up(self) -> None:
        self._end(self._play.game.give_up)

    def _end(self, act: Act) -> None:
        from table.scenes.idle import IdleScene

        try:
            act()
        except JournalRefused:
            self.desk.say(msg("fault.journal.refused"))
            return
        self.desk.go(IdleScene(self.desk))

    def view(self) -> View:
        entries, match = self._entries(), self._play.match
        player = match.player
        return MenuView(
            msg("menu.title"),
            tuple(MenuEntry(entry.text, entry.value, detail=entry.detail) for entry in entries),
            min(self._active, len(entries) - 1),
            None if player is None else msg("menu.header", name=match.players[player].name),
            tray=lying(match),
        )


def lying(match: Match | CoinMatch) -> DiceTray | None:
    """The dice of the turn as they lay last, nothing before its first throw."""
    if not isinstance(match, Match) or match.phase != "turn":
        return None
    turn = match.turn
    if turn is None or turn.throws == 0:
        return None
    dice = tuple(SlotDie(value, held=slot in turn.held) for slot, value in enumerate(turn.dice, 1))
    return DiceTray(dice, may_hold=match.rolls_left > 0)


class _LookScene(Scene):
    """Something to look at over the game; BACK or OK closes it."""

    def __init__(self, desk: Desk, play: PlayScene | CoinsScene) -> None:
        super().__init__(desk)
        self._play = play

    def on_tray(self, event: TrayEvent, frame: Frame | None) -> None:
        self._play.on_tray(event, frame)

    def allowed(self) -> Allowed:
        close = Meaning(msg("label.close"), lambda: self.desk.close(self), style=LabelStyle.EXPECTED, icon=Icon.BACK)
        return {Button.BACK: close}


class SheetsScene(_LookScene, PagedScene):
    """All players' sheets: everybody on the first page, and where these are many, a few and larger on the next ones."""

    @property
    def pages(self) -> int:
        match = self._play.match
        return len(sheet_pages(match)) if isinstance(match, Match) else 1

    def allowed(self) -> Allowed:
        return {**super().allowed(), **self.turning()}

    def view(self) -> View:
        match = self._play.match
        if isinstance(match, CoinMatch):
            return SheetsView(msg("sheets.title"), ())
        self.page = min(self.page, self.pages - 1)  # somebody may have gone home
        return sheets_on(match, self.page, self.page, self.pages)


class PhotoScene(_LookScene):
    """The picture of what lies, with what the reader saw drawn in, to settle disputes."""

    def view(self) -> View:
        last = self.desk.last
        if last is None:
            return PhotoView(msg("photo.headline"), None)
        marks = tuple(
            Mark(
                (
                    min(x for x, _ in die.quad),
                    min(y for _, y in die.quad),
                    max(x for x, _ in die.quad) - min(x for x, _ in die.quad),
                    max(y for _, y in die.quad) - min(y for _, y in die.quad),
                ),
                die.value,
            )
            for die in last[0].dice
        )
        return PhotoView(msg("photo.headline"), picture_of(last[1]), marks, (msg("photo.how"),))


class PauseScene(Scene):
    """The game rests: the tray may be wiped. Afterwards the dice are compared with the book."""

    def __init__(self, desk: Desk, play: PlayScene | CoinsScene) -> None:
        super().__init__(desk)
        self._play = play

    def allowed(self) -> Allowed:
        return {Button.OK: Meaning(msg("label.go_on"), self._go_on, style=LabelStyle.EXPECTED, icon=Icon.CHECK)}

    def _go_on(self) -> None:
        self.desk.close(self)
        self._play.after_pause()

    def view(self) -> View:
        match = self._play.match
        if not isinstance(match, Match):
            return PauseView(msg("pause.headline"), (msg("pause.how"),))
        title = msg("turn.title", game=game_name(match.book.id), round=match.round)
        return PauseView(msg("pause.headline"), (msg("pause.how"),), tabs(match), title, lying(match))
