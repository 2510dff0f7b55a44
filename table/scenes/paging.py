"""What scenes of several pages share: the arrows turn them, round and round."""

from __future__ import annotations

from display.views import Icon, SheetsView, msg
from game import Match
from hardware import Button
from table.block import sheet_view
from table.scenes.scene import Allowed, Meaning, Scene

#: So many sheets with one column, or blocks with several, stand large on a page.
SHEETS_A_PAGE, BLOCKS_A_PAGE = 4, 2


def sheet_pages(match: Match) -> list[range]:
    """Numbers of the players on each page of sheets: everybody, and where these are many, a few and larger on the next ones."""
    count, few = len(match.players), SHEETS_A_PAGE if match.book.columns == 1 else BLOCKS_A_PAGE
    return [range(count), *(range(n, min(n + few, count)) for n in range(0, count, few) if count > few)]


def sheets_on(match: Match, shown: int, page: int, pages: int) -> SheetsView:
    """Page number `shown` of the sheets' own pages, as `page` of `pages` of the scene."""
    own = sheet_pages(match)
    sheets = tuple(sheet_view(match, n) for n in own[shown])
    return SheetsView(msg("sheets.title"), sheets, page, pages, may_fold=shown == 0 and len(own) > 1)


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
