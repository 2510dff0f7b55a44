"""Laws that hold of every match, whatever is played; and whole random games against a second, differently written scorer."""

import random
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playing import play_random

from game import (
    BOOK_OPTIONS,
    PRESETS,
    Correct,
    Fill,
    Hold,
    Join,
    Leave,
    Match,
    MatchSetup,
    NextGame,
    Redo,
    Sheet,
    Throw,
    Undo,
    make_book,
)

sys.path.insert(0, str(Path(__file__).with_name("oracle")))
import brute

QUICK = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])

SETUPS = [
    *[("kniffel", {"preset": preset}) for preset in PRESETS],
    ("kniffel", {"joker": "strict", "extra_kniffel": "none", "kniffel_as_full_house": True}),
    ("kniffel", {"joker": "matching", "extra_kniffel": "rolled", "extra_kniffel_bonus": 75}),
    ("kniffel", {"joker": "any", "extra_kniffel": "cell"}),
    ("yahtzee", {}),
    ("yatzy", {}),
    ("yatzy", {"order": "descending", "upper_bonus": 100}),
    ("dreifach", {}),
    ("dreifach", {"preset": "verlag"}),
    ("dreifach", {"preset": "ohne_joker"}),
    ("dreifach", {"joker": "any"}),
]


@st.composite
def setups(draw):
    book, options = draw(st.sampled_from(SETUPS))
    players = tuple("ABCDEFGH"[: draw(st.integers(1, 4))])
    games = 1 if book == "dreifach" else draw(st.integers(1, 3))
    return MatchSetup(book, options, players, games, draw(st.sampled_from(["roll", "first", "loser"])))


def some_move(match, chance):
    """A move that is allowed, of any kind."""
    kinds = sorted(match.kinds - {"leave", "join", "undo", "redo"}) or sorted(match.kinds)
    kind = chance.choice(kinds if chance.random() < 0.9 else sorted(match.kinds))
    free = 5 - len(match.turn.held) if match.turn else 5
    same = chance.random() < 0.2
    values = (chance.randint(1, 6),) * free if same else tuple(chance.randint(1, 6) for _ in range(free))
    leavers = [move for move in match.legal_moves if isinstance(move, Leave)]
    return {
        "throw": lambda: Throw(values),
        "hold": lambda: Hold(tuple(chance.sample(range(1, 6), chance.randint(0, 5)))),
        "correct": lambda: Correct(chance.randint(1, 5), chance.randint(1, 6)),
        "fill": lambda: Fill(chance.choice(match.offers).text),
        "join": lambda: Join("J"),
        "leave": lambda: chance.choice(leavers),
        "next_game": NextGame,
        "undo": Undo,
        "redo": Redo,
    }[kind]()


def play_some(setup, seed, length):
    chance = random.Random(seed)
    match = Match.new(setup)
    for _ in range(length):
        if not match.kinds:
            break
        match = match.push(some_move(match, chance))
    return match


def seen(match):
    """All that a screen shows of a match."""
    return (
        match.phase,
        match.player,
        match.players,
        match.turn,
        match.rolls_left,
        match.offers,
        match.sheets,
        match.finished_games,
        match.start_rounds,
        match.start_pending,
        match.beginner,
        match.order,
        match.standing(),
        match.outcome(),
    )


@QUICK
@given(setups(), st.integers(0, 2**32), st.integers(0, 150))
def test_a_match_is_the_fold_of_its_moves(setup, seed, length):
    match = play_some(setup, seed, length)
    again = Match.fold(setup, match.moves)
    assert again == match
    assert seen(again) == seen(match)


@QUICK
@given(setups(), st.integers(0, 2**32), st.integers(0, 150))
def test_the_moves_that_stand_lead_to_the_same_place(setup, seed, length):
    match = play_some(setup, seed, length)
    assert seen(Match.fold(setup, match.line)) == seen(match)


