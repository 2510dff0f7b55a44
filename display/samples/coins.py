"""Sample screens of Münzknobeln."""

from __future__ import annotations

from display.samples.common import COINS_AT, LONGEST, UNDO, photo_of_coins
from display.views import (
    DARK_LABELS,
    CoinNumber,
    CoinRow,
    CoinState,
    CoinsView,
    CountBoard,
    FistBoard,
    Icon,
    Label,
    LabelStyle,
    Mark,
    NumberBoard,
    PaysBoard,
    Screen,
    msg,
)

_UP = Label(msg("label.number"), style=LabelStyle.LIT, icon=Icon.UP)
_DOWN = Label(msg("label.number"), style=LabelStyle.LIT, icon=Icon.DOWN)
_SIX = ("Anna", "Kuno", "Resi", "Maximilian", "Leni", "Sepp")
_TWELVE = (*LONGEST, "Xaver", "Vroni", "Leonhard K.", "Theresia")


def _go_on(menu: bool = True) -> Label:
    return Label(msg("label.next"), msg("label.menu") if menu else None, LabelStyle.EXPECTED, Icon.CHECK)


def load() -> Screen:
    view = CoinsView(
        headline=msg("coins.load"),
        rows=tuple(CoinRow(name) for name in _SIX),
        board=FistBoard(6, 0, msg("coins.hide")),
        header=msg("coins.header", number=2, count=6, lowest=0, highest=18),
        lines=(msg("coins.load.how", lowest=0),),
    )
    return Screen(view, (*DARK_LABELS[:7], _go_on(), UNDO))


def show() -> Screen:
    view = CoinsView(
        headline=msg("coins.show"),
        rows=tuple(CoinRow(name) for name in _TWELVE),
        board=FistBoard(12, 12, msg("coins.closed")),
        header=msg("coins.header", number=1, count=12, lowest=0, highest=36),
        lines=(msg("coins.show.how"),),
    )
    return Screen(view, (*DARK_LABELS[:7], _go_on(), UNDO))


