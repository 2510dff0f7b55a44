"""The screens while a game of dice goes on."""

from __future__ import annotations

from dataclasses import dataclass

from display.views.parts import DiceTray, Mark, Picture, Text, Tray
from display.views.sheets import PlayerTab, SheetView, WinChance


@dataclass(frozen=True)
class TurnView:
    """Somebody's turn: dots, the line that says what to do, tabs, tray and the active player's block.

    roll: throws made, 0–`rolls`; headline: at most two rows; lines: quieter lines below; formula + worth: "40 × 3 ="
    and in amber, "120 Punkte"; hint: the adviser's line (with the Raute); title: the game's name and round, where there
    is room; roll_text: instead of "2. Wurf".
    """

    headline: Text
    tabs: tuple[PlayerTab, ...]
    tray: Tray
    sheet: SheetView
    roll: int = 0
    rolls: int = 3
    lines: tuple[Text, ...] = ()
    formula: Text | None = None
    worth: Text | None = None
    hint: Text | None = None
    title: Text | None = None
    roll_text: Text | None = None
    chance: WinChance | None = None


@dataclass(frozen=True)
class StartRow:
    """A player at the start throw: the sum thrown (None: not yet) and whether it is their throw, or tied for the
    highest, or out of it, or the one who begins."""

    name: str
    sum: int | None = None
    active: bool = False
    tied: bool = False
    out: bool = False
    begins: bool = False
    dice: tuple[int, ...] = ()


@dataclass(frozen=True)
class StartThrowView:
    """Who begins? Everybody throws once; the rows take the block's place."""

    headline: Text
    rows: tuple[StartRow, ...]
    tray: Tray
    lines: tuple[Text, ...] = ()
    header: Text | None = None
    title: Text | None = None


@dataclass(frozen=True)
class Candidate:
    """A value that a die in doubt may show: the die's picture, figure and a line ("wohl eine 6")."""

    value: int
    text: Text
    chosen: bool = False


@dataclass(frozen=True)
class DoubtView:
    """The reader is not sure, or a guest corrects a slot: the camera's picture takes the block's place.

    picture: a crop of the camera's picture or None; marks: dashed boxes in its pixels; candidates: none (only show),
    two (likely values), or up to six (all values); tray: dice with the one in doubt.
    """

    headline: Text
    tray: DiceTray
    picture: Picture | None = None
    marks: tuple[Mark, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    lines: tuple[Text, ...] = ()
    roll: int = 0
    rolls: int = 3
    roll_text: Text | None = None
    picture_text: Text | None = None


@dataclass(frozen=True)
class CelebrationView:
    """A short burst: kind is "kniffel", "bonus", "record" or "win"; dice: the values that did it; bar: points of the upper
    section and what the bonus asks for; before: what was the record until now."""

    kind: str
    headline: Text
    lines: tuple[Text, ...] = ()
    dice: tuple[int, ...] = ()
    points: Text | None = None
    bar: tuple[int, int] | None = None
    before: Text | None = None


@dataclass(frozen=True)
class PauseView:
    """The game rests: what to do to go on, the standing, and the dice as they lay, so that nobody need remember them."""

    headline: Text
    lines: tuple[Text, ...] = ()
    tabs: tuple[PlayerTab, ...] = ()
    title: Text | None = None
    tray: DiceTray | None = None


@dataclass(frozen=True)
class PhotoView:
    """The photo of a throw with what the reader saw drawn in, to settle a dispute."""

    headline: Text
    picture: Picture | None
    marks: tuple[Mark, ...] = ()
    lines: tuple[Text, ...] = ()


@dataclass(frozen=True)
class SheetsView:
    """Sheets side by side: with one column a table of all players, with several the given sheets' columns. may_fold: their
    cells stand larger on further pages, so that where room is short their sums will do."""

    title: Text
    sheets: tuple[SheetView, ...]
    page: int = 0
    pages: int = 1
    may_fold: bool = False
    lines: tuple[Text, ...] = ()