@QUICK
@given(setups(), st.integers(0, 2**32), st.integers(1, 150), st.integers(1, 60))
def test_undo_then_redo_of_any_depth_gives_the_same_match(setup, seed, length, depth):
    match = play_some(setup, seed, length)
    while match.can_redo:
        match = match.push(Redo())
    there = match
    depth = min(depth, len([move for move in match.line if not isinstance(move, Hold)]))
    for _ in range(depth):
        match = match.push(Undo())
    for _ in range(depth):
        match = match.push(Redo())
    assert match == there
    assert seen(match) == seen(there)
    assert not match.can_redo


@QUICK
@given(setups(), st.integers(0, 2**32), st.integers(1, 150))
def test_undoing_everything_leads_to_the_beginning(setup, seed, length):
    match = play_some(setup, seed, length)
    while match.can_undo:
        match = match.push(Undo())
    assert seen(match) == seen(Match.new(setup))


@QUICK
@given(setups(), st.integers(0, 2**32), st.integers(1, 100))
def test_pop_gives_the_match_before_the_push(setup, seed, length):
    match = play_some(setup, seed, length)
    move = some_move(match, random.Random(seed))
    assert seen(match.push(move).pop()) == seen(match)
    assert match.push(move).pop() == match


@QUICK
@given(setups(), st.integers(0, 2**32), st.integers(0, 200))
def test_kinds_and_legal_moves_agree_with_what_push_takes(setup, seed, length):
    match = play_some(setup, seed, length)
    assert all(match.allows(move) for move in match.legal_moves)
    one_of_each = [
        Throw((1,) * (5 - len(match.turn.held) if match.turn else 5)),
        Hold((1,)),
        Correct(1, 1),
        Join("J"),
        Undo(),
        Redo(),
        NextGame(),
        *[move for move in match.legal_moves if isinstance(move, Fill | Leave)],
    ]
    assert {move.kind for move in one_of_each if match.allows(move)} == match.kinds


@QUICK
@given(setups(), st.integers(0, 2**32))
def test_a_legal_cell_exists_until_the_end_which_comes_after_the_right_number_of_turns(setup, seed):
    match, played = play_random(setup, seed)
    cells = make_book(setup.book, setup.options).cell_count
    assert match.phase == "over"
    assert [len(turns) for game in played for turns in game] == [cells] * (setup.games * len(setup.players))
    assert all(sheet.is_full for sheets in (*match.finished_games, match.sheets) for sheet in sheets)


@QUICK
@given(setups(), st.integers(0, 2**32), st.integers(0, 150))
def test_cells_and_bonuses_sum_up_to_the_total(setup, seed, length):
    match = play_some(setup, seed, length)
    for sheet in match.sheets:
        totals = sheet.totals()
        assert totals.total == brute.total(setup.book, setup.options, sheet.cells(), totals.extra_points)
        assert totals.upper == sum(column.upper for column in totals.columns)
        assert sum(sheet.cells().values()) == totals.upper + totals.lower
        assert Sheet.from_cells(sheet.book, sheet.cells(), sheet.rolled, totals.extra_points) == sheet


def replay(setup, turns):
    """A sheet as the second scorer writes it: filled cells and extra points."""
    cells, extra_points, rolled = {}, 0, False
    for dice, cell in turns:
        points, extra = brute.choices(setup.book, setup.options, cells, rolled, dice)[cell]
        cells[cell] = points
        extra_points += extra
        rolled = rolled or len(set(dice)) == 1
    return cells, extra_points


def assert_games_agree(book, count):
    variants = [options for name, options in SETUPS if name == book]
    for seed in range(count):
        options = variants[seed % len(variants)]
        setup = MatchSetup(book, options, ("A", "B") if seed % 5 == 0 else ("A",))
        match, played = play_random(setup, seed)
        for player, turns in enumerate(played[0]):
            cells, extra_points = replay(setup, turns)
            sheet = match.sheets[player]
            assert (sheet.cells(), sheet.extra_points) == (cells, extra_points), (setup, seed)
            assert sheet.totals().total == brute.total(book, options, cells, extra_points), (setup, seed)


@pytest.mark.parametrize("book", BOOK_OPTIONS)
def test_whole_random_games_agree_with_a_second_scorer(book):
    assert_games_agree(book, 200)


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOK_OPTIONS)
def test_ten_thousand_random_games_agree_with_a_second_scorer(book):
    assert_games_agree(book, 10_000)
