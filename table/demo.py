"""The table plays by itself: simulated guests throw simulated dice; picture, reader, game and screen are the real ones.

The true values come from the simulator and are only ever compared with what was read; nothing of them reaches the reader,
the watcher or the game. When unsure, the guests nudge or throw again; they never correct from the truth.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import msgspec

from game import Match, MatchSetup, Throw
from hardware import HOLDS, Button, ScriptPanel, SimulatedTray
from hardware.simulated_coins import SimulatedCoin
from hardware.simulated_tray import SimulatedDie
from table.demo_coins import CoinGuests, Report, Tally
from table.guests import cell_to_fill, slots_to_keep
from table.loop import Table
from table.scenes.coins import CoinsScene
from table.scenes.idle import IdleScene
from table.scenes.menu import PauseScene
from table.scenes.over import OverScene
from table.scenes.play import PlayScene
from table.scenes.question import QuestionScene
from table.scenes.ranking import BetweenGamesScene
from table.scenes.setup import SetupScene
from table.simulated_hand import dice_of_slots
from table.throws import Question
from vision import Empty, Settled, TrayEvent

#: If the watcher says nothing for so long after the dice came to rest, the guest does something about it.
PATIENCE_S = 2.5
#: Between two things a guest does.
BREATH_S = 0.15
WORLD_FILE = "demo_world.json"


class DemoGuests:
    """All guests of a demo in one: looks at the screen like a guest, moves dice and presses buttons."""

    def __init__(
        self,
        table: Table,
        tray: SimulatedTray,
        panel: ScriptPanel,
        clock: Callable[[], float],
        setup: MatchSetup,
        *,
        seed: int,
        data: Path,
        report: Report,
    ) -> None:
        self._table = table
        self._tray = tray
        self._panel = panel
        self._clock = clock
        self._seed = seed
        self._world = data / WORLD_FILE
        self._report = report
        self._habits = random.Random(seed)
        self._seen_at = float("-inf")
        self._still_since: float | None = None
        self._act_at = 0.0
        self._is_unread = False
        self._unsure = 0
        self._nudges = 0
        self._moves = len(table.match.moves) if table.match is not None else 0
        self.tally = Tally()
        self._coin_guests = CoinGuests(table, tray, panel, seed, self.tally, report)
        table.desk.last_setup = setup
        self._restore_world()

    @property
    def done(self) -> bool:
        """The last screen is there."""
        scene = self._table.desk.scene
        return isinstance(scene, OverScene) and not isinstance(scene, BetweenGamesScene)

    def notice(self, event: TrayEvent) -> None:
        """Hear what the watcher reported: guests wait for the table to have looked."""
        if isinstance(event, Settled):
            self._seen_at = event.at
            if event.reading.status == "unsure":
                self.tally.unsure += 1
                self._unsure += 1
                self._coin_guests.notice_unsure()
        elif isinstance(event, Empty):
            self._seen_at = event.at

    def act(self) -> None:
        """Do the next thing if the time for it has come; call once a frame, after the table's step."""
        self._compare()
        self._coin_guests.compare()
        now = self._clock()
        if not self._tray.still:
            self._still_since = None
            return
        if self._still_since is None:
            self._still_since = now
            self._save_world()
        looked = self._seen_at >= self._still_since
        if now < self._act_at or not self._panel.idle or not (looked or now - self._still_since > PATIENCE_S):
            return
        self._act_at = now + BREATH_S
        self._do_next(now)

    # What guests do -------------------------------------------------------------------------------------------------

    def keep(self, match: Match) -> frozenset[int]:
        """The slots (1-5) that the guests want to keep; all five: they are content."""
        return slots_to_keep(match)

    def _do_next(self, now: float) -> None:
        scene = self._table.desk.scene
        if isinstance(scene, IdleScene):
            self._panel.press(Button.OK, now)
        elif isinstance(scene, SetupScene):
            self._panel.press(Button.OK, now, long=True)
        elif isinstance(scene, PauseScene | BetweenGamesScene):
            self._panel.press(Button.OK, now)
        elif isinstance(scene, QuestionScene):
            self._answer(scene, now)
        elif isinstance(scene, CoinsScene):
            if self._coin_guests.play(scene, now):
                self._still_since = None
        elif isinstance(scene, PlayScene):
            self._play(scene, now)

    def _play(self, scene: PlayScene, now: float) -> None:
        match = scene.match
        turn = match.turn
        if turn is None:
            return
        if not turn.throws:
            self._throw(frozenset(range(5)), match)
            return
        keep = self.keep(match) if match.rolls_left else frozenset(range(1, 6))
        if len(keep) < 5:
            self._throw_again(scene, keep, now)
            return
        target = cell_to_fill(match)
        if scene.chosen == target:
            self._panel.press(Button.OK, now)
        elif scene.chosen is not None and _column(scene.chosen) != _column(target):
            self._panel.press(HOLDS[_column(target) - 1], now)
        else:
            self._panel.press(Button.DOWN, now)

    def _throw_again(self, scene: PlayScene, keep: frozenset[int], now: float) -> None:
        match = scene.match
        turn = match.turn
        assert turn is not None
        wrong = sorted(keep ^ turn.held)
        kept = dice_of_slots(self._tray, match, keep)
        on_tray = frozenset(n for n in kept if self._tray.dice[n].where == "resting")
        # Some guests press, some just leave dice lying; both must be understood. What stands aside can't be left lying.
        by_lying = not turn.held and on_tray == kept and (len(match.line) + self._seed) % 3 == 0
        if wrong and keep and not by_lying:
            for n, slot in enumerate(wrong):
                self._panel.press(HOLDS[slot - 1], now + 0.2 * n)
            return
        if turn.held == keep and on_tray and self._habits.random() < 0.15:
            self._tray.set_aside(on_tray)
            return
        self._throw(frozenset(range(5)) - kept, match)

    def _throw(self, which: frozenset[int], match: Match) -> None:
        self._give_up_unread()
        dice = random.Random(f"{self._seed}:{len(match.line)}:{match.player}:{match.round}")
        values = tuple(dice.randint(1, 6) for _ in sorted(which))
        self._tray.throw(which, values)
        self._is_unread = True
        self._still_since = None

    def _answer(self, scene: QuestionScene, now: float) -> None:
        """Nobody corrects from the truth: doubtful dice are nudged, or everything is thrown again."""
        question = scene.ask.question
        if question is Question.OLD_THROW:
            self._panel.press(Button.OK, now)
        elif question in (Question.TURNED, Question.AGAIN, Question.HELD_CHANGED, Question.TOO_EARLY):
            # Thrown dice may show what they showed before; a guest knows whether they were thrown.
            thrown = self._is_unread and question is not Question.TOO_EARLY and Button.OK in scene.allowed()
            self._panel.press(Button.OK if thrown else Button.BACK, now)
        elif question is Question.ALL_FIVE:
            # A die came to lie where one lay before, and shows the same: as the screen asks, all are taken up and thrown.
            match = self._table.match
            assert isinstance(match, Match)
            self._throw(frozenset(range(5)), match)
        elif scene.doubtful and all(die.place is not None for die in scene.doubtful):
            place = scene.doubtful[0].place
            assert place is not None
            self._tray.nudge(self._tray.nearest(place))
            self._still_since = None
        else:
            cocked = [n for n, die in enumerate(self._tray.dice) if die.where == "cocked"]
            on_tray = [n for n, die in enumerate(self._tray.dice) if die.where == "resting"]
            if cocked or on_tray:
                # Each time another one: what one nudge does not clear up another die's may.
                self._tray.nudge((cocked or on_tray)[self._nudges % len(cocked or on_tray)])
                self._nudges += 1
                self._still_since = None

    # What is compared -----------------------------------------------------------------------------------------------

    def _compare(self) -> None:
        """After every step: was a throw counted, and does it say what lies there?"""
        match = self._table.match
        if not isinstance(match, Match) or len(match.moves) == self._moves:
            return
        fresh = match.moves[self._moves :]
        self._moves = len(match.moves)
        for move in fresh:
            if isinstance(move, Throw):
                self._was_read(match, move)

    def _was_read(self, match: Match, move: Throw) -> None:
        turn = match.turn
        in_turn = turn is not None and turn.throws > 0
        read = sorted(v or 0 for v in turn.dice) if turn is not None and in_turn else sorted(move.values)
        starter = match.last_start_throw
        player = turn.player if turn is not None and in_turn else starter.player if starter else match.player or 0
        self._tell(match.players[player].name, turn.throws if turn is not None and in_turn else 1, read)

    def _tell(self, player: str, number: int, read: list[int] | None) -> None:
        thrown = sorted(self._tray.values)
        self.tally.throws += 1
        if read is not None and read != thrown:
            self.tally.silent_misreads += 1
        self._report(
            {
                "event": "throw",
                "player": player,
                "number": number,
                "thrown": thrown,
                "read": read,
                "unsure": self._unsure,
            }
        )
        self._unsure = 0
        self._is_unread = False

    def _give_up_unread(self) -> None:
        """A throw that was never read is told as such before the dice are thrown again."""
        match = self._table.match
        if not self._is_unread or not isinstance(match, Match) or match.player is None:
            return
        turn = match.turn
        self._tell(match.players[match.player].name, turn.throws + 1 if turn else 1, None)

    # The dice survive a power cut ---------------------------------------------------------------------------------------

    def _save_world(self) -> None:
        world = {
            "dice": [asdict(die) for die in self._tray.dice],
            "coins": [asdict(coin) for coin in self._tray.coins],
        }
        self._world.write_text(json.dumps(world), encoding="utf-8")

    def _restore_world(self) -> None:
        """Dice lie where they lay when the plug was pulled; those in flight have come to rest."""
        if self._table.match is None or not self._world.exists():
            return
        try:
            world = json.loads(self._world.read_text(encoding="utf-8"))
        except json.JSONDecodeError:
            return  # the plug was pulled while this was written: the guests pick up all dice
        self._tray.coins = [msgspec.convert(fields, SimulatedCoin) for fields in world["coins"]]
        for n, fields in enumerate(world["dice"]):
            die = msgspec.convert(fields, SimulatedDie)
            die.thrown_at = die.rests_at = float("-inf")
            die.where = {"rolling": "resting"}.get(die.where, die.where)
            self._tray.dice[n] = die


def _column(cell: str) -> int:
    return int(cell.split(":")[0]) if ":" in cell else 1
