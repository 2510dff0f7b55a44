"""SIGKILL at any moment, also inside a write: the next start resumes the very state with the same screen; nothing is lost."""

import json
import multiprocessing
import random
import signal
from dataclasses import replace

import pytest

from game import Throw
from table.journal import Journal
from table.open_game import result_of
from tests.table import kill_child

HOWS = ("in_statement", "before_commit", "after_commit")
#: A table that shows nothing for so long (s) hangs. A whole game takes as long as the machine takes.
STALLED_S = 120
#: Children are forked from a process that has loaded the table once: a hundred starts would cost more than two games.
TABLES = multiprocessing.get_context("forkserver")
TABLES.set_forkserver_preload(["pytest", "tests.table.kill_child"])


class Child:
    """A table process of its own, and what it tells."""

    def __init__(self, folder, seed, die_in_write=0, how="before_commit"):
        self._told, its_end = TABLES.Pipe(duplex=False)
        self._process = TABLES.Process(
            target=kill_child.play, args=(folder, seed, its_end, die_in_write, how), daemon=True
        )
        self._process.start()
        its_end.close()
        self.went_wrong = ""

    def follow(self, moves=None):
        """Wait for so many moves, or until it is gone."""
        while moves is None or moves > 0:
            assert self._told.poll(STALLED_S), f"no move in {STALLED_S} s"
            try:
                told = self._told.recv()
            except EOFError:
                return
            if isinstance(told, str):
                self.went_wrong = told
            elif moves is not None:
                moves -= 1

    def kill(self):
        self._process.kill()

    def end(self):
        """How it ended: 0, or minus the signal."""
        self._process.join(STALLED_S)
        code = self._process.exitcode
        assert code in (0, -signal.SIGKILL), self.went_wrong or code
        return code


def shown(folder):
    path = folder / "shown.jsonl"
    if not path.exists():
        return []
    lines = path.read_text().splitlines()
    return [json.loads(line) for line in lines if line.endswith("}")]


def outcome(folder):
    with Journal(folder) as journal:
        match = journal.match(1)
        # Where a die comes to lie is chance and no part of the book.
        line = [replace(move, places=None) if isinstance(move, Throw) else move for move in match.line]
        return result_of(match), line


def uninterrupted(folder, seed):
    folder.mkdir()
    child = Child(folder, seed)
    child.follow()
    assert child.end() == 0
    return {row["seq"]: row["view"] for row in shown(folder)}


def kill_through_a_game(folder, seed, reference, luck, inside_share, most):
    """Kill and restart until the game is over, `most` times at most; returns (kills, kills inside a write)."""
    folder.mkdir()
    kills = inside = 0
    while True:
        before = shown(folder)
        is_inside = False
        if kills == most:
            child = Child(folder, seed)
            child.follow()
        elif luck.random() < inside_share:
            is_inside = True
            child = Child(folder, seed, luck.randint(1, 14), HOWS[kills % len(HOWS)])
            child.follow()
        else:
            child = Child(folder, seed)
            child.follow(moves=luck.randint(1, 12))
            child.kill()
        if child.end() == 0:
            break
        kills += 1
        inside += is_inside
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
