"""The window: shows screens, paints only what changed, yields key events. Never touches the mixer."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Self

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame

from display import painters
from display.layout import Layout
from display.painters.canvas import Canvas, Item, Store
from display.theme import OAK
from display.views import Pixels, Screen
from display.words import Words


class NoDisplay(RuntimeError):
    """No screen can be opened here."""

    def __init__(self, why: str) -> None:
        super().__init__(f"no screen can be opened ({why}); a headless table needs none")


MODES = ("fullscreen", "window", "headless")


class UnknownMode(ValueError):
    """No such way to open a window."""

    def __init__(self, mode: str) -> None:
        super().__init__(f"window mode {mode!r} is unknown; allowed: {', '.join(MODES)}")


class KeyEvent(NamedTuple):
    """A key of the keyboard went down or up (`key` as pygame names it), or the window was closed (key "quit")."""

    key: str
    pressed: bool
    at: float


class Window:
    """A screen to paint on; a context manager.

    size: px (in "fullscreen" the desktop's size counts); mode: "fullscreen", "window" or "headless" (paints into memory
    only); clock: monotonic
    seconds; diagonal_in: of the panel, for the size of type; names: displayed names of the games; centres: the nine
    buttons' middles as parts (0–1) of the width. Raises NoDisplay, UnknownLanguage (from `show`).
    """

    def __init__(
        self,
        size: tuple[int, int] = (1920, 1080),
        *,
        mode: str = "window",
        clock: Callable[[], float] = time.monotonic,
        diagonal_in: float | None = None,
        names: Mapping[str, str] | None = None,
        centres: Sequence[float] = (),
    ) -> None:
        self.surface = _open(size, mode)
        self.layout = Layout.of(self.surface.get_size(), diagonal_in, centres)
        self.painted_px = 0  #: pixels painted by the last `show` or `advance`
        self._clock = clock
        self._names = names
        self._words: dict[str, Words] = {}
        self._store = Store()
        self._screen: Screen | None = None
        self._shown: list[Item] | None = None
        self._dimmed = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the screen back."""
        pygame.display.quit()

    @property
    def screen(self) -> Screen | None:
        """What is shown."""
        return self._screen

    def show(self, screen: Screen) -> bool:
        """Paint what differs from what is shown. Returns whether anything was painted."""
        if screen == self._screen and self._shown is not None:
            return False
        self._screen = screen
        return self._paint(self.compose(screen).items, screen)

    def repaint(self, screen: Screen) -> None:
        """Paint the whole screen, changed or not."""
        self._shown = None
        self.show(screen)

    def compose(self, screen: Screen) -> Canvas:
        """The screen as a canvas of items, not yet painted."""
        if screen.language not in self._words:
            self._words[screen.language] = Words(screen.language, self._names)
        canvas = Canvas(self.surface.get_size(), self._words[screen.language], self._store)
        painters.paint(canvas, self.layout, screen)
        if screen.shift != (0, 0):
            dx, dy = screen.shift
            canvas.items = [item._replace(x=item.x + dx, y=item.y + dy) for item in canvas.items]
        return canvas

    def key_events(self) -> list[tuple[str, bool, float]]:
        """Keys pressed and let go since the last call, oldest first (each a `KeyEvent`)."""
        events: list[tuple[str, bool, float]] = []
        now = self._clock()
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                events.append(KeyEvent("quit", True, now))
            elif event.type in (pygame.KEYDOWN, pygame.KEYUP):
                events.append(KeyEvent(pygame.key.name(event.key), event.type == pygame.KEYDOWN, now))
            elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
                pygame.display.flip()  # the desktop had covered it
        return events

    def snapshot(self, path: str | Path) -> None:
        """Write what is shown as a PNG."""
        pygame.image.save(self.surface, str(path))

    def pixels(self) -> Pixels:
        """What is shown, uint8 (H, W, 3) RGB, a copy."""
        return np.ascontiguousarray(pygame.surfarray.array3d(self.surface).swapaxes(0, 1))

    def _paint(self, items: list[Item], screen: Screen) -> bool:
        whole = pygame.Rect((0, 0), self.surface.get_size())
        dirty = [whole]
        if self._shown is not None and screen.dim == self._dimmed == 0.0:
            dirty = _differences(self._shown, items, whole)
        self._shown, self._dimmed = items, screen.dim
        self.painted_px = sum(area.w * area.h for area in dirty)
        for area in dirty:
            _paint_area(self.surface, items, area, area == whole)
        if screen.dim > 0:
            veil = pygame.Surface(whole.size)
            veil.set_alpha(round(255 * min(1.0, screen.dim)))
            self.surface.blit(veil, (0, 0))
        if dirty:
            pygame.display.update(dirty)
        return bool(dirty)


def _open(size: tuple[int, int], mode: str) -> pygame.Surface:
    if mode not in MODES:
        raise UnknownMode(mode)
    if mode == "headless":
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    elif os.environ.get("SDL_VIDEODRIVER") == "dummy":
        del os.environ["SDL_VIDEODRIVER"]
    try:
        pygame.display.init()
        pygame.font.init()
        if mode == "fullscreen":
            surface = pygame.display.set_mode(pygame.display.get_desktop_sizes()[0], pygame.FULLSCREEN)
            pygame.mouse.set_visible(False)
        else:
            surface = pygame.display.set_mode(size)
    except pygame.error as error:
        raise NoDisplay(str(error)) from error
    pygame.display.set_caption("Knobeltisch")
    return surface


def _differences(old: list[Item], new: list[Item], whole: pygame.Rect) -> list[pygame.Rect]:
    """Areas that must be painted anew: where an item is on one list only. Areas that touch are joined."""
    before, after = set(old), set(new)
    areas: list[pygame.Rect] = []
    for item in before ^ after:
        area = pygame.Rect(item.x, item.y, item.w, item.h).clip(whole)
        if area.w == 0 or area.h == 0:
            continue
        joined = True
        while joined:
            joined = False
            for other in areas:
                if area.colliderect(other):
                    areas.remove(other)
                    area = area.union(other)
                    joined = True
                    break
        areas.append(area)
    if sum(area.w * area.h for area in areas) > 0.7 * whole.w * whole.h:
        return [whole]
    return areas


def _paint_area(surface: pygame.Surface, items: list[Item], area: pygame.Rect, everything: bool) -> None:
    surface.set_clip(area)
    surface.fill(OAK)
    left, top, right, bottom = area.left, area.top, area.right, area.bottom
    for source, x, y, w, h, _ in items:
        if not everything and (x >= right or y >= bottom or x + w <= left or y + h <= top):
            continue
        if isinstance(source, tuple):
            surface.fill(source, (x, y, w, h))
        else:
            surface.blit(source, (x, y))
    surface.set_clip(None)
