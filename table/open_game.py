"""The game that is being played: the match and its place in the journal. A move counts once it is committed."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from game import CoinMatch, Match, MatchSetup, Move, begin
from table.journal import Journal

M = TypeVar("M", Match, CoinMatch)


class OpenGame(Generic[M]):
    """Couples a match with the journal; the only place where a match advances."""

    def __init__(self, journal: Journal, number: int, match: M) -> None:
        self._journal = journal
        self.number = number
        self.match: M = match
        self._seq = len(match.moves)

    @classmethod
    def begin(cls, journal: Journal, setup: MatchSetup) -> OpenGame[Any]:
        """Start a match and note it. Raises the game's BadSetup and option errors, or JournalRefused."""
        match: Any = begin(setup)
        return cls(journal, journal.begin(setup), match)

    @classmethod
    def resume(cls, journal: Journal, number: int) -> OpenGame[Any]:
        """Take up a game where its last committed move left it. Raises TornJournal, NoSuchGame."""
        match: Any = journal.match(number)
        return cls(journal, number, match)

    @property
    def next_photo(self) -> str:
        """The id that the photo of the next move will have."""
        return f"{self.number}-{self._seq}"

    def push(self, *moves: Move) -> None:
        """Check, commit and make moves, one by one. Raises IllegalMove or JournalRefused; the match is then as after the
        last move that was committed."""
        for move in moves:
            match = self.match.push(move)
            self._journal.append(self.number, self._seq, move)
            self._seq += 1
            self.match = match

    def park(self) -> None:
        """Put the game aside for later."""
        self._journal.set_state(self.number, "parked")

    def reopen(self) -> None:
        """Go on with a parked or finished game."""
        self._journal.set_state(self.number, "open")

    def give_up(self) -> None:
        """End the game without a result."""
        self._journal.set_state(self.number, "given_up")

    def finish(self) -> None:
        """Store the result of a match that is over."""
        self._journal.set_state(self.number, "finished", result_of(self.match))


def result_of(match: Match | CoinMatch) -> dict[str, Any]:
    """The ranking as it is stored and exported; for sheets also five of a kind entered as such, upper bonuses, and
    of a series the total of every game."""
    rows: list[dict[str, Any]] = [
        {
            "name": match.players[row.player].name,
            "total": row.total,
            "place": row.place,
            "pays": row.pays,
            "left": row.left,
        }
        for row in match.standing()
    ]
    if isinstance(match, Match):
        for row, standing in zip(rows, match.standing(), strict=True):
            strength = match.setup.strength_of(standing.player)
            if strength is not None:
                row["house"] = strength
        games = (*match.finished_games, match.sheets)
        for row, standing in zip(rows, match.standing(), strict=True):
            sheets = [sheets[standing.player] for sheets in games if standing.player < len(sheets)]
            kniffels = [sheet.entries[index] for sheet in sheets for index in sheet.book.grid.kniffels]
            row["kniffels"] = sum(bool(points) for points in kniffels)
            row["bonus"] = sum(column.upper_bonus > 0 for sheet in sheets for column in sheet.totals().columns)
            if match.setup.games > 1:
                row["games"] = [sheet.totals().total for sheet in sheets]
    return {"players": rows}
