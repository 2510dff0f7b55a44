"""A match move by move: turns, slots, holding, and every refusal with its name and what is allowed."""

import pytest
from playing import NOTHING, begun, turn

from game import (
    AllHeld,
    BadDie,
    BadName,
    BadPlaces,
    BadSetup,
    BadSlot,
    CellFilled,
    Correct,
    Fill,
    Hold,
    Join,
    Leave,
    Match,
    MatchSetup,
    NextGame,
    NoRollsLeft,
    NoSuchCell,
    NoSuchPlayer,
    NotNow,
    Throw,
    WrongDiceCount,
    begin,
)

# --- a turn ---


def test_a_new_match_awaits_three_throws_of_the_first_player():
    match = begun()
    assert (match.phase, match.player, match.rolls_left, match.offers) == ("turn", 0, 3, ())
    assert match.turn.dice == (None,) * 5


def test_the_first_throw_gives_the_slots_from_left_to_right():
    match = begun().push(Throw((6, 1, 5, 1, 2), places=tuple((float(x), 0.0) for x in range(5))))
    assert match.turn.dice == (6, 1, 5, 1, 2)
    assert match.turn.places[2] == (2.0, 0.0)
    assert (match.turn.throws, match.rolls_left, match.turn.held) == (1, 2, frozenset())


def test_held_dice_keep_their_slots_and_new_ones_fill_the_free_slots():
    match = begun().push(Throw((6, 1, 5, 1, 2))).push(Hold((4, 2))).push(Throw((3, 4, 6)))
    assert match.turn.dice == (3, 1, 4, 1, 6)
    assert match.turn.held == frozenset()


def test_held_dice_keep_their_places():
    five = tuple((float(x), 1.0) for x in range(5))
    match = begun().push(Throw((6, 1, 5, 1, 2), places=five)).push(Hold((1, 5)))
    match = match.push(Throw((3, 4, 6), places=((9.0, 9.0), (8.0, 8.0), (7.0, 7.0))))
    assert match.turn.places == ((0.0, 1.0), (9.0, 9.0), (8.0, 8.0), (7.0, 7.0), (4.0, 1.0))
    assert match.push(Hold((1,))).push(Throw((1, 1, 1, 1))).turn.places == ((0.0, 1.0), None, None, None, None)


def test_kept_dice_may_be_taken_up_again():
    match = begun().push(Throw((6, 1, 5, 1, 2))).push(Hold((2, 4))).push(Throw((1, 4, 6)))
    match = match.push(Hold((1,))).push(Throw((2, 2, 2, 2)))
    assert match.turn.dice == (1, 2, 2, 2, 2)


def test_hold_replaces_what_was_held():
    match = begun().push(Throw(NOTHING)).push(Hold((1, 2))).push(Hold((5,)))
    assert match.turn.held == {5}
    assert match.push(Hold(())).turn.held == frozenset()


def test_after_the_third_throw_a_cell_must_be_filled():
    match = begun().push(Throw(NOTHING)).push(Throw(NOTHING)).push(Throw(NOTHING))
    assert match.rolls_left == 0
    assert {"throw", "hold"}.isdisjoint(match.kinds)
    with pytest.raises(NoRollsLeft, match="allowed: fill a cell"):
        match.push(Throw(NOTHING))
    with pytest.raises(NoRollsLeft):
        match.push(Hold((1,)))


def test_filling_passes_the_turn_on():
    match = turn(begun(), (1, 1, 1, 4, 6), "ones")
    assert (match.player, match.turn.throws, match.round) == (1, 0, 1)
    assert match.sheets[0].cells() == {"ones": 3}
    assert turn(match, NOTHING, "ones").round == 2


def test_a_misread_die_is_corrected_and_stays_held():
    match = begun().push(Throw((6, 1, 5, 1, 2))).push(Hold((3,))).push(Correct(3, 6))
    assert match.turn.dice == (6, 1, 6, 1, 2)
    assert match.turn.held == {3}


def test_legal_moves_are_the_offers_and_who_may_leave():
    match = begun().push(Throw(NOTHING))
    kinds = [move.kind for move in match.legal_moves]
    assert kinds.count("fill") == len(match.offers) == 13
    assert kinds.count("leave") == 2
    assert "undo" in kinds and "redo" not in kinds
    assert all(match.allows(move) for move in match.legal_moves)


