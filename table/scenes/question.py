"""The screen asks: a die in doubt, an odd number of dice, a die turned by hand. A throw counts only once it is clear."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from display.views import Candidate, DiceTray, DoubtView, Icon, LabelStyle, Mark, Message, SlotDie, Text, View, msg
from hardware import HOLDS, Button
from table import throws
from table.desk import Desk, picture_of
from table.scenes.scene import Allowed, Meaning, Scene
from table.throws import Ask, NewThrow, Question
from vision import Die, Doubt, DoubtKind, Frame, Reading, TrayEvent

if TYPE_CHECKING:
    from table.scenes.play import PlayScene

#: How much of the picture around a doubtful die is shown, in sides of the die.
_CROP_SIDES = 1.8

_OF_A_DIE: dict[DoubtKind, tuple[Message, Message]] = {
    DoubtKind.COCKED: (msg("doubt.cocked"), msg("doubt.cocked.how")),
    DoubtKind.STACKED: (msg("doubt.stacked"), msg("doubt.stacked.how")),
    DoubtKind.CUT_OFF: (msg("doubt.cut_off"), msg("doubt.cut_off.how")),
    DoubtKind.GLARE: (msg("doubt.glare"), msg("doubt.glare.how")),
    DoubtKind.UNCLEAR: (msg("doubt.unclear"), msg("doubt.unclear.how")),
    DoubtKind.FOREIGN: (msg("doubt.foreign"), msg("doubt.foreign.how")),
    DoubtKind.HAND: (msg("doubt.hand"), msg("doubt.hand.how")),
    DoubtKind.MOVING: (msg("doubt.moving"), msg("doubt.moving.how")),
    DoubtKind.BLURRED: (msg("doubt.blurred"), msg("doubt.blurred.how")),
    DoubtKind.DARK: (msg("doubt.dark"), msg("doubt.dark.how")),
    DoubtKind.FROZEN: (msg("doubt.frozen"), msg("doubt.frozen.how")),
    DoubtKind.TRAY_MOVED: (msg("doubt.tray_moved"), msg("doubt.tray_moved.how")),
    DoubtKind.COUNT: (msg("doubt.unclear"), msg("doubt.unclear.how")),
}


class QuestionScene(Scene):
    """Stands above the game while the tray is unclear; a new reading of the tray answers it or asks anew."""

    def __init__(self, desk: Desk, play: PlayScene, ask: Ask, reading: Reading, frame: Frame | None) -> None:
        super().__init__(desk)
        self._play = play
        self.ask_again(ask, reading, frame)

    def ask_again(self, ask: Ask, reading: Reading, frame: Frame | None) -> None:
        """Replace the question by one about what lies now."""
        self.ask = ask
        self.reading = reading
        self._frame = frame
        self._dice = sorted(reading.dice, key=lambda die: throws.spot_of(die)[0])
        doubted = {doubt.die for doubt in ask.doubts if doubt.die is not None}
        self._open = [n for n, die in enumerate(self._dice) if reading.dice.index(die) in doubted]
        self._values: dict[int, int] = {n: self._dice[n].value for n in self._open}

    @property
    def doubtful(self) -> tuple[Die, ...]:
        """The dice in doubt, from left to right."""
        return tuple(self._dice[n] for n in self._open)

    def on_tray(self, event: TrayEvent, frame: Frame | None) -> None:
        self._play.on_tray(event, frame)

    # Buttons --------------------------------------------------------------------------------------------------------

    def allowed(self) -> Allowed:
        play = self._play
        allowed: dict[Button, Meaning] = {
            Button.OK: Meaning(long_label=msg("label.menu"), long=play.open_menu),
            Button.BACK: Meaning(
                msg("label.back"),
                self._give_up,
                msg("label.undo"),
                self._undo if play.match.can_undo else None,
                icon=Icon.BACK,
            ),
        }
        question = self.ask.question
        if question is Question.COUNT and self._may_lie_beside:
            self._allow_holds(allowed)
        elif question is Question.DOUBT and self._can_tell:
            self._allow_values(allowed)
        elif question in (Question.TURNED, Question.AGAIN, Question.HELD_CHANGED) and self._forced is not None:
            allowed[Button.OK] = self._yes(msg("label.was_thrown"), self._count_it)
            allowed[Button.BACK] = Meaning(msg("label.not_thrown"), self._give_up, icon=Icon.BACK)
        elif question is Question.OLD_THROW:
            allowed[Button.OK] = self._yes(msg("label.old_throw"), self._old_throw)
            if self._forced is not None and play.match.rolls_left:
                allowed[Button.HOLD_1] = Meaning(msg("label.new_throw"), self._count_it)
        return allowed

    def _yes(self, label: Text, do: object) -> Meaning:
        return Meaning(label, do, msg("label.menu"), self._play.open_menu, LabelStyle.EXPECTED, Icon.CHECK)  # type: ignore[arg-type]

    def _allow_values(self, allowed: dict[Button, Meaning]) -> None:
        first = self._open[0]
        allowed[Button.UP] = Meaning(msg("label.value_up"), lambda: self._step(first, -1), icon=Icon.UP)
        allowed[Button.DOWN] = Meaning(msg("label.value_up"), lambda: self._step(first, +1), icon=Icon.DOWN)
        allowed[Button.OK] = self._yes(msg("label.is_value", value=self._values[first]), self._accept)
        if first < len(HOLDS):
            allowed[HOLDS[first]] = Meaning(msg("label.other_value"), lambda: self._step(first, +1))

    def _allow_holds(self, allowed: dict[Button, Meaning]) -> None:
        """Who set dice aside without a word says now which; once the number is right the throw that lies there counts."""
        for slot, button in enumerate(HOLDS, 1):
            is_held = slot in self._play.held
            allowed[button] = Meaning(
                msg("label.release") if is_held else msg("label.hold"),
                lambda slot=slot: self._hold(slot),  # type: ignore[misc]
                style=LabelStyle.ACTIVE if is_held else LabelStyle.LIT,
            )

    def _hold(self, slot: int) -> None:
        self._play.hold(slot)
        self._play.look_again(self.reading, self._frame)

    @property
    def _may_lie_beside(self) -> bool:
        """The dice that are missing may be those a guest keeps."""
        play = self._play
        return bool(play.thrown) and play.match.rolls_left > 0 and len(self._dice) < 5 and not play.house.has_dice

    @property
    def _can_tell(self) -> bool:
        """Only the values are in doubt, so a guest can say them; the number of dice must be right."""
        about_dice = all(doubt.die is not None or doubt.kind is DoubtKind.OUTSIDE for doubt in self.ask.doubts)
        return bool(self._open) and about_dice and len(self._dice) in self.ask.expected

    def _choices(self, n: int) -> tuple[int, ...]:
        """The values a die may show, most likely first."""
        likely = [value for value, _ in self._dice[n].candidates]
        return tuple(dict.fromkeys((*likely, self._dice[n].value, 1, 2, 3, 4, 5, 6)))

    def _step(self, n: int, step: int) -> None:
        choices = self._choices(n)
        self._values[n] = choices[(choices.index(self._values[n]) + step) % len(choices)]

    def _accept(self) -> None:
        """Take the value shown for the die in question; with the last one the throw counts."""
        n = self._open[0]
        self._dice[n] = _with_value(self._dice[n], self._values[n])
        self._open.pop(0)
        if self._open:
            return
        told = Reading("read", tuple(self._dice), (), self.reading.frame_number, len(self._dice))
        self.desk.close(self)
        self._play.take_told(told, self.reading, self._frame)

    @property
    def _forced(self) -> NewThrow | None:
        return throws.force(self.reading, self._play.slots)

    def _count_it(self) -> None:
        forced = self._forced
        self.desk.close(self)
        if forced is not None:
            self._play.old_throw_counts()
            self._play.take_throw(forced, reading=self.reading, frame=self._frame)

    def _old_throw(self) -> None:
        self.desk.close(self)
        self._play.old_throw_counts()

    def _give_up(self) -> None:
        self.desk.close(self)

    def _undo(self) -> None:
        self.desk.close(self)
        self._play.undo()

    # The screen -----------------------------------------------------------------------------------------------------

    def view(self) -> View:
        headline, lines = self._words()
        where = self._where()
        picture = picture_of(self._frame, where)
        marks: tuple[Mark, ...] = ()
        if picture is not None and where is not None and self._open:
            marks = (Mark(_box_in(self._dice[self._open[0]], where), doubtful=True),)
        return DoubtView(
            headline,
            self._tray(),
            picture,
            marks,
            self._candidates(),
            lines,
            roll=min(3, self._play.thrown + 1) if self._play.match.rolls_left else self._play.thrown,
            picture_text=msg("doubt.picture"),
        )

    def _tray(self) -> DiceTray:
        if self.ask.question is Question.DOUBT and len(self._dice) <= 5:
            dice = [
                SlotDie(None, doubtful=True) if n in self._open else SlotDie(die.value)
                for n, die in enumerate(self._dice)
            ]
            return DiceTray(tuple((dice + [SlotDie()] * 5)[:5]))
        tray = self._play.tray_view()
        if isinstance(tray, DiceTray):
            return DiceTray(
                tuple(
                    SlotDie(die.value, die.held, doubtful=slot == self.ask.slot)
                    for slot, die in enumerate(tray.dice, 1)
                ),
                may_hold=tray.may_hold,
            )
        return DiceTray((SlotDie(),) * 5, may_hold=False)

    def _candidates(self) -> tuple[Candidate, ...]:
        if self.ask.question is not Question.DOUBT or not self._can_tell:
            return ()
        n = self._open[0]
        choices = self._choices(n)
        chosen = self._values[n]
        shown = choices[:2] if chosen in choices[:2] else (choices[0], chosen)
        return tuple(
            Candidate(
                value,
                msg("doubt.likely", value=value) if place == 0 else msg("doubt.or", value=value),
                value == chosen,
            )
            for place, value in enumerate(shown)
        )

    def _words(self) -> tuple[Text, tuple[Text, ...]]:
        ask = self.ask
        if ask.question is Question.COUNT:
            beside = (msg("ask.count.beside"),) if self._may_lie_beside else ()
            return msg("ask.count", count=ask.found, expected=_either(ask.expected)), (msg("ask.count.how"), *beside)
        if ask.question is Question.TURNED:
            return msg("ask.turned", slot=ask.slot or 0), (msg("ask.turned.how"),)
        if ask.question is Question.HELD_CHANGED:
            return msg("ask.held_changed", slot=ask.slot or 0), (msg("ask.held_changed.how"),)
        if ask.question is Question.AGAIN:
            return msg("ask.again"), (msg("ask.again.how"),)
        if ask.question is Question.OLD_THROW:
            return msg("ask.old_throw"), (msg("ask.old_throw.how"),)
        if ask.question is Question.TOO_EARLY:
            return msg("ask.too_early"), (msg("ask.too_early.how"),)
        if ask.question is Question.ALL_FIVE:
            return msg("ask.all_five"), (msg("ask.all_five.how"),)
        doubt = self._main_doubt()
        headline, how = _OF_A_DIE[doubt.kind] if doubt else _OF_A_DIE[DoubtKind.UNCLEAR]
        if self._open:
            headline = Message(headline.key, (("die", self._open[0] + 1),))
        elif doubt is not None and doubt.kind is DoubtKind.COUNT:
            return msg("ask.count", count=ask.found, expected=_either(ask.expected)), (msg("ask.count.how"),)
        else:
            headline = Message(f"{headline.key}.somewhere") if headline.key in _SOMEWHERE else headline
        tail: tuple[Text, ...] = (msg("doubt.or_say"),) if self._can_tell else ()
        return headline, (how, *tail, msg("doubt.not_yet"))

    def _main_doubt(self) -> Doubt | None:
        if self._open:
            index = self.reading.dice.index(self._original(self._open[0]))
            return next((doubt for doubt in self.ask.doubts if doubt.die == index), None)
        return next((doubt for doubt in self.ask.doubts if doubt.kind is not DoubtKind.OUTSIDE), None)

    def _original(self, n: int) -> Die:
        return next(die for die in self.reading.dice if die.center == self._dice[n].center)

    def _where(self) -> tuple[float, float, float, float] | None:
        """The part of the picture to show, in px."""
        if self._frame is None:
            return None
        height, width = self._frame.image.shape[:2]
        doubt = self._main_doubt()
        if self._open:
            die = self._dice[self._open[0]]
            side = max(24.0, max(x for x, _ in die.quad) - min(x for x, _ in die.quad)) * _CROP_SIDES
            x, y = die.center
            return (
                max(0.0, min(x - side * 0.75, width - 1.5 * side)),
                max(0.0, min(y - side / 2, height - side)),
                1.5 * side,
                side,
            )
        if doubt is not None and doubt.where is not None:
            x, y, w, h = doubt.where
            side = max(h, w / 1.5, 60.0) * 1.8
            return max(0.0, x + w / 2 - 0.75 * side), max(0.0, y + h / 2 - side / 2), 1.5 * side, side
        return (0.0, 0.0, float(width), float(height))


#: Doubts about a die that the reader could not tell from which die it is.
_SOMEWHERE = {key.key for key, _ in _OF_A_DIE.values()} - {
    "doubt.foreign",
    "doubt.hand",
    "doubt.moving",
    "doubt.blurred",
    "doubt.dark",
    "doubt.frozen",
    "doubt.tray_moved",
}


def _with_value(die: Die, value: int) -> Die:
    return Die(value, 1.0, die.center, die.quad, ((value, 1.0),), die.place)


def _box_in(die: Die, where: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    xs = [x for x, _ in die.quad]
    ys = [y for _, y in die.quad]
    margin = 0.15 * (max(xs) - min(xs))
    return (
        min(xs) - margin - where[0],
        min(ys) - margin - where[1],
        max(xs) - min(xs) + 2 * margin,
        max(ys) - min(ys) + 2 * margin,
    )


def _either(counts: Sequence[int]) -> Text:
    """ "5 oder 3"."""
    *others, last = (str(count) for count in counts)
    return msg("ask.either", one=", ".join(others), other=last) if others else last
