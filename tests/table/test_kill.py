"""SIGKILL at any moment, also inside a write: the next start resumes the very state with the same screen; nothing is lost."""

import json
import random
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from game import Throw
from table.journal import Journal
from table.open_game import result_of

ROOT = Path(__file__).parents[2]
HOWS = ("in_statement", "before_commit", "after_commit")


def child(folder, seed, *words):
    command = [sys.executable, "-m", "tests.table.kill_child", str(folder), "--seed", str(seed), *words]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def shown(folder):
    path = folder / "shown.jsonl"
    if not path.exists():
        return []
    lines = path.read_text().splitlines()
    return [json.loads(line) for line in lines if line.endswith("}")]


def finished(folder):
    with Journal(folder) as journal:
        return journal.latest("finished") is not None


def outcome(folder):
    with Journal(folder) as journal:
        match = journal.match(1)
        # Where a die comes to lie is chance and no part of the book.
        line = [replace(move, places=None) if isinstance(move, Throw) else move for move in match.line]
        return result_of(match), line


def uninterrupted(folder, seed):
    folder.mkdir()
    run = child(folder, seed)
    _, errors = run.communicate(timeout=120)
    assert run.returncode == 0, errors.decode()
    return {row["seq"]: row["view"] for row in shown(folder)}


def kill_through_a_game(folder, seed, reference, luck, inside_share, most):
    """Kill and restart until the game is over, `most` times at most; returns (kills, kills inside a write)."""
    folder.mkdir()
    kills = inside = 0
    while True:
        before = shown(folder)
        if kills == most:
            run = child(folder, seed)
            run.communicate(timeout=120)
        elif luck.random() < inside_share:
            how = HOWS[kills % len(HOWS)]
            run = child(folder, seed, "--die-in-write", str(luck.randint(1, 14)), "--how", how)
            run.wait(timeout=120)
        else:
            run = child(folder, seed)
            for _ in range(luck.randint(1, 12)):
                run.stdout.readline()  # empty at the end of the game
            run.send_signal(signal.SIGKILL)
            run.wait(timeout=60)
        if run.returncode == 0:
            break
        assert run.returncode == -signal.SIGKILL, run.stderr.read().decode()
        kills += 1
        inside += "--die-in-write" in run.args
        after = shown(folder)[len(before) :]
        for row in after:
            if row["seq"] not in reference:
                continue  # a hold whose throw was cut off stands alone here; the moves are compared at the end
            assert row["view"] == reference[row["seq"]], f"after kill {kills}: another screen at move {row['seq']}"
        resumed = [row["seq"] for row in after if row["resumed"]]
        if resumed and before:
            assert resumed[0] >= before[-1]["seq"], "an acknowledged move was lost"
    return kills, inside


def run_kills(tmp_path, seeds, least, least_inside, most=400):
    luck = random.Random(11)
    kills = inside = 0
    for seed in seeds:
        reference = uninterrupted(tmp_path / f"whole-{seed}", seed)
        more, more_inside = kill_through_a_game(tmp_path / f"killed-{seed}", seed, reference, luck, 0.6, most)
        kills, inside = kills + more, inside + more_inside
        assert outcome(tmp_path / f"killed-{seed}") == outcome(tmp_path / f"whole-{seed}")
    assert kills >= least and inside >= least_inside, (kills, inside)


def test_a_killed_table_goes_on_where_it_was(tmp_path):
    run_kills(tmp_path, [1], 6, 3, most=8)


@pytest.mark.slow
def test_fifty_kills_through_whole_games_lose_nothing(tmp_path):
    run_kills(tmp_path, [2, 3], 50, 10)
