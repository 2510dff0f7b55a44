"""One line of `advise`: a sheet, dice and rolls left as JSON in; every hold and every cell with its expectation out."""

from __future__ import annotations

import sys
import time
from functools import lru_cache
from pathlib import Path

from display.words import LANGUAGES, Words
from game import Book, GameError, make_book
from game.advice import Advice, HoldAdvice, Worth, advise, warm_up
from table.errors import BadLine, StrategyError
from table.hint import hint_line
from table.score import SheetLine, checked_rolls_left
from table.strategies import Store, announcement, solve_in_process

#: Expectations are given to so many decimals: a stored table is right to 0.0001 points.
DECIMALS = 4


class Desks:
    """What the adviser knows of each book; a table that is missing is solved first, which takes seconds."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._known: dict[Book, Worth] = {}

    def worth(self, book: Book) -> Worth:
        """Raises StrategyError with the reason if there is no table to advise from."""
        if book not in self._known:
            store = Store(self._data)
            worth = store.load(book)
            if worth is None:
                print(announcement(book), file=sys.stderr, flush=True)
                solve_in_process(book.id, book.options(), self._data)
                worth = store.load(book)
            if worth is None:
                raise StrategyError(f"the table of {book.id} was solved but can't be read in {store.folder}")
            warm_up(worth, book)
            self._known[book] = worth
        return self._known[book]


def advise_line(line: SheetLine, desks: Desks) -> dict[str, object]:
    """The answer to one line. Raises BadLine with what is wrong and what is allowed; StrategyError."""
    try:
        book = make_book(line.book, line.options)
        sheet = line.sheet()
        if line.dice is None:
            raise BadLine("no dice to advise on, allowed: five of 1 to 6")
        sheet.offers(line.dice)
        check = checked_rolls_left(line.rolls_left)
        worth = desks.worth(book)
        began = time.perf_counter()
        found = advise(worth, sheet, line.dice, check)
        spent = (time.perf_counter() - began) * 1e3
    except GameError as error:
        raise BadLine(str(error)) from error
    return {**as_json(found), "hint": _hint(found, book), "ms": round(spent, 2)}


def _hint(advice: Advice, book: Book) -> dict[str, str]:
    """The best line as a sentence in every language."""
    line = hint_line(advice, book)
    return {language: _words(language).text(line) for language in LANGUAGES}


@lru_cache
def _words(language: str) -> Words:
    return Words(language)


def as_json(advice: Advice) -> dict[str, object]:
    """Advice as plain data. `best` is the entry of `holds` or `cells` to follow."""
    holds = [
        {
            "keep": list(hold.keep),
            "expectation": round(hold.expectation, DECIMALS),
            "loss": round(hold.loss, DECIMALS),
            **({"hand": hold.hand, "chance": round(hold.chance, DECIMALS)} if hold.hand else {}),
        }
        for hold in advice.holds
    ]
    cells = [
        {
            "cell": cell.cell,
            "points": cell.points,
            **({"extra": cell.extra} if cell.extra else {}),
            "expectation": round(cell.expectation, DECIMALS),
            "loss": round(cell.loss, DECIMALS),
        }
        for cell in advice.cells
    ]
    best = {"keep": holds[0]["keep"]} if isinstance(advice.best, HoldAdvice) else {"cell": cells[0]["cell"]}
    return {"holds": holds, "cells": cells, "best": best, "exact": advice.exact}
