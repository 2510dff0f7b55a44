"""Puts a table together from its parts: camera, panel, screen, journal; starts them in order and stops them in reverse."""

from __future__ import annotations

import contextlib
import gc
import importlib
import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from display import NoDisplay, Sounds, Window, has_display, msg
from game import Match
from hardware import (
    BadPanel,
    Camera,
    CameraGone,
    GpioPanel,
    KeyboardPanel,
    Panel,
    PiCamera,
    RecordingCamera,
    RecordingEnded,
    ScriptPanel,
    UsbCamera,
    Watchdog,
)
from table import calibrations, taking_updates
from table.backstage import Backstage
from table.calibrating import from_the_menu
from table.clock import SimulatedClock
from table.config import Config
from table.errors import JournalError, UsageError
from table.eye import ThreadedEye
from table.looking import Kind, Looking
from table.loop import Screenlike, Table, refused_to_start
from table.machine import Machine
from table.opening import open_for_play
from table.photos import Photos
from table.recent_log import RecentLog
from table.scenes.play import PlayScene
from table.settings import BadSettings, save
from table.settings import load as load_settings
from table.simulated_hand import SimulatedHand
from table.strategies import Adviser
from vision import CoinReader, DiceReader, Frame
from vision.errors import VisionError
from vision.guard import GuardedReader, TrayGuard

log = logging.getLogger(__name__)

#: How long the screen says that a damaged journal was saved.
NEWS_S = 60.0
#: How often the screen that says why nobody can play asks whether it is to be closed.
REFUSAL_LOOKS_S = 0.1


@dataclass(frozen=True)
class Parts:
    """What was asked for on the command line, after the config."""

    camera: str
    panel: str
    mode: str
    data: Path
    language: str
    config: Config
    file_config: Config | None = None  #: the config as the file has it, without what was set at the table


def run(parts: Parts) -> int:
    """Open the table and play until it is closed. Raises the table's named errors before anything is shown."""
    if parts.mode == "headless" and parts.panel == "keyboard":
        raise UsageError(
            "--headless has no keyboard to press: use --panel script:FILE or gpio, or leave --headless out"
        )
    if parts.mode != "headless" and not has_display():
        raise UsageError(
            "no display found; on a Pi log in to its own screen, or run `make demo` (`knobeltisch demo --headless`)"
        )
    open_camera, hand = camera_of(parts)
    panel = panel_of(parts)
    with contextlib.ExitStack() as stack:
        try:
            opened = open_for_play(parts.data)
        except JournalError as error:
            if parts.mode != "headless":
                with _open_window(parts) as window:
                    show_refusal(window, error, parts.language, Watchdog())
            raise
        journal = stack.enter_context(opened.journal)
        recent = RecentLog()
        logging.getLogger().addHandler(recent)
        stack.callback(logging.getLogger().removeHandler, recent)
        parts, bad_settings = _with_settings(parts)
        window = stack.enter_context(_open_window(parts))
        sound = parts.config.sound
        sounds = Sounds(volume=sound.volume, night=sound.night, muted=sound.muted)
        stack.callback(sounds.close)
        watchdog = Watchdog()
        table: Table | None = None
        guard = TrayGuard(calibration=calibrations.load(opened.data))
        looking = _looking(guard, lambda: table.desk.reads if table else "dice")
        eye = ThreadedEye(
            open_camera,
            looking,
            lambda event, frame: table.post(event, frame) if table else None,
            rests=lambda: table is not None and table.is_idle,
        )
        base = parts.file_config or parts.config

        def apply(config: Config) -> None:
            sounds.volume, sounds.night, sounds.muted = (
                config.sound.volume,
                config.sound.night,
                frozenset(config.sound.muted),
            )
            window.change(diagonal_in=config.screen.diagonal_in, names=config.names)
            save(opened.data, base, config)

        def close() -> None:
            if table is not None:
                table.quitting = True

        machine = Machine()
        table = Table(
            journal=journal,
            config=parts.config,
            photos=Photos(opened.data, keep_games=parts.config.keep_photos_of_games),
            window=window,
            panel=panel,
            clock=time.monotonic,
            language=parts.language,
            watchdog=watchdog,
            eye_is_alive=lambda: eye.is_alive,
            play_sound=sounds.play,
            other_keys=_keys_of(hand, lambda: table),
            adviser=Adviser(parts.data),
            backstage=Backstage(
                data=opened.data,
                machine=machine,
                log=recent,
                frame=lambda: eye.frame,
                calibrate=from_the_menu(opened.data, guard.recalibrate),
                update=(lambda stick: taking_updates.from_stick(stick, machine, opened.data))
                if machine.takes_requests
                else None,
                apply=apply,
                quit=close,
            ),
        )
        if bad_settings is not None:
            log.warning("%s", bad_settings)
            table.desk.say(msg("fault.settings"), seconds=NEWS_S)
        fresh = taking_updates.news(opened.data)
        if fresh is not None:
            table.desk.say(fresh, seconds=NEWS_S)
        if opened.news is not None:
            table.desk.say(opened.news, seconds=NEWS_S)
        if opened.fault is not None:
            table.desk.faults["journal"] = opened.fault
        stack.callback(panel.close)
        with _stopping_on_signals(table):
            stack.callback(eye.stop)
            table.run(once_ready=lambda: _load_the_rest(eye))
    if hanging := eye.hanging:
        # Everything is closed and committed. A library that is still at work would end the process with an abort.
        log.warning("ended while still at work: %s", ", ".join(hanging))
        logging.shutdown()
        os._exit(0)
    return 0


