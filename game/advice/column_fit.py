"""Fits the weights of the estimate for several columns, from the last turn back to the first.

Sheets as play meets them are taken from simulated games of the policy so far, some of their choices made at random so
that worse ways are known too. With k turns left each gets the worth of one turn of best play, whose end is measured by
the weights for k - 1; the weights for k are the ridge regression of that. A second round starts from better games.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from game.advice.column_games import PlayedColumns
from game.advice.columns import PARTS, PASSES, ColumnRolls, ColumnSheets, ColumnTable, column_states
from game.advice.keeps import Floats, five_dice
from game.advice.playing import play
from game.advice.solver import solve
from game.advice.turn import TurnArray
from game.book import Book

#: Simulated games a round, how many at once, rounds, and the strength of the ridge.
GAMES, WIDTH, ROUNDS, RIDGE = 8_000, 1_000, 2, 30.0


def solve_columns(book: Book, progress: Callable[[float], None] = lambda part: None) -> ColumnTable:
    """Solve one column with 0 … passing turns, then fit the weights. Raises NotSolvable.

    progress: is told the part done, 0-1. The same book gives the same table, chance is started anew each time.
    """
    states = column_states(book)
    steps = PASSES[-1] + 1 + 8 * ROUNDS
    layers, waiting = [], None
    for passing in range(PASSES[-1] + 1):
        waiting = solve(states, waiting=waiting)
        if passing in PASSES:
            layers.append(waiting.astype(np.float32))
        progress((passing + 1) / steps)
    table = ColumnTable(book, states, np.stack(layers), _first_weights(book), 0.0)
    for number in range(ROUNDS):
        met = _sheets_of_play(table, np.random.default_rng(number))
        progress((PASSES[-1] + 1 + 8 * number + 4) / steps)
        table = _fitted(table, met)
        progress((PASSES[-1] + 1 + 8 * number + 8) / steps)
    return table


def _first_weights(book: Book) -> Floats:
    """Before anything is fitted: each column as if it could let about a fifth of the others' turns pass."""
    columns, cells = book.columns, len(book.fields)
    pairs = columns * (columns - 1) // 2
    one = np.zeros(columns * (len(PARTS) + cells) + pairs * cells + 1)
    one[: columns * len(PARTS)] = np.tile([0.0, 0.4, 0.6, 0.0], columns)
    return np.tile(one, (book.cell_count + 1, 1))


def _sheets_of_play(table: ColumnTable, chance: np.random.Generator) -> list[ColumnSheets]:
    """By turns left, from 0 (nobody): the sheets met in simulated games."""
    batches = []
    for _ in range(GAMES // WIDTH):
        played = PlayedColumns(table, WIDTH, chance)
        play(played, WIDTH, chance)
        batches.append(played.met[::-1])
    return [
        ColumnSheets(
            np.concatenate([sheets.upper for sheets in same], axis=1),
            np.concatenate([sheets.lower for sheets in same], axis=1),
            same[0].left,
        )
        for same in zip(*batches, strict=True)
    ]


def _fitted(table: ColumnTable, met: list[ColumnSheets]) -> ColumnTable:
    weights = _first_weights(table.book)
    turn = TurnArray(five_dice(), WIDTH)
    start = 0.0
    for sheets in met:
        so_far = ColumnTable(table.book, table.states, table.layers, weights, 0.0)
        worth = _one_turn(so_far, sheets, turn)
        if sheets.left == table.book.cell_count:
            start = float(worth.mean())
            continue
        before = weights[sheets.left - 1] if sheets.left > 1 else weights[sheets.left]
        weights[sheets.left] = _ridge(so_far.features(sheets).T, worth, before)
    return ColumnTable(table.book, table.states, table.layers, weights, start)


def _one_turn(table: ColumnTable, sheets: ColumnSheets, turn: TurnArray) -> Floats:
    """(sheets,): what one turn of best play makes of each."""
    rolls = ColumnRolls(table, WIDTH)
    found = []
    for start in range(0, sheets.upper.shape[1], WIDTH):
        some = slice(start, start + WIDTH)
        rolls.into(turn.rolls, ColumnSheets(sheets.upper[:, some], sheets.lower[:, some], sheets.left))
        turn.expect()
        turn.choose()
        turn.expect()
        turn.choose()
        found.append(turn.start())
    return np.concatenate(found)


def _ridge(features: Floats, worth: Floats, before: Floats) -> Floats:
    """Weights near those before, by standardised features; the last feature is the constant and is free."""
    rest = worth - features @ before
    spread = features.std(axis=0)
    lives = spread > 1e-6
    lives[-1] = True
    spread = np.where(spread > 1e-6, spread, 1.0)
    middle = features.mean(axis=0)
    middle[-1] = 0.0
    standard = (features - middle) / spread * lives
    penalty = np.full(features.shape[1], RIDGE)
    penalty[-1] = 0.0
    change = np.linalg.solve(standard.T @ standard + np.diag(penalty), standard.T @ rest)
    change = np.where(lives, change / spread, 0.0)
    change[-1] -= (change[:-1] * middle[:-1]).sum()
    found: Floats = before + change
    return found
