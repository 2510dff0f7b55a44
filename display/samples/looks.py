"""Sample screens to look at: photo, pause, all sheets, celebrations, rules, tables, and the service menu's own."""

from __future__ import annotations

from dataclasses import replace

from display.samples.common import DARK, LONGEST, TRAY, dice, marks_of, photo, sheet, tabs
from display.samples.play import dreifach
from display.views import (
    DARK_LABELS,
    Bonus,
    CelebrationView,
    GrammarView,
    Icon,
    Label,
    LabelStyle,
    PauseView,
    PhotoView,
    RulesView,
    Screen,
    SheetsView,
    Step,
    TurnView,
    msg,
)

_CLOSE = Label(msg("label.close"), style=LabelStyle.EXPECTED, icon=Icon.BACK)
_PAGE_UP = Label(msg("label.page"), style=LabelStyle.LIT, icon=Icon.UP)
_PAGE_DOWN = Label(msg("label.page"), style=LabelStyle.LIT, icon=Icon.DOWN)
_LOOK = (*DARK_LABELS[:8], _CLOSE)
_PAGES = (*DARK_LABELS[:5], _PAGE_UP, _PAGE_DOWN, DARK, _CLOSE)


def photo_of_throw() -> Screen:
    view = PhotoView(msg("photo.headline"), photo("throw", 2), marks_of(TRAY), (msg("photo.how"),))
    return Screen(view, _LOOK)


def pause() -> Screen:
    seats = tabs(2, *((name, 214 - 9 * i, 2) for i, name in enumerate(LONGEST)))
    view = PauseView(
        msg("pause.headline"),
        (msg("pause.how"),),
        tuple(replace(seat, left=seat.name == LONGEST[5]) for seat in seats),
        msg("turn.title", game=msg("game.kniffel"), round=7),
        dice("2 5h 5h 4 1"),
    )
    ok = Label(msg("label.go_on"), style=LabelStyle.EXPECTED, icon=Icon.CHECK)
    return Screen(view, (*DARK_LABELS[:7], ok, DARK))


def sheets(owners: tuple[str, ...] = LONGEST) -> Screen:
    blocks = tuple(
        sheet(
            owner,
            ("3 8 - 12 15 24", "_ 6 9 _ 20 18", "5 10 15 20 25 30")[i % 3],
            ("23 - 25 30 _ 50+ 21", "19 26 25 _ 40 - _", "30 30 25 30 40 50 30")[i % 3],
            (Bonus(62, 63, 63, -1), Bonus(53, 63, 45, 8), Bonus(105, 63, 63, 42, True))[i % 3],
            (62, 199),
            (311, 163, 375)[i % 3],
        )
        for i, owner in enumerate(owners)
    )
    pages = 1 + len(LONGEST) // 4
    page = int(len(owners) < len(LONGEST))
    return Screen(SheetsView(msg("sheets.title"), blocks, page, pages, may_fold=page == 0), _PAGES)


def sheets_four() -> Screen:
    """A later page: some of the sheets, larger."""
    return sheets(LONGEST[:4])


def sheets_columns(players: int = 3) -> Screen:
    view = dreifach().view
    assert isinstance(view, TurnView)
    blocks = tuple(replace(view.sheet, owner=name) for name in LONGEST[:players])
    return Screen(SheetsView(msg("sheets.title"), blocks, 0, 5, may_fold=True), _PAGES)


def sheets_columns_eight() -> Screen:
    return sheets_columns(8)


def celebrate_kniffel() -> Screen:
    view = CelebrationView(
        "kniffel",
        msg("celebrate.kniffel"),
        (msg("celebrate.by", name="Bartholomäus"),),
        (5,) * 5,
        msg("turn.points", count=50),
    )
    return Screen(view, DARK_LABELS)


def celebrate_bonus() -> Screen:
    view = CelebrationView(
        "bonus", msg("celebrate.bonus"), (msg("celebrate.by", name="Resi"),), (), "+35", bar=(66, 63)
    )
    return Screen(view, DARK_LABELS)


def celebrate_record() -> Screen:
    view = CelebrationView(
        "record",
        msg("celebrate.record"),
        (msg("celebrate.by", name=LONGEST[1]),),
        (),
        msg("turn.points", count=1375),
        before=msg("celebrate.before", name=LONGEST[0], points=1320),
    )
    return Screen(view, DARK_LABELS)


def rules() -> Screen:
    view = RulesView(
        title=msg("rules.lower"),
        steps=(
            Step(msg("field.three_of_a_kind"), msg("rules.three_of_a_kind"), (4, 4, 4, 2, 6), "20"),
            Step(msg("field.full_house"), msg("rules.full_house"), (3, 3, 3, 2, 2), "25"),
            Step(msg("field.small_straight"), msg("rules.small_straight"), (1, 2, 3, 4, 6), "30"),
            Step(msg("field.large_straight"), msg("rules.large_straight"), (2, 3, 4, 5, 6), "40"),
            Step(msg("field.kniffel"), msg("rules.kniffel"), (5, 5, 5, 5, 5), "50"),
        ),
        lines=(msg("rules.strike"),),
        header=msg("game.kniffel"),
        page=1,
        pages=3,
    )
    return Screen(view, _PAGES)


def rules_coins() -> Screen:
    """Steps of words alone, the longest ones."""
    view = RulesView(
        title=msg("rules.coins.out"),
        steps=(
            Step(msg("rules.coins.miss"), msg("rules.coins.miss.how")),
            Step(msg("rules.coins.together"), msg("rules.coins.together.how")),
            Step(msg("rules.coins.end"), msg("rules.coins.end.rounds", count=12)),
            Step(msg("rules.coins.foul"), msg("rules.coins.foul.round")),
        ),
        header=msg("game.muenzknobeln"),
        page=1,
        pages=2,
    )
    return Screen(view, _PAGES)


def rules_agreed() -> Screen:
    """What was agreed, and a long rule with points."""
    five = msg("field.kniffel")
    view = RulesView(
        title=msg("rules.agreed"),
        steps=(
            Step(msg("rules.extra", five=five), msg("rules.extra.columns", five=five), (), "+50"),
            Step(msg("rules.joker"), msg("rules.joker.official")),
            Step(msg("rules.begin"), msg("rules.begin.roll")),
            Step(msg("rules.series", count=6), msg("rules.series.seat")),
        ),
        lines=(msg("rules.strike"),),
        header=msg("game.dreifach"),
        page=5,
        pages=6,
    )
    return Screen(view, _PAGES)


def grammar() -> Screen:
    return Screen(GrammarView(msg("grammar.title")), _PAGES)


SAMPLES = {
    "photo": photo_of_throw,
    "pause": pause,
    "sheets": sheets,
    "sheets_four": sheets_four,
    "sheets_columns": sheets_columns,
    "sheets_columns_eight": sheets_columns_eight,
    "celebrate_kniffel": celebrate_kniffel,
    "celebrate_bonus": celebrate_bonus,
    "celebrate_record": celebrate_record,
    "rules": rules,
    "rules_coins": rules_coins,
    "rules_agreed": rules_agreed,
    "grammar": grammar,
}
