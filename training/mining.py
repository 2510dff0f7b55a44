"""Where a half-trained network errs on its own training pictures: there the next round looks more often."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from training.recordings import UNKNOWN, Picture, Spot
from vision.dice import FAINT
from vision.faces import FaceNetwork
from vision.network import BEST_SIDE_PX, DiceNetwork, Sighting

#: The most px that a picture may measure along a side when it is looked at.
LARGEST_PX = 540
#: A place seen with less presence than the first is no error, a die seen with less than the second is one.
SEEN, SURELY = 0.25, 0.6
#: From this presence on a place that the network which looks at one die takes for one is hard.
HARD = 0.2
#: From this presence on a place that is no die is worth learning from, and so many of them in a picture.
PHANTOM, MOST_PHANTOMS = 0.06, 30


def mine(network: Path, pictures: Sequence[Picture]) -> tuple[int, int]:
    """Mark in each picture the places where the search network of a file sees a die that is none, and the dice it overlooks or misreads.

    Writes `Picture.traps` (px) and returns how many of both kinds there are.
    """
    finder = DiceNetwork(str(network), least=SEEN)
    phantoms = missed = 0
    for picture in pictures:
        seen = _sightings(finder, picture)
        false = [] if picture.hand else [s.center for s in seen if not _near(s, picture.spots, 0.6)]
        lost = [spot.centre for spot in picture.spots if spot.label != UNKNOWN and not _right(spot, seen)]
        picture.traps = false + lost
        phantoms, missed = phantoms + len(false), missed + len(lost)
    return phantoms, missed


def _near(seen: Sighting, spots: Sequence[Spot], reach: float) -> bool:
    return any(math.dist(seen.center, spot.centre) < reach * spot.side for spot in spots)


def _right(spot: Spot, seen: Sequence[Sighting]) -> bool:
    """Whether a die was seen, and as what it is."""
    return any(
        s.presence >= SURELY
        and math.dist(s.center, spot.centre) < 0.35 * spot.side
        and int(np.argmax(s.odds)) == spot.label
        for s in seen
    )


def _scale(picture: Picture) -> float:
    return min(BEST_SIDE_PX / picture.side, LARGEST_PX / max(picture.image.shape[:2]))


def _sightings(finder: DiceNetwork, picture: Picture) -> tuple[Sighting, ...]:
    """What the search network sees in a whole picture."""
    height, width = picture.image.shape[:2]
    return finder.look(picture.image, (0, 0, width, height), _scale(picture)).sightings


def mark_phantoms(pictures: Sequence[Picture], network: Path) -> None:
    """Write the places that the search network of a file takes for dice, and that are none, into `Picture.traps`, the likeliest first."""
    finder = DiceNetwork(str(network), least=PHANTOM)
    for picture in pictures:
        seen = _sightings(finder, picture)
        far = [s.center for s in seen if not _near(s, picture.spots, 0.5)]
        picture.traps = far[:MOST_PHANTOMS]


def mark_hard(pictures: Sequence[Picture], search: Path, faces: Path) -> int:
    """Write the places that are no dice, and that both networks of two files take for some, into `Picture.hard`: as they are first looked
    at, and as the second look sees them. Returns how many there are."""
    finder, looker = DiceNetwork(str(search), least=FAINT), FaceNetwork(str(faces))
    for picture in pictures:
        picture.hard = []
        if picture.hand:
            continue
        for seen in _sightings(finder, picture):
            center, side, angle = seen.center, seen.side, seen.angle
            if _near(seen, picture.spots, 0.75):
                continue
            for _ in range(2):
                face = looker.look(picture.image, center, side, angle)
                if face.presence < HARD:
                    break
                picture.hard.append((*center, side, angle))
                center, side, angle = face.center, face.side, face.angle
    return sum(len(picture.hard) for picture in pictures)
