"""After the last field: who won, who pays; and the ranking between two games of a series."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from display.views import Icon, LabelStyle, RankingView, RankRow, Text, View, msg
from game import Match, NextGame, Sheet
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

#: To try all eight masks of the code and take the one of least penalty costs a tenth of a second here and half a one on a Pi, in which
#: the loop would stand. With this one OpenCV's reader takes every code we gave it, also large ones that it refuses with the other.
MASK = 3


class RankingScene(OverScene, PagedScene):
    """The end of a match; the last move can still be taken back. Further pages show the sheets, of a series game by game."""

    def __init__(self, desk: Desk, game: OpenGame[Match]) -> None:
        super().__init__(desk, game)
        self._before = records.to_beat(desk.journal, game.match.setup, game.number)
        self._qr: tuple[tuple[bool, ...], ...] | None = None
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
            qr=self._qr_of_result(),
            qr_title=msg("ranking.qr"),
            qr_lines=(msg("ranking.qr.how"),),
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
        best = max((sheets[n].totals().total for n in guests for sheets in _games_of(match, n)), default=0)
        key = "ranking.record.beaten" if best > self._before.total else "ranking.record.missed"
        return msg(key, total=self._before.total, name=self._before.name)

    def _header(self) -> Text:
        match = self.game.match
        rounds = max((sheet.filled for sheet in match.sheets), default=0)
        return msg("ranking.header", game=game_name(match.book.id), count=rounds)

    def _detail(self, player: int) -> Text | None:
        """What stands below a name: of a series the totals of its games."""
        match = self.game.match
        if match.players[player].left:
            return msg("ranking.left")
        if match.finished_games:
            return " + ".join(str(sheets[player].totals().total) for sheets in _games_of(match, player))
        totals = match.sheets[player].totals()
        if totals.extra_points:
            return msg("ranking.extra", points=totals.extra_points)
        if totals.upper_bonus:
            return msg("ranking.bonus", points=totals.upper_bonus)
        if match.book.columns == 1 and totals.difference < 0:
            return msg("ranking.bonus_missed", count=-totals.difference)
        return None

    def _qr_of_result(self) -> tuple[tuple[bool, ...], ...]:
        if self._qr is None:
            import segno

            match = self.game.match
            head = f"{self.desk.config.title}: {match.book.id}"
            for form in ("named", "in_order", "totals"):
                with suppress(segno.DataOverflowError):
                    code = segno.make("\n".join([head, *_told(match, form)]), error="l", boost_error=False, mask=MASK)
                    self._qr = tuple(tuple(bool(module) for module in line) for line in code.matrix)
                    break
            assert self._qr is not None, "eight names and six totals each always have room"
        return self._qr


def _games_of(match: Match, player: int) -> list[tuple[Sheet, ...]]:
    """The sheets of every game that the player was in."""
    return [sheets for sheets in (*match.finished_games, match.sheets) if player < len(sheets)]


def _told(match: Match, form: str) -> Iterator[str]:
    """The result in lines of text, to be added up at home: place and total, and of every game the cells, bonus and extra
    points, each "named"; or, shorter, "in_order" of the names in the second line ("-" is a free cell, columns stand
    between "|"); or without room for these the "totals" of the games."""
    if form == "in_order":
        yield " ".join([*(field.code for field in match.book.fields), "bonus"]) + " + extra"
    for row in match.standing():
        yield f"{row.place}. {match.players[row.player].name}: {row.total}"
        games = _games_of(match, row.player)
        for number, sheets in enumerate(games, 1):
            before = f"{number}) " if len(games) > 1 else ""
            totals = sheets[row.player].totals()
            if form == "named":
                parts = {**sheets[row.player].cells(), "bonus": totals.upper_bonus, "extra": totals.extra_points}
                yield before + " ".join(f"{key}={points}" for key, points in parts.items())
            elif form == "in_order":
                yield before + _in_order(sheets[row.player])
            elif before:
                yield f"{before}{totals.total}"


def _in_order(sheet: Sheet) -> str:
    """A sheet's points in the order of its fields, column by column, each with its bonus, and the extra points."""
    size = len(sheet.book.fields)
    columns = []
    for number, column in enumerate(sheet.totals().columns):
        points = sheet.entries[number * size : (number + 1) * size]
        columns.append(" ".join([*("-" if one is None else str(one) for one in points), str(column.upper_bonus)]))
    return f"{' | '.join(columns)} + {sheet.extra_points}"


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
