"""Joins the witnesses on one die: the networks' looks and the geometric fit of the pip patterns."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from vision.faces import Face, FaceNetwork
from vision.frame import Image
from vision.network import Sighting
from vision.outline import outline
from vision.pips import Fit, face_turn, fit_faces
from vision.reading import Quad
from vision.slant import Slant, leans

#: A die read with less confidence than this is not said.
SURE = 0.95
#: From the first probability on there is a die; below the second there is none; between them the count is in doubt.
THERE, NOWHERE = 0.7, 0.2
#: A 1 is said from this probability on only: one dark spot is what a print, a drop or a crumb shows, too.
LONE_PIP = 0.85
#: What the search network takes for a die with more presence than this leaves the count in doubt whatever the look at it says.
DENIED = 0.55
#: Logistic weights of a die's presence (fitted on labelled pictures): log odds of the last look, of the search network, margin of
#: a pattern of several pips, difference in size to the others (log2), lean, and a bias. The mean of a fit with
#: these networks and of the one with those before them.
PRESENCE = (0.82, 1.45, 0.90, -1.68, -3.55, 0.44)
#: What it takes off the log odds that nothing like an outline is seen around a face that lies flat (the less, the more it may lean or be
#: half hidden), and from which probability on that would change nothing that is said, so it is not looked at.
BODILESS, UNDOUBTED = 2.0, 0.98
#: A sighting fainter than this cannot become a die; it is not looked at. What the first look holds for less than this is none.
FAINT, NOTHING = 0.15, 0.04
#: What the search network takes for a die with more presence than this is looked at twice even if the first look sees none: it may have
#: lain badly on a face that is half covered.
HINT = 0.25
#: A look that lay no farther from the face than this (sides, log2 of the side, radians) is the last one.
TRUE = (0.08, 0.12, math.radians(8))
#: From this probability on no value may be read from a die: it leans, lies on or under another, is cut or blurred.
UNREADABLE = 0.25
#: The same if the first looks said so and it was looked at once more for that.
UNREADABLE_TWICE = 0.2
#: Nor from one whose top lies so many sides beside where a flat die's would be: it is tipped by 24 degrees or more, of which this is
#: the sine. What the networks make of the face itself is no matter then.
LEANING = 0.4
#: What may be a die that leans or is half hidden, by more than this, no further look may talk away.
SPOILT_ALIKE = 0.6
#: Between these, or with a value that has less than this, one look more is worth its time.
BORDERLINE, OUT_OF_DOUBT = (0.1, 0.7), 0.99
#: Logistic weights of that (fitted on held-out pictures): log odds of the last look, of the search network, margin of the best pattern,
#: lean, how slanting the camera looks down on it, whether the tray tells that, and a bias. Seen at a slant a flat die shows its sides, as
#: one that leans does; and where there is no tray there is less to lean on: the last two are set so that fewer flat dice are asked about.
SPOILT = (0.86, 0.63, -0.67, 3.38, -4.45, 1.45, 0.21)
#: What the last look holds for a face with more than this shows how it leans, and how large dice are.
FACE_LIKE = 0.5
#: From so many dice on they alone tell how large dice are in a picture.
ENOUGH = 3
#: More lean than this (sides) says no more, nor does more slant than this; so slanting a view is where nothing tells.
MOST_LEAN, MOST_SLANT, USUAL_SLANT = 0.5, 0.6, 0.3
#: A witness that gives the value less than this contradicts it: the network's probability, the pattern's margin.
LEAST_ODDS, LEAST_MARGIN = 0.05, 0.05
#: If the witnesses differ, or the best pattern leads by less than this, the face is tried as its edges turn it and at these sizes, too.
CLEAR_LEAD, OTHER_SIZES = 0.25, (0.9, 1.1)
#: How much each witness counts for a value: exponents of the probabilities of the last look and the search network, and of the
#: pattern's margin (fitted on held-out pictures by `training.weigh`).
WEIGHTS = (0.57, 0.14, 2.77)
#: No network's probability counts for less.
LEAST_SHARE = 1e-4


@dataclass(frozen=True)
class Verdict:
    """All witnesses on one die: the search's sighting, the last look at the face, the fit of the patterns, by how many sides its top
    is seen elsewhere than a flat die's would be (0 if nothing tells), by how many sides the top of a flat die would be seen aside of its
    base there and whether the tray tells that, px that dice measure in this picture (None: as this one), how far its outline is seen
    (1 where that was not looked at), and whether earlier looks took it for readable."""

    sighting: Sighting
    face: Face
    fit: Fit
    lean: float = 0.0
    slanted: float = USUAL_SLANT
    slant_known: bool = False
    usual: float | None = None
    outline: float = 1.0
    readable_before: bool = True

    @cached_property
    def candidates(self) -> tuple[tuple[int, float], ...]:
        """The values and their probabilities by all witnesses, the likeliest first."""
        score = value_terms(self) @ np.array(WEIGHTS)
        chance = np.exp(score - score.max())
        chance /= chance.sum()
        return tuple((int(i) + 1, float(chance[i])) for i in np.argsort(-chance) if chance[i] > 1e-3)

    @property
    def agree(self) -> bool:
        """Whether neither the look nor the pattern contradicts the value."""
        index = self.value - 1
        return self.face.odds[index] >= LEAST_ODDS and self.fit.margins[index] >= LEAST_MARGIN

    @property
    def readable(self) -> bool:
        """Whether the die does not look as if it leaned, lay on or under another, or were cut or blurred."""
        return self.lean < LEANING and self.spoilt < (UNREADABLE if self.readable_before else UNREADABLE_TWICE)

    @property
    def spoilt(self) -> float:
        """Probability that no value may be said of it."""
        return _logistic(SPOILT, spoilt_terms(self))

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
        x, y = self.face.center
        half = self.face.side / math.sqrt(2)
        turns = [self.face.angle + math.radians(a) for a in (-135, -45, 45, 135)]
        a, b, c, d = ((x + half * math.cos(t), y + half * math.sin(t)) for t in turns)
        return a, b, c, d

    @cached_property
    def there(self) -> float:
        """Probability that there is a die at all, by all witnesses."""
        bodiless = (1.0 - self.outline) * (1.0 - self.face.unreadable)
        return _logistic((*PRESENCE, -BODILESS), (*presence_terms(self), bodiless))

    @property
    def perhaps_there(self) -> bool:
        """Whether it cannot be said that there is none."""
        return self.there >= NOWHERE or self.sighting.presence >= DENIED

    @property
    def doubtful(self) -> bool:
        """Whether one more look may change what is said."""
        if self.perhaps_there and self.there < LONE_PIP:
            return True
        return self.there >= THERE and (
            not self.agree or self.confidence < OUT_OF_DOUBT or BORDERLINE[0] < self.spoilt < BORDERLINE[1]
        )

    @property
    def sure(self) -> bool:
        """Whether the value may be said."""
        there = self.value > 1 or self.there >= LONE_PIP
        return there and self.readable and self.agree and self.confidence >= SURE


def judge(picture: Image, sighting: Sighting, faces: FaceNetwork) -> Verdict | None:
    """Look at a die suspected in `picture` (uint8 BGR) and ask the geometric witness about it. None if the look sees no face."""
    face = look_at(picture, sighting, faces)
    return None if face is None else fitted(picture, [(sighting, face)])[0]


def look_at(picture: Image, sighting: Sighting, faces: FaceNetwork) -> Face | None:
    """The face of a die suspected in `picture` (uint8 BGR), looked at twice if the first look did not lie true on it. None if there is none."""
    face = faces.look(picture, sighting.center, sighting.side, sighting.angle)
    if face.presence < NOTHING and sighting.presence < HINT:
        return None
    if not _lay_true(sighting, face):
        face = faces.look(picture, face.center, face.side, face.angle)
    return None if face.presence < NOTHING else face


def fitted(picture: Image, looks: Sequence[tuple[Sighting, Face]]) -> list[Verdict]:
    """The verdicts on faces that were looked at, with what the geometric witness makes of them."""
    verdicts = []
    fits = fit_faces(picture, [(face.center, face.side, face.angle) for _, face in looks])
    for (sighting, face), fit in zip(looks, fits, strict=True):
        if fit.value != face.value or fit.lead < CLEAR_LEAD:
            fit = _another_try(picture, face, fit)
        verdicts.append(Verdict(sighting, face, fit))
    return verdicts


def outlined(picture: Image, verdicts: list[Verdict]) -> list[Verdict]:
    """The verdicts on `picture` (uint8 BGR) with their outlines, where those may change what is said."""
    return [
        replace(v, outline=outline(picture, v.face.center, v.face.side, v.face.angle))
        if NOWHERE <= v.there < UNDOUBTED
        else v
        for v in verdicts
    ]


def in_picture(verdicts: list[Verdict], slant: Slant | None, die_px: float | None) -> list[Verdict]:
    """The verdicts with what the whole picture tells of each: what dice measure in it (of few dice the tray's scale tells, too; `die_px`: px of
    a usual die by it), and how a flat die would show its sides at each place: by the slant, or without one as most of the dice show them."""
    usual = _usual_side(verdicts, die_px)
    shown = [v for v in verdicts if v.face.presence > FACE_LIKE]
    if slant is None:
        slanted = float(np.hypot(*np.median([v.face.aside for v in shown], axis=0))) if shown else USUAL_SLANT
        return [replace(v, usual=usual, slanted=slanted) for v in verdicts]
    off = iter(leans(slant, [(v.face.center, v.face.side, v.face.aside) for v in shown]))
    return [
        replace(
            v,
            usual=usual,
            lean=next(off) if v.face.presence > FACE_LIKE else 0.0,
            slanted=math.hypot(*slant.shift(v.face.center, v.face.side)),
            slant_known=True,
        )
        for v in verdicts
    ]


def _usual_side(verdicts: list[Verdict], die_px: float | None) -> float:
    """px that a die measures in a picture, by those the last look is surest of."""
    sides = [v.face.side for v in verdicts if v.face.presence > FACE_LIKE] or [v.face.side for v in verdicts]
    if die_px is not None and len(sides) < ENOUGH:
        sides.append(die_px)
    return float(np.median(sides)) if sides else 1.0


def _lay_true(look: Sighting, face: Face) -> bool:
    """Whether a look from where the search saw a die was as near to the face as a second one would be."""
    off, size, turn = TRUE
    return (
        math.dist(look.center, face.center) < off * face.side
        and abs(math.log2(look.side / face.side)) < size
        and math.cos(4 * (look.angle - face.angle)) > math.cos(4 * turn)
    )


def presence_terms(verdict: Verdict) -> tuple[float, ...]:
    """What `PRESENCE` weighs."""
    margins = verdict.fit.margins
    several = max(margins[1:])
    return (
        _log_odds(verdict.face.presence),
        _log_odds(verdict.sighting.presence),
        max(0.0, several) if several >= margins[0] else 0.0,
        abs(math.log2(verdict.face.side / (verdict.usual or verdict.face.side))),
        min(verdict.lean, MOST_LEAN),
        1.0,
    )


def spoilt_terms(verdict: Verdict) -> tuple[float, ...]:
    """What `SPOILT` weighs."""
    return (
        _log_odds(verdict.face.unreadable),
        _log_odds(verdict.sighting.odds[6]),
        max(verdict.fit.margins),
        min(verdict.lean, MOST_LEAN),
        min(verdict.slanted, MOST_SLANT),
        float(verdict.slant_known),
        1.0,
    )


def value_terms(verdict: Verdict) -> npt.NDArray[np.float64]:
    """What `WEIGHTS` weighs: float64 (6, 3), what each witness says for each value."""
    seen = np.array(verdict.sighting.odds[:6])
    return np.stack(
        [
            np.log(np.maximum(verdict.face.odds, LEAST_SHARE)),
            np.log(np.maximum(seen / max(float(seen.sum()), 1e-9), LEAST_SHARE)),
            np.maximum(verdict.fit.margins, -0.5),
        ],
        axis=1,
    )


def _another_try(picture: Image, face: Face, fit: Fit) -> Fit:
    """The fit as the edges around the face turn it, and somewhat larger and smaller: a pattern of several pips counts at whatever size
    it fits best, but a 1 must be alone at every size, since the middle of any face, looked at too closely, is one."""
    margins = np.array(fit.margins)
    contrast = fit.contrast
    tries = [(face.center, face.side * factor, face.angle) for factor in OTHER_SIZES]
    turn, _ = face_turn(picture, face.center, face.side)
    if math.cos(4 * (turn - face.angle)) < 0.9:
        tries.append((face.center, face.side, turn))
    for other in fit_faces(picture, tries):
        margins[1:] = np.maximum(margins[1:], other.margins[1:])
        margins[0] = min(margins[0], other.margins[0])
        contrast = max(contrast, other.contrast)
    return Fit(tuple(float(m) for m in margins), contrast)


def _logistic(weights: tuple[float, ...], terms: tuple[float, ...]) -> float:
    return 1.0 / (1.0 + math.exp(-sum(w * t for w, t in zip(weights, terms, strict=True))))


def _log_odds(probability: float) -> float:
    bounded = min(1 - 1e-4, max(1e-4, probability))
    return math.log(bounded / (1 - bounded))
