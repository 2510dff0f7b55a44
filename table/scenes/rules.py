"""The rules of the game that is played, page by page, worked out from its rule book so that they can't disagree with it."""

from __future__ import annotations

from display.views import Icon, LabelStyle, Message, RulesView, Step, View, msg
from game import ROLLS, Book, Field
from hardware import Button
from table.block import field_name
from table.desk import Desk
from table.scenes.scene import Allowed, Meaning, Scene
from vision import Frame, TrayEvent

STEPS_A_PAGE = 5
#: Fields that Yatzy scores otherwise than Kniffel does.
_OTHERWISE = {"three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight"}


class RulesScene(Scene):
    """Pages of fields with an example each, then what an extra five of a kind brings."""

    def __init__(self, desk: Desk, book: Book, under: Scene | None = None) -> None:
        super().__init__(desk)
        self._under = under
        self._book = book
        self._pages = pages(book)
        self._page = 0

    def allowed(self) -> Allowed:
        return {
            Button.UP: Meaning(msg("label.page"), lambda: self._turn(-1), icon=Icon.UP),
            Button.DOWN: Meaning(msg("label.page"), lambda: self._turn(+1), icon=Icon.DOWN),
            Button.BACK: Meaning(
                msg("label.close"), lambda: self.desk.close(self), style=LabelStyle.EXPECTED, icon=Icon.BACK
            ),
        }

    def _turn(self, step: int) -> None:
        self._page = (self._page + step) % len(self._pages)

    def on_tray(self, event: TrayEvent, frame: Frame | None) -> None:
        if self._under is not None:
            self._under.on_tray(event, frame)

    def view(self) -> View:
        title, steps = self._pages[self._page]
        return RulesView(
            title,
            steps,
            (msg("rules.strike"),),
            msg(f"game.{self._book.id}"),
            self._page,
            len(self._pages),
        )


def pages(book: Book) -> list[tuple[Message, tuple[Step, ...]]]:
    """Titles and steps of a book's pages."""
    upper = [field for field in book.fields if field.number is not None]
    lower = [field for field in book.fields if field.number is None]
    out: list[tuple[Message, tuple[Step, ...]]] = []
    for title, fields in ((msg("rules.upper"), upper), (msg("rules.lower"), lower)):
        for first in range(0, len(fields), STEPS_A_PAGE):
            out.append((title, tuple(step_of(book, field) for field in fields[first : first + STEPS_A_PAGE])))
    extras = [Step(msg("rules.bonus", at=book.bonus_at), msg("rules.bonus.how"), (), f"+{book.upper_bonus}")]
    if book.columns > 1:
        factors = ", ".join(f"×{factor}" for factor in book.factors)
        extras.append(Step(msg("rules.columns", factors=factors), msg("rules.columns.how")))
    if book.order == "descending":
        extras.append(Step(msg("order.descending"), msg("rules.descending")))
    if book.extra_kniffel != "none":
        extras.append(
            Step(msg("rules.extra"), msg(f"rules.extra.{book.extra_kniffel}"), (), f"+{book.extra_kniffel_bonus}")
        )
        extras.append(Step(msg("rules.joker"), msg(f"rules.joker.{book.joker}")))
    out.append((msg("rules.more"), tuple(extras)))
    return out


def step_of(book: Book, field: Field) -> Step:
    """A field with its best example: the roll that gives the most there, unlike the others if it can."""
    examples = {
        "three_of_a_kind": (2, 4, 4, 4, 6),
        "four_of_a_kind": (2, 4, 4, 4, 4),
        "full_house": (2, 2, 3, 3, 3),
        "one_pair": (1, 2, 4, 6, 6),
        "two_pairs": (1, 4, 4, 6, 6),
        "chance": (4, 5, 5, 6, 6),
    }
    if field.number is not None:
        other = 6 if field.number != 6 else 1
        roll = tuple(sorted((field.number,) * 3 + (other, 2 if field.number != 2 else 3)))
    else:
        roll = examples.get(field.code) or max(ROLLS, key=lambda roll: (field.score(roll), roll))
    text = msg(f"rules.yatzy.{field.code}") if book.id == "yatzy" and field.code in _OTHERWISE else None
    return Step(field_name(field.code), text or msg(f"rules.{field.code}"), roll, str(field.score(roll)))
