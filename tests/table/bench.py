"""A table whose eye is played by the test: real loop, scenes, match and SQLite journal; readings come from a list."""

import random

from hardware import ScriptPanel
from table.clock import SimulatedClock
from table.config import Config
from table.guests import cell_to_fill, slots_to_keep
from table.journal import Journal
from table.loop import Table
from table.photos import Photos
from table.scenes.play import PlayScene
from vision import CameraFault, Die, Doubt, DoubtKind, Empty, Reading, Settled


class StillWindow:
    """Remembers the last screen; the painters have tests of their own."""

    def __init__(self):
        self.screen = None
        self.keys = []

    def show(self, screen):
        self.screen = screen
        return True

    moving = False

    def prepare(self):
        return False

    def key_events(self):
        keys, self.keys = self.keys, []
        return keys


class Bench:
    """A table in simulated time, with fingers on its buttons and dice in its tray."""

    def __init__(self, folder, seed=1, config=None):
        self.folder = folder
        self.clock = SimulatedClock(100.0)
        self.random = random.Random(seed)
        self.tray = {}
        self.frame = None
        self.open(config or Config())

    def open(self, config):
        self.journal = Journal(self.folder)
        self.window = self.make_window()
        self.panel = ScriptPanel()
        self.table = Table(
            journal=self.journal,
            config=config,
            photos=Photos(self.folder),
            window=self.window,
            panel=self.panel,
            clock=self.clock,
        )
        self.table.step()

    def make_window(self):
        """What shows the screens."""
        return StillWindow()

    def reopen(self):
        """The plug is pulled and put in again; the dice stay where they lie."""
        self.journal.close()
        self.open(self.table.desk.config)

    def close(self):
        self.journal.close()

    # Fingers

    def press(self, button, long=False):
        self.panel.press(button, self.clock(), long=long)
        for _ in range(12 if long else 3):
            self.table.step()
            self.clock.wait(0.1)
        self.table.step()

    # Dice

    def spot(self, n):
        """A place for die n, away from the others."""
        return (22.0 + 50 * n + self.random.uniform(-15, 15), self.random.uniform(20, 190))

    def settle(self, *, doubts=(), unsure=(), seen=None):
        """The tray lies still as it is; `unsure`: dice (ids) in doubt; `seen`: values the reader takes for others."""
        seen = seen or {}
        order = sorted(self.tray, key=lambda n: self.tray[n][1][0])
        dice = tuple(
            Die(
                seen.get(n, self.tray[n][0]),
                0.5 if n in unsure else 0.99,
                self.tray[n][1],
                (self.tray[n][1],) * 4,
                ((seen.get(n, self.tray[n][0]), 0.9), (self.tray[n][0] % 6 + 1, 0.1)),
                self.tray[n][1],
            )
            for n in order
        )
        all_doubts = (*doubts, *(Doubt(DoubtKind.COCKED, order.index(n)) for n in unsure))
        status = "unsure" if all_doubts else "read"
        now = self.clock()
        self.table.post(Settled(now, 0, Reading(status, dice, all_doubts, 0, len(dice))), self.frame)
        self.table.step()

    def take_up(self, which=range(5)):
        """Take dice from the tray."""
        for n in which:
            self.tray.pop(n, None)
        if self.tray:
            self.settle()
        else:
            self.table.post(Empty(self.clock(), 0), None)
            self.table.step()

    def lay(self, values):
        """Dice (id -> value) come to lie somewhere; not yet settled."""
        for n, value in values.items():
            self.tray[n] = (value, self.spot(n))

    def throw(self, values, **settle):
        """Take up the named dice (a list means all five) and throw them."""
        values = dict(enumerate(values)) if not isinstance(values, dict) else values
        self.take_up(values)
        self.lay(values)
        self.settle(**settle)

    def fault(self, kind="gone"):
        self.table.post(CameraFault(self.clock(), kind), None)
        self.table.step()

    # What is so

    @property
    def scene(self):
        return self.table.desk.scene

    @property
    def match(self):
        return self.table.match

    @property
    def dice(self):
        return self.match.turn.dice

    def start(self, players=2, book="kniffel", options=None, **setup):
        """Begin a game of so many players by the set-up scene's own start."""
        from game import MatchSetup
        from table.scenes.setup import SetupScene

        names = ("Anna", "Resi", "Maximilian", "Kuno", "Leni", "Sepp", "Xaver", "Vroni")[:players]
        setup = MatchSetup(
            book, {"preset": "wirtshaus"} if options is None else options, names, **{"start": "first", **setup}
        )
        self.table.desk.go(SetupScene(self.table.desk, setup))
        self.take_up()
        self.press_ok_long()
        assert isinstance(self.scene, PlayScene)

    def press_ok_long(self):
        from hardware import Button

        self.press(Button.OK, long=True)

    def choose_in_menu(self, key):
        """Open the table menu and choose the entry with this message key."""
        from hardware import Button

        self.press_ok_long()
        view = self.window.screen.view
        at = next(n for n, entry in enumerate(view.entries) if getattr(entry.text, "key", None) == key)
        for _ in range(at):
            self.press(Button.DOWN)
        self.press(Button.OK)

    def wait_for_adviser(self):
        """Until the adviser can answer for this book, or is off."""
        adviser = self.table.desk.adviser
        adviser.want(self.match.book)
        state = adviser.wait(self.match.book, 60)
        assert state.worth or state.reason, "the adviser did not get ready"

    def die_in_slot(self, slot):
        """The id of the die that lies in a slot's place."""
        spot = self.scene.slots[slot - 1].spot
        return min(self.tray, key=lambda n: abs(self.tray[n][1][0] - spot[0]) + abs(self.tray[n][1][1] - spot[1]))

    def play_turn(self):
        """One turn as a sensible guest plays it, buttons and all."""
        from hardware import HOLDS, Button

        self.throw([self.random.randint(1, 6) for _ in range(5)])
        if self.match.phase != "turn" or not self.match.turn.throws:
            return
        while self.match.rolls_left:
            keep = slots_to_keep(self.match)
            if len(keep) == 5:
                break
            for slot in sorted(keep ^ self.match.turn.held):
                self.press(HOLDS[slot - 1])
            free = [self.die_in_slot(slot) for slot in range(1, 6) if slot not in keep]
            self.throw({n: self.random.randint(1, 6) for n in free})
        target = cell_to_fill(self.match)
        while self.scene.chosen != target:
            self.press(Button.DOWN)
        before = self.match.player, self.match.round
        self.press(Button.OK)
        if self.match.phase == "turn" and (self.match.player, self.match.round) == before:
            self.press(Button.OK)  # a 0 wants it twice
