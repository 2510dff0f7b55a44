"""Moves as rows of the journal and back: JSON through msgspec, older versions migrated on the way in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from game import MOVES, CoinMatch, Match, MatchSetup, Move, begin
from table.errors import TornJournal

#: (kind, from version) -> turns that version's payload into the next one's.
MIGRATIONS: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {}


def encode(move: Move) -> tuple[str, int, str]:
    """A move as (kind, version, payload JSON)."""
    return move.kind, move.version, msgspec.json.encode(move).decode()


def decode(kind: str, version: int, payload: str) -> Move:
    """The move of a journal row. Raises TornJournal naming the row's kind and version if it is none."""
    move_class = MOVES.get(kind)
    if move_class is None:
        raise TornJournal(f"a journal row has the unknown kind {kind!r}; known: {', '.join(sorted(MOVES))}")
    try:
        fields = msgspec.json.decode(payload)
        for step in range(version, move_class.version):
            fields = MIGRATIONS[kind, step](fields)
        if version > move_class.version:
            raise TornJournal(f"a {kind} row has version {version}; this program knows {move_class.version}")
        return msgspec.convert(fields, move_class)
    except (msgspec.MsgspecError, KeyError) as error:
        raise TornJournal(f"a {kind} row of version {version} cannot be read: {error}") from error


def begun(setup: dict[str, Any]) -> Match | CoinMatch:
    """The game that a row's set-up begins. Raises msgspec.ValidationError and what `game.begin` raises if it begins none."""
    return begin(msgspec.convert(setup, MatchSetup))
