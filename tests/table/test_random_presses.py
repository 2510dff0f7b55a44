"""Guests press whatever they like, dice fall whenever: no exception, no dead end, and the book stays right."""

import tracemalloc

import pytest

from display import Window
from hardware import PANEL_BUTTONS, Button
from table.journal import Journal
from table.loop import Table


def wander(bench, presses):
    """Random presses, throws, faults and restarts; returns the names of the scenes that were seen."""
    luck = bench.random
    seen = set()
    for _ in range(presses):
        seen.add(type(bench.scene).__name__)
        allowed = bench.scene.allowed()
        assert any(meaning.do or meaning.long for meaning in allowed.values()), f"dead end in {bench.scene}"
        what = luck.random()
        if what < 0.18 and bench.match is not None and bench.match.phase in ("start_throw", "turn"):
            bench.throw([luck.randint(1, 6) for _ in range(luck.choice((5, 5, 5, 5, 4, 6)))])
        elif what < 0.20:
            bench.throw([luck.randint(1, 6) for _ in range(5)], unsure=[luck.randrange(5)])
        elif what < 0.22:
            bench.fault(luck.choice(("gone", "dark", "frozen")))
        elif what < 0.225:
            bench.reopen()
        else:
            lit = [button for button in PANEL_BUTTONS if button in allowed]
            button = luck.choice(lit) if lit and luck.random() < 0.8 else luck.choice(PANEL_BUTTONS)
            bench.press(button, long=(luck.random() < 0.12 and button is not Button.OK) or luck.random() < 0.04)
    return seen


def test_hundreds_of_random_presses_lead_nowhere_bad(bench):
    bench.start(players=3, start="roll")
    seen = wander(bench, 500)
    assert {"PlayScene", "QuestionScene"} <= seen
    for game in bench.journal.games():
        bench.journal.match(game.id)


@pytest.mark.slow
def test_ten_thousand_presses_with_every_screen_painted_and_no_growth(bench):
    with Window((800, 480), mode="headless") as window:
        make = Table.__init__

        def with_window(self, **parts):
            make(self, **{**parts, "window": window})

        Table.__init__ = with_window
        try:
            bench.reopen()
            seen = wander(bench, 2000)
            tracemalloc.start()
            before, _ = tracemalloc.get_traced_memory()
            seen |= wander(bench, 8000)
            after, _ = tracemalloc.get_traced_memory()
            tracemalloc.stop()
        finally:
            Table.__init__ = make
    assert {"IdleScene", "SetupScene", "PlayScene", "QuestionScene", "CorrectScene", "TableMenuScene"} <= seen
    assert after - before < 20e6
    bench.journal.close()
    with Journal(bench.folder, writable=False) as journal:
        for game in journal.games():
            journal.match(game.id)
