"""The panel: where button edges come from and lamps shine. A keyboard and a script stand in for the real pins."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from hardware.buttons import PANEL_BUTTONS, Button, Edge, Lamps, Light
from hardware.errors import BadPanel

OnEdge = Callable[[Edge], None]


class Panel(Protocol):
    """Nine lit buttons. `open` starts handing edges to `on_edge` (from any thread); `poll` lets parts without a thread act."""

    def open(self, on_edge: OnEdge) -> None: ...

    def poll(self, now: float) -> None: ...

    def show(self, lamps: Lamps) -> None: ...

    def close(self) -> None: ...


class KeyboardPanel:
    """Keys as buttons: 1-5 hold, arrows up and down, Return is OK, Backspace or Escape BACK, F12 the service switch.

    The window yields key events; the loop passes them to `key`.
    """

    KEYS = {
        **{str(n): Button(f"HOLD_{n}") for n in range(1, 6)},
        "up": Button.UP,
        "down": Button.DOWN,
        "return": Button.OK,
        "enter": Button.OK,
        "backspace": Button.BACK,
        "escape": Button.BACK,
        "f12": Button.SERVICE,
    }

    def __init__(self) -> None:
        self._on_edge: OnEdge | None = None
        self.lamps: dict[Button, Light] = {}

    def open(self, on_edge: OnEdge) -> None:
        self._on_edge = on_edge

    def key(self, name: str, pressed: bool, at: float) -> bool:
        """Take a key event of pygame's key name; return whether it is a button of the panel."""
        button = self.KEYS.get(name.lower())
        if button is None or self._on_edge is None:
            return False
        self._on_edge(Edge(button, pressed, at))
        return True

    def poll(self, now: float) -> None:
        """Nothing to do: keys come through `key`."""

    def show(self, lamps: Lamps) -> None:
        self.lamps = dict(lamps)

    def close(self) -> None:
        self._on_edge = None


class ScriptPanel:
    """Presses from a script, by time: a line each, `SECONDS BUTTON [short|long]`, seconds since the panel opened.

    Further presses can be scheduled while it runs; the self-playing demo has its guests press this way.
    """

    SHORT_S = 0.08
    LONG_S = 0.9

    def __init__(self, text: str = "", *, source: str = "script") -> None:
        self._on_edge: OnEdge | None = None
        self._opened_at: float | None = None
        self._due: list[tuple[float, Edge]] = []
        self.lamps: dict[Button, Light] = {}
        self._lines = [_script_line(line, f"{source}:{n}") for n, line in enumerate(text.splitlines(), 1)]

    @classmethod
    def from_file(cls, path: Path) -> ScriptPanel:
        """Read a script file. Raises BadPanel naming the line, what was found and what is allowed."""
        try:
            return cls(path.read_text(encoding="utf-8"), source=str(path))
        except (OSError, UnicodeDecodeError) as error:
            raise BadPanel(f"panel script {path}: cannot be read ({error})") from error

    def open(self, on_edge: OnEdge) -> None:
        self._on_edge = on_edge

    def press(self, button: Button, at: float, *, long: bool = False) -> None:
        """Schedule one press at `at` (seconds on the loop's clock)."""
        held = self.LONG_S if long else self.SHORT_S
        self._due += [(at, Edge(button, True, at)), (at + held, Edge(button, False, at + held))]
        self._due.sort(key=lambda due: due[0])

    def poll(self, now: float) -> None:
        if self._opened_at is None:
            self._opened_at = now
            for line in self._lines:
                if line is not None:
                    self.press(line[1], now + line[0], long=line[2])
        while self._due and self._due[0][0] <= now and self._on_edge is not None:
            self._on_edge(self._due.pop(0)[1])

    @property
    def idle(self) -> bool:
        """True when every scheduled press has been made and released."""
        return not self._due

    def show(self, lamps: Lamps) -> None:
        self.lamps = dict(lamps)

    def close(self) -> None:
        self._on_edge = None


def _script_line(line: str, where: str) -> tuple[float, Button, bool] | None:
    words = line.split("#", 1)[0].split()
    if not words:
        return None
    allowed = f"allowed: SECONDS {'|'.join(b.value for b in (*PANEL_BUTTONS, Button.SERVICE))} [short|long]"
    if len(words) not in (2, 3) or not re.fullmatch(r"\d+(\.\d+)?", words[0]):
        raise BadPanel(f"{where}: found {line.strip()!r}; {allowed}")
    try:
        button = Button(words[1].upper())
    except ValueError as error:
        raise BadPanel(f"{where}: found button {words[1]!r}; {allowed}") from error
    kind = words[2] if len(words) == 3 else "short"
    if kind not in ("short", "long"):
        raise BadPanel(f"{where}: found press {kind!r}; {allowed}")
    return float(words[0]), button, kind == "long"
