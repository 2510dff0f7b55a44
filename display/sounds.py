"""The table's sounds. The mixer is opened with the first sound that is to be heard; a table without a device stays silent."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable
from pathlib import Path

FOLDER = Path(__file__).with_name("sound_files")

#: What can be heard: of a press, of a held die, of a throw read, … Each kind can be muted by itself.
KINDS = (
    "press",
    "hold",
    "release",
    "read",
    "enter",
    "strike",
    "undo",
    "turn",
    "doubt",
    "kniffel",
    "bonus",
    "pays",
)
#: Night mode: everything at this part of the volume, and the bright glasses not at all.
NIGHT_PART = 0.4
SILENT_AT_NIGHT = frozenset({"turn", "kniffel", "bonus"})

_log = logging.getLogger(__name__)


class UnknownSound(KeyError):
    """There is no sound of that name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)

    def __str__(self) -> str:
        return f"sound {self.args[0]!r} is unknown; allowed: {', '.join(KINDS)}"


class NoSoundDevice(RuntimeError):
    """The machine has no working sound device. Only logged: a silent table plays on."""


class Sounds:
    """Plays sounds by name.

    volume: 0–1; night: softer, without the glasses; muted: kinds not to be heard. `silent_because` is the named condition
    (a `NoSoundDevice`) once opening the mixer has failed, else None. Raises UnknownSound (also for `muted`).
    """

    def __init__(
        self,
        *,
        volume: float = 0.7,
        night: bool = False,
        muted: Iterable[str] = (),
        open_mixer: Callable[[], None] | None = None,
    ) -> None:
        self.volume = max(0.0, min(1.0, volume))
        self.night = night
        self.muted = frozenset(muted)
        for name in self.muted:
            _known(name)
        self.silent_because: NoSoundDevice | None = None
        self._open_mixer = open_mixer or _open_mixer
        self._loaded: dict[str, object] = {}
        self._is_open = False

    def loudness(self, name: str) -> float:
        """How loud a sound would be now, 0 (not heard) – 1."""
        _known(name)
        if name in self.muted or (self.night and name in SILENT_AT_NIGHT):
            return 0.0
        return self.volume * (NIGHT_PART if self.night else 1.0)

    def play(self, name: str) -> None:
        """Start a sound and return at once."""
        loudness = self.loudness(name)
        if loudness <= 0 or not self._ready():
            return
        import pygame

        try:
            sound = self._loaded.get(name)
            if not isinstance(sound, pygame.mixer.Sound):
                sound = self._loaded[name] = pygame.mixer.Sound(str(FOLDER / f"{name}.wav"))
            sound.set_volume(loudness)
            sound.play()
        except RuntimeError as error:  # pygame.error is one
            self.close()
            self._stay_silent(f"the sound device is gone ({error})")

    def close(self) -> None:
        """Give the sound device back."""
        if self._is_open:
            import pygame

            pygame.mixer.quit()
            self._is_open = False
            self._loaded.clear()

    def _ready(self) -> bool:
        if self._is_open or self.silent_because is not None:
            return self._is_open
        try:
            self._open_mixer()
        except RuntimeError as error:  # pygame.error is one
            self._stay_silent(f"no sound device ({error})")
            return False
        self._is_open = True
        return True

    def _stay_silent(self, why: str) -> None:
        self.silent_because = NoSoundDevice(f"{why}; the table stays silent")
        _log.warning("%s", self.silent_because)


def _known(name: str) -> None:
    if name not in KINDS:
        raise UnknownSound(name)


def _open_mixer() -> None:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    pygame.mixer.init(frequency=44_100, size=-16, channels=1, buffer=512)
