"""`python -m tests.power [--note]`: cuts by the hundreds through whole games, and a control without syncs; figures for the README."""

import argparse
import datetime
import sys
import tempfile
from pathlib import Path

from tests import marked
from tests.power.plug import build_writelog, play, pull_plugs

#: Pages after which the log is taken into the database (0: as shipped), and games.
WAYS = [(0, 8), (20, 3), (200, 3)]
CUTS, CONTROL = 200, 20


def main(words=None):
    parser = argparse.ArgumentParser(prog="python -m tests.power", description=__doc__)
    parser.add_argument("--note", action="store_true", help="put the figures into the README")
    args = parser.parse_args(words)
    cuts = moves = games = 0
    faults = []
    with tempfile.TemporaryDirectory(prefix="knobeltisch-power-") as scratch:
        folder = Path(scratch)
        library = build_writelog(folder)
        for checkpoint, count in WAYS:
            place = folder / f"every-{checkpoint}"
            place.mkdir()
            calls, truth = play(library, place / "game", seed=checkpoint + 2, games=count, checkpoint=checkpoint)
            done, wrong = pull_plugs(calls, truth, place, CUTS, seed=checkpoint)
            cuts, games, moves = cuts + done, games + count, moves + sum(map(len, truth.values()))
            faults += wrong
            print(f"checkpoints every {checkpoint} pages: {done} cuts, {len(wrong)} with losses", flush=True)
        calls, truth = play(library, folder / "control", synchronous="OFF", checkpoint=30)
        control, losses = pull_plugs(calls, truth, folder, CONTROL)
    line = (
        f"Last cuts on the host, {datetime.date.today().isoformat()} (`python -m tests.power`; what was not synced is forgotten, reordered or"
        f" torn): {cuts} cuts through {games} games and {moves} moves, {len(faults)} with losses; control without syncs:"
        f" {len(losses)} of {control} cuts with losses."
    )
    print(line)
    if args.note:
        marked.put("cuts", line)
    return 0 if not faults and losses else 1


if __name__ == "__main__":
    sys.exit(main())
