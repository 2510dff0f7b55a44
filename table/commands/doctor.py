"""`knobeltisch doctor`: every part of the table, each with one line: fit, or what is wrong and what to do."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from hardware import Camera, CameraGone
from table.config import Config, load
from table.errors import BadConfig, UsageError
from table.folders import default_config, default_data

PART_NAMES = ("config", "camera", "pins", "sound", "screen", "disk", "clock", "journal")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument("--camera", metavar="SOURCE", help="as for play; default: the config's")
    parser.add_argument("--data", type=Path, default=default_data(), metavar="DIR", help="data folder (%(default)s)")
    parser.add_argument("--config", type=Path, metavar="FILE", help="config file")
    parser.add_argument("--only", action="append", choices=PART_NAMES, default=[], help="this part; may be repeated")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.epilog = "Exit 0: all fit; 1: something is wrong. The camera's line brings light, focus and tray with it."


def run(args: argparse.Namespace) -> int:
    """Examine the table. Exit 1 if a part is not fit."""
    from table.app import Parts, camera_of
    from table.doctor import Patient, examine

    path = args.config or default_config()
    try:
        config = load(path) if path is not None else Config()
    except BadConfig:
        config = Config()  # the config's own line tells
    source = args.camera or config.camera.source

    def open_camera() -> Camera:
        parts = Parts(source, "auto", "headless", args.data, config.language, config)
        try:
            return camera_of(parts)[0]()
        except UsageError as error:
            raise CameraGone(str(error)) from error

    on_pi = Path("/proc/device-tree/model").exists()
    patient = Patient(config, path, args.data, open_camera, wants_pins=on_pi)
    fit = True
    for finding in examine(patient, frozenset(args.only)):
        fit = fit and finding.ok
        if args.json:
            print(json.dumps(asdict(finding), ensure_ascii=False), flush=True)
        else:
            print(f"{'ok   ' if finding.ok else 'WRONG'}  {finding.part:8s} {finding.found}", flush=True)
            if finding.do:
                print(f"                → {finding.do}", flush=True)
    return 0 if fit else 1
