"""What can go wrong with parts that can be touched. Each message says what was found, what is allowed and what to do."""

from __future__ import annotations


class HardwareError(Exception):
    """Base of every hardware error."""


class CameraGone(HardwareError, OSError):
    """The camera cannot be opened, or stopped delivering pictures."""


class RecordingEnded(HardwareError, EOFError):
    """A recording has no more frames. Not a fault: the recording is over."""


class BadRecording(HardwareError, ValueError):
    """A folder or video cannot serve as a recording, or breaks off in the middle."""


class BadPanel(HardwareError, ValueError):
    """The panel's script or pin table makes no sense."""


class PanelGone(HardwareError, OSError):
    """The pins cannot be opened, or a lamp driver fails."""
