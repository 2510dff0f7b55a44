"""Sample screens before and after a game, menus and faults."""

from __future__ import annotations

import random

from display.samples.common import DARK, LONGEST, UNDO
from display.views import (
    DARK_LABELS,
    Choice,
    Fact,
    FaultView,
    Icon,
    IdleView,
    Label,
    LabelStyle,
    MenuEntry,
    MenuView,
    RankingView,
    RankRow,
    ScatterDie,
    Screen,
    SetupLine,
    SetupView,
    Step,
    msg,
)

PAGE_UP = Label(msg("label.page"), style=LabelStyle.LIT, icon=Icon.UP)
PAGE_DOWN = Label(msg("label.page"), style=LabelStyle.LIT, icon=Icon.DOWN)
LINE_UP = Label(msg("label.line"), style=LabelStyle.LIT, icon=Icon.UP)
LINE_DOWN = Label(msg("label.line"), style=LabelStyle.LIT, icon=Icon.DOWN)
BACK_LABEL = Label(msg("label.back"), style=LabelStyle.LIT, icon=Icon.BACK)
START = Label(msg("label.start"), msg("label.resume"), LabelStyle.EXPECTED, Icon.CHECK)

SCATTER = (
    ScatterDie(5, 0.06, 0.0, -14, True),
    ScatterDie(5, 0.42, 0.02, 8, True),
    ScatterDie(2, 0.84, 0.06, 24),
    ScatterDie(5, 0.24, 0.98, 18, True),
    ScatterDie(6, 0.62, 1.0, -20),
)


def idle() -> Screen:
    view = IdleView(
        title="Knobeltisch",
        tagline=msg("idle.tagline"),
        head=msg("idle.how"),
        steps=(
            Step(msg("idle.throw"), msg("idle.throw_text")),
            Step(msg("idle.keep"), msg("idle.keep_text")),
            Step(msg("idle.fill"), msg("idle.fill_text")),
        ),
        facts=(
            Fact(msg("idle.record"), "341", "Anna"),
            Fact(msg("idle.last"), "287", msg("idle.ahead", winner="Anna", second="Resi")),
        ),
        dice=SCATTER,
        caption=msg("idle.three_fives"),
        page=0,
        pages=4,
    )
    return Screen(view, (DARK,) * 5 + (PAGE_UP, PAGE_DOWN, START, DARK))


def idle_records() -> Screen:
    view = IdleView(
        title="Knobeltisch",
        tagline=msg("idle.tagline"),
        head=msg("idle.records"),
        rows=tuple((name, str(341 - 7 * i)) for i, name in enumerate(LONGEST[:6])),
        dice=SCATTER,
        parked=msg("idle.parked", names="Maximiliane, Bartholomäus …"),
        page=1,
        pages=4,
    )
    return Screen(view, (DARK,) * 5 + (PAGE_UP, PAGE_DOWN, START, DARK))


def setup_game() -> Screen:
    minutes = msg("setup.minutes", n=40)
    view = SetupView(
        headline=msg("setup.what"),
        lines=(
            SetupLine(msg("setup.game"), msg("game.kniffel")),
            SetupLine(msg("setup.players"), "4"),
            SetupLine(msg("setup.names"), "Anna, Resi …"),
            SetupLine(msg("setup.rule"), msg("preset.wirtshaus")),
            SetupLine(msg("setup.start"), msg("start_rule.roll")),
            SetupLine(msg("setup.pays"), msg("pays.last")),
        ),
        active=0,
        choices=(
            Choice(msg("game.kniffel"), "die", (msg("setup.fields", count=13), minutes), True),
            Choice(msg("game.dreifach.short"), "columns", (msg("setup.columns", count=3), msg("setup.hours", n=2))),
            Choice(msg("game.yatzy"), "pair", (msg("setup.fields", count=15), msg("setup.minutes", n=45))),
            Choice(msg("game.yahtzee"), "straight", (msg("setup.fields", count=13), minutes)),
            Choice(msg("game.muenzknobeln.short"), "coins", (msg("setup.knobeln"), msg("setup.minutes", n=15))),
        ),
        header=msg("setup.header"),
        hints=(msg("setup.choose"), msg("setup.start_now")),
    )
    return Screen(view, _choose(0))


def _choose(active: int | None) -> tuple[Label, ...]:
    ok = Label(msg("label.next"), msg("label.start"), LabelStyle.EXPECTED, Icon.CHECK)
    choose = tuple(
        Label(msg("label.choose"), style=LabelStyle.ACTIVE if i == active else LabelStyle.LIT) for i in range(5)
    )
    return (*choose, LINE_UP, LINE_DOWN, ok, BACK_LABEL)


def setup_players() -> Screen:
    view = SetupView(
        headline=msg("setup.how_many"),
        lines=(
            SetupLine(msg("setup.game"), msg("game.dreifach")),
            SetupLine(msg("setup.players"), "8"),
            SetupLine(msg("setup.names"), "Maximiliane, Bartholomäus …"),
            SetupLine(msg("setup.rule"), msg("preset.meisterschaft")),
            SetupLine(msg("setup.start"), msg("start_rule.loser")),
            SetupLine(msg("setup.pays"), msg("pays.all_but_winner")),
        ),
        active=1,
        choices=(
            Choice(msg("setup.less"), "figure:−", ()),
            Choice(msg("setup.n_players", count=2), "people:2"),
            Choice(msg("setup.n_players", count=4), "people:4"),
            Choice(msg("setup.n_players", count=8), "people:8", (), True),
            Choice(msg("setup.more"), "figure:+"),
        ),
        header=msg("setup.header"),
        hints=(msg("setup.choose"), msg("setup.start_now")),
    )
    return Screen(view, _choose(3))


