"""A table process that plays a whole game from scripted readings and can be told to die by SIGKILL in the middle of a write.

It appends what the screen showed to FOLDER/shown.jsonl: {"seq", "view", "resumed"}; the parent compares, and hears the
number of each over a pipe. The dice are a function of seed and journal, as if the guests' luck were written in the stars,
so an interrupted game must end like an uninterrupted one.
"""

import json
import os
import random
import signal
import traceback

from game import Throw, Undo
from hardware import HOLDS, Button
from table.guests import cell_to_fill, slots_to_keep
from table.scenes.play import PlayScene
from table.scenes.question import QuestionScene
from table.scenes.ranking import RankingScene
from tests.table.bench import Bench


class Player:
    """Plays on a bench, deterministically, and notes what was shown after every committed move."""

    def __init__(self, folder, seed, tell):
        self.seed = seed
        self.tell = tell
        self.bench = Bench(folder)
        self.bench.spot = self.spot
        self.shown = (folder / "shown.jsonl").open("a", encoding="utf-8")
        self.noted = -1
        if isinstance(self.bench.scene, PlayScene):
            self.note(resumed=True)
            self.lay_as_before()
        elif not isinstance(self.bench.scene, RankingScene) and self.bench.journal.latest("finished") is None:
            self.bench.start(players=2, start="roll")

    def lay_as_before(self):
        """The dice lie on the real tray as they did when the process died: where the book says they were."""
        turn = self.bench.match.turn
        if turn is not None and turn.throws:
            self.bench.tray = {n: (turn.dice[n], turn.places[n]) for n in range(5)}
            self.bench.settle()
        else:
            self.bench.take_up()

    def note(self, resumed=False):
        seq = len(self.bench.match.moves)
        if seq == self.noted and not resumed:
            return
        self.noted = seq
        row = {"seq": seq, "view": repr(self.bench.window.screen.view), "resumed": resumed}
        self.shown.write(json.dumps(row) + "\n")
        self.shown.flush()
        self.tell(seq)

    def values(self, count):
        luck = random.Random(f"{self.seed}:{self.moment()}")
        return [luck.randint(1, 6) for _ in range(count)]

    def spot(self, n):
        """Every throw lies elsewhere than the ones before, whatever was cut: no die seems to have stayed by chance."""
        throws = sum(isinstance(move, Throw | Undo) for move in self.bench.match.moves)
        return (22.0 + 50 * n, 25.0 + 30 * ((throws + n) % 6))

    def moment(self):
        """Where the game stands, told by what a hold committed just before a kill does not change."""
        match = self.bench.match
        undone = sum(isinstance(move, Undo) for move in match.moves)
        throws = match.turn.throws if match.turn else 0
        return f"{undone}:{match.phase}:{len(match.start_rounds)}:{match.player}:{match.round}:{throws}"

    def play(self):
        bench = self.bench
        while isinstance(bench.scene, PlayScene | QuestionScene):
            if isinstance(bench.scene, QuestionScene):
                bench.press(Button.OK)
                continue
            match = bench.match
            if len(match.moves) % 17 == 16:
                bench.press(Button.BACK, long=True)
                self.note()
                self.lay_as_before()  # the guests put the dice back as they lay
                continue
            if match.phase == "start_throw" or not match.turn.throws:
                bench.throw(self.values(5))
            else:
                self.go_on()
            self.note()

    def go_on(self):
        bench, match = self.bench, self.bench.match
        keep = slots_to_keep(match) if match.rolls_left else frozenset(range(1, 6))
        wrong = sorted(keep ^ match.turn.held)
        if len(keep) < 5 and wrong:
            bench.press(HOLDS[wrong[0] - 1])
        elif len(keep) < 5:
            free = [bench.die_in_slot(slot) for slot in range(1, 6) if slot not in keep]
            bench.throw(dict(zip(free, self.values(len(free)), strict=True)))
        elif bench.scene.chosen != cell_to_fill(match):
            bench.press(Button.DOWN)
        else:
            bench.press(Button.OK)


def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)


def die_in_write(journal, which, how):
    """Arrange death in the `which`-th write from now: before the row, within its statement, before or after COMMIT."""
    left = {"writes": which}
    connection = journal._connection

    def traced(statement):
        if statement.startswith("INSERT INTO move"):
            left["writes"] -= 1
            if left["writes"] == 0 and how == "in_statement":
                connection.set_progress_handler(die, 3)
        if left["writes"] == 0 and (statement == "COMMIT" and how == "before_commit"):
            die()
        if left["writes"] <= 0 and how == "after_commit" and statement.startswith("BEGIN"):
            die()

    connection.set_trace_callback(traced)


def play(folder, seed, parent, die_in_write_number=0, how="before_commit"):
    """Play on until the game is over or death comes. parent: the end of a pipe that is told each move, or what went wrong."""
    try:
        player = Player(folder, seed, parent.send)
        if die_in_write_number:
            die_in_write(player.bench.journal, die_in_write_number, how)
        player.play()
        player.note()
    except Exception:
        parent.send(traceback.format_exc())
        raise
