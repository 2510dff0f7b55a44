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
SURE = 0.88
#: From the first probability on there is a die; below the second there is none; between them the count is in doubt.
THERE, NOWHERE = 0.65, 0.25
#: Logistic weights of a die's presence (fitted on labelled pictures): the network's log odds, agreeing edges, margin of a pattern of
#: several pips, the network's "shows no value", difference in size to the others (log), contrast of the pips (log), and a bias.
PRESENCE = (3.4, 0.35, 1.34, -0.96, -1.48, 0.77, -1.8)
#: A sighting fainter than this cannot become a die, whatever the geometry says; it is not looked at.
FAINT = 0.22
#: From this probability on the network says that no value may be read from a die.
UNREADABLE = 0.4
#: A witness that gives the value less than this contradicts it: the network's probability, the pattern's margin.
LEAST_ODDS, LEAST_MARGIN = 0.05, 0.2
#: Edges that agree less than this do not tell how a face is turned; the network is asked for it then.
CLEAR_EDGES = 0.35
#: If the witnesses differ, or the best pattern leads by less than this, the die is tried at these sizes, too.
CLEAR_LEAD, OTHER_SIZES = 0.25, (0.82, 1.22)
#: How much each witness counts: exponents of the network's probability and of the pattern's margin (fitted on held-out pictures).
WEIGHTS = (0.6, 6.0)


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

    def there(self, usual_side: float) -> float:
        """Probability that there is a die at all, by both witnesses; `usual_side`: px that dice measure in this picture."""
        shown = self.sighting.presence
        several = max(self.fit.margins[1:])
        pattern = max(0.0, several) if several >= self.fit.margins[0] else 0.0
        terms = (
            math.log(max(shown, 1e-4) / max(1e-4, 1.0 - shown)),
            self.edges,
            pattern,
            self.sighting.odds[6],
            abs(math.log(self.sighting.side / usual_side)),
            min(4.0, math.log1p(self.fit.contrast)),
            1.0,
        )
        return 1.0 / (1.0 + math.exp(-sum(w * t for w, t in zip(PRESENCE, terms, strict=True))))

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
    if fit.value != sighting.value or fit.lead < CLEAR_LEAD:
        fit = _at_other_sizes(picture, sighting, angle, fit)
    odds = np.array(sighting.odds[:6])
    share = odds / max(1e-9, float(odds.sum()))
    chance = likelihood(share, np.array(fit.margins), WEIGHTS)
    order = np.argsort(-chance)
    candidates = tuple((int(i) + 1, float(chance[i])) for i in order if chance[i] > 1e-3)
    best = int(order[0])
    agree = bool(share[best] >= LEAST_ODDS and fit.margins[best] >= LEAST_MARGIN)
    return Verdict(sighting, fit, angle, edges, candidates, agree, sighting.odds[6] < UNREADABLE)


def _at_other_sizes(picture: Image, sighting: Sighting, angle: float, fit: Fit) -> Fit:
    """The fit if the network took the die for larger or smaller than it is: a pattern of several pips counts at whatever size it
    fits best, but a 1 must be alone at every size, since the middle of any face, looked at too closely, is one."""
    margins = np.array(fit.margins)
    contrast = fit.contrast
    for factor in OTHER_SIZES:
        other = fit_face(picture, sighting.center, sighting.side * factor, angle)
        margins[1:] = np.maximum(margins[1:], other.margins[1:])
        margins[0] = min(margins[0], other.margins[0])
        contrast = max(contrast, other.contrast)
    return Fit(tuple(float(m) for m in margins), contrast)


def likelihood(
    share: npt.NDArray[np.float64], margins: npt.NDArray[np.float64], weights: tuple[float, float]
) -> npt.NDArray[np.float64]:
    """Probabilities of the six values from the network's probabilities (6,) and the patterns' margins (6,)."""
    a, b = weights
    score = a * np.log(np.maximum(share, 1e-5)) + b * np.maximum(margins, -0.5)
    chance = np.exp(score - score.max())
    return chance / chance.sum()
