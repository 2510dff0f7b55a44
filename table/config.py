"""The config file: TOML into typed structs. Unknown keys and bad values are refused with file, key and what is allowed."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import msgspec.inspect

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

    source: Annotated[str, msgspec.Meta(min_length=1)] = "auto"
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
        # Windows' editor begins a file with a mark of the byte order.
        values = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BadConfig(f"config {path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise BadConfig(
            f"config {path}: line {line}: found bytes that are no UTF-8; allowed: text saved as UTF-8"
        ) from error
    except tomllib.TOMLDecodeError as error:
        raise BadConfig(f"config {path}: is no TOML ({_with_its_line(str(error), path)})") from error
    except RecursionError as error:
        raise BadConfig(f"config {path}: is no TOML (nested too deeply)") from error
    try:
        config = msgspec.convert(values, Config)
    except msgspec.ValidationError as error:
        raise BadConfig(f"config {path}: {wrong_value(values) or error}") from error
    wrong = wrong_with(config)
    if wrong is not None:
        raise BadConfig(f"config {path}: {wrong}")
    return config


def _with_its_line(message: str, path: Path) -> str:
    """The parser's message with the line it means, for a key that stands twice is not named by it."""
    place = re.search(r"at line (\d+)", message)
    lines = path.read_text(encoding="utf-8-sig").split("\n")
    if place is None or int(place[1]) > len(lines):
        return message
    return f"{message}: {_shown(lines[int(place[1]) - 1].strip())}"


def wrong_value(values: object, kind: msgspec.inspect.Type | None = None, key: str = "") -> str | None:
    """The first value of a tree that is none of its kind (default: of a config): its key, what was found, what is allowed."""
    kind = msgspec.inspect.type_info(Config) if kind is None else kind
    if isinstance(kind, msgspec.inspect.StructType) and isinstance(values, dict):
        return _wrong_field(values, kind, key)
    if isinstance(kind, msgspec.inspect.DictType) and isinstance(values, dict):
        found = (wrong_value(value, kind.value_type, f"{key}.{name}") for name, value in values.items())
        return next((wrong for wrong in found if wrong), None)
    if isinstance(kind, msgspec.inspect.VarTupleType) and isinstance(values, list | tuple):
        found = (wrong_value(value, kind.item_type, f"{key}[{n}]") for n, value in enumerate(values))
        return next((wrong for wrong in found if wrong), None)
    return None if _fits(values, kind) else f"{key}: found {_shown(values)}; allowed: {_allowed(kind)}"


def _wrong_field(values: dict[str, object], kind: msgspec.inspect.StructType, key: str) -> str | None:
    fields = {field.name: field for field in kind.fields}
    for name, value in values.items():
        place = f"{key}.{name}".lstrip(".")
        if name not in fields:
            where = f"[{key}]" if key else "the config"
            return f"{place}: found an unknown key; allowed in {where}: {', '.join(fields)}"
        wrong = wrong_value(value, fields[name].type, place)
        if wrong is not None:
            return wrong
    missing = [name for name, field in fields.items() if field.required and name not in values]
    return f"{key}: found no {missing[0]}; allowed: {_allowed(fields[missing[0]].type)}" if missing else None


def _fits(value: object, kind: msgspec.inspect.Type) -> bool:
    match kind:
        case msgspec.inspect.UnionType():
            return any(_fits(value, one) for one in kind.types)
        case msgspec.inspect.NoneType():
            return value is None
        case msgspec.inspect.BoolType():
            return isinstance(value, bool)
        case msgspec.inspect.LiteralType():
            return value in kind.values
        case msgspec.inspect.StrType():
            return isinstance(value, str) and (kind.min_length or 0) <= len(value) <= (kind.max_length or len(value))
        case msgspec.inspect.IntType():
            return isinstance(value, int) and not isinstance(value, bool) and _in_bounds(value, kind)
        case msgspec.inspect.FloatType():
            return isinstance(value, int | float) and not isinstance(value, bool) and _in_bounds(value, kind)
    return False


def _in_bounds(value: float, kind: msgspec.inspect.IntType | msgspec.inspect.FloatType) -> bool:
    low, high = kind.ge, kind.le
    return (low is None or value >= low) and (high is None or value <= high)


def _allowed(kind: msgspec.inspect.Type) -> str:
    """What may stand there, in words."""
    match kind:
        case msgspec.inspect.UnionType():
            return " or ".join(_allowed(one) for one in kind.types if not isinstance(one, msgspec.inspect.NoneType))
        case msgspec.inspect.BoolType():
            return "true, false"
        case msgspec.inspect.LiteralType():
            return ", ".join(str(value) for value in kind.values)
        case msgspec.inspect.StrType():
            return "a text" + (
                f" of {kind.min_length or 0} to {kind.max_length} characters" if kind.max_length else " in quotes"
            )
        case msgspec.inspect.IntType() | msgspec.inspect.FloatType():
            word = "a whole number" if isinstance(kind, msgspec.inspect.IntType) else "a number"
            return (
                word
                + (f" from {kind.ge:g}" if kind.ge is not None else "")
                + (f" to {kind.le:g}" if kind.le is not None else "")
            )
        case msgspec.inspect.VarTupleType():
            return f"a list, each {_allowed(kind.item_type)}"
        case msgspec.inspect.StructType():
            return f"a section with {', '.join(field.name for field in kind.fields)}"
    return "a section of names and values"


def _shown(value: object) -> str:
    """A value in one line that is not too long."""
    text = str(value).lower() if isinstance(value, bool) else repr(value) if isinstance(value, str) else str(value)
    text = "".join(sign if sign.isprintable() else "?" for sign in text)
    return text if len(text) <= 40 else f"{text[:39]}…"


def wrong_with(config: Config) -> str | None:
    """What is wrong with a config beyond its types: what was found and what is allowed; None if nothing is."""
    unknown = [name for name in config.pins if name not in Button.__members__]
    if unknown:
        return f"pins.{unknown[0]}: found no button of that name; allowed: {', '.join(Button.__members__)}"
    silent = [kind for kind in config.sound.muted if kind not in KINDS]
    if silent:
        return f"sound.muted: found {_shown(silent[0])}, no kind of sound; allowed: {', '.join(KINDS)}"
    strange = [name for name in config.names if name not in GAME_NAMES]
    if strange:
        return f"names.{strange[0]}: found no game with a name to choose; allowed: {', '.join(GAME_NAMES)}"
    unseen = _unseen(config)
    if unseen is not None:
        return unseen
    middles = config.screen.centres
    if middles and (len(middles) != len(PANEL_BUTTONS) or list(middles) != sorted(set(middles))):
        allowed = f"{len(PANEL_BUTTONS)} numbers between 0 and 1, rising from left to right"
        return f"screen.centres: found {list(middles)}; allowed: {allowed}"
    try:
        check_pins(config.pin_table())
    except BadPanel as error:
        return str(error)
    return None


def _unseen(config: Config) -> str | None:
    """A text that guests would not see: of blanks alone, or with signs that are none."""
    texts = {"title": config.title, **{f"names.{name}": text for name, text in config.names.items()}}
    texts |= {f"regulars[{n}]": text for n, text in enumerate(config.regulars)}
    wrong = next((key for key, text in texts.items() if not text.isprintable() or not text.strip()), None)
    return (
        None
        if wrong is None
        else f"{wrong}: found {_shown(texts[wrong])}; allowed: letters, digits and signs that can be seen"
    )
