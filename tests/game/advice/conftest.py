"""Solved tables, each solved once for all tests."""

import sys
from functools import cache
from pathlib import Path

import pytest

from game import make_book
from game.advice.solver import solve
from game.advice.states import States
from game.advice.table import ExactTable

sys.path.insert(0, str(Path(__file__).parents[1]))  # the ways to play of tests/game


@cache
def _solved(name, options):
    states = States(make_book(name, dict(options)))
    expectations = solve(states)
    return expectations, ExactTable.of(states, expectations)


@pytest.fixture(scope="session")
def solved():
    return lambda name, **options: _solved(name, tuple(sorted(options.items())))[1]


@pytest.fixture(scope="session")
def plain_table():
    """Kniffel without extra Kniffels: the quickest to solve."""
    return _solved("kniffel", (("preset", "einfach"),))[1]


@pytest.fixture(scope="session")
def plain_expectations():
    """The same in double precision, as the solver gave it."""
    return _solved("kniffel", (("preset", "einfach"),))[0]
