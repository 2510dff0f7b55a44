"""A rule of thumb for the cell to offer first: the one that gets most above what the field usually brings."""

from __future__ import annotations

from collections.abc import Sequence

from game import Book, Offer

#: Mean points per field under the best solitaire play of Yahtzee (T. Verhoeff, Optimal Solitaire Yahtzee Strategies, 1999).
_USUAL = {
    "ones": 2.1,
    "twos": 5.3,
    "threes": 8.6,
    "fours": 12.2,
    "fives": 15.7,
    "sixes": 19.2,
    "three_of_a_kind": 21.7,
    "four_of_a_kind": 13.1,
    "full_house": 22.6,
    "small_straight": 29.5,
    "large_straight": 32.7,
    "kniffel": 16.9,
    "yahtzee": 16.9,
    "yatzy": 16.9,
    "chance": 22.0,
    "one_pair": 10.5,
    "two_pairs": 15.0,
}


def worth(book: Book, offer: Offer) -> float:
    """Points of an offer, extra ones included, above the field's usual, weighted by the column's factor."""
    usual = _USUAL.get(offer.cell.field)
    if usual is None:
        usual = book.by_code[offer.cell.field].max_points / 2
    return book.factors[offer.cell.column - 1] * (offer.points - usual) + offer.extra


def best(book: Book, offers: Sequence[Offer]) -> Offer | None:
    """The offer to put first, or None without offers."""
    return max(offers, key=lambda offer: worth(book, offer), default=None)
