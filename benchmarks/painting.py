"""How long painting takes: `python benchmarks/painting.py`. Budgets are of a 1920×1080 screen on one core; painting is CPU time."""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from dataclasses import replace

from display import Window
from display.samples import SAMPLES
from display.views import Cell, CellState, Screen, TurnView

_START = """
import time
start = time.perf_counter()
from display import Window
from display.samples import SAMPLES
with Window((1920, 1080), mode="headless") as window:
    window.show(SAMPLES["idle"]())
    print(time.perf_counter() - start)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=60)
    rounds = parser.parse_args().rounds
    with Window((1920, 1080), mode="headless") as window:
        screens = [SAMPLES["turn_third_eight"](), SAMPLES["turn_longest"]()]
        for screen in screens:
            window.show(screen)
        full = []
        for n in range(rounds):
            start = time.process_time()
            window.repaint(screens[n % 2])
            full.append(time.process_time() - start)
        _say("full paint, 8 players", full, 10)
        changed = [_with_cell(screens[0], points) for points in (10, 15, 20, 25)]
        for screen in changed:
            window.show(screen)
        cell = []
        for n in range(rounds):
            start = time.process_time()
            window.show(changed[n % 4])
            cell.append(time.process_time() - start)
        _say("one changed cell", cell, 3)
        window.show(SAMPLES["turn_longest"]())
        equal = [SAMPLES["turn_longest"]() for _ in range(rounds)]
        same = []
        for screen in equal:
            start = time.process_time()
            window.show(screen)
            same.append(time.process_time() - start)
        _say("nothing changed", same, 0.1)
    seconds = [float(subprocess.check_output([sys.executable, "-c", _START], text=True).split()[-1]) for _ in range(3)]
    print(f"start to first screen    {min(seconds):8.2f} s   (budget 2 s)")


def _say(what: str, seconds: list[float], budget_ms: float) -> None:
    times = [1000 * second for second in seconds]
    print(f"{what:24} {statistics.median(times):8.2f} ms  best {min(times):.2f}  (budget {budget_ms} ms)")


def _with_cell(screen: Screen, points: int) -> Screen:
    view = screen.view
    assert isinstance(view, TurnView)
    row = replace(view.sheet.upper[0], cells=(Cell(CellState.FILLED, points),))
    sheet = replace(view.sheet, upper=(row, *view.sheet.upper[1:]))
    return replace(screen, view=replace(view, sheet=sheet))


if __name__ == "__main__":
    main()
