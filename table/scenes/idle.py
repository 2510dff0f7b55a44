"""Nobody plays: the table invites, shows the last game and how it works, and waits for OK."""

from __future__ import annotations

import time
from functools import cache

from display.views import Fact, Icon, IdleView, LabelStyle, ScatterDie, Step, Text, View, msg
from game import COINS
from hardware import Button
from table import records
from table.desk import Desk
from table.errors import JournalError
from table.open_game import OpenGame
from table.scenes.attract import SelfPlay
from table.scenes.scene import Allowed, Meaning, Scene

PAGE_S = 12.0
#: The pages in turn; those that have nothing to show are left out.
PAGES = ("how", "last", "rules", "pictures", "records", "play")
#: A step of the game that plays itself, in seconds.
BEAT_S = 2.4
#: Left alone for so long (s), the pages turn this seldom, and the game that plays itself is left out.
QUIET_AFTER_S, QUIET_PAGE_S = 300.0, 60.0
#: The fields whose pictures are shown, of the game most guests know.
PICTURED = ("three_of_a_kind", "full_house", "small_straight", "large_straight", "kniffel")


class IdleScene(Scene):
    """Turns its pages by itself; OK starts, a long OK takes up the parked game."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._page = 0
        self._begun_at = self._turned_at = self._beat_at = desk.clock()
        self._play: SelfPlay | None = None
        self._parked = desk.journal.latest("parked")
        self._last_rows = self._last_game()
        found = records.records(records.finished(desk.journal))
        today = records.best_today(found, time.time())
        self._best = tuple(
            Fact(label, str(record.total), record.name)
            for label, record in ((msg("idle.record"), found[0] if found else None), (msg("idle.best_today"), today))
            if record is not None
        )
        self._careers = records.careers(records.finished(desk.journal))[:5]

    def allowed(self) -> Allowed:
        allowed = {
            Button.UP: Meaning(msg("label.page"), lambda: self._press_page(-1), icon=Icon.UP),
            Button.DOWN: Meaning(msg("label.page"), lambda: self._press_page(+1), icon=Icon.DOWN),
            Button.OK: Meaning(msg("label.start"), self._start, style=LabelStyle.EXPECTED, icon=Icon.CHECK),
            Button.BACK: Meaning(msg("label.book"), self._open_book),
        }
        if self._parked is not None:
            allowed[Button.OK] = Meaning(
                msg("label.start"), self._start, msg("label.resume"), self._resume, LabelStyle.EXPECTED, Icon.CHECK
            )
        return allowed

    @property
    def pages(self) -> tuple[str, ...]:
        """The pages that have something to show."""
        empty = {"last"} if not self._last_rows else set()
        return tuple(page for page in PAGES if page not in empty)

    def on_tick(self, now: float) -> None:
        quiet = now - self._begun_at >= QUIET_AFTER_S
        is_play = self.pages[self._page] == "play"
        if is_play and quiet:
            self._turn_page(+1)
        elif is_play and self._play is not None:
            if now - self._beat_at >= BEAT_S:
                self._beat_at = now
                self._play.beat()
                if self._play.turn_ended:
                    self._turn_page(+1)
        elif now - self._turned_at >= (QUIET_PAGE_S if quiet else PAGE_S):
            self._turn_page(+1, passing="play" if quiet else None)

    def _turn_page(self, step: int, passing: str | None = None) -> None:
        self._turned_at = self._beat_at = self.desk.clock()
        self._page = (self._page + step) % len(self.pages)
        if self.pages[self._page] == passing:
            self._page = (self._page + step) % len(self.pages)
        if self.pages[self._page] == "play" and self._play is None:
            self._play = SelfPlay(len(self._careers) + int(self._turned_at))

    def _press_page(self, step: int) -> None:
        """A guest turns the page: the show begins anew."""
        self._begun_at = self.desk.clock()
        self._turn_page(step)

    def _open_book(self) -> None:
        from table.scenes.house_book import HouseBookScene

        self.desk.open(HouseBookScene(self.desk))

    def _start(self) -> None:
        from table.scenes.setup import SetupScene

        self.desk.go(SetupScene(self.desk, self.desk.last_setup))

    def _resume(self) -> None:
        from table.scenes.resume import scene_of

        if self._parked is None:
            return
        try:
            game = OpenGame.resume(self.desk.journal, self._parked)
            game.reopen()
        except JournalError:
            self.desk.say(msg("fault.journal.torn"))
            return
        self.desk.go(scene_of(self.desk, game, resumed=True))

    def _last_game(self) -> tuple[tuple[Text, Text], ...]:
        """Who played last, and how it ended: name and total from the first to the last; coins have no totals."""
        number = self.desk.journal.latest("finished")
        if number is None:
            return ()
        row = self.desk.journal.game(number)
        if not row.result or row.book == COINS:
            return ()
        players = sorted(row.result["players"], key=lambda player: player["place"])
        return tuple((player["name"], str(player["total"])) for player in players)

    def _last_fact(self) -> tuple[Fact, ...]:
        """The winner of the last game, and who came second."""
        if not self._last_rows:
            return ()
        (winner, total), *others = self._last_rows
        name = msg("idle.ahead", winner=_plain(winner), second=_plain(others[0][0])) if others else winner
        return (Fact(msg("idle.last_game"), total, name),)

    def _rows(self) -> tuple[tuple[Text, Text], ...]:
        """Who plays here most, and how well."""
        if not self._careers:
            return ((msg("idle.nobody_yet"), ""),)
        return tuple(
            (career.name, msg("idle.career", count=career.games, best=career.best)) for career in self._careers
        )

    def view(self) -> View:
        page = self.pages[self._page]
        if page == "play" and self._play is not None:
            return self._play.view()
        return IdleView(
            self.desk.config.title,
            msg("idle.tagline"),
            _HEADS[page],
            _STEPS.get(page) or (_pictures() if page == "pictures" else ()),
            rows=self._rows() if page == "records" else self._last_rows if page == "last" else (),
            facts=self._facts(page),
            dice=(
                ScatterDie(5, 0.2, 0.28, -14, True),
                ScatterDie(5, 0.46, 0.27, 8, True),
                ScatterDie(2, 0.74, 0.25, 24),
                ScatterDie(5, 0.33, 0.73, 16, True),
                ScatterDie(6, 0.6, 0.75, -18),
            ),
            caption=msg("idle.caption"),
            parked=msg("idle.parked") if self._parked is not None else None,
            page=self._page,
            pages=len(self.pages),
        )

    def _facts(self, page: str) -> tuple[Fact, ...]:
        if page == "records":
            return self._best
        return (*self._best[:1], *self._last_fact()) if page in ("how", "rules") else ()


_HEADS: dict[str, Text] = {
    "how": msg("idle.how"),
    "last": msg("idle.last_game"),
    "rules": msg("idle.rules"),
    "pictures": msg("idle.pictures"),
    "records": msg("idle.records"),
}
_STEPS: dict[str, tuple[Step, ...]] = {
    "how": (
        Step(msg("idle.step.throw"), msg("idle.step.throw.how")),
        Step(msg("idle.step.hold"), msg("idle.step.hold.how")),
        Step(msg("idle.step.enter"), msg("idle.step.enter.how")),
    ),
    "rules": (
        Step(msg("idle.rule.upper"), msg("idle.rule.upper.how")),
        Step(msg("idle.rule.lower"), msg("idle.rule.lower.how")),
        Step(msg("idle.rule.bonus"), msg("idle.rule.bonus.how")),
    ),
}


@cache
def _pictures() -> tuple[Step, ...]:
    """Fields with dice that show them and what they give, as the rule book scores them."""
    from game import make_book
    from table.scenes.rules import step_of

    book = make_book("kniffel")
    return tuple(step_of(book, book.by_code[code]) for code in PICTURED)


def _plain(name: Text) -> str:
    return name if isinstance(name, str) else ""
