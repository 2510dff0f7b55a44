"""Records a whole game for the virtual machine: what the camera saw scene by scene, which buttons were pressed, and who won.

A scene is a folder of a few JPEGs: what moves, or what lies still (they differ by the sensor's noise). `script.jsonl` has a line
for each scene and press in their order, each with the number of moves that the journal held when it came.
"""

from __future__ import annotations

import itertools
import json
import shutil
from pathlib import Path
from typing import Any

import cv2

from display import Window
from game import Match, MatchSetup, make_book
from hardware import Button, ScriptPanel, SimulatedCamera, SimulatedTray
from table.clock import SimulatedClock
from table.config import load
from table.demo import DemoGuests
from table.eye import StepEye
from table.journal import Journal
from table.looking import Looking
from table.loop import Table
from table.photos import Photos
from table.scenes.play import PlayScene
from table.scenes.setup import SetupScene
from table.strategies import Adviser, solve_in_process
from vision import CoinReader, DiceReader, Frame, TrayEvent

#: As `guest/knobeltisch.toml` has it: what a long OK begins on a table that has never been played on.
CONFIG = load(Path(__file__).with_name("guest") / "knobeltisch.toml")
FPS = 15.0
#: Pictures of a scene. Five, so that a camera that skips three or four between two looks does not see the same one again.
PICTURES = 5
QUALITY = 88
#: At most so long (s) is waited for advice.
ADVICE_S = 300.0


class HastyGuest(DemoGuests):
    """One who plays alone and is content with the first throw: to read one takes a virtual machine a minute. Who throws on takes dice up
    first, and a table that has no time to look meanwhile would have to ask whether they were turned."""

    def keep(self, match: Match) -> frozenset[int]:
        return frozenset(range(1, 6))

    def _do_next(self, now: float) -> None:
        scene = self._table.desk.scene
        if isinstance(scene, PlayScene):
            # The choice opens at the best field; in the virtual machine that is long known when a guest presses.
            scene.hints.wait(ADVICE_S)
        if isinstance(scene, SetupScene) and len(scene.setup.players) > 1:
            is_there = scene.lines()[scene._active].key == "players"
            self._panel.press(Button.HOLD_1 if is_there else Button.DOWN, now)
        else:
            super()._do_next(now)


class Tape:
    """The game as it goes on: scenes and presses in order."""

    def __init__(self, folder: Path, clock: SimulatedClock, journal: Journal) -> None:
        self._folder = folder
        self._clock = clock
        self._journal = journal
        self._seen: list[Frame] = []
        self._is_still: bool | None = None
        self._number = -1
        self.lines: list[dict[str, Any]] = []

    def note(self, **line: Any) -> None:
        games = list(self._journal.games())
        moves = games[-1].moves if games else 0
        self.lines.append({**line, "moves": moves, "at": round(self._clock(), 2)})

    def see(self, frame: Frame, is_still: bool) -> None:
        """Take a picture into the present scene; a scene ends when what moves comes to rest, or what lies is moved."""
        if is_still != self._is_still:
            self._keep()
            self._is_still = is_still
            self._number += 1
            self.note(do="scene", number=self._number, still=is_still)
        self._seen.append(frame)

    def _keep(self) -> None:
        if not self._seen:
            return
        seen = (
            self._seen[:PICTURES] if self._is_still else self._seen[:: max(1, len(self._seen) // PICTURES)][:PICTURES]
        )
        place = self._folder / "scenes" / f"{self._number:03d}"
        place.mkdir(parents=True)
        # Always as many: the camera's stand-in learns their names once, from the first scene.
        for n, frame in enumerate(itertools.islice(itertools.cycle(seen), PICTURES)):
            cv2.imwrite(str(place / f"{n}.jpg"), frame.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        self._seen = []

    def end(self, players: list[dict[str, Any]]) -> None:
        self._keep()
        self.note(do="end", players=players)
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in self.lines)
        (self._folder / "script.jsonl").write_text(text, encoding="utf-8")


class TapedPanel(ScriptPanel):
    """Notes each press with its lamp as it shone then, and all that shone."""

    tape: Tape

    def press(self, button: Button, at: float, *, long: bool = False) -> None:
        lit = {seen.value: lamp.name for seen, lamp in self.lamps.items() if lamp.name != "OFF"}
        self.tape.note(do="press", button=button.value, long=long, lamp=lit.get(button.value, "OFF"), lit=lit)
        super().press(button, at, long=long)


class TapedCamera:
    """Shows each picture to the tape."""

    def __init__(self, camera: SimulatedCamera, tray: SimulatedTray, tape: Tape) -> None:
        self._camera, self._tray, self._tape = camera, tray, tape

    def capture(self) -> Frame:
        frame = self._camera.capture()
        self._tape.see(frame, self._tray.still)
        return frame


def record(folder: Path, *, seed: int) -> dict[str, Any]:
    """Play a game and write it to `folder`; return figures. Raises RuntimeError if a throw was misread or in doubt: such a
    game says nothing about the virtual machine."""
    shutil.rmtree(folder, ignore_errors=True)
    data = folder / "data"
    data.mkdir(parents=True)
    clock = SimulatedClock()
    tray = SimulatedTray(seed=seed)
    setup = MatchSetup("kniffel", {"preset": CONFIG.rules}, CONFIG.regulars)
    adviser = _advised(setup, data)
    panel = TapedPanel()
    with Journal(data) as journal, Window((1920, 1080), mode="headless") as window:
        tape = panel.tape = Tape(folder, clock, journal)
        table = Table(
            journal=journal,
            config=CONFIG,
            photos=Photos(data),
            window=window,
            panel=panel,
            clock=clock,
            language="de",
            adviser=adviser,
        )
        guests = HastyGuest(table, tray, panel, clock, setup, seed=seed, data=data, report=lambda row: None)

        def post(event: TrayEvent, frame: Frame | None) -> None:
            guests.notice(event)
            table.post(event, frame)

        looking = Looking({"dice": DiceReader, "coins": CoinReader}, lambda: table.desk.reads)
        with SimulatedCamera(tray, fps=FPS, clock=clock, wait=clock.wait) as camera:
            eye = StepEye(TapedCamera(camera, tray, tape), looking, post)  # type: ignore[arg-type]
            while not guests.done:
                eye.step()
                table.step()
                guests.act()
        tally, match = guests.tally, table.match
        assert isinstance(match, Match)
        if tally.silent_misreads or tally.unsure:
            raise RuntimeError(
                f"seed {seed}: {tally.silent_misreads} misread, {tally.unsure} in doubt; take another seed"
            )
        tape.end([{"name": match.players[row.player].name, "total": row.total} for row in match.standing()])
    shutil.rmtree(data)
    return {"throws": tally.throws, "lines": len(tape.lines), "ranking": tape.lines[-1]["players"]}


def _advised(setup: MatchSetup, data: Path) -> Adviser:
    """What knows the best play, as the installed table does."""
    book = make_book(setup.book, setup.options)
    solve_in_process(book.id, book.options(), data, lambda part: None)
    adviser = Adviser(data)
    adviser.want(book)
    state = adviser.wait(book, ADVICE_S)
    if state.worth is None:
        raise RuntimeError(f"no advice: {state.reason}")
    return adviser


def main(words: list[str]) -> int:
    folder, seed = Path(words[0]), int(words[1])
    print(json.dumps(record(folder, seed=seed), ensure_ascii=False))
    return 0


if __name__ == "__main__":
    import sys

    sys.exit(main(sys.argv[1:]))
