"""Decides what a settled tray means for the turn: a new throw, the old one, dice being collected, or a question to ask.

Pure: the turn as the book knows it, what lay before and what lies now go in, a verdict comes out. Rules: DESIGN §4.
"""

from __future__ import annotations

import enum
import itertools
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from vision import Die, Doubt, DoubtKind, Reading

#: A die that lies within this of its old place (mm) has stayed; reading noise is below 1 mm, a throw rarely that exact.
STAYED_MM = 5.0
#: Without a calibrated tray places are pixels; a die is about 30 px wide there, as 16 mm is on the floor.
STAYED_PX = 10.0
#: Further than this no bump moves a die; it was thrown, or taken up and laid down.
BUMPED_MM = 45.0

Spot = tuple[float, float]


class Question(enum.StrEnum):
    """What the screen asks when the tray alone cannot tell."""

    DOUBT = "doubt"  #: the reader is unsure of a die or of the picture
    COUNT = "count"  #: another number of dice than can be
    TURNED = "turned"  #: a die shows another value in its old place
    HELD_CHANGED = "held_changed"  #: a held die shows another value, or is gone
    AGAIN = "again"  #: the dice lie elsewhere with the same values: thrown, or only moved?
    OLD_THROW = "old_throw"  #: after a restart or a pause: is this still the old throw?
    TOO_EARLY = "too_early"  #: thrown before the last turn was entered, or after the third throw
    ALL_FIVE = "all_five"  #: a turn begins with all five dice


@dataclass(frozen=True)
class Lying:
    """A die as the table remembers it: value and where it lies (mm, or px without a calibrated tray)."""

    value: int
    spot: Spot


@dataclass(frozen=True)
class NewThrow:
    """A throw: `keep` the slots that stayed (1-based), `thrown` the new dice from left to right, `spots` by slot."""

    keep: frozenset[int]
    thrown: tuple[Lying, ...]


@dataclass(frozen=True)
class Unchanged:
    """The old dice lie there, perhaps moved a little: `spots` by slot, None for those not on the tray."""

    spots: tuple[Spot | None, ...]


@dataclass(frozen=True)
class Collecting:
    """Some dice were taken up; those of `staying` (slots) still lie where they were."""

    staying: frozenset[int]


@dataclass(frozen=True)
class Ask:
    """The screen must ask. `doubts` of the reading; `found` and `expected` numbers of dice for COUNT; `slot` in question."""

    question: Question
    doubts: tuple[Doubt, ...] = ()
    found: int = 0
    expected: tuple[int, ...] = ()
    slot: int | None = None


Verdict = NewThrow | Unchanged | Collecting | Ask


def spot_of(die: Die) -> Spot:
    """Where a die lies: mm on the floor, or px without a calibrated tray."""
    return die.place if die.place is not None else die.center


def is_same_spot(one: Spot, other: Spot) -> bool:
    """Whether two places are one, as far as a reading can tell."""
    return math.dist(one, other) <= _near(one)


def dice_of(reading: Reading) -> tuple[Lying, ...]:
    """The dice of a reading from left to right."""
    return tuple(Lying(die.value, spot_of(die)) for die in sorted(reading.dice, key=lambda die: spot_of(die)[0]))


def judge_first(reading: Reading, ground: Sequence[Lying], *, lifted: bool) -> Verdict:
    """What lies now, before the first throw of a turn or at a start throw.

    ground: what lay when the turn began; it doesn't count. lifted: dice were seen to leave the tray since then.
    """
    if reading.status == "unsure":
        if not _is_news(reading, ground):
            return Unchanged(())
        return Ask(Question.DOUBT, reading.doubts, len(reading.dice), (5,))
    dice = dice_of(reading)
    stayed = _pairs(dice, ground)
    if len(stayed) == len(dice):
        return Collecting(frozenset()) if len(dice) < len(ground) else Unchanged(())
    if len(dice) != 5:
        return Ask(Question.COUNT, (), len(dice), (5,))
    if stayed and not lifted:
        return Ask(Question.ALL_FIVE, (), len(stayed), (5,))
    if not lifted and len(ground) == 5 and _same_values(dice, ground) and _moved_little(dice, ground):
        return Unchanged(())
    return NewThrow(frozenset(), dice)


def judge_next(
    reading: Reading,
    slots: Sequence[Lying | None],
    held: frozenset[int],
    *,
    lifted: bool,
    rolls_left: int,
) -> Verdict:
    """What lies now, after a turn's first throw.

    slots: the five dice of the throw that counts, each where it was last seen; None if it never was (set by hand).
    held: slots held by button. lifted: dice were seen to leave the tray since the throw.
    """
    known = {slot: die for slot, die in enumerate(slots, 1) if die is not None}
    expected = tuple(sorted({5, 5 - len(held)} - {0}, reverse=True))
    if reading.status == "unsure":
        if not _is_news(reading, list(known.values())):
            return Unchanged(tuple(die.spot if die else None for die in slots))
        return Ask(Question.DOUBT, reading.doubts, len(reading.dice), expected)
    dice = dice_of(reading)
    at = _match(dice, known)
    stayed = {slot for slot, n in at.items() if dice[n].value == known[slot].value}
    fresh = [n for n in range(len(dice)) if n not in {at[slot] for slot in stayed}]
    if not fresh:
        spots = tuple(dice[at[slot]].spot if slot in at else None for slot in range(1, 6))
        return Unchanged(spots) if len(dice) == 5 else Collecting(frozenset(stayed))
    if len(dice) == 5 and not lifted:
        question = _moved_without_lifting(dice, known)
        if not isinstance(question, Ask):
            return question
        if question.question is Question.TURNED or _same_values(dice, list(known.values())):
            return question
    if rolls_left == 0:
        return Ask(Question.TOO_EARLY)
    keep = set(stayed)
    missing = sorted(held - stayed)
    # What is held and lies where it lay is among the dice that are seen, wherever the other held ones are.
    expected = tuple(sorted({5, 5 - len(missing)} - {0}, reverse=True))
    on_tray = len(missing) - (5 - len(dice))  # held dice that must lie somewhere else on the tray
    if len(dice) > 5 or on_tray < 0:
        return Ask(Question.COUNT, (), len(dice), expected)
    for slot in missing:
        if on_tray == 0:
            break
        same = [n for n in fresh if dice[n].value == known[slot].value]
        if not same:
            continue
        fresh.remove(min(same, key=lambda n: math.dist(dice[n].spot, known[slot].spot)))
        on_tray -= 1
    if on_tray:
        if len(dice) == 5:
            return Ask(Question.HELD_CHANGED, slot=missing[-1])
        return Ask(Question.COUNT, (), len(dice), expected)
    keep |= held
    if len(keep) + len(fresh) != 5:
        return Ask(Question.COUNT, (), len(dice), expected)
    return NewThrow(frozenset(keep), tuple(dice[n] for n in fresh))


