"""What the screen shows while a game of dice is played: views built from the match and the scene."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.views import (
    DiceTray,
    PlayerTab,
    PromptTray,
    SlotDie,
    StartRow,
    StartThrowView,
    Text,
    Tray,
    TurnView,
    View,
    WinChance,
    msg,
)
from game import Cell, Fill, Offer
from table.block import field_name, game_name, sheet_view, tabs

if TYPE_CHECKING:
    from table.scenes.play import PlayScene


def view(play: PlayScene) -> View:
    if play.match.phase == "start_throw":
        return _start_view(play)
    return _turn_view(play)


def tray_view(play: PlayScene) -> Tray:
    """The dice by slot, or the word that asks for a throw."""
    turn = play.match.turn
    if play.entering and turn is not None:
        return DiceTray(
            tuple(
                SlotDie(turn.dice[n], held=True) if n + 1 in turn.held else SlotDie(play.by_hand[n]) for n in range(5)
            ),
            may_hold=play.match.rolls_left > 0,
        )
    if turn is None or not turn.throws:
        photo = play.last_photo
        return PromptTray(msg("tray.throw"), photo, msg("tray.last_throw") if photo else None)
    advised = play.house.slots
    if play.shows_hint and play.match.phase == "turn":
        advised = play.hints.slots(play.match)
    return DiceTray(
        tuple(
            SlotDie(value, held=slot in play.held, advised=slot in advised) for slot, value in enumerate(turn.dice, 1)
        ),
        may_hold=play.match.rolls_left > 0,
    )


def _start_view(play: PlayScene) -> StartThrowView:
    match = play.match
    rounds = match.start_rounds
    sums: dict[int, int] = {}
    dice: dict[int, tuple[int, ...]] = {}
    for one in rounds:
        for throw in one:
            sums[throw.player] = throw.sum
            dice[throw.player] = throw.values
    again = len(rounds) > 1 or (rounds and match.player in sums)
    rows = tuple(
        StartRow(
            player.name,
            sums.get(n),
            active=n == match.player,
            tied=bool(again) and n in match.start_pending,
            out=bool(again) and n not in match.start_pending and n not in {t.player for t in rounds[-1]},
            dice=dice.get(n, ()),
        )
        for n, player in enumerate(match.players)
    )
    return StartThrowView(
        msg("start.headline", name=_name(play)),
        rows,
        tray_view(play),
        (msg("start.tie") if again else msg("start.rule"),),
        title=game_name(match.book.id),
    )


def _turn_view(play: PlayScene) -> TurnView:
    match = play.match
    offers = match.offers
    offer = next((offer for offer in offers if offer.text == play.chosen), None)
    best = play.best if not play.house.is_on else None
    headline, lines = play.house.words() if play.house.has_dice else _lines(play, offer)
    chance = play.hints.chance(match) if play.shows_chance else None
    if chance is not None and not isinstance(chance, WinChance):
        lines = (*lines, chance)
    formula: Text | None = None
    worth: Text | None = None
    if offer is not None and match.book.columns > 1:
        factor = match.book.factors[offer.cell.column - 1]
        formula = msg("turn.product", points=offer.points, factor=factor)
        worth = msg("turn.points", count=offer.points * factor)
    series = match.setup.games > 1
    player = match.player if match.player is not None else 0
    return TurnView(
        headline,
        _tabs(play),
        tray_view(play),
        sheet_view(match, player, offers=offers, best=best.text if best else None, chosen=play.chosen),
        roll=play.thrown,
        lines=lines,
        hint=play.hints.line(match) if play.shows_hint and not play.entering else None,
        formula=formula,
        worth=worth,
        title=msg("turn.title_series", game=game_name(match.book.id), number=match.game_number, of=match.setup.games)
        if series
        else msg("turn.title", game=game_name(match.book.id), round=match.round),
        chance=chance if isinstance(chance, WinChance) else None,
    )


def _tabs(play: PlayScene) -> tuple[PlayerTab, ...]:
    return tabs(play.match)


def _name(play: PlayScene) -> str:
    return play.match.players[play.match.player].name if play.match.player is not None else ""


def _lines(play: PlayScene, offer: Offer | None) -> tuple[Text, tuple[Text, ...]]:
    match = play.match
    if not play.thrown or play.entering:
        if play.without_camera:
            return msg("turn.by_hand", name=_name(play)), (msg("turn.by_hand.how"),)
        before = _to_beat(play) if len(match.players) == 1 else _before(play)
        return msg("turn.whose", name=_name(play)), (msg("house.throw"), *before) if play.house.is_on else before
    if offer is not None:
        name = field_name(match.book, offer.cell.field)
        if play.sure_of_zero == offer.text:
            return msg("turn.sure_of_zero", field=name), (msg("turn.sure_of_zero.how"),)
        if match.book.columns > 1:
            return msg("turn.enter_column", field=name, column=offer.cell.column), ()
        extra: tuple[Text, ...] = (msg("turn.extra", points=offer.extra),) if offer.extra else ()
        if offer.points == 0:
            return msg("turn.strike", field=name), extra
        return msg("turn.enter", field=name, points=offer.points), extra
    return msg("turn.throw_again"), (msg("turn.rolls_left", count=match.rolls_left),)


def _to_beat(play: PlayScene) -> tuple[Text, ...]:
    """Who plays alone plays against the record."""
    record = play.to_beat
    return (msg("solo.record", total=record.total, name=record.name),) if record is not None else (msg("solo.none"),)


def _before(play: PlayScene) -> tuple[Text, ...]:
    """What the player before entered."""
    match = play.match
    last = match.line[-1] if match.line else None
    if not isinstance(last, Fill) or match.turn is None:
        return ()
    order = match.order
    index = order[(order.index(match.turn.player) - 1) % len(order)]
    cell = Cell.parse(last.cell, match.book)
    points = match.sheets[index].points(cell)
    if points is None:
        return ()
    return (
        msg("turn.before", name=match.players[index].name, field=field_name(match.book, cell.field), points=points),
    )
