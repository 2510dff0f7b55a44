"""What the service menu may reach behind the scenes: live picture, calibration, machine, settings, log, update."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from display.views import Text
from hardware import Button
from table.config import Config
from table.machine import Machine
from table.recent_log import RecentLog
from vision import Frame

#: Takes a picture of the empty tray; says what it found, line by line, each fit or not.
Calibrate = Callable[[Frame], Sequence[tuple[bool, Text]]]
#: Takes the folder of a stick; installs the signed update found there and says what it did.
Update = Callable[[Path], Text]


@dataclass
class Backstage:
    """Handed to the desk by whoever puts the table together; every default stands for "not here".

    frame: the newest picture of the camera; calibrate, update: hooks, None where this version has none; apply: makes a
    changed config work and keeps it (raises SettingsRefused); quit: ends the program; down: buttons held down just now.
    """

    data: Path = Path()
    machine: Machine = field(default_factory=Machine)
    log: RecentLog = field(default_factory=RecentLog)
    frame: Callable[[], Frame | None] = lambda: None
    calibrate: Calibrate | None = None
    update: Update | None = None
    apply: Callable[[Config], None] = lambda config: None
    quit: Callable[[], None] = lambda: None
    down: set[Button] = field(default_factory=set)


class Task:
    """Something that takes long (a stick), done beside the loop. `said` is None until it is over."""

    def __init__(self, work: Callable[[], Text], refused: Callable[[Exception], Text]) -> None:
        self.said: Text | None = None
        self._work = work
        self._refused = refused
        self._thread = threading.Thread(target=self._run, name="service", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self.said = self._work()
        except Exception as error:
            self.said = self._refused(error)

    def wait(self, seconds: float) -> None:
        """Until it is over, at most so long."""
        self._thread.join(seconds)
