"""The dice reader: finds the tray, asks both witnesses about every die, and says what it is not sure of."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.dice import (
    DENIED,
    FAINT,
    NOTHING,
    SPOILT_ALIKE,
    THERE,
    Verdict,
    fitted,
    in_picture,
    judge,
    look_at,
    outlined,
)
from vision.faces import Face, FaceNetwork
from vision.foreign import ForeignNetwork, among_dice, round_things
from vision.frame import Image
from vision.intake import MIN_SIDE_PX, as_bgr, asked_region
from vision.layout import TrayLayout
from vision.network import DiceNetwork, Sighting
from vision.outline import outline
from vision.pips import fit_face
from vision.reading import Box, Die, Doubt, DoubtKind, Point, Reading
from vision.search import Found, unseen_faces
from vision.tray import Tray, TrayFinder, find_markers
from vision.view import OVERHANG, PRESENT, STRIKING, View, Viewer, box_of, is_mat, usual_die_px

#: Farther out than this a die lies wholly beside the tray; between the two it may lie half on the rim.
BESIDE = 2.0
#: Flat dice whose centres are closer than this, in sides, cannot both lie on the floor.
CLOSEST = 0.85
#: A face is half seen from this presence on, and shows no value from this probability on. So far (sides) from a read die it may lie under
#: it; nearer by are that die's own side faces.
HALF_SEEN, WITHOUT_VALUE, PARTLY_UNDER = 0.2, 0.75, (0.8, 1.1)
#: A face is glimpsed from this presence on; if its middle is nearer to the picture's edge than so many sides, the edge may cut it. What is
#: glimpsed may be half hidden by something foreign, too.
GLIMPSED, AT_EDGE = 0.1, 0.8
#: Where nothing tells the slant, a face may be the side of another whose top lies aside of its base (sides) by more than the first, if it is
#: no farther from it (sides) than the second and lies to that base's side (cosine) by more than the third.
ASIDE, ADJOINING, TOWARDS_BASE = 0.15, 1.08, 0.7
#: Without a tray a picture is not said to be empty if the search network takes anything for a die with more presence than this.
SUSPICIOUS = 0.25
#: Two looks that end closer than this, in sides, have seen the same face.
SAME = 0.5
#: And one that ends no farther than this, in sides, from where the search saw a die has seen that die.
REACHED = 0.6
#: What is seen of an outline around a face if there is a body: this much at least.
BODY = 0.3
#: Where more dice than this are in doubt the picture is to blame, and one more look at each would only take time.
MOST_IN_DOUBT = 6
#: The pip patterns see nothing of a face if none fits with more than this margin.
NO_PATTERN = 0.35
#: A place is on a marker if its middle is no farther from it than so many sides.
ON_MARKER = 0.4
#: A face the network overlooked has at least this share of the contrast of those it saw.
LEAST_SHARE = 0.5


class DiceReader:
    """Reads the dice in one picture. Not thread-safe.

    layout: the tray's measures, the standard tray if None; network, faces, finder, things: the
    ones to ask, those that come with the package if None.
    """

    def __init__(
        self,
        layout: TrayLayout | None = None,
        *,
        network: DiceNetwork | None = None,
        faces: FaceNetwork | None = None,
        finder: TrayFinder | None = None,
        things: ForeignNetwork | None = None,
    ) -> None:
        self.layout = layout or TrayLayout()
        self._faces = faces or FaceNetwork()
        self._things = things or ForeignNetwork()
        self._viewer = Viewer(self.layout, network or DiceNetwork(), finder or TrayFinder(self.layout))

    def read(
        self, image: Any, *, expect: frozenset[int] | None = None, tray: Any = "auto", frame_number: int = 0
    ) -> Reading:
        """Read one picture.

        image: uint8 (H, W, 3) BGR; grey, BGRA, 16-bit and float pictures are converted. expect: the numbers of dice that would
        make sense, None: any. tray: "auto" looks for the tray and takes the whole picture if there is none, "full" takes the
        whole picture, (x, y, w, h) px only that part. Centres and quads are px of the picture handed in.
        Raises BadImage for what is no picture, BadTray for a region outside it.
        """
        picture, factor = as_bgr(image)
        blind = _blind(picture)
        if blind is not None:
            return Reading("unsure", (), (Doubt(blind),), frame_number)
        view = self._viewer.of(picture, asked_region(tray, picture, factor))
        unbounded = view.tray is None and isinstance(tray, str) and tray == "auto"
        return _Account(view, self.layout.die_mm, self._faces, self._things, expect, unbounded).reading(
            factor, frame_number
        )

    def verdicts(self, image: Any) -> list[Verdict]:
        """What both witnesses say about every suspicion in a picture, before anything is decided: for measuring the witnesses."""
        picture = as_bgr(image)[0]
        return _Account(self._viewer.of(picture, "auto"), self.layout.die_mm, self._faces, self._things, None).judged()


class _Account:
    """Weighs one view and writes down the reading. `unbounded`: nothing tells where the floor is and how large dice are."""

    def __init__(
        self,
        view: View,
        die_mm: float,
        faces: FaceNetwork,
        things: ForeignNetwork,
        expect: frozenset[int] | None,
        unbounded: bool = False,
    ) -> None:
        self.view = view
        self.die_mm = die_mm
        self.faces = faces
        self.things = things
        self.expect = expect
        self.unbounded = unbounded
        self.doubts: list[tuple[DoubtKind, int | None, Box | None]] = []
        self.sure = True
        self.sightings: list[Sighting] = []

    def reading(self, factor: float, frame_number: int) -> Reading:
        judged = self.judged()
        verdicts = []
        for verdict in sorted(judged, key=lambda v: v.face.center):
            if verdict.there >= THERE:
                verdicts.append(verdict)
            elif verdict.perhaps_there:
                self._doubt(DoubtKind.UNCLEAR, None, _box(verdict.face))
        unreadable = sum(not v.readable for v in verdicts)
        why = DoubtKind.BLURRED if unreadable >= max(2, 0.6 * len(verdicts)) else DoubtKind.COCKED
        for index, verdict in enumerate(verdicts):
            self._weigh(index, verdict, why)
        self._stacked(verdicts)
        self._sides(verdicts)
        self._denied(judged)
        self._covered(verdicts, judged)
        self._cut_out(verdicts, judged)
        self._unseen(verdicts, judged)
        self._foreign(judged)
        if self.view.hand is not None:
            self._doubt(DoubtKind.HAND, None, self.view.hand.where)
        if self.expect is not None and len(verdicts) not in self.expect:
            self._doubt(DoubtKind.COUNT, None, None)
        if not verdicts and self.view.tray is not None:
            self._no_tray(self.view.tray)
        elif not verdicts and self.unbounded:
            self._not_empty()
        dice = tuple(self._die(v, factor) for v in verdicts)
        doubts = tuple(Doubt(kind, die, _enlarged(where, factor)) for kind, die, where in self.doubts)
        return Reading("read" if self.sure else "unsure", dice, doubts, frame_number, len(dice))

    def judged(self) -> list[Verdict]:
        """The verdicts on all that is suspected on the floor, the surest first, each face once."""
        found: list[tuple[Sighting, Face]] = []
        self.sightings = self._on_the_floor()
        for sighting in self.sightings:
            face = look_at(self.view.picture, sighting, self.faces)
            if face is not None and not any(_same(face, other) for _, other in found):
                found.append((sighting, face))
        tray = self.view.tray
        usual = None if tray is None else usual_die_px(tray)
        weighed = in_picture(fitted(self.view.picture, found), self.view.slant, usual)
        if 0 < sum(v.doubtful for v in weighed) <= MOST_IN_DOUBT:
            again = [self._reconsidered(v) if v.doubtful else v for v in weighed]
            weighed = in_picture(again, self.view.slant, usual)
        return outlined(self.view.picture, weighed)

    def _reconsidered(self, verdict: Verdict) -> Verdict:
        """The verdict with a face that was looked at from all sides."""
        center, side, angle = verdict.face.center, verdict.face.side, verdict.face.angle
        face = self.faces.look_around(self.view.picture, center, side, angle)
        if verdict.face.unreadable > SPOILT_ALIKE and face.presence < verdict.face.presence:
            return verdict
        return replace(verdict, face=face, readable_before=verdict.readable)

    def _on_the_floor(self) -> list[Sighting]:
        kept = []
        for sighting in self.view.look.sightings:
            depth = self.view.depth(sighting)
            if depth >= -OVERHANG:
                if sighting.presence >= FAINT:
                    kept.append(sighting)
            elif sighting.presence >= PRESENT and depth < -BESIDE:
                self._doubt(DoubtKind.OUTSIDE, None, _box(sighting), harmless=True)
            elif sighting.presence >= PRESENT and self._surely(sighting):
                self._doubt(DoubtKind.CUT_OFF, None, _box(sighting))
        return kept

    def _surely(self, sighting: Sighting) -> bool:
        """Whether both witnesses are sure of a die that lies where none counts. The pattern of a marker can look like one."""
        verdict = judge(self.view.picture, sighting, self.faces)
        if verdict is None or not verdict.sure or verdict.there < THERE:
            return False
        return not self._on_marker(sighting.center, sighting.side)

    def _weigh(self, index: int, verdict: Verdict, unreadable: DoubtKind) -> None:
        box = _box(verdict.face)
        if self._cut(verdict):
            self._doubt(DoubtKind.CUT_OFF, index, box)
        elif not verdict.readable:
            self._doubt(unreadable, index, box)
        elif not verdict.sure:
            self._doubt(DoubtKind.UNCLEAR, index, box)

    def _stacked(self, verdicts: list[Verdict]) -> None:
        """Two flat dice on one floor never come closer than a side: one of them lies on the other."""
        for index, upper in enumerate(verdicts):
            for other in verdicts[:index]:
                if _sides_apart(upper.face, other.face) < CLOSEST:
                    self._doubt(DoubtKind.STACKED, index, _box(upper.face))

    def _sides(self, verdicts: list[Verdict]) -> None:
        """A face where another's own side would be seen may be just that: seen far from above, a die shows two faces alike, and without a
        tray nothing tells how the camera looks."""
        if self.view.slant is not None:
            return
        for index, lower in enumerate(verdicts):
            if any(may_be_side(lower.face, upper.face) for upper in verdicts if upper is not lower):
                self._doubt(DoubtKind.UNCLEAR, index, _box(lower.face))

    def _not_empty(self) -> None:
        """Where nothing tells what a die would measure, the faintest thing that may be one is enough not to say that there is none."""
        strongest = max(self.view.look.sightings, key=lambda s: s.presence, default=None)
        if strongest is not None and strongest.presence >= SUSPICIOUS:
            self._doubt(DoubtKind.COUNT, None, _box(strongest))

    def _no_tray(self, tray: Tray) -> None:
        """Nothing lies on what was taken for the tray. If dice that are far too large for it lie anywhere, it is a mat or a book."""
        for sighting in self.view.glance.sightings:
            if sighting.presence < SUSPICIOUS or not is_mat(tray, [sighting.side], self.die_mm):
                continue
            verdict = judge(self.view.picture, sighting, self.faces)
            if verdict is not None and verdict.there >= THERE:
                self._doubt(DoubtKind.COUNT, None, _box(sighting))

    def _denied(self, judged: list[Verdict]) -> None:
        """What the search network is sure of and no look saw anything of may be a die all the same."""
        for sighting in self.sightings:
            if sighting.presence < DENIED or any(_seen_by(sighting, v.face) for v in judged):
                continue
            if sighting.presence >= STRIKING or not self._nobody_else_sees(sighting):
                self._doubt(DoubtKind.COUNT, None, _box(sighting))

    def _nobody_else_sees(self, sighting: Sighting) -> bool:
        """Whether looks from all sides see nothing of a die, and no pattern fits: a letter, as a rule."""
        center, side, angle = sighting.center, sighting.side, sighting.angle
        face = self.faces.look_around(self.view.picture, center, side, angle)
        if face.presence >= NOTHING:
            return False
        return max(fit_face(self.view.picture, face.center, face.side, face.angle).margins) < NO_PATTERN

    def _covered(self, verdicts: list[Verdict], judged: list[Verdict]) -> None:
        """What looks like a die without a value right beside a read one lies under it."""
        for other in judged:
            if other in verdicts or other.face.presence < HALF_SEEN or other.face.unreadable < WITHOUT_VALUE:
                continue
            for index, upper in enumerate(verdicts):
                if PARTLY_UNDER[0] < _sides_apart(upper.face, other.face) < PARTLY_UNDER[1]:
                    self._doubt(DoubtKind.STACKED, index, _box(upper.face))

    def _cut_out(self, verdicts: list[Verdict], judged: list[Verdict]) -> None:
        """What looks a little like a die without a value at the picture's edge is one of which most lies outside it."""
        height, width = self.view.picture.shape[:2]
        for other in judged:
            if other in verdicts or other.face.presence < GLIMPSED or other.face.unreadable < WITHOUT_VALUE:
                continue
            x, y = other.face.center
            if min(x, y, width - x, height - y) < AT_EDGE * other.face.side:
                self._doubt(DoubtKind.CUT_OFF, None, _box(other.face))

    def _unseen(self, verdicts: list[Verdict], judged: list[Verdict]) -> None:
        """Ask the geometric witness whether there are faces where the network saw no die: the count has two witnesses, too."""
        tray = self.view.tray
        seen = [(v.face.center, v.face.side) for v in judged if v.perhaps_there or v.outline >= BODY]
        if tray is not None:
            side = float(np.median([s for _, s in seen])) if seen else usual_die_px(tray)
            region = box_of(tray)
        elif seen:
            side = float(np.median([s for _, s in seen]))
            region = (0, 0, self.view.picture.shape[1], self.view.picture.shape[0])
        else:
            return
        contrast = float(np.median([v.fit.contrast for v in verdicts])) if verdicts else 0.0
        inside = 0.3 * side
        faces = unseen_faces(
            self.view.picture, region, side, seen, lambda point: tray is None or tray.inside_px(point) > inside
        )
        for face in faces:
            if face.contrast < LEAST_SHARE * contrast or self._is_nothing(face, side):
                continue
            if not self._on_marker(face.center, side):
                half = 0.7 * side
                self._doubt(DoubtKind.COUNT, None, (face.center[0] - half, face.center[1] - half, 2 * half, 2 * half))

    def _is_nothing(self, found: Found, side: float) -> bool:
        """Whether nobody but the patterns sees anything of a die where they hold something for one. Of a single blob, a drop or a crumb, they
        tell too little, so there the last look's word is enough; of several pips in their places only if no outline is seen around
        them, either."""
        center, turn = found.center, found.turn
        if self.faces.look(self.view.picture, center, side, turn).presence >= NOTHING:
            return False
        return found.value == 1 or outline(self.view.picture, center, side, turn) < BODY

    def _on_marker(self, point: Point, side: float) -> bool:
        """Whether a place is on a marker: of one that is found all can be seen, so nothing lies on it."""
        return any(cv2.pointPolygonTest(m, point, True) > -ON_MARKER * side for m in self._markers)

    @cached_property
    def _markers(self) -> list[npt.NDArray[np.float32]]:
        return [corners.astype(np.float32) for corners in find_markers(self.view.picture).values()]

    def _cut(self, verdict: Verdict) -> bool:
        height, width = self.view.picture.shape[:2]
        return any(not (-1 <= x <= width and -1 <= y <= height) for x, y in verdict.quad)

    def _foreign(self, judged: list[Verdict]) -> None:
        """A phone, a card or a hand on the floor, above all where it may hide a part of a die: of that little may be seen."""
        dice = [(v.face.center, v.face.side) for v in judged if v.face.presence >= GLIMPSED]
        found = [s.where for s in among_dice(self.things, self.view.picture, self.view.tray, dice)]
        for where in found or round_things(self.view.picture, self.view.tray, dice):
            self._doubt(DoubtKind.FOREIGN, None, where)

    def _doubt(self, kind: DoubtKind, die: int | None, where: Box | None, harmless: bool = False) -> None:
        self.doubts.append((kind, die, where))
        self.sure = self.sure and harmless

    def _die(self, verdict: Verdict, factor: float) -> Die:
        a, b, c, d = ((x / factor, y / factor) for x, y in verdict.quad)
        x, y = verdict.face.center
        place = None if self.view.tray is None else self.view.tray.place_mm((x, y))
        return Die(verdict.value, verdict.confidence, (x / factor, y / factor), (a, b, c, d), verdict.candidates, place)