def _load_the_rest(eye: ThreadedEye) -> None:
    """What would keep the first screen waiting: picamera2 takes as long to load as all before it, and the maker of the last screen's
    code brings half of the web's formats; that one now, so that no guest waits for it."""
    eye.start()
    importlib.import_module("segno")
    # Whatever is there now stays: to look through it for garbage again and again would stop the loop for 40 ms here, longer on a Pi.
    gc.collect()
    gc.freeze()


def _with_settings(parts: Parts) -> tuple[Parts, BadSettings | None]:
    """The parts with what was set at the table; a language asked for on the command line stays."""
    try:
        config = load_settings(parts.data, parts.config)
    except BadSettings as error:
        return replace(parts, file_config=parts.config), error
    asked = parts.language != parts.config.language
    language = parts.language if asked else config.language
    return replace(parts, config=config, language=language, file_config=parts.config), None


def _open_window(parts: Parts) -> Window:
    """The screen as configured. Raises UsageError where none can be opened."""
    screen = parts.config.screen
    try:
        return Window(
            (screen.width, screen.height),
            mode=parts.mode,
            diagonal_in=screen.diagonal_in,
            names=parts.config.names or None,
            centres=screen.centres,
        )
    except NoDisplay as error:
        raise UsageError(f"{error}; `knobeltisch demo --headless` plays without one") from error


