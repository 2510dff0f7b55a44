"""What has no business among dice, drawn by lot: phones, cards, slips, boxes, pens, coins, caps, buttons, dominoes, nuts, cups, fingers, hands."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from training.flat_things import box, card, domino, paper, phone, stick
from training.floors import Array, hand
from training.round_things import button, cap, coin, cup, fingers, morsel
from training.surfaces import Mask, Place

Thing = Callable[[Array, Place, float, np.random.Generator], Mask]
THINGS: dict[str, Thing] = {
    "phone": phone, "card": card, "paper": paper, "box": box, "stick": stick, "coin": coin, "cap": cap, "button": button,
    "domino": domino, "morsel": morsel, "cup": cup, "fingers": fingers, "hand": hand,
}  # fmt: skip
#: How often each of them is drawn.
ODDS = (3, 5, 5, 3, 2, 3, 3, 2, 1, 2, 2, 4, 2)


def thing(image: Array, at: Place, side: float, rng: np.random.Generator) -> Mask:
    """Draw one thing with its middle about `at` px on a picture (linear BGR float32, changed in place) in which a die's side measures `side`
    px. Returns the mask (uint8) of what it covers."""
    kind = str(rng.choice(tuple(THINGS), p=np.array(ODDS) / sum(ODDS)))
    return THINGS[kind](image, at, side, rng)
