"""Extra Kniffel: when a further five of a kind is one, what it brings and where it may go (RULES 2.1, 4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.cells import Offer
from game.dice import FACES, ROLLS, equal_number, roll_index
from game.options import Joker

if TYPE_CHECKING:
    from game.book import Book

#: Points by cell index, None while the cell is free.
Entries = tuple[int | None, ...]


def offers(book: Book, entries: Entries, rolled: bool, roll: int) -> tuple[Offer, ...]:
    """Every cell that may be chosen for the roll (an index into ROLLS), in the sheet's order.

    rolled: an earlier turn of this player in this game ended with five of a kind. Empty only if no cell is free.
    """
    free = choosable(book, entries)
    number = equal_number(ROLLS[roll])
    if number is not None and is_extra(book, entries, rolled):
        bonus = book.extra_kniffel_bonus if book.extra_kniffel == "rolled" or _holds(book, entries) else 0
        return tuple(_POLICIES[book.joker](book, free, number, bonus, roll))
    plain = book.grid.plain[roll]
    return tuple([plain[index] for index in free])


def choosable(book: Book, entries: Entries) -> list[int]:
    """Free cells that the order of filling leaves open: all of them, or under "descending" the next of each column."""
    if book.order == "free":
        return [index for index, points in enumerate(entries) if points is None]
    size = len(book.fields)
    columns = (range(start, start + size) for start in range(0, len(entries), size))
    return [
        next(index for index in column if entries[index] is None) for column in columns if None in _of(entries, column)
    ]


def is_extra(book: Book, entries: Entries, rolled: bool) -> bool:
    """Whether five of a kind would be an extra Kniffel now."""
    if book.extra_kniffel == "none":
        return False
    if book.extra_kniffel == "rolled":
        return rolled
    if book.joker == "strict" and not _holds(book, entries):
        return False  # struck everywhere: neither a bonus nor a forced cell, so nothing tells it from an ordinary roll
    return bool(book.grid.kniffels) and all(entries[index] is not None for index in book.grid.kniffels)


def points_of_extras(book: Book) -> tuple[frozenset[int], ...]:
    """By cell index: all points that an extra Kniffel which is paid for can leave there."""
    if book.extra_kniffel == "none":
        return (frozenset(),) * book.cell_count
    fives = [(number, roll_index((number,) * 5)) for number in FACES]
    return tuple(
        frozenset(
            offer.points
            for number, roll in fives
            for offer in _POLICIES[book.joker](book, [index], number, book.extra_kniffel_bonus, roll)
            if offer.extra
        )
        for index in range(book.cell_count)
    )


def _holds(book: Book, entries: Entries) -> bool:
    return any(entries[index] for index in book.grid.kniffels)


def _of(entries: Entries, indices: range) -> Entries:
    return entries[indices.start : indices.stop]


def _full(book: Book, index: int, roll: int) -> int:
    field = book.grid.fields[index]
    return field.max_points if field.joker_full else book.grid.plain[roll][index].points


def _matching(book: Book, free: Sequence[int], number: int, bonus: int, roll: int) -> list[Offer]:
    return [book.grid.offer(index, _full(book, index, roll), bonus) for index in free]


def _any(book: Book, free: Sequence[int], number: int, bonus: int, roll: int) -> list[Offer]:
    return [book.grid.offer(index, book.grid.fields[index].max_points, bonus) for index in free]


def _strict(book: Book, free: Sequence[int], number: int, bonus: int, roll: int) -> list[Offer]:
    plain = book.grid.plain[roll]
    met = [index for index in free if plain[index].points]
    return [book.grid.offer(index, plain[index].points, bonus) for index in met or free]


def _official(book: Book, free: Sequence[int], number: int, bonus: int, roll: int) -> list[Offer]:
    matching = [index for index in free if book.grid.fields[index].number == number]
    return _forced(book, free, number, bonus if matching else 0, roll)


def _forced(book: Book, free: Sequence[int], number: int, bonus: int, roll: int) -> list[Offer]:
    fields = book.grid.fields
    matching = [index for index in free if fields[index].number == number]
    lower = [index for index in free if fields[index].number is None]
    return [book.grid.offer(index, _full(book, index, roll), bonus) for index in matching or lower or free]


def _free_choice(book: Book, free: Sequence[int], number: int, bonus: int, roll: int) -> list[Offer]:
    plain = book.grid.plain[roll]
    if any(book.grid.fields[index].number == number for index in free):
        return [book.grid.offer(index, plain[index].points, bonus) for index in free]
    return [book.grid.offer(index, _full(book, index, roll), bonus) for index in free]


_POLICIES: dict[Joker, Callable[[Book, Sequence[int], int, int, int], list[Offer]]] = {
    "matching": _matching,
    "any": _any,
    "strict": _strict,
    "official": _official,
    "forced": _forced,
    "free_choice": _free_choice,
}
