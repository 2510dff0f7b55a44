"""`python -m training.make_recordings`: draws the small labelled pictures that the tests keep, one or more for each condition."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2
import numpy as np

from training.recordings import BAD, Picture
from training.samples import blurred
from training.scenes import scene

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "recordings" / "drawn"
#: What to draw: tag, scene kind, make of the dice, floor, first seed.
WANTED = (
    *((make, "pub", make, "felt", 100 + i) for i, make in enumerate(
        ("ivory", "white", "red", "blue", "green", "black", "purple", "glass-red", "marble", "wood", "steel", "black-gold", "asian")
    )),
    *((floor, "pub", "ivory", floor, 200 + i) for i, floor in enumerate(("cork", "wood", "plastic", "cloth"))),
    ("touching", "touching", "white", "felt", 300),
    ("touching", "touching", "", "cork", 301),
    ("oblique", "oblique", "ivory", "felt", 310),
    ("empty", "floor", "", "felt", 320),
    ("empty", "floor", "", "wood", 321),
    ("cocked", "cocked", "ivory", "felt", 330),
    ("stacked", "stacked", "white", "plastic", 340),
    ("moving", "moving", "ivory", "felt", 350),
    ("hand", "foreign", "ivory", "felt", 360),
    ("blurred", "pub", "ivory", "felt", 370),
)  # fmt: skip


def main() -> int:
    """Draw each condition from the first seed whose scene really shows it."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    rows = []
    for number, (tag, kind, make, floor, seed) in enumerate(WANTED):
        picture = _fitting(tag, kind, make, floor, seed)
        image = blurred(picture.image, 0.6 * picture.side, 0.7) if tag == "blurred" else picture.image
        name = f"{number:02d}-{tag}.jpg"
        cv2.imwrite(str(FOLDER / name), image, [cv2.IMWRITE_JPEG_QUALITY, 90])
        rows.append(_row(name, tag, picture))
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (FOLDER / "manifest.jsonl").write_text(text, encoding="utf-8")
    print(f"{len(rows)} pictures in {FOLDER}")
    return 0


def _fitting(tag: str, kind: str, make: str, floor: str, seed: int) -> Picture:
    for attempt in range(200):
        rng = np.random.default_rng((seed, attempt))
        picture = scene(
            rng, kind=kind, make_of=make, floor_kind=floor, bare=tag not in ("empty",), upright=kind != "oblique"
        )
        bad = sum(spot.label == BAD for spot in picture.spots)
        flat = len(picture.spots) - bad
        at_edge = any(not (25 < v < picture.image.shape[0] - 25) for spot in picture.spots for v in spot.centre)
        if tag == "empty" or (tag in ("cocked", "stacked", "moving") and bad and not at_edge):
            return picture
        if tag == "hand" and picture.foreign is not None and (picture.foreign > 127).mean() > 0.15:
            return picture
        if tag not in ("cocked", "stacked", "moving", "hand") and bad == 0 and flat >= 3 and not at_edge:
            return picture
    raise RuntimeError(f"no scene shows {tag!r}")


def _row(name: str, tag: str, picture: Picture) -> dict:
    refuse = tag in ("cocked", "stacked", "moving", "hand", "blurred")
    dice = [
        {
            "value": spot.label + 1,
            "center": [round(float(v), 1) for v in spot.centre],
            "box": _box(spot.centre, spot.side),
        }
        for spot in picture.spots
        if spot.label != BAD
    ]
    return {
        "file": name,
        "kind": "dice",
        "values": sorted(die["value"] for die in dice),
        "answer": "abstain" if refuse else "read",
        "dice": dice,
        "tags": [tag, *sorted(picture.tags)],
    }


def _box(centre: tuple[float, float], side: float) -> list[float]:
    return [round(float(v), 1) for v in (centre[0] - 0.7 * side, centre[1] - 0.7 * side, 1.4 * side, 1.4 * side)]


if __name__ == "__main__":
    sys.exit(main())
