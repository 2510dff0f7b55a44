"""`python -m training.weigh`: how much each witness should count. Fits the weights that stand in `vision.dice` (PRESENCE, SPOILT, WEIGHTS) on
held-out recordings and on scenes drawn afresh, by maximum likelihood, and prints them with what each threshold would let through.
Run it with networks that have not seen the recordings: `--networks DIR`."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from training.recordings import BAD
from training.scenes import scene
from training.split import held_out_row, reader_of, tags_of
from vision.dice import Verdict, in_picture, presence_terms, spoilt_terms, value_terms
from vision.reader import DiceReader
from vision.recordings import manifest, read_image

Array = npt.NDArray[np.float64]
#: Truths that are no value: a die that shows none, and a place of which nothing is known.
NO_VALUE, UNKNOWN = 0, -1
#: Marks of a die of which no value may be said.
SPOILT_MARKS = frozenset({"cocked", "on_top", "covered", "cut", "moving", "motion_blur"})
#: Sets that would mislead: far lower cameras than a table has, and dice marked as moving that lie sharp and flat.
LEFT_OUT = frozenset({"low_angle", "sequence"})
#: Kinds of own scenes the weights are fitted on, and which of them as the camera in the product's case sees them.
KINDS = (
    ("pub", True),
    ("touching", True),
    ("oblique", False),
    ("cocked", True),
    ("stacked", True),
    ("cocked", False),
    ("stacked", False),
)


@dataclass(frozen=True)
class Case:
    """One suspicion: the set it is from, what the witnesses said, and the truth: a value 1-6, NO_VALUE, None (no die) or UNKNOWN."""

    source: str
    verdict: Verdict
    truth: int | None


def main() -> int:
    """Collect the cases, fit, print."""
    parser = argparse.ArgumentParser(prog="python -m training.weigh", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "data")
    parser.add_argument(
        "--networks", type=Path, help="a folder with dice.onnx, faces.onnx, tray.onnx; else the package's"
    )
    parser.add_argument("--scenes", type=int, default=300, help="own scenes drawn for it")
    parser.add_argument("--seed", type=int, default=900)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    reader = reader_of(arguments.networks)
    cases = [*_recorded(reader, arguments.data), *_drawn(reader, arguments.scenes, arguments.seed)]
    _report(cases)
    return 0


def _recorded(reader: DiceReader, data: Path) -> Iterator[Case]:
    for path in sorted(data.glob("*/*/manifest.jsonl")):
        if path.parent.name in LEFT_OUT:
            continue
        for recording in manifest(path.parent):
            if recording.kind != "dice" or not held_out_row(path.parent.name, recording.file, tags_of(recording.row)):
                continue
            dice = [
                (
                    np.array(die["quad"]).mean(axis=0) if "quad" in die else np.array(die["center"]),
                    0.4 if "quad" in die else 0.7,
                    NO_VALUE
                    if SPOILT_MARKS & set(die.get("flags", ())) or die.get("tilt_deg", 0) > 8
                    else die["value"],
                )
                for die in recording.row.get("dice", ())
            ]
            sure_of_rest = path.parent.parent.name == "scenes" and recording.answer == "read"
            verdicts = reader.verdicts(read_image(recording.path))
            yield from _cases(path.parent.name, verdicts, dice, None if sure_of_rest else UNKNOWN)


def _drawn(reader: DiceReader, count: int, seed: int) -> Iterator[Case]:
    rng = np.random.default_rng(seed)
    for index in range(count):
        kind, upright = KINDS[index % len(KINDS)]
        picture = scene(rng, kind=kind, upright=upright)
        dice = [(np.array(s.centre), 0.4, NO_VALUE if s.label == BAD else s.label + 1) for s in picture.spots]
        slant = None if index % 3 == 2 else picture.slant
        verdicts = in_picture(reader.verdicts(picture.image), slant, None)
        yield from _cases(picture.source, verdicts, dice, None)


def _cases(
    source: str, verdicts: list[Verdict], dice: list[tuple[Array, float, int]], else_: int | None
) -> Iterator[Case]:
    for verdict in verdicts:
        center, side = np.array(verdict.face.center), verdict.face.side
        near = [
            (math.dist(center, place) / side, truth)
            for place, reach, truth in dice
            if math.dist(center, place) < reach * side
        ]
        yield Case(source, verdict, min(near)[1] if near else else_)


def _report(cases: list[Case]) -> None:
    known = [c for c in cases if c.truth != UNKNOWN]
    there = np.array([c.truth is not None for c in known])
    weights, chance = fit_logistic(np.array([presence_terms(c.verdict) for c in known]), there)
    print(f"PRESENCE = {_tuple(weights)}  # {there.sum()} dice, {(~there).sum()} phantoms")
    for bar in (0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9):
        print(f"  {bar}: {(chance[there] < bar).sum()} dice below, {(chance[~there] >= bar).sum()} phantoms above")
    dice = [c for c in known if c.truth is not None]
    bad = np.array([c.truth == NO_VALUE for c in dice])
    weights, chance = fit_logistic(np.array([spoilt_terms(c.verdict) for c in dice]), bad)
    print(f"SPOILT = {_tuple(weights)}  # {bad.sum()} that show no value, {(~bad).sum()} flat")
    for bar in (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5):
        print(f"  {bar}: {(chance[bad] < bar).sum()} let through, {(chance[~bad] >= bar).sum()} flat ones refused")
    flat = [c for c in dice if c.truth != NO_VALUE]
    terms = np.array([value_terms(c.verdict) for c in flat])
    truth = np.array([int(c.truth or 0) - 1 for c in flat])
    weights = fit_choice(terms, truth)
    odds = softmax(terms @ weights)
    best, right = odds.max(axis=1), odds.argmax(axis=1) == truth
    print(f"WEIGHTS = {_tuple(weights)}  # {len(flat)} flat dice, {right.sum()} likeliest right")
    for bar in (0.8, 0.9, 0.95, 0.98, 0.99):
        print(f"  {bar}: {(best < bar).sum()} below, {((best >= bar) & ~right).sum()} wrong ones above")


def fit_logistic(terms: Array, truth: npt.NDArray[np.bool_], ridge: float = 0.5) -> tuple[Array, Array]:
    """Ridge logistic regression by Newton's method, the last column is the bias. terms (n, k), truth (n,); returns weights (k,) and the
    fitted probabilities (n,)."""
    weights = np.zeros(terms.shape[1])
    penalty = np.array([ridge] * (terms.shape[1] - 1) + [0.01])
    for _ in range(60):
        chance = 1 / (1 + np.exp(-np.clip(terms @ weights, -40, 40)))
        slope = terms.T @ (chance - truth) + penalty * weights
        bend = (terms * (chance * (1 - chance))[:, None]).T @ terms + np.diag(penalty)
        weights -= np.linalg.solve(bend, slope)
    return weights, 1 / (1 + np.exp(-np.clip(terms @ weights, -40, 40)))


def fit_choice(terms: Array, truth: npt.NDArray[np.int64], ridge: float = 0.5) -> Array:
    """Conditional logit by Newton's method. terms (n, 6, k): what each witness says for each value; truth (n,) 0-5; returns (k,)."""
    weights = np.zeros(terms.shape[2])
    for _ in range(60):
        odds = softmax(terms @ weights)
        mean = np.einsum("nv,nvk->nk", odds, terms)
        slope = (mean - terms[np.arange(len(truth)), truth]).sum(axis=0) + ridge * weights
        spread = terms - mean[:, None]
        bend = np.einsum("nv,nvk,nvl->kl", odds, spread, spread) + ridge * np.eye(len(weights))
        weights -= np.clip(np.linalg.solve(bend, slope), -1, 1)
    return weights


def softmax(scores: Array) -> Array:
    """Probabilities along the last axis."""
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    result: Array = powers / powers.sum(axis=-1, keepdims=True)
    return result


def _tuple(weights: Array) -> str:
    return "(" + ", ".join(f"{w:.2f}" for w in weights) + ")"


if __name__ == "__main__":
    sys.exit(main())
