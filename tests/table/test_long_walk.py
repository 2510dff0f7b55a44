"""Ten thousand random presses on a real window, begun again and again elsewhere, until every scene there is was seen: no
exception, no dead end, no growth in memory, and a book that can be read afterwards."""

import gc
import importlib
import pkgutil

import numpy as np
import pytest

import table.scenes
from display import Window
from game import MatchSetup
from hardware import HOLDS, Button
from table.journal import Journal
from table.scenes.idle import IdleScene
from table.scenes.scene import Scene
from table.scenes.setup import SetupScene
from tests.table.bench import Bench
from tests.table.test_random_presses import wander
from vision import Frame, Reading, Settled

PRESSES = 10_000
#: Scenes that are never shown themselves: they hold what others have in common.
BASES = {"ServiceScene", "ListScene", "OverScene", "PagedScene", "DiceInTray"}
#: Lines of the service menu, and where in it the settings are.
SERVICE_PAGES, SETTINGS = 10, 4
#: What may stay resident (MB) and alive (objects of Python) from the second half of the walk, which does what the first did.
MOST_MB, MOST_OBJECTS = 12, 12_000


def every_scene():
    """Names of all scenes that can be shown."""
    for module in pkgutil.iter_modules(table.scenes.__path__):
        importlib.import_module(f"table.scenes.{module.name}")
    found, heap = set(), [Scene]
    while heap:
        for kind in heap.pop().__subclasses__():
            heap.append(kind)
            if not kind.__name__.startswith("_") and kind.__module__.startswith("table."):
                found.add(kind.__name__)
    return found - BASES


class Walker(Bench):
    """A bench with a real window, whose loop is stepped only where something happens, and a picture for every throw."""

    def __init__(self, folder, window, seed):
        self.real_window = window
        super().__init__(folder, seed)
        self.frame = Frame(np.full((180, 240, 3), 90, np.uint8), 0.0, 1)

    def make_window(self):
        return self.real_window

    def press(self, button, long=False):
        self.panel.press(button, self.clock(), long=long)
        self.table.step()
        while not self.panel.idle:
            self.clock.wait(0.45 if long else 0.15)
            self.table.step()

    def begin(self, book, names=("Anna", "Resi", "Kuno"), **setup):
        options = {} if book in ("yatzy", "yahtzee", "muenzknobeln") else {"preset": "wirtshaus"}
        desk = self.table.desk
        desk.go(SetupScene(desk, MatchSetup(book, options, names, **setup)))
        self.take_up(list(self.tray))
        self.press(Button.OK, long=True)

    def play_to(self, *scenes):
        """Play on until one of these is shown."""
        for _ in range(300):
            if type(self.scene).__name__ in scenes:
                return
            if type(self.scene).__name__ == "CelebrationScene":
                self.press(Button.BACK)
            elif type(self.scene).__name__ == "CoinsScene":
                self.play_round()
            else:
                self.play_turn()
        raise AssertionError(f"{scenes} never came, but {self.scene}")

    def play_round(self):
        """A round of coins in which the first who names a number is right."""
        number = None
        while self.match.phase != "guess":
            self.press(Button.OK)
        while self.match.phase == "guess":
            number = self.scene._number if number is None else number
            self.press(Button.OK)
        self.table.post(Settled(self.clock(), 0, Reading("read", (), (), 0, number)), None)
        self.press(Button.OK)

    def open_service(self, page):
        self.table.desk.go(IdleScene(self.table.desk))
        self.press(Button.SERVICE)
        for _ in range(page):
            self.press(Button.DOWN)
        if page < SERVICE_PAGES - 1:  # the last switches off
            self.press(Button.OK)


