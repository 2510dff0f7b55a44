"""What the nine buttons mean while a game of dice is played: DESIGN §4, the button table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.views import Icon, LabelStyle, msg
from game import Cell
from hardware import HOLDS, Button
from table.scenes.scene import Allowed, Meaning

if TYPE_CHECKING:
    from table.scenes.play import PlayScene


def allowed(play: PlayScene) -> Allowed:
    match, turn = play.match, play.match.turn
    back_long = msg("label.undo") if match.can_undo else None
    allowed: dict[Button, Meaning] = {}
    allowed[Button.OK] = Meaning(long_label=msg("label.menu"), long=play.open_menu)
    allowed[Button.BACK] = Meaning(long_label=back_long, long=play.undo if match.can_undo else None)
    if turn is None:
        return allowed
    if play.without_camera and match.rolls_left and play.chosen is None:
        _allow_hand_entry(play, allowed)
    if not turn.throws:
        return allowed
    if play.house.has_dice:
        _allow_setting_right(play, allowed)
        return allowed
    several = match.book.columns > 1
    choosing = play.chosen is not None
    for slot, button in enumerate(HOLDS, 1):
        if choosing and several:
            if slot <= match.book.columns:
                allowed[button] = _column_meaning(play, slot)
        elif match.rolls_left and not choosing and button not in allowed:
            is_held = slot in play.held
            allowed[button] = Meaning(
                msg("label.release") if is_held else msg("label.hold"),
                lambda slot=slot: play.hold(slot),  # type: ignore[misc]
                None,
                lambda slot=slot: play.correct(slot),  # type: ignore[misc]
                LabelStyle.ACTIVE if is_held else LabelStyle.LIT,
            )
        elif not match.rolls_left or choosing:
            allowed[button] = Meaning(
                long_label=msg("label.wrong"),
                long=lambda slot=slot: play.correct(slot),  # type: ignore[misc]
            )
    if allowed[Button.BACK].do is None:
        allowed[Button.BACK] = Meaning(
            msg("label.hint"),
            play.toggle_hint,
            back_long,
            play.undo if match.can_undo else None,
            LabelStyle.ACTIVE if play.shows_hint else LabelStyle.LIT,
            Icon.DIAMOND,
        )
    allowed[Button.UP] = Meaning(msg("label.field"), lambda: play.choose(-1), icon=Icon.UP)
    allowed[Button.DOWN] = Meaning(msg("label.field"), lambda: play.choose(+1), icon=Icon.DOWN)
    if choosing:
        allowed[Button.OK] = Meaning(
            msg("label.enter"), play.fill, msg("label.menu"), play.open_menu, LabelStyle.EXPECTED
        )
        if match.rolls_left:
            allowed[Button.BACK] = Meaning(
                msg("label.to_dice"),
                play.leave_choosing,
                back_long,
                play.undo if match.can_undo else None,
                icon=Icon.BACK,
            )
    return allowed


def _allow_setting_right(play: PlayScene, allowed: dict[Button, Meaning]) -> None:
    """The table decides: guests may set a die right, take back, and after that let the table go on."""
    for slot, button in enumerate(HOLDS, 1):
        allowed[button] = Meaning(
            long_label=msg("label.wrong"),
            long=lambda slot=slot: play.correct(slot),  # type: ignore[misc]
        )
    if play.house.waits:
        allowed[Button.OK] = Meaning(
            msg("label.go_on"), play.house.go_on, msg("label.menu"), play.open_menu, LabelStyle.EXPECTED, Icon.CHECK
        )


def _column_meaning(play: PlayScene, column: int) -> Meaning:
    is_chosen = play.chosen is not None and Cell.parse(play.chosen, play.match.book).column == column
    style = LabelStyle.ACTIVE if is_chosen else LabelStyle.LIT
    if not any(offer.cell.column == column for offer in play.match.offers):
        return Meaning()
    return Meaning(msg("label.column", number=column), lambda: play.choose_column(column), style=style)


def _allow_hand_entry(play: PlayScene, allowed: dict[Button, Meaning]) -> None:
    """Without a camera the hold buttons set the values of the dice that were thrown.

    After a throw, holding comes first: the values are set once the dice have been lifted, which no camera sees, so a
    long press on HOLD corrects and DOWN-OK goes on to the next throw's values.
    """
    turn = play.match.turn
    assert turn is not None
    if turn.throws and not play.entering:
        allowed[Button.BACK] = Meaning(
            msg("label.next_throw"),
            play.enter_next_throw,
            msg("label.undo"),
            play.undo,
        )
        return
    for slot, button in enumerate(HOLDS, 1):
        if slot not in turn.held:
            value = play.by_hand[slot - 1]
            allowed[button] = Meaning(
                msg("label.value", value=value) if value else msg("label.set_value"),
                lambda slot=slot: play.count_up(slot),  # type: ignore[misc]
            )
        else:
            allowed[button] = Meaning()
    if all(play.by_hand[slot - 1] for slot in range(1, 6) if slot not in turn.held):
        allowed[Button.OK] = Meaning(
            msg("label.take_throw"),
            play.take_hand_throw,
            msg("label.menu"),
            play.open_menu,
            LabelStyle.EXPECTED,
        )
