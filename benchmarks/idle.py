"""What the table costs while nobody plays: `python benchmarks/idle.py [--seconds 30]`. CPU time of the process over wall time.

"display" is the loop with its screen and no camera; "whole table" adds the eye on pictures that a camera hands over ready
made (a still tray; making them is the simulator's cost, not the table's). Also the resident memory of the whole.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import threading
import time
from pathlib import Path
from typing import Self

from display import Sounds, Window
from hardware import ScriptPanel, SimulatedCamera, SimulatedTray
from table.config import Config
from table.eye import ThreadedEye
from table.journal import Journal
from table.loop import Table
from table.photos import Photos
from table.strategies import Adviser
from vision import DiceReader, Frame, TrayWatcher


class StillCamera:
    """Hands over the same few pictures at 15 a second, as a driver would."""

    name = "still"

    def __init__(self) -> None:
        camera = SimulatedCamera(SimulatedTray(seed=4), wait=lambda seconds: None)
        self._pictures = [camera.capture().image for _ in range(4)]
        self._number = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is held open."""

    def capture(self) -> Frame:
        time.sleep(1 / 15)
        self._number += 1
        return Frame(self._pictures[self._number % 4], time.monotonic(), self._number)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30.0)
    seconds = parser.parse_args().seconds
    _measure("display", seconds, with_eye=False, budget=1)
    _measure("whole table", seconds, with_eye=True, budget=5)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{'most memory':14}{peak:7.0f} MB  (budget 300)")


def _measure(what: str, seconds: float, *, with_eye: bool, budget: float) -> None:
    with tempfile.TemporaryDirectory() as folder, Window((1920, 1080), mode="headless", motion=True) as window:
        data = Path(folder)
        table: Table | None = None
        eye = ThreadedEye(
            StillCamera,
            TrayWatcher(DiceReader()),
            lambda event, frame: table.post(event, frame) if table else None,
            rests=lambda: table is not None and table.is_idle,
        )
        with Journal(data) as journal:
            table = Table(
                journal=journal,
                config=Config(),
                photos=Photos(data),
                window=window,
                panel=ScriptPanel(),
                clock=time.monotonic,
                play_sound=Sounds(volume=0.0).play,
                adviser=Adviser(data),
            )
            if with_eye:
                eye.start()
            loop = threading.Timer(seconds + 8, lambda: setattr(table, "quitting", True))
            began: list[tuple[float, float]] = []
            warm = threading.Timer(8, lambda: began.append((time.process_time(), time.monotonic())))
            loop.start()
            warm.start()
            table.run()
            cpu, wall = time.process_time() - began[0][0], time.monotonic() - began[0][1]
            if with_eye:
                eye.stop()
        print(f"{what:14}{100 * cpu / wall:7.2f} %   (budget {budget} % of a core)")


if __name__ == "__main__":
    main()
