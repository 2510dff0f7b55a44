"""A tray with dice that obey simple physics: they fly in, tumble, come to rest, are lifted, set aside, nudged or cocked;
and with coins that hands lay down, push apart and take up.

It knows the truth; only its pictures (`SimulatedCamera`) go to the reader.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from hardware.simulated_coins import COIN_KINDS, SimulatedCoin
from vision.layout import TrayLayout

Matrix = npt.NDArray[np.float64]

#: Outward normals of the faces 1..6 of a western die: opposite faces add up to seven.
FACE_NORMALS: dict[int, tuple[int, int, int]] = {
    1: (0, 0, 1),
    2: (0, 1, 0),
    3: (1, 0, 0),
    4: (-1, 0, 0),
    5: (0, -1, 0),
    6: (0, 0, -1),
}

REACH_S = 0.4
SETTLE_S = (0.55, 1.1)
COCKED_TILT = math.radians(24)


def rotation(axis: tuple[float, float, float], angle: float) -> Matrix:
    """The 3x3 rotation by `angle` radians about `axis` (Rodrigues)."""
    x, y, z = np.asarray(axis, float) / math.sqrt(sum(a * a for a in axis))
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross)


def resting_rotation(value: int, yaw: float) -> Matrix:
    """The orientation of a die that shows `value` on top, turned by `yaw` radians about the vertical."""
    normal = np.array(FACE_NORMALS[value], float)
    up = np.array([0.0, 0.0, 1.0])
    if abs(normal @ up) > 0.5:
        upright = np.eye(3) if normal @ up > 0 else rotation((1, 0, 0), math.pi)
    else:
        upright = rotation(tuple(np.cross(normal, up)), math.pi / 2)
    return rotation((0, 0, 1), yaw) @ upright


@dataclass
class SimulatedDie:
    """One die. `where` is hand, rolling, resting, cocked or aside; `place` is its centre on the floor in mm."""

    where: str = "hand"
    value: int = 1
    place: tuple[float, float] = (0.0, 0.0)
    yaw: float = 0.0
    thrown_at: float = 0.0
    rests_at: float = 0.0
    start: tuple[float, float] = (0.0, 0.0)
    spin_axis: tuple[float, float, float] = (1.0, 0.0, 0.0)
    spin: float = 0.0
    ends_cocked: bool = False


@dataclass
class _Pose:
    """Where a die's body is at one moment: rotation and centre (mm, z up)."""

    turn: Matrix
    centre: tuple[float, float, float]


