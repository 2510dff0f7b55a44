"""A match's sheets as the screen shows them: plain views built from the game's values."""

from __future__ import annotations

from collections.abc import Sequence

from display.views import Bonus, Cell, CellState, Column, Message, PlayerTab, Row, SheetView, Text, msg
from game import BOOK_OPTIONS, Book, Match, Offer, Sheet, make_book
from game import Cell as GameCell


def game_name(book: str) -> Text:
    """A game's name, as guests say it."""
    own = make_book(book).name if book in BOOK_OPTIONS else ""
    return own or msg(f"game.{book}")


def field_name(book: Book, code: str) -> Text:
    """A field's name, as guests say it."""
    return book.by_code[code].name or msg(f"field.{code}")


def sheet_view(
    match: Match,
    player: int,
    *,
    offers: Sequence[Offer] = (),
    best: str | None = None,
    chosen: str | None = None,
    game: int | None = None,
) -> SheetView:
    """The block of one player; offers in pencil, the best one marked, the chosen one in ink.

    game: index of a finished game of the series, None for the one that is on.
    """
    sheets = match.sheets if game is None else match.finished_games[game]
    book, sheet = match.book, sheets[player] if player < len(sheets) else Sheet.empty(match.book)
    offered = {offer.text: offer for offer in offers}
    rows = [_row(book, sheet, code, offered, best, chosen) for code in (field.code for field in book.fields)]
    uppers = sum(field.number is not None for field in book.fields)
    totals = sheet.totals()
    column_chosen = GameCell.parse(chosen, book).column if chosen else 0
    columns = tuple(
        Column(
            upper=column.upper,
            lower=column.lower,
            bonus=_bonus(book, sheet, number),
            factor=column.factor,
            sum=column.sum,
            product=column.product,
            chosen=book.columns > 1 and number == column_chosen,
        )
        for number, column in enumerate(totals.columns, 1)
    )
    return SheetView(
        match.players[player].name,
        tuple(rows[:uppers]),
        tuple(rows[uppers:]),
        columns,
        totals.total,
        totals.extra_points,
    )


def _row(book: Book, sheet: Sheet, code: str, offered: dict[str, Offer], best: str | None, chosen: str | None) -> Row:
    cells = []
    own = book.by_code[code].name
    for column in range(1, book.columns + 1):
        cell = GameCell(code, column)
        text = cell.text(book)
        points = sheet.points(cell)
        extra = sheet.extra_points if code == book.kniffel and column == 1 else 0
        offer = offered.get(text)
        if points is not None:
            state = CellState.FILLED if points else CellState.STRUCK
            cells.append(Cell(state, points, extra=extra))
        elif offer is not None:
            state = CellState.CHOSEN if text == chosen else CellState.OFFER
            cells.append(Cell(state, offer.points, best=text == best, extra=offer.extra or extra))
        else:
            cells.append(Cell(extra=extra))
    return Row(
        code,
        field_name(book, code),
        own or Message(f"field.{code}.short"),
        tuple(cells),
        book.by_code[code].number,
        own or Message(f"field.{code}.tiny"),
    )


def _bonus(book: Book, sheet: Sheet, column: int) -> Bonus | None:
    if not book.upper_bonus or not any(field.number for field in book.fields):
        return None
    totals = sheet.totals().columns[column - 1]
    par = totals.upper - totals.difference
    return Bonus(totals.upper, book.bonus_at, par, totals.difference, totals.upper >= book.bonus_at, book.upper_bonus)


def tabs(match: Match) -> tuple[PlayerTab, ...]:
    """All players beside the block: in a series with the series total so far."""
    totals = {row.player: row.total for row in match.standing()}
    out = []
    for index, player in enumerate(match.players):
        sheet = match.sheets[index].totals()
        detail = msg("tab.extra", points=sheet.extra_points) if sheet.extra_points else None
        difference = sheet.difference if match.book.columns == 1 else None
        out.append(PlayerTab(player.name, totals[index], difference, index == match.player, player.left, detail))
    return tuple(out)
