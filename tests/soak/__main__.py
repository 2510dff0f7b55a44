"""`make soak`: simulated evenings with random faults. Exit 1 if a move was lost, a throw silently misread, or something grew.

A stall is judged by the clock on the wall; how much of it other processes had all processors is printed beside it.
By default 500 games, 30 of them through pictures and the real reader; `--games`, `--images`, `--seed` change that.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import gc
import importlib
import io
import json
import os
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from table.commands import demo
from table.journal import Journal
from tests import marked
from tests.soak.evening import Evening, Figures, handles, memory_mb

GAMES_AN_EVENING = 10
#: Pictures a second in the games with pictures: half of what a table takes by default, since to draw them costs more than to read.
FPS = 8.0
#: Every so many games with pictures has two guests; the others are alone against the record, half as long.
TWO_GUESTS_EVERY = 5
MOST_GROWTH_MB, MOST_STALL_MS = 5.0, 100.0


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--images", type=int, default=30, help="so many of them through pictures")
    parser.add_argument("--throws", type=int, help="stop each game with pictures after so many throws")
    parser.add_argument(
        "--jobs",
        type=int,
        default=max(2, os.cpu_count() or 2),
        help="so many processes; half of them begin with evenings, the others with pictures (%(default)s)",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--note", action="store_true", help="put the figures into the README")
    args = parser.parse_args(argv)
    figures = Figures()
    # In memory: what syncing costs is measured elsewhere, and 500 games would wear a card.
    place = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with (
        tempfile.TemporaryDirectory(prefix="knobeltisch-soak-", dir=place) as name,
        ProcessPoolExecutor(args.jobs) as pool,
    ):
        folder = Path(name)
        scripted = max(0, args.games - args.images)
        whole, rest = divmod(scripted, GAMES_AN_EVENING)
        sizes = list(enumerate([GAMES_AN_EVENING] * whole + [rest] * (rest > 0)))
        runs = max(1, args.jobs // 2)
        evenings = [pool.submit(play_evenings, folder, args.seed, sizes[n::runs]) for n in range(runs)]
        games = [
            pool.submit(
                with_pictures,
                folder / f"pictures-{n}",
                args.seed * 10_000 + n,
                args.throws,
                2 if n % TWO_GUESTS_EVERY == 1 else 1,
            )
            for n in range(args.images)
        ]
        for run in evenings:
            figures.add(run.result())
        for number, game in enumerate(games):
            throws, misreads, lost = game.result()
            figures.games += 1
            figures.rolls += throws
            figures.silent_misreads += misreads
            figures.lost_moves += lost
            print(f"game {number + 1} with pictures", file=sys.stderr, flush=True)
    faults = figures.faults
    found = {
        "games": figures.games,
        "with_pictures": args.images,
        "throws_of_each": args.throws,
        "rolls": figures.rolls,
        "faults": dict(sorted(faults.items())),
        "silent_misreads": figures.silent_misreads,
        "lost_moves": figures.lost_moves,
        "growth_mb_an_evening": round(figures.growth_mb, 2),
        "handles_left_open": figures.handles,
        "longest_stall_ms": round(figures.stall_ms, 1),
        "longest_stall_own_ms": round(figures.stall_own_ms, 1),
        "longest_stall_cpu_ms": round(figures.stall_cpu_ms, 1),
    }
    print(json.dumps(found))
    if args.note:
        marked.put("soak", _lines(found))
    is_fine = (
        figures.lost_moves == figures.silent_misreads == figures.handles == 0
        and figures.growth_mb <= MOST_GROWTH_MB
        and figures.stall_ms <= MOST_STALL_MS
    )
    return 0 if is_fine else 1


def _lines(found: dict[str, Any]) -> str:
    """The README's line."""
    most = f", each stopped after {found['throws_of_each']} throws" if found["throws_of_each"] else ""
    return (
        f"Last soak on {datetime.date.today().isoformat()}: {found['games']} games ({found['with_pictures']} through pictures{most}),"
        f" {found['rolls']} rolls, {sum(found['faults'].values())} faults, {found['silent_misreads']} silent misreads,"
        f" {found['lost_moves']} lost moves, {found['growth_mb_an_evening']} MB grown an evening,"
        f" {found['handles_left_open']} handles left open, longest stall {found['longest_stall_ms']} ms"
        f" ({found['longest_stall_own_ms']} ms without the waits for processors that other processes had,"
        f" {found['longest_stall_cpu_ms']} ms of computing)."
    )


def play_evenings(folder: Path, seed: int, sizes: list[tuple[int, int]]) -> Figures:
    """Evenings one after the other in this process: their numbers and how many games each has."""
    # As the table does once its first screen stands.
    importlib.import_module("segno")
    gc.collect()
    gc.freeze()
    figures = Figures()
    memory: list[float] = []
    before = handles()
    for number, games in sizes:
        data = folder / f"evening-{number}"
        data.mkdir()
        evening = Evening(data, seed * 10_000 + number, figures)
        evening.play(games)
        with Journal(data, writable=False) as journal:
            evening.count_losses(journal)
        memory.append(memory_mb())
        print(f"evening {number + 1}: {games} games, {memory[-1]:.0f} MB", file=sys.stderr, flush=True)
    figures.handles = handles() - before
    # The first evening loads what is loaded once.
    figures.growth_mb = (memory[-1] - memory[0]) / (len(memory) - 1) if len(memory) > 1 else 0.0
    return figures


def with_pictures(data: Path, seed: int, throws: int | None, players: int) -> tuple[int, int, int]:
    """One game from picture to ranking, as `knobeltisch demo` plays it: its throws, silent misreads, and 1 if the book's result is not
    what was shown."""
    parser = argparse.ArgumentParser()
    demo.add_arguments(parser)
    words = ["--headless", "--json", "--size", "800x480", "--players", str(players), "--seed", str(seed)]
    data.mkdir()
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        demo.play(parser.parse_args([*words, *(["--throws", str(throws)] if throws else [])]), data, fps=FPS)
    final = json.loads(out.getvalue().splitlines()[-1])
    lost = False
    with Journal(data, writable=False) as journal:
        row = journal.game(1)
        if row.result is not None:
            shown = {player["name"]: player["total"] for player in final["players"]}
            kept = {player["name"]: player["total"] for player in row.result["players"]}
            lost = shown != kept
    return final["throws"], final["silent_misreads"], int(lost)


if __name__ == "__main__":
    sys.exit(main())
