"""What the reader works on: the picture, the tray in it if there is one, and the search network's look at the dice at the scale it sees best."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.edges import sharpened
from vision.frame import Image
from vision.layout import TrayLayout
from vision.network import BEST_SIDE_PX, DiceNetwork, Look, Sighting
from vision.slant import USUAL_FOCAL, Slant, slant_of
from vision.tray import Hand, Tray, TrayFinder

#: What the network gives more than this it takes for a die by itself.
PRESENT = 0.4
#: How far (in sides) the centre of a top face may lie outside the floor's edge and still be a die on the floor: a die at the
#: rim, seen from the middle, has its top face over the rim.
OVERHANG = 0.8
#: Width in px to which a picture is reduced for a first look when nothing tells how large the dice are.
SCOUT_PX = 360
#: Sides in px (as the network sees them) that it measures well enough to scale by.
GOOD_SIDES = (9.6, 40.0)
#: A hand over so large a share of the floor hides where the tray is.
HIDES = 0.3
#: A tray that reaches so near to the picture's edge (in its widths) is cut by it.
MARGIN = 0.005
#: The second look never takes more than this many px.
MOST_PX = 640 * 640
#: Dice measure 12 to 19 mm, 16 as a rule; with errors of the tray's own size between these shares of what the tray tells.
SIZES = (0.6, 1.6)
#: What the search network sees with more presence than the first may be counted on as a die where dice are looked for, with more than the
#: second even where none should be.
STRONG, STRIKING = 0.5, 0.7
#: Dice beside a beer mat of half a hand's width that is taken for the tray measure so many times what they should.
MAT = 5.0
#: mm a die's side measures when none has been seen yet.
USUAL_DIE_MM = 16.0


class Glance:
    """A first look at a part (x, y, w, h px) of a BGR picture, reduced for that: taken when it is asked for, and once."""

    def __init__(self, network: DiceNetwork, picture: Image, region: tuple[int, int, int, int]) -> None:
        self.region = region
        self._network = network
        self._picture = picture

    @property
    def sightings(self) -> tuple[Sighting, ...]:
        """The dice of a size the network knows, wherever the tray may be."""
        look, scale = self.taken
        return tuple(s for s in look.sightings if GOOD_SIDES[0] < s.side * scale < GOOD_SIDES[1])

    @cached_property
    def taken(self) -> tuple[Look, float]:
        """The look and its scale; smaller and larger ones are tried if the dice in it are too large or too small to tell."""
        longest = max(self.region[2:])
        first = min(1.0, SCOUT_PX / longest)
        best: tuple[float, Look, float] | None = None
        for scale in (first, first / 2.5, min(first * 2.0, 1.5)):
            look = self._network.look(self._picture, self.region, scale)
            seen = [
                s for s in look.sightings if s.presence > PRESENT and GOOD_SIDES[0] < s.side * scale < GOOD_SIDES[1]
            ]
            score = sum(s.presence for s in seen)
            if best is None or score > best[0]:
                best = (score, look, scale)
            if score > 0.7:
                break
        assert best is not None
        return best[1], best[2]


@dataclass(frozen=True, eq=False)
class View:
    """What the reader works on: the picture, the tray if one was found, the network's look at it, a first look at the whole (or at the part
    that was asked for), and the tray with sharper edges."""

    picture: Image
    tray: Tray | None
    hand: Hand | None
    look: Look
    glance: Glance
    sharper: Tray | None = None

    def depth(self, die: Sighting) -> float:
        """How far inside the floor's edge a die's centre lies, in its sides, by whichever of the edges gives it more: what lies
        beside the floor by one of them only is no die that may be left out."""
        edges = [tray.inside_px(die.center) for tray in (self.tray, self.sharper) if tray is not None]
        return max(edges, default=math.inf) / die.side

    @cached_property
    def slant(self) -> Slant | None:
        """How the camera looks down on the tray; None without one."""
        if self.sharper is None:
            return None
        height, width = self.picture.shape[:2]
        return slant_of(self.sharper.corners, self.sharper.floor_mm, USUAL_FOCAL * width, (width / 2, height / 2))


class Viewer:
    """Takes views of pictures by a search network and a tray finder. Not thread-safe."""

    def __init__(self, layout: TrayLayout, network: DiceNetwork, finder: TrayFinder) -> None:
        self.layout = layout
        self.finder = finder
        self._network = network

    def of(self, picture: Image, region: tuple[int, int, int, int] | str) -> View:
        """The view of a BGR picture: "auto" looks for the tray and takes the whole picture if there is none, "full" takes the whole picture,
        (x, y, w, h) px only that part."""
        height, width = picture.shape[:2]
        hand = None
        glance = Glance(self._network, picture, (0, 0, width, height) if isinstance(region, str) else region)
        if region == "auto":
            tray, hand = self.finder.find(picture)
            if tray is not None and _is_within(tray, picture):
                look = self._look_at_tray(picture, tray)
                if _believable(tray, look, self.layout.die_mm) and not self._too_small(tray, look, glance):
                    return View(picture, tray, hand, look, glance, _sharper(picture, tray, look))
        hides = hand is not None and hand.share >= HIDES
        return View(picture, None, hand if hides else None, self._second_look(picture, glance), glance)

    def _look_at_tray(self, picture: Image, tray: Tray) -> Look:
        side = self.layout.die_mm * tray.px_per_mm
        region = around(tray, side)
        look = self._network.look(picture, region, BEST_SIDE_PX / side)
        sides = _sides(look)
        if sides and not 0.72 < float(np.median(sides)) / side < 1.35:
            look = self._network.look(picture, region, BEST_SIDE_PX / float(np.median(sides)))
        return look

    def _too_small(self, tray: Tray, look: Look, glance: Glance) -> bool:
        """Whether dice lie about that are too large for what was taken for the tray while next to nothing lies on it: then it is a beer mat,
        and what lies beside it would go for nothing."""
        if sum(s.presence > STRONG for s in look.sightings) > 1:
            return False
        sides = [s.side for s in glance.sightings if s.presence > STRIKING]
        return is_mat(tray, sides, self.layout.die_mm)

    def _second_look(self, picture: Image, glance: Glance) -> Look:
        scout, scale = glance.taken
        region = glance.region
        sides = _sides(scout)
        if not sides:
            return scout
        side = float(np.median(sides))
        wanted = BEST_SIDE_PX / side
        wanted = min(wanted, math.sqrt(MOST_PX / (region[2] * region[3])))
        if 0.85 < scale / wanted < 1.15:
            return scout
        return self._network.look(picture, region, wanted)


def _sides(look: Look) -> list[float]:
    """px that the dice of a look measure, of those it takes for dice by itself."""
    return [s.side for s in look.sightings if s.presence > PRESENT]


def _is_within(tray: Tray, picture: Image) -> bool:
    """Whether a tray lies within the picture. Of one that its edge cuts nobody knows where the floor ends, so nothing lies beside it."""
    low, high = tray.corners.min(axis=0), tray.corners.max(axis=0)
    height, width = picture.shape[:2]
    return bool((low > MARGIN * width).all() and high[0] < (1 - MARGIN) * width and high[1] < height - MARGIN * width)


def _believable(tray: Tray, look: Look, die_mm: float) -> bool:
    """Whether what was taken for the tray fits the dice: they are of a die's size on it, and most lie on it. A book, a beer mat or a shadow in
    a plain photograph of dice can look like a tray's floor. In a tray as small as some are, no die could be read."""
    if die_mm * tray.px_per_mm < GOOD_SIDES[0]:
        return False
    strong = [s for s in look.sightings if s.presence > STRONG]
    if not strong:
        return True
    on_it = sum(tray.inside_px(s.center) > -OVERHANG * s.side for s in strong)
    return SIZES[0] < _size(tray, [s.side for s in strong], die_mm) < SIZES[1] and 2 * on_it >= len(strong)