def beginnings():
    """Where stretches of the walk begin; each is a function of the walker."""
    yield "idle", lambda w: w.table.desk.go(IdleScene(w.table.desk))
    for book in ("kniffel", "dreifach", "yatzy", "muenzknobeln", "yahtzee"):
        yield book, lambda w, book=book: w.begin(book)
    yield "alone", lambda w: w.begin("kniffel", ("Anna",), start="first")

    def ranking(w):
        w.begin("yatzy", ("Anna",), start="first")
        w.play_to("RankingScene")

    def between(w):
        w.begin("kniffel", ("Anna",), start="first", games=3)
        w.play_to("BetweenGamesScene")

    def coins_over(w):
        w.begin("muenzknobeln")
        w.play_to("CoinsOverScene")

    def celebrates(w):
        w.begin("kniffel", ("Anna", "Resi"), start="first")
        w.throw([5, 5, 5, 5, 5])
        w.press(Button.DOWN)
        w.press(Button.OK)

    def corrects(w):
        w.begin("kniffel", ("Anna", "Resi"), start="first")
        w.throw([5, 5, 2, 5, 1])
        w.press(HOLDS[2], long=True)

    yield from (("ranking", ranking), ("between", between), ("coins_over", coins_over))
    yield from (("celebrates", celebrates), ("corrects", corrects))

    def over_the_game(key, book="kniffel"):
        def menu(w):
            w.begin(book, start="first")
            if book == "kniffel":
                w.throw([1, 2, 2, 5, 6])
            w.choose_in_menu(key)

        return key, menu

    yield from (over_the_game(key) for key in ("menu.sheets", "menu.photo", "menu.rules", "menu.pause"))
    yield over_the_game("menu.odds", "muenzknobeln")

    def book(section):
        def opened(w):
            w.table.desk.go(IdleScene(w.table.desk))
            w.press(Button.BACK)
            w.press(HOLDS[section])
            w.press(Button.OK)

        return f"book {section}", opened

    yield from (book(section) for section in range(3))

    def seat(w):
        w.table.desk.go(SetupScene(w.table.desk))
        for _ in range(2):
            w.press(Button.DOWN)
        w.press(HOLDS[0], long=True)

    def spell(w):
        seat(w)
        w.press(HOLDS[1])

    yield from (("seat", seat), ("spell", spell))
    for page in range(SERVICE_PAGES):
        yield f"service {page}", lambda w, page=page: w.open_service(page)

    def settings(line):
        def opened(w):
            w.open_service(SETTINGS)
            for _ in range(line):
                w.press(Button.DOWN)
            w.press(Button.OK)

        return f"settings {line}", opened

    yield from (settings(line) for line in (3, 5, 6, 7))


def resident_mb():
    """Memory of this process that is in RAM, in MB."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 / 1e6


@pytest.mark.slow
def test_ten_thousand_presses_reach_every_scene_with_every_screen_painted_and_no_growth(tmp_path):
    ways = list(beginnings())
    seen: set[str] = set()
    measured = []
    with Window((800, 480), mode="headless") as window:
        walker = Walker(tmp_path, window, seed=4)
        for _ in range(2):
            for number, (_, start) in enumerate(ways):
                left = PRESSES // 2 * (number + 1) // len(ways) - PRESSES // 2 * number // len(ways)
                walker.table.desk.backstage.data = tmp_path
                start(walker)
                seen.add(type(walker.scene).__name__)
                seen |= wander(walker, left)
            walker.table.desk.go(IdleScene(walker.table.desk))
            walker.table.step()
            gc.collect()
            measured.append((resident_mb(), len(gc.get_objects())))
        walker.close()
    (before_mb, before), (after_mb, after) = measured
    print(f"second half: {after_mb - before_mb:+.1f} MB resident ({after_mb:.0f}), {after - before:+d} objects")
    assert every_scene() == seen, f"never seen: {every_scene() - seen}"
    assert after_mb - before_mb < MOST_MB and after - before < MOST_OBJECTS
    with Journal(tmp_path, writable=False) as journal:
        for game in journal.games():
            journal.match(game.id)
