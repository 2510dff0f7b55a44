"""Who has a seat: a regular, a name spelled with the buttons, or the table itself in one of its strengths."""

from __future__ import annotations

from display.views import Choice, Icon, LabelStyle, SetupLine, SetupView, Text, View, msg
from game import COINS, STRENGTHS, Strength
from hardware import HOLDS, Button
from table.desk import Desk
from table.scenes.scene import Act, Allowed, Meaning, Scene
from table.scenes.setup import SetupScene

LONGEST_NAME = 12
#: Letters in groups of five, a group a button; the arrows turn to the second page.
GROUPS = ("ABCDE", "FGHIJ", "KLMNO", "PQRST", "UVWXY", "ZÄÖÜß", "ÉÈÇÑŠ", " -.’&", "12345", "67890")


class SeatScene(Scene):
    """Five ways to fill a seat."""

    def __init__(self, desk: Desk, setup: SetupScene, seat: int) -> None:
        super().__init__(desk)
        self._setup = setup
        self._seat = seat

    def _ways(self) -> list[tuple[Choice, Act]]:
        setup, seat = self._setup, self._seat
        ways: list[tuple[Choice, Act]] = [
            (Choice(msg("seat.regular"), f"people:{seat + 1}"), lambda: setup.next_name(seat)),
            (Choice(msg("seat.spell"), "figure:abc"), self._spell),
        ]
        if setup.setup.book != COINS:
            others = [setup.setup.strength_of(n) for n in range(len(setup.setup.players)) if n != seat]
            ways += [self._house(strength) for strength in STRENGTHS if strength not in others]  # type: ignore[arg-type]
        return ways

    def _house(self, strength: Strength) -> tuple[Choice, Act]:
        setup, seat = self._setup, self._seat
        estimates = strength == "exact" and setup.setup.book == "dreifach"
        sub = msg("house.estimate.sub") if estimates else msg(f"house.{strength}.sub")
        chosen = setup.setup.strength_of(seat) == strength
        card = Choice(setup.house_name(strength), None, (sub,), chosen)
        return card, lambda: setup.give(seat, strength)

    def _spell(self) -> None:
        self.desk.open(SpellScene(self.desk, self._setup, self._seat))

    def allowed(self) -> Allowed:
        allowed: dict[Button, Meaning] = {
            Button.BACK: Meaning(
                msg("label.close"), lambda: self.desk.close(self), style=LabelStyle.EXPECTED, icon=Icon.BACK
            )
        }
        for button, (_, act) in zip(HOLDS, self._ways(), strict=False):
            allowed[button] = Meaning(msg("label.select"), lambda act=act: self._choose(act))  # type: ignore[misc]
        return allowed

    def _choose(self, act: Act) -> None:
        """Spelling goes on above; anything else is done with one press."""
        if act != self._spell:
            self.desk.close(self)
        act()

    def view(self) -> View:
        cards = [card for card, _ in self._ways()]
        how = msg("seat.how") if len(cards) > 2 else msg("seat.how.coins")
        names = self._setup.setup.players
        first = min(max(0, self._seat - 3), max(0, len(names) - 7))
        return SetupView(
            msg("seat.headline", seat=self._seat + 1),
            tuple(SetupLine(str(n + 1), names[n]) for n in range(first, min(first + 7, len(names)))),
            self._seat - first,
            (*cards, *[None] * (len(HOLDS) - len(cards))),
            header=msg("setup.names"),
            hints=(how,),
        )


class SpellScene(Scene):
    """A name from letters: a press for the group of five, a press for the letter."""

    def __init__(self, desk: Desk, setup: SetupScene, seat: int) -> None:
        super().__init__(desk)
        self._setup = setup
        self._seat = seat
        self._name = ""
        self._page = 0
        self._group: str | None = None

    @property
    def name(self) -> str:
        """What is spelled so far."""
        return self._name

    def _signs(self) -> tuple[str, ...]:
        """What the five buttons stand for: groups, or the letters of one."""
        if self._group is None:
            return GROUPS[self._page * len(HOLDS) : (self._page + 1) * len(HOLDS)]
        begins = not self._name or not self._name[-1].isalpha()
        return tuple(self._group if begins else self._group.lower())

    @property
    def _is_taken(self) -> bool:
        others = [name for n, name in enumerate(self._setup.setup.players) if n != self._seat]
        return self._name.strip() in others

    def allowed(self) -> Allowed:
        allowed: dict[Button, Meaning] = {}
        if len(self._name) < LONGEST_NAME:
            for button, sign in zip(HOLDS, self._signs(), strict=True):
                allowed[button] = Meaning(msg("label.select"), lambda sign=sign: self._press(sign))  # type: ignore[misc]
        if self._group is None:
            for button, icon in ((Button.UP, Icon.UP), (Button.DOWN, Icon.DOWN)):
                allowed[button] = Meaning(msg("label.more_letters"), self._turn, icon=icon)
        if self._name.strip() and not self._is_taken:
            allowed[Button.OK] = Meaning(msg("label.accept"), self._accept, style=LabelStyle.EXPECTED, icon=Icon.CHECK)
        back = msg("label.back") if self._group is not None or not self._name else msg("label.erase")
        allowed[Button.BACK] = Meaning(
            back, self._back, msg("label.leave"), lambda: self.desk.close(self), icon=Icon.BACK
        )
        return allowed

    def _press(self, sign: str) -> None:
        if self._group is None:
            self._group = sign
            return
        self._name += sign
        self._group, self._page = None, 0

    def _turn(self) -> None:
        self._page = 1 - self._page

    def _back(self) -> None:
        if self._group is not None:
            self._group = None
        elif self._name:
            self._name = self._name[:-1]
        else:
            self.desk.close(self)

    def _accept(self) -> None:
        self._setup.call(self._seat, self._name.strip())
        self.desk.go(self._setup)

    def view(self) -> View:
        cards = tuple(_card(sign) for sign in self._signs())
        hints: tuple[Text, ...] = (msg("spell.taken"),) if self._is_taken else (msg("spell.how"),)
        return SetupView(
            msg("spell.headline", seat=self._seat + 1),
            (SetupLine(msg("spell.name"), f"{self._name}_"),),
            0,
            cards,
            header=msg("setup.names"),
            hints=hints,
        )


def _card(sign: str) -> Choice:
    """A letter large, a group as its letters."""
    if sign == " ":
        return Choice(msg("spell.space"))
    return Choice("", f"figure:{sign}") if len(sign) == 1 else Choice(" ".join(sign.strip()))
