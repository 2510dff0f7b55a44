"""Published values of the best solitaire play, each with its source and the very rule that it belongs to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from game.book import Book, make_book


@dataclass(frozen=True)
class Published:
    """A value known to `decimals` decimals.

    rule: what exactly it is the expectation of; source: who published it; wrong: a value often quoted for this rule,
    and why it is another's.
    """

    name: str
    value: float
    rule: str
    source: str
    book: Callable[[], Book]
    decimals: int = 4
    wrong: str = ""


def _free_choice() -> Book:
    return replace(make_book("yahtzee"), joker="free_choice")


PUBLISHED = (
    Published(
        "yahtzee, free choice",
        254.5896,
        "Yahtzee with 100 for each extra Yahtzee if the box holds 50; any free cell may be chosen, joker values only once"
        " the upper box of the number is filled",
        "T. Verhoeff, How to Maximize Your Score in Solitaire Yahtzee, 1999",
        _free_choice,
    ),
    Published(
        "yahtzee",
        254.5877,
        "Yahtzee with 100 for each extra Yahtzee if the box holds 50; strictly forced placement (RULES 4)",
        "public exact solvers of the publisher's forced joker rule (jdh8/yahtzee-engine and others)",
        lambda: make_book("yahtzee"),
        wrong="254.5896 is the free choice of cell",
    ),
    Published(
        "kniffel, preset einfach",
        245.8708,
        "Kniffel and Yahtzee without any rule for extra Kniffels: a further five of a kind is an ordinary roll",
        "public exact solvers of the game without bonus and joker",
        lambda: make_book("kniffel", {"preset": "einfach"}),
    ),
    Published(
        "yatzy",
        248.4400,
        "Scandinavian Yatzy, 15 fields in free order, bonus 50 at 63, one pair pays the highest pair",
        "public exact Yatzy solvers",
        lambda: make_book("yatzy"),
        wrong="248.63 (M. Larsson and A. Sjöberg, Optimal Yatzy Strategy, KTH 2012) pays one pair as two",
    ),
)
