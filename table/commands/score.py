"""`knobeltisch score --batch FILE.jsonl`: an answer for every line, in the same order; a bad line is answered with its error."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import BinaryIO

import msgspec

from table.errors import BadLine, NothingReadable, UnreadableLine
from table.score import SheetLine, decode, score

_BOM = b"\xef\xbb\xbf"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument(
        "--batch", required=True, metavar="FILE.jsonl", help="a sheet as a JSON object on each line; - reads stdin"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line, as it is always")


def run(arguments: argparse.Namespace) -> int:
    """Answer every line. 0 if all could be scored, 1 if some could not. Raises NothingReadable if no line is JSON."""
    return answer_batch(arguments.batch, score)


def answer_batch(batch: str, answer_line: Callable[[SheetLine], Mapping[str, object]]) -> int:
    """Print the answer to every line of a batch. 0 if all could be answered, 1 if some could not. Raises NothingReadable if no line is JSON."""
    answer: Mapping[str, object]
    read = unreadable = bad = 0
    with opened_batch(batch) as file:
        for line in batch_lines(file):
            read += 1
            try:
                answer = answer_line(decode(line))
            except BadLine as error:
                bad += 1
                unreadable += isinstance(error, UnreadableLine)
                answer = {"error": str(error)}
            print(msgspec.json.encode(answer).decode(), flush=file is sys.stdin.buffer)
    if read == unreadable:
        found = f"none of its {read} lines is JSON" if read else "it is empty"
        raise NothingReadable(f"{batch}: {found}, allowed: a sheet as a JSON object on each line")
    return 1 if bad else 0


def opened_batch(name: str) -> contextlib.AbstractContextManager[BinaryIO]:
    """The file, or stdin for "-". Raises NothingReadable."""
    if name == "-":
        return contextlib.nullcontext(sys.stdin.buffer)
    try:
        return open(name, "rb")
    except OSError as error:
        raise NothingReadable(f"{name}: {error.strerror}, allowed: a file that can be read, or - for stdin") from error


def batch_lines(file: BinaryIO) -> Iterator[bytes]:
    """Lines that hold something; a byte order mark at the beginning is no part of the first."""
    for number, line in enumerate(file):
        content = line.removeprefix(_BOM) if number == 0 else line
        if content.strip():
            yield content
