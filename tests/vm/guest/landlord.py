"""The landlord in the virtual machine, and guests who play with a keyboard: what the appliance promises beside its games.

From boot to a game, a keyboard that must do nothing, sticks with a foreign and a rightly signed update, games carried out, the
service stopped, the doctor. What is found goes to /share/events.jsonl; keys and sticks are asked of the host. `landlord` on the
kernel's command line asks for it.
"""

import json
import os
import sqlite3
import subprocess
import time
from pathlib import Path

import guests
import pace
from ear import Ear
from guests import JOURNAL, Lost, ask, show, tell, until

CONFIG = Path("/etc/knobeltisch/knobeltisch.toml")
ANSWER = Path("/run/knobeltisch-caretaker/answer")
PLAY = {
    "GPIOZERO_PIN_FACTORY": "kernelparts",
    "KERNEL_PARTS": "yes",
    "LIBCAMERA_LOG_LEVELS": "*:ERROR",
    "STATE_DIRECTORY": "/var/lib/knobeltisch",
}
#: Every key a guest might try, as qemu names them; what is joined by "-" is pressed together. Ctrl-Alt-Del often enough for the
#: burst that ends a system at once.
KEYS = [
    *"abcqxyz12345",
    *("up", "down", "left", "right", "ret", "kp_enter", "spc", "backspace", "esc", "tab", "delete", "f1", "f10", "f12"),
    *("ctrl-c", "ctrl-z", "alt-f4", "alt-f2", "ctrl-alt-f2", "ctrl-alt-f3", "ctrl-alt-backspace"),
    *("alt-sysrq-b", "alt-sysrq-e", "power"),  # qemu's keyboard on USB has no key to sleep
    *["ctrl-alt-delete"] * 8,
]
#: Where in the service menu the stick's page is, counted from the first line.
STICK_LINE = 7


def said(*words):
    return subprocess.run(words, capture_output=True, text=True).stdout.strip()


def log():
    """What the table's service and the caretaker said since the boot: (monotonic s, line)."""
    out = said("journalctl", "-b", "-u", "knobeltisch*", "-o", "json", "--no-pager")
    rows = [json.loads(line) for line in out.splitlines()]
    return [
        (int(row["__MONOTONIC_TIMESTAMP"]) / 1e6, row["MESSAGE"]) for row in rows if isinstance(row["MESSAGE"], str)
    ]


def book():
    """How many games and moves the journal holds."""
    connection = sqlite3.connect(f"file:{JOURNAL}?mode=ro", uri=True, timeout=20)
    try:
        return [connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("game", "move")]
    finally:
        connection.close()


def press(panel, button, lamp, long=False):
    """Press a button once its lamp shines as it should; "" where the button has none."""
    time.sleep(guests.BREATH_S)
    if lamp:
        until(lambda: panel.lamp(button) == lamp, f"lamp of {button}: {lamp}", 300)
    panel.press(button, long)


def choose(panel, lamp):
    """Go to the line of the stick's page at which OK shines so: ON to carry games out, DIM for an update."""
    until(lambda: panel.lamp("DOWN") == "ON", "the stick's page to be done", 300)
    if panel.lamp("OK") != lamp:
        press(panel, "DOWN", "ON")
        until(lambda: panel.lamp("OK") == lamp, f"the line at which OK is {lamp}", 300)


# Boot -------------------------------------------------------------------------------------------------------------------


