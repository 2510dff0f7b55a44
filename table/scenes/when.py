"""A moment as the guests' language writes it."""

from __future__ import annotations

import time

from display.views import Text, msg


def written(at: float) -> Text:
    """Day and time of day here of a moment (s since 1970)."""
    here = time.localtime(at)
    return msg(
        "when",
        day=str(here.tm_mday),
        month=msg(f"month.{here.tm_mon}"),
        time=time.strftime("%H:%M", here),
    )
