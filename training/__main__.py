"""`python -m training`: draws scenes, trains on a split by source and material, reports on what was held out, then trains on
everything and writes the network the reader uses. The same seed gives the same samples; --quick proves that it still runs."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path

import torch

from training.learn import export, learn
from training.recordings import Picture, load
from training.split import held_out, is_held_out

ROOT = Path(__file__).resolve().parent.parent
#: How often each set is drawn from, in parts; sets without a line count 1.
SHARES = {
    "clean": 7, "pub": 18, "touching": 13, "hard": 14, "oblique": 11, "six": 3, "cocked": 11, "blur": 5, "hand": 6,
    "empty": 3, "sequence": 5, "overhead_mixed": 10, "handheld_wood": 6, "low_angle": 4,
    "own": 70,
}  # fmt: skip


def main() -> int:
    """Run the whole recipe. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data", help="labelled recordings")
    parser.add_argument(
        "--out", type=Path, default=ROOT / "vision" / "weights" / "dice.onnx", help="the network to write"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=2600, help="training steps of each of the two rounds")
    parser.add_argument(
        "--threads", type=int, default=max(1, (os.cpu_count() or 2)), help="for drawing and for training"
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="a few steps only: proves that everything runs; writes nothing unless --out",
    )
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.steps = 25
        if arguments.out == parser.get_default("out"):
            arguments.out = Path(os.devnull)
    began = time.monotonic()
    torch.set_num_threads(arguments.threads)
    recorded = load_recordings(arguments.data, 12 if arguments.quick else None)
    print(
        f"{len(recorded)} recordings from {arguments.data}"
        if recorded
        else f"no recordings in {arguments.data}: own scenes only"
    )
    known = [p for p in recorded if not is_held_out(p)]
    round_one = learn(known, SHARES, steps=arguments.steps, seed=arguments.seed)
    with_path = arguments.out if arguments.out != Path(os.devnull) else None
    split_file = (with_path.parent if with_path else Path(os.environ.get("TMPDIR", "/var/tmp"))) / "dice-split.onnx"
    export(round_one, split_file)
    try:
        for line in held_out(split_file, arguments.data, 2 if arguments.quick else None):
            print(json.dumps(line), flush=True)
    finally:
        split_file.unlink(missing_ok=True)
    round_two = learn(recorded, SHARES, steps=arguments.steps, seed=arguments.seed + 1, start=round_one)
    if with_path is not None:
        export(round_two, with_path)
        print(f"wrote {with_path} ({with_path.stat().st_size / 1e6:.2f} MB)")
    print(f"done after {(time.monotonic() - began) / 60:.1f} minutes")
    return 0


def load_recordings(data: Path, most: int | None) -> list[Picture]:
    """Every folder of dice pictures with places below `data`, at most `most` of each."""
    pictures: list[Picture] = []
    for manifest in sorted(data.glob("*/*/manifest.jsonl")):
        if "coins" not in manifest.parent.name:
            pictures += load(manifest.parent)[:most]
    return pictures


if __name__ == "__main__":
    sys.exit(main())
