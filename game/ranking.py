"""Who is where and who pays (RULES 2, 2.2). Knows totals only, so that games without a sheet can use it too."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from game.setup import Pays


@dataclass(frozen=True)
class Standing:
    """A row of a ranking.

    player: index; place: from 1, equal totals share it (1, 1, 3); pays: by the setup's rule; left: went home. Leavers
    come after all who stayed, whatever they scored.
    """

    player: int
    total: int
    place: int
    pays: bool = False
    left: bool = False


@dataclass(frozen=True)
class Outcome:
    """How a match ended. `abandoned`: everybody went home before the end; then nobody wins and nobody pays."""

    ranking: tuple[Standing, ...]
    winners: tuple[int, ...]
    payers: tuple[int, ...]
    abandoned: bool = False


def rank(
    totals: Sequence[int], left: Collection[int] = (), pays: Pays = "nobody", house: Collection[int] = ()
) -> tuple[Standing, ...]:
    """Rows from first to last place; equal ones in seat order.

    Those who stayed are ranked by total, after them the leavers by theirs. Who pays is looked for among those who
    stayed; winners never pay, so if there is nobody else the leavers are named, by the same rule. Nobody pays if all
    left. house: seats that the table plays; it keeps its place but never pays, so among the guests the last one does, and
    a guest whom only the table has beaten.
    """
    players = sorted(range(len(totals)), key=lambda player: (player in left, -totals[player]))
    rows: list[Standing] = []
    for position, player in enumerate(players, start=1):
        before = rows[-1] if rows else None
        shared = before is not None and (before.total, before.left) == (totals[player], player in left)
        place = before.place if before is not None and shared else position
        rows.append(Standing(player, totals[player], place, left=player in left))
    payers = _payers([row for row in rows if row.player not in house], pays)
    return tuple(
        Standing(row.player, row.total, row.place, row.player in payers, row.left) if payers else row for row in rows
    )


def _payers(rows: Sequence[Standing], pays: Pays) -> set[int]:
    losers = [row for row in rows if row.place > 1 and not row.left]
    if not losers and any(not row.left for row in rows):
        losers = [row for row in rows if row.left]
    if pays == "nobody" or not losers:
        return set()
    return {row.player for row in losers if pays == "all_but_winner" or row.place == losers[-1].place}
