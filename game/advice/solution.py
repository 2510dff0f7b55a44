"""From a rule book to its stored table and back, whichever kind of table the book needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.advice.column_fit import solve_columns
from game.advice.columns import ColumnTable, ColumnWorth
from game.advice.solver import solve
from game.advice.states import States
from game.advice.table import ExactTable
from game.advice.worth import ExactWorth, Worth
from game.book import Book


@dataclass(frozen=True)
class Solution:
    """data: the table as it is stored; expectation: of the final total at the start; exact: or an estimate."""

    data: bytes
    expectation: float
    exact: bool
    states: int


def solve_to_bytes(book: Book, progress: Callable[[float], None] = lambda part: None) -> Solution:
    """Solve a book: exactly with one column, by estimate with several. Raises NotSolvable.

    progress: is told the part done, 0-1.
    """
    if book.columns > 1:
        table = solve_columns(book, progress)
        return Solution(table.to_bytes(), table.start, False, table.states.count * len(table.layers))
    states = States(book)
    exact = ExactTable.of(states, solve(states, progress))
    return Solution(exact.to_bytes(), exact.start, True, states.count)


def worth_from_bytes(data: bytes, book: Book) -> Worth:
    """What a stored table says. Raises WrongTable, NotSolvable."""
    if book.columns > 1:
        return ColumnWorth(ColumnTable.from_bytes(data, book))
    return ExactWorth(ExactTable.from_bytes(data, book))
