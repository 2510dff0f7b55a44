"""What a settled tray means: throws, holds by leaving dice, bumps, turned dice, odd counts. Rules: DESIGN 4."""

import pytest

from table.throws import (
    Ask,
    Collecting,
    Lying,
    NewThrow,
    Question,
    Unchanged,
    force,
    is_old_throw,
    judge_first,
    judge_next,
)
from vision import Die, Doubt, DoubtKind, Reading

SPOTS = ((30.0, 40.0), (80.0, 120.0), (130.0, 60.0), (190.0, 150.0), (240.0, 90.0))
OLD = tuple(Lying(value, spot) for value, spot in zip((4, 5, 2, 5, 6), SPOTS, strict=True))


def tray(*dice, status="read", doubts=()):
    made = tuple(Die(value, 0.99, spot, (spot,) * 4, place=spot) for value, spot in dice)
    return Reading(status, made, doubts, count=len(made))


def old(*slots):
    return [(OLD[slot - 1].value, OLD[slot - 1].spot) for slot in slots]


NEW = [(1, (55.0, 170.0)), (3, (110.0, 20.0)), (3, (160.0, 110.0)), (1, (215.0, 30.0)), (6, (260.0, 180.0))]


def test_five_new_dice_are_the_first_throw_from_left_to_right():
    verdict = judge_first(tray(*reversed(NEW)), [], lifted=True)
    assert verdict == NewThrow(frozenset(), tuple(Lying(value, spot) for value, spot in NEW))


def test_what_lay_when_the_turn_began_does_not_count():
    assert judge_first(tray(*old(1, 2, 3, 4, 5)), OLD, lifted=False) == Unchanged(())


def test_collecting_the_last_turns_dice_is_no_throw():
    assert judge_first(tray(*old(1, 2)), OLD, lifted=True) == Collecting(frozenset())


def test_a_bump_before_the_first_throw_is_no_throw():
    bumped = [(value, (x + 20, y + 9)) for value, (x, y) in old(1, 2, 3, 4, 5)]
    assert judge_first(tray(*bumped), OLD, lifted=False) == Unchanged(())


@pytest.mark.parametrize("count", [1, 4])
def test_too_few_new_dice_are_asked_about(count):
    verdict = judge_first(tray(*NEW[:count]), [], lifted=True)
    assert verdict == Ask(Question.COUNT, (), count, (5,))


def test_six_dice_are_asked_about():
    verdict = judge_first(tray(*NEW, (2, (20.0, 20.0))), [], lifted=True)
    assert verdict == Ask(Question.COUNT, (), 6, (5,))


def test_a_first_throw_with_a_die_left_lying_is_asked_about():
    verdict = judge_first(tray(*old(1), *NEW[1:]), OLD, lifted=False)
    assert isinstance(verdict, Ask) and verdict.question is Question.ALL_FIVE


def test_an_unsure_reading_is_asked_about():
    doubts = (Doubt(DoubtKind.COCKED, 1),)
    verdict = judge_first(tray(*NEW, status="unsure", doubts=doubts), [], lifted=True)
    assert verdict == Ask(Question.DOUBT, doubts, 5, (5,))


def test_a_hand_over_dice_that_lie_is_nothing_to_ask():
    reading = tray(*old(1, 2), status="unsure", doubts=(Doubt(DoubtKind.HAND),))
    assert isinstance(judge_next(reading, OLD, frozenset(), lifted=False, rolls_left=2), Unchanged)


def test_dice_that_stay_while_the_others_are_thrown_are_held_by_themselves():
    verdict = judge_next(tray(*old(2, 4), *NEW[:3]), OLD, frozenset(), lifted=True, rolls_left=2)
    assert isinstance(verdict, NewThrow)
    assert verdict.keep == {2, 4}
    assert [die.value for die in verdict.thrown] == [1, 3, 3]


def test_held_dice_may_be_set_aside():
    verdict = judge_next(tray(*NEW[:3]), OLD, frozenset({2, 4}), lifted=True, rolls_left=2)
    assert isinstance(verdict, NewThrow)
    assert verdict.keep == {2, 4}
    assert len(verdict.thrown) == 3


def test_one_held_die_aside_and_one_left_lying_are_both_held():
    verdict = judge_next(tray(*old(2), *NEW[:3]), OLD, frozenset({2, 4}), lifted=True, rolls_left=2)
    assert isinstance(verdict, NewThrow)
    assert verdict.keep == {2, 4}


