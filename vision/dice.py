"""Joins the two witnesses on one die: the network's sighting and the geometric fit of the pip patterns."""

from __future__ import annotations

import math
from dataclasses import dataclass

from vision.frame import Image
from vision.network import Sighting
from vision.pips import Fit, face_turn, fit_face
from vision.reading import Quad

#: A die read with less is not said.
SURE = 0.985
#: The network takes what it sees for a die from here on; below, down to `FAINT`, it is a suspicion that makes the count doubtful.
PRESENT, FAINT = 0.35, 0.15
#: From this probability on the network says that no value may be read from a die.
UNREADABLE = 0.4

#: Edges that agree less than this do not tell how a face is turned; the network is asked for it then.
CLEAR_EDGES = 0.35

#: Logistic calibration on held-out pictures: weights of the network's log odds, the geometric lead of its value, and a bias.
CALIBRATION = (0.75, 2.2, 1.0)


@dataclass(frozen=True)
class Verdict:
    """Both witnesses on one die. `agree`: they name the same value; `readable`: neither says that it shows none."""

    sighting: Sighting
    fit: Fit
    angle: float
    value: int
    confidence: float
    candidates: tuple[tuple[int, float], ...]
    agree: bool
    readable: bool

    @property
    def quad(self) -> Quad:
        """Corners of the top face in picture px."""
        x, y = self.sighting.center
        half = self.sighting.side / math.sqrt(2)
        turns = [self.angle + math.radians(a) for a in (-135, -45, 45, 135)]
        a, b, c, d = ((x + half * math.cos(t), y + half * math.sin(t)) for t in turns)
        return a, b, c, d

    @property
    def sure(self) -> bool:
        """Whether the value may be said."""
        return self.readable and self.agree and self.confidence >= SURE


def judge(picture: Image, sighting: Sighting) -> Verdict:
    """Ask the geometric witness about a die the network sees in `picture` (uint8 BGR), and weigh both answers."""
    angle, agreed = face_turn(picture, sighting.center, sighting.side)
    fit = fit_face(picture, sighting.center, sighting.side, angle)
    if agreed < CLEAR_EDGES:
        other = fit_face(picture, sighting.center, sighting.side, sighting.angle)
        if max(other.margins) > max(fit.margins):
            fit, angle = other, sighting.angle
    value = sighting.value
    odds = sighting.odds
    log_odds = math.log(max(odds[value - 1], 1e-6) / max(1e-6, 1.0 - odds[value - 1]))
    others = max(m for v, m in enumerate(fit.margins, 1) if v != value)
    lead = max(-1.0, min(1.0, fit.margins[value - 1] - others))
    a, b, c = CALIBRATION
    confidence = 1.0 / (1.0 + math.exp(-(a * log_odds + b * lead + c)))
    total = sum(odds[:6]) or 1.0
    ranked = sorted(((v, p / total) for v, p in enumerate(odds[:6], 1)), key=lambda pair: -pair[1])
    candidates = ((value, confidence), *((v, p) for v, p in ranked if v != value and p > 0.01))
    agree = fit.value == value and fit.margins[value - 1] > 0.0
    return Verdict(sighting, fit, angle, value, confidence, candidates, agree, odds[6] < UNREADABLE)
