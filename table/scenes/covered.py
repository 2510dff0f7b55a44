"""A number entered covered: with one or two presses of the hold buttons, of which the screen shows nothing.

Few numbers have a button each. More lie in groups of neighbours: the first press chooses the group, the second the
number by its place in it, so that the labels say nothing about the group. All groups are of one size (the last one
begins earlier if need be), so that the lamps say nothing either.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardware import HOLDS, Button

#: The buttons that enter; the arrows are needed when ten and more guests play.
KEYS = (*HOLDS, Button.UP, Button.DOWN)
#: Numbers in a group while five groups are enough, and the most that need no group.
GROUP = len(HOLDS)


class CoveredNumber:
    """One number of `numbers` (upwards, at most 42) on its way in."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = tuple(numbers)
        size = GROUP if len(numbers) <= GROUP * len(HOLDS) else GROUP + 1
        starts = [min(start, max(0, len(numbers) - size)) for start in range(0, len(numbers), size)]
        self._groups = [self._numbers[start : start + size] for start in starts]
        self._group: tuple[int, ...] | None = self._groups[0] if len(self._groups) == 1 else None
        self.chosen: int | None = None

    @property
    def begun(self) -> bool:
        """Something was pressed."""
        return self.chosen is not None or (self._group is not None and len(self._groups) > 1)

    @property
    def groups(self) -> list[tuple[int, ...]] | None:
        """What the first press chooses from, by button; None if it is the number's turn."""
        return self._groups if self._group is None else None

    @property
    def numbers(self) -> tuple[int, ...]:
        """What has a button of its own because all may know it; none while the group is a secret."""
        return self._groups[0] if len(self._groups) == 1 else ()

    @property
    def keys(self) -> tuple[Button, ...]:
        """The buttons that enter something now."""
        if self.chosen is not None:
            return ()
        return KEYS[: len(self._groups) if self._group is None else len(self._group)]

    def press(self, button: Button) -> None:
        """One of `keys` was pressed."""
        place = KEYS.index(button)
        if self._group is None:
            self._group = self._groups[place]
        else:
            self.chosen = self._group[place]

    def toward(self, number: int) -> Button | None:
        """The button that brings the number in; None if it is in, or if something else was begun."""
        if self.chosen is not None:
            return None
        if self._group is None:
            return KEYS[next(place for place, group in enumerate(self._groups) if number in group)]
        return KEYS[self._group.index(number)] if number in self._group else None
