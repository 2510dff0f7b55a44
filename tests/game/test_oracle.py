"""Every roll, field, policy and state of the Kniffel cells against the brute force in oracle/, which knows nothing of `game`."""

import ast
import gzip
import json
import sys
from pathlib import Path

import pytest

from game import ROLLS, Sheet, make_book

ORACLE = Path(__file__).with_name("oracle")
TOLD = json.loads(gzip.decompress((ORACLE / "choices.json.gz").read_bytes()))
BOOKS = ("kniffel", "dreifach", "yahtzee", "yatzy")

sys.path.insert(0, str(ORACLE))


def sheet_of(case):
    book = make_book(case["book"], case["options"])
    return Sheet.from_cells(book, case["cells"], case["rolled"])


@pytest.mark.parametrize("script", sorted(ORACLE.glob("*.py")), ids=lambda script: script.name)
def test_the_oracle_imports_nothing_of_the_product(script):
    imported = set()
    for node in ast.walk(ast.parse(script.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").split(".")[0])
    assert imported <= {"brute", "gzip", "itertools", "json", "pathlib"}


def test_the_oracle_covers_every_roll_book_policy_and_state_of_the_kniffel_cell():
    assert len(ROLLS) == 252
    assert all(len(table) == 252 for table in TOLD["tables"])
    assert {case["book"] for case in TOLD["cases"]} == set(BOOKS)
    policies = {
        (case["options"]["extra_kniffel"], case["options"]["joker"], case["cells"].get("kniffel"))
        for case in TOLD["cases"]
        if case["book"] == "kniffel"
    }
    assert len(policies) == (3 * 4 - 1) * 3


@pytest.mark.parametrize("book", BOOKS)
def test_every_offer_is_what_the_brute_force_says(book):
    rows = [{cell: tuple(answer) for cell, answer in row.items()} for row in TOLD["rows"]]
    for case in TOLD["cases"]:
        if case["book"] != book:
            continue
        sheet = sheet_of(case)
        for roll, row in zip(ROLLS, TOLD["tables"][case["table"]], strict=True):
            offered = {offer.text: (offer.points, offer.extra) for offer in sheet.offers(roll)}
            assert offered == rows[row], (case, roll)


def test_the_file_is_what_the_script_writes_now_in_samples():
    import brute

    for case in TOLD["cases"][::97]:
        for roll, row in zip(brute.ALL_ROLLS, TOLD["tables"][case["table"]], strict=True):
            told = {cell: tuple(answer) for cell, answer in TOLD["rows"][row].items()}
            assert brute.choices(case["book"], case["options"], case["cells"], case["rolled"], roll) == told


@pytest.mark.slow
def test_the_file_is_what_the_script_writes_now():
    import make_oracle

    assert make_oracle.oracle() == TOLD
