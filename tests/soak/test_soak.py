"""The soak in small; and that it would notice what it is there to notice."""

import json
from collections import Counter

from table.journal import Journal
from tests.soak.__main__ import main
from tests.soak.evening import Evening, Figures


def test_a_short_evening_loses_nothing(capsys):
    main(["--games", "2", "--images", "0", "--seed", "3"])
    figures = json.loads(capsys.readouterr().out)
    assert figures["games"] == 2 and figures["rolls"] > 60
    assert sum(figures["faults"].values()) > 5
    assert figures["lost_moves"] == figures["handles_left_open"] == 0


def test_a_lost_move_is_noticed(tmp_path):
    figures = Figures()
    evening = Evening(tmp_path, 1, figures)
    evening.play(1)
    with Journal(tmp_path) as journal:
        with journal._connection as connection:
            connection.execute("DELETE FROM move WHERE seq = (SELECT max(seq) FROM move)")
        evening.count_losses(journal)
    assert figures.lost_moves == 1


def test_what_two_processes_counted_is_one_soak():
    one = Figures(games=2, rolls=90, faults=Counter(dark=1), lost_moves=1, stall_ms=30.0, growth_mb=0.5)
    one.add(
        Figures(
            games=3,
            rolls=10,
            faults=Counter(dark=2, plug=1),
            stall_ms=20.0,
            stall_own_ms=9.0,
            stall_cpu_ms=4.0,
            handles=1,
        )
    )
    assert (one.games, one.rolls, one.lost_moves, one.handles) == (5, 100, 1, 1)
    assert one.faults == Counter(dark=3, plug=1)
    assert (one.stall_ms, one.stall_own_ms, one.stall_cpu_ms, one.growth_mb) == (30.0, 9.0, 4.0, 0.5)


def test_a_game_with_pictures_is_counted_beside_the_evenings(capsys):
    main(["--games", "1", "--images", "1", "--throws", "1", "--seed", "3"])
    figures = json.loads(capsys.readouterr().out)
    assert (figures["games"], figures["rolls"], figures["lost_moves"]) == (1, 1, 0)
