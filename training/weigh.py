"""`python -m training.weigh`: how much each witness should count. Fits the two exponents of `vision.dice.WEIGHTS` on labelled dice by
maximum likelihood over a grid and prints them; run it with networks that have not seen the recordings."""

from __future__ import annotations

import argparse
import itertools
import sys
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from training.split import held_out_row, tags_of
from vision.dice import Verdict, likelihood
from vision.reader import DiceReader
from vision.recordings import Recording, manifest, read_image

Row = tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], int]


def main() -> int:
    """Collect every held-out die both witnesses looked at, and print the grid's best."""
    parser = argparse.ArgumentParser(prog="python -m training.weigh", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "data")
    parser.add_argument("--most", type=int, default=40, help="pictures of each set")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    reader = DiceReader()
    rows: list[Row] = []
    for path in sorted(arguments.data.glob("*/*/manifest.jsonl")):
        kept = [
            r for r in manifest(path.parent)
            if r.kind == "dice" and r.answer == "read" and held_out_row(path.parent.name, r.file, tags_of(r.row))
        ]  # fmt: skip
        for recording in kept[:: max(1, len(kept) // arguments.most)][: arguments.most]:
            rows += _dice(reader, recording)
    print(f"{len(rows)} dice")
    best = min(itertools.product(np.arange(0.2, 1.6, 0.1), np.arange(2, 16, 0.5)), key=lambda ab: _loss(rows, *ab))
    print(f"WEIGHTS = ({best[0]:.1f}, {best[1]:.1f})  mean log loss {_loss(rows, *best):.4f}")
    return 0


def _dice(reader: DiceReader, recording: Recording) -> list[Row]:
    found = []
    image = read_image(recording.path)
    verdicts: list[Verdict] = reader.verdicts(image)
    for label in recording.row.get("dice", ()):
        x, y = label["center"]
        near = [v for v in verdicts if np.hypot(v.face.center[0] - x, v.face.center[1] - y) < 0.3 * v.face.side]
        if near and near[0].readable:
            share = np.array(near[0].face.odds)
            found.append((share / share.sum(), np.array(near[0].fit.margins), int(label["value"]) - 1))
    return found


def _loss(rows: list[Row], a: float, b: float) -> float:
    """Mean log loss; a share of 1 % for label errors and wild cases keeps single dice from deciding everything."""
    chances = [0.99 * likelihood(share, margins, (a, b))[truth] + 0.01 / 6 for share, margins, truth in rows]
    return float(-np.mean(np.log(chances)))


if __name__ == "__main__":
    sys.exit(main())
