"""An evening at a table: games one after the other on one process, with a fault every few turns; everything is counted."""

from __future__ import annotations

import os
import time
from collections import Counter
from dataclasses import dataclass, field

from hardware import HOLDS, Button, Edge
from table.errors import JournalError
from table.guests import cell_to_fill, slots_to_keep
from table.scenes.play import PlayScene
from table.scenes.question import QuestionScene
from tests.table.bench import Bench

FAULTS = ("gone", "dark", "frozen", "plug", "full_disk", "stuck", "bounce", "unsure", "clock")
ALL = frozenset(range(1, 6))
#: So many deeds without a move, and guests would have given up.
MOST_IDLE = 40
#: A fault in so many turns.
EVERY = 6
BOOKS = (("kniffel", {"preset": "wirtshaus"}), ("kniffel", {"preset": "klassisch"}), ("yatzy", {}), ("yahtzee", {}))


@dataclass
class Figures:
    """What is counted. Stalls are of one step of the loop, each the longest of its kind: `stall_ms` by the wall clock, `stall_own_ms` of
    that without waiting for processors that other processes had, `stall_cpu_ms` of computing."""

    games: int = 0
    rolls: int = 0
    faults: Counter = field(default_factory=Counter)
    silent_misreads: int = 0
    lost_moves: int = 0
    stall_ms: float = 0.0
    stall_own_ms: float = 0.0
    stall_cpu_ms: float = 0.0
    growth_mb: float = 0.0
    handles: int = 0

    def add(self, other):
        """Take in what another process counted: sums, and the worst of what is a measure."""
        for name in ("games", "rolls", "silent_misreads", "lost_moves", "handles"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.faults.update(other.faults)
        for name in ("stall_ms", "stall_own_ms", "stall_cpu_ms", "growth_mb"):
            setattr(self, name, max(getattr(self, name), getattr(other, name)))


def memory_mb() -> float:
    """Resident memory of this process."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def waited_s() -> float:
    """How long this thread was ready and had no processor, in seconds: the second number of Linux's schedstat."""
    with open("/proc/thread-self/schedstat", encoding="ascii") as file:
        return int(file.read().split()[1]) / 1e9


def handles() -> int:
    return len(os.listdir("/proc/self/fd"))


class Timed(Bench):
    """A bench whose loop is timed, step by step."""

    def __init__(self, folder, seed, figures):
        self.figures = figures
        super().__init__(folder, seed)

    def open(self, config):
        super().open(config)
        step = self.table.step

        def timed():
            waited, wall, cpu = waited_s(), time.perf_counter(), time.thread_time()
            step()
            cpu, wall = time.thread_time() - cpu, time.perf_counter() - wall
            self.figures.stall_ms = max(self.figures.stall_ms, wall * 1e3)
            self.figures.stall_own_ms = max(self.figures.stall_own_ms, (wall - (waited_s() - waited)) * 1e3)
            self.figures.stall_cpu_ms = max(self.figures.stall_cpu_ms, cpu * 1e3)

        self.table.step = timed


class Evening:
    """Plays so many games in a data folder and adds up in `figures`."""

    def __init__(self, folder, seed, figures):
        self.figures = figures
        self.bench = Timed(folder, seed, figures)
        self.luck = self.bench.random
        self.shown = {}

    def play(self, games):
        for _ in range(games):
            book, options = self.luck.choice(BOOKS)
            self.bench.start(players=self.luck.choice((2, 2, 3, 4)), book=book, options=options)
            self._play_game()
            self.figures.games += 1
        self.bench.close()

    def _play_game(self):
        bench = self.bench
        idle = 0
        while bench.match is not None and bench.match.phase in ("start_throw", "turn"):
            before = bench.match
            at_rest = isinstance(bench.scene, PlayScene) and not (bench.match.turn and bench.match.turn.throws)
            if at_rest and self.luck.randrange(EVERY) == 0:
                self._fault(self.luck.choice(FAULTS))
            else:
                self._act()
            idle = idle + 1 if bench.match is before else 0
            assert idle < MOST_IDLE, f"no way on from {bench.scene} with {bench.tray} and {bench.match.turn}"
            self._compare()

    def _act(self):
        """What a guest does next, whatever the table shows."""
        bench = self.bench
        if isinstance(bench.scene, QuestionScene):
            bench.settle()  # nudged: now every die can be read
            if isinstance(bench.scene, QuestionScene):
                bench.press(Button.OK)
        elif bench.scene.__module__.startswith("table.scenes.service"):
            bench.press(Button.BACK)
        elif not isinstance(bench.scene, PlayScene):
            bench.press(Button.OK)
        elif bench.match.turn is None or not bench.match.turn.throws:
            bench.throw([self.luck.randint(1, 6) for _ in range(5)])
        else:
            self._go_on()

    def _go_on(self):
        """Hold and throw again, or enter."""
        bench = self.bench
        keep = slots_to_keep(bench.match) if bench.match.rolls_left and not bench.scene.without_camera else ALL
        wrong = sorted(keep ^ bench.match.turn.held)
        if keep == ALL:
            self._fill()
        elif wrong:
            bench.press(HOLDS[wrong[0] - 1])
        else:
            free = [bench.die_in_slot(slot) for slot in sorted(ALL - keep)]
            bench.throw({n: self.luck.randint(1, 6) for n in free})

    # Faults ---------------------------------------------------------------------------------------------------------

    def _fault(self, kind):
        bench = self.bench
        self.figures.faults[kind] += 1
        if kind in ("gone", "dark", "frozen"):
            bench.fault(kind)
            assert bench.table.desk.camera_fault == kind
            self._turn_by_hand()
            bench.take_up()
            assert bench.table.desk.camera_fault is None
        elif kind == "plug":
            bench.reopen()
            bench.take_up()
        elif kind == "full_disk":
            self._full_disk()
        elif kind == "stuck":
            self._touch(Button.HOLD_5, True)
            bench.clock.wait(31)
            bench.table.step()
            assert "button" in bench.table.desk.faults, "a stuck button was not noticed"
            self._touch(Button.HOLD_5, False)
            bench.clock.wait(0.1)
            bench.table.step()
            assert "button" not in bench.table.desk.faults
        elif kind == "bounce":
            self._bounce()
        elif kind == "unsure":
            bench.throw([self.luck.randint(1, 6) for _ in range(5)], unsure=[self.luck.randrange(5)])
            assert isinstance(bench.scene, QuestionScene), "a die in doubt was not asked about"
        else:
            bench.journal._wall_clock = lambda: self.luck.uniform(0, 2e9)

    def _bounce(self):
        """Contacts that spring: one press, however often they open and close."""
        table, downs = self.bench.table, []
        press = table._press
        table._press = lambda one: (downs.append(one) if one.kind == "down" else None, press(one))
        for _ in range(5):
            for pressed in (True, False):
                self._touch(Button.HOLD_5, pressed)
                self.bench.clock.wait(0.001)
        self.bench.clock.wait(0.1)
        table.step()
        table._press = press
        assert len(downs) == 1, f"{len(downs)} presses of a bouncing button"

    def _touch(self, button, pressed):
        self.bench.panel._on_edge(Edge(button, pressed, self.bench.clock()))
        self.bench.table.step()

    def _full_disk(self):
        """The journal takes nothing while a throw falls; it takes it once there is room."""
        bench = self.bench
        before = bench.match
        bench.journal._connection.execute("PRAGMA query_only = ON")
        bench.throw([self.luck.randint(1, 6) for _ in range(5)])
        assert bench.match == before, "a refused throw counted"
        bench.journal._connection.execute("PRAGMA query_only = OFF")
        for _ in range(3):
            bench.clock.wait(2.5)
            bench.table.step()
        assert bench.match != before, "the throw was not offered again"
        self._fill()

    def _turn_by_hand(self):
        bench = self.bench
        if bench.match.phase != "turn" or bench.match.turn.throws:
            return
        for button in HOLDS:
            for _ in range(self.luck.randint(1, 6)):
                bench.press(button)
        bench.press(Button.OK)
        self._fill()

    def _fill(self):
        bench = self.bench
        target = cell_to_fill(bench.match)
        while bench.scene.chosen != target:
            bench.press(Button.DOWN)
        count = len(bench.match.moves)
        bench.press(Button.OK)
        if len(bench.match.moves) == count:
            bench.press(Button.OK)  # a 0 wants it twice

    # Counting -------------------------------------------------------------------------------------------------------

    def _compare(self):
        """Everything that was shown must be in the journal."""
        bench = self.bench
        game = getattr(bench.table.desk.scenes[0], "game", None)
        if game is None:
            return
        known = self.shown.get(game.number, ())
        self.shown[game.number] = game.match.moves
        self.figures.rolls += sum(move.kind == "throw" for move in game.match.moves[len(known) :])

    def count_losses(self, journal):
        """Compare what was shown with what a journal says now, every game."""
        for number, moves in self.shown.items():
            try:
                kept = journal.moves(number)
            except JournalError:
                kept = []
            self.figures.lost_moves += len(moves) - sum(a == b for a, b in zip(moves, kept, strict=False))
