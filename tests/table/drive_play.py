"""Plays a whole game in the real window with real key presses: `python -m tests.table.drive_play DIR` leaves screenshots.

`knobeltisch play` as `make play` starts it, on a virtual X screen (Xvfb), driven with xdotool: simulated camera, real eye,
loop, journal and painters. What goes on is seen only by the journal and by the screen.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from game import Match
from table.journal import FILE_NAME, Journal

TOOLS = ("Xvfb", "xdotool")
SIZE = (1280, 800)


def missing() -> list[str]:
    """The tools that are not installed here."""
    return [tool for tool in TOOLS if shutil.which(tool) is None]


@dataclass
class Driven:
    """What came of it: exit code, screenshots by name, the finished game's number, seconds to the first screen, peak MB."""

    code: int = -1
    shots: dict[str, np.ndarray] = field(default_factory=dict)
    finished: int | None = None
    first_screen_s: float = 0.0
    peak_mb: float = 0.0


class Driver:
    """Xvfb, the table in it, and fingers on its keyboard."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.result = Driven()
        self._table: subprocess.Popen[bytes] | None = None
        (folder / "config.toml").write_text(f"[screen]\nwidth = {SIZE[0]}\nheight = {SIZE[1]}\n", encoding="utf-8")
        screen = f"{SIZE[0]}x{SIZE[1]}x24"
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", screen, "-fbdir", str(folder), "-nolisten", "tcp"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._log = (folder / "play.log").open("w")
        try:
            self._open()
        except BaseException:
            self._stop()
            raise

    def _open(self) -> None:
        """The table on the display that the server found free."""
        assert self._server.stdout is not None
        display = self._server.stdout.readline().strip()
        if not display:
            raise RuntimeError("Xvfb did not come up")
        self._env = {**os.environ, "DISPLAY": f":{display}", "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
        self._buffer = self.folder / "Xvfb_screen0"
        began = time.monotonic()
        command = [
            sys.executable,
            "-m",
            "table.cli",
            "play",
            "--camera",
            "simulated",
            "--panel",
            "keyboard",
            "--window",
        ]
        self._table = subprocess.Popen(
            [*command, "--data", str(self.data), "--config", str(self.folder / "config.toml")],
            env=self._env,
            stderr=self._log,
        )
        self._until(lambda: self.picture().max() > 100, 30, "nothing was painted")
        self.result.first_screen_s = time.monotonic() - began

    def picture(self) -> np.ndarray:
        """What the virtual screen shows, uint8 (H, W, 3) BGR, from its frame buffer in XWD form."""
        raw = self._buffer.read_bytes()
        head = struct.unpack(">25I", raw[:100])
        size, width, height, stride, colours = head[0], head[4], head[5], head[12], head[19]
        start = size + colours * 12
        rows = np.frombuffer(raw, np.uint8, stride * height, start).reshape(height, stride)
        return rows.reshape(height, stride // 4, 4)[:, :width, :3].copy()

    def shot(self, name: str) -> None:
        """Keep a screenshot."""
        time.sleep(0.8)
        picture = self.picture()
        self.result.shots[name] = picture
        cv2.imwrite(str(self.folder / f"{len(self.result.shots):02d}-{name}.png"), picture)

    def key(self, name: str, *, held_s: float = 0.0) -> None:
        """Press a key as xdotool names it, for a while."""
        for what in ("keydown", "keyup"):
            subprocess.run(["xdotool", what, name], env=self._env, check=True)
            time.sleep(held_s if what == "keydown" else 0.12)

    def match(self) -> Match | None:
        """The open game as the journal has it."""
        if not (self.data / FILE_NAME).exists():
            return None
        with Journal(self.data, writable=False) as journal:
            number = journal.latest("open")
            return journal.match(number) if number is not None else None

    def finished(self) -> int | None:
        """The number of the game that was played to its end."""
        with Journal(self.data, writable=False) as journal:
            return journal.latest("finished")

    def throw(self) -> bool:
        """Throw what is not held; whether the table counted it. What it is not sure of is nudged."""
        before = self._throws()
        for key in ("space", "n", "n", "space", "space"):
            self.key(key)
            end = time.monotonic() + 5
            while time.monotonic() < end:
                if self._throws() != before:
                    return True
                time.sleep(0.2)
        return False

    def _throws(self) -> tuple[int, int, int | None] | None:
        match = self.match()
        if match is None:
            return None
        return match.round, match.turn.throws if match.turn else len(match.start_rounds), match.player

    def close(self) -> Driven:
        """End the table as systemd would, and the screen."""
        assert self._table is not None
        if self._table.poll() is None:
            status = Path(f"/proc/{self._table.pid}/status").read_text(encoding="utf-8")
            peak = next(line for line in status.splitlines() if line.startswith("VmHWM"))
            self.result.peak_mb = int(peak.split()[1]) / 1024
            self._table.terminate()
        self.result.code = self._table.wait(20)
        self._stop()
        return self.result

    def _stop(self) -> None:
        """End what is still running of the table, and the screen."""
        if self._table is not None and self._table.poll() is None:
            self._table.kill()
        self._server.terminate()
        self._server.wait(10)
        self._log.close()

    def _until(self, is_so: object, seconds: float, otherwise: str) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if is_so():  # type: ignore[operator]
                    return
            except (OSError, ValueError, struct.error):
                pass  # the frame buffer is not whole yet
            time.sleep(0.05)
        raise TimeoutError(otherwise)


def play(folder: Path) -> Driven:
    """One game of Kniffel from the idle screen to the ranking and back, by keys alone."""
    driver = Driver(folder)
    try:
        driver.shot("idle")
        driver.key("Down")
        driver.shot("idle-page")
        driver.key("F12")
        driver.shot("service")
        driver.key("F12")
        driver.key("Return")
        driver.shot("setup")
        driver.key("Down")
        driver.key("1")
        driver.shot("setup-players")
        driver.key("Return", held_s=1.1)
        driver.shot("start")
        _play_turns(driver)
        for name in ("celebration", "ranking"):
            driver.shot(name)
            if name == "celebration":
                driver.key("BackSpace")
        for name in ("ranking-sheets", "ranking-luck"):
            driver.key("Down")
            driver.shot(name)
        driver.key("Return", held_s=1.1)
        driver.shot("idle-again")
        driver.result.finished = driver.finished()
    finally:
        result = driver.close()
    return result


def _play_turns(driver: Driver) -> None:
    turns = 0
    while driver.finished() is None and turns < 40:
        turns += 1
        if not driver.throw():
            raise TimeoutError(f"turn {turns}: no throw was counted")
        match = driver.match()
        if match is not None and match.turn is None:
            continue
        if turns in (2, 3):
            driver.shot(f"turn-{turns}")
            driver.key("1")
            driver.key("2")
            driver.shot(f"turn-{turns}-held")
            driver.throw()
            driver.shot(f"turn-{turns}-second")
            if turns == 2:
                driver.key("Return", held_s=1.1)
                driver.shot("menu")
                driver.key("BackSpace")
        before = driver._throws()
        driver.key("Down")
        if turns == 4:
            driver.shot("choosing")
        for _ in range(4):
            driver.key("Return")
            time.sleep(0.3)
            if driver._throws() != before or driver.finished() is not None:
                break


if __name__ == "__main__":
    lacking = missing()
    if lacking:
        sys.exit(f"not installed here: {', '.join(lacking)} (sudo apt install xvfb xdotool)")
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit("usage: python -m tests.table.drive_play DIR")
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    done = play(target)
    print(f"game {done.finished}, exit {done.code}, {len(done.shots)} screenshots in {target}")
    print(f"first screen after {done.first_screen_s:.1f} s, at most {done.peak_mb:.0f} MB")
