"""Records of the place and what a player has done here, from the stored results of finished games.

Seats that the table played itself have none.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from game import COINS, GameError, MatchSetup, begin, coin_rules, make_book, options_of
from table.journal import GameRow, Journal

log = logging.getLogger(__name__)

#: A pub's day ends late: what is played before this hour belongs to the evening before.
DAY_BEGINS_H = 5


@dataclass(frozen=True)
class Record:
    """A player's total in one finished game, or in one of a finished series; `began` seconds since the epoch, as the
    clock said."""

    game: int
    book: str
    name: str
    total: int
    began: float


@dataclass(frozen=True)
class Career:
    """What a player has done: games (each of a series counts), mean and best total, five of a kind, share of columns with
    the bonus."""

    name: str
    games: int
    mean: float
    best: int
    kniffels: int
    bonus_share: float


def finished(journal: Journal, book: str | None = None) -> list[GameRow]:
    """Finished games that were not struck, oldest first."""
    return [
        row
        for row in journal.games()
        if row.state == "finished" and not row.struck and row.result and book in (None, row.book)
    ]


def recent_names(journal: Journal, most: int = 12) -> list[str]:
    """Who has played here lately, the last ones first; seats of the table left out."""
    names: dict[str, None] = {}
    for row in journal.last_games(most):
        house = row.setup.get("house") or ()
        for seat, name in enumerate(row.setup["players"]):
            if seat >= len(house) or house[seat] is None:
                names.setdefault(name)
    return list(names)[:most]


def last_setups(journal: Journal) -> dict[str, MatchSetup]:
    """What was agreed last, by book, the book played last first. What this version can't play is left out."""
    found: dict[str, MatchSetup] = {}
    for row in journal.last_of_each_book():
        try:
            setup = msgspec.convert(row.setup, MatchSetup)
            begin(setup)
        except (msgspec.ValidationError, GameError) as error:
            log.warning("the set-up of game %s is not offered again: %s", row.id, error)
            continue
        found[row.book] = setup
    return found


Rules = tuple[str, tuple[tuple[str, object], ...]]


def rules_of(setup: Mapping[str, Any]) -> Rules:
    """What a record belongs to: the game and its options in full, however they were set."""
    book, options = setup["book"], setup.get("options") or {}
    if book == COINS:
        return book, tuple(sorted(options_of(coin_rules(options)).items()))
    return book, tuple(sorted(make_book(book, options).options().items()))


def same_rules(rows: Iterable[GameRow], setup: Mapping[str, Any]) -> list[GameRow]:
    """Games that were played by the same rules."""
    rules = rules_of(setup)
    return [row for row in rows if rules_of(row.setup) == rules]


def to_beat(journal: Journal, setup: MatchSetup, but: int | None = None) -> Record | None:
    """The record that a game with this set-up is up against: by the same rules, and alone if one guest plays alone.

    but: number of a game that is left out, such as the game itself.
    """
    rows = same_rules(finished(journal, setup.book), {"book": setup.book, "options": setup.options})
    if len(setup.players) == 1:
        rows = alone(rows)
    return next(iter(records(row for row in rows if row.id != but)), None)


def by_rules(rows: Iterable[GameRow]) -> dict[Rules, list[GameRow]]:
    """Games by their rules, those played most first."""
    found: dict[Rules, list[GameRow]] = {}
    for row in rows:
        found.setdefault(rules_of(row.setup), []).append(row)
    return dict(sorted(found.items(), key=lambda entry: -len(entry[1])))


def alone(rows: Iterable[GameRow]) -> list[GameRow]:
    """Games of one guest against the table's record."""
    return [row for row in rows if len(row.setup["players"]) == 1]


def records(rows: Iterable[GameRow]) -> list[Record]:
    """All totals of games, each of a series by itself, best first; the older one first if equal. Games without points
    (coins) have none."""
    out = [
        Record(row.id, row.book, player["name"], total, row.began)
        for row in rows
        if row.result and row.book != COINS
        for player in row.result["players"]
        if not player["left"] and not player.get("house")
        for total in _single(row, player)
    ]
    return sorted(out, key=lambda record: (-record.total, record.game))


def _single(row: GameRow, player: Mapping[str, Any]) -> list[int]:
    """A player's total in each game. Of series that were noted before their games were, only the sum is known."""
    if row.setup.get("games", 1) == 1:
        return [player["total"]]
    return list(player.get("games", ()))


def shown(rows: Iterable[GameRow], now: float) -> list[Record]:
    """What the house shows of games by the same rules: the best ever, of this evening and alone, each one once."""
    games = list(rows)
    found, solo = records(games), records(alone(games))
    best = [*found[:1], best_today(found, now), *solo[:1]]
    return list(dict.fromkeys(record for record in best if record is not None))


def best_today(found: Iterable[Record], now: float) -> Record | None:
    """The best of this evening."""
    day = evening_of(now)
    return next((record for record in found if evening_of(record.began) == day), None)


def evening_of(at: float) -> str:
    """The evening a moment belongs to, as a date."""
    return time.strftime("%Y-%m-%d", time.localtime(at - DAY_BEGINS_H * 3600))


def careers(rows: Iterable[GameRow]) -> list[Career]:
    """Statistics of every player, most games first."""
    by_name: dict[str, list[tuple[GameRow, dict[str, Any]]]] = {}
    for row in rows:
        if row.result and row.book != COINS:
            for player in row.result["players"]:
                if not player["left"] and not player.get("house"):
                    by_name.setdefault(player["name"], []).append((row, player))
    out = []
    for name, played in by_name.items():
        counts = [row.setup.get("games", 1) for row, _ in played]
        games = sum(counts)
        columns = sum(count * make_book(row.book).columns for count, (row, _) in zip(counts, played, strict=True))
        single = [total for row, one in played for total in _single(row, one)]
        out.append(
            Career(
                name,
                games,
                sum(one["total"] for _, one in played) / games,
                max(single, default=0),
                sum(one.get("kniffels", 0) for _, one in played),
                sum(one.get("bonus", 0) for _, one in played) / columns,
            )
        )
    return sorted(out, key=lambda career: (-career.games, career.name))
