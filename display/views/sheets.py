"""A block as it is shown: cells, rows, columns, bonus, and the players beside it."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from display.views.parts import Text


class CellState(enum.Enum):
    """How a cell of the sheet looks; see the grammar of states."""

    EMPTY = "empty"  #: free, no roll: a short stroke
    OFFER = "offer"  #: free, would give `points` now (0 too): pencil in a dashed frame
    CHOSEN = "chosen"  #: the offer that OK would enter: ink block
    FILLED = "filled"  #: entered
    STRUCK = "struck"  #: entered as 0: a stroke, no figure


@dataclass(frozen=True)
class Cell:
    """A cell. points: filled or on offer; best: the best offer (Raute, solid frame; a chosen cell keeps its Raute);
    extra: extra points noted beside it (pill "+50")."""

    state: CellState = CellState.EMPTY
    points: int | None = None
    best: bool = False
    extra: int = 0


@dataclass(frozen=True)
class Row:
    """A field of the sheet: id (`field`, as "full_house"), its name, a short and a tiny name for where room is short,
    the die picture before it (1–6), and a cell for every column."""

    field: str
    name: Text
    short: Text
    cells: tuple[Cell, ...]
    die: int | None = None
    tiny: Text | None = None


@dataclass(frozen=True)
class Bonus:
    """A column's upper bonus. points so far in the upper section, the threshold, `par` = what the filled fields would
    have with three of each (the notch), signed `difference`, whether it is reached, and what it brings (`award`)."""

    points: int
    threshold: int
    par: int
    difference: int
    reached: bool = False
    award: int = 35


@dataclass(frozen=True)
class Column:
    """A column's foot: its factor (1 on an ordinary sheet), sums, bonus, product; `chosen`: it is the one chosen in."""

    upper: int
    lower: int
    bonus: Bonus | None = None
    factor: int = 1
    sum: int = 0
    product: int = 0
    chosen: bool = False


@dataclass(frozen=True)
class SheetView:
    """One player's block: upper and lower rows (a cell per column), a `Column` each, the total with all extras."""

    owner: str
    upper: tuple[Row, ...]
    lower: tuple[Row, ...]
    columns: tuple[Column, ...]
    total: int
    extra: int = 0


@dataclass(frozen=True)
class PlayerTab:
    """A player beside the block. difference: signed bonus difference or None; detail: second line instead of it
    ("+50 Zusatz"); left: went home, their sheet is closed."""

    name: str
    total: int
    difference: int | None = None
    active: bool = False
    left: bool = False
    detail: Text | None = None


@dataclass(frozen=True)
class WinChance:
    """A bar of the players' chances to win: (name, share 0–1) in seat order; shares add up to 1; says if estimated."""

    shares: tuple[tuple[str, float], ...]
    estimated: bool = False
