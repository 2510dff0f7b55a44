"""What the eye looks for: dice or coins, as the game on the table wants it. Each kind has a reader of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from vision import Frame, Reading, TrayEvent, TrayWatcher
from vision.guard import TrayGuard
from vision.watcher import Reader

Kind = Literal["dice", "coins"]


class Looking:
    """A watcher that changes its reader with the game, and then sees the tray with fresh eyes.

    makers: how to make each reader (the coins' is made when first needed); wanted: what to look for now, asked before every
    frame, from whatever thread feeds it; guard: what tells where the tray is and when it moved.
    """

    def __init__(
        self, makers: dict[Kind, Callable[[], Reader]], wanted: Callable[[], Kind], *, guard: TrayGuard | None = None
    ) -> None:
        self._makers = makers
        self._wanted = wanted
        self._kind: Kind = "dice"
        self._readers: dict[Kind, Reader] = {"dice": makers["dice"]()}
        self._watcher = TrayWatcher(self, guard=guard)

    def push(self, frame: Frame) -> tuple[TrayEvent, ...]:
        """Take the next frame; what it tells, oldest first."""
        kind = self._wanted()
        if kind != self._kind:
            self._kind = kind
            if kind not in self._readers:
                self._readers[kind] = self._makers[kind]()
            self._watcher.reset()
        return self._watcher.push(frame)

    def read(
        self, image: Any, *, expect: frozenset[int] | None = None, tray: Any = "auto", frame_number: int = 0
    ) -> Reading:
        """The reading of the reader whose turn it is."""
        return self._readers[self._kind].read(image, expect=expect, tray=tray, frame_number=frame_number)
