"""The journal in forms that other programs read: a JSON object a game, and a CSV line a field."""

from __future__ import annotations

import csv
import json
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO

from game import CoinMatch, Match
from table.durable import sync
from table.errors import TableError
from table.journal import GameRow, Journal

HEADS = ("game", "book", "state", "player", "cell", "points")


class ExportRefused(TableError, OSError):
    """The stick takes no more, or was pulled out."""


def as_json(row: GameRow, match: Match | CoinMatch) -> dict[str, Any]:
    """A game with every sheet, in the form that `score` takes, a list of them for each game of a series; coins by round."""
    head = {
        "game": row.id,
        "began": row.began,
        "book": row.book,
        "state": row.state,
        "moves": row.moves,
        "result": row.result,
    }
    if isinstance(match, CoinMatch):
        rounds = [
            {"round": one.number, "said": [[said.player, said.number] for said in one.said], "sum": one.sum}
            for one in match.state.rounds
        ]
        return {**head, "options": row.setup["options"], "rounds": rounds}
    return {
        **head,
        "options": match.book.options(),
        "sheets": [
            [
                {
                    "player": player.name,
                    "cells": sheet.cells(),
                    "extra_points": sheet.extra_points,
                    "rolled": sheet.rolled,
                    "total": sheet.totals().total,
                }
                for player, sheet in zip(match.players, sheets, strict=False)
            ]
            for sheets in (*match.finished_games, match.sheets)
        ],
    }


def write_json(games: Iterable[tuple[GameRow, Match | CoinMatch]], file: TextIO) -> None:
    """One JSON object a line."""
    for row, match in games:
        file.write(json.dumps(as_json(row, match), ensure_ascii=False) + "\n")


def write_csv(games: Iterable[tuple[GameRow, Match | CoinMatch]], file: TextIO) -> None:
    """A line a field, headed by `HEADS`."""
    writer = csv.writer(file)
    writer.writerow(HEADS)
    for row, match in games:
        writer.writerows(_csv_rows(row, match))


def _csv_rows(row: GameRow, match: Match | CoinMatch) -> Iterator[tuple[object, ...]]:
    if isinstance(match, CoinMatch):
        for one in match.state.rounds:
            for said in one.said:
                name = match.players[said.player].name
                yield row.id, row.book, row.state, name, f"round {one.number}", said.number
        return
    for sheets in (*match.finished_games, match.sheets):
        for player, sheet in zip(match.players, sheets, strict=False):
            for cell, points in sheet.cells().items():
                yield row.id, row.book, row.state, player.name, cell, points
            yield row.id, row.book, row.state, player.name, "total", sheet.totals().total


def to_folder(data: Path, folder: Path, *, now: float) -> tuple[Path, int]:
    """Write the journal of a data folder below `folder` (a stick) and sync it; now: seconds since the epoch, for the name.

    Returns the new folder and how many games are in it. Opens the journal for reading only, so it may run beside the
    table. Raises ExportRefused, JournalError.
    """
    target = folder / time.strftime("knobeltisch-%Y-%m-%d-%H%M%S", time.localtime(now))
    with Journal(data, writable=False) as journal:
        games = [(row, journal.match(row.id)) for row in journal.games()]
    try:
        target.mkdir()
        for name, write in (("games.jsonl", write_json), ("games.csv", write_csv)):
            path = target / name
            with path.open("w", encoding="utf-8", newline="") as file:
                write(games, file)
            sync(path)
        sync(target)
    except OSError as error:
        raise ExportRefused(f"{target}: {error.strerror}") from error
    return target, len(games)
