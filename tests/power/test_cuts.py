"""The plug pulled anywhere in whole games: every system call the journal makes is on record, and the disk forgets what was
not synced. Never a move lost that was shown, never a journal that cannot be read; without syncs the same test finds losses.
"""

import pytest

from tests.power.__main__ import WAYS
from tests.power.plug import CC, build_writelog, play, pull_plugs

pytestmark = pytest.mark.skipif(
    CC is None, reason="no C compiler here, which the write log needs: sudo apt install gcc"
)


@pytest.fixture(scope="module")
def writelog(tmp_path_factory):
    return build_writelog(tmp_path_factory.mktemp("writelog"))


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
@pytest.mark.parametrize(("checkpoint", "games"), WAYS)
def test_hundreds_of_cuts_through_whole_games_lose_nothing(writelog, tmp_path, checkpoint, games):
    calls, truth = play(writelog, tmp_path / "game", seed=checkpoint + 2, games=games, checkpoint=checkpoint)
    done, faults = pull_plugs(calls, truth, tmp_path, 200, seed=checkpoint)
    print(f"{done} cuts, {len(faults)} with losses, {sum(map(len, truth.values()))} moves, {len(calls)} calls")
    assert done >= 150 and faults == []
