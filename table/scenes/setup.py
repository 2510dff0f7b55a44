"""Set-up of a game with nine buttons: lines on the paper, five choices of the active line above the hold buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from display.views import Choice, Icon, LabelStyle, SetupLine, SetupView, Text, View, msg
from game import BOOK_OPTIONS, MAX_GAMES, MAX_PLAYERS, PRESETS, STRENGTHS, GameError, MatchSetup, Strength
from hardware import HOLDS, Button
from table.desk import Desk
from table.errors import JournalRefused
from table.open_game import OpenGame
from table.scenes.scene import Allowed, Meaning, Scene

_GAMES: tuple[tuple[str, str, Text], ...] = (
    ("kniffel", "die", msg("setup.kniffel.sub")),
    ("dreifach", "columns", msg("setup.dreifach.sub")),
    ("yatzy", "pair", msg("setup.yatzy.sub")),
    ("yahtzee", "straight", msg("setup.yahtzee.sub")),
    ("muenzknobeln", "coins", msg("setup.muenzknobeln.sub")),
)
_STARTS = ("roll", "first", "loser")
_PAYS = ("last", "all_but_winner", "nobody")
_SHOWN = len(HOLDS)
#: What a seat is called that the table plays; of several columns the best play can only be estimated.
_HOUSE = {
    "de": {"thumb": "Haus (Daumen)", "turn": "Haus (Zug)", "exact": "Haus (genau)", "estimate": "Haus (schätzt)"},
    "en": {"thumb": "House (thumb)", "turn": "House (turn)", "exact": "House (exact)", "estimate": "House (guess)"},
}
COIN_SEATS = 12


@dataclass(frozen=True)
class _Line:
    """A line: its label, the value as text, its cards, which is selected, and what choosing the n-th does."""

    label: Text
    value: Text
    cards: tuple[Choice, ...]
    selected: int
    key: str


class SetupScene(Scene):
    """Starts from the last set-up, so the usual case is one long OK."""

    def __init__(self, desk: Desk, last: MatchSetup | None = None) -> None:
        super().__init__(desk)
        self.setup = last or MatchSetup("kniffel", {"preset": self.desk.config.rules}, self._names(2))
        self._active = 0
        self._first = 0
        self._show_selected()

    def _names(self, count: int, have: Sequence[str] = ()) -> tuple[str, ...]:
        """So many names: those we have, then regulars, then plain ones by seat."""
        names = list(have[:count])
        pool = [name for name in self.desk.config.regulars if name not in names]
        while len(names) < count:
            word = "Spieler" if self.desk.language == "de" else "Player"
            names.append(pool.pop(0) if pool else f"{word} {len(names) + 1}")
        return tuple(names)

    # The lines ------------------------------------------------------------------------------------------------------

    def lines(self) -> tuple[_Line, ...]:
        """The lines of this set-up, from the game downwards."""
        setup = self.setup
        out = [
            _line(
                "game",
                msg("setup.game"),
                [(game, Choice(msg(f"game.{game}"), picture, (sub,))) for game, picture, sub in _GAMES],
                setup.book,
            ),
            _line(
                "players",
                msg("setup.players"),
                [(n, Choice(str(n), f"people:{n}")) for n in self._seats()],
                len(setup.players),
            ),
            self._name_line(),
        ]
        if setup.book == "muenzknobeln":
            return (*out, *self._coin_lines())
        known = {option.name for option in BOOK_OPTIONS[setup.book]}
        if "joker" in known and setup.book in ("kniffel", "dreifach"):
            presets = [
                name for name in PRESETS if setup.book != "dreifach" or PRESETS[name]["extra_kniffel"] != "rolled"
            ]
            cards = [(name, Choice(msg(f"preset.{name}"), None, (msg(f"preset.{name}.sub"),))) for name in presets]
            out.append(_line("preset", msg("setup.preset"), cards, setup.options.get("preset", "wirtshaus")))
        if "order" in known:
            cards = [
                (word, Choice(msg(f"order.{word}"), None, (msg(f"order.{word}.sub"),)))
                for word in ("free", "descending")
            ]
            out.append(_line("order", msg("setup.order"), cards, setup.options.get("order", "free")))
        if len(setup.players) > 1:
            out.append(
                _line(
                    "start", msg("setup.start"), [(word, Choice(msg(f"start.{word}"))) for word in _STARTS], setup.start
                )
            )
            out.append(
                _line("pays", msg("setup.pays"), [(word, Choice(msg(f"pays.{word}"))) for word in _PAYS], setup.pays)
            )
        out.append(
            _line(
                "games",
                msg("setup.games"),
                [(n, Choice(str(n), f"figure:{n}")) for n in range(1, MAX_GAMES + 1)],
                setup.games,
            )
        )
        return tuple(out)

    def _seats(self) -> range:
        """How many may play this game."""
        return range(2, COIN_SEATS + 1) if self.setup.book == "muenzknobeln" else range(1, MAX_PLAYERS + 1)

    def _coin_lines(self) -> list[_Line]:
        """The house rules of Münzknobeln, each off or on, and how many rounds."""
        options = self.setup.options
        switches = [("no_zero", False), ("blind", False), ("repeats", False), ("with_distribution", False)]
        out = [
            _line(
                name,
                msg(f"coins.option.{name}"),
                [
                    (
                        on,
                        Choice(
                            msg("label.yes") if on else msg("label.no"),
                            None,
                            (msg(f"coins.option.{name}.sub"),) if on else (),
                        ),
                    )
                    for on in (False, True)
                ],
                options.get(name, default),
            )
            for name, default in switches
        ]
        fouls = [(word, Choice(msg(f"coins.foul.{word}"))) for word in ("round", "game")]
        out.append(_line("foul", msg("coins.option.foul"), fouls, options.get("foul", "round")))
        rounds = [(n, Choice(msg("coins.rounds.all") if n == 0 else str(n))) for n in (0, 3, 5, 7, 10)]
        out.append(_line("rounds", msg("coins.option.rounds"), rounds, options.get("rounds", 0)))
        return out

    def _name_line(self) -> _Line:
        names = self.setup.players
        cards = tuple(Choice(name, f"people:{seat + 1}", self._about(seat)) for seat, name in enumerate(names))
        value = ", ".join(names[:2]) + (" …" if len(names) > 2 else "")
        return _Line(msg("setup.names"), value, cards, -1, "names")

    def _pick(self, n: int) -> None:
        """The n-th shown choice (from 0) of the active line."""
        line = self.lines()[self._active]
        if self._first + n >= len(line.cards):
            return
        index = self._first + n
        setup = self.setup
        if line.key == "game":
            book = _GAMES[index][0]
            options: dict[str, object] = {"preset": "wirtshaus"} if book in ("kniffel", "dreifach") else {}
            self.setup = replace(setup, book=book, options=options, games=1)
            self._seat(min(max(len(setup.players), self._seats()[0]), self._seats()[-1]))
        elif line.key == "players":
            self._seat(self._seats()[index])
        elif line.key == "names":
            self._rename(index)
        elif line.key in ("preset", "order"):
            words = self._words(line)
            self.setup = replace(setup, options={line.key: words[index]})
        elif line.key in ("no_zero", "blind", "repeats", "with_distribution"):
            self.setup = replace(setup, options={**setup.options, line.key: bool(index)})
        elif line.key == "foul":
            self.setup = replace(setup, options={**setup.options, "foul": ("round", "game")[index]})
        elif line.key == "rounds":
            self.setup = replace(setup, options={**setup.options, "rounds": (0, 3, 5, 7, 10)[index]})
        elif line.key == "start":
            self.setup = replace(setup, start=_STARTS[index])  # type: ignore[arg-type]
        elif line.key == "pays":
            self.setup = replace(setup, pays=_PAYS[index])  # type: ignore[arg-type]
        elif line.key == "games":
            self.setup = replace(setup, games=index + 1)

    def _words(self, line: _Line) -> list[str]:
        if line.key == "order":
            return ["free", "descending"]
        return [name for name in PRESETS if self.setup.book != "dreifach" or PRESETS[name]["extra_kniffel"] != "rolled"]

    def _seat(self, count: int) -> None:
        """So many seats. Those of the table keep their strength, under the name it has in this game; coins have none."""
        setup = self.setup
        house = tuple(setup.strength_of(n) if setup.book != "muenzknobeln" else None for n in range(count))
        guests = [name for n, name in enumerate(setup.players) if setup.strength_of(n) is None]
        names = iter(self._names(count, guests))
        players = tuple(self._house_name(strength) if strength else next(names) for strength in house)
        self.setup = replace(setup, players=players, house=house)

    def _rename(self, seat: int) -> None:
        """The next regular who does not sit at the table yet takes this seat."""
        names, setup = list(self.setup.players), self.setup
        word = "Spieler" if self.desk.language == "de" else "Player"
        plain = [seat + 1, *(n for n in range(1, COIN_SEATS + 1) if n != seat + 1)]
        mine = [f"{word} {n}" for n in plain]
        pool = [*self.desk.config.regulars, next((name for name in mine if name not in names), names[seat])]
        free = [name for name in pool if name not in names or name == names[seat]]
        here = free.index(names[seat]) if names[seat] in free else -1
        names[seat] = free[(here + 1) % len(free)]
        house = tuple(None if n == seat else strength for n, strength in enumerate(setup.house))
        self.setup = replace(setup, players=tuple(names), house=house)

    def _give_to_house(self, seat: int) -> None:
        """The table takes this seat, plays it with the next strength, and at last gives it back to a guest."""
        here = self.setup.strength_of(seat)
        others = [strength for n, strength in enumerate(self.setup.house) if n != seat]
        later = STRENGTHS[STRENGTHS.index(here) + 1 :] if here is not None else STRENGTHS
        free = [strength for strength in later if strength not in others]
        if free:
            self._give(seat, free[0])  # type: ignore[arg-type]
        elif here is not None:
            self._rename(seat)

    def _give(self, seat: int, strength: Strength) -> None:
        setup = self.setup
        house = tuple(strength if n == seat else setup.strength_of(n) for n in range(len(setup.players)))
        players = (*setup.players[:seat], self._house_name(strength), *setup.players[seat + 1 :])
        self.setup = replace(setup, players=players, house=house)

    def _house_name(self, strength: Strength) -> str:
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
        for n, button in enumerate(HOLDS):
            index = self._first + n
            if index < len(line.cards):
                style = LabelStyle.ACTIVE if index == line.selected else LabelStyle.LIT
                label = msg("label.other_name") if line.key == "names" else msg("label.select")
                meaning = Meaning(label, lambda n=n: self._pick(n), style=style)  # type: ignore[misc]
                if line.key == "names" and self.setup.book != "muenzknobeln":
                    give = lambda seat=index: self._give_to_house(seat)  # noqa: E731
                    meaning = replace(meaning, long_label=msg("label.house"), long=give)
                allowed[button] = meaning
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

    def _move(self, step: int) -> None:
        self._active = (self._active + step) % len(self.lines())
        self._first = 0
        self._show_selected()

    def _show_selected(self) -> None:
        """Five cards fit: bring the selected one into view, with more to either side where there is."""
        line = self.lines()[self._active]
        most = max(0, len(line.cards) - _SHOWN)
        self._first = min(max(0, line.selected - _SHOWN // 2), most)

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
        shown = line.cards[self._first : self._first + _SHOWN]
        choices = tuple(replace(card, selected=self._first + n == line.selected) for n, card in enumerate(shown))
        return SetupView(
            msg(f"setup.headline.{line.key}"),
            tuple(SetupLine(one.label, one.value) for one in lines),
            self._active,
            choices + (None,) * (_SHOWN - len(choices)),
            header=msg("setup.title"),
            hints=(msg("setup.hint.names") if line.key == "names" else msg("setup.hint"), msg("setup.hint.start")),
        )


def _line(key: str, label: Text, cards: Sequence[tuple[object, Choice]], value: object) -> _Line:
    values = [choice for choice, _ in cards]
    selected = values.index(value) if value in values else 0
    return _Line(label, cards[selected][1].title, tuple(card for _, card in cards), selected, key)
