"""The plug pulled anywhere in whole games: every system call the journal makes is on record, and the disk forgets what was
not synced. Never a move lost that was shown, never a journal that cannot be read; without syncs the same test finds losses.
"""

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from table.errors import JournalError
from table.journal import Journal
from tests.power.disk import Disk, read_log

ROOT = Path(__file__).parents[2]
CC = shutil.which("cc")
pytestmark = pytest.mark.skipif(
    CC is None, reason="no C compiler here, which the write log needs: sudo apt install gcc"
)


@pytest.fixture(scope="module")
def writelog(tmp_path_factory):
    """The library that keeps the log."""
    library = tmp_path_factory.mktemp("writelog") / "writelog.so"
    source = Path(__file__).with_name("writelog.c")
    command = [CC, "-shared", "-fPIC", "-O1", "-o", str(library), str(source), "-ldl"]
    subprocess.run(command, check=True)
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


def test_no_cut_loses_a_move_that_was_shown(writelog, tmp_path):
    calls, truth = play(writelog, tmp_path / "game", checkpoint=30)
    assert sum(call.kind == "s" and call.name == "journal.sqlite3" for call in calls) >= 2, "no checkpoint was in it"
    done, faults = pull_plugs(calls, truth, tmp_path, 60)
    assert done >= 40 and faults == []


def test_without_syncs_the_same_cuts_find_losses(writelog, tmp_path):
    calls, truth = play(writelog, tmp_path / "game", synchronous="OFF", checkpoint=30)
    _, faults = pull_plugs(calls, truth, tmp_path, 20)
    assert faults


@pytest.mark.slow
@pytest.mark.parametrize(("checkpoint", "games"), [(0, 8), (20, 3), (200, 3)])
def test_hundreds_of_cuts_through_whole_games_lose_nothing(writelog, tmp_path, checkpoint, games):
    calls, truth = play(writelog, tmp_path / "game", seed=checkpoint + 2, games=games, checkpoint=checkpoint)
    done, faults = pull_plugs(calls, truth, tmp_path, 200, seed=checkpoint)
    print(f"{done} cuts, {len(faults)} with losses, {sum(map(len, truth.values()))} moves, {len(calls)} calls")
    assert done >= 150 and faults == []
