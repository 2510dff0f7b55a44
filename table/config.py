"""The config file: TOML into typed structs. Unknown keys and bad values are refused with file, key and what is allowed."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from display.sounds import KINDS
from display.words import GAME_NAMES
from hardware import DEFAULT_PINS, PANEL_BUTTONS, BadPanel, Button, Pins, check_pins
from table.errors import BadConfig

Size = Annotated[int, msgspec.Meta(ge=240, le=7680)]


class PinPair(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """BCM numbers of a button and its lamp."""

    button: Annotated[int, msgspec.Meta(ge=0, le=27)]
    lamp: Annotated[int, msgspec.Meta(ge=0, le=27)] | None = None


class CameraConfig(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Which camera, and how fast."""

    source: str = "auto"
    fps: Annotated[int, msgspec.Meta(ge=5, le=60)] = 15


class ScreenConfig(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The panel's pixels and how it is opened. centres: where the nine buttons' middles stand, as parts of the screen's
    width from the left, if not where the grid has them."""

    mode: Literal["fullscreen", "window"] = "fullscreen"
    width: Size = 1920
    height: Size = 1080
    diagonal_in: Annotated[float, msgspec.Meta(ge=4, le=60)] | None = None
    centres: tuple[Annotated[float, msgspec.Meta(ge=0, le=1)], ...] = ()


class SoundConfig(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """How loud, and what stays silent."""

    volume: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.6
    night: bool = False
    muted: tuple[str, ...] = ()


class Config(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """All settings of a table; every one has a default that works."""

    language: Literal["de", "en"] = "de"
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=24)] = "Knobeltisch"
    rules: Literal["wirtshaus", "klassisch", "meisterschaft", "ohne_joker", "verlag", "einfach"] = "wirtshaus"
    regulars: tuple[Annotated[str, msgspec.Meta(min_length=1, max_length=14)], ...] = ()
    pause_after_s: Annotated[int, msgspec.Meta(ge=30)] = 600
    keep_photos_of_games: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 20
    camera: CameraConfig = msgspec.field(default_factory=CameraConfig)
    screen: ScreenConfig = msgspec.field(default_factory=ScreenConfig)
    sound: SoundConfig = msgspec.field(default_factory=SoundConfig)
    keyboard: bool = False  #: whether a keyboard that is plugged in presses the buttons of a table with pins
    names: dict[str, Annotated[str, msgspec.Meta(min_length=1, max_length=14)]] = msgspec.field(default_factory=dict)
    pins: dict[str, PinPair] = msgspec.field(default_factory=dict)

    def pin_table(self) -> dict[Button, Pins]:
        """The default wiring with the config's own entries in place."""
        return {**DEFAULT_PINS, **{Button(name): Pins(pair.button, pair.lamp) for name, pair in self.pins.items()}}


def load(path: Path) -> Config:
    """Read a config file. Raises BadConfig in one line: file, key, what was found, what is allowed."""
    try:
        text = path.read_text(encoding="utf-8")
        values = tomllib.loads(text)
    except OSError as error:
        raise BadConfig(f"config {path}: cannot be read ({error.strerror})") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfig(f"config {path}: is no TOML ({error})") from error
    try:
        config = msgspec.convert(values, Config)
    except msgspec.ValidationError as error:
        raise BadConfig(f"config {path}: {_plain(str(error))}") from error
    wrong = wrong_with(config)
    if wrong is not None:
        raise BadConfig(f"config {path}: {wrong}")
    return config


def wrong_with(config: Config) -> str | None:
    """What is wrong with a config beyond its types: what was found and what is allowed; None if nothing is."""
    unknown = [name for name in config.pins if name not in Button.__members__]
    if unknown:
        return f"pins.{unknown[0]} is no button; allowed: {', '.join(Button.__members__)}"
    silent = [kind for kind in config.sound.muted if kind not in KINDS]
    if silent:
        return f"sound.muted: {silent[0]} is no kind of sound; allowed: {', '.join(KINDS)}"
    strange = [name for name in config.names if name not in GAME_NAMES]
    if strange:
        return f"names.{strange[0]} is no game with a name to choose; allowed: {', '.join(GAME_NAMES)}"
    middles = config.screen.centres
    if middles and (len(middles) != len(PANEL_BUTTONS) or list(middles) != sorted(set(middles))):
        allowed = f"{len(PANEL_BUTTONS)} numbers between 0 and 1, rising from left to right"
        return f"screen.centres: found {list(middles)}; allowed: {allowed}"
    try:
        check_pins(config.pin_table())
    except BadPanel as error:
        return str(error)
    return None


def _plain(message: str) -> str:
    """msgspec's message, with the keys that are allowed where one is unknown."""
    structs = {"$": Config, "$.camera": CameraConfig, "$.screen": ScreenConfig, "$.sound": SoundConfig}
    if "unknown field" in message:
        place = message.rsplit("at `", 1)[1].rstrip("`") if "at `" in message else "$"
        allowed = structs.get(place, PinPair)
        return f"{message}; allowed: {', '.join(allowed.__struct_fields__)}"
    return message
