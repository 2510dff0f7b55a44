"""Sample screens, one of every kind and state, for the gallery and the tests. Numbers and names are invented."""

from __future__ import annotations

from collections.abc import Callable

from display.samples import adviser, around, coins, looks, play, service
from display.views import Screen

#: name → maker of the screen (in German; replace `language` for another).
SAMPLES: dict[str, Callable[[], Screen]] = {
    **play.SAMPLES,
    **around.SAMPLES,
    **looks.SAMPLES,
    **coins.SAMPLES,
    **service.SAMPLES,
    **adviser.SAMPLES,
}

__all__ = ["SAMPLES"]
