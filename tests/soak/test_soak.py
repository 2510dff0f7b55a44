"""The soak in small; and that it would notice what it is there to notice."""

import json

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


def test_a_game_with_pictures_is_counted_beside_the_evenings(capsys):
    main(["--games", "1", "--images", "1", "--throws", "1", "--seed", "3"])
    figures = json.loads(capsys.readouterr().out)
    assert (figures["games"], figures["rolls"], figures["lost_moves"]) == (1, 1, 0)
