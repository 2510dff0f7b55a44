"""The fields of the sheets (RULES 2, 3, 4): what each asks of a roll and what it gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from game.dice import ROLLS, Roll


@dataclass(frozen=True)
class Field:
    """A scoring rule.

    code: its name in files and on the command line; score: points of a roll by the field's own rule, 0 if its
    condition is not met; number: 1-6 for a field of the upper section, None below; joker_full: an extra Kniffel put
    here under a joker gives the field's full value (straights, full house) rather than what the dice sum up to; name,
    about: what guests call a field of a house variant, and its rule in one sentence (the others have words in every
    language).
    """

    code: str
    score: Callable[[Roll], int]
    number: int | None = None
    joker_full: bool = False
    name: str = ""
    about: str = ""

    @cached_property
    def max_points(self) -> int:
        """The most any roll gives here."""
        return max(map(self.score, ROLLS))

    def __repr__(self) -> str:
        return f"Field({self.code!r})"


def _upper(number: int) -> Callable[[Roll], int]:
    return lambda roll: number * roll.count(number)


def _at_least_equal(count: int) -> Callable[[Roll], int]:
    return lambda roll: sum(roll) if max(Counter(roll).values()) >= count else 0


def _sum_of_equal(count: int) -> Callable[[Roll], int]:
    """`count` equal dice give the sum of just these, the highest if there is a choice."""
    return lambda roll: count * max((value for value in roll if roll.count(value) >= count), default=0)


def _consecutive(length: int, points: int) -> Callable[[Roll], int]:
    runs = [set(range(low, low + length)) for low in range(1, 8 - length)]
    return lambda roll: points if any(run <= set(roll) for run in runs) else 0


def _exactly(wanted: Roll) -> Callable[[Roll], int]:
    return lambda roll: sum(roll) if roll == wanted else 0


def _is_full_house(roll: Roll) -> bool:
    return sorted(Counter(roll).values()) == [2, 3]


def _two_pairs(roll: Roll) -> int:
    pairs = [value for value in set(roll) if roll.count(value) >= 2]
    return 2 * sum(pairs) if len(pairs) == 2 else 0


def _five_equal(roll: Roll) -> int:
    return 50 if roll[0] == roll[4] else 0


UPPER = tuple(
    Field(code, _upper(number), number)
    for number, code in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), start=1)
)

CHANCE = Field("chance", sum)

THREE_OF_A_KIND = Field("three_of_a_kind", _at_least_equal(3))
FOUR_OF_A_KIND = Field("four_of_a_kind", _at_least_equal(4))
FULL_HOUSE = Field("full_house", lambda roll: 25 if _is_full_house(roll) else 0, joker_full=True)
#: The house rule `kniffel_as_full_house`: five equal always count as a full house too.
FULL_HOUSE_OR_KNIFFEL = Field(
    "full_house", lambda roll: 25 if _is_full_house(roll) or roll[0] == roll[4] else 0, joker_full=True
)
SMALL_STRAIGHT = Field("small_straight", _consecutive(4, 30), joker_full=True)
LARGE_STRAIGHT = Field("large_straight", _consecutive(5, 40), joker_full=True)
KNIFFEL = Field("kniffel", _five_equal)
YAHTZEE = Field("yahtzee", _five_equal)

ONE_PAIR = Field("one_pair", _sum_of_equal(2))
TWO_PAIRS = Field("two_pairs", _two_pairs)
YATZY_THREE = Field("three_of_a_kind", _sum_of_equal(3))
YATZY_FOUR = Field("four_of_a_kind", _sum_of_equal(4))
YATZY_SMALL_STRAIGHT = Field("small_straight", _exactly((1, 2, 3, 4, 5)))
YATZY_LARGE_STRAIGHT = Field("large_straight", _exactly((2, 3, 4, 5, 6)))
YATZY_FULL_HOUSE = Field("full_house", lambda roll: sum(roll) if _is_full_house(roll) else 0)
YATZY = Field("yatzy", _five_equal)
