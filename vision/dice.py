"""Joins the two witnesses on one die: the network's sighting and the geometric fit of the pip patterns."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.frame import Image
from vision.network import Sighting
from vision.pips import Fit, face_turn, fit_face
from vision.reading import Quad

#: A die read with less confidence than this is not said.
SURE = 0.97
#: The network takes what it sees for a die from here on; below, down to `FAINT`, it is a suspicion that makes the count doubtful.
PRESENT, FAINT = 0.35, 0.18
#: From here on the network needs no support by the geometry to make a suspicion of what it sees.
CERTAIN = 0.6
#: The least edges and pattern by which the geometry supports a faint sighting.
SOME_EDGES, SOME_PATTERN = 0.4, 0.4
#: From this probability on the network says that no value may be read from a die.
UNREADABLE = 0.4
#: A witness that gives the value less than this contradicts it: the network's probability, the pattern's margin.
LEAST_ODDS, LEAST_MARGIN = 0.05, 0.2
#: Edges that agree less than this do not tell how a face is turned; the network is asked for it then.
CLEAR_EDGES = 0.35
#: How much each witness counts: exponents of the network's probability and of the pattern's margin (fitted on held-out pictures).
WEIGHTS = (0.7, 9.0)


@dataclass(frozen=True)
class Verdict:
    """Both witnesses on one die. `agree`: neither contradicts the value; `readable`: the network does not say that it shows none."""

    sighting: Sighting
    fit: Fit
    angle: float
    edges: float
    candidates: tuple[tuple[int, float], ...]
    agree: bool
    readable: bool

    @property
    def value(self) -> int:
        """The likeliest value."""
        return self.candidates[0][0]

    @property
    def confidence(self) -> float:
        """Its probability by both witnesses."""
        return self.candidates[0][1]

    @property
    def quad(self) -> Quad:
        """Corners of the top face in picture px."""
        x, y = self.sighting.center
        half = self.sighting.side / math.sqrt(2)
        turns = [self.angle + math.radians(a) for a in (-135, -45, 45, 135)]
        a, b, c, d = ((x + half * math.cos(t), y + half * math.sin(t)) for t in turns)
        return a, b, c, d

    @property
    def likely(self) -> bool:
        """Whether there is a die at all: the network is sure of it (or of its showing no value), or the geometry shows edges or a pattern of several pips."""
        unreadable = self.sighting.odds[6] >= UNREADABLE
        if self.sighting.presence >= (PRESENT if unreadable else CERTAIN):
            return True
        pattern = max(self.fit.margins[1:])
        return pattern >= SOME_PATTERN or (self.edges >= SOME_EDGES and max(self.fit.margins) >= SOME_PATTERN)

    @property
    def sure(self) -> bool:
        """Whether the value may be said."""
        return self.readable and self.agree and self.confidence >= SURE


def judge(picture: Image, sighting: Sighting) -> Verdict:
    """Ask the geometric witness about a die the network sees in `picture` (uint8 BGR), and weigh both answers."""
    angle, edges = face_turn(picture, sighting.center, sighting.side)
    fit = fit_face(picture, sighting.center, sighting.side, angle)
    if edges < CLEAR_EDGES:
        other = fit_face(picture, sighting.center, sighting.side, sighting.angle)
        if max(other.margins) > max(fit.margins):
            fit, angle = other, sighting.angle
    odds = np.array(sighting.odds[:6])
    share = odds / max(1e-9, float(odds.sum()))
    chance = likelihood(share, np.array(fit.margins), WEIGHTS)
    order = np.argsort(-chance)
    candidates = tuple((int(i) + 1, float(chance[i])) for i in order if chance[i] > 1e-3)
    best = int(order[0])
    agree = bool(share[best] >= LEAST_ODDS and fit.margins[best] >= LEAST_MARGIN)
    return Verdict(sighting, fit, angle, edges, candidates, agree, sighting.odds[6] < UNREADABLE)


def likelihood(
    share: npt.NDArray[np.float64], margins: npt.NDArray[np.float64], weights: tuple[float, float]
) -> npt.NDArray[np.float64]:
    """Probabilities of the six values from the network's probabilities (6,) and the patterns' margins (6,)."""
    a, b = weights
    score = a * np.log(np.maximum(share, 1e-5)) + b * np.maximum(margins, -0.5)
    chance = np.exp(score - score.max())
    return chance / chance.sum()
