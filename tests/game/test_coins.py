"""Münzknobeln: the worked example of RULES 6 move by move, every house rule, and laws that hold whatever is played."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import (
    BadOptionType,
    BadOptionValue,
    BadSetup,
    CoinMatch,
    CountImpossible,
    Foul,
    Guess,
    GuessOutOfRange,
    GuessTaken,
    IllegalMove,
    Leave,
    Load,
    MatchSetup,
    NoSuchPlayer,
    NotNow,
    Redo,
    Reveal,
    Show,
    SplitImpossible,
    Throw,
    Undo,
    UnknownOption,
)

A, B, C, D = range(4)


def table(players=4, **options):
    return CoinMatch.new(MatchSetup("muenzknobeln", options, tuple("ABCDEFGHIJKL"[:players])))


def shown(match):
    return match.push(Load()).push(Show())


def guess_all(match, guesses):
    """Guesses by player, named in the round's order."""
    match = shown(match)
    while match.phase == "guess":
        said = guesses[match.player]
        match = match.push(said if isinstance(said, Guess) else Guess(said))
    return match


def play(match, coins, guesses):
    return guess_all(match, guesses).push(Reveal(sum(coins)))


def test_the_worked_example():
    match = table()
    assert match.state.order == (A, B, C, D)
    match = play(match, (2, 0, 3, 2), {A: 6, B: 4, C: 7, D: 8})
    assert match.state.rounds[-1].out == (C,)
    assert match.state.order == (B, D, A)
    match = play(match, (1, 3, 1), {B: 6, D: 4, A: 5})
    assert match.state.rounds[-1].out == (A,)
    assert match.state.range == range(0, 7)
    assert match.state.order == (D, B)
    match = play(match, (1, 2), {D: 4, B: 2})
    assert match.state.order == (B, D)
    match = play(match, (2, 2), {B: 3, D: 5})
    assert match.state.order == (D, B)
    match = play(match, (0, 3), {D: 3, B: 2})
    assert match.phase == "over"
    outcome = match.outcome()
    assert outcome.payers == (B,)
    assert [(row.player, row.place) for row in outcome.ranking] == [(C, 1), (A, 2), (D, 3), (B, 4)]


def test_a_named_number_is_not_free_and_a_number_out_of_range_is_refused():
    match = shown(table()).push(Guess(5))
    with pytest.raises(GuessTaken, match="allowed: 0, 1, 2, 3, 4, 6"):
        match.push(Guess(5))
    for number in (-1, 13):
        with pytest.raises(GuessOutOfRange, match="0 to 12"):
            match.push(Guess(number))


def test_nobody_hits_and_the_same_players_play_again_with_the_next_starter():
    match = play(table(3), (0, 0, 0), {A: 1, B: 2, C: 3})
    assert match.state.present == (A, B, C)
    assert match.state.order == (B, C, A)


def test_a_count_that_cannot_be_is_refused_and_the_match_unchanged():
    match = guess_all(table(2), {A: 1, B: 2})
    with pytest.raises(CountImpossible, match="0 to 6; count again"):
        match.push(Reveal(7))
    assert match.phase == "reveal"
    without_zero = guess_all(table(2, no_zero=True), {A: 3, B: 2})
    with pytest.raises(CountImpossible, match="2 to 6"):
        without_zero.push(Reveal(1))


def test_without_empty_fists_the_range_begins_at_the_number_of_players():
    assert table(4, no_zero=True).state.range == range(4, 13)
    duel = play(table(3, no_zero=True), (1, 1, 1), {A: 3, B: 4, C: 5})
    assert duel.state.range == range(2, 7)


@pytest.mark.parametrize("option", ["blind", "repeats"])
def test_equal_numbers_leave_together(option):
    match = play(table(4, **{option: True}), (1, 1, 1, 1), {A: 4, B: 4, C: 5, D: 6})
    assert match.state.rounds[-1].out == (A, B)
    assert match.state.present == (C, D)


def test_if_all_would_leave_at_once_the_round_is_played_again():
    match = play(table(3, blind=True), (1, 1, 1), {A: 3, B: 3, C: 3})
    assert match.state.rounds[-1].again
    assert match.state.present == (A, B, C)
    assert match.state.starter == B


def test_with_a_split_only_the_right_one_gets_out():
    match = table(3, with_distribution=True)
    right, wrong, other = Guess(4, (1, 1, 2)), Guess(5, (2, 2, 1)), Guess(3, (1, 1, 1))
    match = guess_all(match, {A: wrong, B: right, C: other}).push(Reveal(4, (1, 1, 2)))
    assert match.state.rounds[-1].out == (B,)
    match = guess_all(table(3, with_distribution=True), {A: wrong, B: Guess(4, (2, 1, 1)), C: other})
    assert match.push(Reveal(4, (1, 1, 2))).state.rounds[-1].out == ()


