"""A guest says that a die was misread: its slot gets the value the guest names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.views import Candidate, DiceTray, DoubtView, Icon, LabelStyle, Mark, SlotDie, View, msg
from game import Correct
from hardware import HOLDS, Button
from table.desk import Desk, picture_of
from table.scenes.scene import Allowed, Meaning, Scene
from table.throws import spot_of
from vision import Frame, Moving, TrayEvent

if TYPE_CHECKING:
    from table.scenes.play import PlayScene


class CorrectScene(Scene):
    """Corrects one slot of the throw that lies. Another value comes with every press, the likely ones first."""

    def __init__(self, desk: Desk, play: PlayScene, slot: int) -> None:
        super().__init__(desk)
        self._play = play
        self._slot = slot
        turn = play.match.turn
        self._read = turn.dice[slot - 1] if turn is not None else None
        likely = self._likely()
        self._choices = tuple(
            dict.fromkeys(
                [*(value for value in likely if value != self._read), *(v for v in range(1, 7) if v != self._read)]
            )
        )
        self._value = self._choices[0]

    def on_tray(self, event: TrayEvent, frame: Frame | None) -> None:
        if isinstance(event, Moving):
            return
        self.desk.close(self)
        self._play.on_tray(event, frame)

    def allowed(self) -> Allowed:
        return {
            HOLDS[self._slot - 1]: Meaning(msg("label.other_value"), lambda: self._step(+1), style=LabelStyle.ACTIVE),
            Button.UP: Meaning(msg("label.value_up"), lambda: self._step(-1), icon=Icon.UP),
            Button.DOWN: Meaning(msg("label.value_up"), lambda: self._step(+1), icon=Icon.DOWN),
            Button.OK: Meaning(
                msg("label.is_value", value=self._value), self._accept, style=LabelStyle.EXPECTED, icon=Icon.CHECK
            ),
            Button.BACK: Meaning(msg("label.back"), lambda: self.desk.close(self), icon=Icon.BACK),
        }

    def _step(self, step: int) -> None:
        self._value = self._choices[(self._choices.index(self._value) + step) % len(self._choices)]

    def _accept(self) -> None:
        photo = self._play.game.next_photo
        last = self.desk.last
        self.desk.close(self)
        if self._play.push(Correct(self._slot, self._value)):
            self.desk.sound("enter")
            turn = self._play.match.turn
            if last is not None and turn is not None:
                values = tuple(value for value in turn.dice if value is not None)
                if len(last[0].dice) == len(values):
                    self.desk.photos.corrected(photo, values, last[0], last[1])
            self._play.corrected(self._slot)

    def _likely(self) -> tuple[int, ...]:
        """What else the reader thought possible of the die in this slot."""
        last, spot = self.desk.last, self._play.slots[self._slot - 1]
        if last is None or spot is None:
            return ()
        for die in last[0].dice:
            if abs(spot_of(die)[0] - spot.spot[0]) < 1 and abs(spot_of(die)[1] - spot.spot[1]) < 1:
                return tuple(value for value, _ in die.candidates)
        return ()

    def view(self) -> View:
        turn = self._play.match.turn
        dice = turn.dice if turn is not None else (None,) * 5
        held = self._play.held
        tray = DiceTray(
            tuple(
                SlotDie(self._value if slot == self._slot else value, slot in held, chosen=slot == self._slot)
                for slot, value in enumerate(dice, 1)
            ),
            may_hold=self._play.match.rolls_left > 0,
        )
        frame = self.desk.last[1] if self.desk.last else None
        picture = picture_of(frame)
        marks: tuple[Mark, ...] = ()
        if picture is not None and self.desk.last is not None:
            marks = tuple(
                Mark((die.quad[0][0] - 20, die.quad[0][1] - 20, 40, 40), die.value) for die in self.desk.last[0].dice
            )
        return DoubtView(
            msg("correct.headline", slot=self._slot),
            tray,
            picture,
            marks,
            tuple(
                Candidate(value, msg("correct.value", value=value), value == self._value)
                for value in sorted({*self._choices, *([self._read] if self._read else [])})
            ),
            (msg("correct.how"),),
            roll=self._play.thrown,
            picture_text=msg("doubt.picture"),
        )
