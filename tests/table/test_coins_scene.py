"""Münzknobeln on the table, with buttons and counted coins, through the real loop and journal."""

import pytest

from display.views import CoinsView, CountBoard, FistBoard, NumberBoard
from display.words import Words
from game import CoinMatch, Leave, MatchSetup
from hardware import HOLDS, Button
from table.open_game import OpenGame
from table.scenes.coins import CoinsScene
from table.scenes.coins_over import CoinsOverScene
from table.scenes.covered import CoveredNumber
from table.scenes.play import PlayScene
from table.scenes.setup import SetupScene
from vision import Doubt, DoubtKind, Reading, Settled

NAMES = ("Anna", "Resi", "Kuno", "Leni")


def begin(bench, players=4, **options):
    setup = MatchSetup("muenzknobeln", options, NAMES[:players])
    bench.table.desk.go(SetupScene(bench.table.desk, setup))
    bench.press(Button.OK, long=True)
    assert isinstance(bench.scene, CoinsScene)


def count(bench, coins, status="read"):
    doubts = () if status == "read" else (Doubt(DoubtKind.UNCLEAR),)
    bench.table.post(Settled(bench.clock(), 0, Reading(status, (), doubts, 0, coins)), None)
    bench.table.step()


def name_number(bench, number):
    if bench.scene.covered is not None:
        enter_covered(bench, number)
        bench.press(Button.OK)
        return
    while bench.scene._number != number:
        bench.press(Button.DOWN)
    bench.press(Button.OK)


def enter_covered(bench, number):
    while (button := bench.scene.covered.toward(number)) is not None:
        bench.press(button)


def show_fists(bench):
    bench.press(Button.OK)
    bench.press(Button.OK)


def test_the_worked_example_is_played_to_the_end_with_buttons_and_counted_coins(bench):
    begin(bench)
    rounds = [
        (7, {0: 6, 1: 4, 2: 7, 3: 8}),
        (5, {1: 6, 3: 4, 0: 5}),
        (3, {3: 4, 1: 2}),
        (4, {1: 3, 3: 5}),
        (3, {3: 3, 1: 2}),
    ]
    for coins, guesses in rounds:
        show_fists(bench)
        while bench.match.phase == "guess":
            name_number(bench, guesses[bench.match.player])
        count(bench, coins)
        bench.press(Button.OK)
    assert isinstance(bench.scene, CoinsOverScene)
    assert bench.match.outcome().payers == (1,)
    row = bench.journal.game(1)
    assert row.state == "finished"
    assert [p["name"] for p in row.result["players"] if p["pays"]] == ["Resi"]
    assert isinstance(bench.journal.match(1), CoinMatch)


def test_each_step_has_its_board_and_taken_numbers_are_dark(bench):
    begin(bench)
    boards = [type(bench.window.screen.view.board)]
    bench.press(Button.OK)
    boards.append(type(bench.window.screen.view.board))
    bench.press(Button.OK)
    name_number(bench, 5)
    view = bench.window.screen.view
    assert isinstance(view, CoinsView)
    boards.append(type(view.board))
    assert boards == [FistBoard, FistBoard, NumberBoard]
    assert [(n.value, n.taken_by) for n in view.board.numbers if n.taken_by] == [(5, "Anna")]
    assert 5 not in bench.match.free_numbers


def test_a_count_that_cannot_be_is_asked_again(bench):
    begin(bench, players=2)
    show_fists(bench)
    name_number(bench, 1)
    name_number(bench, 2)
    count(bench, 9)
    bench.press(Button.OK)
    assert bench.match.phase == "reveal"
    assert bench.window.screen.notice.key == "coins.recount"
    count(bench, 3)
    bench.press(Button.OK)
    assert bench.match.phase == "load"


def test_an_unsure_count_is_not_taken_but_counting_by_hand_is(bench):
    begin(bench, players=2)
    show_fists(bench)
    name_number(bench, 1)
    name_number(bench, 2)
    count(bench, 4, status="unsure")
    assert bench.window.screen.view.board == CountBoard(None)
    bench.press(Button.DOWN)
    bench.press(Button.OK)
    assert bench.match.outcome().payers == (1,)


def test_with_a_split_fists_are_named_and_counted_one_by_one(bench):
    begin(bench, players=2, with_distribution=True)
    show_fists(bench)
    for split in ((1, 2), (2, 2)):
        for fist in split:
            bench.press(HOLDS[fist])
        bench.press(Button.OK)
    assert bench.match.phase == "reveal"
    for coins in (1, 2):
        count(bench, coins)
        bench.press(Button.OK)
    assert bench.match.outcome().payers == (1,)


