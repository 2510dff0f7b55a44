"""Menus, faults and the screens of the service menu."""

from __future__ import annotations

from dataclasses import dataclass

from display.views.parts import DiceTray, Mark, Picture, Text


@dataclass(frozen=True)
class MenuEntry:
    """A line of a menu: text, a value at the right, one line that explains it; not `enabled`: shown quietly."""

    text: Text
    value: Text | None = None
    detail: Text | None = None
    enabled: bool = True


@dataclass(frozen=True)
class MenuView:
    """The table menu, the settings and every other list to choose from. tray: the dice of the game that waits below it, shown
    where there is room."""

    title: Text
    entries: tuple[MenuEntry, ...]
    active: int = 0
    header: Text | None = None
    lines: tuple[Text, ...] = ()
    tray: DiceTray | None = None


@dataclass(frozen=True)
class FaultView:
    """Something is broken: what, in plain words, and the way on. detail: the line for the landlord."""

    headline: Text
    lines: tuple[Text, ...] = ()
    detail: Text | None = None


@dataclass(frozen=True)
class ServiceCameraView:
    """Service: the live camera picture with the tray's outline (px corners) and what is read in it. findings: sentences about
    it, each fit or not; they take the place of the values."""

    title: Text
    picture: Picture | None
    marks: tuple[Mark, ...] = ()
    outline: tuple[tuple[float, float], ...] = ()
    rows: tuple[tuple[Text, Text], ...] = ()
    lines: tuple[Text, ...] = ()
    findings: tuple[tuple[bool, Text], ...] = ()


@dataclass(frozen=True)
class ServiceButtonsView:
    """Service: the nine buttons, which are down, which lamps are lit, how often each was pressed."""

    title: Text
    pressed: tuple[bool, ...]
    lit: tuple[bool, ...]
    counts: tuple[int, ...] = ()
    lines: tuple[Text, ...] = ()


@dataclass(frozen=True)
class LogView:
    """Service: lines as they stand (log, version, result of a check), newest last."""

    title: Text
    text: tuple[str, ...]
    page: int = 0
    pages: int = 1


@dataclass(frozen=True)
class SpellingView:
    """A name is spelt: what stands there so far (at most `longest` letters), and a board of letters, one chosen."""

    title: Text
    name: str
    letters: tuple[str, ...]
    chosen: int
    columns: int
    longest: int
