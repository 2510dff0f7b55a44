"""What could make the loop stand still while guests play."""

import gc
from types import SimpleNamespace

from table import app


def test_once_the_table_is_ready_only_what_is_new_is_looked_through_for_garbage():
    started = []
    try:
        app._load_the_rest(SimpleNamespace(start=lambda: started.append(1)))
        assert started and gc.get_freeze_count() > 10_000
    finally:
        gc.unfreeze()