@pytest.mark.parametrize(
    ("guess", "says"),
    [
        (Guess(4), "without a split"),
        (Guess(4, (1, 1, 1)), "split of 3 for the number 4"),
        (Guess(4, (4, 0, 0)), "fist with 4 coins"),
        (Guess(4, (2, 2)), "coins of 2 players, allowed: 3"),
    ],
)
def test_a_split_that_makes_no_sense_is_refused(guess, says):
    with pytest.raises(SplitImpossible, match=says):
        shown(table(3, with_distribution=True)).push(guess)


def test_a_split_where_none_is_wanted_is_refused():
    with pytest.raises(SplitImpossible, match="without one"):
        shown(table(2)).push(Guess(2, (1, 1)))


def test_a_caught_player_stays_in_and_the_number_stays_taken():
    match = shown(table(3)).push(Guess(3)).push(Foul(A))
    with pytest.raises(GuessTaken):
        match.push(Guess(3))
    match = match.push(Guess(4)).push(Guess(5)).push(Reveal(3))
    assert match.state.rounds[-1].out == ()
    assert match.state.present == (A, B, C)


def test_a_player_caught_before_naming_is_skipped_this_round():
    match = shown(table(3)).push(Foul(B)).push(Guess(3))
    assert match.player == C


def test_a_foul_may_cost_the_whole_game():
    match = shown(table(3, foul="game")).push(Foul(B))
    assert match.outcome().payers == (B,)


def test_after_so_many_rounds_all_who_are_in_share_the_bill():
    match = play(table(4, rounds=2), (0, 0, 0, 0), {A: 0, B: 1, C: 2, D: 3})
    match = play(match, (0, 0, 0), {B: 1, C: 2, D: 3})
    assert match.phase == "over"
    assert match.outcome().payers == (B, C, D)


def test_somebody_goes_home_and_the_round_begins_anew():
    match = shown(table(3)).push(Guess(3)).push(Leave(A))
    assert match.phase == "load"
    assert match.state.present == (B, C)
    assert match.state.starter == B
    assert match.push(Leave(B)).outcome().abandoned


def test_moves_at_the_wrong_time_are_refused_with_what_is_allowed():
    match = table()
    for move in (Show(), Guess(3), Reveal(3), Foul(A), Throw((1, 2, 3, 4, 5))):
        with pytest.raises(NotNow, match="allowed"):
            match.push(move)
    with pytest.raises(NoSuchPlayer):
        shown(match).push(Foul(9))


@pytest.mark.parametrize(
    ("players", "options", "error"),
    [
        (1, {}, BadSetup),
        (4, {"sighted": True}, UnknownOption),
        (4, {"blind": 1}, BadOptionType),
        (4, {"foul": "beer"}, BadOptionValue),
        (4, {"rounds": -1}, BadOptionValue),
    ],
)
def test_a_table_that_cannot_be_is_refused(players, options, error):
    with pytest.raises(error, match="allowed"):
        table(players, **options)


RULES = st.fixed_dictionaries(
    {
        "no_zero": st.booleans(),
        "blind": st.booleans(),
        "repeats": st.booleans(),
        "with_distribution": st.booleans(),
        "rounds": st.integers(0, 4),
    }
)


@settings(max_examples=60, deadline=None)
@given(RULES, st.integers(2, 12), st.randoms(use_true_random=False))
def test_whatever_is_played_undo_and_redo_give_the_same_and_the_fold_of_the_moves_is_the_match(rules, players, luck):
    match = table(players, **rules)
    for _ in range(60):
        if match.phase == "over":
            break
        if match.can_undo and luck.random() < 0.15:
            depth = luck.randint(1, 4)
            before = match
            undone = 0
            while undone < depth and match.can_undo:
                match, undone = match.push(Undo()), undone + 1
            for _ in range(undone):
                match = match.push(Redo())
            assert match == before
        fewest = match.rules.fewest
        coins = tuple(luck.randint(fewest, 3) for _ in match.state.present)
        if match.phase == "reveal":
            match = match.push(Reveal(sum(coins), coins if rules["with_distribution"] else None))
        elif match.phase == "guess" and rules["with_distribution"]:
            free = [c for c in [coins, *_splits(match, luck)] if sum(c) in match.free_numbers]
            match = match.push(Guess(sum(free[0]), free[0]))
        else:
            match = match.push(luck.choice([m for m in match.legal_moves if m.kind in ("load", "show", "guess")]))
        assert len(match.state.present) >= 1
    assert CoinMatch.fold(match.setup, match.moves) == match
    if match.phase == "over":
        assert match.outcome().payers == match.state.present


