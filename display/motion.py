"""Motion from one screen to the next: what carries a tag glides, flies or appears; afterwards nothing moves.

Times and curves are those of the look. A motion is a pure function of time: it is given the items before and after, and
says which items to paint at a moment in between.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from display.painters.store import Item

Curve = Callable[[float], float]


def out(part: float) -> float:
    """Fast, then slowing down (cubic)."""
    return 1 - (1 - part) ** 3


def in_out(part: float) -> float:
    """Slow, fast, slow."""
    return part * part * (3 - 2 * part)


def linear(part: float) -> float:
    return part


def swell(part: float) -> float:
    """One slow rise and fall and rise to the full; far less than three changes of light a second."""
    return 0.25 + 0.75 * (0.5 - 0.5 * math.cos(3 * math.pi * part))


@dataclass(frozen=True)
class Kind:
    """How items of a tag move: seconds, curve, and what to do when the tag is new ("fly" in, "fade", "reveal" or None)."""

    seconds: float
    curve: Curve
    when_new: str | None = None


#: First word of a tag → how it moves.
KINDS: dict[str, Kind] = {
    "die": Kind(0.22, out, "fly"),
    "ring": Kind(0.09, out, "fade"),
    "points": Kind(0.32, in_out, "fly"),
    "strike": Kind(0.18, linear, "reveal"),
    "active": Kind(0.26, in_out),
    "chosen": Kind(0.26, in_out),
    "swell": Kind(2.5, swell, "fade"),
}
COUNT_S, FADE_S = 0.4, 0.6  #: a sum counts up; pages of the idle screen change


@dataclass(frozen=True)
class _Change:
    kind: Kind
    before: tuple[Item, ...] | None
    come_from: tuple[float, float]


class Motion:
    """The way from the items before to those after, from `started` (seconds) on.

    source: px from where new points and dice come. `ends` is when all is in its place; if nothing moves it is `started`.
    """

    def __init__(
        self, before: Iterable[Item], after: Iterable[Item], started: float, source: tuple[float, float]
    ) -> None:
        self.started = started
        old, new = _groups(before), _groups(after)
        self._flight = _flight(old, new)
        self._changes: dict[str, _Change] = {}
        for tag, items in new.items():
            kind = KINDS.get(re.split("[ |]", tag)[0])
            if kind is None or ("|" in tag and f"sheet|{tag.split('|')[1]}" not in old):
                continue  # another player's sheet: all of it is new, nothing of it comes flying
            was = old.get(tag)
            if was is None and kind.when_new is not None:
                self._changes[tag] = _Change(kind, None, source)
            elif was is not None and len(was) == len(items) and _places(was) != _places(items):
                self._changes[tag] = _Change(kind, was, source)
        seconds = [change.kind.seconds for change in self._changes.values()]
        self.ends = started + max(seconds + [KINDS["points"].seconds] * (self._flight is not None), default=0.0)

    def items(self, after: Iterable[Item], now: float) -> list[Item]:
        """The items to paint at this moment."""
        seen: dict[str, int] = {}
        painted = []
        for item in after:
            change = self._changes.get(item.tag) if item.tag is not None else None
            if change is None or item.tag is None:
                painted.append(item)
                continue
            index = seen[item.tag] = seen.get(item.tag, -1) + 1
            part = min(1.0, max(0.0, (now - self.started) / change.kind.seconds))
            painted.append(item if part >= 1 else _between(item, change, index, change.kind.curve(part)))
        part = (now - self.started) / KINDS["points"].seconds
        if self._flight is not None and part < 1:
            figure, goal = self._flight
            way = in_out(max(0.0, part))
            x, y = _mix(figure.x, goal.x, way), _mix(figure.y, goal.y, way)
            painted.append(figure._replace(x=x, y=y, tag=None))
        return painted


def _flight(old: dict[str, tuple[Item, ...]], new: dict[str, tuple[Item, ...]]) -> tuple[Item, Item] | None:
    """The points just entered fly to the total of whoever entered them, if the next player's sheet has come meanwhile."""
    owner = next((tag.split("|")[1] for tag in old if tag.startswith("sheet|")), None)
    if owner is None or f"sheet|{owner}" in new or "figure" not in old or f"total|{owner}" not in new:
        return None
    return old["figure"][0], new[f"total|{owner}"][0]


def _between(item: Item, change: _Change, index: int, part: float) -> Item:
    if change.before is not None:
        was = change.before[index]
        x, y = _mix(was.x, item.x, part), _mix(was.y, item.y, part)
        if isinstance(item.source, tuple):
            return item._replace(x=x, y=y, w=_mix(was.w, item.w, part), h=_mix(was.h, item.h, part))
        return item._replace(x=x, y=y)
    if change.kind.when_new == "fly":
        from_x, from_y = change.come_from[0] - item.w / 2, change.come_from[1] - item.h / 2
        return item._replace(x=_mix(from_x, item.x, part), y=_mix(from_y, item.y, part))
    if change.kind.when_new == "reveal":
        return item._replace(part=round(part, 3))
    return item._replace(alpha=round(255 * part))


def _mix(before: float, after: float, part: float) -> int:
    return round(before + (after - before) * part)


def _groups(items: Iterable[Item]) -> dict[str, tuple[Item, ...]]:
    groups: dict[str, list[Item]] = {}
    for item in items:
        if item.tag is not None:
            groups.setdefault(item.tag, []).append(item)
    return {tag: tuple(found) for tag, found in groups.items()}


def _places(items: tuple[Item, ...]) -> list[tuple[int, int, int, int]]:
    return [(item.x, item.y, item.w, item.h) for item in items]


def counting(before: dict[str, int], after: dict[str, int], part: float) -> dict[str, int]:
    """What the counters show when `part` (0–1) of their time is over."""
    return {
        tag: round(before[tag] + (value - before[tag]) * out(part))
        for tag, value in after.items()
        if tag in before and before[tag] != value
    }
