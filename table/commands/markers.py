"""`knobeltisch markers`: the tray's corner markers and the page for the lens, to be printed in true size."""

from __future__ import annotations

import argparse
from pathlib import Path

from table.config import Config, load
from table.errors import UsageError
from table.folders import default_config

HELP = "print the tray's corner markers in true size"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="folder for the files (default: here)")
    parser.add_argument(
        "--dpi", type=_dpi, default=300, metavar="N", help="resolution of the PNGs, 72 to 1200 (default: 300)"
    )
    parser.add_argument("--lang", choices=("de", "en"), help="language of the sheets; default: the config's")
    parser.add_argument("--config", type=Path, metavar="FILE", help="config file")
    parser.epilog = (
        "Writes markers.pdf (two pages), markers.png and charuco.png. Print at 100 %, then measure the ruler."
    )


def run(args: argparse.Namespace) -> int:
    """Write the sheets. Exit 2 if they cannot be written."""
    from table.marker_sheet import charuco_sheet, marker_sheet
    from table.sheet import as_pdf, as_png

    path = args.config or default_config()
    config = load(path) if path is not None else Config()
    language = args.lang or config.language
    sheets = {"markers": marker_sheet(language), "charuco": charuco_sheet(language)}
    files = {"markers.pdf": as_pdf(list(sheets.values()), "Knobeltisch")}
    files |= {f"{name}.png": as_png(sheet, args.dpi) for name, sheet in sheets.items()}
    try:
        args.out.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            (args.out / name).write_bytes(data)
    except OSError as error:
        raise UsageError(f"--out {args.out}: cannot be written ({error.strerror})") from None
    for name in files:
        print(args.out / name)
    return 0


def _dpi(text: str) -> int:
    if not text.isdigit() or not 72 <= int(text) <= 1200:
        raise argparse.ArgumentTypeError(f"a whole number from 72 to 1200; found {text!r}")
    return int(text)
