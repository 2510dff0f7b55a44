"""Takes the photos of the sample screens from the simulated tray: `python tests/display/sample_photos.py`.

Writes `display/samples/throw.jpg` (five dice) and `cocked.jpg` (one of them leans on the rim) and prints where the dice
are, for `display/samples/common.py`.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from hardware import SimulatedCamera, SimulatedTray

FOLDER = Path(__file__).parents[2] / "display" / "samples"
VALUES = (4, 5, 2, 5, 6)


def take(name: str, seed: int, *, cock: int | None) -> None:
    now = [0.0]
    tray = SimulatedTray(seed=seed, touching_chance=0.0)
    camera = SimulatedCamera(tray, clock=lambda: now[0], wait=lambda seconds: now.__setitem__(0, now[0] + seconds))
    tray.throw(range(5), VALUES)
    for _ in range(60):
        camera.capture()
    if cock is not None:
        tray.cock(cock)
        for _ in range(60):
            camera.capture()
    image = camera.capture().image
    cv2.imwrite(str(FOLDER / f"{name}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 82])
    for die in sorted(tray.dice, key=lambda die: die.place):
        top = np.array([[die.place[0] + dx, die.place[1] + dy, 16.0] for dx in (-11, 11) for dy in (-11, 11)])
        px = camera.project(top)
        low, high = px.min(axis=0), px.max(axis=0)
        print(name, die.value, die.where, tuple(int(v) for v in (*low, *(high - low))))
    width, depth = tray.layout.floor_mm
    corners = camera.project(np.array([[0, 0, 0], [width, 0, 0], [width, depth, 0], [0, depth, 0]], float))
    print(name, "floor", [tuple(int(v) for v in corner) for corner in corners])


if __name__ == "__main__":
    take("throw", 59, cock=None)
    take("cocked", 59, cock=3)
