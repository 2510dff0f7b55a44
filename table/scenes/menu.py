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
from table.block import sheet_view, tabs
from table.desk import Desk, picture_of
from table.errors import JournalRefused
from table.hints import is_duel
from table.scenes.odds import OddsScene
from table.scenes.paging import PagedScene
from table.scenes.rules import RulesScene
from table.scenes.scene import Act, Allowed, Meaning, Scene
from vision import Frame, TrayEvent

if TYPE_CHECKING:
    from table.scenes.coins import CoinsScene
    from table.scenes.play import PlayScene

#: So many sheets with one column, or blocks with several, stand large on a page.
SHEETS_A_PAGE, BLOCKS_A_PAGE = 4, 2


@dataclass(frozen=True)
class _Entry:
    text: Text
    act: Act
    value: Text | None = None


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
            entries.append(_Entry(msg("menu.sheets"), lambda: self._over(SheetsScene(self.desk, play))))
            entries += self._chance_entries(match)
        else:
            if "foul" in match.kinds:
                at_fault = [player for player in match.state.present if player not in match.state.fouls]
                entries += [self._foul_entry(player) for player in at_fault]
            entries += self._odds_entries(match)
        if self.desk.last is not None and self.desk.last[1] is not None:
            entries.append(_Entry(msg("menu.photo"), lambda: self._over(PhotoScene(self.desk, play))))
        entries.append(_Entry(msg("menu.rules"), lambda: self._over(RulesScene(self.desk, match, play))))
        if match.can_redo:
            entries.append(_Entry(msg("menu.redo"), lambda: self._then(play.redo)))
        language = "English" if self.desk.language == "de" else "Deutsch"
        entries.append(_Entry(msg("menu.language"), self._switch_language, language))
        entries.append(_Entry(msg("menu.pause"), lambda: self._over(PauseScene(self.desk, play))))
        present = [n for n, player in enumerate(match.players) if not player.left]
        if "leave" in match.kinds and len(present) > 1:
            entries += [
                _Entry(msg("menu.leaves", name=match.players[n].name), lambda n=n: self._leave(n))  # type: ignore[misc]
                for n in present
            ]
        if "join" in match.kinds:
            entries.append(_Entry(msg("menu.join"), self._join))
        entries.append(_Entry(msg("menu.park"), self._park))
        entries.append(_Entry(msg("menu.give_up"), self._give_up))
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
        return [_Entry(msg("menu.chance"), lambda: self._then(toggle), value)]

    def _odds_entries(self, match: CoinMatch) -> list[_Entry]:
        """The chances of each sum, while it is still open."""
        if match.phase not in ("load", "show", "guess"):
            return []
        return [_Entry(msg("menu.odds"), lambda: self._over(OddsScene(self.desk, self._play, match)))]

    def _foul_entry(self, player: int) -> _Entry:
        name = self._play.match.players[player].name
        return _Entry(msg("menu.caught", name=name), lambda: self._then(lambda: self._play.foul(player)))

    def allowed(self) -> Allowed:
        return {
            Button.UP: Meaning(msg("label.up"), lambda: self._step(-1), icon=Icon.UP),
            Button.DOWN: Meaning(msg("label.down"), lambda: self._step(+1), icon=Icon.DOWN),
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
        entries = self._entries()
        return MenuView(
            msg("menu.title"),
            tuple(MenuEntry(entry.text, entry.value) for entry in entries),
            min(self._active, len(entries) - 1),
        )


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

    def _on_page(self) -> list[range]:
        """Numbers of the players on each page."""
        match = self._play.match
        count = len(match.players)
        few = SHEETS_A_PAGE if isinstance(match, Match) and match.book.columns == 1 else BLOCKS_A_PAGE
        return [range(count), *(range(n, min(n + few, count)) for n in range(0, count, few) if count > few)]

    @property
    def pages(self) -> int:
        return len(self._on_page())

    def allowed(self) -> Allowed:
        return {**super().allowed(), **self.turning()}

    def view(self) -> View:
        match, shown = self._play.match, self._on_page()
        if isinstance(match, CoinMatch):
            return SheetsView(msg("sheets.title"), ())
        self.page = min(self.page, len(shown) - 1)  # somebody may have gone home
        sheets = tuple(sheet_view(match, n) for n in shown[self.page])
        return SheetsView(msg("sheets.title"), sheets, self.page, len(shown))


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
        return PhotoView(msg("photo.headline"), picture_of(last[1]), marks)


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
        turn = match.turn
        lay = match.phase == "turn" and turn is not None and turn.throws > 0
        tray = (
            DiceTray(tuple(SlotDie(value, held=slot in turn.held) for slot, value in enumerate(turn.dice, 1)))
            if lay and turn is not None
            else None
        )
        title = msg("turn.title", game=msg(f"game.{match.book.id}"), round=match.round)
        return PauseView(msg("pause.headline"), (msg("pause.how"),), tabs(match), title, tray)