def show_refusal(window: Screenlike, error: JournalError, language: str, watchdog: Watchdog) -> None:
    """Keep the reason on the screen until somebody closes it or a signal comes; a restart would not help."""
    shown = replace(refused_to_start(error), language=language)
    is_over = threading.Event()
    log.error("%s", error)
    before = {number: signal.signal(number, lambda *_: is_over.set()) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        watchdog.ready()
        while not is_over.wait(REFUSAL_LOOKS_S):
            window.show(shown)
            watchdog.feed(time.monotonic())
            if any(name == "quit" for name, _, _ in window.key_events()):
                break
        watchdog.stopping()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _looking(guard: TrayGuard, wanted: Callable[[], Kind]) -> Looking:
    """What reads dice or coins, on the tray that the guard knows."""
    return Looking(
        {
            "dice": lambda: GuardedReader(DiceReader(finder=guard), guard),
            "coins": lambda: GuardedReader(CoinReader(finder=guard), guard),
        },
        wanted,
        guard=guard,
    )


def camera_of(parts: Parts, clock: SimulatedClock | None = None) -> tuple[Callable[[], Camera], SimulatedHand | None]:
    """How to open the camera that was asked for, and the hand that throws simulated dice, whose time is `clock`'s or the real one.
    Raises UsageError."""
    source, fps = parts.camera, parts.config.camera.fps
    if source == "simulated":
        from hardware import SimulatedCamera, SimulatedTray

        tray = SimulatedTray(seed=int(time.time()))
        if clock is not None:
            return lambda: SimulatedCamera(tray, fps=fps, clock=clock, wait=clock.wait), SimulatedHand(tray)
        return lambda: SimulatedCamera(tray, fps=fps), SimulatedHand(tray)
    if source == "picamera":
        return lambda: PiCamera(fps=fps), None
    if source == "usb" or source.startswith("usb:"):
        number = source[4:] or "0"
        if not number.isdigit():
            raise UsageError(f"--camera {source}: allowed is usb:N with a whole number N")
        return lambda: UsbCamera(int(number), fps=fps), None
    if source == "auto":
        return lambda: _first_camera(fps), None
    path = Path(source)
    if not path.exists():
        raise UsageError(
            f"--camera {source}: no such folder or video; allowed: auto, picamera, usb[:N], simulated, DIR, VIDEO"
        )
    return lambda: RecordingCamera(_footage(path)), None


def _footage(path: Path) -> Iterator[Frame]:
    """A folder's or video's frames. Raises CameraGone where there are none, as of a camera that may come back, and RecordingEnded
    where they break off: a recording that began again would show throws that nobody made."""
    from vision.footage import frames

    seen = 0
    try:
        for frame in frames(path):
            yield frame
            seen += 1
    except (VisionError, OSError) as error:
        if seen:
            raise RecordingEnded(f"the recording breaks off: {error}") from error
        raise CameraGone(str(error)) from error


def _first_camera(fps: int) -> Camera:
    """The Pi's camera if picamera2 is there, else the first USB camera."""
    import importlib.util

    if importlib.util.find_spec("picamera2") is not None:
        return PiCamera(fps=fps)
    if not any(Path("/dev").glob("video*")):
        raise CameraGone("no camera found: neither picamera2 nor a USB camera is there")
    return UsbCamera(0, fps=fps)


def panel_of(parts: Parts) -> Panel:
    """The panel that was asked for. Raises UsageError."""
    kind = parts.panel
    if kind == "auto":
        on_pi = Path("/proc/device-tree/model").exists() and Path("/dev/gpiochip0").exists()
        kind = "gpio" if on_pi else "keyboard"
    if kind == "keyboard":
        return KeyboardPanel()
    if kind == "gpio":
        return GpioPanel(parts.config.pin_table())
    if kind.startswith("script:"):
        try:
            return ScriptPanel.from_file(Path(kind.removeprefix("script:")))
        except BadPanel as error:
            raise UsageError(str(error)) from error
    raise UsageError(f"--panel {kind}: allowed: auto, gpio, keyboard, script:FILE")


def _keys_of(hand: SimulatedHand | None, table: Callable[[], Table | None]) -> Callable[[str], bool]:
    def key(name: str) -> bool:
        desk = table()
        if hand is None or desk is None:
            return False
        base = desk.desk.scenes[0]
        held = base.held if isinstance(base, PlayScene) else frozenset()
        return hand.key(name, desk.match if isinstance(desk.match, Match) else None, held)

    return key


@contextlib.contextmanager
def _stopping_on_signals(table: Table) -> Iterator[None]:
    """SIGTERM and SIGINT end the loop cleanly; everything that counts is committed already."""

    def stop(number: int, frame: object) -> None:
        table.quitting = True

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


__all__ = ["Parts", "camera_of", "panel_of", "run", "show_refusal"]
