"""`python -m training`: trains the networks of the eye, first on a split by source and material with a report on what was held out,
then on everything with a closer look where they erred, and writes what the reader uses. Own scenes are drawn first; the same seed gives the same samples.
--quick proves in a few minutes that everything still runs and writes nothing."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from training.coins import train_coins
from training.face_model import FaceNet
from training.foreign import export_foreign, hardest, learn_foreign, samples
from training.learn import export_dice, learn
from training.learn_faces import export_faces, learn_faces, mean_of
from training.mining import mark_hard, mark_phantoms, mine
from training.recordings import Picture, load
from training.scenes import scene
from training.split import held_out, is_held_out
from training.trays import export_trays, learn_trays

ROOT = Path(__file__).resolve().parent.parent
#: How often each set is drawn from, in parts; "own" are the scenes drawn here, those with leaning, stacked and moving dice have shares of
#: their own. Sets without a line count 1.
SHARES = {
    "own": 40, "own_cocked": 10, "own_stacked": 7, "own_moving": 3, "upright_cocked": 3, "upright_stacked": 3, "clean": 6, "pub": 18,
    "touching": 17, "hard": 14, "oblique": 13, "six": 3, "cocked": 11, "blur": 4, "hand": 5, "empty": 2, "sequence": 4,
    "overhead_mixed": 18, "handheld_wood": 12, "low_angle": 7,
}  # fmt: skip

#: The same for the network that looks at one die.
FACE_SHARES = {
    "own": 50, "own_cocked": 12, "own_stacked": 10, "own_moving": 2, "upright_cocked": 16, "upright_stacked": 34, "clean": 5, "pub": 14,
    "touching": 10, "hard": 12, "oblique": 9, "six": 3, "cocked": 22, "blur": 3, "hand": 3, "empty": 2, "sequence": 5,
    "overhead_mixed": 12, "handheld_wood": 5, "low_angle": 4,
}  # fmt: skip
#: The same for the network that sees what is no die; its share of things is drawn over all of them.
FOREIGN_SHARES = {
    "own": 20, "own_cocked": 3, "own_stacked": 2, "own_moving": 1, "upright_cocked": 1, "upright_stacked": 1, "clean": 5, "pub": 14,
    "touching": 8, "hard": 16, "oblique": 9, "six": 3, "cocked": 4, "blur": 2, "empty": 4, "sequence": 3,
    "overhead_mixed": 16, "handheld_wood": 8, "low_angle": 3,
}  # fmt: skip
#: So many samples are drawn for each step of it: each is seen about nine times, turned and coloured anew.
SAMPLES_A_STEP = 1.75
#: Steps of each later round of the look at one die, as a share of the first's.
AGAIN = 0.3
#: So many own scenes are drawn, of these kinds in turn (nameless: by lot), some as the camera in the product's case sees them.
OWN_SCENES = 800
#: In every so-many-th of them all dice are Asian ones: no other die shows what their big red 1 looks like.
ASIAN_EVERY = 9
MIXED = (
    ("", False),
    ("", False),
    ("stacked", True),
    ("", False),
    ("cocked", False),
    ("stacked", False),
    ("", False),
    ("cocked", True),
)


def main() -> int:
    """Run the whole recipe. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data", help="labelled recordings")
    parser.add_argument("--out", type=Path, default=ROOT / "vision" / "weights", help="the folder the networks go to")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--steps",
        type=int,
        default=700,
        help="training steps of each of the three rounds (the tray's network: 0.7 of it in each of two)",
    )
    parser.add_argument(
        "--threads",
        type=int,
        default=max(1, (os.cpu_count() or 2) - 1),
        help="torch threads; one process more draws samples",
    )
    parser.add_argument(
        "--coin-steps",
        type=int,
        default=600,
        help="training steps of the coins' network's first round; 1.6 of it in the second",
    )
    parser.add_argument(
        "--face-steps",
        type=int,
        default=1800,
        help="training steps of the first round of the network that looks at one die; 0.3 of it in each of two more",
    )
    parser.add_argument(
        "--foreign-steps",
        type=int,
        default=800,
        help="training steps of the first round of the network that sees what is no die; half of it in the second",
    )
    parser.add_argument("--coins-only", action="store_true", help="train the coins' network alone")
    parser.add_argument("--quick", action="store_true", help="a few steps of everything; writes nothing")
    arguments = parser.parse_args()
    began = time.monotonic()
    torch.set_num_threads(arguments.threads)
    cv2.setNumThreads(1)  # its threads would not survive the fork into the process that draws samples
    with tempfile.TemporaryDirectory() as folder:
        out, scratch = Path(folder) if arguments.quick else arguments.out, Path(folder)
        if not arguments.coins_only:
            _train(arguments, out, scratch)
        steps, few = (6, 4) if arguments.quick else (arguments.coin_steps, None)
        train_coins(arguments.data, out, scratch / "coins", steps=steps, seed=arguments.seed, few=few)
    print(f"done after {(time.monotonic() - began) / 60:.1f} minutes")
    return 0


