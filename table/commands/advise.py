"""`knobeltisch advise --batch FILE.jsonl`: an answer for every line, in the same order; a bad line is answered with its error."""

from __future__ import annotations

import argparse
import logging
import sys
from pathlib import Path

import msgspec

from table.advise import Desks, advise_line
from table.commands.score import batch_lines, opened_batch
from table.errors import BadLine, NothingReadable, UnreadableLine
from table.folders import default_data
from table.score import decode


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument(
        "--batch",
        default="-",
        metavar="FILE.jsonl",
        help="on each line a sheet with dice and rolls_left as a JSON object; - reads stdin (default)",
    )
    parser.add_argument(
        "--data",
        type=Path,
        default=default_data(),
        metavar="DIR",
        help="data folder with the solved tables (%(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line, as it is always")


def run(arguments: argparse.Namespace) -> int:
    """Answer every line. 0 if all could be advised on, 1 if some could not. Raises NothingReadable, StrategyError."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    desks = Desks(arguments.data)
    read = unreadable = bad = 0
    with opened_batch(arguments.batch) as file:
        for line in batch_lines(file):
            read += 1
            try:
                answer = advise_line(decode(line), desks)
            except BadLine as error:
                bad += 1
                unreadable += isinstance(error, UnreadableLine)
                answer = {"error": str(error)}
            print(msgspec.json.encode(answer).decode(), flush=file is sys.stdin.buffer)
    if read == unreadable:
        found = f"none of its {read} lines is JSON" if read else "it is empty"
        raise NothingReadable(f"{arguments.batch}: {found}, allowed: a sheet as a JSON object on each line")
    return 1 if bad else 0
