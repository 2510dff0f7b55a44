"""Where the table keeps things if nobody says otherwise."""

from __future__ import annotations

import os
from pathlib import Path


def default_data() -> Path:
    """The data folder: systemd's StateDirectory for the service, else the user's own data folder (XDG)."""
    state = os.environ.get("STATE_DIRECTORY")
    if state:
        return Path(state.split(":")[0])
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "knobeltisch"


def default_config() -> Path | None:
    """The config file that is used if there is one: the machine's own, then the user's."""
    base = os.environ.get("XDG_CONFIG_HOME")
    places = (
        Path("/etc/knobeltisch/knobeltisch.toml"),
        (Path(base) if base else Path.home() / ".config") / "knobeltisch.toml",
    )
    return next((path for path in places if path.exists()), None)