def force(reading: Reading, slots: Sequence[Lying | None]) -> NewThrow | None:
    """The throw that lies there if the guest says it is one: what stayed is kept, the rest was thrown. None if it can't be."""
    dice = dice_of(reading)
    known = {slot: die for slot, die in enumerate(slots, 1) if die is not None}
    stayed = {slot: n for slot, n in _match(dice, known).items() if dice[n].value == known[slot].value}
    thrown = tuple(die for n, die in enumerate(dice) if n not in stayed.values())
    return NewThrow(frozenset(stayed), thrown) if len(dice) == 5 and thrown else None


def is_old_throw(reading: Reading, slots: Sequence[Lying | None], held: frozenset[int]) -> bool:
    """After a restart: do the dice of the book's throw lie where they lay (held ones may be set aside)?"""
    if reading.status != "read":
        return False
    dice = dice_of(reading)
    known = {slot: die for slot, die in enumerate(slots, 1) if die is not None}
    at = _match(dice, known)
    if len(at) != len(dice) or any(dice[n].value != known[slot].value for slot, n in at.items()):
        return False
    return set(known) - set(at) <= set(held)


def _is_news(reading: Reading, before: Sequence[Lying]) -> bool:
    """Whether an unsure reading shows anything that did not lie there before."""
    about_picture = {DoubtKind.HAND, DoubtKind.MOVING, DoubtKind.OUTSIDE}
    if reading.doubts and all(doubt.kind in about_picture for doubt in reading.doubts):
        return False
    dice = dice_of(reading)
    return any(all(math.dist(die.spot, old.spot) > _near(die.spot) for old in before) for die in dice) or not dice


def _near(spot: Spot) -> float:
    """How close counts as the same place: pixel places are larger than any place in mm."""
    return STAYED_PX if max(spot) > 350 else STAYED_MM


def _pairs(dice: Sequence[Lying], before: Sequence[Lying]) -> dict[int, int]:
    """Dice of `before` that still lie in place with the same value: index before -> index now."""
    known = dict(enumerate(before))
    return {old: n for old, n in _match(dice, known).items() if dice[n].value == known[old].value}


def _match(dice: Sequence[Lying], known: dict[int, Lying]) -> dict[int, int]:
    """Known dice to the dice that lie in their places, nearest pairs first: key of known -> index of dice."""
    near = sorted(
        (math.dist(die.spot, old.spot), key, n)
        for key, old in known.items()
        for n, die in enumerate(dice)
        if math.dist(die.spot, old.spot) <= _near(die.spot)
    )
    found: dict[int, int] = {}
    for _, key, n in near:
        if key not in found and n not in found.values():
            found[key] = n
    return found


def _same_values(dice: Sequence[Lying], others: Sequence[Lying]) -> bool:
    return Counter(die.value for die in dice) == Counter(die.value for die in others)


def _moved_without_lifting(dice: Sequence[Lying], known: dict[int, Lying]) -> Unchanged | Ask:
    """Five dice of which none was seen to leave: a bump, a die turned by hand, or (far from the old places) a throw?"""
    nearest = _assign(dice, known)
    far = max(math.dist(dice[n].spot, known[slot].spot) for slot, n in nearest.items())
    if far > BUMPED_MM:
        return Ask(Question.AGAIN)
    turned = [slot for slot, n in nearest.items() if dice[n].value != known[slot].value]
    if turned:
        return Ask(Question.TURNED, slot=min(turned))
    return Unchanged(tuple(dice[nearest[slot]].spot if slot in nearest else None for slot in range(1, 6)))


def _assign(dice: Sequence[Lying], known: dict[int, Lying]) -> dict[int, int]:
    """The assignment that moves the dice least in all (five dice: 120 ways): key of known -> index of dice."""
    keys = sorted(known)

    def way(order: Iterable[int]) -> float:
        return sum(math.dist(dice[n].spot, known[key].spot) for key, n in zip(keys, order, strict=False))

    return dict(zip(keys, min(itertools.permutations(range(len(dice))), key=way), strict=False))


def _moved_little(dice: Sequence[Lying], before: Sequence[Lying]) -> bool:
    known = dict(enumerate(before))
    return all(
        math.dist(dice[n].spot, known[key].spot) <= BUMPED_MM and dice[n].value == known[key].value
        for key, n in _assign(dice, known).items()
    )
