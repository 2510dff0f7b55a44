"""Guests press whatever they like, dice fall whenever: no exception, no dead end, no growth, and the book stays right."""

import gc

import pytest

from display import Window
from game import MatchSetup
from hardware import PANEL_BUTTONS, Button
from table.journal import Journal
from table.loop import Table
from table.scenes.idle import IdleScene
from table.scenes.setup import SetupScene

#: Where a stretch of random presses begins, so that every book and the menus behind the switch get their share.
BOOKS = ("kniffel", "dreifach", "yatzy", "muenzknobeln", "yahtzee")
STRETCH = 400
#: Which line of the service menu the settings are.
SETTINGS = 4


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
        elif what < 0.23:
            bench.press(Button.SERVICE)
        elif what < 0.232:
            bench.clock.wait(bench.table.desk.config.pause_after_s + 1)
            bench.table.step()
        else:
            lit = [button for button in PANEL_BUTTONS if button in allowed]
            button = luck.choice(lit) if lit and luck.random() < 0.8 else luck.choice(PANEL_BUTTONS)
            bench.press(button, long=(luck.random() < 0.12 and button is not Button.OK) or luck.random() < 0.04)
    return seen


def begin(bench, book):
    """Sit down to a game, as after a busy hour."""
    desk = bench.table.desk
    names = ("Anna", "Resi", "Kuno")[: 3 if book == "muenzknobeln" else bench.random.randint(1, 3)]
    options = {} if book in ("yatzy", "yahtzee", "muenzknobeln") else {"preset": "wirtshaus"}
    desk.go(SetupScene(desk, MatchSetup(book, options, names)))
    bench.press(Button.OK, long=True)


def begin_at_the_end(bench):
    """Play a game to its ranking first."""
    bench.start(players=1)
    while type(bench.scene).__name__ != "RankingScene":
        if type(bench.scene).__name__ == "CelebrationScene":
            bench.press(Button.BACK)
        else:
            bench.play_turn()


def begin_in_the_settings(bench):
    """Open the settings behind the service switch."""
    bench.table.desk.go(IdleScene(bench.table.desk))
    bench.press(Button.SERVICE)
    for _ in range(SETTINGS):
        bench.press(Button.DOWN)
    bench.press(Button.OK)


def test_hundreds_of_random_presses_lead_nowhere_bad(bench):
    bench.start(players=3, start="roll")
    seen = wander(bench, 500)
    assert {"PlayScene", "QuestionScene"} <= seen
    for game in bench.journal.games():
        bench.journal.match(game.id)


def test_random_presses_of_every_button_in_the_service_menu_lead_nowhere_bad(bench):
    bench.table.desk.backstage.data = bench.folder
    seen = set()
    for page, line in [*((page, None) for page in range(9)), (SETTINGS, 3), (SETTINGS, 5)]:
        while type(bench.scene).__name__ != "ServiceMenuScene":
            bench.press(Button.SERVICE)
        for steps in (page,) if line is None else (page, line):
            for _ in range(steps):
                bench.press(Button.DOWN)
            bench.press(Button.OK)
        for _ in range(80):
            seen.add(type(bench.scene).__name__)
            allowed = bench.scene.allowed()
            assert Button.BACK in allowed or type(bench.scene) is IdleScene, f"no way back from {bench.scene}"
            onward = [button for button in allowed if button is not Button.BACK]
            button = bench.random.choice([*onward * 3, *PANEL_BUTTONS])
            bench.press(button, long=bench.random.random() < 0.1)
        bench.table.desk.go(IdleScene(bench.table.desk))
    assert {"SettingsScene", "SpellingScene", "SoundsScene", "ClockScene", "ButtonsScene", "CameraScene"} <= seen


def resident_mb():
    """Memory of this process that is in RAM, in MB."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 / 1e6


@pytest.mark.slow
def test_ten_thousand_presses_with_every_screen_painted_and_no_growth(bench):
    """25 stretches of 400, each begun with another book; what lives on after the first ten is what lives on after all."""
    seen = set()
    with Window((800, 480), mode="headless") as window:
        make = Table.__init__

        def with_window(self, **parts):
            make(self, **{**parts, "window": window})

        Table.__init__ = with_window
        try:
            bench.reopen()
            for stretch in range(25):
                if stretch == 10:
                    gc.collect()
                    objects, resident = len(gc.get_objects()), resident_mb()
                if stretch % 12 == 3:
                    begin_at_the_end(bench)
                elif stretch % 12 == 9:
                    begin_in_the_settings(bench)
                else:
                    begin(bench, BOOKS[stretch % len(BOOKS)])
                seen |= wander(bench, STRETCH)
            bench.table.desk.go(IdleScene(bench.table.desk))
            gc.collect()
        finally:
            Table.__init__ = make
    wanted = {"IdleScene", "SetupScene", "PlayScene", "QuestionScene", "CorrectScene", "TableMenuScene", "CoinsScene"}
    wanted |= {"PauseScene", "RulesScene", "ServiceMenuScene", "SettingsScene", "RankingScene", "SheetsScene"}
    assert wanted <= seen, f"never seen: {wanted - seen}"
    grown, more = resident_mb() - resident, len(gc.get_objects()) - objects
    print(f"6,000 presses later: {grown:+.1f} MB resident, {more:+d} objects")
    assert grown < 25 and more < 30_000
    bench.journal.close()
    with Journal(bench.folder, writable=False) as journal:
        for game in journal.games():
            journal.match(game.id)
