"""The best advice as one plain sentence: what to do, and how much that gains over the next best of another kind."""

from __future__ import annotations

from itertools import pairwise

from display.views import Message, msg
from game import Book, Cell
from game.advice import Action, Advice, CellAdvice, HoldAdvice, Keep


def hint_line(advice: Advice, book: Book) -> Message:
    """ "Die drei Fünfen halten: +4,2 gegenüber der Straße."; says that it is estimated where it is, and that
    both are as good where the gain rounds to nothing."""
    best, straight = advice.best, _straight_is_open(advice, book)
    do = _do(best, book, straight)
    other = _next_best(advice)
    if other is None:
        return msg("advice.only", do=do)
    gain = round(other.loss - best.loss, 1)
    than = _than(other, book, straight)
    if not gain:
        return msg("advice.even" if advice.exact else "advice.even.estimated", do=do, other=than)
    return msg("advice.line" if advice.exact else "advice.estimated", do=do, gain=gain, other=than)


def _next_best(advice: Advice) -> HoldAdvice | CellAdvice | None:
    """The best that is something else: not the same dice with one more or one less."""
    best = advice.best
    others: list[HoldAdvice | CellAdvice] = [hold for hold in advice.holds if len(hold.keep) < 5]
    others = sorted([*others, *advice.cells], key=lambda entry: entry.loss)
    for entry in others:
        if entry is best:
            continue
        if isinstance(best, HoldAdvice) and isinstance(entry, HoldAdvice) and _alike(best.keep, entry.keep):
            continue
        return entry
    return None


def _alike(one: Keep, other: Keep) -> bool:
    return bool(one) and bool(other) and (_within(one, other) or _within(other, one))


def _within(part: Keep, whole: Keep) -> bool:
    return all(part.count(value) <= whole.count(value) for value in set(part))


def _straight_is_open(advice: Advice, book: Book) -> bool:
    return any(Cell.parse(entry.cell, book).field.endswith("_straight") for entry in advice.cells)


def action_line(action: Action, book: Book, *, strikes: bool = False, straight: bool = False) -> Message:
    """What to do, without a full stop: "Die drei Fünfen halten", "Chance eintragen".

    strikes: the cell gets a 0; straight: a run is kept for a straight, since one may still be filled.
    """
    if isinstance(action, str):
        name = _field(action, book)
        return msg("advice.strike", field=name) if strikes else msg("advice.enter", field=name)
    keep = action
    if not keep:
        return msg("advice.keep.none")
    if len(keep) == 1:
        return msg("advice.keep.one", face=Message(f"advice.face.{keep[0]}"))
    if len(set(keep)) == 1:
        return msg(
            "advice.keep.same", number=Message(f"advice.number.{len(keep)}"), faces=Message(f"advice.faces.{keep[0]}")
        )
    if straight and _is_run(keep):
        return msg("advice.keep.run", dice=_dice(keep))
    return msg("advice.keep.dice", dice=_dice(keep))


def _do(entry: HoldAdvice | CellAdvice, book: Book, straight: bool) -> Message:
    if isinstance(entry, CellAdvice):
        return action_line(entry.cell, book, strikes=not entry.points + entry.extra)
    return action_line(entry.keep, book, straight=straight)


def _than(entry: HoldAdvice | CellAdvice, book: Book, straight: bool) -> Message:
    if isinstance(entry, CellAdvice):
        return msg("advice.than.field", field=_field(entry.cell, book))
    keep = entry.keep
    if not keep:
        return msg("advice.than.none")
    if len(keep) == 1:
        return msg("advice.than.one", face=Message(f"advice.face.{keep[0]}"))
    if len(set(keep)) == 1:
        return msg(
            "advice.than.same", number=Message(f"advice.number.{len(keep)}"), faces=Message(f"advice.faces.{keep[0]}")
        )
    if straight and _is_run(keep):
        return msg("advice.than.run")
    return msg("advice.than.dice", dice=_dice(keep))


def _field(text: str, book: Book) -> Message:
    cell = Cell.parse(text, book)
    name = Message(f"field.{cell.field}")
    return msg("advice.column", field=name, column=cell.column) if book.columns > 1 else name


def _is_run(keep: Keep) -> bool:
    return len(keep) >= 3 and all(after - before == 1 for before, after in pairwise(keep))


def _dice(keep: Keep) -> str:
    return " ".join(map(str, keep))