def _splits(match, luck):
    """Splits for every free number."""
    low, present = match.rules.fewest, len(match.state.present)
    for number in match.free_numbers:
        coins = [low] * present
        while sum(coins) < number:
            n = luck.randrange(present)
            coins[n] = min(3, coins[n] + 1)
        yield tuple(coins)


# A second scorer, written otherwise: no state but who is in, names instead of seats, one round at a time


def second_scorer(names, rules, rounds):
    """Plays recorded rounds ({name: (number, split)}, {name: coins}) and says who pays."""
    inside, starts = list(names), names[0]
    for played, (said, fists) in enumerate(rounds, 1):
        total = sum(fists.values())
        right = [
            name
            for name in inside
            if said[name][0] == total
            and (not rules["with_distribution"] or said[name][1] == [fists[other] for other in inside])
        ]
        gone = set() if len(right) == len(inside) else set(right)
        circle = names[names.index(starts) + 1 :] + names[: names.index(starts) + 1]
        inside = [name for name in inside if name not in gone]
        starts = next(name for name in circle if name in inside)
        if len(inside) == 1 or played == rules["rounds"]:
            return inside, starts
    return None, starts


def play_recorded(rules, count, chance):
    """A random game through `push`, and the same as the second scorer takes it."""
    names = [f"P{n}" for n in range(count)]
    match, rounds = CoinMatch.new(MatchSetup("muenzknobeln", rules, tuple(names))), []
    while match.phase != "over" and len(rounds) < 400:
        starter = match.state.starter
        match = match.push(Load()).push(Show())
        present = match.state.present
        fists = tuple(chance.randint(int(rules["no_zero"]), 3) for _ in present)
        said = {}
        assert match.player == starter
        while match.phase == "guess":
            split = None
            if rules["with_distribution"]:
                split = (
                    fists if chance.random() < 0.3 else tuple(chance.randint(int(rules["no_zero"]), 3) for _ in present)
                )
                if sum(split) not in match.free_numbers:
                    split = next(_splits(match, chance))
                number = sum(split)
            else:
                number = chance.choice(match.free_numbers)
            said[names[match.player]] = (number, None if split is None else list(split))
            match = match.push(Guess(number, split))
        match = match.push(Reveal(sum(fists), fists if rules["with_distribution"] or chance.random() < 0.5 else None))
        rounds.append((said, {names[seat]: coins for seat, coins in zip(present, fists, strict=True)}))
    return match, names, rounds


def assert_coin_games_agree(count):
    for seed in range(count):
        chance = random.Random(seed)
        rules = {name: chance.random() < 0.3 for name in ("no_zero", "blind", "repeats", "with_distribution")}
        rules["rounds"] = chance.choice((0, 0, 3, 8))
        match, names, rounds = play_recorded(rules, chance.randint(2, 12), chance)
        inside, starts = second_scorer(names, rules, rounds)
        if match.phase == "over":
            assert [names[seat] for seat in match.outcome().payers] == inside, seed
        else:
            assert (inside, names[match.state.starter]) == (None, starts), seed


def test_random_games_of_coins_agree_with_a_second_scorer():
    assert_coin_games_agree(60)


@pytest.mark.slow
def test_ten_thousand_random_games_of_coins_agree_with_a_second_scorer():
    assert_coin_games_agree(10_000)


@pytest.mark.parametrize("wrong", [True, 2.0, "2", None, -1, 10, 10**30])
def test_a_number_a_count_or_a_seat_of_another_kind_is_refused_and_changes_nothing(wrong):
    guessing = CoinMatch.new(MatchSetup("muenzknobeln", {}, ("A", "B", "C"))).push(Load()).push(Show())
    counting = guessing.push(Guess(1)).push(Guess(2)).push(Guess(3))
    for match, move in (
        (guessing, Guess(wrong)),
        (counting, Reveal(wrong)),
        (counting, Foul(wrong)),
        (counting, Leave(wrong)),
        (counting, Reveal(3, (wrong, 1, 1))),
    ):
        with pytest.raises(IllegalMove, match="allowed: "):
            match.push(move)
        assert not match.allows(move)


def test_one_count_is_shown_until_something_else_is_done():
    match = CoinMatch.new(MatchSetup("muenzknobeln", {}, ("A", "B", "C"))).push(Load()).push(Show())
    assert match.just_counted is None
    counted = match.push(Guess(1)).push(Guess(2)).push(Guess(3)).push(Reveal(9))
    assert counted.just_counted is counted.state.rounds[-1]
    assert counted.push(Load()).just_counted is None
    assert counted.push(Undo()).just_counted is None
    assert counted.push(Undo()).push(Redo()).just_counted == counted.just_counted
    assert counted.push(Leave(0)).just_counted is None
