"""`knobeltisch play`: the table itself."""

from __future__ import annotations

import argparse
import contextlib
import logging
from pathlib import Path

from table.folders import default_config, default_data

log = logging.getLogger(__name__)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument(
        "--camera", metavar="SOURCE", help="auto, picamera, usb[:N], simulated, or a folder or video of recordings"
    )
    parser.add_argument(
        "--panel", default="auto", metavar="PANEL", help="auto, gpio, keyboard or script:FILE (%(default)s)"
    )
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument("--fullscreen", dest="mode", action="store_const", const="fullscreen")
    modes.add_argument("--window", dest="mode", action="store_const", const="window")
    modes.add_argument("--headless", dest="mode", action="store_const", const="headless", help="no screen at all")
    parser.add_argument("--lang", choices=("de", "en"), help="language of the screen")
    parser.add_argument("--data", type=Path, default=default_data(), metavar="DIR", help="data folder (%(default)s)")
    parser.add_argument("--config", type=Path, metavar="FILE", help="config file")
    parser.epilog = (
        "Keyboard as buttons: 1-5 hold, arrows up/down, Return OK, Backspace BACK, F12 service. "
        "Simulated dice: space throws those not held, l lifts them, a sets held ones aside, n nudges, c cocks a die, "
        "h puts a hand in."
    )


def run(args: argparse.Namespace) -> int:
    """Play until the window is closed or a signal comes."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    if args.mode == "fullscreen":
        _splash()
    from table.app import Parts
    from table.app import run as open_table
    from table.config import Config, load

    path = args.config or default_config()
    config = load(path) if path is not None else Config()
    return open_table(
        Parts(
            camera=args.camera or config.camera.source,
            panel=args.panel,
            mode=args.mode or config.screen.mode,
            data=args.data,
            language=args.lang or config.language,
            config=config,
        )
    )


def _splash() -> None:
    """The name on the screen while the rest is loaded; that none can be opened is said later, with the rest."""
    from display.opening import NoDisplay, has_display, splash

    if has_display():
        with contextlib.suppress(NoDisplay):
            splash()
            log.info("the screen is open")
