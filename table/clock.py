"""Time for the loop: the real monotonic clock, or one that only moves when it is told to."""

from __future__ import annotations


class SimulatedClock:
    """Seconds that pass only when somebody waits; the self-playing table runs as fast as it can on it."""

    def __init__(self, now: float = 0.0) -> None:
        self._now = now

    def __call__(self) -> float:
        return self._now

    def wait(self, seconds: float) -> None:
        """Let time pass at once."""
        self._now += max(0.0, seconds)