def test_somebody_caught_is_noted_from_the_menu(bench):
    begin(bench, players=3)
    show_fists(bench)
    bench.press(Button.OK, long=True)
    bench.press(Button.OK)
    assert bench.match.state.fouls == (0,)


@pytest.mark.parametrize("covered", [True, False])
def test_covered_guesses_are_not_shown_before_the_count(bench, covered):
    begin(bench, players=3, blind=covered)
    show_fists(bench)
    name_number(bench, 4)
    assert (bench.window.screen.view.rows[0].number is None) is covered


def all_shown(bench):
    """Every word and figure of the screen that could change with a number, labels, lamps and pressed look included."""
    bench.table.step()
    screen = bench.window.screen
    return repr((screen.view, screen.labels, screen.pressed, bench.panel.lamps))


@pytest.mark.parametrize(("players", "options"), [(4, {"blind": True}), (2, {"blind": True}), (3, {"no_zero": True})])
def test_whatever_number_is_entered_covered_the_screen_and_the_lamps_look_the_same(bench, players, options):
    begin(bench, players=players, **{"blind": True, **options})
    show_fists(bench)
    seen = set()
    for number in bench.match.free_numbers:
        shown = [all_shown(bench)]
        while (button := bench.scene.covered.toward(number)) is not None:
            bench.panel.press(button, bench.clock())
            shown.append(all_shown(bench))  # it is down now
            bench.clock.wait(0.1)
            shown.append(all_shown(bench))
        assert bench.scene.covered.chosen == number
        seen.add(tuple(shown))
        bench.press(Button.BACK)
    assert len(seen) == 1
    assert len(bench.match.free_numbers) >= 7


@pytest.mark.parametrize("players", [3, 2])
def test_whatever_split_is_entered_the_screen_looks_the_same(bench, players):
    begin(bench, players=players, with_distribution=True)
    show_fists(bench)
    seen = set()
    for split in ((0,) * players, (3,) * players, (1, 2, 0)[:players]):
        shown = []
        for fist in split:
            bench.press(HOLDS[fist])
            shown.append(all_shown(bench))
        seen.add(tuple(shown))
        bench.press(Button.BACK)
    assert len(seen) == 1


def test_a_covered_number_is_named_only_with_ok_and_back_starts_over(bench):
    begin(bench, players=4, blind=True)
    show_fists(bench)
    bench.press(Button.OK)
    assert bench.match.state.said == ()
    enter_covered(bench, 7)
    assert bench.match.state.said == ()
    bench.press(Button.BACK)
    enter_covered(bench, 12)
    bench.press(Button.OK)
    assert [said.number for said in bench.match.state.said] == [12]


@pytest.mark.parametrize("players", range(2, 13))
@pytest.mark.parametrize("fewest", [0, 1])
def test_every_number_of_every_table_has_its_presses_and_no_group_can_be_told_from_another(players, fewest):
    numbers = range(fewest * players, 3 * players + 1)
    lit = set()
    for number in numbers:
        entry, seen = CoveredNumber(numbers), []
        while (button := entry.toward(number)) is not None:
            assert button in entry.keys
            seen.append(entry.keys)
            entry.press(button)
        assert entry.chosen == number
        assert len(seen) <= 2
        lit.add(tuple(seen))
    assert len(lit) == 1


def test_a_restart_goes_on_in_mid_round(bench):
    begin(bench, players=3)
    show_fists(bench)
    name_number(bench, 4)
    before = bench.match
    bench.reopen()
    assert bench.match == before
    assert isinstance(bench.scene, CoinsScene)


def test_coins_laid_before_the_last_guess_count_and_those_counted_before_do_not(bench):
    begin(bench, players=3)
    show_fists(bench)
    name_number(bench, 9)
    name_number(bench, 8)
    count(bench, 4)
    name_number(bench, 7)
    assert bench.scene.counted == 4
    bench.press(Button.OK)
    show_fists(bench)
    for number in (9, 8, 7):
        name_number(bench, number)
    assert bench.scene.counted is None


def test_an_unsure_count_says_what_to_do_about_it(bench):
    begin(bench, players=2)
    show_fists(bench)
    name_number(bench, 1)
    name_number(bench, 2)
    count(bench, 4, status="unsure")
    assert [line.key for line in bench.window.screen.view.lines] == ["coins.unsure"]
    assert bench.scene.counted is None


def test_the_eye_looks_for_coins_while_coins_are_played_and_for_dice_after_it(bench):
    begin(bench, players=2)
    assert bench.table.desk.reads == "coins"
    bench.table.desk.go(
        PlayScene(bench.table.desk, OpenGame.begin(bench.journal, MatchSetup("kniffel", {}, ("A", "B"))))
    )
    assert bench.table.desk.reads == "dice"


