"""The adviser's tables as files, and the process that solves them; `game.advice` does the arithmetic."""

from table.strategies.background import Adviser, AdviserState
from table.strategies.solving import Solved, announcement, solve_book, solve_in_process
from table.strategies.store import Store
from table.strategies.thinking import Answer, Thinker

__all__ = [
    "Adviser",
    "AdviserState",
    "Answer",
    "Solved",
    "Store",
    "Thinker",
    "announcement",
    "solve_book",
    "solve_in_process",
]
