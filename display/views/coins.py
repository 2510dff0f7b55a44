"""The screens of Münzknobeln."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from display.views.parts import Mark, Picture, Text


class CoinState(enum.Enum):
    """What a player at the coins does just now."""

    WAITS = "waits"
    TURN = "turn"  #: names a number now, or lays coins now
    SAYS = "says"  #: has named `number`
    COVERED = "covered"  #: has named one, covered
    VOID = "void"  #: the guess does not count this round (foul)
    HIT = "hit"  #: named the sum
    OUT = "out"  #: out of the game, which is what everybody wants
    PAYS = "pays"


@dataclass(frozen=True)
class CoinRow:
    """A player at the coins. text: a word instead of the state's own ("wartet"); coins: laid, once counted."""

    name: str
    state: CoinState = CoinState.WAITS
    number: int | None = None
    coins: int | None = None
    text: Text | None = None


@dataclass(frozen=True)
class CoinNumber:
    """A coin on the number board: free, taken by somebody, or chosen."""

    value: int
    taken_by: str | None = None
    chosen: bool = False


@dataclass(frozen=True)
class NumberBoard:
    """The felt with every number that can be named."""

    numbers: tuple[CoinNumber, ...]


@dataclass(frozen=True)
class FistBoard:
    """The felt with fists: `closed` of `players` are shown (load: 0)."""

    players: int
    closed: int = 0
    word: Text | None = None


@dataclass(frozen=True)
class CountBoard:
    """The felt with the counted coins. count None: nothing counted yet; picture and marks: what the camera sees;
    word: a pill below ("6 erwartet")."""

    count: int | None = None
    picture: Picture | None = None
    marks: tuple[Mark, ...] = ()
    word: Text | None = None


@dataclass(frozen=True)
class PaysBoard:
    """The beer mat on the felt: who pays, what for, and a tally stroke for every guest."""

    payer: Text
    line: Text
    tally: int = 0


@dataclass(frozen=True)
class CoinsView:
    """Every screen of Münzknobeln: header (round, fists, range), headline, players, and a felt with a board."""

    headline: Text
    rows: tuple[CoinRow, ...]
    board: NumberBoard | FistBoard | CountBoard | PaysBoard
    header: Text | None = None
    lines: tuple[Text, ...] = ()
