"""`knobeltisch read`: dice or coins in pictures, a line each."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import cv2

from table.errors import TableError, UsageError
from vision.errors import VisionError
from vision.frame import Image
from vision.reading import Reading
from vision.recordings import read_image
from vision.watcher import Reader

HELP = "read dice or coins from pictures"


class NothingReadable(TableError):
    """None of the pictures named could be read."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of DESIGN §6."""
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="picture files; the EXIF orientation is honoured")
    parser.add_argument("--kind", choices=("dice", "coins"), default="dice", help="what to read (default: dice)")
    parser.add_argument(
        "--expect", type=_counts, metavar="N[,N]", help="the counts that would make sense; others are a doubt"
    )
    parser.add_argument(
        "--tray", type=_tray, default="auto", metavar="auto|full|x,y,w,h", help="where to look (default: auto)"
    )
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="data folder of the table that took the pictures: use its calibration"
    )
    parser.add_argument("--annotate", type=Path, metavar="DIR", help="write each picture with what was read drawn in")
    parser.add_argument(
        "--json", action="store_true", help="one JSON object a line (also when the output is no terminal)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Exit 0: all read (unsure is an answer); 1: some files could not be read; 2: none could."""
    reader = reader_for(arguments.kind, arguments.data)
    as_json = arguments.json or not sys.stdout.isatty()
    failed = 0
    for name in arguments.images:
        try:
            image = read_image(name)
            begun = time.perf_counter()
            reading = reader.read(image, expect=arguments.expect, tray=arguments.tray)
        except VisionError as error:
            failed += 1
            print(json.dumps({"file": name, "error": str(error)}) if as_json else f"{name}: {error}", flush=True)
            continue
        spent_ms = (time.perf_counter() - begun) * 1e3
        print(json.dumps(as_line(name, reading, spent_ms)) if as_json else in_words(name, reading), flush=True)
        if arguments.annotate is not None:
            _annotate(arguments.annotate, name, image, reading)
    if failed == len(arguments.images):
        raise NothingReadable(f"none of the {failed} files could be read")
    return 1 if failed else 0


def reader_for(kind: str, data: Path | None = None) -> Reader:
    """The reader of dice or of coins; with a data folder, it uses the calibration that is stored there."""
    guard = None
    if data is not None:
        from table import calibrations
        from vision.guard import TrayGuard

        guard = TrayGuard(calibration=calibrations.load(data))
    reader: Reader
    if kind == "coins":
        from vision.coins import CoinReader

        reader = CoinReader(finder=guard)
    else:
        from vision.reader import DiceReader

        reader = DiceReader(finder=guard)
    if guard is None:
        return reader
    from vision.guard import GuardedReader

    return GuardedReader(reader, guard)


def as_line(name: str, reading: Reading, ms: float) -> dict[str, Any]:
    """The JSON line of one reading (DESIGN §6)."""
    return {
        "file": name,
        "status": reading.status,
        "values": list(reading.values),
        "dice": [
            {"value": die.value, "center": [round(v, 1) for v in die.center], "confidence": round(die.confidence, 4)}
            for die in reading.dice
        ],
        "count": reading.count,
        "doubts": [{"kind": doubt.kind.value, "die": doubt.die} for doubt in reading.doubts],
        "ms": round(ms, 1),
    }


def in_words(name: str, reading: Reading) -> str:
    """One line for a person."""
    seen = " ".join(str(v) for v in reading.values) if reading.dice else f"{reading.count} counted"
    if reading.status == "read":
        return f"{name}: {seen}"
    reasons = ", ".join(
        doubt.kind.value + ("" if doubt.die is None else f" (die {doubt.die + 1})") for doubt in reading.doubts
    )
    return f"{name}: unsure ({reasons}); seen {seen}"


def draw(image: Image, reading: Reading) -> Image:
    """A copy of an 8-bit picture with dice and doubts drawn in: sure dice and coins green, doubtful dice red."""
    shown = image.copy()
    thick = max(1, round(max(image.shape[:2]) / 640))
    doubtful = {doubt.die for doubt in reading.doubts}
    for index, die in enumerate(reading.dice):
        colour = (60, 60, 255) if index in doubtful else (80, 220, 80)
        corners = [(round(x), round(y)) for x, y in die.quad]
        for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
            cv2.line(shown, start, end, colour, thick, cv2.LINE_AA)
        at = (round(max(x for x, _ in die.quad)) + 2, round(min(y for _, y in die.quad)))
        cv2.putText(shown, str(die.value), at, cv2.FONT_HERSHEY_SIMPLEX, 0.7 * thick, colour, thick + 1, cv2.LINE_AA)
    for coin in reading.coins:
        at = (round(coin.center[0]), round(coin.center[1]))
        cv2.circle(shown, at, max(1, round(coin.radius)), (80, 220, 80), thick, cv2.LINE_AA)
    for doubt in reading.doubts:
        if doubt.where is not None:
            x, y, w, h = (round(v) for v in doubt.where)
            cv2.rectangle(shown, (x, y), (x + w, y + h), (0, 160, 255), thick)
            cv2.putText(
                shown,
                doubt.kind.value,
                (x, max(12, y - 4)),
                cv2.FONT_HERSHEY_SIMPLEX,
                0.45 * thick,
                (0, 160, 255),
                thick,
            )
    return shown


def _annotate(folder: Path, name: str, image: Image, reading: Reading) -> None:
    from vision.intake import as_bgr

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--annotate {folder}: cannot be made a folder ({error.strerror})") from None
    shown, factor = as_bgr(image)
    path = folder / f"{Path(name).stem}.png"
    picture = draw(shown if factor == 1.0 else image, reading)
    if not cv2.imwrite(str(path), picture):
        raise UsageError(f"--annotate: {path} cannot be written")


def _counts(text: str) -> frozenset[int]:
    try:
        counts = frozenset(int(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"a count or several with commas, like 5 or 3,5; found {text!r}") from None
    if min(counts) < 0:
        raise argparse.ArgumentTypeError(f"counts are 0 or more; found {text!r}")
    return counts


def _tray(text: str) -> str | tuple[int, ...]:
    if text in ("auto", "full"):
        return text
    try:
        x, y, w, h = (int(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"auto, full or x,y,w,h in px; found {text!r}") from None
    if w < 1 or h < 1:
        raise argparse.ArgumentTypeError(f"width and height are at least 1 px; found {text!r}")
    return x, y, w, h
