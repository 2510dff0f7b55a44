"""Writes choices.json.gz: for every book, policy and a set of sheets, what each of the 252 rolls offers.

    python tests/game/oracle/make_oracle.py

Works from brute.py alone. The file holds `rows` (distinct answers, cell -> [points, extra]), `tables` (for each of the 252
rolls, in lexical order, the index of its row) and `cases` (book, options, filled cells, rolled, index of the table).
"""

import gzip
import json
from itertools import product
from pathlib import Path

import brute

FILE = Path(__file__).with_name("choices.json.gz")


def filled(codes):
    """The codes as struck cells; chance can't be struck."""
    return {code: 20 if code == "chance" else 0 for code in codes}


def surroundings(book):
    """Which other fields are filled: all that the rules tell apart."""
    five = brute.FIVE[book]
    lower = [code for code in brute.CODES[book] if code not in brute.UPPER and code != five]
    odd = ["ones", "threes", "fives"]
    return [
        filled([]),
        filled(brute.UPPER),
        filled(lower),
        filled([*odd, "chance", "full_house"]),
        filled([*odd, *lower]),
        filled(["ones", "twos", "threes", "three_of_a_kind", "four_of_a_kind", "chance"]),
        filled([code for code in [*brute.UPPER, *lower] if code != "large_straight"]),
    ]


def policies():
    for extra, joker, house in product(
        ("cell", "rolled", "none"), ("matching", "any", "strict", "official"), (False, True)
    ):
        if (extra, joker) != ("rolled", "official"):
            yield {"extra_kniffel": extra, "joker": joker, "kniffel_as_full_house": house}


def single_sheets(book):
    five = brute.FIVE[book]
    for around, holds in product(surroundings(book), (None, 50, 0)):
        yield {**around, **({} if holds is None else {five: holds})}


def triple_sheets():
    """Three columns: the same surroundings in each, or in one only; the three Kniffel cells free, mixed and filled."""
    for around, columns, fives in product(
        surroundings("dreifach"), ((1, 2, 3), (2,)), ((None, 50, 50), (50, 0, 0), (0, 0, 0))
    ):
        cells = {f"{column}:{code}": value for column in columns for code, value in around.items()}
        five = {f"{column}:kniffel": value for column, value in zip((1, 2, 3), fives, strict=True) if value is not None}
        yield {**cells, **five}


def cases():
    for options, cells in product(policies(), single_sheets("kniffel")):
        yield "kniffel", options, cells, False
        if options["extra_kniffel"] == "rolled" and cells:
            yield "kniffel", options, cells, True
    for options, cells in product(policies(), triple_sheets()):
        if options["extra_kniffel"] == "cell" or options == {**options, "extra_kniffel": "none", "joker": "any"}:
            yield "dreifach", options, cells, False
    for house, cells in product((False, True), single_sheets("yahtzee")):
        yield "yahtzee", {"kniffel_as_full_house": house}, cells, False
    for cells in single_sheets("yatzy"):
        yield "yatzy", {"order": "free"}, cells, False
    order = brute.CODES["yatzy"]
    for count in range(len(order) + 1):
        yield "yatzy", {"order": "descending"}, filled(order[:count]), False


def oracle():
    rows, tables, listed = {}, {}, []
    for book, options, cells, rolled in cases():
        table = tuple(
            rows.setdefault(json.dumps(brute.choices(book, options, cells, rolled, dice)), len(rows))
            for dice in brute.ALL_ROLLS
        )
        listed.append(
            {
                "book": book,
                "options": options,
                "cells": cells,
                "rolled": rolled,
                "table": tables.setdefault(table, len(tables)),
            }
        )
    return {"rows": [json.loads(row) for row in rows], "tables": [list(table) for table in tables], "cases": listed}


if __name__ == "__main__":
    FILE.write_bytes(gzip.compress(json.dumps(oracle(), separators=(",", ":")).encode(), 9, mtime=0))
    print(f"{FILE.name}: {FILE.stat().st_size} bytes")
