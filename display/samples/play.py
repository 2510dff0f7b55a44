"""Sample screens of a game going on."""

from __future__ import annotations

from dataclasses import replace

from display.samples.common import (
    DARK,
    EIGHT,
    FIELD_DOWN,
    FIELD_UP,
    FILL,
    FOUR,
    HINT,
    HOLD,
    LEANING,
    LONGEST,
    LOWER,
    MENU,
    RELEASE,
    THROWN,
    TRAY,
    UNDO,
    UPPER,
    WRONG,
    dice,
    field_row,
    marks_of,
    photo,
    rows_of,
    sheet,
    tabs,
)
from display.views import (
    DARK_LABELS,
    Bonus,
    Candidate,
    Column,
    DoubtView,
    Icon,
    Label,
    LabelStyle,
    Mark,
    PromptTray,
    Screen,
    SheetView,
    StartRow,
    StartThrowView,
    TurnView,
    WinChance,
    msg,
)


def turn_second() -> Screen:
    view = TurnView(
        headline=msg("turn.throw_again"),
        tabs=tabs(1, *FOUR),
        tray=dice("4 5h 2 5h 5"),
        sheet=sheet("Resi", "3 2? 9 4? 15! 24", "23 - 25 0? 0? 0? 21?", Bonus(36, 63, 30, 6), (36, 48), 84),
        roll=2,
        lines=(msg("turn.rolls_left", count=1),),
    )
    labels = (HOLD, RELEASE, HOLD, RELEASE, HOLD, FIELD_UP, FIELD_DOWN, MENU, HINT)
    return Screen(view, labels)


def turn_third_eight() -> Screen:
    view = TurnView(
        headline=msg("turn.enter", field=msg("field.fives"), points=20),
        tabs=tabs(1, *EIGHT),
        tray=dice("5 5 4 5 5", may_hold=False),
        sheet=sheet("Resi", "3 0? 9 4? 20*! 24", "23 24? - 0? 0? 50+ 24?", Bonus(36, 63, 30, 6), (36, 73), 159),
        roll=3,
    )
    return Screen(view, (WRONG,) * 5 + (FIELD_UP, FIELD_DOWN, FILL, HINT))


def turn_prompt() -> Screen:
    view = TurnView(
        headline=msg("turn.whose", name="Kuno"),
        tabs=tabs(3, ("Anna", 112, 4), ("Resi", 99, 6), ("Maximilian", 116, -3), ("Kuno", 81, -7)),
        tray=PromptTray(msg("tray.throw"), photo("throw"), msg("tray.last_throw")),
        sheet=sheet("Kuno", "2 4 _ 8 _ 18", "19 _ - 30 _ _ _", Bonus(32, 63, 39, -7), (32, 49), 81),
        roll=0,
        lines=(msg("turn.before", name="Maximilian", field=msg("field.chance"), points=19),),
    )
    return Screen(view, (*DARK_LABELS[:7], MENU, UNDO))


def turn_first() -> Screen:
    """The first throw lies: every state of a cell but chosen, the bonus reached, the adviser speaks."""
    view = TurnView(
        headline=msg("turn.throw_again"),
        tabs=tabs(0, ("Anna", 214, msg("tab.bonus_reached", points=35)), ("Resi", 99, 6)),
        tray=dice("3a 3a 2 3a 6"),
        sheet=sheet("Anna", "3 8 9 12 15 18", "15! 0? 0? - 40 50 17?", Bonus(65, 63, 63, 2, True), (100, 114), 214),
        roll=1,
        hint=msg("turn.hint_keep", keep="3 3 3"),
        chance=WinChance((("Anna", 0.62), ("Resi", 0.38))),
    )
    return Screen(view, (HOLD,) * 5 + (FIELD_UP, FIELD_DOWN, MENU, HINT))


def turn_longest() -> Screen:
    """Eight players with the longest names and the highest numbers."""
    players = tuple((name, 1375 - i, -24 if i % 2 else 42) for i, name in enumerate(LONGEST))
    seats = tabs(3, *players)
    view = TurnView(
        headline=msg("turn.enter", field=msg("field.small_straight"), points=30),
        tabs=tuple(replace(tab, left=tab.name == "Wolfgangus") for tab in seats),
        tray=dice("2 3 4 5 5", may_hold=False),
        sheet=sheet(
            LONGEST[3],
            "5 10 15 20 25 30",
            "30? 30? 25? 30*! 40? 50+ 30?",
            Bonus(105, 63, 63, 42, True),
            (140, 1175),
            1372,
        ),
        roll=3,
        lines=(msg("turn.before", name=LONGEST[1], field=msg("field.three_of_a_kind"), points=30),),
    )
    return Screen(view, (WRONG,) * 5 + (FIELD_UP, FIELD_DOWN, FILL, HINT))


