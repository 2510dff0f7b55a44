"""What the doctor looks at: every part of a table, each with one line of what was found and one of what to do.

Nothing here changes anything, but for a probe file in the data folder that is removed at once.
"""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2

from display import Sounds
from hardware import Camera, CameraGone, GpioPanel, PanelGone, RecordingEnded
from table import backup
from table.config import Config, load
from table.errors import BadConfig, ForeignJournal, JournalError, NoSuchGame, TornJournal
from table.journal import FILE_NAME, Journal
from table.salvage import FOLDER as DAMAGED
from vision import Frame
from vision.calibration import SOFTEST_EDGE_PX, edge_width_px
from vision.layout import TrayLayout
from vision.tray import find_markers

#: Less free room than this (bytes) is a warning: an evening takes about 5 MB, photos included.
LEAST_FREE = 200_000_000
#: A synced write that takes longer (s) delays the sheet noticeably; worn SD cards do.
SLOWEST_SYNC_S = 0.2
#: Mean grey levels (of 255) between which a tray is well lit, and the share of burnt-out spots that does not matter.
DARKEST, BRIGHTEST, BURNT_SHARE = 35.0, 215.0, 0.05
#: Automatic exposure needs some pictures.
WARM_UP = 10
#: This program was not written before; a clock that says so has been reset.
FIRST_YEAR = 2025


@dataclass(frozen=True)
class Finding:
    """One part: whether it is fit, what was found, and what to do about it ("" if nothing)."""

    part: str
    ok: bool
    found: str
    do: str = ""


@dataclass(frozen=True)
class Patient:
    """The table to be examined. `root` is where /dev, /proc and /sys are; `open_camera` opens the configured camera."""

    config: Config
    config_path: Path | None
    data: Path
    open_camera: Callable[[], Camera]
    wants_pins: bool
    wants_camera: bool = True
    root: Path = Path("/")
    now: Callable[[], float] = time.time


def examine(patient: Patient, only: frozenset[str] = frozenset()) -> Iterator[Finding]:
    """Look at each part in turn; all of them, or those named in `only`."""
    for part, look in PARTS.items():
        if not only or part in only:
            yield from look(patient)


# Parts ------------------------------------------------------------------------------------------------------------------


def _config(patient: Patient) -> Iterator[Finding]:
    if patient.config_path is None:
        yield Finding("config", True, "no file: all defaults")
        return
    try:
        load(patient.config_path)
    except BadConfig as error:
        yield Finding("config", False, str(error), "correct the line, or take it out")
        return
    yield Finding("config", True, str(patient.config_path))


