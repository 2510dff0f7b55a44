"""Words, emblems, drops and crumbs on an empty floor are no dice."""

from __future__ import annotations

import numpy as np
import pytest

from training.floors import crumbs, floor
from training.prints import prints

KINDS = ("felt", "wood", "plastic", "cork", "cloth", "paper")


@pytest.mark.parametrize("seed", range(18))
def test_no_throw_is_said_of_what_is_printed_on_the_floor(reader, seed):
    rng = np.random.default_rng((seed, 5))
    image = floor(KINDS[seed % len(KINDS)], 320, rng)
    prints(image, 30.0, rng)
    crumbs(image, 30.0, rng)
    picture = (np.clip(image, 0, 1) ** (1 / 2.2) * 255).astype(np.uint8)
    reading = reader.read(picture)
    assert reading.status == "unsure" or not reading.dice, reading.dice
