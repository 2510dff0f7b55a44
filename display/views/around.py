"""The screens before and after a game: idle, set-up, ranking, records, rules."""

from __future__ import annotations

from dataclasses import dataclass

from display.views.parts import ScatterDie, Text


@dataclass(frozen=True)
class Fact:
    """A figure worth showing off: label above, big value, a name below ("Rekord", "341", "Anna")."""

    label: Text
    value: Text
    name: Text | None = None


@dataclass(frozen=True)
class Step:
    """A numbered step of "So geht's", or a field of the rules: title, text, the dice that show it, its points."""

    title: Text
    text: Text | None = None
    dice: tuple[int, ...] = ()
    points: Text | None = None


@dataclass(frozen=True)
class IdleView:
    """The attract loop. title and tagline at the left above the tray; the paper at the right holds `head`, numbered
    `steps` and/or `rows` (label, value) and at its foot up to two `facts`. parked: a game that can be resumed."""

    title: Text
    tagline: Text
    head: Text
    steps: tuple[Step, ...] = ()
    rows: tuple[tuple[Text, Text], ...] = ()
    facts: tuple[Fact, ...] = ()
    dice: tuple[ScatterDie, ...] = ()
    caption: Text | None = None
    parked: Text | None = None
    page: int = 0
    pages: int = 1


@dataclass(frozen=True)
class Choice:
    """One of the five cards above the hold buttons. picture: "die", "columns", "pair", "straight", "coins", "people:N",
    "figure:TEXT", or None for words alone; `sub`: at most two short lines."""

    title: Text
    picture: str | None = None
    sub: tuple[Text, ...] = ()
    selected: bool = False


@dataclass(frozen=True)
class SetupLine:
    """A line of the set-up's paper: what, and what is chosen."""

    label: Text
    value: Text


@dataclass(frozen=True)
class SetupView:
    """Set-up of a game: lines on the paper, five choices of the active line above the five hold buttons."""

    headline: Text
    lines: tuple[SetupLine, ...]
    active: int
    choices: tuple[Choice | None, ...] = ()
    header: Text | None = None
    hints: tuple[Text, ...] = ()


@dataclass(frozen=True)
class RankRow:
    """A place in the ranking."""

    place: int
    name: str
    total: int
    detail: Text | None = None
    pays: bool = False


#: The modules of a QR code row by row, True = dark, without the quiet zone about it.
Modules = tuple[tuple[bool, ...], ...]


@dataclass(frozen=True)
class RankingView:
    """The end. header: game, rounds, time; payer + payer_line on the beer mat with `tally` strokes; codes: the sheets as QR
    codes, the fullest first (shown is the first that a phone can read on this panel), with title and lines beside it;
    record: a line at the foot."""

    header: Text
    rows: tuple[RankRow, ...]
    payer: Text | None = None
    payer_line: Text | None = None
    tally: int = 0
    codes: tuple[Modules, ...] = ()
    code_title: Text | None = None
    code_lines: tuple[Text, ...] = ()
    record: Text | None = None
    page: int = 0
    pages: int = 1


@dataclass(frozen=True)
class TableView:
    """Figures in rows and columns: records, statistics, luck and skill. heads: one per column, the first at the left;
    rows: as many texts each; marked: index of a row to stand out; shares: of each row, for a bar (the largest is full)."""

    title: Text
    heads: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    lines: tuple[Text, ...] = ()
    marked: int | None = None
    page: int = 0
    pages: int = 1
    shares: tuple[float, ...] = ()


@dataclass(frozen=True)
class RulesView:
    """A page of the rules in pictures: steps with dice and points at the right, what it is about at the left."""

    title: Text
    steps: tuple[Step, ...]
    lines: tuple[Text, ...] = ()
    header: Text | None = None
    page: int = 0
    pages: int = 1


@dataclass(frozen=True)
class GrammarView:
    """How the table speaks: every state with its name; a page of the rules."""

    title: Text
