"""Where a half-trained network errs on its own training pictures: there the next round looks more often."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import torch

from training.model import STRIDE, DiceNet
from training.recordings import UNKNOWN, Picture
from vision.dice import FAINT
from vision.faces import FaceNetwork
from vision.network import DiceNetwork, Sighting

#: The size of a die's side at which pictures are looked at, and the most px a side of them may have then.
SIDE_PX, LARGEST_PX = 24.0, 720
#: From this presence on a place that the network which looks at one die takes for one is hard.
HARD = 0.2
#: From this presence on a place that is no die is worth learning from, and so many of them in a picture.
PHANTOM, MOST_PHANTOMS = 0.06, 30


def mine(net: DiceNet, pictures: Sequence[Picture]) -> tuple[int, int]:
    """Mark in each picture the places where the network sees a die that is none, and the dice it overlooks or misreads.

    Writes `Picture.traps` (px) and returns how many of both kinds there are.
    """
    net = net.eval()
    phantoms = missed = 0
    for picture in pictures:
        scale = _scale(picture)
        small = cv2.resize(picture.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        h, w = (16 * math.ceil(v / 16) for v in small.shape[:2])
        padded = np.full((h, w, 3), 114, np.uint8)
        padded[: small.shape[0], : small.shape[1]] = small
        with torch.no_grad():
            maps = net(torch.from_numpy(padded.transpose(2, 0, 1).copy())[None].float() / 255)[0].numpy()
        centre = 1 / (1 + np.exp(-maps[0]))
        spots = np.array([spot.centre for spot in picture.spots], np.float32).reshape(-1, 2) * scale / STRIDE - 0.5
        reach = 0.6 * SIDE_PX / STRIDE
        picture.traps = []
        peaks = np.argwhere((centre > 0.25) & (centre == cv2.dilate(centre, np.ones((3, 3), np.uint8))))
        for row, column in peaks:
            far = not len(spots) or np.hypot(spots[:, 0] - column, spots[:, 1] - row).min() > reach
            if far and not picture.hand:
                picture.traps.append(((column + 0.5) * STRIDE / scale, (row + 0.5) * STRIDE / scale))
                phantoms += 1
        for spot, (x, y) in zip(picture.spots, spots, strict=True):
            row, column = round(float(y)), round(float(x))
            if not (1 <= row < centre.shape[0] - 1 and 1 <= column < centre.shape[1] - 1):
                continue
            near = centre[row - 1 : row + 2, column - 1 : column + 2]
            wrong = spot.label != UNKNOWN and int(maps[1:8, row, column].argmax()) != spot.label
            if near.max() < 0.5 or wrong:
                picture.traps.append(spot.centre)
                missed += 1
    return phantoms, missed


def _scale(picture: Picture) -> float:
    return min(SIDE_PX / picture.side, LARGEST_PX / max(picture.image.shape[:2]))


def _sightings(finder: DiceNetwork, picture: Picture) -> tuple[Sighting, ...]:
    """What the search network sees in a whole picture."""
    height, width = picture.image.shape[:2]
    return finder.look(picture.image, (0, 0, width, height), _scale(picture)).sightings


def mark_phantoms(pictures: Sequence[Picture], network: Path) -> None:
    """Write the places that the search network of a file takes for dice, and that are none, into `Picture.traps`, the likeliest first."""
    finder = DiceNetwork(str(network), least=PHANTOM)
    for picture in pictures:
        seen = _sightings(finder, picture)
        far = [
            s.center for s in seen if all(math.dist(s.center, spot.centre) > 0.5 * spot.side for spot in picture.spots)
        ]
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
            if any(math.dist(center, spot.centre) < 0.75 * spot.side for spot in picture.spots):
                continue
            for _ in range(2):
                face = looker.look(picture.image, center, side, angle)
                if face.presence < HARD:
                    break
                picture.hard.append((*center, side, angle))
                center, side, angle = face.center, face.side, face.angle
    return sum(len(picture.hard) for picture in pictures)