def _size(tray: Tray, sides: list[float], die_mm: float) -> float:
    """How many times as large as a die of `die_mm` is by the tray dice with these sides (px) are."""
    return float(np.median(sides)) / (die_mm * tray.px_per_mm)


def is_mat(tray: Tray, sides: list[float], die_mm: float) -> bool:
    """Whether dice with these sides (px) are too large for what was taken for the tray, as they would be for a beer mat or a book."""
    return bool(sides) and SIZES[1] <= _size(tray, sides, die_mm) < MAT


def _sharper(picture: Image, tray: Tray, look: Look) -> Tray:
    """The tray with its edges where the picture shows them."""
    sides = _sides(look)
    return sharpened(picture, tray, float(np.median(sides)) if sides else usual_die_px(tray))


def box_of(tray: Tray) -> tuple[int, int, int, int]:
    """The box around the floor."""
    return around(tray, 0.0)


def around(tray: Tray, side: float) -> tuple[int, int, int, int]:
    """The box (x, y, w, h) px around the floor and a die (side in px) and a half more, since a die at the rim hides its edge."""
    low = np.floor(tray.corners.min(axis=0) - 1.5 * side).astype(int)
    high = np.ceil(tray.corners.max(axis=0) + 1.5 * side).astype(int)
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def usual_die_px(tray: Tray) -> float:
    """px that a usual die measures in a tray."""
    return USUAL_DIE_MM * tray.px_per_mm
