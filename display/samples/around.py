"""Sample screens before and after a game, menus and faults."""

from __future__ import annotations

import random
from dataclasses import replace

from display.samples.common import DARK, LONGEST, UNDO, dice
from display.samples.play import turn_second
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
    TableView,
    Text,
    TurnView,
    msg,
)

PAGE_UP = Label(msg("label.page"), style=LabelStyle.LIT, icon=Icon.UP)
PAGE_DOWN = Label(msg("label.page"), style=LabelStyle.LIT, icon=Icon.DOWN)
LINE_UP = Label(msg("label.line"), style=LabelStyle.LIT, icon=Icon.UP)
LINE_DOWN = Label(msg("label.line"), style=LabelStyle.LIT, icon=Icon.DOWN)
BACK_LABEL = Label(msg("label.back"), style=LabelStyle.LIT, icon=Icon.BACK)
START = Label(msg("label.start"), msg("label.resume"), LabelStyle.EXPECTED, Icon.CHECK)

SCATTER = (
    ScatterDie(5, 0.17, 0.25, -14, True),
    ScatterDie(5, 0.46, 0.255, 8, True),
    ScatterDie(2, 0.76, 0.28, 24),
    ScatterDie(5, 0.31, 0.74, 18, True),
    ScatterDie(6, 0.57, 0.75, -20),
)


def idle() -> Screen:
    view = IdleView(
        title="Knobeltisch",
        tagline=msg("idle.tagline"),
        head=msg("idle.how"),
        steps=(
            Step(msg("idle.step.throw"), msg("idle.step.throw.how")),
            Step(msg("idle.step.hold"), msg("idle.step.hold.how")),
            Step(msg("idle.step.enter"), msg("idle.step.enter.how")),
        ),
        facts=(
            Fact(msg("idle.record"), "341", "Anna"),
            Fact(msg("idle.last_game"), "287", msg("idle.ahead", winner="Anna", second="Resi")),
        ),
        dice=SCATTER,
        caption=msg("idle.caption"),
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
        parked=msg("idle.parked"),
        page=1,
        pages=4,
    )
    return Screen(view, (DARK,) * 5 + (PAGE_UP, PAGE_DOWN, START, DARK))


def idle_pictures() -> Screen:
    view = IdleView(
        title="Knobeltisch",
        tagline=msg("idle.tagline"),
        head=msg("idle.pictures"),
        steps=(
            Step(msg("field.three_of_a_kind"), msg("rules.three_of_a_kind"), (4, 4, 4, 2, 6), "20"),
            Step(msg("field.full_house"), msg("rules.full_house"), (3, 3, 3, 2, 2), "25"),
            Step(msg("field.small_straight"), msg("rules.small_straight"), (1, 2, 3, 4, 6), "30"),
            Step(msg("field.large_straight"), msg("rules.large_straight"), (2, 3, 4, 5, 6), "40"),
            Step(msg("field.kniffel"), msg("rules.kniffel"), (5, 5, 5, 5, 5), "50"),
        ),
        dice=SCATTER,
        caption=msg("idle.caption"),
        page=3,
        pages=6,
    )
    return Screen(view, (DARK,) * 5 + (PAGE_UP, PAGE_DOWN, START, DARK))


def idle_play() -> Screen:
    """A game that plays itself."""
    screen = turn_second()
    view = screen.view
    assert isinstance(view, TurnView)
    view = replace(
        view, headline=msg("demo.keeps", name="Resi"), lines=(msg("demo.start"),), roll_text=msg("demo.title")
    )
    return Screen(view, (DARK,) * 5 + (PAGE_UP, PAGE_DOWN, START, DARK))


def setup_game() -> Screen:
    view = SetupView(
        headline=msg("setup.headline.game"),
        lines=(
            SetupLine(msg("setup.game"), msg("game.kniffel")),
            SetupLine(msg("setup.players"), "4"),
            SetupLine(msg("setup.names"), "Anna, Resi …"),
            SetupLine(msg("setup.preset"), msg("preset.wirtshaus")),
            SetupLine(msg("setup.start"), msg("start.roll")),
            SetupLine(msg("setup.pays"), msg("pays.last")),
        ),
        active=0,
        choices=(
            Choice(msg("game.kniffel"), "die", (msg("setup.kniffel.sub"),), True),
            Choice(msg("game.dreifach"), "columns", (msg("setup.dreifach.sub"),)),
            Choice(msg("game.yatzy"), "pair", (msg("setup.yatzy.sub"),)),
            Choice(msg("game.yahtzee"), "straight", (msg("setup.yahtzee.sub"),)),
            Choice(msg("game.muenzknobeln"), "coins", (msg("setup.muenzknobeln.sub"),)),
        ),
        header=msg("setup.title"),
        hints=(msg("setup.hint"), msg("setup.hint.start")),
    )
    return Screen(view, _choose(0))


