"""Nobody plays: the table invites, shows the last game and how it works, and waits for OK."""

from __future__ import annotations

import time

from display.views import Fact, Icon, IdleView, LabelStyle, ScatterDie, Step, Text, View, msg
from hardware import Button
from table import records
from table.desk import Desk
from table.errors import JournalError
from table.open_game import OpenGame
from table.scenes.scene import Allowed, Meaning, Scene

PAGE_S = 12.0
#: How it goes, what counts, records.
PAGES = 3


class IdleScene(Scene):
    """Turns its pages by itself; OK starts, a long OK takes up the parked game."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._page = 0
        self._turned_at = desk.clock()
        self._parked = desk.journal.latest("parked")
        self._last = self._last_game()
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
            Button.UP: Meaning(msg("label.page"), lambda: self._turn_page(-1), icon=Icon.UP),
            Button.DOWN: Meaning(msg("label.page"), lambda: self._turn_page(+1), icon=Icon.DOWN),
            Button.OK: Meaning(msg("label.start"), self._start, style=LabelStyle.EXPECTED, icon=Icon.CHECK),
            Button.BACK: Meaning(msg("label.book"), self._open_book),
        }
        if self._parked is not None:
            allowed[Button.OK] = Meaning(
                msg("label.start"), self._start, msg("label.resume"), self._resume, LabelStyle.EXPECTED, Icon.CHECK
            )
        return allowed

    def on_tick(self, now: float) -> None:
        if now - self._turned_at >= PAGE_S:
            self._turn_page(+1)

    def _turn_page(self, step: int) -> None:
        self._turned_at = self.desk.clock()
        self._page = (self._page + step) % PAGES

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

    def _last_game(self) -> tuple[Fact, ...]:
        number = self.desk.journal.latest("finished")
        if number is None:
            return ()
        result = self.desk.journal.game(number).result
        if not result:
            return ()
        first = result["players"][0]
        return (Fact(msg("idle.last_game"), str(first["total"]), first["name"]),)

    def _rows(self) -> tuple[tuple[Text, Text], ...]:
        """Who plays here most, and how well."""
        if not self._careers:
            return ((msg("idle.nobody_yet"), ""),)
        return tuple(
            (career.name, msg("idle.career", count=career.games, best=career.best)) for career in self._careers
        )

    def view(self) -> View:
        steps = (
            Step(msg("idle.step.throw"), msg("idle.step.throw.how")),
            Step(msg("idle.step.hold"), msg("idle.step.hold.how")),
            Step(msg("idle.step.enter"), msg("idle.step.enter.how")),
        )
        rules = (
            Step(msg("idle.rule.upper"), msg("idle.rule.upper.how")),
            Step(msg("idle.rule.lower"), msg("idle.rule.lower.how")),
            Step(msg("idle.rule.bonus"), msg("idle.rule.bonus.how")),
        )
        return IdleView(
            self.desk.config.title,
            msg("idle.tagline"),
            (msg("idle.how"), msg("idle.rules"), msg("idle.records"))[self._page],
            (steps, rules, ())[self._page],
            rows=self._rows() if self._page == 2 else (),
            facts=self._best if self._page == 2 else (*self._best[:1], *self._last),
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
            pages=PAGES,
        )