# --- refusals ---

THROWN = (Throw(NOTHING),)


@pytest.mark.parametrize(
    ("before", "move", "error", "allowed"),
    [
        ((), Fill("ones"), NotNow, "throw"),
        ((), Hold((1,)), NotNow, "throw"),
        ((), Correct(1, 1), NotNow, "throw"),
        ((), NextGame(), NotNow, "throw"),
        ((), Throw((1, 2, 3, 4)), WrongDiceCount, "exactly 5"),
        ((), Throw((1, 2, 3, 4, 5, 6)), WrongDiceCount, "exactly 5"),
        ((), Throw((0, 1, 2, 3, 4)), BadDie, "1 to 6"),
        ((), Throw((7, 1, 2, 3, 4)), BadDie, "1 to 6"),
        ((), Throw((1, 2, 3, 4, 5), places=((0.0, 0.0),)), BadPlaces, "one for each"),
        (THROWN, Hold((0,)), BadSlot, "1 to 5"),
        (THROWN, Hold((6,)), BadSlot, "1 to 5"),
        (THROWN, Correct(6, 1), BadSlot, "1 to 5"),
        (THROWN, Correct(1, 7), BadDie, "1 to 6"),
        (THROWN, Fill("1:twos:"), NoSuchCell, "ones"),
        (THROWN, Leave(2), NoSuchPlayer, "0, 1"),
        (THROWN, Leave(-1), NoSuchPlayer, "0, 1"),
        (THROWN, Join(" "), BadName, "a name"),
        ((*THROWN, Hold((1, 2))), Throw((1, 2, 3, 4, 5)), WrongDiceCount, "exactly 3 with 2 held"),
        ((*THROWN, Hold((1, 2, 3, 4, 5))), Throw(()), AllHeld, "release"),
        ((*THROWN, Fill("ones"), Throw(NOTHING), Fill("ones"), Throw(NOTHING)), Fill("ones"), CellFilled, "twos"),
        ((*THROWN, Fill("ones"), Throw(NOTHING), Fill("ones")), Join("Cem"), NotNow, "second turn"),
    ],
)
def test_an_illegal_move_is_refused_by_name_and_changes_nothing(before, move, error, allowed):
    match = begun()
    for earlier in before:
        match = match.push(earlier)
    again = Match.fold(match.setup, match.moves)
    with pytest.raises(error, match=f"allowed: .*{allowed}|{allowed}") as refusal:
        match.push(move)
    assert refusal.value.reason != "illegal"
    assert not match.allows(move)
    assert match == again


@pytest.mark.parametrize(
    ("change", "allowed"),
    [
        ({"players": ()}, "1 to 8"),
        ({"players": tuple("ABCDEFGHI")}, "1 to 8"),
        ({"players": ("",)}, "a name"),
        ({"games": 0}, "1 to 6"),
        ({"games": 7}, "1 to 6"),
        ({"games": True}, "1 to 6"),
        ({"start": "oldest"}, "roll, first, loser"),
        ({"pays": "house"}, "last, all_but_winner, nobody"),
        ({"house": ("clever",)}, "thumb, turn, exact"),
        ({"house": (None, None, "thumb")}, "at most the 2"),
    ],
)
def test_a_set_up_that_cannot_be_is_refused(change, allowed):
    with pytest.raises(BadSetup, match=f"allowed: .*{allowed}"):
        Match.new(MatchSetup("kniffel", **{"players": ("A", "B"), **change}))


def test_a_set_up_says_which_seats_the_table_plays_and_whoever_joins_is_a_guest():
    setup = MatchSetup("kniffel", players=("A", "Haus"), house=(None, "thumb"))
    assert [setup.strength_of(player) for player in range(3)] == [None, "thumb", None]


def test_the_table_has_no_fist():
    with pytest.raises(BadSetup, match="allowed: guests only"):
        begin(MatchSetup("muenzknobeln", players=("A", "Haus"), house=(None, "thumb")))


def test_begin_gives_the_game_of_the_set_up():
    assert isinstance(begin(MatchSetup("yatzy", players=("A",))), Match)
