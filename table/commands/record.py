"""`knobeltisch record`: labelled pictures and clips from the camera, in the form `evaluate` and the tests read."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hardware import Camera, CameraGone, RecordingEnded
from table.clock import SimulatedClock
from table.commands.read import reader_for
from table.config import Config, load
from table.errors import TableError, UsageError
from table.folders import default_config, default_data
from table.recorder import Label, Recorder
from table.simulated_hand import SimulatedHand
from vision import Frame, Reading
from vision.errors import VisionError

HELP = "take labelled pictures and clips from the camera"
#: Automatic exposure needs some pictures; simulated dice have come to rest after so many seconds.
WARM_UP, SIMULATED_REST_S = 10, 4.0


class NothingRecorded(TableError):
    """The camera delivered no picture, or nobody said what it shows."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="folder to add to; default: recordings/ of the data folder"
    )
    parser.add_argument("--camera", metavar="SOURCE", help="as for play; default: the config's")
    parser.add_argument("--kind", choices=("dice", "coins"), default="dice", help="what lies there (default: dice)")
    parser.add_argument("--values", type=_values, metavar="1,3,3,5,6", help="the dice that lie there; else it asks")
    parser.add_argument("--count", type=int, metavar="N", help="the coins that lie there; else it asks")
    parser.add_argument("--abstain", action="store_true", help="cocked, stacked, a hand, blurred: no value may be said")
    parser.add_argument(
        "--tag", action="append", default=[], metavar="T", help="a word on the conditions; may be repeated"
    )
    parser.add_argument("--clip", type=float, metavar="SECONDS", help="a clip of that length instead of a picture")
    parser.add_argument("--data", type=Path, default=default_data(), metavar="DIR", help="data folder (%(default)s)")
    parser.add_argument("--config", type=Path, metavar="FILE", help="config file")
    parser.epilog = "Simulated dice are thrown first and label themselves. Exit 0: recorded; 2: nothing could be."


def run(args: argparse.Namespace) -> int:
    """Record one picture or clip."""
    from table.app import Parts, camera_of
    from table.doctor import is_played

    if args.clip is not None and not 0 < args.clip <= 120:
        raise UsageError(f"--clip is more than 0 and at most 120 seconds; found {args.clip:g}")
    if args.kind == "coins" and args.values is not None:
        raise UsageError("--values are for dice; coins have --count")
    if args.count is not None and (args.kind != "coins" or args.count < 0):
        raise UsageError("--count is 0 or more and goes with --kind coins")
    if is_played(args.data):
        raise NothingRecorded("the running table has the camera: stop it first")
    path = args.config or default_config()
    config = load(path) if path is not None else Config()
    parts = Parts(args.camera or config.camera.source, "auto", "headless", args.data, config.language, config)
    open_camera, hand = camera_of(parts, clock=SimulatedClock())
    try:
        recorder = Recorder(args.out or args.data / "recordings")
    except VisionError as error:
        raise UsageError(f"--out: {error}") from error
    with open_camera() as camera:
        frames, thrown = _take(camera, hand, args.clip)
    reading = _read(args.kind, frames[-1])
    label = _label(args, thrown, reading)
    kept = recorder.clip(frames, label) if args.clip is not None else [recorder.picture(frames[-1], label, reading)]
    for file in (kept[0], kept[-1])[: len(kept)]:
        print(file)
    return 0


def _take(
    camera: Camera, hand: SimulatedHand | None, clip_s: float | None
) -> tuple[list[Frame], tuple[int, ...] | None]:
    """The frames wanted, at least one, and the values that simulated dice show."""
    thrown: tuple[int, ...] | None = None
    frames: list[Frame] = []
    try:
        frames.append(camera.capture())
        if hand is not None:
            thrown = hand.throw_all()
        begun, count = frames[0].at, 1
        while not _is_enough(count, frames[-1].at - begun, hand, clip_s):
            frames.append(camera.capture())
            count += 1
            if clip_s is None:
                frames = frames[-1:]
    except RecordingEnded:
        if not frames:
            raise NothingRecorded("the recording holds no picture") from None
    except CameraGone as error:
        raise NothingRecorded(str(error)) from error
    return frames, thrown


def _is_enough(count: int, spent_s: float, hand: SimulatedHand | None, clip_s: float | None) -> bool:
    if clip_s is not None:
        return spent_s >= clip_s
    return count > WARM_UP and (hand is None or spent_s >= SIMULATED_REST_S)


def _read(kind: str, frame: Frame) -> Reading:
    return reader_for(kind).read(frame.image)


def _label(args: argparse.Namespace, thrown: tuple[int, ...] | None, reading: Reading) -> Label:
    tags = tuple(args.tag)
    if args.abstain:
        return Label(args.kind, args.values or (), args.count, "abstain", tags)
    if args.kind == "coins":
        count = (
            args.count
            if args.count is not None
            else int(_ask(f"{reading.count} coins seen; how many lie there?", "\\d+"))
        )
        return Label("coins", (), count, "read", tags)
    values = args.values or thrown
    if values is None:
        seen = ",".join(str(v) for v in reading.values) or "nothing"
        values = _values(_ask(f"{seen} seen ({reading.status}); what lies there, with commas?", "[1-6](,[1-6])*"))
    return Label("dice", tuple(values), None, "read", tags)


def _ask(question: str, allowed: str) -> str:
    """Ask until the answer is allowed; without anybody to ask it is an error that says which option tells it."""
    import re

    if not sys.stdin.isatty():
        raise NothingRecorded("nobody to ask what lies there: give --values, --count or --abstain")
    while True:
        answer = input(f"{question} ").replace(" ", "")
        if re.fullmatch(allowed, answer):
            return answer


def _values(text: str) -> tuple[int, ...]:
    try:
        values = tuple(int(part) for part in text.split(",")) if text else ()
    except ValueError:
        values = (0,)
    if any(not 1 <= value <= 6 for value in values):
        raise argparse.ArgumentTypeError(f"values from 1 to 6 with commas, like 1,3,3,5,6; found {text!r}")
    return values
