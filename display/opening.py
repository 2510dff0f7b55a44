"""Opens the screen. Loads nothing but pygame, so that something stands there before the rest of the table is loaded."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from display.theme import CREAM, OAK

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


@contextlib.contextmanager
def _without_pkg_resources() -> Iterator[None]:
    """pygame asks for it only to find its own files, and finds them without; loading it takes nearly half of the time until
    something is on the screen."""
    if "pkg_resources" in sys.modules:
        yield
        return
    sys.modules["pkg_resources"] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules["pkg_resources"]


with _without_pkg_resources():
    import pygame

MODES = ("fullscreen", "window", "headless")
_FONT = Path(__file__).with_name("fonts") / "Lato-Black.ttf"


class NoDisplay(RuntimeError):
    """No screen can be opened here."""

    def __init__(self, why: str) -> None:
        super().__init__(f"no screen can be opened ({why}); a headless table needs none")


class UnknownMode(ValueError):
    """No such way to open a window."""

    def __init__(self, mode: str) -> None:
        super().__init__(f"window mode {mode!r} is unknown; allowed: {', '.join(MODES)}")


def has_display() -> bool:
    """Whether SDL can open a screen here: a desktop session, or a graphics card for KMSDRM."""
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")) or Path("/dev/dri/card0").exists()


def open_screen(size: tuple[int, int], mode: str) -> pygame.Surface:
    """The screen to paint on; a full screen that is open already is taken as it is. Raises NoDisplay, UnknownMode."""
    if mode not in MODES:
        raise UnknownMode(mode)
    if mode == "headless":
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    elif os.environ.get("SDL_VIDEODRIVER") == "dummy":
        del os.environ["SDL_VIDEODRIVER"]
    if mode == "window":
        # On a desktop SDL would load OpenGL (80 MB of it without a graphics card) only to copy our finished pictures.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    try:
        pygame.display.init()
        pygame.font.init()
        if mode == "fullscreen":
            there = pygame.display.get_surface()
            if there is not None and there.get_flags() & pygame.FULLSCREEN:
                return there
            surface = pygame.display.set_mode(pygame.display.get_desktop_sizes()[0], pygame.FULLSCREEN)
            pygame.mouse.set_visible(False)
        else:
            surface = pygame.display.set_mode(size)
    except pygame.error as error:
        raise NoDisplay(str(error)) from error
    pygame.display.set_caption("Knobeltisch")
    return surface


def splash() -> None:
    """Show the table's name on the full screen while the rest is loaded. Raises NoDisplay."""
    surface = open_screen((0, 0), "fullscreen")
    width, height = surface.get_size()
    surface.fill(OAK)
    name = pygame.font.Font(_FONT, height // 8).render("Knobeltisch", True, CREAM)
    surface.blit(name, ((width - name.get_width()) // 2, (height - name.get_height()) // 2))
    pygame.display.flip()
