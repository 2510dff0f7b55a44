"""`knobeltisch demo`: the table plays by itself with simulated dice or coins, from picture to ranking."""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import Any

from display import Window
from game import BOOK_OPTIONS, COINS, MAX_PLAYERS, MAX_SEATS, MIN_SEATS, GameError, Match, MatchSetup, begin
from hardware import ScriptPanel, SimulatedCamera, SimulatedTray
from table.clock import SimulatedClock
from table.commands.journal import final_rounds, final_sheet
from table.config import Config
from table.demo import DemoGuests
from table.errors import UsageError
from table.eye import StepEye
from table.frames import FrameKeeper
from table.journal import Journal
from table.looking import Looking
from table.loop import Table
from table.photos import Photos
from vision import CoinReader, DiceReader, Frame, TrayEvent
from vision.watcher import Reader

NAMES = (
    *("Anna", "Resi", "Maximilian", "Kuno", "Leni", "Sepp"),
    *("Xaver", "Vroni", "Ludwig", "Zenzi", "Toni", "Marerl"),
)
#: What is agreed before a match of dice, whatever the book (RULES 2, 2.2).
_BESIDES = ("games", "start", "pays")
FPS = 15.0
#: A demo in which nothing was entered or thrown for so many simulated seconds has lost its way; to work that out takes as long.
LONGEST_S = 600.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument("--game", choices=(*BOOK_OPTIONS, COINS), default="kniffel")
    parser.add_argument(
        "--options",
        default="{}",
        metavar="JSON",
        help="house rules of the game as a JSON object; with dice games, start and pays too",
    )
    parser.add_argument(
        "--players",
        type=int,
        default=2,
        metavar="N",
        help=f"1 to {MAX_PLAYERS}, with coins {MIN_SEATS} to {MAX_SEATS} (%(default)s)",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--speed", type=float, default=1.0, help="with a window: how fast time passes (%(default)s)")
    parser.add_argument("--headless", action="store_true", help="no window, as fast as it goes")
    parser.add_argument("--data", type=Path, metavar="DIR", help="keep the journal here; an unfinished demo is resumed")
    parser.add_argument("--shots", type=Path, metavar="DIR", help="a PNG of every screen")
    parser.add_argument("--frames", type=Path, metavar="DIR", help="every frame that was read")
    parser.add_argument("--throws", type=int, metavar="N", help="stop after so many throws (the game stays unfinished)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--lang", choices=("de", "en"), default="de")
    parser.add_argument("--size", default="1920x1080", metavar="WxH", help="of the screen (%(default)s)")


def run(args: argparse.Namespace) -> int:
    """Play one game. Exit 1 if a throw was misread without anybody noticing."""
    fewest, most = (MIN_SEATS, MAX_SEATS) if args.game == COINS else (1, MAX_PLAYERS)
    if not fewest <= args.players <= most:
        raise UsageError(f"--players is {args.players}; allowed for {args.game}: {fewest} to {most}")
    if args.speed <= 0:
        raise UsageError(f"--speed is {args.speed}; allowed: more than 0")
    if args.throws is not None and args.throws < 1:
        raise UsageError(f"--throws is {args.throws}; allowed: 1 and more")
    if args.data is not None:
        return play(args, args.data)
    with tempfile.TemporaryDirectory(prefix="knobeltisch-demo-") as folder:
        return play(args, Path(folder))


def play(args: argparse.Namespace, data: Path, reader: Reader | None = None, fps: float = FPS) -> int:
    """Play one game in a data folder. `reader` replaces the real one (a test has one that lies); fps: pictures a second."""
    clock = SimulatedClock()
    began = time.monotonic()
    tray = SimulatedTray(seed=args.seed, cocked_chance=0.01)
    setup = _setup(args)
    try:
        begin(setup)
    except GameError as error:
        raise UsageError(str(error)) from error

    def report(row: dict[str, Any]) -> None:
        if args.json:
            print(json.dumps(row, ensure_ascii=False), flush=True)

    with Journal(data) as journal, Window(_size(args.size), mode="headless" if args.headless else "window") as window:
        panel = ScriptPanel()
        table = Table(
            journal=journal,
            config=Config(title="Knobeltisch"),
            photos=Photos(data),
            window=window,
            panel=panel,
            clock=clock,
            language=args.lang,
        )
        guests = DemoGuests(table, tray, panel, clock, setup, seed=args.seed, data=data, report=report)

        def post(event: TrayEvent, frame: Frame | None) -> None:
            guests.notice(event)
            table.post(event, frame)

        def kept(made: Reader, kind: str) -> Reader:
            return FrameKeeper(made, args.frames, kind) if args.frames is not None else made

        looking = Looking(
            {
                "dice": lambda: kept(reader or DiceReader(), "dice"),
                "coins": lambda: kept(reader or CoinReader(), "coins"),
            },
            lambda: table.desk.reads,
        )
        with SimulatedCamera(tray, fps=fps, clock=clock, wait=clock.wait) as camera:
            eye = StepEye(camera, looking, post)
            shots = _Shots(args.shots) if args.shots is not None else None
            moves, moved_at = -1, clock()
            while not guests.done and not table.quitting:
                eye.step()
                table.step()
                guests.act()
                if shots is not None:
                    shots.take(window)
                if not args.headless:
                    _keep_pace(clock(), began, args.speed)
                if args.throws is not None and guests.tally.throws >= args.throws:
                    break
                made = len(getattr(table.match, "moves", ()))
                if made != moves:
                    moves, moved_at = made, clock()
                elif clock() - moved_at > LONGEST_S:
                    raise UsageError("the demo found no way on; this is a fault of the table")
            if shots is not None:
                shots.take(window)
        return _finish(args, table, guests, report, time.monotonic() - began)


def _finish(args: argparse.Namespace, table: Table, guests: DemoGuests, report: Any, seconds: float) -> int:
    match = table.match
    if match is None:
        return 0
    tally = guests.tally
    is_over = match.phase == "over"
    report(
        {
            "event": "final" if is_over else "stopped",
            "players": [
                {"name": match.players[row.player].name, "total": row.total, **({"pays": row.pays} if is_over else {})}
                for row in sorted(match.standing(), key=lambda row: row.player)
            ],
            "throws": tally.throws,
            "unsure": tally.unsure,
            "silent_misreads": tally.silent_misreads,
            "seconds": round(seconds, 1),
        }
    )
    if not args.json:
        print(final_sheet(match) if isinstance(match, Match) else final_rounds(match))
        what = "throws read" if isinstance(match, Match) else "counts taken"
        print(
            f"\n{tally.throws} {what} from pictures, {tally.unsure} unsure readings,"
            f" {tally.silent_misreads} silent misreads, {seconds:.0f} s"
        )
    return 1 if tally.silent_misreads else 0


def _keep_pace(simulated: float, began: float, speed: float) -> None:
    ahead = simulated / speed - (time.monotonic() - began)
    if ahead > 0:
        time.sleep(ahead)


def _setup(args: argparse.Namespace) -> MatchSetup:
    """The set-up asked for; of dice, what is agreed besides the rules of the book may stand among the options."""
    options = _options(args.options)
    besides = {} if args.game == COINS else {word: options.pop(word) for word in _BESIDES if word in options}
    return MatchSetup(args.game, options, NAMES[: args.players], **besides)


def _options(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise UsageError(f"--options {text}: no JSON ({error}), allowed: an object") from error
    if not isinstance(found, dict):
        raise UsageError(f'--options {text}: allowed: a JSON object, such as {{"preset": "klassisch"}}')
    return found


def _size(text: str) -> tuple[int, int]:
    try:
        width, height = (int(part) for part in text.lower().split("x"))
    except ValueError as error:
        raise UsageError(f"--size is {text!r}; allowed: WIDTHxHEIGHT, such as 1920x1080") from error
    if not (240 <= width <= 7680 and 240 <= height <= 7680):
        raise UsageError(f"--size is {text!r}; allowed: 240 to 7680 each way")
    return width, height


class _Shots:
    """Writes a PNG whenever the screen has changed to another view."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._number = 0
        self._last: object = None

    def take(self, window: Window) -> None:
        view = window.screen.view if window.screen is not None else None
        if view is None or view == self._last:
            return
        self._last = view
        self._number += 1
        window.snapshot(self._folder / f"{self._number:04d}-{type(view).__name__.removesuffix('View').lower()}.png")
