"""Set-up of a game with nine buttons: lines on the paper, five choices of the active line above the hold buttons."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from display.views import Choice, Icon, LabelStyle, SetupLine, SetupView, Text, View, msg
from game import COINS, MAX_SEATS, ExcludedOptions, GameError, MatchSetup, Strength
from hardware import HOLDS, Button
from table import records
from table.desk import Desk
from table.errors import JournalRefused
from table.open_game import OpenGame
from table.scenes.scene import Allowed, Meaning, Scene
from table.scenes.setup_lines import (
    Line,
    Way,
    first_options,
    game_line,
    players_line,
    rule_lines,
    seats_of,
    with_choice,
)

_SHOWN = len(HOLDS)
#: Where there are more choices, the last button turns to the next of them.
_A_PAGE = _SHOWN - 1
#: Lines of the paper that are shown at once.
_LINES = 7
#: What a seat is called that the table plays; of several columns the best play can only be estimated.
_HOUSE = {
    "de": {"thumb": "Haus (Daumen)", "turn": "Haus (Zug)", "exact": "Haus (genau)", "estimate": "Haus (schätzt)"},
    "en": {"thumb": "House (thumb)", "turn": "House (turn)", "exact": "House (exact)", "estimate": "House (guess)"},
}

#: Two names stand in a line if they have so many letters together, else one does.
_SHORT = 18


class SetupScene(Scene):
    """Starts from the last set-up, so the usual case is one long OK. Every game remembers what was agreed for it last."""

    def __init__(self, desk: Desk, last: MatchSetup | None = None) -> None:
        super().__init__(desk)
        self._agreed = records.last_setups(desk.journal)
        last = last or next(iter(self._agreed.values()), None)
        self.setup = last or MatchSetup("kniffel", {"preset": self.desk.config.rules})
        if not self.setup.players or len(set(self.setup.players)) < len(self.setup.players):
            self._seat(len(self.setup.players) or 2)
        self._active = 0
        self._first = 0
        self._show_selected()

    def _fresh_name(self, seat: int, taken: Collection[str]) -> str:
        """Who sits down there: a regular who is not here yet, else a plain name, that of the seat if it is free."""
        word = "Spieler" if self.desk.language == "de" else "Player"
        plain = (f"{word} {n}" for n in (seat + 1, *range(1, 2 * MAX_SEATS)))
        return next(name for name in (*self.desk.config.regulars, *plain) if name not in taken)

    # The lines ------------------------------------------------------------------------------------------------------

    def lines(self) -> tuple[Line, ...]:
        """The lines of this set-up, from the game downwards."""
        return (game_line(self.setup), players_line(self.setup), self._name_line(), *rule_lines(self.setup))

    def _name_line(self) -> Line:
        names = self.setup.players
        ways = tuple(
            Way(seat, Choice(name, f"people:{seat + 1}", self._about(seat)), msg("setup.names.how"))
            for seat, name in enumerate(names)
        )
        return Line("names", msg("setup.names"), _some(names), ways, -1)

    def _pick(self, n: int) -> None:
        """The n-th shown choice (from 0) of the active line."""
        line = self.lines()[self._active]
        if n >= len(self._shown(line)):
            return
        value = self._shown(line)[n].value
        if line.key == "game":
            self._agree(value)
        elif line.key == "players":
            self._seat(value)
        elif line.key == "names":
            self._rename(value)
        else:
            try:
                self.setup = with_choice(self.setup, line.key, value)
            except ExcludedOptions:
                self.desk.say(msg("setup.excluded"))

    def _agree(self, book: str) -> None:
        """Another game: the rules are those by which it was played last, else the house's; the guests stay seated."""
        self._agreed[self.setup.book] = self.setup
        last = self._agreed.get(book) or MatchSetup(book, first_options(book, self.desk.config.rules))
        self.setup = replace(
            self.setup, book=book, options=last.options, games=last.games, start=last.start, pays=last.pays
        )
        seats = seats_of(book)
        self._seat(min(max(len(self.setup.players), seats[0]), seats[-1]))

    def _seat(self, count: int) -> None:
        """So many seats, no two of the same name. Those of the table keep their strength, under the name it has in this
        game; coins have none."""
        setup = self.setup
        house = tuple(setup.strength_of(n) if setup.book != COINS else None for n in range(count))
        guests = dict.fromkeys(name for n, name in enumerate(setup.players) if setup.strength_of(n) is None)
        waiting = list(guests)[: house.count(None)]
        players: list[str] = []
        for seat, strength in enumerate(house):
            if strength is not None:
                players.append(self.house_name(strength))
            else:
                players.append(waiting.pop(0) if waiting else self._fresh_name(seat, (*guests, *players)))
        self.setup = replace(setup, players=tuple(players), house=house)

    @property
    def free_names(self) -> list[str]:
        """Regulars, and names from the last games, that nobody at the table has."""
        return [name for name in self._pool() if name not in self.setup.players]

    def _pool(self) -> list[str]:
        known = dict.fromkeys(self.desk.config.regulars)
        return [*known, *(name for name in records.recent_names(self.desk.journal) if name not in known)]

    def _rename(self, seat: int) -> None:
        """The next known name that nobody at the table has takes this seat."""
        names = self.setup.players
        word = "Spieler" if self.desk.language == "de" else "Player"
        plain = [seat + 1, *(n for n in range(1, MAX_SEATS + 1) if n != seat + 1)]
        mine = [f"{word} {n}" for n in plain]
        pool = [*self._pool(), next((name for name in mine if name not in names), names[seat])]
        free = [name for name in pool if name not in names or name == names[seat]]
        here = free.index(names[seat]) if names[seat] in free else -1
        self.call(seat, free[(here + 1) % len(free)])

    def call(self, seat: int, name: str) -> None:
        """A guest of that name takes the seat."""
        setup = self.setup
        house = tuple(None if n == seat else strength for n, strength in enumerate(setup.house))
        players = (*setup.players[:seat], name, *setup.players[seat + 1 :])
        self.setup = replace(setup, players=players, house=house)

    def next_name(self, seat: int) -> None:
        """The next known name takes the seat."""
        self._rename(seat)

    def give(self, seat: int, strength: Strength) -> None:
        """The table takes the seat and plays it so."""
        setup = self.setup
        house = tuple(strength if n == seat else setup.strength_of(n) for n in range(len(setup.players)))
        players = (*setup.players[:seat], self.house_name(strength), *setup.players[seat + 1 :])
        self.setup = replace(setup, players=players, house=house)

    def house_name(self, strength: Strength) -> str:
        """What a seat is called that the table plays."""
        names = _HOUSE[self.desk.language]
        return names["estimate" if strength == "exact" and self.setup.book == "dreifach" else strength]

    def _about(self, seat: int) -> tuple[Text, ...]:
        """How the table plays a seat of its own."""
        strength = self.setup.strength_of(seat)
        if strength is None:
            return ()
        estimates = strength == "exact" and self.setup.book == "dreifach"
        return (msg("house.estimate.sub") if estimates else msg(f"house.{strength}.sub"),)

    # Buttons --------------------------------------------------------------------------------------------------------

    def allowed(self) -> Allowed:
        lines = self.lines()
        line = lines[self._active]
        allowed: dict[Button, Meaning] = {}
        for n, (button, _) in enumerate(zip(HOLDS, self._shown(line), strict=False)):
            index = self._first + n
            style = LabelStyle.ACTIVE if index == line.selected else LabelStyle.LIT
            label = msg("label.other_name") if line.key == "names" else msg("label.select")
            meaning = Meaning(label, lambda n=n: self._pick(n), style=style)  # type: ignore[misc]
            if line.key == "names":
                about = lambda seat=index: self._open_seat(seat)  # noqa: E731
                meaning = replace(meaning, long_label=msg("label.seat"), long=about)
            allowed[button] = meaning
        if len(line.ways) > _SHOWN:
            allowed[HOLDS[-1]] = Meaning(msg("label.others"), self._show_more)
        is_last = self._active == len(lines) - 1
        allowed[Button.UP] = Meaning(msg("label.line"), lambda: self._move(-1), icon=Icon.UP)
        allowed[Button.DOWN] = Meaning(msg("label.line"), lambda: self._move(+1), icon=Icon.DOWN)
        allowed[Button.OK] = Meaning(
            msg("label.start") if is_last else msg("label.next"),
            self.start if is_last else lambda: self._move(+1),
            msg("label.start"),
            self.start,
            LabelStyle.EXPECTED,
            Icon.CHECK,
        )
        allowed[Button.BACK] = Meaning(msg("label.back"), self._back, icon=Icon.BACK)
        return allowed

    def _open_seat(self, seat: int) -> None:
        from table.scenes.seat import SeatScene

        self.desk.open(SeatScene(self.desk, self, seat))

    def _move(self, step: int) -> None:
        self._active = (self._active + step) % len(self.lines())
        self._first = 0
        self._show_selected()

    def _shown(self, line: Line) -> tuple[Way, ...]:
        """The choices that have a button now: all if there are five, else four and a button for more."""
        return line.ways if len(line.ways) <= _SHOWN else line.ways[self._first : self._first + _A_PAGE]

    def _show_selected(self) -> None:
        """Bring the selected choice into view."""
        line = self.lines()[self._active]
        self._first = max(0, line.selected) // _A_PAGE * _A_PAGE if len(line.ways) > _SHOWN else 0

    def _show_more(self) -> None:
        """The next choices of the line; after the last ones the first again."""
        self._first += _A_PAGE
        if self._first >= len(self.lines()[self._active].ways):
            self._first = 0

    def _cards(self, line: Line) -> tuple[Choice | None, ...]:
        """What stands above the hold buttons."""
        shown = self._shown(line)
        cards = [replace(way.card, selected=self._first + n == line.selected) for n, way in enumerate(shown)]
        blank = [None] * (_SHOWN - len(cards))
        return (*cards, *blank[1:], Choice(msg("setup.others"))) if len(line.ways) > _SHOWN else (*cards, *blank)

    def _back(self) -> None:
        if self._active:
            self._move(-1)
            return
        from table.scenes.idle import IdleScene

        self.desk.go(IdleScene(self.desk))

    def start(self) -> None:
        """Begin the game with what is shown."""
        from table.scenes.resume import scene_of

        try:
            game = OpenGame.begin(self.desk.journal, self.setup)
        except JournalRefused:
            self.desk.say(msg("fault.journal.refused"))
            return
        except GameError as error:
            self.desk.say(str(error))
            return
        self.desk.last_setup = self.setup
        self.desk.go(scene_of(self.desk, game))

    def view(self) -> View:
        lines = self.lines()
        line = lines[self._active]
        top = min(max(0, self._active - _LINES // 2), max(0, len(lines) - _LINES))
        why = msg("setup.hint.names") if line.key == "names" else line.why or msg("setup.hint")
        return SetupView(
            msg(f"setup.headline.{line.key}"),
            tuple(SetupLine(one.label, one.value) for one in lines[top : top + _LINES]),
            self._active - top,
            self._cards(line),
            header=msg("setup.title"),
            hints=(why, msg("setup.hint.start")),
        )


def _some(names: Sequence[str]) -> str:
    """The first names of a line, as many as have room."""
    shown = names[:2] if sum(map(len, names[:2])) <= _SHORT else names[:1]
    return ", ".join(shown) + (" …" if len(names) > len(shown) else "")
