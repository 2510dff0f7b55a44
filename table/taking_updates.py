"""The table's own half of an update from a stick: find it, look at it, lay it where the caretaker takes it, say how it went.

The caretaker (root) checks everything again on a copy of his own. When he installs, he ends this program; the next one,
the new version or the old one after a roll-back, finds the note that was left and says which it is.
"""

from __future__ import annotations

import json
import logging
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from display.views import Text, msg
from table import durable, updates
from table.machine import INCOMING, UPDATE, Machine
from table.updates import UpdateRefused

log = logging.getLogger(__name__)

NOTE = "update.note"
#: Building and solving takes minutes on a Pi 4.
PATIENCE_S, LOOKS_S = 1800.0, 0.5


def from_stick(
    stick: Path,
    machine: Machine,
    data: Path,
    *,
    key: Path = updates.KEY_PLACE,
    running: str | None = None,
    clock: Callable[[], float] = time.monotonic,
    wait: Callable[[float], None] = time.sleep,
) -> Text:
    """Have the newest update on the stick installed; what the screen says about it.

    Raises MachineRefused where the system takes no requests.
    """
    try:
        update = _newest(stick, key)
        updates.check_newer(update, running or version("knobeltisch"))
        _lay_down(update, data)
        before = machine.answer()
        _note(update, data)
    except UpdateRefused as error:
        log.warning("update refused: %s", error)
        return _said(error.reason, str(error))
    try:
        machine.install_update()
        end = clock() + PATIENCE_S
        while (said := machine.answer()) == before or said is None or not said.startswith(UPDATE):
            if clock() > end:
                return _said("failed", "no answer")
            wait(LOOKS_S)
    finally:
        (data / NOTE).unlink(missing_ok=True)
        (data / INCOMING).unlink(missing_ok=True)
    _, outcome, *rest = said.split(" ", 3)
    if outcome == "done":
        return msg("service.update.done", version=update.version)
    return _said(rest[0], rest[1] if len(rest) > 1 else "")


def news(data: Path, running: str | None = None) -> Text | None:
    """What to say at the start after an update had been begun: that it is there, or that it did not come up. Said once."""
    note = data / NOTE
    try:
        wanted = json.loads(note.read_text(encoding="utf-8"))["to"]
        note.unlink()
        (data / INCOMING).unlink(missing_ok=True)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError):
        return None  # the plug was pulled while it was written: nothing had been begun
    if wanted == (running or version("knobeltisch")):
        return msg("service.update.done", version=wanted)
    return msg("service.update.failed", detail=wanted)


def _newest(stick: Path, key: Path) -> updates.Update:
    """The newest update on a stick that is rightly signed; if none is, why the last one is not."""
    found, refused = [], UpdateRefused("none", f"{stick}: no file named {updates.PATTERN}")
    for path in sorted(stick.glob(updates.PATTERN)):
        try:
            found.append(updates.check(path, key))
        except UpdateRefused as error:
            refused = error
    if not found:
        raise refused
    return max(found, key=lambda update: updates.order(update.version))


def _lay_down(update: updates.Update, data: Path) -> None:
    fresh = data / f".{INCOMING}"
    try:
        shutil.copyfile(update.path, fresh)
        durable.put(fresh, data / INCOMING)
    except OSError as error:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise UpdateRefused("no_room", f"{data}: does not take the update ({error.strerror}); make room") from error


def _note(update: updates.Update, data: Path) -> None:
    try:
        (data / NOTE).write_text(json.dumps({"to": update.version}), encoding="utf-8")
        durable.sync(data / NOTE)
    except OSError as error:
        for name in (NOTE, INCOMING):
            with suppress(OSError):
                (data / name).unlink(missing_ok=True)
        raise UpdateRefused("no_room", f"{data}: does not take a note ({error.strerror}); make room") from error


def _said(reason: str, detail: str) -> Text:
    return msg(f"service.update.{reason}", detail=detail)