def _choose(active: int | None, count: int = 5) -> tuple[Label, ...]:
    """The labels of a set-up with `count` choices."""
    ok = Label(msg("label.next"), msg("label.start"), LabelStyle.EXPECTED, Icon.CHECK)
    choose = tuple(
        Label(msg("label.select"), style=LabelStyle.ACTIVE if i == active else LabelStyle.LIT) for i in range(count)
    )
    return (*choose, *(DARK,) * (5 - count), LINE_UP, LINE_DOWN, ok, BACK_LABEL)


def setup_players() -> Screen:
    """More choices than buttons: the last one turns to the others."""
    view = SetupView(
        headline=msg("setup.headline.players"),
        lines=(
            SetupLine(msg("setup.game"), msg("game.dreifach")),
            SetupLine(msg("setup.players"), "8"),
            SetupLine(msg("setup.names"), "Maximiliane …"),
            SetupLine(msg("setup.preset"), msg("preset.ohne_joker")),
            SetupLine(msg("setup.start"), msg("start.loser")),
            SetupLine(msg("setup.pays"), msg("pays.all_but_winner")),
        ),
        active=1,
        choices=(
            Choice("5", "people:5"),
            Choice("6", "people:6"),
            Choice("7", "people:7"),
            Choice("8", "people:8", (), True),
            Choice(msg("setup.others")),
        ),
        header=msg("setup.title"),
        hints=(msg("explain.players"), msg("setup.hint.start")),
    )
    labels = _choose(3)
    return Screen(view, (*labels[:4], Label(msg("label.others"), style=LabelStyle.LIT), *labels[5:]))


def setup_rule() -> Screen:
    """Choices in words alone, one place left empty."""
    view = SetupView(
        headline=msg("setup.headline.preset"),
        lines=(
            SetupLine(msg("setup.game"), msg("game.kniffel")),
            SetupLine(msg("setup.players"), "4"),
            SetupLine(msg("setup.preset"), msg("preset.klassisch")),
            SetupLine(msg("setup.start"), msg("start.first")),
        ),
        active=2,
        choices=(
            Choice(msg("preset.wirtshaus"), sub=(msg("preset.wirtshaus.sub"),)),
            Choice(msg("preset.klassisch"), sub=(msg("preset.klassisch.sub"),), selected=True),
            Choice(msg("preset.meisterschaft"), sub=(msg("preset.meisterschaft.sub"),)),
            Choice(msg("preset.verlag")),
            None,
        ),
        header=msg("setup.title"),
        hints=(msg("setup.hint"), msg("setup.hint.start")),
    )
    return Screen(view, _choose(1, 4))


def setup_explained() -> Screen:
    """Seven lines of many, and the longest explanation."""
    view = SetupView(
        headline=msg("setup.headline.extra_kniffel"),
        lines=(
            SetupLine(msg("setup.preset"), msg("preset.own")),
            SetupLine(msg("setup.games"), "1"),
            SetupLine(msg("setup.start"), msg("start.roll")),
            SetupLine(msg("setup.pays"), msg("pays.all_but_winner")),
            SetupLine(msg("option.extra_kniffel"), msg("option.extra_kniffel.rolled")),
            SetupLine(msg("option.joker"), msg("option.joker.matching")),
            SetupLine(msg("option.kniffel_as_full_house"), msg("label.no")),
        ),
        active=4,
        choices=(
            Choice(msg("option.extra_kniffel.cell")),
            Choice(msg("option.extra_kniffel.rolled"), selected=True),
            Choice(msg("option.extra_kniffel.none")),
            None,
            None,
        ),
        header=msg("setup.title"),
        hints=(msg("explain.extra_kniffel.rolled"), msg("setup.hint.start")),
    )
    return Screen(view, _choose(1, 3))


