"""How a simulated guest plays: sensible rules of thumb (RULES 7), the same on the same dice every time."""

from __future__ import annotations

from collections import Counter

from game import Match
from table import suggest


def slots_to_keep(match: Match) -> frozenset[int]:
    """The slots (1-based) a guest keeps for the next throw; all five means that the turn ends here.

    Keeps five of a kind, a large straight or a full house; goes for a straight with four in a row; else keeps the most
    frequent number, the higher one if equal.
    """
    turn = match.turn
    if turn is None or not turn.throws:
        return frozenset()
    dice = [value or 0 for value in turn.dice]
    free = {offer.cell.field for offer in match.offers}
    counts = Counter(dice)
    everything = frozenset(range(1, 6))
    paying = {offer.cell.field: offer.points for offer in match.offers}
    five = {"kniffel", "yahtzee", "yatzy"} & free
    if five and max(counts.values()) == 5:
        return everything
    if paying.get("large_straight") or (paying.get("full_house") and not five):
        return everything
    if {"small_straight", "large_straight"} & free:
        run = _longest_run(dice)
        if len(run) >= 4 or (len(run) == 3 and max(counts.values()) < 3 and turn.throws == 1):
            return _slots_of(dice, Counter(run))
    value = max(counts, key=lambda value: (counts[value], value))
    return _slots_of(dice, Counter({value: counts[value]}))


def cell_to_fill(match: Match) -> str:
    """The cell a guest fills with the dice that lie."""
    offer = suggest.best(match.book, match.offers)
    if offer is None:
        raise ValueError("no dice lie, so no cell can be filled")
    return offer.text


def _longest_run(dice: list[int]) -> list[int]:
    best: list[int] = []
    run: list[int] = []
    for value in range(1, 7):
        run = [*run, value] if value in dice else []
        best = max(best, run, key=len)
    return best


def _slots_of(dice: list[int], wanted: Counter[int]) -> frozenset[int]:
    left = Counter(wanted)
    out = set()
    for slot, value in enumerate(dice, 1):
        if left[value] > 0:
            left[value] -= 1
            out.add(slot)
    return frozenset(out)
