"""What is set at the table itself (service menu): kept in the data folder, laid over the config file.

Only what differs from the config file is kept, so that the landlord's later changes there still count.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from table.config import Config, wrong_value, wrong_with
from table.durable import put
from table.errors import TableError

FILE_NAME = "settings.json"
#: What may be set at the table, by config section ("" is the top one).
_SETTABLE: dict[str, tuple[str, ...]] = {
    "": ("language", "title", "rules", "regulars", "names"),
    "screen": ("diagonal_in",),
    "sound": ("volume", "night", "muted"),
}


class BadSettings(TableError, ValueError):
    """The table's own settings cannot be read; the config file's count until something is set anew."""


class SettingsRefused(TableError, OSError):
    """The disk does not take the settings; they count until the table is switched off."""


def load(folder: Path, config: Config) -> Config:
    """The config with the table's own settings laid over it. Raises BadSettings in one line."""
    path = folder / FILE_NAME
    try:
        changes = msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
        values = msgspec.to_builtins(config)
        for section, names in _SETTABLE.items():
            found = changes if section == "" else changes.get(section, {})
            target = values if section == "" else values[section]
            target.update({name: found[name] for name in names if name in found})
        wrong = wrong_value(values)
        if wrong is None:
            laid_over = msgspec.convert(values, Config)
            wrong = wrong_with(laid_over)
    except FileNotFoundError:
        return config
    except (OSError, msgspec.MsgspecError, TypeError, AttributeError, ValueError, RecursionError) as error:
        wrong = str(error)
    if wrong is not None:
        raise BadSettings(f"settings {path}: {wrong}; the config file counts, set them anew at the table")
    return laid_over


def save(folder: Path, base: Config, config: Config) -> None:
    """Keep what of `config` differs from the config file's `base`, durably. Raises SettingsRefused."""
    was, now = msgspec.to_builtins(base), msgspec.to_builtins(config)
    changes: dict[str, Any] = {}
    for section, names in _SETTABLE.items():
        old, new = (was, now) if section == "" else (was[section], now[section])
        different = {name: new[name] for name in names if new[name] != old[name]}
        if section == "":
            changes.update(different)
        elif different:
            changes[section] = different
    path = folder / FILE_NAME
    fresh = path.with_suffix(".fresh")
    try:
        fresh.write_bytes(msgspec.json.format(msgspec.json.encode(changes), indent=2))
        put(fresh, path)
    except OSError as error:
        raise SettingsRefused(f"settings {path}: cannot be written ({error.strerror})") from error
