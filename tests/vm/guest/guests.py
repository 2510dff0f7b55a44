"""The guests in the virtual machine: play the recorded game on the installed table, by its pins and its camera alone.

Each line of the script waits until the journal holds as many moves as it did when the game was recorded: then the table has seen
what it had to see. What a guest sees is checked as a guest would: a button is pressed when its lamp shines. Everything that
happened goes to /share/events.jsonl, a JSON object a line; pictures of the screen are asked of the host.

After a power cut it goes on where the table is, by the journal alone.
"""

import contextlib
import functools
import json
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

from hardware.gpio import DEFAULT_PINS

SHARE = Path("/share")
GAME = Path("/opt/guest/game")
JOURNAL = Path("/var/lib/knobeltisch/journal.sqlite3")
#: Long enough for the watcher to see that something moves: so many pictures, and so many seconds.
MOVING_PICTURES, MOVING_S = 4, 3.0
SERVED = Path("/run/knobeltisch/served")
#: Seconds of CPU time that the table's threads have taken, by name: of all the time, and in the last half minute.
THREADS = Path("/run/knobeltisch/threads")
#: A table has looked at its tray when so many pictures were served and its eye has computed less than so many seconds lately.
LOOKED_PICTURES, AT_REST_S = 30, 5.0
SHORT_S, LONG_S = 0.15, 1.4
#: Between two things that guests do, at least; at most as long as when it was recorded.
BREATH_S, PAUSE_AT_MOST_S = 0.6, 4.0
#: For a machine that is emulated on a busy one.
PATIENCE_S = 900.0
#: A lamp is looked at for so long: its dim light is a pulse of a hundredth of a second. All of them together take longer.
LAMP_S, LAMPS_S = 0.15, 0.4
#: A table may offer advice as soon as the best play is at hand; when the game was recorded there was none.
MAY_DIFFER = {"BACK"}
#: The journal is looked into when it has been written to, and at least so often (s).
LOOK_S = 10.0


class Lost(Exception):
    """The table does not do what it did when the game was recorded."""


def tell(**event):
    with (SHARE / "events.jsonl").open("a") as file:
        file.write(json.dumps({"uptime": round(time.monotonic(), 2), **event}) + "\n")
    print("guests:", json.dumps(event), flush=True)


def until(true, what, seconds=PATIENCE_S):
    end = time.monotonic() + seconds
    while not (found := true()):
        if time.monotonic() > end:
            raise Lost(f"waited {seconds:.0f} s for {what}")
        time.sleep(0.2)
    return found