def _train(arguments: argparse.Namespace, out: Path, scratch: Path) -> None:
    steps = 12 if arguments.quick else arguments.steps
    few = 6 if arguments.quick else None
    recorded = load_recordings(arguments.data, few)
    where = f"recordings from {arguments.data}" if recorded else f"recordings in {arguments.data}: own scenes only"
    print(f"{len(recorded)} {where}", flush=True)
    known = [p for p in recorded if not is_held_out(p)]
    tray_steps = max(8, int(0.7 * steps))
    export_trays(learn_trays(known, steps=tray_steps, seed=arguments.seed), scratch / "tray.onnx")
    own = own_scenes(30 if arguments.quick else OWN_SCENES, arguments.seed)
    first = learn([*known, *own], SHARES, steps=steps, seed=arguments.seed)
    export_dice(first, scratch / "dice.onnx")
    mark_phantoms([*known, *own], scratch / "dice.onnx")
    things = _learn_foreign([*known, *own], arguments, None)
    export_foreign(things, scratch / "foreign.onnx")
    face_steps = 12 if arguments.quick else arguments.face_steps
    faces = learn_faces([*known, *own], FACE_SHARES, steps=face_steps, seed=arguments.seed)
    faces = _where_it_erred(faces, [*known, *own], scratch, face_steps, arguments.seed + 1)
    for line in held_out(scratch, arguments.data, few and 2):
        print(json.dumps(line), flush=True)
    out.mkdir(parents=True, exist_ok=True)
    export_trays(learn_trays(recorded, steps=tray_steps, seed=arguments.seed + 1), out / "tray.onnx")
    export_foreign(_learn_foreign([*recorded, *own], arguments, things), out / "foreign.onnx")
    net, so_far = first, scratch / "dice.onnx"
    for again in (1, 2):
        phantoms, missed = mine(so_far, [*recorded, *own])
        print(f"errors on the training pictures: {phantoms} phantoms, {missed} dice missed or misread", flush=True)
        net = learn([*recorded, *own], SHARES, steps=steps, seed=arguments.seed + again, start=net)
        so_far = out / "dice.onnx"
        export_dice(net, so_far)
    mark_phantoms(recorded, out / "dice.onnx")
    _where_it_erred(faces, [*recorded, *own], out, face_steps, arguments.seed + 2)
    for file in ("dice.onnx", "faces.onnx", "tray.onnx", "foreign.onnx"):
        print(f"wrote {out / file} ({(out / file).stat().st_size / 1e6:.2f} MB)")


def _learn_foreign(pictures: list[Picture], arguments: argparse.Namespace, start: nn.Module | None) -> nn.Module:
    """Draw things over pictures and train on that; half as long if there is a network to go on from, and more where that one erred."""
    steps, again = (8 if arguments.quick else arguments.foreign_steps), start is not None
    steps = steps // 2 if again else steps
    rng = np.random.default_rng((arguments.seed, 55, again))
    pool = list(samples(pictures, FOREIGN_SHARES, int(SAMPLES_A_STEP * steps), rng))
    if start is not None:
        pool += 2 * hardest(start, pictures, FOREIGN_SHARES, len(pool), rng)
    return learn_foreign(pool, steps=steps, seed=arguments.seed + again, start=start)


def _where_it_erred(faces: FaceNet, pictures: list[Picture], folder: Path, steps: int, seed: int) -> FaceNet:
    """Go on with the network that looks at one die, more often where it took letters and drops for dice, and write it into `folder`, where
    the search network already is."""
    export_faces(faces, folder / "faces.onnx")
    hard = mark_hard(pictures, folder / "dice.onnx", folder / "faces.onnx")
    print(f"{hard} places taken for dice by both networks", flush=True)
    faces = mean_of(faces, learn_faces(pictures, FACE_SHARES, steps=max(8, int(AGAIN * steps)), seed=seed, start=faces))
    export_faces(faces, folder / "faces.onnx")
    return faces


def own_scenes(count: int, seed: int) -> list[Picture]:
    """Scenes drawn here, half of them of the kinds a reader must refuse."""
    with ProcessPoolExecutor() as pool:
        return list(pool.map(_own_scene, [seed] * count, range(count), chunksize=8))


def _own_scene(seed: int, number: int) -> Picture:
    cv2.setNumThreads(1)
    kind, upright = MIXED[number % len(MIXED)]
    make_of = "asian" if number % ASIAN_EVERY == 0 else ""
    return scene(np.random.default_rng((seed, 77, number)), kind=kind, upright=upright, make_of=make_of)


def load_recordings(data: Path, most: int | None) -> list[Picture]:
    """Every folder of dice pictures with places below `data`, at most `most` of each."""
    pictures: list[Picture] = []
    for manifest in sorted(data.glob("*/*/manifest.jsonl")):
        if "coins" not in manifest.parent.name:
            pictures += load(manifest.parent, most=most)
    return pictures


if __name__ == "__main__":
    sys.exit(main())
