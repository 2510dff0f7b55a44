"""What the dice gave each player in each finished game against the exact expectation, worked out once and kept.

Kept in `luck.json` of the data folder, by the number of the game and without names; it can be lost without harm, for it
is worked out anew from the journal.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock

import msgspec

from game import Book, Match, make_book
from game.advice import LuckAndSkill, Worth, luck_and_skill
from table import durable
from table.errors import JournalError
from table.journal import GameRow, Journal

log = logging.getLogger(__name__)

FILE_NAME = "luck.json"
#: So many games that nobody has worked out yet are done at one go, the newest first.
MOST_AT_ONCE = 30


class _Kept(msgspec.Struct, forbid_unknown_fields=True):
    """By number of the game: how many moves it had then, and the luck of each player in the order of the ranking."""

    version: int
    games: dict[str, tuple[int, list[float]]]


_WRITING = Lock()


class LuckBook:
    """Luck by game and player. Several may be used at a time, also from several threads."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME
        self._games = self._read()

    def of(self, row: GameRow) -> Sequence[float] | None:
        """By player as they stand in the game's result, over all games on the block; None if it was not worked out, or if
        the game was gone on with since."""
        moves, luck = self._games.get(str(row.id), (-1, []))
        return luck if moves == row.moves else None

    def keep(self, game: int, match: Match, found: Sequence[LuckAndSkill]) -> None:
        """Note a game. A disk that does not take it is said in the log; nothing is lost that can't be worked out anew."""
        luck = [round(found[row.player].luck, 4) for row in match.standing()]
        fresh = self._path.with_suffix(".new")
        with _WRITING:
            self._games = {**self._games, **self._read(), str(game): (len(match.moves), luck)}
            try:
                fresh.write_bytes(msgspec.json.encode(_Kept(1, self._games)))
                durable.put(fresh, self._path)
            except OSError as error:
                log.warning("luck of game %s is not kept: %s", game, error)

    def _read(self) -> dict[str, tuple[int, list[float]]]:
        try:
            kept = msgspec.json.decode(self._path.read_bytes(), type=_Kept)
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.DecodeError) as error:
            log.warning("%s is worked out anew: %s", self._path, error)
            return {}
        return kept.games if kept.version == 1 else {}


def mean_luck(
    name: str, rows: Sequence[GameRow], journal: Journal, worth_of: Callable[[Book], Worth | None]
) -> float | None:
    """Points a game that the dice gave a player, over all of these finished games whose rules have an exact table.

    worth_of: what is known of a book, None if nothing; estimates are left out. None if no game has such rules.
    """
    kept = LuckBook(journal.folder)
    total, games, fresh = 0.0, 0, 0
    worths: dict[Book, Worth | None] = {}
    for row in sorted(rows, key=lambda row: -row.id):
        luck = kept.of(row)
        if luck is None and fresh < MOST_AT_ONCE:
            book = make_book(row.book, row.setup.get("options") or {})
            if book not in worths:
                worths[book] = worth_of(book)
            fresh += _work_out(kept, journal, row, worths[book])
            luck = kept.of(row)
        if luck is None or row.result is None:
            continue
        for player, points in zip(row.result["players"], luck, strict=True):
            if player["name"] == name and not player["left"] and not player.get("house"):
                total += points
                games += row.setup.get("games", 1)
    return total / games if games else None


def _work_out(kept: LuckBook, journal: Journal, row: GameRow, worth: Worth | None) -> bool:
    """Whether there was something to keep."""
    if worth is None or not worth.exact:
        return False
    try:
        match = journal.match(row.id)
    except JournalError as error:
        log.warning("luck of game %s: %s", row.id, error)
        return False
    if not isinstance(match, Match) or match.phase != "over":
        return False
    kept.keep(row.id, match, luck_and_skill(match, worth))
    return True