def setup_rule() -> Screen:
    """Choices in words alone, one place left empty."""
    view = SetupView(
        headline=msg("setup.which_rule"),
        lines=(
            SetupLine(msg("setup.game"), msg("game.kniffel")),
            SetupLine(msg("setup.players"), "4"),
            SetupLine(msg("setup.rule"), msg("preset.klassisch")),
            SetupLine(msg("setup.start"), msg("start_rule.first")),
        ),
        active=2,
        choices=(
            Choice(msg("preset.wirtshaus.short"), sub=(msg("setup.joker_matching"),)),
            Choice(msg("preset.klassisch.short"), sub=(msg("setup.joker_any"),), selected=True),
            Choice(msg("preset.meisterschaft.short"), sub=(msg("setup.joker_strict"),)),
            Choice(msg("preset.verlag.short")),
            None,
        ),
        header=msg("setup.header"),
        hints=(msg("setup.choose"), msg("setup.start_now")),
    )
    return Screen(view, _choose(1))


def _code(modules: int = 29) -> tuple[tuple[bool, ...], ...]:
    """A picture that looks like a QR code; the real one comes from the ranking's scene."""
    grain = random.Random(4)
    grid = [[grain.random() < 0.48 for _ in range(modules)] for _ in range(modules)]
    for top, left in ((0, 0), (0, modules - 7), (modules - 7, 0)):
        for y in range(-1, 8):
            for x in range(-1, 8):
                if 0 <= top + y < modules and 0 <= left + x < modules:
                    ring = max(abs(x - 3), abs(y - 3))
                    grid[top + y][left + x] = ring in (0, 1, 3)
    return tuple(tuple(row) for row in grid)


def ranking() -> Screen:
    view = RankingView(
        header=msg("ranking.header", game=msg("game.kniffel"), rounds=13, minutes=41),
        rows=(
            RankRow(1, "Anna", 287, msg("ranking.bonus_extra", points=35)),
            RankRow(2, "Resi", 254, msg("tab.bonus", difference=35)),
            RankRow(3, "Maximilian", 231, msg("ranking.short_of_bonus", count=5)),
            RankRow(4, "Kuno", 198, msg("ranking.struck", count=2), pays=True),
        ),
        payer="Kuno",
        payer_line=msg("ranking.pays_round"),
        tally=9,
        qr=_code(),
        qr_title=msg("ranking.take_sheets"),
        qr_lines=(msg("ranking.hold_phone"),),
        record=msg("ranking.record", name="Anna", points=341),
    )
    return Screen(view, (DARK,) * 5 + (PAGE_UP, PAGE_DOWN, _again(), UNDO))


def _again() -> Label:
    return Label(msg("label.again"), style=LabelStyle.EXPECTED, icon=Icon.CHECK)


def ranking_longest() -> Screen:
    rows = tuple(
        RankRow(1 if i == 0 else 2 + (i > 2) * (i - 1), name, 1375 - 90 * i, msg("ranking.struck", count=i), i >= 6)
        for i, name in enumerate(LONGEST)
    )
    view = RankingView(
        header=msg("ranking.header", game=msg("game.dreifach"), rounds=39, minutes=128),
        rows=rows,
        payer=msg("ranking.two", first=LONGEST[6], second=LONGEST[7]),
        payer_line=msg("ranking.pay_round"),
        tally=23,
        qr=_code(33),
        qr_title=msg("ranking.take_sheets"),
        qr_lines=(msg("ranking.hold_phone"),),
        record=msg("ranking.record", name=LONGEST[0], points=1375),
    )
    return Screen(view, (DARK,) * 5 + (PAGE_UP, PAGE_DOWN, _again(), UNDO))


def menu() -> Screen:
    entries = (
        "hint",
        "sheets",
        "redo",
        "photo",
        "rules",
        "language",
        "pause",
        "leave",
        "recount",
        "park",
        "give_up",
        "sound",
    )
    values = {"language": msg("language.name"), "sound": msg("menu.on")}
    view = MenuView(
        title=msg("menu.title"),
        entries=tuple(
            MenuEntry(msg(f"menu.{key}"), values.get(key), msg(f"menu.{key}.detail"), key != "redo") for key in entries
        ),
        active=3,
        header=msg("menu.header", name="Maximilian"),
    )
    choose = Label(msg("label.choose"), style=LabelStyle.EXPECTED, icon=Icon.CHECK)
    close = Label(msg("label.close"), style=LabelStyle.LIT, icon=Icon.BACK)
    return Screen(view, (DARK,) * 5 + (LINE_UP, LINE_DOWN, choose, close))


def fault() -> Screen:
    view = FaultView(
        headline=msg("fault.camera_gone"),
        lines=(msg("fault.play_by_hand"), msg("fault.tell_landlord")),
        detail="CameraGone: /dev/video0",
    )
    ok = Label(msg("label.by_hand"), msg("label.menu"), LabelStyle.EXPECTED, Icon.CHECK)
    return Screen(view, (*DARK_LABELS[:7], ok, DARK))


SAMPLES = {
    "idle": idle,
    "idle_records": idle_records,
    "setup_game": setup_game,
    "setup_players": setup_players,
    "setup_rule": setup_rule,
    "ranking": ranking,
    "ranking_longest": ranking_longest,
    "menu": menu,
    "fault": fault,
}
