"""The window: shows screens, paints only what changed, yields key events. Never touches the mixer."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, Self

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame

from display import painters
from display.layout import Layout
from display.motion import COUNT_S, FADE_S, Motion, counting
from display.opening import open_screen
from display.painters.canvas import Canvas
from display.painters.store import Item, Store
from display.samples import SAMPLES
from display.theme import OAK
from display.views import CelebrationView, IdleView, Pixels, Screen
from display.words import Words

#: A change of pages is mixed anew this often.
FADE_STEP_S = 1 / 25


@dataclass
class _Fade:
    """One page of the idle screen goes over into the next: the part that differs, before and after."""

    area: pygame.Rect
    before: pygame.Surface
    after: pygame.Surface
    started: float
    painted: float = float("-inf")


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
    buttons' middles as parts (0–1) of the width; motion: whether things glide (None: unless headless). Raises NoDisplay, UnknownLanguage (from `show`).
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
        motion: bool | None = None,
    ) -> None:
        self.surface = open_screen(size, mode)
        self.layout = Layout.of(self.surface.get_size(), diagonal_in, centres)
        self.painted_px = 0  #: pixels painted by the last `show` or `advance`
        self._clock = clock
        self._names = names
        self._centres = tuple(centres)
        self._words: dict[str, Words] = {}
        self._store = Store()
        self._screen: Screen | None = None
        self._shown: list[Item] | None = None
        self._canvas: Canvas | None = None
        self._moves = mode != "headless" if motion is None else motion
        self._motion: Motion | None = None
        self._moves_until = 0.0
        self._counted_before: dict[str, int] = {}
        self._fading: _Fade | None = None
        self._dimmed = 0.0
        self._ahead = iter(("turn_prompt", "turn_second", "turn_third_eight", "doubt", "setup_game", "start_throw"))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the screen back."""
        pygame.display.quit()

    def change(self, *, diagonal_in: float | None = None, names: Mapping[str, str] | None = None) -> None:
        """Have another size of type or other names of the games count from the next `show` on."""
        self.layout = Layout.of(self.surface.get_size(), diagonal_in, self._centres)
        self._names = names
        self._words.clear()
        self._store.forget_parts()
        self._screen = self._shown = self._canvas = None

    @property
    def screen(self) -> Screen | None:
        """What is shown."""
        return self._screen

    def show(self, screen: Screen) -> bool:
        """Paint what differs from what is shown; go on with a motion under way. Returns whether anything was painted.

        What is new on a screen may start a motion; the next view, or a press, ends it.
        """
        if screen == self._screen and self._shown is not None:
            return self.advance(self._clock())
        canvas = self.compose(screen)
        before, was = self._canvas, self._screen
        self._screen, self._canvas = screen, canvas
        same_view = was is not None and was.view == screen.view and was.language == screen.language
        if not same_view or (was is not None and screen.pressed - was.pressed):
            self._motion, self._fading = None, None
        if self._moves and before is not None and was is not None and not same_view:
            self._begin_motion(was, before, screen, canvas)
        if self._motion is not None:
            return self.advance(self._clock())
        return self._paint(canvas.items, screen)

    @property
    def moving(self) -> bool:
        """Whether a motion is under way, so that `show` or `advance` should be called again soon."""
        return self._motion is not None

    def advance(self, now: float) -> bool:
        """Paint the next moment of a motion; returns whether anything was painted (nothing moves: False)."""
        motion, screen, canvas = self._motion, self._screen, self._canvas
        if motion is None or screen is None or canvas is None:
            return False
        if now >= self._moves_until:
            fade, self._motion, self._fading = self._fading, None, None
            if fade is not None:
                self.surface.blit(fade.after, fade.area)
                pygame.display.update(fade.area)
                return True
            return self._paint(canvas.items, screen)
        part = min(1.0, (now - motion.started) / COUNT_S)
        if self._fading is not None:
            return self._fade(self._fading, now)
        counted = counting(self._counted_before, canvas.counters, part)
        items = self.compose(screen, counted).items if counted and part < 1 else canvas.items
        return self._paint(motion.items(items, now), screen)

    def _fade(self, fade: _Fade, now: float) -> bool:
        """The next moment of a change of pages: only the part that differs is mixed, and not more often than it is seen."""
        if now - fade.painted < FADE_STEP_S:
            return False
        fade.painted = now
        fade.before.set_alpha(round(255 * max(0.0, 1 - (now - fade.started) / FADE_S)))
        self.surface.blit(fade.after, fade.area)
        self.surface.blit(fade.before, fade.area)
        self.painted_px = fade.area.w * fade.area.h
        pygame.display.update(fade.area)
        return True

    def _begin_motion(self, was: Screen, before: Canvas, screen: Screen, canvas: Canvas) -> None:
        now = self._clock()
        tray = self.layout.tray
        if isinstance(was.view, IdleView) and isinstance(screen.view, IdleView):
            if was.view.page != screen.view.page:
                self._begin_fade(before, canvas, screen, now)
            return
        same_kind = type(was.view) is type(screen.view)
        motion = Motion(before.items if same_kind else (), canvas.items, now, (tray.cx, tray.cy))
        if not same_kind:
            motion = Motion(before.items, _of_celebration(screen, canvas.items), now, (tray.cx, tray.cy))
        self._counted_before = before.counters
        counts = same_kind and bool(counting(before.counters, canvas.counters, 0.0))
        self._moves_until = max(motion.ends, now + COUNT_S if counts else now)
        if self._moves_until > now:
            self._motion = motion

    def _begin_fade(self, before: Canvas, canvas: Canvas, screen: Screen, now: float) -> None:
        whole = self.surface.get_rect()
        if screen.dim or not (changed := _differences(before.items, canvas.items, whole)):
            return
        area = changed[0].unionall(changed[1:])
        was = self.surface.subsurface(area).copy()
        self._paint(canvas.items, screen)
        self._fading = _Fade(area, was, self.surface.subsurface(area).copy(), now)
        self.surface.blit(was, area)
        self._motion = Motion((), (), now, (0, 0))
        self._moves_until = now + FADE_S

    def repaint(self, screen: Screen) -> None:
        """Paint the whole screen at once, changed or not, without motion."""
        self._shown, self._motion, self._fading = None, None, None
        self._screen, self._canvas = screen, self.compose(screen)
        self._paint(self._canvas.items, screen)

    def compose(self, screen: Screen, counting: dict[str, int] | None = None) -> Canvas:
        """The screen as a canvas of items, not yet painted; `counting` are sums on their way to what they will be."""
        if screen.language not in self._words:
            self._words[screen.language] = Words(screen.language, self._names)
        canvas = Canvas(self.surface.get_size(), self._words[screen.language], self._store)
        canvas.counting = counting or {}
        painters.paint(canvas, self.layout, screen)
        if screen.shift != (0, 0):
            dx, dy = screen.shift
            canvas.items = [item._replace(x=item.x + dx, y=item.y + dy) for item in canvas.items]
        return canvas

    def prepare(self) -> bool:
        """Draw ahead what the screens of a game need, a screen a call, without showing it; returns whether there is more.
        Called while nobody plays, it makes the first screens of a game as quick as the later ones."""
        name = next(self._ahead, None)
        if name is None:
            return False
        language = self._screen.language if self._screen is not None else "de"
        self.compose(replace(SAMPLES[name](), language=language))
        return True

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


def _of_celebration(screen: Screen, items: list[Item]) -> list[Item]:
    """When another kind of screen comes, only a celebration moves."""
    return items if isinstance(screen.view, CelebrationView) else []


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
    for source, x, y, w, h, _, alpha, part in items:
        if not everything and (x >= right or y >= bottom or x + w <= left or y + h <= top):
            continue
        if isinstance(source, tuple):
            if alpha == 255:
                surface.fill(source, (x, y, w, h))
            else:
                thin = pygame.Surface((w, h))
                thin.fill(source)
                thin.set_alpha(alpha)
                surface.blit(thin, (x, y))
        elif alpha == 255 and part == 1.0:
            surface.blit(source, (x, y))
        else:
            source.set_alpha(alpha)
            surface.blit(source, (x, y), (0, 0, round(w * part), h))
            source.set_alpha(255)
    surface.set_clip(None)
