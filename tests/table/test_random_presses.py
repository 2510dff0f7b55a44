"""Guests press whatever they like, dice fall whenever: no exception, no dead end, no growth, and the book stays right."""

from hardware import PANEL_BUTTONS, Button
from table.scenes.idle import IdleScene

#: Which line of the service menu the settings are.
SETTINGS = 4


def wander(bench, presses):
    """So many random presses, among them throws, faults and restarts; returns the names of the scenes that were seen."""
    luck = bench.random
    seen, made = set(), 0
    while made < presses:
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
            made += 1
        elif what < 0.232:
            bench.clock.wait(bench.table.desk.config.pause_after_s + 1)
            bench.table.step()
        else:
            lit = [button for button in PANEL_BUTTONS if button in allowed]
            button = luck.choice(lit) if lit and luck.random() < 0.8 else luck.choice(PANEL_BUTTONS)
            bench.press(button, long=(luck.random() < 0.12 and button is not Button.OK) or luck.random() < 0.04)
            made += 1
    return seen


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
