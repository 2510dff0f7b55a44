"""What could make the loop stand still while guests play."""

import gc
from types import SimpleNamespace

import numpy as np

from table import app
from table.desk import picture_of
from vision import Frame


def test_once_the_table_is_ready_only_what_is_new_is_looked_through_for_garbage():
    started = []
    try:
        app._load_the_rest(SimpleNamespace(start=lambda: started.append(1)))
        assert started and gc.get_freeze_count() > 10_000
    finally:
        gc.unfreeze()


def test_a_scene_that_shows_a_camera_picture_copies_none_of_it():
    """A copy at each step of the loop took 17 ms here, on a Pi a whole core, while a question stood on the screen."""
    frame = Frame(np.arange(40 * 60 * 3, dtype=np.uint8).reshape(40, 60, 3), 1.0, 7)
    whole, part = picture_of(frame), picture_of(frame, (10, 5, 20, 10))
    assert np.shares_memory(whole.pixels, frame.image) and np.shares_memory(part.pixels, frame.image)
    assert part.pixels.shape == (10, 20, 3) and tuple(part.pixels[0, 0]) == tuple(frame.image[5, 10, ::-1])
