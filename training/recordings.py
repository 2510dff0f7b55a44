"""Labelled recordings (DESIGN's manifest form) as training pictures: where the dice are, how large, and what must not be learned."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.slant import USUAL_FOCAL, Slant, slant_of

#: Width and depth of the floor of the rendered scenes.
FLOOR_MM = (280.0, 210.0)
#: The class of a die of which no value may be said, and the mark "no class is known".
BAD, UNKNOWN = 6, -1


@dataclass
class Spot:
    """A die in a training picture: centre and quad in px (quad NaN when unknown), side in px, class 0-5 (value - 1), BAD or UNKNOWN."""

    centre: tuple[float, float]
    side: float
    label: int
    quad: npt.NDArray[np.float32] | None = None


@dataclass
class Picture:
    """A training picture with its truth. `tray`: (4, 2) px or None; `foreign`: uint8 mask, None = unknown, `hand`: a hand is somewhere in it;
    `traps`: px places where an earlier round erred; `hard`: places (x, y, side,
    angle) that the network which looks at one die took for dice; `slant`: how the camera looks down, if that is known."""

    image: npt.NDArray[np.uint8]
    spots: list[Spot]
    source: str
    tags: frozenset[str]
    side: float
    tray: npt.NDArray[np.float32] | None = None
    foreign: npt.NDArray[np.uint8] | None = None
    hand: bool = False
    complete: bool = True
    ident: str = field(default="")
    traps: list[tuple[float, float]] = field(default_factory=list)
    hard: list[tuple[float, float, float, float]] = field(default_factory=list)
    slant: Slant | None = None


#: Own scenes of these kinds are drawn alike.
EVENLY = frozenset({"own_pub", "own_touching", "own_oblique", "own_foreign", "own_floor"})


def by_source(
    pictures: Sequence[Picture], weights: dict[str, float]
) -> tuple[list[list[Picture]], npt.NDArray[np.float64]]:
    """The pictures of each source (the usual own scenes are one), and the share of each; sources without a weight weigh 1."""
    groups: dict[str, list[Picture]] = {}
    for picture in pictures:
        groups.setdefault("own" if picture.source in EVENLY else picture.source, []).append(picture)
    names = sorted(groups)
    share = np.array([weights.get(name, 1.0) for name in names])
    return [groups[name] for name in names], share / share.sum()


def load(folder: Path, margin_px: int = 200, most: int | None = None) -> list[Picture]:
    """All dice pictures of one folder whose dice have places. Scenes are cut to the tray and `margin_px` around it."""
    pictures = []
    for line in (folder / "manifest.jsonl").read_text().splitlines()[:most]:
        row = json.loads(line)
        if row.get("kind", "dice") != "dice":
            continue
        image = cv2.imread(str(folder / row["file"]))
        placed = bool(row.get("dice")) or not row["values"]
        if image is None or not placed:
            continue
        picture = _scene(row, image, margin_px) if "tray" in row else _photo(row, image)
        picture.source, picture.ident = folder.name, row["file"]
        pictures.append(picture)
    return pictures


def _scene(row: dict, image: npt.NDArray[np.uint8], margin: int) -> Picture:
    tray = np.array(row["tray"], np.float32)
    height, width = image.shape[:2]
    low = np.maximum(tray.min(axis=0) - margin, 0).astype(int)
    high = np.minimum(tray.max(axis=0) + margin, (width, height)).astype(int)
    hand = "hand" in row.get("profile", "") or str(row.get("phase", "")).startswith("hand")
    doubtful = (row["answer"] == "abstain" and row.get("profile") == "sequence") or hand
    spots = []
    for die in row.get("dice", ()):
        flags = set(die["flags"])
        quad = np.array(die["quad"], np.float32) - low
        label = die["value"] - 1
        if flags & {"cocked", "on_top", "covered", "cut", "moving", "motion_blur"} or die["tilt_deg"] > 8:
            label = BAD
        elif doubtful:
            label = UNKNOWN
        centre = quad.mean(axis=0)
        spots.append(Spot((float(centre[0]), float(centre[1])), float(die["side_px"]), label, quad))
    side = float(np.median([s.side for s in spots])) if spots else 16.0 * float(row["px_per_mm"])
    cut = np.ascontiguousarray(image[low[1] : high[1], low[0] : high[0]])
    colours = {die["color"] for die in row.get("dice", ())}
    tags = frozenset({row["floor"], row["light"], *row["tags"], *colours})
    seen = slant_of(tray - low, FLOOR_MM, USUAL_FOCAL * width, tuple(np.array((width, height)) / 2 - low))
    return Picture(cut, spots, "", tags, side, tray - low, None, hand, slant=seen)


def _photo(row: dict, image: npt.NDArray[np.uint8]) -> Picture:
    boxes = np.array([die["box"] for die in row.get("dice", ())], np.float32).reshape(-1, 4)
    longest = boxes[:, 2:].max(axis=1) if len(boxes) else np.array([40.0])
    if row.get("box_is") == "pip pattern":
        full = [length for die, length in zip(row.get("dice", ()), longest, strict=True) if die["value"] >= 2]
        side = 1.35 * float(np.median(full)) if full else 60.0
        sides = [side] * len(longest)
    else:
        sides = [float(length) / 1.25 for length in longest]
    spots = [
        Spot(tuple(die["center"]), side, die["value"] - 1) for die, side in zip(row.get("dice", ()), sides, strict=True)
    ]
    return Picture(image, spots, "", frozenset(row["tags"]), float(np.median(sides)))
