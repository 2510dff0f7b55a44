"""One line of `score`: a sheet and perhaps dice as JSON in, what may be chosen and all sums out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from game import GameError, ImpossibleRolled, Sheet, Totals, make_book
from game.echo import shown
from table.errors import BadLine, UnreadableLine


class SheetLine(msgspec.Struct, forbid_unknown_fields=True):
    """A sheet as one JSON object.

    book: id; options: as for `game.make_book`; cells: the filled ones, text to points; dice: five, or none for sums
    only; rolled: an earlier turn ended with five of a kind; extra_points: those already noted; rolls_left: 0 to 2, for
    advice; what dice may be entered for does not hang on it.
    """

    book: str
    options: dict[str, Any] = {}
    cells: dict[str, Any] = {}
    dice: list[Any] | None = None
    rolled: bool = False
    extra_points: int = 0
    rolls_left: int | None = None

    def sheet(self) -> Sheet:
        """The sheet. Raises the GameError that says why it can't be."""
        sheet = Sheet.from_cells(make_book(self.book, self.options), self.cells, self.rolled, self.extra_points)
        if self.rolled and not sheet.may_hide_five_equal:
            raise ImpossibleRolled(
                "rolled is true, allowed: false (no filled cell holds what five of a kind gives there)"
            )
        return sheet


_DECODER = msgspec.json.Decoder(SheetLine)
_KEYS = ", ".join(SheetLine.__struct_fields__)


def decode(line: bytes) -> SheetLine:
    """The line's content. Raises UnreadableLine if it is no JSON, BadLine if it is JSON of another form, or if a key stands
    there twice."""
    try:
        found = _DECODER.decode(line)
        # msgspec takes the last of two equal keys.
        json.loads(line, object_pairs_hook=_refuse_twice, parse_int=str, parse_float=str)
        return found
    except msgspec.ValidationError as error:
        raise BadLine(f"not a sheet: {error}; allowed keys: {_KEYS}") from error
    except (msgspec.DecodeError, RecursionError) as error:
        raise UnreadableLine(f"not a line of JSON: {error}; allowed: an object with the keys {_KEYS}") from error


def _refuse_twice(pairs: list[tuple[str, object]]) -> None:
    if len(dict(pairs)) == len(pairs):
        return
    keys = [key for key, _ in pairs]
    twice = next(key for at, key in enumerate(keys) if key in keys[:at])
    raise BadLine(f"not a sheet: the key {twice!r} stands there twice; allowed: once")


def score(line: SheetLine) -> dict[str, object]:
    """What the dice may be entered for, if there are dice, and the sums before that. Raises BadLine with the reason."""
    try:
        if line.rolls_left is not None:
            checked_rolls_left(line.rolls_left)
        sheet = line.sheet()
        choice: dict[str, object] = {}
        if line.dice is not None:
            offers = sheet.offers(line.dice)
            choice["cells"] = {offer.text: offer.points for offer in offers}
            choice["extra"] = {offer.text: offer.extra for offer in offers if offer.extra}
    except GameError as error:
        raise BadLine(str(error)) from error
    return {**choice, **_sums(sheet.totals())}


def checked_rolls_left(rolls_left: int | None) -> int:
    """Throws that are left after the dice that lie. Raises BadLine."""
    if rolls_left is None:
        raise BadLine("rolls_left is missing, allowed: 0, 1 or 2")
    if not 0 <= rolls_left <= 2:
        raise BadLine(f"rolls_left is {shown(rolls_left)}, allowed: 0, 1 or 2")
    return rolls_left


def _sums(totals: Totals) -> Mapping[str, object]:
    sums: dict[str, object] = {
        "upper": totals.upper,
        "upper_bonus": totals.upper_bonus,
        "difference": totals.difference,
        "total": totals.total,
    }
    if len(totals.columns) > 1:
        sums["columns"] = [
            {
                "upper": column.upper,
                "upper_bonus": column.upper_bonus,
                "difference": column.difference,
                "sum": column.sum,
                "product": column.product,
            }
            for column in totals.columns
        ]
    return sums