def is_played(data: Path) -> bool:
    """Whether a table works on the data folder now."""
    try:
        lock = os.open(data / "table.lock", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(lock)
    return False


def _camera(patient: Patient) -> Iterator[Finding]:
    if is_played(patient.data):
        yield Finding("camera", True, "the running table has it; stop that to look closer: systemctl stop knobeltisch")
        return
    try:
        with patient.open_camera() as camera:
            name = camera.name
            frame = _settled(camera)
    except (CameraGone, RecordingEnded) as error:
        yield Finding(
            "camera", False, str(error), "check cable and `camera.source`; guests enter dice by hand meanwhile"
        )
        return
    height, width = frame.image.shape[:2]
    yield Finding("camera", True, f"{name}: {width}x{height}")
    yield from look_at_picture(frame)


def _settled(camera: Camera) -> Frame:
    frame = camera.capture()
    for _ in range(WARM_UP):
        try:
            frame = camera.capture()
        except RecordingEnded:
            break
    return frame


def look_at_picture(frame: Frame) -> Iterator[Finding]:
    """Light, focus and the tray's markers, from one picture of the empty or filled tray."""
    grey = cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
    mean, burnt = float(grey.mean()), float((grey >= 254).mean())
    found = f"mean brightness {mean:.0f} of 255, {burnt:.0%} burnt out"
    if mean < DARKEST:
        yield Finding("light", False, found, "too dark: switch the light on, or take off the lens cap")
    elif mean > BRIGHTEST or burnt > BURNT_SHARE:
        yield Finding("light", False, found, "too bright: diffuse the light, keep the sun off the tray")
    else:
        yield Finding("light", True, found)
    edge = edge_width_px(grey) * 1280 / grey.shape[1]
    found = f"sharpest edges {edge:.1f} px wide"
    if edge > SOFTEST_EDGE_PX:
        yield Finding("focus", False, found, "turn the lens, or clean it; the felt's pattern should be seen")
    else:
        yield Finding("focus", True, found)
    wanted = set(TrayLayout().marker_ids)
    seen = wanted & set(find_markers(frame.image))
    found = f"{len(seen)} of {len(wanted)} corner markers seen"
    if seen == wanted:
        yield Finding("tray", True, found)
    else:
        yield Finding(
            "tray", False, found, "move camera or tray until all four corners are in the picture, unobstructed"
        )


def _pins(patient: Patient) -> Iterator[Finding]:
    chips = sorted((patient.root / "dev").glob("gpiochip*"))
    if not chips:
        found = "no GPIO chip on this machine"
        if patient.wants_pins:
            yield Finding("pins", False, found, "run on a Raspberry Pi, or play with --panel keyboard")
        else:
            yield Finding(
                "pins", False, found, "none needed with --panel keyboard; buttons and lamps want a Raspberry Pi"
            )
        return
    if is_played(patient.data):
        yield Finding("pins", True, "the running table has them")
        return
    panel = GpioPanel(patient.config.pin_table())
    closed: list[str] = []
    try:
        panel.open(lambda edge: closed.append(edge.button.value))
        panel.show({})
        panel.close()
    except PanelGone as error:
        yield Finding(
            "pins", False, str(error), "add the user to the group gpio; stop other programs that use the pins"
        )
        return
    if panel.lamp_fault is not None:
        yield Finding("pins", False, panel.lamp_fault, "check the lamp driver's wiring; buttons work without lamps")
    elif closed:
        yield Finding(
            "pins", False, f"closed now: {', '.join(closed)}", "free the button, or check its cable for a short"
        )
    else:
        yield Finding("pins", True, f"{len(patient.config.pin_table())} buttons open, lamps set")


def _sound(patient: Patient) -> Iterator[Finding]:
    try:
        cards = (patient.root / "proc" / "asound" / "cards").read_text(encoding="utf-8").strip()
    except OSError:
        cards = ""
    if not cards or "no soundcards" in cards:
        yield Finding("sound", False, "no sound card", "plug one in or choose HDMI sound; the table plays on without")
        return
    sounds = Sounds(volume=0.01)
    sounds.play("press")
    silent = sounds.silent_because
    sounds.close()
    if silent is not None:
        yield Finding("sound", False, str(silent), "check the cable and `aplay -l`; the table plays on without")
    else:
        yield Finding("sound", True, cards.splitlines()[0].strip())


def _disk(patient: Patient) -> Iterator[Finding]:
    folder = patient.data
    while not os.path.exists(folder):
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    probe = folder / ".doctor"
    try:
        began = time.perf_counter()
        with probe.open("wb") as file:
            file.write(b"\0" * 4096)
            file.flush()
            os.fsync(file.fileno())
        took = time.perf_counter() - began
        probe.unlink()
    except OSError as error:
        do = "look as root (sudo)" if error.errno == errno.EACCES else "make room, or mount it writable"
        yield Finding("disk", False, f"{folder} takes no files: {error.strerror}", do)
        return
    found = f"{free / 1e9:.1f} GB free in {folder}, a synced write takes {took * 1e3:.0f} ms"
    if free < LEAST_FREE:
        yield Finding("disk", False, found, "make room: lower keep_photos_of_games, or take a larger card")
    elif took > SLOWEST_SYNC_S:
        yield Finding("disk", False, found, "the card is worn or busy: take a new one (A1 or better)")
    else:
        yield Finding("disk", True, found)


def _clock(patient: Patient) -> Iterator[Finding]:
    now = patient.now()
    shown = time.strftime("%Y-%m-%d %H:%M", time.localtime(now))
    newest = max(
        (
            os.stat(path).st_mtime
            for path in (patient.data / FILE_NAME, patient.config_path)
            if path and os.path.exists(path)
        ),
        default=0.0,
    )
    do = "set it once (date -s …), or fit a clock battery; play and points do not depend on it"
    if time.localtime(now).tm_year < FIRST_YEAR:
        yield Finding("clock", False, f"{shown}: has been reset", do)
    elif newest > now + 86_400:
        then = time.strftime("%Y-%m-%d", time.localtime(newest))
        yield Finding("clock", False, f"{shown}, but files here are from {then}", do)
    else:
        has_chip = (patient.root / "dev" / "rtc0").exists()
        yield Finding("clock", True, shown + ("" if has_chip else "; no clock chip, so it stands still without power"))


def _screen(patient: Patient) -> Iterator[Finding]:
    cards = sorted((patient.root / "dev" / "dri").glob("card*"))
    if not cards:
        yield Finding("screen", False, "no graphics card", "on a Pi: dtoverlay=vc4-kms-v3d in config.txt")
        return
    connectors = sorted((patient.root / "sys" / "class" / "drm").glob("card*-*"))
    plugged = [path for path in connectors if _text(path / "status") == "connected"]
    if not plugged:
        yield Finding("screen", False, "no screen is connected", "plug it into the HDMI socket beside the power")
        return
    names = ", ".join(f"{path.name.split('-', 1)[1]} {_text(path / 'modes').split(chr(10))[0]}" for path in plugged)
    yield Finding("screen", True, names)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def _journal(patient: Patient) -> Iterator[Finding]:
    try:
        damaged = sorted((patient.data / DAMAGED).glob("*"))
    except OSError:
        damaged = []  # said with the journal itself
    if damaged:
        yield Finding(
            "salvage",
            False,
            f"a damaged journal was put aside: {damaged[-1]}",
            "look at it, then move it away; change the card",
        )
    try:
        with Journal(patient.data, writable=False) as journal:
            wrong = journal.damage()
            journal.check_rows()
            journal.check_moves()
            games = sum(1 for _ in journal.games())
            number = journal.latest("open")
            if number is not None:
                journal.match(number)
    except NoSuchGame:
        yield Finding("journal", True, f"none yet in {patient.data}")
        return
    except TornJournal as error:
        do = "`knobeltisch journal backup`, then start the table: it saves what is sound and keeps the rest aside"
        yield Finding("journal", False, str(error), do)
        return
    except ForeignJournal as error:
        yield Finding("journal", False, str(error), "move it away; the table then begins a new one")
        return
    except JournalError as error:
        yield Finding("journal", False, str(error), "look as root (sudo); check the folder's owner and the disk")
        return
    if wrong is not None:
        yield Finding("journal", False, wrong, "start the table: it saves what is sound and keeps the rest aside")
    else:
        yield Finding("journal", True, f"{games} games, {len(backup.copies(patient.data))} copies")


PARTS: dict[str, Callable[[Patient], Iterator[Finding]]] = {
    "config": _config,
    "camera": _camera,
    "pins": _pins,
    "sound": _sound,
    "screen": _screen,
    "disk": _disk,
    "clock": _clock,
    "journal": _journal,
}
