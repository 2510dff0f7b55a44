"""A whole game in the real window with real keys; needs Xvfb and xdotool."""

import itertools

import numpy as np
import pytest

from table.cli import main
from tests.table.drive_play import missing, play

LACKING = missing()


@pytest.mark.slow
@pytest.mark.skipif(bool(LACKING), reason=f"not installed: {', '.join(LACKING)} (apt install xvfb xdotool)")
def test_a_whole_game_by_keys_alone(tmp_path, capsys):
    done = play(tmp_path)
    assert done.code == 0
    assert done.finished == 1
    assert main(["journal", "verify", "--data", str(tmp_path / "data")]) == 0
    assert {"idle", "service", "setup", "start", "turn-2-held", "menu", "choosing", "ranking", "idle-again"} <= set(
        done.shots
    )
    for name, picture in done.shots.items():
        assert picture.shape == (800, 1280, 3) and picture.std() > 15, f"{name} is nearly empty"
    shown = list(done.shots.values())
    assert sum(bool(np.array_equal(a, b)) for a, b in itertools.pairwise(shown)) <= 1
    assert done.peak_mb <= 300
