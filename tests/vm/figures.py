"""What the virtual machine's events and cuts say: whether all is as it should be, and the lines for the README."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

from tests import marked


def of_game(events: list[dict[str, Any]]) -> dict[str, Any]:
    """The figures of a game: moves, presses, lamps read back, seconds from the service's start to ready, and both rankings."""
    by_name = {event["event"]: event for event in events}
    service, end = by_name.get("service", {}), by_name.get("end")
    return {
        "restarts": service.get("NRestarts"),
        "memory_mb": round(int(service["MemoryPeak"]) / 1e6) if service.get("MemoryPeak", "").isdigit() else None,
        "scenes": sum(event["event"] == "scene" for event in events),
        "presses": service.get("presses"),
        "lamps": service.get("lamps"),
        "threads": service.get("threads"),
        "moves": (end or by_name.get("lost", {})).get("moves"),
        "lost_the_way": by_name.get("lost", {}).get("why"),
        "ranking": _ranking(end["result"]) if end else None,
        "truth": [[row["name"], row["total"]] for row in end["truth"]] if end else None,
    }


def _ranking(result: dict[str, Any]) -> list[list[Any]]:
    """As the journal keeps it."""
    return [[row["name"], row["total"]] for row in result["players"]]


def are_fine(found: dict[str, Any]) -> bool:
    """Nothing lost, the ranking true, and the control has found losses."""
    game, cuts, control = found.get("game"), found.get("cuts"), found.get("control")
    return (
        not any(found.get(name, {}).get("wrong") for name in ("boot", "landlord"))
        and (game is None or (game["ranking"] is not None and game["ranking"] == game["truth"]))
        and (cuts is None or not cuts["lost"])
        and (control is None or bool(control["lost"]))
    )


def lines(found: dict[str, Any]) -> str:
    """The README's lines; each part has its `day`."""
    days = sorted({part["day"] for part in found.values()})
    out = [f"Last run on {' and '.join(days)}:"]
    game, cuts, control = found.get("game"), found.get("cuts"), found.get("control")
    if game is not None:
        verdict = (
            "the ranking is the true one"
            if are_fine({"game": game})
            else f"not played to its end: {game['lost_the_way']}"
        )
        out.append(
            f"- game: {game['scenes']} scenes through picamera2, {game['presses']} presses and {game['lamps']} lamps through lgpio,"
            f" {game['moves']} moves; {verdict}; {game['memory_mb']} MB, {game['restarts']} restarts; {_of_time(game)}"
        )
    if "boot" in found:
        out.append(_of_boot(found["boot"]))
    if "landlord" in found:
        out.append(_of_landlord(found["landlord"]))
    if cuts is not None and control is not None:
        out.append(
            f"- power cuts: {cuts['cuts']}, {cuts['moves']} moves told, {len(cuts['lost'])} cuts with losses; control without syncs:"
            f" {len(control['lost'])} of {control['cuts']} cuts with losses"
        )
    return "\n".join(out)


def _of_time(game: dict[str, Any]) -> str:
    """How long it took, and which thread of the table computed how long of that."""
    threads = game["threads"] or {}
    watcher, whole = threads.get("watcher", 0.0), sum(threads.values())
    return (
        f"{game['seconds'] / 60:.0f} minutes with the boot, in which the table computed {whole / 60:.0f}, its eye {watcher / 60:.0f} of"
        f" them, on two emulated processors"
    )


def _of_boot(found: dict[str, Any]) -> str:
    return (
        f"- boot, on a core of 10⁹ instructions a second: contract of all parts kept by {' and '.join(found['contract'])}; the name is on the"
        f" screen {found['splash_s']} s after the service's start, the table ready after {found['ready_s']} s, stopped within"
        f" {found['stop_s']} s. A fixed piece of Python (`tests/vm/guest/pace.py`) takes {found['pace_guest_s']} s there and"
        f" {found['pace_here_s']} s of the processor below it; run it on a Pi to compare: none has been measured. {_verdict(found)}"
    )


def _of_landlord(found: dict[str, Any]) -> str:
    doctor = ", ".join(part for part, ok in found["doctor"].items() if ok) or "nothing"
    return (
        f"- landlord: {found['keys']} keys of a USB keyboard, Ctrl-Alt-F2, Ctrl-Alt-Del eight times, SysRq and power key among them, did"
        f" nothing; with a config that allows it F12 opens the service menu; a stranger's update on a stick: {_reason(found['refused'])}; {len(found['exported'])} files of games on the stick; after the signed update"
        f" {found['updated']} runs; doctor finds {doctor} ok. {_verdict(found)}"
    )


def _reason(line: str | None) -> str:
    """Why an update was refused, from the line of the log."""
    return (line or "not reached").rpartition("update refused: ")[2]


def _verdict(found: dict[str, Any]) -> str:
    return "**Wrong: " + "; ".join(found["wrong"]) + "**" if found["wrong"] else "All as it should be."


def keep(found: dict[str, Any], path: Path) -> dict[str, Any]:
    """Parts that were run now, dated, over those that were run before; kept in a file."""
    before = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    day = datetime.date.today().isoformat()
    kept = {**before, **{name: {**part, "day": day} for name, part in found.items()}}
    path.write_text(json.dumps(kept, ensure_ascii=False, indent=1), encoding="utf-8")
    return kept


def note(found: dict[str, Any]) -> None:
    """Put the figures into the README."""
    marked.put("vm", lines(found))
