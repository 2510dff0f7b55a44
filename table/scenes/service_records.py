"""The landlord's view of the records: a wrong one is struck, and what was struck by mistake counts again."""

from __future__ import annotations

import time

from display.views import Text, msg
from game import COINS
from table import records
from table.desk import Desk
from table.errors import JournalError
from table.journal import GameRow
from table.scenes.house_book import rules_text
from table.scenes.service import Entry, ListScene
from table.scenes.when import written


class RecordsScene(ListScene):
    """Every record that the house's book shows (ever, this evening, alone), then the games that were struck."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, msg("service.records"))
        self._entries = self._made()

    def entries(self) -> list[Entry]:
        return self._entries

    def _made(self) -> list[Entry]:
        rows = [row for row in self.desk.journal.games() if row.state == "finished" and row.result]
        made: list[Entry] = []
        counted = (row for row in rows if not row.struck and row.book != COINS)  # coins set no records
        for rules, games in records.by_rules(counted).items():
            name = rules_text(rules)
            made += [self._record(name, record) for record in records.shown(games, time.time())]
        made += [self._struck(row) for row in reversed(rows) if row.struck]
        return made or [Entry(msg("book.empty"))]

    def _record(self, rules: Text, record: records.Record) -> Entry:
        detail = msg("service.records.strike", number=record.game, when=written(record.began))
        return Entry(rules, f"{record.total} {record.name}", detail, long=lambda: self._strike(record.game, True))

    def _struck(self, row: GameRow) -> Entry:
        rules = rules_text(records.rules_of(row.setup))
        detail = msg("service.records.count", number=row.id, when=written(row.began))
        return Entry(rules, msg("service.records.struck"), detail, long=lambda: self._strike(row.id, False))

    def _strike(self, game: int, struck: bool) -> None:
        try:
            self.desk.journal.strike(game, struck)
        except JournalError:
            self.desk.say(msg("fault.journal.refused"))
            return
        self.desk.say(msg("service.records.done" if struck else "service.records.back", number=game))
        self._entries = self._made()
