"""The sheets to take along, as QR codes: sums that anybody can add up at home, from every cell down to the totals alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from display.views import Modules
from game import Match, Sheet

Detail = Literal["cells", "columns", "games", "totals"]
#: To try all eight masks of a code and take the one of least penalty costs a tenth of a second here and half a one on a Pi, in which the
#: loop would stand. With this one OpenCV's reader finds the codes of all games of the tests on every panel.
MASK = 4
#: What a code of 105 modules a side holds (version 22, correction L): no panel can show a finer one that a phone still reads, and to make
#: one of six games of eight guests takes a fifth of a second.
MOST_BYTES = 1003
DETAILS: tuple[Detail, ...] = ("cells", "columns", "games", "totals")


def codes(title: str, match: Match) -> tuple[Modules, ...]:
    """The result in every detail of which some panel can show a code, the fullest first: a panel shows the first it has room for."""
    import segno

    found: list[Modules] = []
    for detail in DETAILS:
        text = "\n".join([f"{title}: {match.book.id}", *told(match, detail)])
        if len(text.encode()) > MOST_BYTES:
            continue
        code = segno.make_qr(text, error="l", boost_error=False, encoding="utf-8", mask=MASK)
        modules = tuple(tuple(bool(module) for module in line) for line in code.matrix)
        if not found or len(modules) < len(found[-1]):
            found.append(modules)
    return tuple(found)


def told(match: Match, detail: Detail) -> Iterator[str]:
    """A line for every player, "1. Anna: 65+35+137 = 237"; of a series the games' totals, and the sums of each game below."""
    for row in match.standing():
        name = f"{row.place}. {match.players[row.player].name}: "
        games = games_of(match, row.player)
        if detail == "totals" or (detail == "games" and len(games) == 1):
            yield f"{name}{row.total}"
        elif len(games) == 1:
            yield f"{name}{_sum(games[0], detail)} = {row.total}"
        else:
            totals = "+".join(str(sheet.totals().total) for sheet in games)
            yield f"{name}{totals} = {row.total}"
            if detail != "games":
                for number, sheet in enumerate(games, 1):
                    yield f"{number}) {_sum(sheet, detail)} = {sheet.totals().total}"


def games_of(match: Match, player: int) -> list[Sheet]:
    """A player's sheet of every game they were in, that of the game which is being played last."""
    return [sheets[player] for sheets in (*match.finished_games, match.sheets) if player < len(sheets)]


def _sum(sheet: Sheet, detail: Detail) -> str:
    totals, size = sheet.totals(), len(sheet.book.fields)
    parts = []
    for number, column in enumerate(totals.columns):
        if detail == "cells":
            points = [points for points in sheet.entries[number * size : (number + 1) * size] if points is not None]
        elif len(totals.columns) == 1:
            points = [column.upper, column.lower]
        else:
            points = [column.sum - column.upper_bonus]
        if column.upper_bonus:
            points.append(column.upper_bonus)
        added = "+".join(map(str, points)) or "0"
        if column.factor != 1:
            added = f"({added})×{column.factor}" if len(points) > 1 else f"{added}×{column.factor}"
        parts.append(added)
    if totals.extra_points:
        parts.append(str(totals.extra_points))
    return "+".join(parts)
