"""What scenes of several pages share: the arrows turn them, round and round."""

from __future__ import annotations

from display.views import Icon, msg
from hardware import Button
from table.scenes.scene import Allowed, Meaning, Scene


class PagedScene(Scene):
    """A scene that shows one of its `pages`; `page` counts from 0."""

    page = 0

    @property
    def pages(self) -> int:
        """How many there are now, at least one."""
        raise NotImplementedError

    def turning(self) -> Allowed:
        """What the arrows mean: nothing where there is but one page."""
        if self.pages < 2:
            return {}
        return {
            Button.UP: Meaning(msg("label.page"), lambda: self.turn(-1), icon=Icon.UP),
            Button.DOWN: Meaning(msg("label.page"), lambda: self.turn(+1), icon=Icon.DOWN),
        }

    def turn(self, step: int) -> None:
        """So many pages on."""
        self.page = (self.page + step) % self.pages