def _same(face: Face, other: Face) -> bool:
    return math.dist(face.center, other.center) < SAME * max(face.side, other.side)


def _seen_by(sighting: Sighting, face: Face) -> bool:
    """Whether a look ended on what the search had seen."""
    return math.dist(sighting.center, face.center) < REACHED * max(sighting.side, face.side)


def _sides_apart(face: Face, other: Face) -> float:
    """Distance of two faces' middles, in their mean side."""
    return math.dist(face.center, other.center) / ((face.side + other.side) / 2)


def may_be_side(lower: Face, upper: Face) -> bool:
    """Whether a face lies where the side of the die with the other face on top would be seen."""
    aside = math.hypot(*upper.aside)
    if aside < ASIDE or _sides_apart(lower, upper) > ADJOINING:
        return False
    way = np.subtract(lower.center, upper.center)
    return bool(-way @ np.array(upper.aside) > TOWARDS_BASE * aside * np.hypot(*way))


def _box(die: Sighting | Face) -> Box:
    half = 0.7 * die.side
    return (die.center[0] - half, die.center[1] - half, 2 * half, 2 * half)


def _enlarged(box: Box | None, factor: float) -> Box | None:
    if box is None:
        return None
    x, y, w, h = box
    return (x / factor, y / factor, w / factor, h / factor)


def _blind(picture: Image) -> DoubtKind | None:
    """Why nothing at all can be seen in a picture, or None."""
    if min(picture.shape[:2]) < MIN_SIDE_PX:
        return DoubtKind.UNCLEAR
    thin = np.ascontiguousarray(picture[:: max(1, picture.shape[0] // 120), :: max(1, picture.shape[1] // 160)])
    low, high = _percentile(thin, 1), _percentile(thin, 99)
    if high < 28:
        return DoubtKind.DARK
    if low > 245:
        return DoubtKind.GLARE
    if high - low < 3:
        return DoubtKind.BLURRED
    return None


def _percentile(picture: Image, percent: float) -> float:
    """np.percentile of a uint8 picture, by its histogram."""
    up_to = cv2.calcHist([picture.ravel()], [0], None, [256], [0, 256]).cumsum()
    place = percent / 100 * (picture.size - 1)
    below, above = np.searchsorted(up_to, (int(place), int(place) + 1), side="right")
    return float(below + (above - below) * (place % 1))