VALUE_UP = Label(msg("label.value_up"), style=LabelStyle.LIT, icon=Icon.UP)
VALUE_DOWN = Label(msg("label.value_up"), style=LabelStyle.LIT, icon=Icon.DOWN)
GIVE_UP = Label(msg("label.back"), style=LabelStyle.LIT, icon=Icon.BACK)


def start_throw() -> Screen:
    rows = (
        StartRow("Anna", 21, dice=(6, 6, 4, 3, 2)),
        StartRow("Resi", 14, dice=(1, 2, 3, 3, 5)),
        StartRow("Maximilian", 21, dice=(6, 5, 5, 4, 1)),
        StartRow("Kuno", active=True),
    )
    view = StartThrowView(
        headline=msg("start.headline", name="Kuno"),
        rows=rows,
        tray=PromptTray(msg("tray.throw")),
        lines=(msg("start.rule"),),
        title=msg("game.kniffel"),
    )
    return Screen(view, (*DARK_LABELS[:7], MENU, UNDO))


def start_longest() -> Screen:
    others = ((6, 6, 6, 6, 4), (6, 6, 6, 5, 4), (1, 2, 2, 3, 3), (6, 6, 6, 6, 5), (1, 1, 1, 2, 1), (4, 4, 5, 5, 6))
    tied = ((6, 6, 6, 6, 6), (6, 6, 6, 6, 6))
    rows = tuple(
        StartRow(name, sum(thrown), active=n == 1, tied=thrown in tied, out=thrown not in tied, dice=thrown)
        for n, (name, thrown) in enumerate(zip(LONGEST, (*tied, *others), strict=True))
    )
    view = StartThrowView(
        headline=msg("start.headline", name=LONGEST[1]),
        rows=rows,
        tray=dice("6 6 6 6 6", may_hold=False),
        lines=(msg("start.tie"),),
        title=msg("game.kniffel"),
    )
    ok = Label(msg("label.go_on"), msg("label.menu"), LabelStyle.EXPECTED, Icon.CHECK)
    return Screen(view, (WRONG,) * 5 + (DARK, DARK, ok, UNDO))


