"""The exact solver: the expectation of the best solitaire play from every state of a one-column sheet.

Backward induction over the number of filled cells. All states with the same number filled go through one turn together,
about a thousand at a time: fewer cost more calls, more fall out of the processor's caches. numpy alone does it in two
to three seconds. A compiled core would not earn its place: a Pi set up from packages has no compiler, and numba (wheels
for it exist: 45 MB with llvmlite) would compile at its first use to save two seconds once for each set of rules.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from game.advice.keeps import Floats, five_dice
from game.advice.rules import FinalRolls
from game.advice.states import States
from game.advice.turn import TurnArray

#: Sheets worked on at once.
WIDTH = 1024


def solve(
    states: States,
    progress: Callable[[float], None] = lambda part: None,
    width: int = WIDTH,
    waiting: Floats | None = None,
) -> Floats:
    """(upper states + 1, lower states + 1): points still to come under the best play, bonus and extra points included.

    -inf for the impossible states and for those that no order of filling leads to. progress: is told the part done, 0-1,
    after each number of filled cells. waiting: what each state is worth with one turn less that may pass without filling
    a cell (what `solve` gave for that), if turns may pass at all.
    """
    expectations = np.full((states.uppers + 1, states.lowers + 1), -np.inf)
    levels = states.levels()
    total = sum(len(upper) for upper, _ in levels)
    turn = TurnArray(five_dice(), width)
    final = FinalRolls(states, width)
    full_upper, full_lower = levels[-1]
    expectations[full_upper, full_lower] = 0.0
    done = len(full_upper)
    for upper, lower in levels[-2::-1]:
        for start in range(0, len(upper), width):
            chunk = slice(start, start + width)
            some_upper, some_lower = _filled_up(upper[chunk], width), _filled_up(lower[chunk], width)
            passing = None if waiting is None else waiting[some_upper, some_lower]
            final.into(turn.rolls, expectations, some_upper, some_lower, passing)
            turn.expect()
            turn.choose()
            turn.expect()
            turn.choose()
            expectations[some_upper, some_lower] = turn.start()
        done += len(upper)
        progress(done / total)
    return expectations


def _filled_up(
    numbers: np.ndarray[tuple[int], np.dtype[np.intp]], width: int
) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    """As many numbers as the width, the first one repeated."""
    if len(numbers) == width:
        return numbers
    return np.append(numbers, np.repeat(numbers[:1], width - len(numbers)))
