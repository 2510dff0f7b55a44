"""The journal in forms that other programs read: a JSON object a game, and a CSV line a field."""

from __future__ import annotations

import csv
import json
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO

from game import CoinMatch, CoinRound, Match, Sheet, options_of
from table.durable import sync
from table.errors import TableError, TornJournal
from table.journal import GameRow, Journal

#: part: which game of a series, or which round of coins.
HEADS = ("game", "book", "state", "part", "player", "cell", "points")


class ExportRefused(TableError, OSError):
    """The stick takes no more, or was pulled out."""


def as_json(row: GameRow, match: Match | CoinMatch) -> dict[str, Any]:
    """A game with every sheet, in the form that `score` takes, a list of them for each game of a series; coins by round,
    with the names of who said, held and did what."""
    head = {
        "game": row.id,
        "began": row.began,
        "book": row.book,
        "state": row.state,
        "moves": row.moves,
        "players": [player.name for player in match.players],
        "result": row.result,
    }
    if isinstance(match, CoinMatch):
        rounds = [_round(match, one) for one in match.state.rounds]
        return {**head, "options": options_of(match.rules), "rounds": rounds, "pays": _names(match, match.state.losers)}
    return {
        **head,
        "options": match.book.options(),
        "games": match.setup.games,
        "start": match.setup.start,
        "pays": match.setup.pays,
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


def _round(match: CoinMatch, one: CoinRound) -> dict[str, Any]:
    """A finished round. split and coins, in the order of the round's players, where fists were named and counted one by
    one; lists, since two guests whose names were forgotten are called the same."""
    said = []
    for guess in one.said:
        about: dict[str, Any] = {"player": match.players[guess.player].name, "number": guess.number}
        if guess.split is not None:
            about["split"] = list(guess.split)
        if guess.void:
            about["void"] = True
        said.append(about)
    caught = {"caught": _names(match, one.fouls)} if one.fouls else {}
    counted = {} if one.coins is None else {"coins": list(one.coins)}
    return {
        "round": one.number,
        "players": _names(match, one.players),
        "starter": match.players[one.starter].name,
        "said": said,
        **caught,
        **counted,
        "sum": one.sum,
        "out": _names(match, one.out),
    }


def _names(match: CoinMatch, players: Iterable[int]) -> list[str]:
    return [match.players[player].name for player in players]


def playable(journal: Journal, unreadable: list[TornJournal]) -> Iterator[tuple[GameRow, Match | CoinMatch]]:
    """All games that can be read, oldest first; what is wrong with the others is put into `unreadable` as it is found."""
    for row in journal.readable_games():
        if isinstance(row, TornJournal):
            unreadable.append(row)
            continue
        try:
            yield row, journal.match(row.id)
        except TornJournal as error:
            unreadable.append(error)


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
    head = (row.id, row.book, row.state)
    if isinstance(match, CoinMatch):
        for one in match.state.rounds:
            for line in _lines_of_round(match, one):
                yield (*head, one.number, *line)
        for name in _names(match, match.state.losers):
            yield (*head, len(match.state.rounds), name, "pays", "")
        return
    for part, sheets in enumerate((*match.finished_games, match.sheets), 1):
        for player, sheet in zip(match.players, sheets, strict=False):
            for cell, points in _lines_of_sheet(sheet):
                yield (*head, part, player.name, cell, points)


def _lines_of_round(match: CoinMatch, one: CoinRound) -> Iterator[tuple[str, str, object]]:
    for said in one.said:
        name = match.players[said.player].name
        yield name, "said but void" if said.void else "said", said.number
        for player, coins in zip(one.players, said.split or (), strict=False):
            yield name, f"said of {match.players[player].name}", coins
    for name in _names(match, one.fouls):
        yield name, "caught", ""
    for player, coins in zip(one.players, one.coins or (), strict=False):
        yield match.players[player].name, "coins", coins
    yield "", "sum", one.sum
    for name in _names(match, one.out):
        yield name, "out", ""


def _lines_of_sheet(sheet: Sheet) -> Iterator[tuple[str, int]]:
    """Every filled cell, and what a sheet is added up from: with several columns each one's bonus, sum and product."""
    totals = sheet.totals()
    yield from sheet.cells().items()
    for number, column in enumerate(totals.columns, 1):
        before = f"{number}:" if len(totals.columns) > 1 else ""
        yield f"{before}upper bonus", column.upper_bonus
        if before:
            yield f"{before}sum", column.sum
            yield f"{before}product", column.product
    yield "extra points", totals.extra_points
    yield "total", totals.total


def to_folder(data: Path, folder: Path, *, now: float) -> tuple[Path, int]:
    """Write the journal of a data folder below `folder` (a stick) and sync it; now: seconds since the epoch, for the name.

    Returns the new folder and how many games are in it; which ones cannot be read is told in a file beside them. Opens the journal for reading only, so it may run beside the
    table. Raises ExportRefused, JournalError.
    """
    target = folder / time.strftime("knobeltisch-%Y-%m-%d-%H%M%S", time.localtime(now))
    unreadable: list[TornJournal] = []
    with Journal(data, writable=False) as journal:
        games = list(playable(journal, unreadable))
    try:
        target.mkdir()
        for name, write in (("games.jsonl", write_json), ("games.csv", write_csv)):
            path = target / name
            with path.open("w", encoding="utf-8", newline="") as file:
                write(games, file)
            sync(path)
        if unreadable:
            path = target / "unreadable.txt"
            path.write_text("".join(f"{error}\n" for error in unreadable), encoding="utf-8")
            sync(path)
        sync(target)
    except OSError as error:
        raise ExportRefused(f"{target}: {error.strerror}") from error
    return target, len(games)
