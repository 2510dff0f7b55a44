"""Records of the place and what a player has done here, from the stored results of finished games.

Seats that the table played itself have none.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

from table.journal import GameRow, Journal

#: A pub's day ends late: what is played before this hour belongs to the evening before.
DAY_BEGINS_H = 5


@dataclass(frozen=True)
class Record:
    """A player's total in one finished game; `began` seconds since the epoch, as the clock said."""

    game: int
    book: str
    name: str
    total: int
    began: float


@dataclass(frozen=True)
class Career:
    """What a player has done in one book: games, mean and best total, five of a kind, share of games with the bonus."""

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


def records(rows: Iterable[GameRow]) -> list[Record]:
    """All totals, best first; the older one first if equal. Games without points (coins) have none."""
    out = [
        Record(row.id, row.book, player["name"], player["total"], row.began)
        for row in rows
        if row.result and row.book != "muenzknobeln"
        for player in row.result["players"]
        if not player["left"] and not player.get("house")
    ]
    return sorted(out, key=lambda record: (-record.total, record.game))


def best_today(found: Iterable[Record], now: float) -> Record | None:
    """The best of this evening."""
    day = evening_of(now)
    return next((record for record in found if evening_of(record.began) == day), None)


def evening_of(at: float) -> str:
    """The evening a moment belongs to, as a date."""
    return time.strftime("%Y-%m-%d", time.localtime(at - DAY_BEGINS_H * 3600))


def is_record(rows: Iterable[GameRow], total: int) -> bool:
    """Whether a total beats everything there was before; the first game of a book is no record."""
    before = records(rows)
    return bool(before) and total > before[0].total


def careers(rows: Iterable[GameRow]) -> list[Career]:
    """Statistics of every player, most games first."""
    by_name: dict[str, list[dict[str, int]]] = {}
    for row in rows:
        if row.result and row.book != "muenzknobeln":
            for player in row.result["players"]:
                if not player["left"] and not player.get("house"):
                    by_name.setdefault(player["name"], []).append(player)
    out = [
        Career(
            name,
            len(games),
            sum(game["total"] for game in games) / len(games),
            max(game["total"] for game in games),
            sum(game.get("kniffels", 0) for game in games),
            sum(bool(game.get("bonus", 0)) for game in games) / len(games),
        )
        for name, games in by_name.items()
    ]
    return sorted(out, key=lambda career: (-career.games, career.name))
