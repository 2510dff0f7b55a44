"""The calibration on disk: `calibration.json` in the data folder, written whole or not at all."""

from __future__ import annotations

import json
import logging
from dataclasses import asdict
from pathlib import Path

import msgspec
import numpy as np

from table.durable import put
from vision.calibration import Calibration
from vision.lens import Lens

FILE = "calibration.json"
VERSION = 1
log = logging.getLogger(__name__)


class _Form(msgspec.Struct, forbid_unknown_fields=True):
    """The file's form."""

    version: int
    size: tuple[int, int]
    corners: tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
    floor_mm: tuple[float, float]
    markers: dict[int, tuple[float, float]]
    edge_px: float
    evenness: float
    lens: Lens | None = None


def store(data: Path, calibration: Calibration) -> Path:
    """Write the calibration to the data folder. Returns the file; raises OSError if it cannot be written."""
    row = {
        "version": VERSION,
        "size": calibration.size,
        "corners": [[round(float(v), 3) for v in corner] for corner in calibration.corners],
        "floor_mm": calibration.floor_mm,
        "markers": {str(i): [round(v, 3) for v in place] for i, place in calibration.markers.items()},
        "edge_px": round(calibration.edge_px, 3),
        "evenness": round(calibration.evenness, 4),
        "lens": None if calibration.lens is None else asdict(calibration.lens),
    }
    data.mkdir(parents=True, exist_ok=True)
    fresh = data / f"{FILE}.new"
    fresh.write_text(json.dumps(row, indent=1) + "\n", encoding="utf-8")
    put(fresh, data / FILE)
    return data / FILE


def load(data: Path) -> Calibration | None:
    """The calibration of a data folder, or None if there is none or it cannot be understood (a line in the log says so)."""
    path = data / FILE
    try:
        form = msgspec.json.decode(path.read_bytes(), type=_Form)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError) as error:
        log.warning("%s is not used: %s", path, error)
        return None
    if form.version != VERSION:
        log.warning("%s is not used: version %d, known is %d", path, form.version, VERSION)
        return None
    return Calibration(
        form.size, np.array(form.corners), form.floor_mm, form.markers, form.edge_px, form.evenness, form.lens
    )
