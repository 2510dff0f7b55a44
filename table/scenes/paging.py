"""What scenes of several pages share: the arrows turn them, round and round."""

from __future__ import annotations

from display.views import Icon, SheetsView, msg
from game import Match
from hardware import Button
from table.block import sheet_view
from table.scenes.scene import Allowed, Meaning, Scene

#: So many sheets with one column, or blocks with several, stand large on a page.
SHEETS_A_PAGE, BLOCKS_A_PAGE = 4, 2


def sheet_pages(match: Match, *, series: bool = False) -> list[tuple[int | None, range]]:
    """The game (index of a finished one of the series, None: the one that is on or was the last) and the numbers of the players on each page
    of sheets: everybody, and where these are many, a few and larger on the next ones. `series`: with the finished games."""
    count, few = len(match.players), SHEETS_A_PAGE if match.book.columns == 1 else BLOCKS_A_PAGE
    players = [range(count), *(range(n, min(n + few, count)) for n in range(0, count, few) if count > few)]
    games = [*(range(len(match.finished_games)) if series else ()), None]
    return [(game, some) for game in games for some in players]


def sheets_on(match: Match, shown: int, page: int, pages: int, *, series: bool = False) -> SheetsView:
    """Page number `shown` of the sheets' own pages, as `page` of `pages` of the scene."""
    game, players = sheet_pages(match, series=series)[shown]
    sheets = tuple(sheet_view(match, n, game=game) for n in players)
    number = 1 + (len(match.finished_games) if game is None else game)
    title = msg("sheets.title") if match.setup.games == 1 else msg("sheets.of_game", number=number)
    more = len(sheet_pages(match)) > 1 and len(players) == len(match.players)
    return SheetsView(title, sheets, page, pages, may_fold=more)


class PagedScene(Scene):
    """A scene that shows one of its `pages`; `page` counts from 0."""

    page = 0

    @property
    def pages(self) -> int:
        """How many there are now, at least one."""
        raise NotImplementedError

    def turning(self) -> Allowed:
        """What the arrows mean: nothing where there is but one page."""
        if self.pages < 2:
            return {}
        return {
            Button.UP: Meaning(msg("label.page"), lambda: self.turn(-1), icon=Icon.UP),
            Button.DOWN: Meaning(msg("label.page"), lambda: self.turn(+1), icon=Icon.DOWN),
        }

    def turn(self, step: int) -> None:
        """So many pages on."""
        self.page = (self.page + step) % self.pages
