"""`knobeltisch watch`: a folder of frames or a video through the tray watcher, an event a line."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from table.commands.read import as_line, in_words, reader_for
from table.errors import TableError
from vision import CameraFault, Empty, HandIn, Moving, Settled, TrayEvent
from vision.errors import VisionError
from vision.footage import shots
from vision.watcher import TrayWatcher

_NAMES: dict[type[Any], str] = {
    Moving: "moving",
    HandIn: "hand",
    Empty: "empty",
    Settled: "settled",
    CameraFault: "fault",
}


class NothingToWatch(TableError):
    """Not one frame could be read."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of DESIGN §6."""
    parser.add_argument("footage", type=Path, metavar="DIR|VIDEO")
    parser.add_argument("--kind", choices=("dice", "coins"), default="dice", help="what to read (default: dice)")
    parser.add_argument(
        "--json", action="store_true", help="one JSON object a line (also when the output is no terminal)"
    )


def run(args: argparse.Namespace) -> int:
    """Exit 0: watched to the end; 1: broke off or a frame could not be read; 2: nothing to watch."""
    as_json = args.json or not sys.stdout.isatty()
    watcher = TrayWatcher(reader_for(args.kind))
    sequence: str | None = None
    count = 0
    try:
        for shot in shots(args.footage):
            if sequence is not None and shot.sequence != sequence:
                watcher.reset()
            sequence = shot.sequence
            count += 1
            begun = time.perf_counter()
            for event in watcher.push(shot.frame):
                spent_ms = (time.perf_counter() - begun) * 1e3
                row = event_row(event, shot.frame.number, shot.frame.at, spent_ms)
                print(json.dumps(row) if as_json else _words(row, event), flush=True)
    except VisionError as error:
        if not count:
            raise NothingToWatch(str(error)) from error
        print(f"knobeltisch watch: {error}", file=sys.stderr)
        return 1
    return 0


def event_row(event: TrayEvent, frame: int, at: float, ms: float) -> dict[str, Any]:
    """The JSON line of one event (DESIGN §6); `at` and `frame` of the picture that told it."""
    row: dict[str, Any] = {"event": _NAMES[type(event)], "t": round(at, 3), "frame": frame}
    if isinstance(event, Settled):
        reading = as_line("", event.reading, ms)
        del reading["file"]
        row |= {
            "reading": reading,
            "stayed": list(event.stayed),
            "moved": list(event.moved),
            "lifted": list(event.lifted),
        }
    if isinstance(event, CameraFault):
        row |= {"kind": event.kind, "what": event.what}
    return row


def _words(row: dict[str, Any], event: TrayEvent) -> str:
    line = f"{row['t']:8.2f} s  frame {row['frame']:5d}  {row['event']}"
    return f"{line}  {in_words('', event.reading).removeprefix(': ')}" if isinstance(event, Settled) else line