def test_a_split_whose_sum_is_taken_is_asked_for_again_with_the_reason(bench):
    begin(bench, players=2, with_distribution=True)
    show_fists(bench)
    for split in ((1, 2), (2, 1)):
        for fist in split:
            bench.press(HOLDS[fist])
        bench.press(Button.OK)
    assert bench.window.screen.notice.key == "coins.sum_taken"
    assert (bench.match.player, bench.scene.named) == (1, 0)


def test_between_the_last_two_it_is_a_duel(bench):
    begin(bench, 3)
    assert bench.window.screen.view.header.key == "coins.header"
    show_fists(bench)
    first = bench.match.player
    for number in (4, 5, 6):
        name_number(bench, number)
    count(bench, 4)
    bench.press(Button.OK)
    view = bench.window.screen.view
    assert view.header.key == "coins.duel"
    assert [row.state.name for row in view.rows].count("HIT") == 1 and view.rows[first].state.name == "HIT"
    bench.press(Button.OK)
    assert [row.state.name for row in bench.window.screen.view.rows].count("OUT") == 1


def rows(bench):
    return [(row.name, row.state.name, row.number, row.coins) for row in bench.window.screen.view.rows]


def test_after_the_count_the_screen_shows_who_named_what_until_the_fists_are_loaded(bench):
    begin(bench, players=3)
    show_fists(bench)
    for number in (4, 5, 6):
        name_number(bench, number)
    count(bench, 9)
    bench.press(Button.OK)
    assert rows(bench) == [("Anna", "SAYS", 4, None), ("Resi", "SAYS", 5, None), ("Kuno", "SAYS", 6, None)]
    assert bench.window.screen.view.board.count == 9
    bench.press(Button.OK)
    assert {row[1:] for row in rows(bench)} == {("WAITS", None, None)}


def test_two_who_hit_together_are_both_named_in_the_plural(bench):
    begin(bench, players=4, repeats=True)
    show_fists(bench)
    for number in (4, 5, 4, 6):
        name_number(bench, number)
    count(bench, 4)
    bench.press(Button.OK)
    headline = bench.window.screen.view.headline
    assert Words("de").text(headline) == "Anna, Kuno sind raus!"
    assert Words("en").text(headline) == "Anna, Kuno are out!"


def test_a_resumed_table_and_a_count_brought_back_show_the_count_again_but_a_leaver_ends_it(bench):
    begin(bench, players=4)
    show_fists(bench)
    for number in (4, 5, 6, 7):
        name_number(bench, number)
    count(bench, 4)
    bench.press(Button.OK)
    shown = rows(bench)
    assert shown[0] == ("Anna", "HIT", 4, None)
    bench.press(Button.BACK, long=True)
    assert isinstance(bench.window.screen.view.board, CountBoard) and "HIT" not in [row[1] for row in rows(bench)]
    bench.scene.redo()
    bench.table.step()
    assert rows(bench) == shown
    bench.reopen()
    assert rows(bench) == shown
    bench.scene.leave(Leave(1))
    bench.table.step()
    assert isinstance(bench.window.screen.view.board, FistBoard)


def test_a_sum_that_was_named_with_a_wrong_split_says_why_nobody_is_out(bench):
    begin(bench, players=3, with_distribution=True)
    show_fists(bench)
    for split in ((2, 1, 1), (3, 1, 1), (1, 0, 0)):
        for fist in split:
            bench.press(HOLDS[fist])
        bench.press(Button.OK)
    for coins in (1, 2, 1):
        count(bench, coins)
        bench.press(Button.OK)
    assert rows(bench) == [("Anna", "SAYS", 4, 1), ("Resi", "SAYS", 5, 2), ("Kuno", "SAYS", 1, 1)]
    assert bench.window.screen.view.rows[0].text.key == "coins.wrong_split"
    assert bench.window.screen.view.rows[1].text is None


def test_who_was_caught_before_naming_a_number_stands_there_without_one(bench):
    begin(bench, players=3)
    show_fists(bench)
    bench.scene.foul(0)
    bench.table.step()
    for number in (4, 5):
        name_number(bench, number)
    count(bench, 4)
    bench.press(Button.OK)
    assert rows(bench)[:2] == [("Anna", "VOID", None, None), ("Resi", "HIT", 4, None)]


@pytest.mark.parametrize(("no_zero", "says"), [(False, "0 bis 3"), (True, "1 bis 3")])
def test_the_words_before_loading_know_whether_a_fist_may_be_empty(bench, no_zero, says):
    begin(bench, players=3, no_zero=no_zero)
    view = bench.window.screen.view
    assert [says in Words("de").text(line) for line in (*view.lines, view.board.word)] == [True, True]
