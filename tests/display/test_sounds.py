"""Sounds are short and soft, obey volume, night and muting, and a table without a device stays silent without fuss."""

from __future__ import annotations

import logging
import wave

import numpy as np
import pygame
import pytest

from display import synthesis
from display.sounds import FOLDER, KINDS, Sounds, UnknownSound


def _samples(name: str) -> np.ndarray:
    with wave.open(str(FOLDER / f"{name}.wav")) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, synthesis.RATE)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(float) / 32768


@pytest.mark.parametrize("name", KINDS)
def test_a_sound_is_short_soft_and_ends_in_silence(name: str) -> None:
    samples = _samples(name)
    assert len(samples) <= 2.6 * synthesis.RATE
    assert 0.1 < np.abs(samples).max() <= 0.45
    assert np.abs(samples[-40:]).max() < 0.01


def test_a_press_answers_at_once() -> None:
    samples = np.abs(_samples("press"))
    assert np.argmax(samples > 0.1) < 0.005 * synthesis.RATE


def test_there_is_a_file_for_every_kind_and_they_are_what_the_script_makes(tmp_path) -> None:
    synthesis.write(tmp_path)
    assert set(synthesis.SOUNDS) == set(KINDS) == {path.stem for path in FOLDER.glob("*.wav")}
    for name in KINDS:
        with wave.open(str(tmp_path / f"{name}.wav")) as file:
            made = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(int)
        assert np.abs(made - (_samples(name) * 32768)).max() <= 4


def test_volume_night_and_muting() -> None:
    assert Sounds(volume=0.5).loudness("read") == 0.5
    assert Sounds(volume=0.5, night=True).loudness("read") == pytest.approx(0.2)
    assert Sounds(night=True).loudness("kniffel") == 0
    assert Sounds(muted={"press"}).loudness("press") == 0


def test_no_sound_device_is_no_error_and_logged_once(caplog) -> None:
    tries = []

    def broken() -> None:
        tries.append(1)
        raise RuntimeError("ALSA: Couldn't open audio device")

    sounds = Sounds(open_mixer=broken)
    with caplog.at_level(logging.WARNING):
        sounds.play("press")
        sounds.play("read")
    assert len(tries) == 1
    assert [record.message for record in caplog.records] == [
        "no sound device (ALSA: Couldn't open audio device); the table stays silent"
    ]


def test_a_device_that_goes_while_playing_silences_the_table_and_is_logged_once(monkeypatch, caplog) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    sounds = Sounds()
    sounds.play("press")
    pygame.mixer.quit()  # as if the driver had gone: what is loaded can be played no more
    for _ in range(3):
        sounds.play("hold")
    assert "gone" in str(sounds.silent_because)
    assert len([record for record in caplog.records if "stays silent" in record.message]) == 1


def test_a_muted_sound_does_not_even_open_the_device() -> None:
    def never() -> None:
        raise AssertionError("opened")

    Sounds(volume=0, open_mixer=never).play("press")


def test_an_unknown_sound_is_refused_with_those_allowed() -> None:
    with pytest.raises(UnknownSound, match="'boing' is unknown; allowed: press, hold"):
        Sounds().play("boing")


def test_it_plays_through_sdls_silent_driver(monkeypatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    sounds = Sounds()
    sounds.play("press")
    assert sounds.silent_because is None
    sounds.close()
