"""Around the table: who begins, the ranking, series of games, who comes and who goes."""

import pytest
from playing import NOTHING, begun, by_seat, dice_of_sum, play_game, start, turn

from game import Correct, Fill, Join, Leave, Match, MatchSetup, NextGame, NotNow, TableFull, Throw

# --- who begins ---


def test_the_highest_start_throw_begins_and_play_goes_on_in_seat_order():
    match = start(10, 20, 15)
    assert (match.phase, match.player, match.order) == ("turn", 1, (1, 2, 0))
    assert match.start_sums == ({0: 10, 1: 20, 2: 15},)


def test_those_who_tie_for_the_highest_throw_again():
    match = start(20, 10, 20)
    assert (match.phase, match.player, match.start_pending) == ("start_throw", 0, (0, 2))
    match = match.push(Throw(dice_of_sum(6))).push(Throw(dice_of_sum(7)))
    assert (match.phase, match.player) == ("turn", 2)
    assert match.start_sums == ({0: 20, 1: 10, 2: 20}, {0: 6, 2: 7})


def test_a_tie_may_tie_again():
    assert start(20, 20, 6, 6, players=2).phase == "start_throw"
    assert start(20, 20, 6, 6, 9, 8, players=2).player == 0


def test_a_start_throw_can_be_corrected_until_the_next():
    match = start(20, players=2).push(Correct(5, 6))
    assert match.start_sums == ({0: 25},)
    assert match.player == 1


def test_correcting_the_last_start_throw_may_change_who_begins():
    match = start(20, 21)
    assert match.player == 1
    assert match.push(Correct(4, 1)).start_pending == (0, 1)
    assert match.push(Correct(1, 1)).player == 0
    assert match.push(Correct(1, 1)).phase == "turn"


def test_correcting_the_last_throw_of_a_tie_opens_no_second_round_twice():
    match = start(20, 20, players=2)
    assert match.push(Correct(1, 5)).player == 0
    assert match.push(Correct(5, 2)).player == 1
    assert match.push(Correct(5, 2)).start_sums == ({0: 20, 1: 21},)


def test_the_last_start_throw_is_settled_once_the_first_turn_is_thrown():
    match = start(20, 21).push(Throw((1, 1, 1, 1, 1)))
    assert match.push(Correct(1, 2)).turn.dice == (2, 1, 1, 1, 1)
    assert match.player == 1


def test_a_start_throw_is_no_longer_corrected_in_later_turns():
    match = turn(start(20, 21), NOTHING, "ones")
    assert "correct" not in match.kinds
    assert not match.allows(Correct(1, 2))


def test_with_start_first_the_first_seat_begins_without_a_throw():
    assert begun(start="first").phase == "turn"
    assert begun(start="loser").phase == "start_throw"


def test_one_player_alone_needs_no_start_throw():
    match = begun("Anna", start="roll")
    assert (match.phase, match.player) == ("turn", 0)
    match = play_game(match)
    assert match.outcome().winners == (0,)
    assert match.outcome().payers == ()


# --- the end and the ranking ---


def test_a_game_has_thirteen_turns_a_player_and_then_a_ranking():
    match = play_game(begun("A", "B", "C"), choose=by_seat(2, 4, 3))
    fills = [move for move in match.moves if isinstance(move, Fill)]
    assert len(fills) == 39
    assert (match.phase, match.player, match.turn) == ("over", None, None)
    outcome = match.outcome()
    assert [row.player for row in outcome.ranking] == [1, 2, 0]
    assert (outcome.winners, outcome.payers) == ((1,), (0,))


def test_equal_totals_share_the_place():
    outcome = play_game(begun("A", "B", "C"), choose=by_seat(4, 4, 3)).outcome()
    assert [(row.player, row.place) for row in outcome.ranking] == [(0, 1), (1, 1), (2, 3)]
    assert outcome.winners == (0, 1)


@pytest.mark.parametrize(
    ("pays", "sixes", "payers"),
    [
        ("last", (3, 1, 2), (1,)),
        ("last", (3, 1, 1), (1, 2)),
        ("last", (2, 2, 2), ()),
        ("all_but_winner", (3, 1, 2), (1, 2)),
        ("all_but_winner", (3, 3, 2), (2,)),
        ("nobody", (3, 1, 2), ()),
    ],
)
def test_who_pays(pays, sixes, payers):
    outcome = play_game(begun("A", "B", "C", pays=pays), choose=by_seat(*sixes)).outcome()
    assert tuple(sorted(outcome.payers)) == payers


def test_nothing_but_taking_back_is_allowed_after_the_end():
    match = play_game(begun())
    assert match.kinds == {"undo"}
    with pytest.raises(NotNow, match="allowed: undo"):
        match.push(Throw(NOTHING))


# --- series ---


def test_a_series_keeps_the_columns_and_the_next_seat_begins():
    match = play_game(begun("A", "B", "C", games=3), choose=by_seat(3, 1, 2))
    assert (match.phase, match.game_number, match.outcome()) == ("between_games", 1, None)
    match = match.push(NextGame())
    assert (match.phase, match.player, match.game_number) == ("turn", 1, 2)
    assert match.order == (1, 2, 0)
    assert len(match.finished_games) == 1
    match = play_game(play_game(match, choose=by_seat(1, 4, 2)).push(NextGame()), choose=by_seat(1, 4, 2))
    assert match.player is None and match.phase == "over"
    totals = [sum(game[player].totals().total for game in (*match.finished_games, match.sheets)) for player in range(3)]
    assert [row.total for row in match.standing()] == sorted(totals, reverse=True)
    assert match.outcome().winners == (1,)
    assert not any(row.pays for row in match.standing(game=1))
    assert match.standing(game=1)[0].player == 0


