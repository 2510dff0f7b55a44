"""The end of any game: once more, to the idle screen, or take the last move back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from display.views import Icon, LabelStyle, Message, Text, msg
from game import IllegalMove, Undo
from hardware import Button
from table.desk import Desk
from table.errors import JournalRefused
from table.open_game import OpenGame
from table.scenes.scene import Allowed, Meaning, Scene


class OverScene(Scene):
    """What every last screen can do; how it looks is the game's."""

    def __init__(self, desk: Desk, game: OpenGame[Any]) -> None:
        super().__init__(desk)
        self.game = game
        desk.last_setup = game.match.setup
        self._minutes = round(desk.journal.played_s(game.number) / 60)
        if any(row.pays for row in game.match.standing()):
            desk.sound("pays")

    def allowed(self) -> Allowed:
        allowed: dict[Button, Meaning] = {
            Button.OK: Meaning(
                msg("label.again"), self._again, msg("label.to_idle"), self._to_idle, LabelStyle.EXPECTED, Icon.CHECK
            )
        }
        if self.game.match.can_undo:
            allowed[Button.BACK] = Meaning(long_label=msg("label.undo"), long=self._undo)
        return allowed

    def with_time(self, key: str, **params: Any) -> Message:
        """The words `key`; with the playing time, `key`.timed, if a minute or more was played."""
        if not self._minutes:
            return msg(key, **params)
        return msg(f"{key}.timed", **params, time=msg("ranking.minutes", count=self._minutes))

    def _again(self) -> None:
        from table.scenes.setup import SetupScene

        self.desk.go(SetupScene(self.desk, self.game.match.setup))

    def _to_idle(self) -> None:
        from table.scenes.idle import IdleScene

        self.desk.go(IdleScene(self.desk))

    def _undo(self) -> None:
        from table.scenes.resume import scene_of

        try:
            self.game.reopen()
            self.game.push(Undo())
        except (JournalRefused, IllegalMove):
            self.desk.say(msg("fault.journal.refused"))
            return
        self.desk.go(scene_of(self.desk, self.game))


def who_pays(payers: Sequence[str]) -> tuple[Text, Text] | None:
    """What stands on the beer mat: the names, and that they pay the round; None if nobody does."""
    return (" + ".join(payers), msg("ranking.pays", count=len(payers))) if payers else None
