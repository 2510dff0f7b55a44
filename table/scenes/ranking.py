"""After the last field: who won, who pays; and the ranking between two games of a series."""

from __future__ import annotations

from display.views import Icon, LabelStyle, Modules, RankingView, RankRow, Text, View, msg
from game import Match, NextGame
from hardware import Button
from table import records
from table.block import game_name
from table.desk import Desk
from table.errors import JournalRefused
from table.luck import LuckBook
from table.open_game import OpenGame
from table.scenes.luck_page import LuckPage
from table.scenes.over import OverScene, who_pays
from table.scenes.paging import PagedScene, sheet_pages, sheets_on
from table.scenes.scene import Allowed, Meaning
from table.scenes.take_home import codes, games_of


class RankingScene(OverScene, PagedScene):
    """The end of a match; the last move can still be taken back. Further pages show the sheets, of a series game by game."""

    def __init__(self, desk: Desk, game: OpenGame[Match]) -> None:
        super().__init__(desk, game)
        self._before = records.to_beat(desk.journal, game.match.setup, game.number)
        self._codes: tuple[Modules, ...] | None = None
        self.luck = LuckPage(desk.adviser, game.match) if desk.adviser is not None else None
        self._luck_is_kept = False

    def allowed(self) -> Allowed:
        return {**super().allowed(), **self.turning()}

    def on_tick(self, now: float) -> None:
        super().on_tick(now)
        self._keep_luck()

    def _keep_luck(self) -> None:
        """Once it is worked out, the luck goes into the players' figures; estimates don't."""
        match = self.game.match
        if self.luck is None or self._luck_is_kept or match.phase != "over" or not self.luck.is_exact:
            return
        found = self.luck.answer.value
        if found is not None:
            self._luck_is_kept = True
            LuckBook(self.desk.journal.folder).keep(self.game.number, match, found)

    @property
    def pages(self) -> int:
        """The ranking, the sheets of every game, and luck and skill where there is an adviser."""
        return 1 + len(sheet_pages(self.game.match, series=True)) + (self.luck is not None)

    def view(self) -> View:
        match = self.game.match
        if self.luck is not None and self.page == self.pages - 1:
            return self.luck.view(self.page, self.pages)
        if self.page:
            return sheets_on(match, self.page - 1, self.page, self.pages, series=True)
        if self._codes is None:  # first when it is shown: between two games it would be made for nothing
            self._codes = codes(self.desk.config.title, match)
        rows = match.standing()
        payers = [match.players[row.player].name for row in rows if row.pays]
        payer, payer_line = who_pays(payers) or (None, None)
        return RankingView(
            self._header(),
            tuple(
                RankRow(row.place, match.players[row.player].name, row.total, self._detail(row.player), row.pays)
                for row in rows
            ),
            payer,
            payer_line,
            tally=len(match.players),
            codes=self._codes,
            code_title=msg("ranking.qr"),
            code_lines=(msg("ranking.qr.how"),),
            record=self._record_line(),
            page=0,
            pages=self.pages,
        )

    def _record_line(self) -> Text | None:
        """The record by the same rules (alone, if one guest played), beaten or not; of a series by any of its games."""
        match = self.game.match
        if self._before is None:
            return None
        guests = [n for n, one in enumerate(match.players) if match.setup.strength_of(n) is None and not one.left]
        best = max((sheet.totals().total for n in guests for sheet in games_of(match, n)), default=0)
        key = "ranking.record.beaten" if best > self._before.total else "ranking.record.missed"
        return msg(key, total=self._before.total, name=self._before.name)

    def _header(self) -> Text:
        match = self.game.match
        rounds = max((sheet.filled for sheet in match.sheets), default=0)
        return self.with_time("ranking.header", game=game_name(match.book.id), count=rounds)

    def _detail(self, player: int) -> Text | None:
        """What stands below a name: of a series the totals of its games."""
        match = self.game.match
        if match.players[player].left:
            return msg("ranking.left")
        if match.finished_games:
            return " + ".join(str(sheet.totals().total) for sheet in games_of(match, player))
        totals = match.sheets[player].totals()
        if totals.extra_points:
            return msg("ranking.extra", points=totals.extra_points)
        if totals.upper_bonus:
            return msg("ranking.bonus", points=totals.upper_bonus)
        if match.book.columns == 1 and totals.difference < 0:
            return msg("ranking.bonus_missed", count=-totals.difference)
        return None


class BetweenGamesScene(RankingScene):
    """The ranking after one game of a series; OK goes on with the next game."""

    def allowed(self) -> Allowed:
        return {
            **super().allowed(),
            Button.OK: Meaning(msg("label.next_game"), self._next, style=LabelStyle.EXPECTED, icon=Icon.CHECK),
        }

    def _next(self) -> None:
        from table.scenes.play import PlayScene

        try:
            self.game.push(NextGame())
        except JournalRefused:
            self.desk.say(msg("fault.journal.refused"))
            return
        self.desk.go(PlayScene(self.desk, self.game))

    def _header(self) -> Text:
        match = self.game.match
        return msg("ranking.between", number=match.game_number, of=match.setup.games)
