"""Hands over the simulated tray: which real die lies in which slot, and the keys that throw, lift, nudge and cock dice."""

from __future__ import annotations

import math
from collections.abc import Iterable

from game import Match
from hardware import SimulatedTray


def dice_of_slots(tray: SimulatedTray, match: Match, slots: Iterable[int]) -> frozenset[int]:
    """The simulated dice (0-based) that show the named slots of the present throw.

    A guest sees on the screen what is held and takes the die that shows that value nearest to where it was read; a die
    set aside counts too.
    """
    turn = match.turn
    taken: set[int] = set()
    if turn is None or not turn.throws:
        return frozenset()
    for slot in sorted(slots):
        value, place = turn.dice[slot - 1], turn.places[slot - 1]
        left = [n for n in range(len(tray.dice)) if n not in taken]
        fitting = [n for n in left if tray.dice[n].value == value] or left
        if place is None:
            taken.add(fitting[0])
            continue
        taken.add(min(fitting, key=lambda n: math.dist(tray.dice[n].place, place)))
    return frozenset(taken)


class SimulatedHand:
    """The simulated camera's own keys: space throws the dice not held, the others do one thing to dice each."""

    KEYS = {
        "space": "throw the dice not held",
        "l": "lift the dice not held",
        "a": "set the held dice aside",
        "n": "nudge a die",
        "c": "cock a die",
        "h": "hand in, hand out",
    }

    def __init__(self, tray: SimulatedTray) -> None:
        self._tray = tray
        self._next = 0

    def throw_all(self) -> tuple[int, ...]:
        """Throw every die; returns what they will show."""
        return self._tray.throw(range(len(self._tray.dice)))

    def key(self, name: str, match: Match | None, held: frozenset[int]) -> bool:
        """Act on a key of the simulated tray; return whether it is one."""
        if name not in self.KEYS:
            return False
        tray = self._tray
        kept = dice_of_slots(tray, match, held) if match is not None else frozenset()
        free = [n for n in range(len(tray.dice)) if n not in kept]
        lying = [n for n, die in enumerate(tray.dice) if die.where in ("resting", "cocked")]
        if name == "space" and tray.still:
            tray.throw(free)
        elif name == "l":
            tray.lift(free)
        elif name == "a":
            tray.set_aside(kept)
        elif name == "h":
            tray.wave(not tray.hand_is_in)
        elif name in ("n", "c") and lying and tray.still:
            cocked = [n for n in lying if tray.dice[n].where == "cocked"]
            self._next += 1
            n = cocked[0] if cocked and name == "n" else lying[self._next % len(lying)]
            (tray.nudge if name == "n" else tray.cock)(n)
        return True
