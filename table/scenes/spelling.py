"""Spelling a name with nine buttons: a board of letters, one of which is chosen."""

from __future__ import annotations

from collections.abc import Callable

from display.views import Icon, LabelStyle, SpellingView, Text, View, msg
from hardware import HOLDS, Button
from table.desk import Desk
from table.scenes.scene import Allowed, Meaning, Scene

COLUMNS = 7
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜßÉ.-’ "


class SpellingScene(Scene):
    """Hands the name to `take` when it is done. A letter after another one is small, as names are written."""

    def __init__(self, desk: Desk, title: Text, name: str, take: Callable[[str], None], *, longest: int) -> None:
        super().__init__(desk)
        self._title = title
        self._take = take
        self._longest = longest
        self.name = name
        self._at = 0

    def letters(self) -> tuple[str, ...]:
        """The board as it would be written now."""
        is_first = not self.name or not self.name[-1].isalpha()
        return tuple(letter if is_first or letter == "ß" else letter.lower() for letter in LETTERS)

    def allowed(self) -> Allowed:
        allowed: dict[Button, Meaning] = {
            HOLDS[0]: Meaning(msg("label.left"), lambda: self._move(-1)),
            HOLDS[1]: Meaning(msg("label.right"), lambda: self._move(+1)),
            Button.UP: Meaning(msg("label.line"), lambda: self._move(-COLUMNS), icon=Icon.UP),
            Button.DOWN: Meaning(msg("label.line"), lambda: self._move(+COLUMNS), icon=Icon.DOWN),
            Button.BACK: Meaning(msg("label.close"), lambda: self.desk.close(self), icon=Icon.BACK),
        }
        if len(self.name) < self._longest:
            allowed[Button.OK] = Meaning(msg("label.letter"), self._add)
        if self.name:
            allowed[HOLDS[2]] = Meaning(msg("label.delete"), self._delete, msg("label.all"), self._clear)
        if self.name.strip():
            allowed[HOLDS[4]] = Meaning(msg("label.done"), self._done, style=LabelStyle.EXPECTED, icon=Icon.CHECK)
        return allowed

    def _move(self, step: int) -> None:
        at = self._at + step
        if abs(step) == 1:
            self._at = at % len(LETTERS)
        elif 0 <= at < len(LETTERS):
            self._at = at
        else:
            column = self._at % COLUMNS
            rows = -(-len(LETTERS) // COLUMNS)
            last = (rows - 1) * COLUMNS + column
            self._at = column if step > 0 else last if last < len(LETTERS) else last - COLUMNS

    def _add(self) -> None:
        self.name += self.letters()[self._at]

    def _delete(self) -> None:
        self.name = self.name[:-1]

    def _clear(self) -> None:
        self.name = ""

    def _done(self) -> None:
        name = " ".join(self.name.split())
        self.desk.close(self)
        self._take(name)

    def view(self) -> View:
        return SpellingView(self._title, self.name, self.letters(), self._at, COLUMNS, self._longest)
