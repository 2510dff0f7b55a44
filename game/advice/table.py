"""A solved book as a value: what is still to come from every state, and its compact form as bytes."""

from __future__ import annotations

import hashlib
import json
import struct
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from game.advice.errors import WrongTable
from game.advice.keeps import Floats
from game.advice.states import States
from game.book import Book
from game.dice import ROLLS
from game.sheet import Sheet

#: Of the stored form and of the numbering of states; a table of another version is solved anew.
FORMAT = 1
_MAGIC = b"KNOBEL\x00\x01"


def fingerprint(book: Book) -> str:
    """What the rules are, whatever they are called: the same for books that play alike (64 hexadecimal digits)."""
    extra = book.extra_kniffel if book.grid.kniffels else "none"
    rules = {
        "fields": [
            [field.number, field.max_points if field.joker_full else None, [field.score(roll) for roll in ROLLS]]
            for field in book.fields
        ],
        "factors": book.factors,
        "bonus": [book.bonus_at, book.upper_bonus] if book.upper_bonus else None,
        "order": book.order,
        "kniffels": book.grid.kniffels if extra != "none" else None,
        "extra": [extra, book.joker, book.extra_kniffel_bonus] if extra != "none" else None,
    }
    return hashlib.sha256(json.dumps(rules).encode()).hexdigest()


@dataclass(frozen=True, eq=False)
class ExactTable:
    """Expectations of the best solitaire play for one book.

    values: float32 (upper states + 1, lower states + 1), points still to come; start: of a whole game, as solved in
    double precision.
    """

    states: States
    values: npt.NDArray[np.float32]
    start: float

    @classmethod
    def of(cls, states: States, expectations: Floats) -> ExactTable:
        """The table of what `solve` found."""
        start = expectations[states.empty]
        return cls(states, expectations.astype(np.float32), float(start))

    @property
    def book(self) -> Book:
        """The rules it was solved for."""
        return self.states.book

    @cached_property
    def expectations(self) -> Floats:
        """The values in double precision, for calculations."""
        return self.values.astype(np.float64)

    def to_come(self, sheet: Sheet) -> float:
        """Points that the best play brings on average from this sheet on, beyond its total so far."""
        upper, lower = self.states.of(sheet)
        return float(self.values[upper, lower])

    def to_bytes(self) -> bytes:
        """Header (JSON, with the rules' fingerprint), values, SHA-256 of both."""
        body = self.values[:-1, :-1].astype("<f4").tobytes()
        return sealed({"rules": fingerprint(self.book), "start": self.start}, body)

    @classmethod
    def from_bytes(cls, data: bytes, book: Book) -> ExactTable:
        """The stored table, if it is whole and of this book. Raises WrongTable, NotSolvable."""
        header, body = opened(data, fingerprint(book))
        states = States(book)
        stored = np.frombuffer(body, "<f4")
        if len(stored) != states.uppers * states.lowers:
            raise WrongTable(f"{len(stored)} values, allowed: {states.uppers * states.lowers} for these rules")
        values = np.full((states.uppers + 1, states.lowers + 1), -np.inf, dtype=np.float32)
        values[:-1, :-1] = stored.reshape(states.uppers, states.lowers)
        return cls(states, values, float(header["start"]))


def sealed(header: dict[str, object], body: bytes) -> bytes:
    """A stored table: mark, length of the header, header, body, checksum of all before."""
    head = json.dumps({**header, "format": FORMAT}).encode()
    content = _MAGIC + struct.pack("<I", len(head)) + head + body
    return content + hashlib.sha256(content).digest()


def opened(data: bytes, rules: str) -> tuple[dict[str, float], bytes]:
    """Header and body of a stored table. Raises WrongTable if it is foreign, damaged or belongs to other rules."""
    if not data.startswith(_MAGIC):
        raise WrongTable("no table of the adviser (foreign file), allowed: one that it wrote itself")
    content, checksum = data[:-32], data[-32:]
    if hashlib.sha256(content).digest() != checksum:
        raise WrongTable("the checksum doesn't fit (damaged file), allowed: a whole one")
    (length,) = struct.unpack_from("<I", content, len(_MAGIC))
    start = len(_MAGIC) + 4
    try:
        header = json.loads(content[start : start + length])
    except ValueError as error:
        raise WrongTable(f"the header is no JSON ({error}), allowed: one that the adviser wrote itself") from error
    found = header.get("format") if isinstance(header, dict) else None
    if found != FORMAT:
        raise WrongTable(f"format {found}, allowed: {FORMAT}")
    if header.get("rules") != rules:
        raise WrongTable("solved for other rules, allowed: those of the book that is played")
    return header, content[start + length :]