@dataclass
class SimulatedTray:
    """Five dice and a tray. All times are seconds on the caller's clock; `advance(now)` lets things happen.

    `cocked_chance` is the chance that a throw leaves one die leaning on the rim.
    """

    seed: int = 0
    count: int = 5
    layout: TrayLayout = field(default_factory=TrayLayout)
    cocked_chance: float = 0.0
    touching_chance: float = 0.1

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)
        self.dice = [SimulatedDie() for _ in range(self.count)]
        self.coins: list[SimulatedCoin] = []
        self.now = 0.0
        self.hand_is_in = False
        self._reach: tuple[float, float] | None = None
        self._due: list[tuple[float, Callable[[], None]]] = []

    # What guests do -----------------------------------------------------------------------------------------------

    def throw(self, which: Iterable[int], values: Iterable[int] | None = None) -> tuple[int, ...]:
        """Lift the named dice (0-based) if they lie on the tray, and throw them.

        values: what they will show, in the order of the dice; chance decides if not given. Returns the values.
        """
        chosen = sorted(which)
        lying = [n for n in chosen if self.dice[n].where in ("resting", "cocked", "rolling")]
        start = self.now
        if lying:
            self.lift(lying)
            start += 2 * REACH_S + 0.15
        shown = tuple(self._random.randint(1, 6) for _ in chosen) if values is None else tuple(values)
        cocked = self._random.choice(chosen) if chosen and self._random.random() < self.cocked_chance else None
        self._due.append((start, lambda: self._launch(chosen, shown, start, cocked)))
        return shown

    def lift(self, which: Iterable[int]) -> None:
        """A hand comes in, takes the named dice and leaves."""
        self._reach_in(lambda: self._put(which, "hand"))

    def set_aside(self, which: Iterable[int]) -> None:
        """A hand takes the named dice off the tray and lays them beside it, out of the picture."""
        self._reach_in(lambda: self._put(which, "aside"))

    def nudge(self, n: int) -> None:
        """A finger pushes die `n`: it slides a little; a cocked die falls flat with a value of its own."""
        self._reach_in(lambda: self._push(n))

    def cock(self, n: int) -> None:
        """Lean die `n` on the rim."""
        self._reach_in(lambda: self._lean(n))

    def lay_coins(self, kinds: Iterable[str]) -> None:
        """A hand opens over the tray and lays coins (names of `COIN_KINDS`) beside those that lie there."""
        chosen = tuple(kinds)
        self._reach_in(lambda: self._lay(chosen))

    def push_coins(self) -> None:
        """A finger pushes the coins about, so that each lies in a place of its own."""
        self._reach_in(self._spread)

    def take_coins(self) -> None:
        """A hand takes up all coins."""
        self._reach_in(self.coins.clear)

    def wave(self, is_in: bool) -> None:
        """Hold a hand over the tray, or take it away."""
        self.hand_is_in = is_in

    # What is true ---------------------------------------------------------------------------------------------------

    @property
    def values(self) -> tuple[int, ...]:
        """The true values of all dice, wherever they are, in the order of the dice."""
        return tuple(die.value for die in self.dice)

    @property
    def still(self) -> bool:
        """True when nothing moves and nothing is about to."""
        return not self._due and self._reach is None and all(die.where != "rolling" for die in self.dice)

    def nearest(self, place: tuple[float, float]) -> int:
        """The die on the tray that lies nearest to `place` (mm)."""
        on_tray = [n for n, die in enumerate(self.dice) if die.where in ("resting", "cocked")]
        return min(on_tray, key=lambda n: math.dist(self.dice[n].place, place))

    def advance(self, now: float) -> None:
        """Let everything happen that is due by `now`."""
        self.now = now
        while self._due and min(self._due, key=lambda due: due[0])[0] <= now:
            due = min(self._due, key=lambda due: due[0])
            self._due.remove(due)
            due[1]()
        for die in self.dice:
            if die.where == "rolling" and now >= die.rests_at:
                die.where = "cocked" if die.ends_cocked else "resting"
        if self._reach is not None and now >= self._reach[1]:
            self._reach = None

    def hand_reach(self, now: float) -> float:
        """How far the hand is over the tray at `now`: 0 away, 1 fully in."""
        if self.hand_is_in:
            return 1.0
        if self._reach is None:
            return 0.0
        begin, end = self._reach
        return max(0.0, math.sin(math.pi * min(1.0, max(0.0, (now - begin) / (end - begin)))))

    def pose(self, die: SimulatedDie, now: float) -> _Pose | None:
        """Rotation and centre of a die's body at `now`, or None when it is not over the tray."""
        half = self.layout.die_mm / 2
        if die.where in ("hand", "aside") or now < die.thrown_at:
            return None
        rest = resting_rotation(die.value, die.yaw)
        if die.ends_cocked:
            rest = rotation((0, 1, 0), -COCKED_TILT) @ rest
        height = half * (1.32 if die.ends_cocked else 1.0)
        left = max(0.0, (die.rests_at - now) / max(1e-6, die.rests_at - die.thrown_at)) ** 1.6
        if left == 0.0:
            return _Pose(rest, (*die.place, height))
        turn = rotation(die.spin_axis, die.spin * left) @ rest
        x = die.place[0] + (die.start[0] - die.place[0]) * left
        y = die.place[1] + (die.start[1] - die.place[1]) * left
        bounce = 42.0 * left * abs(math.sin(9.0 * left))
        lifted = half * (0.62 * min(1.0, 6 * left))
        return _Pose(turn, (x, y, height + lifted + bounce))

    # How it comes about ---------------------------------------------------------------------------------------------

    def _reach_in(self, then: Callable[[], None]) -> None:
        begin = max(self.now, self._reach[1] if self._reach else self.now)
        self._due.append((begin, lambda: self._begin_reach(begin)))
        self._due.append((begin + REACH_S, then))
        self._due.append((begin + 2 * REACH_S, lambda: None))

    def _lay(self, kinds: tuple[str, ...]) -> None:
        for kind in kinds:
            self.coins.append(
                SimulatedCoin(kind, self._coin_place(kind, self.coins), self._random.uniform(0, math.tau))
            )

    def _spread(self) -> None:
        kinds = [coin.kind for coin in self.coins]
        self.coins.clear()
        self._lay(tuple(kinds))

    def _coin_place(self, kind: str, others: list[SimulatedCoin]) -> tuple[float, float]:
        """A place on the floor where a coin overlaps no other; sometimes it touches one."""
        width, depth = self.layout.floor_mm
        radius = COIN_KINDS[kind].diameter_mm / 2
        gap = 0.4 if self._random.random() < self.touching_chance else 3.0
        for _ in range(2000):
            place = (
                self._random.uniform(radius + 4, width - radius - 4),
                self._random.uniform(radius + 4, depth - radius - 4),
            )
            apart = [radius + COIN_KINDS[other.kind].diameter_mm / 2 + gap for other in others]
            if all(math.dist(place, other.place) >= room for other, room in zip(others, apart, strict=True)):
                return place
        raise RuntimeError("no free place on the tray for a coin")

    def _begin_reach(self, begin: float) -> None:
        self._reach = (begin, begin + 2 * REACH_S)

    def _put(self, which: Iterable[int], where: str) -> None:
        for n in which:
            self.dice[n].where = where

    def _push(self, n: int) -> None:
        die = self.dice[n]
        if die.where == "cocked":
            die.value = self._random.randint(1, 6)
            die.ends_cocked = False
            die.where = "resting"
            die.place = self._free_place(n, die.place)
            die.yaw = self._random.uniform(0, math.tau)
        elif die.where == "resting":
            die.place = self._free_place(n, die.place)
            die.yaw += self._random.uniform(-0.5, 0.5)

    def _lean(self, n: int) -> None:
        die = self.dice[n]
        die.ends_cocked = True
        die.where = "cocked"
        die.thrown_at = die.rests_at = self.now
        die.yaw = 0.0
        die.place = self._rim_place(n)

    def _launch(self, which: list[int], values: tuple[int, ...], at: float, cocked: int | None) -> None:
        for n, value in zip(which, values, strict=True):
            self.dice[n].where = "hand"
            self.dice[n].value = value
        side = self._random.choice((-1, 1))
        for n in which:
            die = self.dice[n]
            die.ends_cocked = n == cocked
            die.yaw = 0.0 if die.ends_cocked else self._random.uniform(0, math.tau)
            die.place = self._rim_place(n) if die.ends_cocked else self._free_place(n)
            die.where = "rolling"
            die.thrown_at = at + self._random.uniform(0, 0.06)
            die.rests_at = at + self._random.uniform(*SETTLE_S)
            width, depth = self.layout.floor_mm
            die.start = (width / 2 + side * self._random.uniform(90, 130), depth + self._random.uniform(-30, 20))
            die.spin_axis = (self._random.uniform(-1, 1), self._random.uniform(-1, 1), self._random.uniform(-0.4, 0.4))
            die.spin = self._random.uniform(7, 16)

    def _free_place(self, n: int, near: tuple[float, float] | None = None) -> tuple[float, float]:
        """A place on the floor where die `n` overlaps no other; sometimes close enough to touch."""
        width, depth = self.layout.floor_mm
        margin = self.layout.die_mm * 0.85
        others = [d.place for m, d in enumerate(self.dice) if m != n and d.where in ("resting", "rolling", "cocked")]
        apart = self.layout.die_mm * (1.43 if self._random.random() < self.touching_chance else 1.8)
        for attempt in range(400):
            if near is not None and attempt < 200:
                place = (near[0] + self._random.uniform(-14, 14), near[1] + self._random.uniform(-14, 14))
            else:
                place = (self._random.gauss(width / 2, width / 5), self._random.gauss(depth / 2, depth / 5))
            inside = margin <= place[0] <= width - margin and margin <= place[1] <= depth - margin
            if inside and all(math.dist(place, other) >= apart for other in others):
                return place
        raise RuntimeError("no free place on the tray")

    def _rim_place(self, n: int) -> tuple[float, float]:
        depth = self.layout.floor_mm[1]
        others = [d.place for m, d in enumerate(self.dice) if m != n and d.where in ("resting", "rolling", "cocked")]
        for _ in range(200):
            place = (self.layout.die_mm * 0.55, self._random.uniform(25, depth - 25))
            if all(math.dist(place, other) >= 1.8 * self.layout.die_mm for other in others):
                return place
        raise RuntimeError("no free place at the rim")