def setup_seat() -> Screen:
    """Who has a seat: a regular, a spelled name, the table itself."""
    view = SetupView(
        headline=msg("seat.headline", seat=2),
        lines=tuple(SetupLine(str(n + 1), name) for n, name in enumerate(("Anna", "Maximiliane", "Kuno"))),
        active=1,
        choices=(
            Choice(msg("seat.regular"), "people:2"),
            Choice(msg("seat.spell"), "figure:abc"),
            Choice("Haus (Daumen)", None, (msg("house.thumb.sub"),)),
            Choice("Haus (Zug)", None, (msg("house.turn.sub"),)),
            Choice("Haus (genau)", None, (msg("house.exact.sub"),)),
        ),
        header=msg("setup.names"),
        hints=(msg("seat.how"),),
    )
    return Screen(view, _choose(None))


def setup_spell() -> Screen:
    """A name is spelled: the group KLMNO is open."""
    view = SetupView(
        headline=msg("spell.headline", seat=2),
        lines=(SetupLine(msg("spell.name"), "Maximiliane_"),),
        active=0,
        choices=tuple(Choice("", f"figure:{letter}") for letter in "klmno"),
        header=msg("setup.names"),
        hints=(msg("spell.how"),),
    )
    return Screen(view, _choose(None))


def house_book() -> Screen:
    """Records by the rules that they were played by."""
    rules = msg("book.game_rules", game=msg("game.kniffel"), rules=msg("preset.wirtshaus"))
    longest = msg("book.game_rules", game=msg("game.dreifach"), rules=msg("preset.ohne_joker"))
    view = TableView(
        msg("book.title.records"),
        (msg("book.rules"), msg("book.ever"), msg("book.today"), msg("book.solo")),
        (
            (rules, "341 Anna", "287 Resi", "312 Kuno"),
            (longest, "1755 Maximiliane", "–", "–"),
            (msg("game.yahtzee"), "402 Resi", "251 Anna", "–"),
        ),
        marked=0,
    )
    labels = (
        Label(msg("book.records"), style=LabelStyle.ACTIVE),
        Label(msg("book.players"), style=LabelStyle.LIT),
        Label(msg("book.games"), style=LabelStyle.LIT),
        DARK,
        DARK,
        LINE_UP,
        LINE_DOWN,
        DARK,
        Label(msg("label.close"), style=LabelStyle.EXPECTED, icon=Icon.BACK),
    )
    return Screen(view, labels)


def _when(day: int, time: str) -> Text:
    return msg("when", day=str(day), month=msg("month.11"), time=time)


def house_games() -> Screen:
    """A full page of the games that were played."""
    games = ("kniffel", "dreifach", "yatzy", "yahtzee")
    rows = tuple(
        (_when(24 - i, f"2{i % 4}:{17 + 5 * i}"), msg(f"game.{games[i % 4]}"), name, str(341 - 7 * i))
        for i, name in enumerate(LONGEST)
    )
    heads = (msg("book.when"), msg("book.game"), msg("book.first"), msg("book.total"))
    view = TableView(msg("book.title.games"), heads, rows, (), 2, 0, 3)
    labels = house_book().labels
    lit, active = Label(msg("book.records"), style=LabelStyle.LIT), Label(msg("book.games"), style=LabelStyle.ACTIVE)
    return Screen(view, (lit, labels[1], active, *labels[3:]))


def house_player() -> Screen:
    """One player's figures, a row for each game; no luck for the one that nobody can work out exactly."""
    heads = ("count", "mean", "best", "kniffels", "bonus", "luck")
    rows = (
        ("kniffel", "142", "231", "341", "38", 41, 2.4),
        ("dreifach", "12", "1388", "1755", "9", 58, None),
        ("yatzy", "3", "212", "240", "0", 0, 0.3),
    )
    view = TableView(
        "Maximiliane",
        ("", *(msg(f"book.{head}") for head in heads)),
        tuple(
            (
                msg(f"game.{book}"),
                *figures,
                msg("book.percent", percent=bonus),
                "–" if luck is None else msg("luck.signed", points=luck),
            )
            for book, *figures, bonus, luck in rows
        ),
        (msg("book.luck.how"),),
    )
    labels = (DARK,) * 8 + (Label(msg("label.close"), style=LabelStyle.EXPECTED, icon=Icon.BACK),)
    return Screen(view, labels)


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


