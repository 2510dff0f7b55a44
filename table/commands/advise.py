"""`knobeltisch advise --batch FILE.jsonl`: an answer for every line, in the same order; a bad line is answered with its error."""

from __future__ import annotations

import argparse
import json
import logging
from pathlib import Path

from table.advise import Desks, advise_line
from table.commands.score import answer_batch
from table.folders import default_data

#: A line that says everything a line can say.
EXAMPLE = {
    "book": "kniffel",
    "options": {"preset": "wirtshaus"},
    "cells": {"ones": 3, "kniffel": 50, "full_house": 25},
    "dice": [2, 2, 6, 1, 2],
    "rolls_left": 1,
    "extra_points": 50,
    "rolled": True,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = f"a line, of which book, dice and rolls_left are needed:\n  {json.dumps(EXAMPLE)}"
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
    return answer_batch(arguments.batch, lambda line: advise_line(line, desks))