def test_a_held_die_pushed_elsewhere_on_the_tray_stays_held():
    verdict = judge_next(tray(*old(2), (5, (20.0, 190.0)), *NEW[:3]), OLD, frozenset({2, 4}), lifted=True, rolls_left=2)
    assert isinstance(verdict, NewThrow)
    assert verdict.keep == {2, 4}
    assert sorted(die.value for die in verdict.thrown) == [1, 3, 3]


def test_a_held_die_that_shows_another_value_is_asked_about():
    verdict = judge_next(tray(*old(2), *NEW[:4]), OLD, frozenset({2, 4}), lifted=True, rolls_left=2)
    assert verdict == Ask(Question.HELD_CHANGED, slot=4)


def test_a_count_that_fits_neither_all_nor_the_free_dice_is_asked_about():
    verdict = judge_next(tray(*NEW[:4]), OLD, frozenset({2, 4}), lifted=True, rolls_left=2)
    assert verdict == Ask(Question.COUNT, (), 4, (5, 3))


def test_five_dice_thrown_again_without_holds():
    verdict = judge_next(tray(*NEW), OLD, frozenset(), lifted=True, rolls_left=2)
    assert verdict == NewThrow(frozenset(), tuple(Lying(value, spot) for value, spot in NEW))


def test_dice_lifted_are_no_throw_yet():
    assert judge_next(tray(*old(2, 4)), OLD, frozenset(), lifted=True, rolls_left=2) == Collecting(frozenset({2, 4}))


def test_a_bump_that_changes_no_value_is_no_throw():
    bumped = [(value, (x + 12, y - 8)) for value, (x, y) in old(1, 2, 3, 4, 5)]
    verdict = judge_next(tray(*bumped), OLD, frozenset(), lifted=False, rolls_left=2)
    assert isinstance(verdict, Unchanged)
    assert verdict.spots[0] == (42.0, 32.0)


def test_the_same_values_far_away_are_asked_about_unless_dice_were_lifted():
    far = [(value, spot) for (value, _), (_, spot) in zip(old(1, 2, 3, 4, 5), NEW, strict=True)]
    assert judge_next(tray(*far), OLD, frozenset(), lifted=False, rolls_left=2) == Ask(Question.AGAIN)
    assert isinstance(judge_next(tray(*far), OLD, frozenset(), lifted=True, rolls_left=2), NewThrow)


def test_a_die_turned_by_hand_is_asked_about():
    turned = [*old(1, 2, 4, 5), (3, OLD[2].spot)]
    assert judge_next(tray(*turned), OLD, frozenset(), lifted=False, rolls_left=2) == Ask(Question.TURNED, slot=3)


def test_a_die_knocked_over_is_asked_about():
    knocked = [*old(1, 2, 4, 5), (3, (OLD[2].spot[0] + 15, OLD[2].spot[1] + 9))]
    assert judge_next(tray(*knocked), OLD, frozenset(), lifted=False, rolls_left=2) == Ask(Question.TURNED, slot=3)


def test_a_quick_throw_that_nobody_saw_leave_the_tray_is_a_throw():
    verdict = judge_next(tray(*NEW), OLD, frozenset(), lifted=False, rolls_left=2)
    assert isinstance(verdict, NewThrow)


def test_the_guests_word_makes_a_throw_of_what_changed():
    turned = tray(*old(1, 2, 4, 5), (3, OLD[2].spot))
    assert force(turned, OLD) == NewThrow(frozenset({1, 2, 4, 5}), (Lying(3, OLD[2].spot),))
    assert force(tray(*old(1, 2, 3, 4, 5)), OLD) is None


def test_a_throw_after_the_third_does_not_count():
    assert judge_next(tray(*NEW), OLD, frozenset(), lifted=True, rolls_left=0) == Ask(Question.TOO_EARLY)


def test_six_dice_after_the_first_throw_are_asked_about():
    verdict = judge_next(tray(*old(1, 2, 3, 4, 5), NEW[0]), OLD, frozenset(), lifted=False, rolls_left=2)
    assert isinstance(verdict, Ask) and verdict.question is Question.COUNT


@pytest.mark.parametrize(
    ("dice", "held", "same"),
    [
        (old(1, 2, 3, 4, 5), frozenset(), True),
        (old(1, 3, 5), frozenset({2, 4}), True),
        (old(1, 3, 5), frozenset({2}), False),
        ([*old(1, 2, 3, 4), (1, OLD[4].spot)], frozenset(), False),
        (NEW, frozenset(), False),
    ],
)
def test_after_a_restart_only_the_same_places_and_values_are_the_old_throw(dice, held, same):
    assert is_old_throw(tray(*dice), OLD, held) is same
