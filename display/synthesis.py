"""How the sounds in `sound_files/` are made: wood, felt and glass from decaying tones and filtered noise.

Run `python -m display.synthesis` to write them anew. They are dry, short and below talk level; nothing here is recorded.
"""

from __future__ import annotations

import wave
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

RATE = 44_100  #: samples a second
FOLDER = Path(__file__).with_name("sound_files")
Wave = npt.NDArray[np.float64]


def _time(seconds: float) -> Wave:
    return np.arange(int(RATE * seconds)) / RATE


def struck(partials: Sequence[tuple[float, float, float]], seconds: float) -> Wave:
    """A struck body: (frequency in Hz, loudness, decay time in s) for each of its tones."""
    t = _time(seconds)
    made = sum((a * np.sin(2 * np.pi * f * t) * np.exp(-t / d) for f, a, d in partials), np.zeros_like(t))
    return np.asarray(made)


def noise(seconds: float, low: float, high: float, seed: int) -> Wave:
    """Noise between two frequencies (Hz)."""
    count = int(RATE * seconds)
    spectrum = np.fft.rfft(np.random.default_rng(seed).normal(size=count))
    frequency = np.fft.rfftfreq(count, 1 / RATE)
    spectrum *= np.exp(-np.clip(low - frequency, 0, None) / (low * 0.3)) * np.exp(
        -np.clip(frequency - high, 0, None) / (high * 0.3)
    )
    made = np.fft.irfft(spectrum, count)
    return np.asarray(made / np.abs(made).max())


def wood(pitch: float, seconds: float = 0.12, seed: int = 1) -> Wave:
    """A knock on wood: a few tones that die at once, and a little of the blow itself."""
    body = struck(((pitch, 1.0, 0.022), (pitch * 2.71, 0.4, 0.012), (pitch * 5.15, 0.18, 0.006)), seconds)
    blow = noise(seconds, 900, 4000, seed) * np.exp(-_time(seconds) / 0.004) * 0.35
    return body + blow


def glass(pitch: float, seconds: float = 0.9) -> Wave:
    """A glass touched once: high tones, slightly out of tune, that ring on."""
    return struck(
        ((pitch, 1.0, 0.28), (pitch * 1.004, 0.5, 0.24), (pitch * 2.32, 0.35, 0.16), (pitch * 4.25, 0.14, 0.07)),
        seconds,
    )


def scratch(seconds: float, start: float, end: float, seed: int) -> Wave:
    """A pencil on paper, its colour moving from `start` to `end` Hz."""
    t = _time(seconds)
    part = t / seconds
    bright, dark = noise(seconds, start * 0.6, start * 1.6, seed), noise(seconds, end * 0.6, end * 1.6, seed + 1)
    grain = 0.7 + 0.3 * noise(seconds, 18, 60, seed + 2)
    return (bright * (1 - part) + dark * part) * grain * np.sin(np.pi * part) ** 0.6


def after(*parts: tuple[float, Wave]) -> Wave:
    """Waves laid over each other, each from its own moment (s) on."""
    made = np.zeros(max(int(at * RATE) + len(sound) for at, sound in parts))
    for at, sound in parts:
        start = int(at * RATE)
        made[start : start + len(sound)] += sound
    return made


def cork(rising: bool) -> Wave:
    """A cork in (falling) or out (rising): a short tone that bends."""
    t = _time(0.11)
    bend = np.linspace(260, 520, len(t)) if rising else np.linspace(420, 210, len(t))
    tone = np.sin(2 * np.pi * np.cumsum(bend) / RATE) * np.exp(-t / 0.028)
    return tone + noise(0.11, 300, 1200, 7) * np.exp(-t / 0.01) * 0.3


def coin() -> Wave:
    """A coin spun until it lies: touches that come faster and get softer."""
    moments, at, gap = [], 0.0, 0.13
    while gap > 0.012:
        moments.append(at)
        at += gap
        gap *= 0.9
    rings = [
        (moment, glass(2300 + 90 * (n % 3), 0.16) * 0.6 * (1 - 0.75 * n / len(moments)))
        for n, moment in enumerate(moments)
    ]
    return after(*rings, (at, wood(240) * 0.7))


def soft(pitch: float) -> Wave:
    """A soft even note."""
    t = _time(0.26)
    return struck(((pitch, 1.0, 0.12), (pitch * 2, 0.2, 0.06)), 0.26) * np.clip(t / 0.012, 0, 1)


#: name → (the wave, loudness of its loudest moment 0–1)
SOUNDS: dict[str, tuple[Wave, float]] = {
    "press": (wood(1150, 0.06), 0.32),
    "hold": (cork(rising=False), 0.40),
    "release": (cork(rising=True), 0.40),
    "read": (after((0.0, wood(310, 0.16, 2)), (0.12, wood(360, 0.16, 3))), 0.42),
    "enter": (scratch(0.2, 3400, 2600, 11), 0.30),
    "strike": (scratch(0.42, 3600, 1100, 21), 0.32),
    "undo": (scratch(0.16, 1500, 3000, 31), 0.26),
    "turn": (glass(1480), 0.30),
    "doubt": (after((0.0, soft(440)), (0.2, soft(440))), 0.30),
    "kniffel": (after((0.0, glass(1175)), (0.16, glass(1480)), (0.32, glass(1976, 1.2))), 0.40),
    "bonus": (after((0.0, glass(988)), (0.14, glass(1245)), (0.28, glass(1661, 1.1))), 0.38),
    "pays": (coin(), 0.38),
}


def write(folder: Path = FOLDER) -> None:
    """Write every sound as a 16 bit mono WAV."""
    folder.mkdir(exist_ok=True)
    for name, (sound, loudness) in SOUNDS.items():
        fade = np.minimum(1, np.arange(len(sound))[::-1] / (0.01 * RATE))
        samples = sound * fade * (loudness / np.abs(sound).max())
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes((samples * 32767).astype("<i2").tobytes())


if __name__ == "__main__":
    write()