def boot(panel, script):
    guests.tell_of_the_start()
    began = int(show("ExecMainStartTimestampMonotonic")["ExecMainStartTimestampMonotonic"]) / 1e6
    at = {line.rsplit(": ", 1)[-1]: at - began for at, line in log()}
    tell(
        event="boot",
        kernel_to_service_s=round(began, 2),
        splash_s=round(at["the name is on the screen"], 2),
        opened_s=round(at["the screen is open"], 2),
        pace_s=None if is_whole() else round(pace.seconds(), 3),
        console=Path("/sys/class/tty/tty0/active").read_text().strip(),
        gettys=said("systemctl", "list-units", "--plain", "--no-legend", "getty@*", "autovt@*"),
    )
    time.sleep(3)
    guests.shot("idle")
    if not is_whole():
        return
    # A game is begun and goes on under all that follows. To read a throw takes an emulated processor minutes.
    first = next(n for n, line in enumerate(script) if line["do"] == "scene" and not line["still"])
    guests.lay(0)
    guests.play(panel, script[:first])
    until(lambda: book()[0] == 1, "the game to begin")


# Keys -------------------------------------------------------------------------------------------------------------------


def keyboards():
    """The devices that are there for keys."""
    return sorted({path.resolve() for path in Path("/dev/input/by-id").glob("usb-*kbd")})


def state(panel):
    """What a keyboard must not change."""
    lamps = {button: panel.lamp(button) for button in panel.buttons()}
    return {
        "book": book(),
        "process": show("MainPID")["MainPID"],
        "console": Path("/sys/class/tty/tty0/active").read_text().strip(),
        "lamps": lamps,
        "ends": [line for line in said("systemctl", "list-jobs", "--no-legend").splitlines() if ".target" in line],
        "logins": said("systemctl", "list-units", "--plain", "--no-legend", "getty@*", "autovt@*"),
    }


def keys(panel, script):
    time.sleep(3)
    until(keyboards, "a keyboard", 300)
    before = state(panel)
    guests.shot("keys-before")
    with Ear(keyboards()) as ear:
        ask("keys", "keyboard", "\n".join(KEYS))
        time.sleep(10)
    guests.shot("keys-after")
    after = state(panel)
    tell(
        event="keys",
        sent=sum(1 + word.count("-") for word in KEYS),
        arrived=sum(ear.downs.values()),
        devices=[str(path) for path in keyboards()],
        downs=dict(sorted(ear.downs.items())),
        dropped=ear.dropped,
        changed=[name for name in before if before[name] != after[name]],
        before=before,
        after=after,
    )


# Sticks -----------------------------------------------------------------------------------------------------------------


def mounts():
    return [line.split() for line in Path("/proc/mounts").read_text().splitlines() if " /media/knobeltisch/" in line]


def plug(name):
    began = time.monotonic()
    ask("plug", name)
    device, folder, kind, options, *_ = until(mounts, f"the stick {name}", 300)[0]
    tell(
        event="stick", name=name, device=device, kind=kind, options=options, seconds=round(time.monotonic() - began, 1)
    )
    return Path(folder)


def unplug(name):
    ask("unplug", name)
    until(lambda: not mounts(), f"the stick {name} to be gone", 300)
    end = time.monotonic() + 60
    while (found := (stick_units(), os.listdir("/media/knobeltisch"))) != ("", []) and time.monotonic() < end:
        time.sleep(1)
    tell(event="unplugged", name=name, units=found[0], left=found[1])


def stick_units():
    return said("systemctl", "list-units", "--plain", "--no-legend", "knobeltisch-stick@*")


