"""Plays whole games with every system call of the journal on record, and pulls the plug anywhere in them.

`python -m tests.power` does it by the hundreds and puts the figures into the README.
"""

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

from table.errors import JournalError
from table.journal import Journal
from tests.power.disk import Disk, read_log

ROOT = Path(__file__).parents[2]
CC = shutil.which("cc")


def build_writelog(folder):
    """The library that keeps the log."""
    library = folder / "writelog.so"
    source = Path(__file__).with_name("writelog.c")
    subprocess.run([CC, "-shared", "-fPIC", "-O1", "-o", str(library), str(source), "-ldl"], check=True)
    return library


def play(writelog, folder, *, seed=1, games=1, synchronous="FULL", checkpoint=0):
    """Play on a fresh journal; return the calls."""
    folder.mkdir()
    log = folder.parent / f"{folder.name}.log"
    environment = {**os.environ, "LD_PRELOAD": str(writelog), "WRITELOG_DIR": str(folder), "WRITELOG_FILE": str(log)}
    command = [sys.executable, "-m", "tests.power.writer", str(folder)]
    command += [str(seed), str(games), synchronous, str(checkpoint)]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=300)
    with Journal(folder, writable=False) as journal:
        truth = {row.id: journal.moves(row.id) for row in journal.games()}
    return read_log(log, folder), truth


def wrong_after(folder, acknowledged, truth):
    """What is wrong with the journal that a cut has left, or None."""
    if acknowledged and not (folder / "journal.sqlite3").exists():
        return "there is no journal"
    try:
        with Journal(folder) as journal:
            damage = journal.damage()
            if damage:
                return damage
            for game, count in acknowledged.items():
                kept = journal.moves(game)
                if len(kept) < count or kept != truth[game][: len(kept)]:
                    return f"game {game}: {count} moves were shown, {len(kept)} are there"
            for row in journal.games():
                journal.match(row.id)
    except JournalError as error:
        return str(error)
    return None


def pull_plugs(calls, truth, folder, cuts, seed=5):
    """Cut at so many moments, each with writes at risk, spread over the whole log; return what went wrong at which."""
    luck = random.Random(seed)
    disk, acknowledged, faults, done = Disk(), {}, [], 0
    chance = 4 * cuts / len(calls)
    for number, call in enumerate(calls):
        if call.name == "acks":
            game, count = call.data.split()
            acknowledged[int(game)] = int(count)
        elif call.name.endswith("-shm") or call.name == "table.lock":
            continue  # rebuilt at every start
        else:
            disk.take(call)
        if luck.random() < chance and (disk.unsynced or call.name == "acks"):
            done += 1
            place = folder / f"cut-{done}"
            disk.cut(place, luck)
            wrong = wrong_after(place, dict(acknowledged), truth)
            if wrong:
                faults.append((number, wrong))
            shutil.rmtree(place)
            if done == cuts:
                break
    return done, faults
