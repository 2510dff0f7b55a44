"""The eye's named errors: what was found and what is allowed, in one line."""

from __future__ import annotations


class VisionError(Exception):
    """Base of everything the eye refuses to do."""


class BadImage(VisionError, ValueError):
    """The array or file handed over is no picture the eye can read."""


class BadTray(VisionError, ValueError):
    """The tray region asked for is not inside the picture."""
