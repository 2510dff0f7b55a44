"""`knobeltisch evaluate`: how right the reader is on labelled recordings, a line a folder."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from table.commands.read import reader_for
from table.errors import TableError
from vision.evaluate import Tally, evaluate, reliability
from vision.frame import Image
from vision.reading import Reading
from vision.recordings import BadManifest, manifest
from vision.watcher import Reader

HELP = "measure the reader on labelled recordings"


class NothingToEvaluate(TableError):
    """None of the folders named holds labelled recordings."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of DESIGN §6."""
    parser.add_argument(
        "folders", nargs="+", type=Path, metavar="DIR", help="folders with pictures and a manifest.jsonl"
    )
    parser.add_argument(
        "--tag", action="append", default=[], metavar="T", help="only pictures with this tag (several: with all)"
    )
    parser.add_argument(
        "--report", type=Path, metavar="FILE.html", help="one self-contained page with the failing pictures"
    )
    parser.add_argument(
        "--json", action="store_true", help="one JSON object a line (also when the output is no terminal)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Exit 0: measured; 1: some folders or pictures could not be read; 2: nothing to measure."""
    as_json = arguments.json or not sys.stdout.isatty()
    wanted = frozenset(arguments.tag)
    read = _read()
    tallies: list[Tally] = []
    failed = False
    if not as_json:
        print(f"{'set':24} {'n':>5} {'right':>8} {'wrong':>8} {'unsure':>7} {'answered':>12} {'ms':>6}")
    for folder in arguments.folders:
        try:
            recordings = [r for r in manifest(folder) if wanted <= r.tags]
            if not recordings:
                raise BadManifest(
                    f"{folder}: no labelled pictures" + (f" with the tag {', '.join(wanted)}" if wanted else "")
                )
        except BadManifest as error:
            failed = True
            print(
                json.dumps({"set": folder.name, "error": str(error)}) if as_json else f"{folder.name}: {error}",
                flush=True,
            )
            continue
        tally = evaluate(folder.name, recordings, read)
        tallies.append(tally)
        line = tally.summary()
        line["reliability"] = reliability([tally])
        failed = failed or bool(line.get("unreadable"))
        print(json.dumps(line) if as_json else _in_words(line), flush=True)
    if not tallies:
        raise NothingToEvaluate(
            "no folder with labelled pictures among " + ", ".join(str(f) for f in arguments.folders)
        )
    if arguments.report is not None:
        from table.eye_report import write_report

        write_report(arguments.report, tallies)
    return 1 if failed else 0


def _read() -> Callable[[Image, str], Reading]:
    readers: dict[str, Reader] = {}

    def read(image: Image, kind: str) -> Reading:
        if kind not in readers:
            readers[kind] = reader_for(kind)
        return readers[kind].read(image)

    return read


def _in_words(line: dict[str, Any]) -> str:
    n = max(1, line["n"])
    right, wrong = f"{line['right'] / n:.1%}", f"{line['silently_wrong'] / n:.1%}"
    answered = f"{line['answered']}/{line['must_abstain']}" if line["must_abstain"] else "-"
    return (
        f"{line['set']:24} {line['n']:5} {right:>8} {wrong:>8} {line['unsure']:7} {answered:>12} {line['ms_median']:6}"
    )
