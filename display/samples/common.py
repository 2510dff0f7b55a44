"""Labels, sheets, dice and photos that the sample screens share."""

from __future__ import annotations

from functools import cache

import numpy as np

from display.views import (
    Bonus,
    Cell,
    CellState,
    Column,
    DiceTray,
    Icon,
    Label,
    LabelStyle,
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


def dice(text: str) -> DiceTray:
    """Dice from a short notation: 4, 5h held, ? doubtful, _ empty, 3a advised, 3c chosen."""
    slots = []
    for word in text.split():
        value = int(word[0]) if word[0].isdigit() else None
        slots.append(SlotDie(value, "h" in word, word == "?", "a" in word, "c" in word))
    return DiceTray(tuple(slots))


@cache
def photo(number: int = 1, w: int = 640, h: int = 480) -> Picture:
    """An invented camera picture: five pale squares with pips on a dark felt."""
    pixels = np.full((h, w, 3), (52, 66, 62), np.float32)
    pixels += np.linspace(10, -10, w)[None, :, None]
    for index in range(5):
        side = int(h * 0.17)
        x, y = int(w * (0.1 + 0.17 * index)), int(h * (0.2 + 0.42 * ((index * 2) % 3) / 2))
        pixels[y : y + side, x : x + side] = (226, 218, 200)
        for px, py in ((0.25, 0.25), (0.75, 0.75), (0.5, 0.5))[: 1 + index % 3]:
            cx, cy, r = int(x + px * side), int(y + py * side), max(2, side // 10)
            pixels[cy - r : cy + r, cx - r : cx + r] = (34, 28, 26)
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