def moves():
    """How many moves the newest game has in the journal, and its result once there is one. To open it at every look would cost an
    emulated processor more than the table's own loop."""
    try:
        log = JOURNAL.with_name("journal.sqlite3-wal").stat()
    except FileNotFoundError:
        return 0, None
    return _moves_at((log.st_mtime_ns, log.st_size, time.monotonic() // LOOK_S))


@functools.lru_cache(maxsize=1)
def _moves_at(stamp):
    connection = sqlite3.connect(f"file:{JOURNAL}?mode=ro", uri=True, timeout=20)
    try:
        row = connection.execute("SELECT id, state, result FROM game ORDER BY id DESC LIMIT 1").fetchone()
        if row is None:
            return 0, None
        count = connection.execute("SELECT count(*) FROM move WHERE game = ?", (row[0],)).fetchone()[0]
        return count, json.loads(row[2]) if row[1] == "finished" else None
    finally:
        connection.close()


class Panel:
    """The table's buttons and lamps, from outside."""

    def __init__(self):
        self._chip = Path(Path("/run/parts/pins").read_text().strip())
        self._pins = {button.value: pins for button, pins in DEFAULT_PINS.items()}
        self.presses = self.lamps = 0

    def lamp(self, button):
        """OFF, DIM or ON, from the level of the lamp's pin."""
        return self._look([button], LAMP_S)[button]

    def lit(self):
        """All buttons whose lamp shines: DIM or ON."""
        return {button: lamp for button, lamp in self._look(self.buttons(), LAMPS_S).items() if lamp != "OFF"}

    def _look(self, buttons, seconds):
        with contextlib.ExitStack() as stack:
            levels = {button: stack.enter_context(self._level(button).open()) for button in buttons}
            shone, looks, end = dict.fromkeys(buttons, 0), 0, time.monotonic() + seconds
            while time.monotonic() < end:
                looks += 1
                for button, level in levels.items():
                    level.seek(0)
                    shone[button] += level.read(1) == "1"
        shares = {button: count / looks for button, count in shone.items()}
        return {button: "ON" if s > 0.9 else "OFF" if s < 0.05 else "DIM" for button, s in shares.items()}

    def _level(self, button):
        return self._chip / f"sim_gpio{self._pins[button].lamp}" / "value"

    def buttons(self):
        """Those with a lamp."""
        return [button for button, pins in self._pins.items() if pins.lamp is not None]

    def press(self, button, long):
        pull = self._chip / f"sim_gpio{self._pins[button].button}" / "pull"
        pull.write_text("pull-down")
        time.sleep(LONG_S if long else SHORT_S)
        pull.write_text("pull-up")
        self.presses += 1


def lay(number):
    """Change what lies in the tray."""
    fresh = Path("/run/parts/frames.new")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(GAME / "scenes" / f"{number:03d}")
    fresh.replace("/run/parts/frames")


def ask(what, name, text=""):
    """Have the host do something from outside: `what` is one of `tests.vm.machine.WISHES`; waits until it has."""
    fresh = SHARE / f"{name}.new"
    fresh.write_text(text)
    wish = fresh.replace(SHARE / f"{name}.{what}")
    end = time.monotonic() + 120
    while wish.exists() and time.monotonic() < end:
        time.sleep(0.2)


def has_been_seen(number):
    """Whether the camera has served enough pictures of a scene."""
    try:
        scene, _, count = SERVED.read_text().partition(" ")
    except FileNotFoundError:
        return False  # the camera is still being opened
    return scene == f"{number:03d}" and count.isdigit() and int(count) >= MOVING_PICTURES


def has_looked():
    """Whether the table knows what lies in its tray and has nothing to read. What it sees there first is no throw to it, for nobody saw it
    thrown; on a real table that look takes half a second."""
    try:
        pictures, lately = int(SERVED.read_text().split()[1]), json.loads(THREADS.read_text())["lately"]
    except (FileNotFoundError, IndexError):
        return False
    return pictures >= LOOKED_PICTURES and lately.get("watcher", AT_REST_S) < AT_REST_S


def shot(name):
    """Have the host take a picture of the screen."""
    ask("shot", name)


def show(*names):
    """Properties of the table's service."""
    words = ["systemctl", "show", "knobeltisch.service", *(f"--property={name}" for name in names)]
    said = subprocess.run(words, capture_output=True, text=True).stdout
    return dict(line.split("=", 1) for line in said.splitlines())


def tell_of_the_start():
    """How long the table took from the service's start until it was ready."""
    until(lambda: show("ActiveState")["ActiveState"] == "active", "the table's service")
    found = show("ExecMainStartTimestampMonotonic", "ActiveEnterTimestampMonotonic", "NRestarts")
    seconds = (int(found["ActiveEnterTimestampMonotonic"]) - int(found["ExecMainStartTimestampMonotonic"])) / 1e6
    tell(event="ready", seconds=round(seconds, 2), restarts=int(found["NRestarts"]))


def place_in(script, count):
    """Where in the script a table with so many moves is: the lines to be done, and the scene that lies there before."""
    if count == 0:
        return script, 0
    start = max(n for n, line in enumerate(script) if line["do"] == "scene" and line["still"] and line["moves"] < count)
    rest = script[start + 1 :]
    presses = [line for line in rest if line["do"] == "press" and line["moves"] <= count]
    # Holds are moves of their own but are noted together; those that the journal has are done.
    done = count - presses[0]["moves"] if presses else 0
    held = [line for line in presses if line["button"].startswith("HOLD")][:done]
    if presses and done and not held:
        nxt = next(n for n, line in enumerate(rest) if line["do"] != "press")
        return rest[nxt:], script[start]["number"]
    return [line for line in rest if line not in held], script[start]["number"]


def play(panel, script):
    last = None
    for line in script:
        if last is not None:
            time.sleep(max(BREATH_S, min(PAUSE_AT_MOST_S, line["at"] - last["at"])))
        until(lambda line=line: moves()[0] >= line["moves"], f"move {line['moves']} before {line}")
        count = moves()[0]
        if line["do"] != "press" and count != line["moves"]:
            raise Lost(f"{count} moves instead of {line['moves']} before {line}")
        if line["do"] == "scene":
            lay(line["number"])
            tell(event="scene", number=line["number"], moves=count)
            if not line["still"]:
                until(lambda line=line: has_been_seen(line["number"]), f"the camera to see scene {line['number']}")
                time.sleep(MOVING_S)
        elif line["do"] == "press":
            # One lamp does not tell a screen: on the first two, OK shines alike.
            until(lambda line=line: is_as_recorded(panel.lit(), line), f"the lamps of {line}", 300)
            panel.lamps += len(panel.buttons())
            panel.press(line["button"], line["long"])
            tell(event="press", button=line["button"], long=line["long"], moves=count)
        if line["moves"] % 24 == 1 and (last is None or last["moves"] != line["moves"]):
            shot(f"moves-{line['moves']:03d}")
        last = line


def is_as_recorded(lit, line):
    """Whether the lamps shine as they did when the button of a line was pressed. Holds were noted together, before the first of
    them was pressed; of those the lamp alone counts."""
    own = line["button"]
    counts = {own} if own.startswith("HOLD") else set(DEFAULT_PINS) - (MAY_DIFFER - {own})
    return all(lit.get(button) == line["lit"].get(button) for button in counts)


def compare(line):
    """The ranking on record with the true one."""
    until(lambda: moves()[1] is not None, "the end of the game")
    result = moves()[1]
    tell(event="end", result=result, truth=line["players"], moves=moves()[0])


def main():
    script = [json.loads(line) for line in (GAME / "script.jsonl").read_text().splitlines()]
    panel = Panel()
    tell_of_the_start()
    count, _ = moves()
    rest, scene = place_in(script, count)
    lay(scene)
    tell(event="begin", moves=count, scene=scene)
    until(has_looked, "the table's first look at its tray")
    shot(f"start-{count:03d}")
    try:
        play(panel, rest)
        compare(script[-1])
    except Lost as error:
        tell(event="lost", why=str(error), moves=moves()[0])
        log = subprocess.run(
            ["journalctl", "-u", "knobeltisch", "-o", "short-monotonic", "-n", "60"], capture_output=True, text=True
        )
        (SHARE / "journal.log").write_text(log.stdout)
    found = show("NRestarts", "MemoryPeak", "CPUUsageNSec")
    threads = json.loads(THREADS.read_text())["sums"] if THREADS.exists() else {}
    tell(event="service", presses=panel.presses, lamps=panel.lamps, threads=threads, **found)
    shot("end")
    tell(event="over")


if __name__ == "__main__":
    os.environ.pop("KERNEL_PARTS", None)
    sys.exit(main())