def _header(book: str, rounds: int, minutes: int) -> Text:
    time = msg("ranking.minutes", count=minutes)
    return msg("ranking.header.timed", game=msg(f"game.{book}"), count=rounds, time=time)


def ranking() -> Screen:
    view = RankingView(
        header=_header("kniffel", 13, 41),
        rows=(
            RankRow(1, "Anna", 287, msg("ranking.extra", points=50)),
            RankRow(2, "Resi", 254, msg("ranking.bonus", points=35)),
            RankRow(3, "Maximilian", 231, msg("ranking.bonus_missed", count=5)),
            RankRow(4, "Kuno", 198, msg("ranking.bonus_missed", count=12), pays=True),
        ),
        payer="Kuno",
        payer_line=msg("ranking.pays", count=1),
        tally=9,
        codes=(_code(),),
        code_title=msg("ranking.qr"),
        code_lines=(msg("ranking.qr.how"),),
        record=msg("ranking.record", name="Anna", points=341),
    )
    return Screen(view, (DARK,) * 5 + (PAGE_UP, PAGE_DOWN, _again(), UNDO))


def _again() -> Label:
    return Label(msg("label.again"), style=LabelStyle.EXPECTED, icon=Icon.CHECK)


def ranking_longest() -> Screen:
    rows = tuple(
        RankRow(2 if i == 2 else i + 1, name, 1375 - 90 * (i - (i == 2)), msg("ranking.bonus_missed", count=i), i >= 6)
        for i, name in enumerate(LONGEST)
    )
    view = RankingView(
        header=_header("dreifach", 39, 133),
        rows=rows,
        payer=f"{LONGEST[6]} + {LONGEST[7]}",
        payer_line=msg("ranking.pays", count=2),
        tally=23,
        codes=(_code(77), _code(45)),
        code_title=msg("ranking.qr"),
        code_lines=(msg("ranking.qr.how"),),
        record=msg("ranking.record", name=LONGEST[0], points=1375),
    )
    return Screen(view, (DARK,) * 5 + (PAGE_UP, PAGE_DOWN, _again(), UNDO))


def menu() -> Screen:
    entries = [
        MenuEntry(msg("menu.sheets"), detail=msg("menu.sheets.detail")),
        MenuEntry(msg("menu.photo"), detail=msg("menu.photo.detail")),
        MenuEntry(msg("menu.rules"), detail=msg("menu.rules.detail")),
        MenuEntry(msg("menu.redo"), enabled=False),
        MenuEntry(msg("menu.other_language")),
        MenuEntry(msg("menu.pause")),
        *(MenuEntry(msg("menu.leaves", name=name)) for name in LONGEST),
        MenuEntry(msg("menu.park")),
        MenuEntry(msg("menu.give_up")),
    ]
    view = MenuView(
        title=msg("menu.title"),
        entries=tuple(entries),
        active=1,
        header=msg("menu.header", name="Maximilian"),
        tray=dice("4 5h 2 5h 5"),
    )
    choose = Label(msg("label.choose"), style=LabelStyle.EXPECTED, icon=Icon.CHECK)
    close = Label(msg("label.close"), style=LabelStyle.LIT, icon=Icon.BACK)
    return Screen(view, (DARK,) * 5 + (LINE_UP, LINE_DOWN, choose, close))


def fault() -> Screen:
    view = FaultView(
        headline=msg("fault.journal.torn"),
        lines=(msg("fault.call_landlord"),),
        detail="JournalTorn: journal.sqlite3",
    )
    return Screen(view, DARK_LABELS)


SAMPLES = {
    "idle": idle,
    "idle_records": idle_records,
    "idle_pictures": idle_pictures,
    "idle_play": idle_play,
    "setup_game": setup_game,
    "setup_players": setup_players,
    "setup_rule": setup_rule,
    "house_book": house_book,
    "house_games": house_games,
    "house_player": house_player,
    "setup_explained": setup_explained,
    "setup_seat": setup_seat,
    "setup_spell": setup_spell,
    "ranking": ranking,
    "ranking_longest": ranking_longest,
    "menu": menu,
    "fault": fault,
}
