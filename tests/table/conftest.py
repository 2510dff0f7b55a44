"""Fixtures of the table's tests."""

import pytest

from game import make_book
from game.advice import solve_to_bytes
from table.strategies import Adviser, Store
from tests.table.bench import Bench


@pytest.fixture
def bench(tmp_path):
    made = Bench(tmp_path)
    yield made
    made.close()


@pytest.fixture(scope="session")
def quick_table():
    """The solved table of the book that is quickest to solve: its cells come one after the other."""
    return solve_to_bytes(make_book("yatzy", {"order": "descending"})).data


@pytest.fixture
def solved(bench, quick_table):
    """The table's adviser, which finds that book's table on the disk."""
    Store(bench.folder).save(make_book("yatzy", {"order": "descending"}), quick_table)
    bench.table.desk.adviser = Adviser(bench.folder)
    return bench.table.desk.adviser
