"""What the appliance promises beside its games, seen in the virtual machine: boot, keyboard, sticks, stop, doctor.

The guest's half is `guest/landlord.py`; here are keys, sticks and the verdict.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

from tests.vm.guest import pace
from tests.vm.machine import LIVELY, MEASURED, Machine

#: Parts of the kernel that are held to the contract of all parts.
PARTS = ("pins", "camera")
#: At most, in seconds of the guest's time: the name after the service's start, the table after the name, the stop.
SPLASH_S, READY_S, STOP_S = 1.0, 5.0, 2.0
#: A foreign stick's version, and the one that is signed with the table's key; both newer than any that is built here.
FOREIGN, SIGNED = "9.8.0", "9.9.0"


def boot(cache: Path, patience_s: float) -> dict[str, Any]:
    """The kernel's parts held to the contract of all parts, a boot and a stop, on a machine whose time can be compared with a Pi's.
    Raises MachineFailed."""
    return {**of_boot(_round(cache, "boot", patience_s, goes=MEASURED)), "pace_here_s": _pace_here(cache)}


def visit(cache: Path, patience_s: float) -> dict[str, Any]:
    """Let the landlord do his round, and say what came of it. Raises MachineFailed."""
    return of_round(_round(cache, "landlord", patience_s, goes=LIVELY))


def _round(cache: Path, words: str, patience_s: float, *, goes: tuple[str, ...]) -> list[dict[str, Any]]:
    machine = Machine(cache / f"{words}-run", cache, usb=True, goes=goes)
    machine.fresh()
    machine.start(f"landlord landlord.round={words}{' contract' if words == 'boot' else ''}")
    try:
        events = machine.serve("over", patience_s)
        machine.off(600)
    finally:
        machine.pull_the_plug()
    return events


def of_boot(events: list[dict[str, Any]]) -> dict[str, Any]:
    """The figures of a measured boot and stop, and what is not as it should be, a line each."""
    by_name = {event["event"]: event for event in events}
    wrong = _not_reached(events, ("ready", "boot", "stop"))
    contract = {event["part"]: event["kept"] for event in events if event["event"] == "contract"}
    wrong += [f"contract of all parts: {part}" for part in PARTS if not contract.get(part)]
    boot, ready, stop = (by_name.get(name, {}) for name in ("boot", "ready", "stop"))
    if boot and boot["gettys"]:
        wrong.append(f"boot: a login on the screen, {boot['gettys']}")
    if boot and boot["splash_s"] > SPLASH_S:
        wrong.append(f"boot: the name comes after {boot['splash_s']} s")
    if boot and ready and ready["seconds"] - boot["splash_s"] > READY_S:
        wrong.append(f"boot: the table is ready {ready['seconds'] - boot['splash_s']:.1f} s after its name")
    if stop and (stop["seconds"] > STOP_S or stop["result"] != "success" or not stop["moves_kept"]):
        wrong.append(f"stop: {stop}")
    return {
        "contract": [part for part in PARTS if contract.get(part)],
        "splash_s": boot.get("splash_s"),
        "ready_s": ready.get("seconds"),
        "pace_guest_s": boot.get("pace_s"),
        "stop_s": stop.get("seconds"),
        "wrong": wrong,
    }


def of_round(events: list[dict[str, Any]]) -> dict[str, Any]:
    """What came of a round, and what is not as it should be, a line each."""
    by_name = {event["event"]: event for event in events if event["event"] != "unplugged"}
    wrong = _not_reached(events, ("boot", "keys", "refused", "updated", "stop", "doctor", "allowed"))
    names = ("keys", "stop", "refused", "updated", "allowed")
    keys, stop, refused, updated, allowed = (by_name.get(name, {}) for name in names)
    if keys and keys["changed"]:
        wrong.append(f"keys: {', '.join(keys['changed'])} changed")
    if keys and keys["arrived"] < keys["sent"]:
        wrong.append(f"keys: {keys['arrived']} of {keys['sent']} reached the machine")
    if allowed and allowed["before"] == allowed["after"]:
        wrong.append(
            "keys: nothing changed with a config that allows them either, so there is no proof that it was the config"
        )
    if refused and "signed" not in refused["why"]:
        wrong.append(f"stick: {refused['why']}")
    if refused and not refused["exported"]:
        wrong.append("stick: no games on it")
    if updated and (updated["answer"] != f"update done {SIGNED}" or SIGNED not in updated["version"]):
        wrong.append(f"update: {updated['answer']}, {updated['version']} runs")
    if updated and updated["moves_before"] != updated["moves_after"]:
        wrong.append(f"update: {updated['moves_before']} before, {updated['moves_after']} after")
    wrong += [f"unplugged: {event['units']} {event['left']}" for event in events if _is_left_over(event)]
    if stop and not stop["moves_kept"]:
        wrong.append(f"stop: {stop}")
    if stop and stop["console_by_key"] == "tty1":
        wrong.append("stop: Ctrl-Alt-F2 changed nothing without the table either, so there is no proof that it kept it")
    return {
        "keys": keys.get("arrived"),
        "refused": refused.get("why"),
        "exported": sorted(refused.get("exported", {})),
        "updated": updated.get("version"),
        "doctor": {row["part"]: row["ok"] for row in by_name.get("doctor", {}).get("findings", ())},
        "wrong": wrong,
    }


def _not_reached(events: list[dict[str, Any]], names: tuple[str, ...]) -> list[str]:
    there = {event["event"] for event in events}
    failed = [f"{event['step']}: {event['why']}" for event in events if event["event"] == "failed"]
    return failed + [f"{name}: not reached" for name in names if name not in there]


def _is_left_over(event: dict[str, Any]) -> bool:
    return event["event"] == "unplugged" and bool(event["left"] or "active" in event["units"].split())


def _pace_here(cache: Path) -> float:
    """The guest's own Python, on this machine without emulation; CPU time, so that others may work beside it."""
    python = ["chroot", str(cache / "guest"), "/usr/bin/python3", f"/opt/guest/{Path(pace.__file__).name}"]
    return float(subprocess.run(python, check=True, capture_output=True, text=True).stdout)
