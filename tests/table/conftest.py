"""Fixtures of the table's tests."""

import pytest

from tests.table.bench import Bench


@pytest.fixture
def bench(tmp_path):
    made = Bench(tmp_path)
    yield made
    made.close()
