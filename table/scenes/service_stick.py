"""The USB stick: games out, a signed update in."""

from __future__ import annotations

import time
from pathlib import Path

from display.views import Message, Text, msg
from table.backstage import Task
from table.desk import Desk
from table.export import to_folder
from table.scenes.service import Entry, ListScene


class StickScene(ListScene):
    """What can be done with the stick that is plugged in; it works beside the loop and says when it is done."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, msg("service.stick"))
        self.task: Task | None = None
        self._said: Text | None = None
        self._sticks = desk.backstage.machine.sticks()

    def on_tick(self, now: float) -> None:
        if self.task is not None and self.task.said is not None:
            self._said, self.task = self.task.said, None
        elif self.task is None:
            self._sticks = self.desk.backstage.machine.sticks()

    def entries(self) -> list[Entry]:
        if self.task is not None:
            return [Entry(msg("service.stick.busy"), None, msg("service.stick.leave"))]
        if not self._sticks:
            return [Entry(msg("service.stick.none"), None, self._said or msg("service.stick.plug"))]
        stick = self._sticks[-1]
        update = self.desk.backstage.update
        return [
            Entry(
                msg("service.stick.export"),
                stick.name,
                self._said or msg("service.stick.export.detail"),
                lambda: self._begin(lambda: _export(self.desk.backstage.data, stick)),
            ),
            Entry(
                msg("service.stick.update"),
                None,
                self._said or (msg("service.stick.update.detail") if update else msg("service.stick.update.none")),
                long=None if update is None else lambda: self._begin(lambda: update(stick)),
            ),
        ]

    def _begin(self, work: object) -> None:
        self._said = None
        self.task = Task(work, _refused)  # type: ignore[arg-type]


def _export(data: Path, stick: Path) -> Message:
    folder, games = to_folder(data, stick, now=time.time())
    return msg("service.stick.exported", count=games, folder=folder.name)


def _refused(error: Exception) -> Message:
    return msg("service.stick.refused", error=str(error))