def _guesses(names: tuple[str, ...], said: dict[int, int], turn: int, chosen: int, most: int) -> CoinsView:
    rows = []
    for index, name in enumerate(names):
        state = CoinState.SAYS if index in said else CoinState.TURN if index == turn else CoinState.WAITS
        rows.append(CoinRow(name, state, chosen if index == turn else said.get(index)))
    taken = {number: names[index] for index, number in said.items()}
    numbers = tuple(CoinNumber(n, taken.get(n), n == chosen) for n in range(most + 1))
    return CoinsView(
        headline=msg("coins.guess", name=names[turn]),
        rows=tuple(rows),
        board=NumberBoard(numbers),
        header=msg("coins.header", number=2, count=most // 3, lowest=0, highest=most),
    )


def guess() -> Screen:
    view = _guesses(_SIX, {0: 9, 1: 7}, 2, 10, 18)
    rows = (*view.rows, CoinRow("Xaver", CoinState.OUT))
    name_it = Label(msg("label.say", number=10), style=LabelStyle.EXPECTED, icon=Icon.CHECK)
    shown = CoinsView(view.headline, rows, view.board, view.header)
    return Screen(shown, (*DARK_LABELS[:5], _UP, _DOWN, name_it, UNDO))


def guess_twelve() -> Screen:
    view = _guesses(_TWELVE, {0: 18, 1: 21, 2: 17, 3: 36, 4: 25, 5: 0}, 6, 22, 36)
    name_it = Label(msg("label.say", number=22), msg("label.menu"), LabelStyle.EXPECTED, Icon.CHECK)
    return Screen(view, (*DARK_LABELS[:5], _UP, _DOWN, name_it, UNDO))


def covered() -> Screen:
    """A number on its way in that nobody else may see: the first press chooses a group."""
    view = _guesses(_TWELVE, {}, 2, -1, 36)
    rows = [CoinRow(name, CoinState.COVERED if n < 2 else CoinState.WAITS) for n, name in enumerate(_TWELVE)]
    rows[2] = CoinRow(_TWELVE[2], CoinState.TURN)
    shown = CoinsView(view.headline, tuple(rows), view.board, view.header, (msg("coins.covered.group"),))
    groups = tuple(Label(f"{first}–{first + 5}", style=LabelStyle.LIT) for first in (0, 6, 12, 18, 24, 30, 31))
    return Screen(shown, (*groups, Label(long=msg("label.menu"), style=LabelStyle.LONG_ONLY), UNDO))


def count() -> Screen:
    boxes = tuple(Mark((x - 50.0, y - 50.0, 100.0, 100.0)) for x, y in COINS_AT)
    view = CoinsView(
        headline=msg("coins.count"),
        rows=tuple(
            CoinRow(name, CoinState.SAYS, number) for name, number in zip(_SIX, (9, 7, 10, 12, 5, 8), strict=True)
        ),
        board=CountBoard(5, photo_of_coins(11), boxes, msg("coins.counted", count=5)),
        header=msg("coins.header", number=2, count=6, lowest=0, highest=18),
        lines=(msg("coins.count.how"),),
    )
    return Screen(view, (*DARK_LABELS[:5], _UP, _DOWN, _go_on(), UNDO))


def reveal() -> Screen:
    states = (CoinState.SAYS, CoinState.HIT, CoinState.VOID, CoinState.SAYS, CoinState.COVERED, CoinState.SAYS)
    numbers = (9, 7, 10, 12, None, 8)
    view = CoinsView(
        headline=msg("coins.out_now", name="Kuno"),
        rows=tuple(
            CoinRow(name, state, number, coins=index % 4)
            for index, (name, state, number) in enumerate(zip(_SIX, states, numbers, strict=True))
        ),
        board=CountBoard(7, word=msg("coins.sum", count=7)),
        header=msg("coins.header", number=2, count=6, lowest=0, highest=18),
    )
    return Screen(view, (*DARK_LABELS[:7], _go_on(), UNDO))


def who_pays() -> Screen:
    rows = tuple(CoinRow(name, CoinState.PAYS if i == 3 else CoinState.OUT) for i, name in enumerate(LONGEST))
    view = CoinsView(
        headline=msg("coins.loser", name=LONGEST[3]),
        rows=rows,
        board=PaysBoard("Korbinian H.", msg("ranking.pays", count=1), 8),
        header=msg("coins.ended.timed", count=9, time=msg("ranking.minutes", count=14)),
        lines=(msg("coins.loser.how"),),
    )
    again = Label(msg("label.again"), msg("label.to_idle"), LabelStyle.EXPECTED, Icon.CHECK)
    return Screen(view, (*DARK_LABELS[:7], again, UNDO))


def coins_duel() -> Screen:
    """The last two; everybody else is out."""
    left = {"Resi": CoinRow("Resi", CoinState.SAYS, 3), "Leni": CoinRow("Leni", CoinState.TURN, 2)}
    rows = (left.get(name, CoinRow(name, CoinState.OUT)) for name in _SIX)
    numbers = tuple(CoinNumber(n, "Resi" if n == 3 else None, n == 2) for n in range(7))
    view = CoinsView(
        headline=msg("coins.guess", name="Leni"),
        rows=tuple(rows),
        board=NumberBoard(numbers),
        header=msg("coins.duel", number=6, lowest=0, highest=6),
    )
    say = Label(msg("label.say", number=2), msg("label.menu"), LabelStyle.EXPECTED, Icon.CHECK)
    return Screen(view, (*DARK_LABELS[:5], _UP, _DOWN, say, UNDO))


SAMPLES = {
    "coins_duel": coins_duel,
    "coins_load": load,
    "coins_show": show,
    "coins_guess": guess,
    "coins_guess_twelve": guess_twelve,
    "coins_covered": covered,
    "coins_count": count,
    "coins_reveal": reveal,
    "coins_who_pays": who_pays,
}
