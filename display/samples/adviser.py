"""Sample screens of the adviser: hint and chances, a seat that the table plays, luck and skill, odds of the sums."""

from __future__ import annotations

from display.samples.common import DARK, FIELD_DOWN, FIELD_UP, FOUR, HINT, HOLD, MENU, UNDO, WRONG, dice, sheet, tabs
from display.views import (
    Bonus,
    Icon,
    Label,
    LabelStyle,
    Message,
    Screen,
    TableView,
    TurnView,
    WinChance,
    msg,
)

_PAGE_UP = Label(msg("label.page"), style=LabelStyle.LIT, icon=Icon.UP)
_PAGE_DOWN = Label(msg("label.page"), style=LabelStyle.LIT, icon=Icon.DOWN)
_AGAIN = Label(msg("label.again"), msg("label.to_idle"), LabelStyle.EXPECTED, Icon.CHECK)
_CLOSE = Label(msg("label.close"), style=LabelStyle.EXPECTED, icon=Icon.BACK)


def _hint(*, estimated: bool = False) -> Message:
    do = msg("advice.keep.same", number=msg("advice.number.3"), faces=msg("advice.faces.5"))
    than = msg("advice.than.run")
    return msg("advice.estimated" if estimated else "advice.line", do=do, gain=4.2, other=than)


def turn_hint() -> Screen:
    """The hint that was asked for, and the chances of two players."""
    view = TurnView(
        headline=msg("turn.throw_again"),
        tabs=tabs(0, *FOUR[:2]),
        tray=dice("5a 5a 2 5a 3"),
        sheet=sheet("Anna", "3 2? 9 4? 15! 24", "23 - 25 0? 0? 0? 20?", Bonus(36, 63, 30, 6), (36, 48), 84),
        roll=1,
        lines=(msg("turn.rolls_left", count=2),),
        hint=_hint(),
        chance=WinChance((("Anna", 0.62), ("Resi", 0.38)), estimated=True),
    )
    labels = (HOLD,) * 5 + (FIELD_UP, FIELD_DOWN, MENU, HINT)
    return Screen(view, labels)


def turn_house() -> Screen:
    """The table plays a seat itself and says what it does and why."""
    view = TurnView(
        headline=msg("house.keeps", dice="5 5 5"),
        tabs=tabs(1, FOUR[0], ("Haus (genau)", 84, 6)),
        tray=dice("5a 5a 2 5a 3"),
        sheet=sheet("Haus (genau)", "3 2? 9 4? 15? 24", "23 - 25 0? 0? 0? 20?", Bonus(36, 63, 30, 6), (36, 48), 84),
        roll=1,
        lines=(_hint(),),
    )
    return Screen(view, (WRONG,) * 5 + (DARK, DARK, MENU, UNDO))


def luck() -> Screen:
    """Each row is an equation."""
    figures = (
        ("Anna", 250.1, 31.4, -12.5, 269),
        ("Resi", 250.1, -8.3, -21.8, 220),
        ("Maximilian", 250.1, -3.1, -40.0, 207),
    )
    view = TableView(
        msg("luck.title"),
        ("", msg("luck.start"), msg("luck.luck"), msg("luck.lost"), msg("luck.total")),
        tuple(
            (
                name,
                msg("luck.figure", points=start),
                msg("luck.signed", points=luck),
                msg("luck.signed", points=lost),
                str(total),
            )
            for name, start, luck, lost, total in figures
        ),
        (
            msg("luck.sum"),
            msg(
                "luck.dearest",
                name="Maximilian",
                dice="2 3 4 5 5",
                lost=14.3,
                better=msg("advice.keep.run", dice="2 3 4 5"),
            ),
        ),
        page=2,
        pages=3,
    )
    return Screen(view, (DARK,) * 5 + (_PAGE_UP, _PAGE_DOWN, _AGAIN, UNDO))


def odds() -> Screen:
    """The sums of four fists by what everybody knows; two numbers are taken."""
    chances = {6: 17.2, 7: 15.6, 5: 15.6, 8: 12.1, 4: 12.1, 9: 7.8, 3: 7.8, 10: 3.9}
    said = {7: "Anna", 5: "Resi"}
    view = TableView(
        msg("odds.title"),
        (msg("odds.sum"), msg("odds.chance"), msg("odds.who")),
        tuple(
            (str(number), msg("odds.percent", percent=chance), said.get(number, ""))
            for number, chance in chances.items()
        ),
        (msg("odds.alone"),),
        marked=0,
        pages=2,
        shares=tuple(chances.values()),
    )
    labels = (DARK,) * 5 + (_PAGE_UP, _PAGE_DOWN, DARK, _CLOSE)
    return Screen(view, labels)


SAMPLES = {"turn_hint": turn_hint, "turn_house": turn_house, "luck": luck, "odds": odds}