def test_under_loser_the_last_place_begins_the_next_game():
    match = start(10, 20, 15, games=2, start="loser")
    match = play_game(match, choose=by_seat(3, 2, 1)).push(NextGame())
    assert (match.phase, match.player) == ("turn", 2)


def test_under_loser_tied_last_places_throw_again():
    match = start(10, 20, 15, games=2, start="loser")
    match = play_game(match, choose=by_seat(1, 2, 1)).push(NextGame())
    assert (match.phase, match.start_pending) == ("start_throw", (0, 2))
    match = match.push(Throw(dice_of_sum(9))).push(Throw(dice_of_sum(8)))
    assert (match.phase, match.player, match.order) == ("turn", 0, (0, 1, 2))


def test_an_extra_kniffel_counts_only_within_its_game():
    match = begun("A", games=2, preset="klassisch")
    match = play_game(turn(match, (2,) * 5, "twos")).push(NextGame()).push(Throw((2,) * 5))
    assert {offer.extra for offer in match.offers} == {0}


# --- coming and going ---


def test_who_joins_in_the_first_round_plays_last_and_as_often_as_the_others():
    match = turn(start(10, 20), NOTHING, "ones").push(Join("C"))
    assert match.order == (1, 0, 2)
    match = play_game(match)
    assert [sheet.filled for sheet in match.sheets] == [13, 13, 13]


def test_who_joins_during_the_start_throws_throws_too():
    match = start(10, players=2).push(Join("C")).push(Throw(dice_of_sum(12))).push(Throw(dice_of_sum(30)))
    assert match.player == 2


def test_who_joins_in_the_tie_waits():
    match = start(20, 20, players=2).push(Join("C")).push(Throw(dice_of_sum(9))).push(Throw(dice_of_sum(8)))
    assert match.order == (0, 1, 2)


def test_a_ninth_player_finds_no_seat():
    with pytest.raises(TableFull, match="allowed: 8"):
        begun(*"ABCDEFGH").push(Join("I"))


def test_a_leaver_in_the_middle_of_a_turn_passes_it_on():
    match = begun("A", "B", "C").push(Throw(NOTHING)).push(Leave(0))
    assert (match.player, match.turn.throws) == (1, 0)
    assert match.players[0].left
    match = play_game(match)
    assert [sheet.filled for sheet in match.sheets] == [0, 13, 13]


def test_another_player_leaving_does_not_touch_the_turn():
    match = begun("A", "B", "C").push(Throw(NOTHING)).push(Leave(2))
    assert (match.player, match.turn.dice) == (0, NOTHING)


def test_a_leaver_neither_wins_nor_pays_while_others_lose():
    match = begun("A", "B", "C")
    match = turn(match, (6, 6, 6, 6, 6), "kniffel")
    match = turn(match, (1, 1, 2, 2, 3), "kniffel")
    match = turn(match, (6, 6, 6, 6, 1), "sixes")
    outcome = play_game(match.push(Leave(0))).outcome()
    assert outcome.winners == (2,)
    assert [(row.player, row.place, row.left) for row in outcome.ranking] == [
        (2, 1, False),
        (1, 2, False),
        (0, 3, True),
    ]
    assert outcome.payers == (1,)


def test_the_last_one_at_the_table_plays_on_and_the_leavers_pay():
    match = play_game(turn(begun(), NOTHING, "ones").push(Leave(1)))
    assert match.sheets[0].is_full
    assert (match.outcome().winners, match.outcome().payers) == ((0,), (1,))


def test_when_all_left_the_match_is_over_and_nobody_wins_or_pays():
    match = begun(games=3).push(Leave(0)).push(Leave(1))
    assert match.phase == "over"
    outcome = match.outcome()
    assert (outcome.abandoned, outcome.winners, outcome.payers) == (True, (), ())


def test_a_leaver_does_not_play_in_the_next_game():
    match = play_game(begun("A", "B", "C", games=2)).push(Leave(1)).push(NextGame())
    assert (match.player, match.order) == (2, (2, 0))
    assert [sheet.filled for sheet in play_game(match).sheets] == [13, 0, 13]


def test_a_start_throw_of_a_leaver_does_not_count():
    match = start(30, 10, players=3).push(Leave(0)).push(Throw(dice_of_sum(9)))
    assert match.player == 1


def test_the_other_one_of_a_tie_begins_when_one_leaves():
    match = start(20, 20, 10).push(Leave(0))
    assert (match.phase, match.player) == ("turn", 1)


def test_when_a_whole_tie_leaves_the_others_throw_again():
    match = start(20, 20, 10, 9).push(Throw(dice_of_sum(7))).push(Leave(1)).push(Leave(0))
    assert match.phase in ("start_throw", "turn")
    assert match.player in (2, 3)
    assert play_game(match).phase == "over"


@pytest.mark.parametrize(
    ("house", "sixes", "pays", "payers"),
    [
        ((None, "exact", None), (3, 1, 2), "last", (2,)),
        ((None, "exact"), (3, 1), "last", ()),
        (("exact", None), (3, 1), "last", (1,)),
        ((None, "exact", None), (3, 2, 1), "all_but_winner", (2,)),
        (("thumb", "exact"), (3, 1), "last", ()),
    ],
)
def test_the_table_itself_never_pays_of_the_guests_the_last_one_does(house, sixes, pays, payers):
    names = tuple("ABC"[: len(house)])
    match = Match.new(MatchSetup("kniffel", {}, names, start="first", pays=pays, house=house))
    match = play_game(match, choose=by_seat(*sixes))
    assert match.outcome().payers == payers
