"""Taking back and bringing back, at any depth."""

import pytest
from playing import NOTHING, begun, play_game, turn

from game import Correct, Fill, Hold, Join, Leave, Match, NextGame, NothingToRedo, NothingToUndo, Redo, Throw, Undo


def test_undo_takes_back_the_last_fill():
    match = begun().push(Throw(NOTHING)).push(Hold((1,)))
    filled = match.push(Fill("ones"))
    assert filled.push(Undo()).turn == match.turn
    assert filled.push(Undo()).sheets[0].cells() == {}


def test_undo_takes_the_holds_after_a_throw_with_it():
    match = begun().push(Throw(NOTHING)).push(Hold((1,))).push(Throw((1, 1, 1, 1))).push(Hold((2,))).push(Hold((3,)))
    undone = match.push(Undo())
    assert undone.turn.dice == NOTHING
    assert undone.turn.held == {1}
    assert undone.push(Redo()).turn == match.turn


def test_a_new_move_forgets_what_was_undone():
    match = begun().push(Throw(NOTHING)).push(Undo()).push(Throw((1, 1, 1, 1, 1)))
    assert not match.can_redo
    with pytest.raises(NothingToRedo):
        match.push(Redo())


def test_a_hold_is_a_new_move_too():
    match = begun().push(Throw(NOTHING)).push(Fill("ones")).push(Undo()).push(Hold((1,)))
    assert not match.can_redo


def test_nothing_can_be_taken_back_at_the_beginning():
    with pytest.raises(NothingToUndo):
        begun().push(Undo())
    with pytest.raises(NothingToUndo):
        begun().pop()


def test_undo_works_after_the_end():
    match = play_game(begun())
    assert match.push(Undo()).phase == "turn"
    assert match.push(Undo()).push(Redo()).outcome() == match.outcome()


def test_undo_works_across_games_joins_leaves_and_corrections():
    for before, move in [
        (play_game(begun(games=2)), NextGame()),
        (begun(), Join("Cem")),
        (begun(), Leave(1)),
        (begun().push(Throw(NOTHING)), Correct(1, 6)),
        (begun(start="roll").push(Throw(NOTHING)), Throw((6, 6, 6, 6, 6))),
    ]:
        undone = before.push(move).push(Undo())
        assert undone.line == before.line
        assert (undone.phase, undone.turn, undone.players, undone.sheets) == (
            before.phase,
            before.turn,
            before.players,
            before.sheets,
        )


def test_the_journal_keeps_undo_and_redo_while_the_line_holds_what_stands():
    match = turn(begun(), NOTHING, "ones").push(Undo()).push(Undo()).push(Redo())
    assert [move.kind for move in match.moves] == ["throw", "fill", "undo", "undo", "redo"]
    assert [move.kind for move in match.line] == ["throw"]
    assert Match.fold(match.setup, match.moves) == match


def test_pop_steps_back_over_an_undo():
    match = turn(begun(), NOTHING, "ones")
    assert match.push(Undo()).pop() == match


def test_pushing_leaves_the_match_before_as_it_was():
    match = begun().push(Throw(NOTHING))
    match.push(Fill("ones"))
    match.push(Fill("twos"))
    assert match.turn.dice == NOTHING
    assert match.sheets[0].cells() == {}