def sticks(panel, script):
    count = book()
    folder = plug("foreign")
    panel.press("SERVICE", False)
    for _ in range(STICK_LINE):
        press(panel, "DOWN", "ON")
    press(panel, "OK", "ON")
    time.sleep(guests.BREATH_S)
    choose(panel, "DIM")
    press(panel, "OK", "DIM", long=True)
    refused = until(lambda: [line for _, line in log() if "update refused" in line], "the refusal")
    guests.shot("stick-refused")
    choose(panel, "ON")
    press(panel, "OK", "ON")
    until(lambda: [path for path in folder.glob("*/*") if path.stat().st_size], "the games on the stick")
    time.sleep(5)
    guests.shot("stick-games")
    files = {str(path.relative_to(folder)): path.stat().st_size for path in sorted(folder.glob("*/*"))}
    tell(event="refused", why=refused[-1], version=version(), exported=files)
    unplug("foreign")
    plug("signed")
    time.sleep(1)
    choose(panel, "DIM")
    began = time.monotonic()
    press(panel, "OK", "DIM", long=True)
    time.sleep(5)
    guests.shot("stick-updating")
    until(lambda: ANSWER.exists() and ANSWER.read_text().startswith("update "), "the caretaker's answer", 4000)
    until(lambda: show("ActiveState")["ActiveState"] == "active", "the table after the update")
    time.sleep(5)
    guests.shot("stick-updated")
    tell(
        event="updated",
        answer=ANSWER.read_text().strip(),
        version=version(),
        seconds=round(time.monotonic() - began),
        moves_before=count,
        moves_after=book(),
    )
    unplug("signed")


def version():
    return said("/opt/knobeltisch/bin/knobeltisch", "--version")


# The end ----------------------------------------------------------------------------------------------------------------


def stop(panel, script):
    """Stopped as for a shut-down; then the same keys do change the console, so they did reach the machine before."""
    count = book()
    began = time.monotonic()
    said("systemctl", "stop", "knobeltisch.service")
    took = time.monotonic() - began
    found = show("Result", "ExecMainStatus")
    ask("keys", "console", "ctrl-alt-f2")
    time.sleep(2)
    tell(
        event="stop",
        seconds=round(took, 2),
        result=found["Result"],
        status=found["ExecMainStatus"],
        # A boot alone begins no game.
        moves_kept=count == book() and count[0] == int(is_whole()),
        console_by_key=Path("/sys/class/tty/tty0/active").read_text().strip(),
    )


def doctor(panel, script):
    """On free parts, as the table's own user."""
    words = ["runuser", "-u", "knobeltisch", "--", "env", *(f"{name}={value}" for name, value in PLAY.items())]
    words += ["/opt/knobeltisch/bin/knobeltisch", "doctor", "--json"]
    done = subprocess.run(words, capture_output=True, text=True, cwd="/var/lib/knobeltisch")
    findings = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    tell(event="doctor", code=done.returncode, findings=findings, stderr=done.stderr[-300:])


def allowed(panel, script):
    """The control: with a config that allows a keyboard its keys do press the buttons."""
    text = CONFIG.read_text()
    CONFIG.write_text("keyboard = true\n" + text)
    said("systemctl", "start", "knobeltisch.service")
    until(lambda: show("ActiveState")["ActiveState"] == "active", "the table that allows a keyboard")
    until(panel.lit, "its lamps", 300)
    time.sleep(5)
    before = panel.lit()
    ask("keys", "service", "f12")
    end = time.monotonic() + 60
    while (after := panel.lit()) == before and time.monotonic() < end:
        time.sleep(1)
    guests.shot("keyboard-allowed")
    tell(event="allowed", before=before, after=after)
    CONFIG.write_text(text)


def is_whole():
    """Whether it is the whole round, or a boot and a stop alone."""
    return "landlord.round=landlord" in Path("/proc/cmdline").read_text()


def main():
    script = [json.loads(line) for line in (guests.GAME / "script.jsonl").read_text().splitlines()]
    panel = guests.Panel()
    # A second console, for the keys that would change to it: without one they could not.
    console = open("/dev/tty2", "w")  # noqa: SIM115 - until the end
    for step in (boot, keys, sticks, stop, doctor, allowed) if is_whole() else (boot, stop):
        try:
            step(panel, script)
        except (Lost, OSError, sqlite3.Error) as error:
            tell(event="failed", step=step.__name__, why=f"{type(error).__name__}: {error}")
            guests.shot(f"failed-{step.__name__}")
    tell(event="over")
    console.close()
    subprocess.run(["systemctl", "poweroff"])


if __name__ == "__main__":
    os.environ.pop("KERNEL_PARTS", None)
    main()
