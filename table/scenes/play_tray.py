"""What lies in the tray while a game of dice is played, against what the book says: throws, doubts, values set by hand."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from display.views import Picture, msg
from game import Hold, IllegalMove, Match, Throw
from table import throws
from table.desk import Desk, around_dice, picture_of
from table.errors import JournalRefused
from table.open_game import OpenGame
from table.scenes.scene import Scene
from table.throws import Ask, Collecting, Lying, NewThrow, Question, Unchanged, dice_of
from vision import Empty, Frame, HandIn, Moving, Reading, Settled, TrayEvent

if TYPE_CHECKING:
    from game import Move
    from table.scenes.play import PlayScene
    from table.scenes.question import QuestionScene

log = logging.getLogger(__name__)

#: Where a die is said to lie that was set by hand: further off than any place on the tray.
_NOWHERE = -9_000.0


class DiceInTray(Scene):
    """The part of a game that takes what the tray does; what is played with the dice is the play scene's."""

    def __init__(self, desk: Desk, game: OpenGame[Match]) -> None:
        super().__init__(desk)
        self.game = game
        desk.reads = "dice"
        self.last_photo: Picture | None = None
        self.by_hand: list[int | None] = [None] * 5
        self.staying: frozenset[int] = frozenset()
        self._lifted = False
        self._spots: list[throws.Spot | None] = [None] * 5
        self._ground: tuple[Lying, ...] | None = None
        self._checking = False
        self._told: list[tuple[Lying, int]] = []

    # What is true now -----------------------------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        """The match as it stands."""
        match: Match = self.game.match
        return match

    @property
    def thrown(self) -> int:
        """Throws made in this turn, 0-3; 0 while a start throw is awaited."""
        return self.match.turn.throws if self.match.turn else 0

    @property
    def held(self) -> frozenset[int]:
        """Slots held by button, or by lying where they lay while the others were taken up."""
        turn = self.match.turn
        return (turn.held if turn else frozenset()) or self.staying

    @property
    def without_camera(self) -> bool:
        """The dice are entered by hand because there is no picture."""
        return self.desk.camera_fault is not None

    @property
    def slots(self) -> tuple[Lying | None, ...]:
        """The dice of the throw that counts, where they were last seen."""
        turn = self.match.turn
        if turn is None or not turn.throws:
            return (None,) * 5
        return tuple(
            Lying(value or 0, spot if spot is not None else (_NOWHERE - 300 * n, _NOWHERE))
            for n, (value, spot) in enumerate(zip(turn.dice, self._spots, strict=True))
        )

    @property
    def entering(self) -> bool:
        """Values of the next throw are being set by hand."""
        return any(value is not None for value in self.by_hand)

    @property
    def question(self) -> QuestionScene | None:
        """The question that is on the screen, if one is."""
        from table.scenes.question import QuestionScene

        return next((scene for scene in self.desk.scenes if isinstance(scene, QuestionScene)), None)

    # Moves ------------------------------------------------------------------------------------------------------------

    def push(self, *moves: Move) -> bool:
        """Make moves; say so in one line if the journal does not take them or the rules refuse."""
        try:
            self.game.push(*moves)
        except JournalRefused:
            self.desk.say(msg("fault.journal.refused"))
            return False
        except IllegalMove:
            self.desk.say(msg("notice.not_now"))
            return False
        return True

    def take_throw(
        self,
        verdict: NewThrow,
        *,
        told: Reading | None = None,
        reading: Reading | None = None,
        frame: Frame | None = None,
    ) -> None:
        """Count a throw: hold what stayed, enter what was thrown, keep the photo; `told`: what guests say lies there."""
        photo = self.game.next_photo
        values = tuple(die.value for die in verdict.thrown)
        on_floor = all(die.spot[0] > _NOWHERE for die in verdict.thrown)
        places = tuple(die.spot for die in verdict.thrown) if on_floor else None
        turn = self.match.turn
        moves: list[Move] = []
        if self.match.phase == "turn" and turn is not None and turn.throws and turn.held != verdict.keep:
            moves.append(Hold(tuple(verdict.keep)))
        if self.push(*moves, Throw(values, places, photo if frame is not None else None)):
            self._spots = list(self.match.turn.places) if self.match.turn else [None] * 5
            self.desk.photos.keep(photo, frame)
            if reading is not None:
                self.last_photo = picture_of(frame, around_dice(reading))
            if told is not None:
                self.desk.photos.corrected(photo, told.values, reading, frame)
            self.desk.sound("read")
            self._ground = () if self.thrown else dice_of(reading) if reading else ()
            self._after_throw()

    def take_told(self, told: Reading, seen: Reading, frame: Frame | None) -> None:
        """Count a throw whose doubtful dice a guest has named; `seen` is what the reader had made of it."""
        turn = self.match.turn
        if turn is None:
            return
        if not self.thrown:
            verdict = throws.judge_first(told, self._ground or (), lifted=True)
        else:
            verdict = throws.judge_next(told, self.slots, turn.held, lifted=True, rolls_left=self.match.rolls_left)
        if isinstance(verdict, NewThrow):
            self.take_throw(verdict, told=told, reading=seen, frame=frame)
        else:
            self._apply(verdict, told, frame)

    def _begin_state(self, *, resumed: bool = False) -> None:
        """After a move that changes whose throw it is (or a start): what lies now does not count."""
        self.staying = frozenset()
        self.by_hand = [None] * 5
        self._told = []
        self._lifted = False
        turn = self.match.turn
        self._spots = list(turn.places) if turn else [None] * 5
        self._checking = resumed
        if resumed:
            self._ground = None
        else:
            last = self.desk.last
            self._ground = dice_of(last[0]) if last is not None else None

    def _after_throw(self) -> None:
        """A throw was counted."""
        self.staying = frozenset()
        self.by_hand = [None] * 5
        self._lifted = False

    def corrected(self, slot: int) -> None:
        """A slot's value was set right: what lies there is not a turned die."""
        last, spot, turn = self.desk.last, self._spots[slot - 1], self.match.turn
        if last is not None and spot is not None and turn is not None:
            for die in dice_of(last[0]):
                if throws.is_same_spot(die.spot, spot):
                    self._told.append((die, turn.dice[slot - 1] or die.value))

    def after_pause(self) -> None:
        """The tray may have been wiped meanwhile: what lies now is compared with the book, as after a restart."""
        self._begin_state(resumed=True)
        if self.desk.last is not None:
            self._settled(*self.desk.last)

    # The tray ---------------------------------------------------------------------------------------------------------

    def on_tray(self, event: TrayEvent, frame: Frame | None) -> None:
        if isinstance(event, Moving | HandIn):
            return
        if isinstance(event, Empty):
            self._lifted = True
            self._close_question()
            if self._ground is None:
                self._ground = ()
            if not self.thrown:
                self._checking = False  # an empty tray has no old throw in it: whatever comes now was thrown
            return
        if isinstance(event, Settled) and self.match.phase in ("start_throw", "turn"):
            self._settled(event.reading, frame)

    def _settled(self, seen: Reading, frame: Frame | None) -> None:
        reading = self._as_told(seen)
        if self._ground is None:
            # The first thing seen of a tray is no throw: nobody saw it being thrown.
            self._ground = () if self._checking else dice_of(reading)
            if not self._checking:
                return
        if self._checking:
            self._check_old_throw(reading, frame)
            return
        before = self._ground
        if self.thrown and before and reading.status == "read" and _all_lie(reading, before):
            return
        turn = self.match.turn
        assert turn is not None
        if not self.thrown:
            verdict = throws.judge_first(reading, before, lifted=self._lifted)
        else:
            verdict = throws.judge_next(
                reading, self.slots, turn.held, lifted=self._lifted, rolls_left=self.match.rolls_left
            )
        self._apply(verdict, reading, frame)

    def look_again(self, reading: Reading, frame: Frame | None) -> None:
        """What lies there is judged once more: guests have said meanwhile what they hold."""
        self._settled(reading, frame)

    def _as_told(self, reading: Reading) -> Reading:
        """The reading with the values that guests have set right, for dice that lie where they were corrected."""
        dice = list(reading.dice)
        for old, value in self._told:
            for n, die in enumerate(dice):
                if die.value == old.value and throws.is_same_spot(throws.spot_of(die), old.spot):
                    dice[n] = replace(die, value=value)
        return replace(reading, dice=tuple(dice))

    def _apply(self, verdict: throws.Verdict, reading: Reading, frame: Frame | None) -> None:
        if isinstance(verdict, NewThrow):
            self._close_question()
            self.take_throw(verdict, reading=reading, frame=frame)
        elif isinstance(verdict, Ask):
            self._ask(verdict, reading, frame)
        elif isinstance(verdict, Collecting):
            self._close_question()
            self._lifted = True
            turn = self.match.turn
            if turn is not None and turn.throws and not turn.held and self.match.rolls_left:
                self.staying = verdict.staying
        elif isinstance(verdict, Unchanged):
            self._close_question()
            self.staying = frozenset()
            if verdict.spots and self.thrown:
                self._spots = [new or old for new, old in zip(verdict.spots, self._spots, strict=True)]
                if all(spot is not None for spot in verdict.spots):
                    self._lifted = False

    def _check_old_throw(self, reading: Reading, frame: Frame | None) -> None:
        turn = self.match.turn
        if not self.thrown or turn is None:
            self._checking = False
            self._ground = dice_of(reading)
            return
        if throws.is_old_throw(reading, self.slots, turn.held):
            self._checking = False
            self._ground = ()
            return
        if reading.status == "unsure" or reading.dice:
            self._ask(Ask(Question.OLD_THROW, reading.doubts), reading, frame)

    def _ask(self, ask: Ask, reading: Reading, frame: Frame | None) -> None:
        from table.scenes.question import QuestionScene

        doubts = ", ".join(sorted({str(doubt.kind) for doubt in ask.doubts}))
        log.info("asked about the tray: %s, %d dice %s", ask.question, len(reading.dice), doubts)
        open_question = self.question
        if open_question is not None:
            open_question.ask_again(ask, reading, frame)
        else:
            self.desk.sound("doubt")
            self.desk.open(QuestionScene(self.desk, cast("PlayScene", self), ask, reading, frame))

    def _close_question(self) -> None:
        question = self.question
        if question is not None:
            self.desk.close(question)

    def old_throw_counts(self) -> None:
        """The guest says that the book's throw still counts, wherever its dice are."""
        self._checking = False
        last = self.desk.last
        self._ground = dice_of(last[0]) if last else ()

    # Without a camera -------------------------------------------------------------------------------------------------

    def enter_next_throw(self) -> None:
        """Without a camera: go on to setting the next throw's values; all start at 1."""
        turn = self.match.turn
        assert turn is not None
        self.by_hand = [None if slot in turn.held else 1 for slot in range(1, 6)]

    def count_up(self, slot: int) -> None:
        """Set the value of a slot by pressing again: 1 to 6 and round."""
        self.by_hand[slot - 1] = (self.by_hand[slot - 1] or 0) % 6 + 1

    def take_hand_throw(self) -> None:
        """Count the throw whose values were set by hand."""
        turn = self.match.turn
        assert turn is not None
        free = [slot for slot in range(1, 6) if slot not in turn.held]
        values = [self.by_hand[slot - 1] for slot in free]
        lying = tuple(
            Lying(value, (_NOWHERE - 300 * slot, _NOWHERE))
            for slot, value in zip(free, values, strict=True)
            if value is not None
        )
        if len(lying) == len(free):
            self.take_throw(NewThrow(turn.held, lying))


def _all_lie(reading: Reading, before: tuple[Lying, ...]) -> bool:
    """Whether every die of the reading lies where one of `before` lay, with the same value."""
    verdict = throws.judge_first(reading, before, lifted=False)
    return isinstance(verdict, Unchanged | Collecting)
