"""The house's book: records by the rules they were played by, who has played here and how, every game with its sheets."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from display.views import Icon, LabelStyle, SheetsView, TableView, Text, View, msg
from game import COINS, CoinMatch, Match, make_book
from hardware import Button
from table import records
from table.block import game_name, sheet_view
from table.desk import Desk
from table.errors import JournalError
from table.journal import GameRow
from table.luck import mean_luck
from table.moves import begun
from table.scenes.paging import PagedScene
from table.scenes.rules import RulesScene
from table.scenes.scene import Act, Allowed, Meaning, Scene
from table.scenes.setup_lines import has_presets, presets_of
from table.scenes.when import written
from table.strategies import Thinker

ROWS = 7
SECTIONS = ("records", "players", "games")


@dataclass(frozen=True)
class _Row:
    """A row of a page, and what OK opens for it."""

    cells: tuple[Text, ...]
    act: Act | None = None


class HouseBookScene(Scene):
    """Three sections above the hold buttons; the arrows choose a row, OK opens it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._section = SECTIONS[0]
        self._at = 0
        self._finished = records.finished(desk.journal)
        self._rows = self._made()

    def _made(self) -> list[_Row]:
        made: dict[str, Callable[[], list[_Row]]] = {
            "records": self._records,
            "players": self._players,
            "games": self._games,
        }
        return made[self._section]()

    def _records(self) -> list[_Row]:
        rows = []
        for rules, games in records.by_rules(self._finished).items():
            found = records.records(games)
            if found:
                today, solo = records.best_today(found, time.time()), records.records(records.alone(games))
                best = map(_best, (found[0], today, solo[0] if solo else None))
                rows.append(_Row((rules_text(rules), *best), lambda row=games[-1]: self._open_rules(row)))  # type: ignore[misc]
        return rows

    def _players(self) -> list[_Row]:
        return [
            _Row(
                (one.name, str(one.games), f"{one.mean:.0f}", str(one.best) if one.best else "–"),
                lambda name=one.name: self._open(PlayerScene(self.desk, name, self._finished)),  # type: ignore[misc]
            )
            for one in records.careers(self._finished)
        ]

    def _games(self) -> list[_Row]:
        return [
            _Row(
                (
                    written(row.began),
                    game_name(row.book),
                    *_winner(row),
                ),
                lambda number=row.id: self._open_game(number),  # type: ignore[misc]
            )
            for row in reversed(self._finished)
        ]

    def _open(self, scene: Scene) -> None:
        self.desk.open(scene)

    def _open_rules(self, row: GameRow) -> None:
        """By which rules the record stands: all own rules have one name."""
        self._open(RulesScene(self.desk, begun(row.setup)))

    def _open_game(self, number: int) -> None:
        try:
            match = self.desk.journal.match(number)
        except JournalError:
            self.desk.say(msg("fault.journal.torn"))
            return
        self._open(OldGameScene(self.desk, match))

    def allowed(self) -> Allowed:
        allowed: dict[Button, Meaning] = {
            Button.BACK: Meaning(
                msg("label.close"), lambda: self.desk.close(self), style=LabelStyle.EXPECTED, icon=Icon.BACK
            )
        }
        for section, button in zip(SECTIONS, (Button.HOLD_1, Button.HOLD_2, Button.HOLD_3), strict=True):
            style = LabelStyle.ACTIVE if section == self._section else LabelStyle.LIT
            allowed[button] = Meaning(
                msg(f"book.{section}"),
                lambda section=section: self._turn_to(section),  # type: ignore[misc]
                style=style,
            )
        if len(self._rows) > 1:
            allowed[Button.UP] = Meaning(msg("label.line"), lambda: self._move(-1), icon=Icon.UP)
            allowed[Button.DOWN] = Meaning(msg("label.line"), lambda: self._move(+1), icon=Icon.DOWN)
        act = self._rows[self._at].act if self._rows else None
        if act is not None:
            allowed[Button.OK] = Meaning(msg("label.open"), act, icon=Icon.CHECK)
        return allowed

    def _turn_to(self, section: str) -> None:
        self._section, self._at = section, 0
        self._rows = self._made()

    def _move(self, step: int) -> None:
        self._at = (self._at + step) % len(self._rows)

    def view(self) -> View:
        heads: dict[str, tuple[Text, ...]] = {
            "records": (msg("book.rules"), msg("book.ever"), msg("book.today"), msg("book.solo")),
            "players": ("", msg("book.count"), msg("book.mean"), msg("book.best")),
            "games": (msg("book.when"), msg("book.game"), msg("book.first"), msg("book.total")),
        }
        page = self._at // ROWS
        shown = self._rows[page * ROWS : (page + 1) * ROWS]
        return TableView(
            msg(f"book.title.{self._section}"),
            heads[self._section],
            tuple(row.cells for row in shown),
            () if self._rows else (msg("book.empty"),),
            self._at % ROWS if self._rows else None,
            page,
            max(1, -(-len(self._rows) // ROWS)),
        )


class _Closing(Scene):
    """A page above the book; BACK closes it."""

    def allowed(self) -> Allowed:
        close = Meaning(msg("label.close"), lambda: self.desk.close(self), style=LabelStyle.EXPECTED, icon=Icon.BACK)
        return {Button.BACK: close}


class PlayerScene(_Closing):
    """One player's figures, a row for each game; luck against the exact expectation where the adviser is there."""

    def __init__(self, desk: Desk, name: str, finished: list[GameRow]) -> None:
        super().__init__(desk)
        self._name = name
        self._games: dict[str, list[GameRow]] = {}
        for row in finished:
            if any(player["name"] == name and not player.get("house") for player in (row.result or {})["players"]):
                self._games.setdefault(row.book, []).append(row)
        self._games.pop(COINS, None)
        self._thinkers: dict[str, Thinker[tuple[float | None]]] = {
            book: Thinker(f"luck at {book}") for book in self._games
        }
        if desk.adviser is not None and self._games:
            # One book's table at a time is enough: that of the game played last. Others are used as far as they are there.
            newest = max(self._games.values(), key=lambda rows: rows[-1].id)[-1]
            self._newest = make_book(newest.book, newest.setup["options"])
            desk.adviser.want(self._newest)

    def wait(self, seconds: float) -> None:
        """Wait until the luck is worked out; for those who have nothing else to do."""
        for thinker in self._thinkers.values():
            thinker.wait(seconds)

    def _luck(self, book: str) -> Text:
        """Points a game that the dice gave, over all games whose rules have an exact table; "…" while it is worked out."""
        adviser, rows = self.desk.adviser, self._games[book]
        if adviser is None:
            return "–"
        journal, name = self.desk.journal, self._name
        is_ready = adviser.state(self._newest).worth is not None
        answer = self._thinkers[book].ask((book, is_ready), lambda: (mean_luck(name, rows, journal, adviser.known),))
        if answer.value is None:
            return "–" if answer.failed else "…"
        (mean,) = answer.value
        return "–" if mean is None else msg("luck.signed", points=round(mean, 1))

    def view(self) -> View:
        rows = []
        for book, games in self._games.items():
            one = next(career for career in records.careers(games) if career.name == self._name)
            rows.append(
                (
                    game_name(book),
                    str(one.games),
                    f"{one.mean:.0f}",
                    str(one.best) if one.best else "–",
                    str(one.kniffels),
                    msg("book.percent", percent=round(100 * one.bonus_share)),
                    self._luck(book),
                )
            )
        heads = (
            "",
            msg("book.count"),
            msg("book.mean"),
            msg("book.best"),
            msg("book.kniffels"),
            msg("book.bonus"),
            msg("book.luck"),
        )
        return TableView(self._name, heads, tuple(rows), (msg("book.luck.how"),))


class OldGameScene(_Closing, PagedScene):
    """A finished game: every sheet, a page for each game of a series; of coins, the rounds."""

    def __init__(self, desk: Desk, match: Match | CoinMatch) -> None:
        super().__init__(desk)
        self._match = match

    @property
    def pages(self) -> int:
        match = self._match
        return len(match.finished_games) + 1 if isinstance(match, Match) else -(-len(match.state.rounds) // ROWS) or 1

    def allowed(self) -> Allowed:
        return {**super().allowed(), **self.turning()}

    def view(self) -> View:
        match = self._match
        if isinstance(match, Match):
            game = None if self.page == len(match.finished_games) else self.page
            sheets = tuple(sheet_view(match, n, game=game) for n in range(len(match.players)))
            title = msg("sheets.of_game", number=self.page + 1) if self.pages > 1 else msg("sheets.title")
            return SheetsView(title, sheets, self.page, self.pages)
        rounds = match.state.rounds[self.page * ROWS : (self.page + 1) * ROWS]
        return TableView(
            msg("book.rounds"),
            (msg("book.round"), msg("odds.sum"), msg("book.out")),
            tuple(
                (str(one.number), str(one.sum), ", ".join(match.players[n].name for n in one.out) or "–")
                for one in rounds
            ),
            (msg("book.paid", names=", ".join(match.players[n].name for n in match.state.losers) or "–"),),
            page=self.page,
            pages=self.pages,
        )


def rules_text(rules: records.Rules) -> Text:
    """A game and its rules in few words: the preset's name, or that they are the guests' own."""
    book, options = rules
    game, settled = game_name(book), dict(options)
    if book == COINS:
        return game
    named: dict[str, dict[str, object]] = {"": {}}
    if has_presets(book):
        named = {f"preset.{name}": {"preset": name} for name in presets_of(book)}
    elif "order" in settled:
        named["order.descending"] = {"order": "descending"}
    for name, given in named.items():
        if settled == make_book(book, given).options():
            return msg("book.game_rules", game=game, rules=msg(name)) if name else game
    return msg("book.game_rules", game=game, rules=msg("preset.own"))


def _best(record: records.Record | None) -> Text:
    return "–" if record is None else f"{record.total} {record.name}"


def _winner(row: GameRow) -> tuple[Text, Text]:
    players = (row.result or {"players": []})["players"]
    if not players:
        return "–", "–"
    if row.book == COINS:
        paid = [player["name"] for player in players if player["pays"]]
        return (msg("book.pays", name=" + ".join(paid)) if paid else "–"), ""
    return players[0]["name"], str(players[0]["total"])
