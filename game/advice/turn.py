"""One turn: from what each final roll is worth to what each keep and each earlier roll is worth, for many sheets at once.

Two steps, each over an array of (keeps, sheets): a keep's expectation from the keeps with one die more, E[k] = mean over
d of E[k + d]; and the best keep of every roll as a maximum that is handed on die by die, since a roll's best keep is
either the roll itself or the best keep of the roll with one die less. (`fmax` rather than `maximum`, which costs twice
as much a call when it is given the array to write to.)
"""

from __future__ import annotations

import numpy as np

from game.advice.keeps import Floats, Keeps


class TurnArray:
    """An array of (keeps, width) whose steps are prepared once; `values` holds one sheet a column.

    width: how many sheets are worked on at once. Full rolls are the first `keeps.rolls` rows.
    """

    def __init__(self, keeps: Keeps, width: int) -> None:
        self.keeps = keeps
        self.width = width
        self.values: Floats = np.zeros((len(keeps.keeps), width))
        self.rolls: Floats = self.values[: keeps.rolls]
        self._expect = [step for size in reversed(range(keeps.dice)) for step in self._expectation_steps(size)]
        self._best = [step for size in range(keeps.dice) for step in self._best_steps(size)]

    def expect(self) -> None:
        """From what the full rolls are worth: what each smaller keep is worth before the other dice are thrown."""
        for call, first, second, out in self._expect:
            call(first, second, out)

    def choose(self) -> None:
        """From what each keep is worth: what each roll is worth if the best of its keeps is kept."""
        for call, first, second, out in self._best:
            call(first, second, out)

    def start(self) -> Floats:
        """(width,): the expectation before the first throw, from what each first roll is worth."""
        return self.keeps.chances @ self.rolls

    def _rows(self, start: int, length: int) -> Floats:
        return self.values[start : start + length]

    def _expectation_steps(self, size: int) -> list[tuple[np.ufunc, Floats, Floats | float, Floats]]:
        """Sum over the values, the two highest first since they move the longest runs; then divide."""
        keeps = self.keeps
        by_value = keeps.runs[size]
        first, last = keeps.rows_of_size[size]
        highest = by_value[-1][0]
        steps: list[tuple[np.ufunc, Floats, Floats | float, Floats]] = []
        for run in by_value[-2]:
            top = self._rows(highest.grown + run.source - first, run.length)
            steps.append((np.add, top, self._rows(run.grown, run.length), self._rows(run.source, run.length)))
        for runs in by_value[-3::-1]:
            for run in runs:
                out = self._rows(run.source, run.length)
                steps.append((np.add, out, self._rows(run.grown, run.length), out))
        out = self.values[first:last]
        steps.append((np.multiply, out, 1.0 / keeps.faces, out))
        return steps

    def _best_steps(self, size: int) -> list[tuple[np.ufunc, Floats, Floats | float, Floats]]:
        steps: list[tuple[np.ufunc, Floats, Floats | float, Floats]] = []
        for runs in self.keeps.runs[size]:
            for run in runs:
                out = self._rows(run.grown, run.length)
                steps.append((np.fmax, out, self._rows(run.source, run.length), out))
        return steps
