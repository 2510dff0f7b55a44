"""The config: defaults that work; unknown keys and bad values refused with file, key and what is allowed."""

import random

import msgspec
import pytest
from msgspec.structs import replace

from hardware import DEFAULT_PINS, Button, Pins
from table.config import CameraConfig, Config, ScreenConfig, SoundConfig, load
from table.errors import BadConfig
from table.settings import BadSettings, save
from table.settings import load as load_settings


def written(tmp_path, text):
    path = tmp_path / "k.toml"
    path.write_text(text)
    return path


def test_an_empty_file_is_the_default(tmp_path):
    assert load(written(tmp_path, "")) == Config()


def test_values_and_pins_are_taken(tmp_path):
    config = load(written(tmp_path, 'language = "en"\nregulars = ["Anna"]\n[pins.OK]\nbutton = 2\nlamp = 3\n'))
    assert config.language == "en"
    assert config.pin_table() == {**DEFAULT_PINS, Button.OK: Pins(2, 3)}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("colour = 1", r"colour: found an unknown key; allowed in the config: language, title"),
        ("[camera]\nzoom = 1", r"camera\.zoom: found an unknown key; allowed in \[camera\]: source, fps"),
        ('language = "fr"', r"language: found 'fr'; allowed: de, en"),
        ("pause_after_s = 1", r"pause_after_s: found 1; allowed: a whole number from 30"),
        ("[pins.KNOB]\nbutton = 2", r"pins\.KNOB: found no button of that name; allowed: HOLD_1"),
        ("[pins.OK]\nbutton = 5", r"both on GPIO 5"),
        ("language = ", r"is no TOML"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(tmp_path, text, says):
    with pytest.raises(BadConfig, match=says) as error:
        load(written(tmp_path, text))
    assert "k.toml" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(BadConfig, match=r"none\.toml: cannot be read"):
        load(tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[screen]\ncentres = [0.1, 0.2]\n", "screen.centres"),
        ("[screen]\ncentres = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 0.7, 0.9]\n", "rising from left to right"),
        ('[sound]\nmuted = ["trumpet"]\n', "found 'trumpet', no kind of sound; allowed: press, hold"),
        ('[names]\nchess = "Schach"\n', "names.chess"),
        ('rules = "hard"\n', "hard"),
    ],
)
def test_what_makes_no_sense_is_refused_with_what_is_allowed(tmp_path, text, says):
    path = tmp_path / "knobeltisch.toml"
    path.write_text(text)
    with pytest.raises(BadConfig) as refused:
        load(path)
    assert says in str(refused.value)


def test_centres_of_the_buttons_are_taken(tmp_path):
    path = tmp_path / "knobeltisch.toml"
    path.write_text("[screen]\ncentres = [0.05, 0.15, 0.25, 0.35, 0.45, 0.6, 0.72, 0.84, 0.96]\n")
    assert load(path).screen.centres[8] == 0.96


#: Every key, and values of every kind: what does not fit a key must be refused by name.
KEYS = [
    *((key, None) for key in Config.__struct_fields__),
    *(("camera", key) for key in CameraConfig.__struct_fields__),
    *(("screen", key) for key in ScreenConfig.__struct_fields__),
    *(("sound", key) for key in SoundConfig.__struct_fields__),
    ("names", "kniffel"),
    ("pins.OK", "button"),
    ("pins.OK", "lamp"),
]
VALUES = [
    '"x"', '""', '" "', '"a\\u0000b"', '"a\\nb"', '"\\u202E"', '"' + "x" * 99 + '"', "0", "1", "-1", "1.5", "nan", "inf", "-inf",
    "9" * 30, "true", "2026-01-01", "[]", "[1]", '[""]', '["a"]', '[["a"]]', "{}", "{a = 1}",
]  # fmt: skip


@pytest.mark.parametrize(("section", "key"), KEYS)
def test_whatever_stands_at_a_key_is_taken_or_refused_with_key_value_and_what_is_allowed(tmp_path, section, key):
    name = key or section
    for value in VALUES:
        before = "button = 2\n" if key == "lamp" else ""
        path = written(tmp_path, f"[{section}]\n{before}{key} = {value}\n" if key else f"{section} = {value}\n")
        try:
            config = load(path)
        except BadConfig as error:
            said = str(error).removeprefix(f"config {path}: ")
            place, found = said.split(": found ", 1)
            assert name in place or name in found, said
            assert "; allowed" in found and "\n" not in said and said.isprintable(), said
            assert "got `" not in said and "$" not in said
        else:
            assert msgspec.convert(msgspec.to_builtins(config), Config) == config
            texts = (config.title, *config.regulars, *config.names.values())
            assert all(text.strip() and text.isprintable() for text in texts)


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"title = 'Stube'\r\nregulars = ['J\xf6rg']\r\n", "line 2: found bytes that are no UTF-8"),
        ("language = 'de'\n".encode("utf-16"), "line 1: found bytes that are no UTF-8"),
        (b"\0" * 4096, "is no TOML"),
        (b"language = 'de'\nlanguage = 'en'\n", "line 2, column 16): \"language = 'en'\""),
        (b"[camera]\nfps = 5\n[camera]\nfps = 6\n", "'[camera]'"),
        (b"x = " + b"[" * 5000, "nested too deeply"),
        (b"[pins.OK]\nlamp = 2\n", "pins.OK: found no button; allowed: a whole number from 0 to 27"),
    ],
)
def test_a_file_that_is_damaged_or_saved_oddly_is_refused_in_one_line(tmp_path, raw, says):
    path = tmp_path / "k.toml"
    path.write_bytes(raw)
    with pytest.raises(BadConfig) as refused:
        load(path)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_mark_that_windows_puts_before_a_text_is_read_over(tmp_path):
    path = tmp_path / "k.toml"
    path.write_bytes("language = 'en'\r\ntitle = 'Gärtnerei'\r\n".encode("utf-8-sig"))
    assert (load(path).language, load(path).title) == ("en", "Gärtnerei")


def test_every_config_goes_through_the_settings_of_the_table_unchanged(tmp_path):
    config = Config(regulars=("Anna",), names={"kniffel": "Knobeln"}, sound=SoundConfig(muted=("press",)))
    (tmp_path / "settings.json").write_text("{}")
    assert load_settings(tmp_path, config) == config


def test_settings_that_a_card_has_spoilt_are_refused_in_one_line_whatever_they_are(tmp_path):
    base, luck = Config(), random.Random(5)
    save(tmp_path, base, replace(base, title="Stube", regulars=("Anna", "Resi"), sound=SoundConfig(volume=0.3)))
    whole = (tmp_path / "settings.json").read_bytes()
    for _ in range(400):
        raw = bytearray(whole)
        for _ in range(luck.choice((1, 1, 2, 9))):
            raw[luck.randrange(len(raw))] = luck.randrange(256)
        (tmp_path / "settings.json").write_bytes(raw[: luck.choice((len(raw), luck.randrange(len(raw))))])
        try:
            assert load_settings(tmp_path, base).title.isprintable()
        except BadSettings as error:
            assert "\n" not in str(error)
