"""The rules of the game that is played, page by page, worked out from its rule book and what was agreed, so that they
can't disagree with it."""

from __future__ import annotations

from dataclasses import replace

from display.views import Icon, LabelStyle, Message, RulesView, Step, View, msg
from game import COINS_EACH, ROLLS, Book, CoinMatch, CoinRules, Field, Match, MatchSetup, fields
from hardware import Button
from table.block import field_name, game_name
from table.desk import Desk
from table.scenes.scene import Allowed, Meaning, Scene
from vision import Frame, TrayEvent

#: Fields with their dice, and steps of words alone.
STEPS_A_PAGE, WORDS_A_PAGE = 5, 4
#: Fields that Yatzy scores otherwise than Kniffel does.
_AS_YATZY = (
    fields.YATZY_THREE,
    fields.YATZY_FOUR,
    fields.YATZY_FULL_HOUSE,
    fields.YATZY_SMALL_STRAIGHT,
    fields.YATZY_LARGE_STRAIGHT,
)

Page = tuple[Message, tuple[Step, ...]]


class RulesScene(Scene):
    """Pages of fields with an example each, then what an extra five of a kind brings, who begins and who pays; of coins,
    how a round goes and who is out."""

    def __init__(self, desk: Desk, match: Match | CoinMatch, under: Scene | None = None) -> None:
        super().__init__(desk)
        self._under = under
        self._game = game_name(match.setup.book)
        if isinstance(match, Match):
            self._pages = [*pages(match.book), *agreed(match.setup)]
            self._lines: tuple[Message, ...] = (msg("rules.strike"),)
        else:
            self._pages = coin_pages(match.rules, len(match.state.present))
            self._lines = ()
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
        return RulesView(title, steps, self._lines, self._game, self._page, len(self._pages))


def pages(book: Book) -> list[Page]:
    """Titles and steps of a book's pages."""
    upper = [field for field in book.fields if field.number is not None]
    lower = [field for field in book.fields if field.number is None]
    out: list[Page] = []
    for title, some in ((msg("rules.upper"), upper), (msg("rules.lower"), lower)):
        for first in range(0, len(some), STEPS_A_PAGE):
            out.append((title, tuple(step_of(book, field) for field in some[first : first + STEPS_A_PAGE])))
    extras = []
    if upper and book.upper_bonus:
        extras.append(Step(msg("rules.bonus", at=book.bonus_at), msg("rules.bonus.how"), (), f"+{book.upper_bonus}"))
    if book.columns > 1:
        factors = ", ".join(f"×{factor}" for factor in book.factors)
        extras.append(Step(msg("rules.columns", factors=factors), msg("rules.columns.how")))
    if book.order == "descending":
        extras.append(Step(msg("order.descending"), msg("rules.descending")))
    return [*out, *_in_words(msg("rules.more"), [*extras, *_about_five_equal(book)])]


def _in_words(title: Message, steps: list[Step]) -> list[Page]:
    """As few pages as there must be, all about as full; none without steps."""
    if not steps:
        return []
    count = -(-len(steps) // WORDS_A_PAGE)
    size = -(-len(steps) // count)
    return [(title, tuple(steps[first : first + size])) for first in range(0, len(steps), size)]


def _about_five_equal(book: Book) -> list[Step]:
    """What a further five of a kind is, and where else one counts."""
    steps: list[Step] = []
    if book.kniffel_as_full_house and "full_house" in book.by_code:
        full_house = step_of(book, book.by_code["full_house"])
        five = (4,) * 5
        points = str(book.by_code["full_house"].score(five))
        steps.append(replace(full_house, text=msg("rules.kniffel_as_full_house"), dice=five, points=points))
    if book.kniffel is None:
        return steps
    title = msg("rules.extra", five=field_name(book, book.kniffel))
    if book.extra_kniffel == "none":
        return [*steps, Step(title, msg("rules.extra.none"))]
    when = msg(
        f"rules.extra.{'columns' if book.columns > 1 and book.extra_kniffel == 'cell' else book.extra_kniffel}",
        five=field_name(book, book.kniffel),
    )
    steps.append(Step(title, when, (), f"+{book.extra_kniffel_bonus}"))
    steps.append(Step(msg("rules.joker"), msg(f"rules.joker.{book.joker}")))
    return steps


def agreed(setup: MatchSetup) -> list[Page]:
    """Who begins, what a tie is, who pays, and how a series goes."""
    steps = [
        Step(msg("rules.begin"), msg(f"rules.begin.{setup.start}")),
        Step(msg("rules.tie"), msg("rules.tie.how")),
        Step(msg("rules.pays"), msg(f"rules.pays.{setup.pays}")),
    ]
    if setup.games > 1:
        steps.append(Step(msg("rules.series", count=setup.games), msg(f"rules.series.{_next_start(setup)}")))
    return _in_words(msg("rules.agreed"), steps)


def _next_start(setup: MatchSetup) -> str:
    return "loser" if setup.start == "loser" else "seat"


def coin_pages(rules: CoinRules, players: int) -> list[Page]:
    """How a round of Münzknobeln goes under these rules with so many players, and who is out."""
    fists = msg("rules.coins.fists", lowest=rules.fewest, highest=COINS_EACH)
    lowest, highest = rules.fewest * players, COINS_EACH * players
    if rules.with_distribution:
        naming = "split_blind" if rules.blind else "split_repeats" if rules.repeats else "split"
    else:
        naming = "blind" if rules.blind else "repeats" if rules.repeats else "open"
    together = rules.blind or rules.repeats
    in_turn = [
        Step(msg("rules.coins.load"), fists),
        Step(msg("rules.coins.show"), msg("rules.coins.show.how")),
        Step(msg("rules.coins.name", lowest=lowest, highest=highest), msg(f"rules.coins.name.{naming}")),
        Step(
            msg("rules.coins.count"),
            msg("rules.coins.count.split" if rules.with_distribution else "rules.coins.count.all"),
        ),
    ]
    out = [
        Step(
            msg("rules.coins.hit"), msg("rules.coins.hit.split" if rules.with_distribution else "rules.coins.hit.sum")
        ),
        Step(msg("rules.coins.miss"), msg("rules.coins.miss.how")),
    ]
    if together:
        out.append(Step(msg("rules.coins.together"), msg("rules.coins.together.how")))
    if rules.rounds:
        out.append(Step(msg("rules.coins.end"), msg("rules.coins.end.rounds", count=rules.rounds)))
    else:
        out.append(Step(msg("rules.coins.end"), msg("rules.coins.end.last")))
    out.append(Step(msg("rules.coins.foul"), msg(f"rules.coins.foul.{rules.foul}")))
    return [*_in_words(msg("rules.coins.round"), in_turn), *_in_words(msg("rules.coins.out"), out)]


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
    words = msg(f"rules.yatzy.{field.code}") if field in _AS_YATZY else msg(f"rules.{field.code}")
    text = field.about if field.name else words
    return Step(field_name(book, field.code), text, roll, str(field.score(roll)))
