"""The one loop: takes tray events and button edges, lets the scene act, commits, shows, lights the lamps."""

from __future__ import annotations

import logging
import queue
from collections.abc import Callable
from typing import Protocol

from display.views import FaultView, Message, Screen, Text, msg
from game import CoinMatch, Match
from hardware import HOLDS, PANEL_BUTTONS, Button, Edge, Gestures, KeyboardPanel, Panel, Press, Watchdog
from table.backstage import Backstage
from table.config import Config
from table.desk import Desk
from table.errors import JournalError
from table.journal import Journal
from table.open_game import OpenGame
from table.photos import Photos
from table.scenes import service
from table.scenes.idle import IdleScene
from table.scenes.menu import PauseScene
from table.scenes.play import PlayScene
from table.scenes.resume import scene_of
from table.scenes.scene import Meaning, labels
from table.strategies import Adviser
from vision import CameraFault, Empty, Frame, Reading, Settled, TrayEvent

log = logging.getLogger(__name__)

#: How long the loop sleeps at most when nothing comes: animations and long presses want a steady beat, idling does not.
BUSY_S = 1 / 60
#: A real button ends the sleep; keys of a keyboard must be asked for, and are to answer as soon.
IDLE_S, KEYS_S = 1 / 10, 1 / 30
#: Left alone for so long (s), the idle screen goes darker and wanders a few pixels every few minutes.
DIM_AFTER_S = 300.0
DIMMED = 0.45
SHIFT_EVERY_S = 180.0
SHIFTS = ((0, 0), (4, 0), (4, 4), (0, 4), (-4, 0), (0, -4))
#: A throw that the disk refused is offered to it again after so long, for the dice will not be reported twice.
RETRY_S = 2.0


class Screenlike(Protocol):
    """What the loop needs of a window."""

    def show(self, screen: Screen) -> bool: ...

    def key_events(self) -> list[tuple[str, bool, float]]: ...

    @property
    def moving(self) -> bool:
        """An animation runs: `show` wants to be called often."""
        ...

    def prepare(self) -> bool:
        """Draw something ahead that will be needed; False when all is ready."""
        ...


