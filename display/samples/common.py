"""Labels, sheets, dice and photos that the sample screens share."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pygame

from display.views import (
    Bonus,
    Cell,
    CellState,
    Column,
    DiceTray,
    Icon,
    Label,
    LabelStyle,
    Mark,
    Message,
    Picture,
    PlayerTab,
    Row,
    SheetView,
    SlotDie,
    msg,
)

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = ("three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "kniffel", "chance")

#: Labels that many screens share.
DARK = Label()
MENU = Label(long=msg("label.menu"), style=LabelStyle.LONG_ONLY)
UNDO = Label(long=msg("label.undo"), style=LabelStyle.LONG_ONLY)
HOLD = Label(msg("label.hold"), msg("label.wrong"), LabelStyle.LIT)
RELEASE = Label(msg("label.release"), msg("label.wrong"), LabelStyle.ACTIVE)
WRONG = Label(long=msg("label.wrong"), style=LabelStyle.LONG_ONLY)
FIELD_UP = Label(msg("label.field"), style=LabelStyle.LIT, icon=Icon.UP)
FIELD_DOWN = Label(msg("label.field"), style=LabelStyle.LIT, icon=Icon.DOWN)
HINT = Label(msg("label.hint"), msg("label.undo"), LabelStyle.LIT, Icon.DIAMOND)
FILL = Label(msg("label.enter"), msg("label.menu"), LabelStyle.EXPECTED)


def field_row(field: str, *cells: Cell) -> Row:
    """A row of the sheet with the field's words and, in the upper section, its die."""
    die = UPPER.index(field) + 1 if field in UPPER else None
    return Row(field, msg(f"field.{field}"), msg(f"field.{field}.short"), cells, die, msg(f"field.{field}.tiny"))


def rows_of(text: str) -> list[list[Cell]]:
    """Rows of several cells, divided by "/"."""
    return [_cells(row) for row in text.split("/")]


def _cells(text: str) -> list[Cell]:
    """Cells from a short notation: 24 filled, - struck, _ empty, 15? on offer, 15! best, 20* chosen, 50+ extra."""
    cells = []
    for word in text.split():
        digits = "".join(letter for letter in word if letter.isdigit())
        points = int(digits) if digits else None
        state = CellState.FILLED
        if word in "-_":
            state = CellState.STRUCK if word == "-" else CellState.EMPTY
        elif set("*?!") & set(word):
            state = CellState.CHOSEN if "*" in word else CellState.OFFER
        cells.append(Cell(state, points, "!" in word, 50 if "+" in word else 0))
    return cells


def sheet(
    owner: str,
    upper: str,
    lower: str,
    bonus: Bonus | None,
    sums: tuple[int, int],
    total: int,
    fields: tuple[str, ...] = LOWER,
) -> SheetView:
    return SheetView(
        owner,
        tuple(field_row(field, cell) for field, cell in zip(UPPER, _cells(upper), strict=True)),
        tuple(field_row(field, cell) for field, cell in zip(fields, _cells(lower), strict=True)),
        (Column(sums[0], sums[1], bonus),),
        total,
        50 * lower.count("+"),
    )


def tabs(active: int, *players: tuple[str, int, int | Message | None]) -> tuple[PlayerTab, ...]:
    return tuple(
        PlayerTab(name, total, None, i == active, detail=extra)
        if isinstance(extra, Message)
        else PlayerTab(name, total, extra, i == active)
        for i, (name, total, extra) in enumerate(players)
    )


FOUR = (("Anna", 112, 4), ("Resi", 84, 6), ("Maximilian", 97, -3), ("Kuno", 71, -8))
EIGHT = (
    ("Anna", 112, 4),
    ("Resi", 159, msg("tab.extra", points=50)),
    ("Maximilian", 97, -3),
    ("Kuno", 71, -8),
    ("Leni", 104, 0),
    ("Sepp", 88, 2),
    ("Xaver", 93, -1),
    ("Vroni", 120, 9),
)


def dice(text: str, may_hold: bool = True) -> DiceTray:
    """Dice from a short notation: 4, 5h held, ? doubtful, _ empty, 3a advised, 3c chosen."""
    slots = []
    for word in text.split():
        value = int(word[0]) if word[0].isdigit() else None
        slots.append(SlotDie(value, "h" in word, word == "?", "a" in word, "c" in word))
    return DiceTray(tuple(slots), may_hold)


#: Where the dice of the sample photo lie, px in the whole picture (x, y, w, h), from left to right, and what they show;
#: the corners of the tray's floor; the die of the other photo that leans on the rim. `tests/display/sample_photos.py`
#: takes the photos and prints these.
THROWN = (
    ((401, 361, 51, 50), 2),
    ((575, 312, 51, 50), 4),
    ((610, 506, 51, 51), 6),
    ((742, 450, 51, 51), 5),
    ((833, 329, 50, 50), 5),
)
FLOOR = ((340.0, 242.0), (952.0, 258.0), (943.0, 720.0), (324.0, 703.0))
LEANING = (316, 456, 51, 51)
WHOLE = (0, 0, 1280, 960)
TRAY = (318, 240, 640, 480)


@cache
def photo(name: str, number: int = 1, part: tuple[int, int, int, int] = TRAY) -> Picture:
    """A part (x, y, w, h px) of a photo of the simulated tray, 1280×960: "throw" or "cocked"."""
    x, y, w, h = part
    shown = pygame.image.load(str(Path(__file__).with_name(f"{name}.jpg")))
    pixels = pygame.surfarray.array3d(shown).swapaxes(0, 1)
    return Picture(np.ascontiguousarray(pixels[y : y + h, x : x + w]), number)


def marks_of(part: tuple[int, int, int, int], doubtful: int | None = None) -> tuple[Mark, ...]:
    """What was read in a part of the photo "throw"; `doubtful`: the one that was not clear."""
    return tuple(
        Mark((x - part[0] - 4.0, y - part[1] - 4.0, w + 8.0, h + 8.0), value, doubtful=n == doubtful)
        for n, ((x, y, w, h), value) in enumerate(THROWN)
    )


COINS_AT = ((120, 110), (300, 180), (470, 100), (200, 330), (430, 340))


@cache
def photo_of_coins(number: int) -> Picture:
    """Five brass coins on felt, 600×450."""
    grain = np.random.default_rng(5)
    pixels = np.full((450, 600, 3), (34, 92, 58), np.float32) + grain.normal(0, 4, (450, 600, 1)).astype(np.float32)
    y, x = np.mgrid[0:450, 0:600].astype(np.float32)
    for cx, cy in COINS_AT:
        shade = np.clip((48 - np.hypot(x - cx - 5, y - cy - 7)) / 6, 0, 1)[..., None]
        pixels *= 1 - 0.45 * shade
        away = np.hypot(x - cx, y - cy)
        cover = np.clip(46 - away, 0, 1)[..., None]
        light = 1 - 0.22 * ((x - cx) + (y - cy)) / 92 + 0.1 * (np.abs(away - 40) < 3)
        coin = np.array((206, 170, 96), np.float32) * light[..., None]
        pixels = coin * cover + pixels * (1 - cover)
    return Picture(np.clip(pixels, 0, 255).astype(np.uint8), number)


#: Players with the longest names.
LONGEST = (
    "Maximiliane",
    "Bartholomäus",
    "Annamirl W.",
    "Korbinian H.",
    "Magdalena S.",
    "Wolfgangus",
    "Hannelore M.",
    "Christopher",
)
