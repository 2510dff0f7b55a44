"""Rule books as data. A house variant is one more `Book` among `VARIANTS`; nothing else has to know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, cast

from game import fields as f
from game import joker
from game.cells import Grid
from game.errors import UnknownBook
from game.fields import Field
from game.options import (
    DREIFACH_OPTIONS,
    KNIFFEL_OPTIONS,
    YAHTZEE_OPTIONS,
    YATZY_OPTIONS,
    ExtraKniffel,
    Joker,
    Option,
    Order,
    Value,
    preset_of,
    settle,
)


@dataclass(frozen=True)
class Book:
    """The rules of one sheet game, in full.

    id: name on the command line and in the journal; fields: in the order of the sheet, upper section first; factors:
    one for each column, by which its sum is multiplied; upper_bonus: points for a column whose upper section has
    `bonus_at` or more; order: "descending" fills each column strictly in the order of the fields; kniffel: code of the
    field for five of a kind, None if there is none; extra_kniffel, joker, extra_kniffel_bonus: RULES 2.1;
    kniffel_as_full_house: five equal are a full house too (the field's own scoring says so, this is for display and
    for `options`); name, about: what guests call a house variant, and what it is in one sentence.
    """

    id: str
    fields: tuple[Field, ...]
    factors: tuple[int, ...] = (1,)
    bonus_at: int = 63
    upper_bonus: int = 35
    order: Order = "free"
    kniffel: str | None = "kniffel"
    extra_kniffel: ExtraKniffel = "cell"
    joker: Joker = "matching"
    kniffel_as_full_house: bool = False
    extra_kniffel_bonus: int = 50
    name: str = ""
    about: str = ""

    @property
    def columns(self) -> int:
        """How many columns a sheet has."""
        return len(self.factors)

    @cached_property
    def by_code(self) -> dict[str, Field]:
        """Field code -> field."""
        return {field.code: field for field in self.fields}

    @cached_property
    def cell_count(self) -> int:
        """Cells of a sheet, which is turns of a player in a game."""
        return len(self.fields) * len(self.factors)

    @cached_property
    def grid(self) -> Grid:
        """The cells and what every roll gives in them."""
        return Grid(self)

    @cached_property
    def points_of_extras(self) -> tuple[frozenset[int], ...]:
        """By cell index: all points that an extra Kniffel which is paid for can leave there."""
        return joker.points_of_extras(self)

    def options(self) -> dict[str, Value]:
        """All options: `make_book(book.id, book.options()) == book`. Empty for a book that `make_book` doesn't know."""
        return {option.name: cast(Value, getattr(self, option.name)) for option in BOOK_OPTIONS.get(self.id, ())}

    @property
    def preset(self) -> str | None:
        """The name of the preset the book agrees with, None if there is none."""
        options = self.options()
        return preset_of(options) if "joker" in options else None


def _kniffel(options: Mapping[str, Value]) -> Book:
    return Book("kniffel", _kniffel_fields(f.KNIFFEL, options), **_extra(options))


def _yahtzee(options: Mapping[str, Value]) -> Book:
    return Book("yahtzee", _kniffel_fields(f.YAHTZEE, options), kniffel="yahtzee", **_extra(options))


def _dreifach(options: Mapping[str, Value]) -> Book:
    return Book("dreifach", _kniffel_fields(f.KNIFFEL, options), factors=(1, 2, 3), **_extra(options))


def _yatzy(options: Mapping[str, Value]) -> Book:
    return Book(
        "yatzy",
        (
            *f.UPPER,
            f.ONE_PAIR,
            f.TWO_PAIRS,
            f.YATZY_THREE,
            f.YATZY_FOUR,
            f.YATZY_SMALL_STRAIGHT,
            f.YATZY_LARGE_STRAIGHT,
            f.YATZY_FULL_HOUSE,
            f.CHANCE,
            f.YATZY,
        ),
        kniffel="yatzy",
        extra_kniffel="none",
        upper_bonus=cast(int, options["upper_bonus"]),
        order=cast(Order, options["order"]),
    )


def _kniffel_fields(five: Field, options: Mapping[str, Value]) -> tuple[Field, ...]:
    full_house = f.FULL_HOUSE_OR_KNIFFEL if options["kniffel_as_full_house"] else f.FULL_HOUSE
    lower = (f.THREE_OF_A_KIND, f.FOUR_OF_A_KIND, full_house, f.SMALL_STRAIGHT, f.LARGE_STRAIGHT, five, f.CHANCE)
    return (*f.UPPER, *lower)


def _extra(options: Mapping[str, Value]) -> dict[str, Any]:
    names = ("extra_kniffel", "joker", "kniffel_as_full_house", "extra_kniffel_bonus")
    return {name: options[name] for name in names}


#: House variants without options. Set-up, table, records, `score` and `demo` know what stands here.
VARIANTS: tuple[Book, ...] = ()


def _just(book: Book) -> Callable[[Mapping[str, Value]], Book]:
    return lambda options: book


_MAKERS: dict[str, tuple[tuple[Option, ...], Callable[[Mapping[str, Value]], Book]]] = {
    "kniffel": (KNIFFEL_OPTIONS, _kniffel),
    "yatzy": (YATZY_OPTIONS, _yatzy),
    "yahtzee": (YAHTZEE_OPTIONS, _yahtzee),
    "dreifach": (DREIFACH_OPTIONS, _dreifach),
    **{book.id: ((), _just(book)) for book in VARIANTS},
}

#: The books with a sheet and the options of each, for set-up and rules pages.
BOOK_OPTIONS: dict[str, tuple[Option, ...]] = {book: options for book, (options, _) in _MAKERS.items()}


def make_book(book: str, options: Mapping[str, object] | None = None) -> Book:
    """The rule book of that id under the given options; what is not given has its default, "preset" sets several.

    Raises UnknownBook, UnknownOption, BadOptionType, BadOptionValue, ExcludedOptions.
    """
    if book not in _MAKERS:
        raise UnknownBook(f"no rule book {book!r} with a sheet, allowed: {', '.join(_MAKERS)}")
    settled = settle(book, _MAKERS[book][0], options or {})
    return _made(book, tuple(settled.items()))


@lru_cache(maxsize=256)
def _made(book: str, options: tuple[tuple[str, Value], ...]) -> Book:
    """The same options give the same object, so that its grid is worked out once."""
    return _MAKERS[book][1](dict(options))