class Table:
    """Owns the desk and its scenes. `post` may be called from any thread; everything else from the loop's own."""

    def __init__(
        self,
        *,
        journal: Journal,
        config: Config,
        photos: Photos,
        window: Screenlike,
        panel: Panel,
        clock: Callable[[], float],
        language: str | None = None,
        watchdog: Watchdog | None = None,
        eye_is_alive: Callable[[], bool] = lambda: True,
        play_sound: Callable[[str], None] = lambda name: None,
        other_keys: Callable[[str], bool] = lambda name: False,
        adviser: Adviser | None = None,
        backstage: Backstage | None = None,
    ) -> None:
        backstage = backstage or Backstage()
        self.desk = Desk(
            journal, config, clock, photos, language or config.language, adviser=adviser, backstage=backstage
        )
        self._window = window
        self._panel = panel
        self._clock = clock
        self._watchdog = watchdog or Watchdog({})
        self._eye_is_alive = eye_is_alive
        self._play_sound = play_sound
        self._other_keys = other_keys
        self._gestures = Gestures()
        self._inbox: queue.SimpleQueue[tuple[TrayEvent, Frame | None] | Edge] = queue.SimpleQueue()
        self._spent: set[Button] = set()
        self._down = backstage.down
        self._shown: Screen | None = None
        self._touched_at = clock()
        self._settled: tuple[Settled, Frame | None] | None = None
        self._refusals = 0
        self._retry_at: float | None = None
        self._keys = panel if isinstance(panel, KeyboardPanel) else KeyboardPanel() if config.keyboard else None
        self._rest_s = KEYS_S if self._keys is not None else IDLE_S
        self.quitting = False
        panel.open(self._inbox.put)
        if self._keys is not None and self._keys is not panel:
            self._keys.open(self._inbox.put)
        self._begin()

    def _begin(self) -> None:
        """Take up the game that was going on, or wait for guests."""
        number = self.desk.journal.latest("open")
        if number is not None:
            self.desk.go(scene_of(self.desk, OpenGame.resume(self.desk.journal, number), resumed=True))
        else:
            self.desk.go(IdleScene(self.desk))

    # What comes in --------------------------------------------------------------------------------------------------

    def post(self, event: TrayEvent, frame: Frame | None) -> None:
        """Hand over what the watcher saw; safe from any thread."""
        self._inbox.put((event, frame))

    @property
    def is_idle(self) -> bool:
        """Nobody plays: the idle screen or a pause is shown."""
        return isinstance(self.desk.scene, IdleScene | PauseScene)

    @property
    def match(self) -> Match | CoinMatch | None:
        """The match that is being played or was just finished, None when nobody plays."""
        game = getattr(self.desk.scenes[0], "game", None)
        return game.match if game is not None else None

    def step(self) -> None:
        """Take everything that has come in, act on it and show the result."""
        now = self._clock()
        self._panel.poll(now)
        for name, pressed, at in self._window.key_events():
            self._key(name, pressed, at)
        while True:
            try:
                item = self._inbox.get_nowait()
            except queue.Empty:
                break
            self._take(item)
        for press in self._gestures.tick(now):
            self._press(press)
        self.desk.scene.on_tick(now)
        self._flush_sounds()
        self._notice_faults(now)
        self._pause_if_left_alone(now)
        self._show(now)

    def run(self, once_ready: Callable[[], None] = lambda: None) -> None:
        """Go on until somebody closes the window or a signal sets `quitting`; `once_ready` is called when the first screen stands."""
        self.step()
        self._watchdog.ready()
        once_ready()
        while not self.quitting:
            self.step()
            if self._eye_is_alive():
                self._watchdog.feed(self._clock())
            is_busy = self._window.moving or bool(self._down - set(self._gestures.stuck(self._clock())))
            if not is_busy:
                is_ahead = not isinstance(self.desk.scene, IdleScene) or not self._window.prepare()
                is_busy = not is_ahead or self._clock() - self._touched_at < 3.0
            wait = BUSY_S if is_busy else self._rest_s
            try:
                self._take(self._inbox.get(timeout=wait))
            except queue.Empty:
                continue
        self._watchdog.stopping()

    def _key(self, name: str, pressed: bool, at: float) -> None:
        if name == "quit":
            self.quitting = True
        elif self._keys is not None and self._keys.key(name, pressed, at):
            return
        elif pressed:
            self._other_keys(name)

    def _take(self, item: tuple[TrayEvent, Frame | None] | Edge) -> None:
        if isinstance(item, Edge):
            (self._down.add if item.pressed else self._down.discard)(item.button)
            for press in self._gestures.edge(item):
                self._press(press)
            return
        event, frame = item
        self._touched_at = self._clock()
        if isinstance(event, CameraFault):
            if self.desk.camera_fault != event.kind:
                log.warning("camera %s: %s", event.kind, event.what)
            self.desk.camera_fault = event.kind
            return
        self.desk.camera_fault = None
        self._settled = (event, frame) if isinstance(event, Settled) else None
        if isinstance(event, Settled):
            self.desk.last = (event.reading, frame)
        elif isinstance(event, Empty):
            self.desk.last = (Reading("read", frame_number=event.frame_number), frame)
        self.desk.scene.on_tray(event, frame)
        self._flush_sounds()

    # Presses --------------------------------------------------------------------------------------------------------

    def _press(self, press: Press) -> None:
        """A button without a long meaning acts on down; one with acts on short or long, never both."""
        self._touched_at = self._clock()
        if press.button is Button.SERVICE:
            if press.kind == "down":
                service.toggle(self.desk)
            return
        if press.kind == "down" and self.desk.scene.ends_on_any_press:
            self._spent.add(press.button)
            self.desk.scene.end()
            return
        meaning = self.desk.scene.allowed().get(press.button, Meaning())
        if press.kind == "down":
            self._spent.discard(press.button)
            if meaning.do is not None or meaning.long is not None:
                self.desk.sound("press")
            if meaning.do is not None and meaning.long is None:
                self._spent.add(press.button)
                meaning.do()
        elif press.button not in self._spent:
            self._spent.add(press.button)
            act = meaning.do if press.kind == "short" else meaning.long
            if act is not None:
                act()
        self._flush_sounds()

    # Faults ---------------------------------------------------------------------------------------------------------

    def _notice_faults(self, now: float) -> None:
        """What is broken without stopping the game stands on the screen until it is whole again."""
        stuck = tuple(
            button for button in self._gestures.stuck(now) if button is not Button.SERVICE
        )  # a switch may stay on
        self._set_fault("button", msg("fault.button.stuck", button=_name(stuck[0])) if stuck else None)
        lamp = getattr(self._panel, "lamp_fault", None)
        self._set_fault("lamps", msg("fault.lamps") if lamp else None, lamp or "")
        refusals = self.desk.journal.refusals
        if refusals != self._refusals:
            self._refusals = refusals
            self._retry_at = now + RETRY_S
        elif self._retry_at is not None and now >= self._retry_at:
            self._retry_at = None
            if self._settled is not None:
                self._take(self._settled)

    def _set_fault(self, part: str, text: Text | None, detail: str = "") -> None:
        if text is None:
            self.desk.faults.pop(part, None)
        elif self.desk.faults.get(part) != text:
            log.warning("%s: %s %s", part, text, detail)
            self.desk.faults[part] = text

    def _flush_sounds(self) -> None:
        for name in self.desk.sounds:
            self._play_sound(name)
        self.desk.sounds.clear()

    def _pause_if_left_alone(self, now: float) -> None:
        scene = self.desk.scene
        if isinstance(scene, PlayScene) and now - self._touched_at > self.desk.config.pause_after_s:
            self._touched_at = now
            self.desk.open(PauseScene(self.desk, scene))
        elif isinstance(scene, service.ServiceScene) and now - self._touched_at > self.desk.config.pause_after_s:
            service.toggle(self.desk)

    # What is shown --------------------------------------------------------------------------------------------------

    def screen(self, now: float | None = None) -> Screen:
        """The whole screen as it should be now."""
        scene = self.desk.scene
        allowed = scene.allowed()
        ring: tuple[int, float] | None = None
        for button, progress in self._gestures.progress(self._clock() if now is None else now).items():
            meaning = allowed.get(button)
            if meaning is not None and meaning.long is not None and button not in self._spent and progress > 0.15:
                ring = (PANEL_BUTTONS.index(button), round(progress, 2))
        dim, shift = self._rest(self._clock() if now is None else now)
        down = () if scene.covers_presses else self._down
        pressed = frozenset(PANEL_BUTTONS.index(button) for button in down if button in PANEL_BUTTONS)
        return Screen(scene.view(), labels(allowed), ring, self.desk.notice, self.desk.language, pressed, dim, shift)

    def _rest(self, now: float) -> tuple[float, tuple[int, int]]:
        """How far the idle screen is dimmed and shifted, so that nothing burns in."""
        idle_s = now - self._touched_at
        if not isinstance(self.desk.scene, IdleScene | PauseScene) or idle_s < DIM_AFTER_S:
            return 0.0, (0, 0)
        step = int(idle_s // SHIFT_EVERY_S)
        return DIMMED, SHIFTS[step % len(SHIFTS)]

    def _show(self, now: float) -> None:
        self._panel.show(self.desk.scene.lights())
        screen = self.screen(now)
        self._window.show(screen)
        self._shown = screen


def _name(button: Button) -> Message:
    """A button as guests know it."""
    if button in HOLDS:
        return msg("button.hold", number=HOLDS.index(button) + 1)
    names = {
        Button.UP: msg("button.up"),
        Button.DOWN: msg("button.down"),
        Button.OK: msg("button.ok"),
        Button.BACK: msg("button.back"),
        Button.SERVICE: msg("button.service"),
    }
    return names[button]


def refused_to_start(error: JournalError) -> Screen:
    """The screen when the journal cannot be used: what is wrong, and whom to call."""
    return Screen(FaultView(msg("fault.journal.torn"), (msg("fault.call_landlord"),), str(error)))


__all__ = ["Table", "refused_to_start"]