def doubt() -> Screen:
    x, y, w, h = LEANING
    near = (x + w // 2 - 69, y + h // 2 - 46, 138, 92)
    view = DoubtView(
        headline=msg("doubt.cocked", die=1),
        tray=dice("? 2h 4 6 5"),
        picture=photo("cocked", 3, near),
        marks=(Mark((x - near[0] - 6, y - near[1] - 6, w + 12, h + 12), doubtful=True),),
        candidates=(Candidate(5, msg("doubt.likely", value=5), True), Candidate(3, msg("doubt.or", value=3))),
        lines=(msg("doubt.or_say"), msg("doubt.not_yet")),
        roll=2,
    )
    labels = (Label("5 / 3", style=LabelStyle.LIT), DARK, DARK, DARK, DARK)
    is_five = Label(msg("label.is_value", value=5), style=LabelStyle.EXPECTED, icon=Icon.CHECK)
    return Screen(view, (*labels, VALUE_UP, VALUE_DOWN, is_five, GIVE_UP))


def doubt_count() -> Screen:
    """Too few dice: nothing to choose, only to look."""
    view = DoubtView(
        headline=msg("ask.count", count=4, expected=msg("ask.either", one="5", other="3")),
        tray=dice("2 4 6 5 _", may_hold=False),
        picture=photo("throw", 5),
        marks=(
            *marks_of(TRAY)[:4],
            replace(marks_of(TRAY)[4], value=None, doubtful=True, text=msg("doubt.what")),
        ),
        lines=(msg("ask.count.how"),),
        roll=0,
    )
    return Screen(view, (*DARK_LABELS[:7], MENU, UNDO))


def correct() -> Screen:
    """A guest corrects the third slot: all six values, likeliest first."""
    order = (3, 6, 5, 1, 4, 2)
    (x, y, w, h), _ = THROWN[2]
    near = (x + w // 2 - 72, y + h // 2 - 36, 144, 72)
    view = DoubtView(
        headline=msg("correct.headline", slot=3),
        tray=dice("2 4h 3c 5 5"),
        picture=photo("throw", 7, near),
        marks=(Mark((x - near[0] - 6, y - near[1] - 6, w + 12, h + 12), 3),),
        candidates=tuple(Candidate(value, msg("correct.value", value=value), value == 6) for value in order),
        lines=(msg("correct.how"),),
        roll=1,
    )
    labels = (DARK, DARK, Label(msg("label.other_value"), style=LabelStyle.ACTIVE), DARK, DARK)
    is_six = Label(msg("label.is_value", value=6), style=LabelStyle.EXPECTED, icon=Icon.CHECK)
    return Screen(view, (*labels, VALUE_UP, VALUE_DOWN, is_six, GIVE_UP))


def pressed() -> Screen:
    """A key is down and another on its way to long, and the camera has just gone."""
    screen = turn_second()
    return replace(screen, ring=(8, 0.6), pressed=frozenset({0, 8}), notice=msg("fault.camera.gone"))


def _three(owner: str, upper: str, lower: str, chosen: int, totals: tuple[tuple[int, int, int], ...]) -> SheetView:
    """A sheet of three columns: cells row by row, `totals` is (upper, lower, difference) a column."""
    columns = []
    for number, (above, below, difference) in enumerate(totals, 1):
        reached = above >= 63
        total = above + below + 35 * reached
        bonus = Bonus(above, 63, above - difference, difference, reached)
        columns.append(Column(above, below, bonus, number, total, total * number, number == chosen))
    return SheetView(
        owner,
        tuple(field_row(field, *row) for field, row in zip(UPPER, rows_of(upper), strict=True)),
        tuple(field_row(field, *row) for field, row in zip(LOWER, rows_of(lower), strict=True)),
        tuple(columns),
        sum(column.product for column in columns) + 50,
        50,
    )


def dreifach(*, longest: bool = False) -> Screen:
    names = LONGEST if longest else ("Anna", "Resi", "Maximilian", "Kuno")
    players = tuple(
        (name, 1154 if i == 1 else (688, 902, 815, 764)[i % 4] + 300 * longest, None) for i, name in enumerate(names)
    )
    view = TurnView(
        headline=msg("turn.enter_column", field=msg("field.large_straight"), column=3),
        tabs=tabs(1, *players),
        tray=dice("2 3 4 6 5"),
        sheet=_three(
            names[1],
            "3 1 0? / 2 6 2? / 3? 9 12 / 12 16 4? / 15 15 20 / 6? 18 24",
            "19 24 0? / - 0? 26 / 0? 25 25 / 30 30? 30 / - 40? 40*! / - 50 50 / 18 23 20?",
            3,
            ((32, 67, -4), (65, 122, 2), (56, 131, 14)),
        ),
        roll=2,
        formula=msg("turn.product", points=40, factor=3),
        worth=msg("turn.points", count=120),
        title=msg("turn.title", game=msg("game.dreifach"), round=22),
    )
    spalten = tuple(
        Label(msg("label.column", number=n), style=LabelStyle.ACTIVE if n == 3 else LabelStyle.LIT) for n in (1, 2, 3)
    )
    to_dice = Label(msg("label.to_dice"), msg("label.undo"), LabelStyle.LIT, Icon.BACK)
    return Screen(view, (*spalten, DARK, DARK, FIELD_UP, FIELD_DOWN, FILL, to_dice))


def dreifach_longest() -> Screen:
    return dreifach(longest=True)


def yatzy() -> Screen:
    """Fifteen fields, nine of them below."""
    fields = (
        "one_pair",
        "two_pairs",
        "three_of_a_kind",
        "four_of_a_kind",
        "small_straight",
        "large_straight",
        "full_house",
        "chance",
        "yatzy",
    )
    view = TurnView(
        headline=msg("turn.throw_again"),
        tabs=tabs(0, ("Anna", 38, -12), ("Resi", 99, 6), ("Kuno", 71, -8)),
        tray=dice("6h 6h 2 5 1"),
        sheet=sheet(
            "Anna", "1? 2? 9 - 5? 12!", "12? 0? 9 - 0? 20 0? 20? 0?", Bonus(9, 63, 21, -12), (9, 29), 38, fields
        ),
        roll=1,
        lines=(msg("turn.rolls_left", count=2),),
        title=msg("turn.title", game=msg("game.yatzy"), round=6),
    )
    return Screen(view, (RELEASE, RELEASE, HOLD, HOLD, HOLD, FIELD_UP, FIELD_DOWN, MENU, UNDO))


SAMPLES = {
    "turn_second": turn_second,
    "turn_third_eight": turn_third_eight,
    "turn_prompt": turn_prompt,
    "turn_first": turn_first,
    "turn_longest": turn_longest,
    "turn_pressed": pressed,
    "dreifach": dreifach,
    "dreifach_longest": dreifach_longest,
    "yatzy": yatzy,
    "start_throw": start_throw,
    "start_longest": start_longest,
    "doubt": doubt,
    "doubt_count": doubt_count,
    "correct": correct,
}
