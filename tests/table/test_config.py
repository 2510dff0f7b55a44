"""The config: defaults that work; unknown keys and bad values refused with file, key and what is allowed."""

import pytest

from hardware import DEFAULT_PINS, Button, Pins
from table.config import Config, load
from table.errors import BadConfig


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
        ("colour = 1", r"unknown field `colour`; allowed: language, title"),
        ("[camera]\nzoom = 1", r"unknown field `zoom` - at `\$\.camera`; allowed: source, fps"),
        ('language = "fr"', r"Invalid enum value 'fr' - at `\$\.language`"),
        ("pause_after_s = 1", r"Expected `int` >= 30 - at `\$\.pause_after_s`"),
        ("[pins.KNOB]\nbutton = 2", r"pins\.KNOB is no button; allowed: HOLD_1"),
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
        ('[sound]\nmuted = ["trumpet"]\n', "trumpet is no kind of sound; allowed: press, hold"),
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
