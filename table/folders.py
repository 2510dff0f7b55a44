"""Where the table keeps things if nobody says otherwise."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path


def default_data() -> Path:
    """The data folder: systemd's StateDirectory for the service, else the user's own data folder (XDG)."""
    state = os.environ.get("STATE_DIRECTORY")
    if state:
        return Path(state.split(":")[0])
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "knobeltisch"


def runtime_folder(environ: Mapping[str, str] | None = None) -> Path | None:
    """The folder that lives as long as the service, None where there is none. systemd names all that the unit asks for, joined by
    colons; the first is the table's own."""
    named = (os.environ if environ is None else environ).get("RUNTIME_DIRECTORY")
    return Path(named.split(":")[0]) if named else None


def default_config() -> Path | None:
    """The config file that is used if there is one: the machine's own, then the user's."""
    base = os.environ.get("XDG_CONFIG_HOME")
    places = (
        Path("/etc/knobeltisch/knobeltisch.toml"),
        (Path(base) if base else Path.home() / ".config") / "knobeltisch.toml",
    )
    return next((path for path in places if path.exists()), None)
