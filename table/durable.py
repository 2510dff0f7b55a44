"""Files that survive a pulled plug: synced before they are relied on, and put in their place in one step."""

from __future__ import annotations

import os
from pathlib import Path


def sync(path: Path) -> None:
    """Have a file, or a folder's entries, on the disk before going on."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def put(fresh: Path, path: Path) -> None:
    """Sync a finished file and give it its name; a cut at any moment leaves what was there before, or the new file whole."""
    sync(fresh)
    fresh.replace(path)
    sync(path.parent)
