"""`make test-vm`: the whole appliance in a virtual machine, without help of the processor. Needs root, qemu and mmdebstrap.

    python -m tests.vm [build|boot|landlord|game|cuts|all] [--cuts N] [--note]

build: the guest (Debian 13, the product by its own installer); game: systemd starts the service, a recorded game is played through
real pins, real picamera2 and a real screen, its ranking compared with the truth (half an hour: to read a throw takes an emulated
processor a minute); boot: how long until the table is ready; landlord: keyboard, USB sticks, stop, doctor; cuts: the plug is pulled,
with a control that must lose moves. Images and logs are kept in $KNOBELTISCH_VM, or below the user's cache folder, never in the
checkout; --note puts the figures into the README.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.vm import cuts, figures, landlord, record
from tests.vm.machine import Machine

HERE = Path(__file__).parent
#: A game without a doubt for the reader.
SEED = 3
#: So many cuts of the control find a loss if losses are to be found.
CONTROL = 3


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.vm", description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="?", choices=("build", "boot", "landlord", "game", "cuts", "all"), default="all")
    parser.add_argument("--cuts", type=int, default=20, metavar="N")
    parser.add_argument(
        "--patience", type=float, default=4 * 3600, metavar="S", help="for the whole game (%(default)s)"
    )
    parser.add_argument("--note", action="store_true", help="put the figures into the README")
    args = parser.parse_args(words)
    cache = _cache()
    found: dict[str, Any] = {}
    if args.what in ("build", "all"):
        build(cache)
    for name, look in (("boot", landlord.boot), ("landlord", landlord.visit)):
        if args.what in (name, "all"):
            found[name] = look(cache, args.patience)
            print(json.dumps(found[name]), flush=True)
    if args.what in ("game", "all"):
        found["game"] = game(cache, args.patience)
        print(json.dumps(found["game"]))
    if args.what in ("cuts", "all"):
        real = cuts.pull(cache, args.cuts)
        control = cuts.pull(cache, CONTROL, sync="OFF")
        found["cuts"] = {"cuts": real.cuts, "moves": real.moves, "lost": real.lost, "seconds": real.seconds}
        found["control"] = {"cuts": control.cuts, "lost": control.lost}
        print(json.dumps({"cuts": found["cuts"], "control": found["control"]}))
    kept = figures.keep(found, cache / "figures.json")
    if args.note:
        figures.note(kept)
    return 0 if figures.are_fine(found) else 1


def _cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    place = Path(os.environ.get("KNOBELTISCH_VM") or Path(base) / "knobeltisch-vm")
    place.mkdir(parents=True, exist_ok=True)
    return place


def build(cache: Path) -> None:
    """Record the game if that was not done by this recorder, then build the guest."""
    scenes = cache / "game"
    script = scenes / "script.jsonl"
    if not script.exists() or script.stat().st_mtime < Path(record.__file__).stat().st_mtime:
        print(json.dumps(record.record(scenes, seed=SEED)), flush=True)
    subprocess.run([str(HERE / "build.sh"), str(cache), str(scenes), landlord.FOREIGN, landlord.SIGNED], check=True)


def game(cache: Path, patience_s: float) -> dict[str, Any]:
    """Play the recorded game on the booted table; what came of it."""
    machine = Machine(cache / "game-run", cache)
    machine.fresh()
    began = time.monotonic()
    machine.start("guests")
    try:
        events = machine.serve("over", patience_s)
    finally:
        machine.pull_the_plug()
    return {**figures.of_game(events), "seconds": round(time.monotonic() - began), "screens": str(machine.share)}


if __name__ == "__main__":
    sys.exit(main())
