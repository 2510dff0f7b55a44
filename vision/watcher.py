"""Watches the tray over time: says when it moves, when a hand is in, and once what lies there when everything is still.

Still frames are read and vote; two readings that agree make a throw known. What was reported once is not reported again
until a die has moved, gone or come.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from vision import motion
from vision.frame import Frame, Image
from vision.guard import TrayGuard
from vision.reading import (
    CameraFault,
    Die,
    DoubtKind,
    Empty,
    HandIn,
    Moving,
    Reading,
    Settled,
    TrayEvent,
)

#: How far a die at rest may seem to move between two readings: mm on the floor, px without a tray.
SAME_PLACE_MM = 4.0
SAME_PLACE_PX = 8.0
#: A bump moves a die at most so far (about three dice).
BUMP_MM = 45.0
BUMP_PX = 95.0
#: Frames that must agree, and how long (s) an unclear tray is looked at before that is said.
VOTES = 2
UNSURE_AFTER_S = 0.35
#: A hand or an unclear tray is looked at again so often (s); an unclear one so many times.
LOOK_AGAIN_S = 0.6
LOOKS = 8
#: Mean grey level below which there is no light to read by, and how long (s) that must last.
DARK_LEVEL = 10.0
DARK_FOR_S = 1.0
#: No camera delivers the same bits for so long (s).
FROZEN_FOR_S = 3.0
#: Share of the tray's border that moves when a hand or sleeve reaches over it.
HAND_AT_BORDER = 0.06


class Reader(Protocol):
    """What reads one picture; `DiceReader` and `CoinReader` do."""

    def read(
        self, image: Any, *, expect: frozenset[int] | None = None, tray: Any = "auto", frame_number: int = 0
    ) -> Reading:
        """Read one picture."""


Region = Callable[[Image], npt.NDArray[np.bool_] | None]


class TrayWatcher:
    """Turns frames into tray events; feed it every frame in order with `push`.

    reader: reads the still pictures. expect: numbers of dice that would make sense now, or None; may be set at any time.
    region: gives the mask of the small picture (`motion.shrink`) that is the tray, so that elbows beside it do not matter;
    it is asked for once and then at every reading. guard: the reader's own finder of the tray; gives the region if `region` does
    not, and a tray that has moved is told once, as a camera's fault.
    """

    def __init__(
        self,
        reader: Reader,
        *,
        expect: frozenset[int] | None = None,
        region: Region | None = None,
        guard: TrayGuard | None = None,
    ) -> None:
        self._reader = reader
        self.expect = expect
        self._region_of = region
        self._guard = guard
        self._moves = 0 if guard is None else guard.moves
        self.reset()

    def reset(self) -> None:
        """Forget everything seen, as at a new recording."""
        self._before: motion.Grey | None = None
        self._region: npt.NDArray[np.bool_] | None = None
        self._is_moving = False
        self._still_since: float | None = None
        self._votes: list[Reading] = []
        self._reported: Reading | None = None
        self._told_hand = False
        self._told_empty = False
        self._look_at = -math.inf
        self._looks = 0
        self._is_known = False
        self._dark_since: float | None = None
        self._same_since: float | None = None
        self._fault: str | None = None

    def push(self, frame: Frame) -> tuple[TrayEvent, ...]:
        """Take the next frame; return what it tells, oldest first. About 2 ms when nothing changes."""
        small = motion.shrink(frame.image)
        fault = self._check_camera(small, frame)
        if fault is not None:
            return fault
        before, self._before = self._before, small
        if before is None or before.shape != small.shape:
            self._start_looking(frame.at)
        else:
            seen = motion.compare(before, small, self._region)
            if seen.is_moving:
                return self._moving(frame, seen)
        return self._still(frame)

    # Moving ---------------------------------------------------------------------------------------------------------

    def _moving(self, frame: Frame, seen: motion.Motion) -> tuple[TrayEvent, ...]:
        self._still_since = None
        self._votes = []
        self._is_known = False
        self._looks = 0
        if seen.at_border >= HAND_AT_BORDER:
            self._is_moving = True
            return self._tell_hand(frame)
        if self._is_moving:
            return ()
        self._is_moving = True
        return (Moving(frame.at, frame.number),)

    def _tell_hand(self, frame: Frame) -> tuple[TrayEvent, ...]:
        if self._told_hand:
            return ()
        self._told_hand = True
        return (HandIn(frame.at, frame.number),)

    # Still ----------------------------------------------------------------------------------------------------------

    def _start_looking(self, at: float) -> None:
        self._still_since = at
        self._votes = []
        self._looks = 0
        self._look_at = -math.inf
        self._is_known = False

    def _still(self, frame: Frame) -> tuple[TrayEvent, ...]:
        if self._still_since is None:
            self._start_looking(frame.at)
        self._is_moving = False
        if self._is_known or frame.at < self._look_at:
            return ()
        if self._region_of is not None:
            self._region = self._region_of(frame.image)
        reading = self._reader.read(frame.image, expect=self.expect, frame_number=frame.number)
        if self._guard is not None:
            if self._region_of is None:
                self._region = self._guard.region(motion.small_shape(frame.image), frame.image.shape[:2])
            if self._guard.moves != self._moves:
                self._moves = self._guard.moves
                self._votes = []
                return (CameraFault(frame.at, "tray_moved", _how_moved(self._guard), frame.number),)
        self._votes = [*self._votes[-(2 * VOTES) :], reading]
        agreed = self._agreed()
        if agreed is not None:
            self._is_known = True
            return self._report(agreed, frame)
        assert self._still_since is not None
        clears = reading.status == "read" and (len(self._votes) < VOTES or self._votes[-2].status == "unsure")
        if clears or frame.at - self._still_since < UNSURE_AFTER_S or len(self._votes) < VOTES:
            return ()
        self._votes = []
        self._look_at = frame.at + LOOK_AGAIN_S
        self._looks += 1
        if any(doubt.kind is DoubtKind.HAND for doubt in reading.doubts):
            self._told_empty = False
            return self._tell_hand(frame)
        if self._looks > LOOKS:
            self._is_known = True
        if reading.status == "read":
            reading = replace(reading, status="unsure")  # sure alone, but no second look agreed
        return self._report(reading, frame)

    def _agreed(self) -> Reading | None:
        """The newest reading, if it is sure and enough of those before it say the same."""
        newest = self._votes[-1]
        if newest.status != "read":
            return None
        same = sum(vote.status == "read" and _says_the_same(vote, newest) for vote in self._votes)
        return newest if same >= VOTES else None

    def _report(self, reading: Reading, frame: Frame) -> tuple[TrayEvent, ...]:
        self._told_hand = False
        before = self._reported
        if reading.status == "read" and not reading.dice and not reading.count:
            is_news = not self._told_empty
            self._told_empty = True
            self._reported = reading
            return (Empty(frame.at, frame.number),) if is_news else ()
        self._told_empty = False
        old = before.dice if before is not None else ()
        stayed, moved, lifted = identify(old, reading.dice)
        if before is not None and before.status == reading.status and before.count == reading.count:
            nothing_new = len(stayed) == len(reading.dice) == len(old)
            same_doubts = [d.kind for d in before.doubts] == [d.kind for d in reading.doubts]
            if nothing_new and (reading.status == "read" or same_doubts):
                return ()
        self._reported = reading
        return (Settled(frame.at, frame.number, reading, stayed, moved, lifted),)

    # The camera itself ----------------------------------------------------------------------------------------------

    def _check_camera(self, small: motion.Grey, frame: Frame) -> tuple[TrayEvent, ...] | None:
        """Tell a dark or frozen camera once; None while the picture is fit to be looked at."""
        at = frame.at
        is_dark = float(small.mean()) < DARK_LEVEL
        self._dark_since = (at if self._dark_since is None else self._dark_since) if is_dark else None
        is_same = self._before is not None and self._before.shape == small.shape and not (small - self._before).any()
        self._same_since = (at if self._same_since is None else self._same_since) if is_same else None
        fault: str | None = None
        if self._dark_since is not None and at - self._dark_since >= DARK_FOR_S:
            fault = "dark"
        elif self._same_since is not None and at - self._same_since >= FROZEN_FOR_S:
            fault = "frozen"
        if fault is None:
            if self._fault is not None and not is_dark:
                self._fault = None
                self._reported = None
                self._told_empty = False
                self._start_looking(at)
            return () if is_dark else None
        if fault == self._fault:
            return ()
        self._fault = fault
        what = {"dark": "the picture is too dark to read", "frozen": "the camera repeats the same picture"}[fault]
        return (CameraFault(at, fault, what, frame.number),)


def _how_moved(guard: TrayGuard) -> str:
    where = "and is not found again" if guard.is_lost else "and was found again"
    return f"the tray lies {guard.residual_mm:.0f} mm from where it lay {where}"


def identify(old: tuple[Die, ...], new: tuple[Die, ...]) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Which dice stayed and which moved (indices into `new`), and which of `old` are gone.

    A die stayed if one of the same value lay in its place; one moved if a die of its value is missing no further off than a
    bump reaches. Everything else is new, or lifted.
    """
    pairs = _pair(old, new, SAME_PLACE_MM, SAME_PLACE_PX)
    rest_old = tuple(n for n in range(len(old)) if n not in pairs)
    rest_new = tuple(n for n in range(len(new)) if n not in pairs.values())
    bumped = _pair(tuple(old[n] for n in rest_old), tuple(new[n] for n in rest_new), BUMP_MM, BUMP_PX)
    moved = tuple(sorted(rest_new[n] for n in bumped.values()))
    lifted = tuple(rest_old[n] for n in range(len(rest_old)) if n not in bumped)
    return tuple(sorted(pairs.values())), moved, lifted


def _pair(old: tuple[Die, ...], new: tuple[Die, ...], reach_mm: float, reach_px: float) -> dict[int, int]:
    """Dice of equal value within reach, nearest first: index of old -> index of new."""
    near = []
    for (a, one), (b, other) in itertools.product(enumerate(old), enumerate(new)):
        if one.place is not None and other.place is not None:
            way, reach = math.dist(one.place, other.place), reach_mm
        else:
            way, reach = math.dist(one.center, other.center), reach_px
        if one.value == other.value and way <= reach:
            near.append((way, a, b))
    pairs: dict[int, int] = {}
    for _, a, b in sorted(near):
        if a not in pairs and b not in pairs.values():
            pairs[a] = b
    return pairs


def _says_the_same(one: Reading, other: Reading) -> bool:
    """Equal counts, and every die in its place with its value."""
    if one.count != other.count or len(one.dice) != len(other.dice):
        return False
    return len(_pair(one.dice, other.dice, SAME_PLACE_MM, SAME_PLACE_PX)) == len(one.dice)
