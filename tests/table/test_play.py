"""The game on the table: throws, holds, odd moments and corrections, through the real loop, scenes and journal."""

import logging

import pytest

from display.views import CellState, DoubtView, LabelStyle, MenuView, RankingView, StartThrowView, TurnView, msg
from hardware import HOLDS, PANEL_BUTTONS, Button, Light
from table.config import Config
from table.scenes.idle import IdleScene
from table.scenes.play import PlayScene
from table.scenes.question import QuestionScene
from table.scenes.ranking import RankingScene
from table.scenes.setup import SetupScene
from table.throws import Question
from tests.table.bench import Bench


def question(bench):
    assert isinstance(bench.scene, QuestionScene), bench.scene
    return bench.scene.ask.question


def test_from_idle_over_set_up_to_the_first_throw_with_buttons_alone(bench):
    assert isinstance(bench.scene, IdleScene)
    bench.press(Button.OK)
    assert isinstance(bench.scene, SetupScene)
    bench.press(Button.OK, long=True)
    assert isinstance(bench.scene, PlayScene)
    assert isinstance(bench.window.screen.view, StartThrowView)


def test_the_dice_get_slots_from_left_to_right(bench):
    bench.start()
    bench.throw([6, 5, 4, 3, 2])
    assert bench.dice == (6, 5, 4, 3, 2)
    assert bench.match.turn.throws == 1


def test_held_dice_keep_their_slots_and_new_ones_fill_the_free_slots(bench):
    bench.start()
    bench.throw([6, 5, 4, 6, 2])
    bench.press(Button.HOLD_1)
    bench.press(Button.HOLD_4)
    bench.throw({1: 1, 2: 2, 4: 3})
    assert bench.dice == (6, 1, 2, 6, 3)


def test_dice_left_lying_are_held_by_themselves_and_shown_so_at_once(bench):
    bench.start()
    bench.throw([6, 5, 4, 6, 2])
    bench.take_up([1, 2, 4])
    assert [die.held for die in bench.window.screen.view.tray.dice] == [True, False, False, True, False]
    bench.lay({1: 1, 2: 1, 4: 1})
    bench.settle()
    assert bench.dice == (6, 1, 1, 6, 1)
    assert bench.match.turn.throws == 2


def test_held_dice_may_be_set_aside(bench):
    bench.start()
    bench.throw([6, 5, 4, 6, 2])
    bench.press(Button.HOLD_1)
    bench.press(Button.HOLD_4)
    bench.take_up()
    bench.lay({1: 3, 2: 3, 4: 3})
    bench.settle()
    assert bench.dice == (6, 3, 3, 6, 3)


def throw_on_with_two_beside(bench):
    """Two dice set aside without HOLD, one left lying, two thrown."""
    bench.start()
    bench.throw([6, 5, 4, 6, 2])
    bench.take_up([0, 3])
    bench.throw({1: 1, 2: 3})
    assert question(bench) is Question.COUNT


def test_who_set_dice_aside_without_a_word_says_which_while_the_table_asks(bench):
    """Two beside the tray, one left lying, two thrown: three dice may be anything, so the table asks, and HOLD answers."""
    throw_on_with_two_beside(bench)
    assert bench.match.turn.throws == 1
    assert msg("ask.count.beside") in bench.scene.view().lines
    bench.press(Button.HOLD_1)
    assert question(bench) is Question.COUNT
    assert bench.scene.ask.expected == (5, 4), "a die that lies where it lay is among those seen"
    bench.press(Button.HOLD_4)
    assert isinstance(bench.scene, PlayScene)
    assert (bench.match.turn.throws, bench.dice) == (2, (6, 1, 3, 6, 2))


def test_dice_laid_back_answer_the_question_about_their_number_as_well(bench):
    throw_on_with_two_beside(bench)
    bench.lay({0: 6, 3: 6})
    bench.settle()
    assert isinstance(bench.scene, PlayScene)
    assert (bench.match.turn.throws, sorted(bench.dice)) == (2, [1, 2, 3, 6, 6])


@pytest.mark.parametrize("throws", [0, 3])
def test_holds_answer_nothing_before_the_first_throw_and_after_the_last(bench, throws):
    bench.start()
    for _ in range(throws):
        bench.throw([6, 5, 4, 6, 2])
    bench.take_up()
    bench.lay({0: 1, 1: 2, 2: 3})
    bench.settle()
    assert isinstance(bench.scene, QuestionScene)
    assert not set(HOLDS) & bench.scene.allowed().keys()


def test_a_bump_is_no_throw(bench):
    bench.start()
    bench.throw([6, 5, 4, 6, 2])
    for n, (value, (x, y)) in bench.tray.items():
        bench.tray[n] = (value, (x + 9, y - 7))
    bench.settle()
    assert bench.match.turn.throws == 1


def test_a_wrong_number_of_dice_is_said_in_plain_words_and_does_not_count(bench):
    bench.start()
    bench.take_up()
    bench.lay({0: 1, 1: 2, 2: 3, 3: 4})
    bench.settle()
    assert question(bench) is Question.COUNT
    assert bench.match.turn.throws == 0
    bench.lay({4: 6})
    bench.settle()
    assert bench.match.turn.throws == 1


def test_what_the_screen_asks_about_is_in_the_log(bench, caplog):
    """A landlord who calls for help can read out why the table did not count a throw."""
    bench.start()
    with caplog.at_level(logging.INFO):
        bench.throw([6, 5, 4, 6, 2], unsure=[2])
    assert [record.getMessage() for record in caplog.records] == ["asked about the tray: doubt, 5 dice cocked"]


def test_a_cocked_die_is_thrown_again_alone_and_belongs_to_the_same_throw(bench):
    bench.start()
    bench.throw([6, 5, 4, 6, 2], unsure=[2])
    assert question(bench) is Question.DOUBT
    assert bench.match.turn.throws == 0
    bench.tray.pop(2)
    bench.settle()
    bench.lay({2: 1})
    bench.settle()
    assert isinstance(bench.scene, PlayScene)
    assert bench.dice == (6, 5, 1, 6, 2)
    assert bench.match.turn.throws == 1


def test_the_screen_shows_the_die_in_doubt_without_a_value_and_a_guest_can_say_it(bench):
    bench.start()
    bench.throw([6, 5, 4, 6, 2], unsure=[2])
    view = bench.window.screen.view
    assert isinstance(view, DoubtView)
    assert [die.doubtful for die in view.tray.dice] == [False, False, True, False, False]
    assert view.tray.dice[2].value is None
    assert [candidate.value for candidate in view.candidates] == [4, 5]
    bench.press(Button.DOWN)
    bench.press(Button.OK)
    assert bench.dice == (6, 5, 5, 6, 2)


def test_a_die_turned_by_hand_is_asked_about_and_never_taken_over_silently(bench):
    bench.start()
    bench.throw([6, 5, 4, 6, 2])
    bench.tray[2] = (1, bench.tray[2][1])
    bench.settle()
    assert question(bench) is Question.TURNED
    bench.press(Button.BACK)
    assert bench.dice == (6, 5, 4, 6, 2)


def test_a_held_die_that_changed_is_asked_about(bench):
    bench.start()
    bench.throw([6, 5, 4, 6, 2])
    bench.press(Button.HOLD_1)
    bench.throw([1, 2, 3, 4, 5])
    assert question(bench) is Question.HELD_CHANGED
    assert bench.match.turn.throws == 1


def test_a_throw_after_the_third_does_not_count(bench):
    bench.start()
    for _ in range(3):
        bench.throw([bench.random.randint(1, 6) for _ in range(5)])
    before = bench.dice
    bench.throw([1, 1, 1, 1, 1])
    assert question(bench) is Question.TOO_EARLY
    bench.press(Button.BACK)
    assert bench.dice == before
    bench.press(Button.OK)
    assert bench.match.player == 1
    assert bench.match.turn.throws == 0


def test_dice_thrown_before_the_last_turn_was_entered_do_not_count_for_the_next(bench):
    bench.start()
    for _ in range(3):
        bench.throw([bench.random.randint(1, 6) for _ in range(5)])
    bench.throw([6, 6, 6, 6, 6])
    bench.press(Button.BACK)
    bench.press(Button.OK)
    bench.settle()
    assert bench.match.turn.throws == 0
    bench.throw([2, 3, 4, 5, 6])
    assert bench.dice == (2, 3, 4, 5, 6)


def test_six_dice_do_not_count(bench):
    bench.start()
    bench.take_up()
    bench.lay(dict.fromkeys(range(5), 3))
    bench.tray[5] = (2, (5.0, 5.0))
    bench.settle()
    assert question(bench) is Question.COUNT


def test_after_the_third_throw_the_best_cell_is_chosen_and_ok_enters_it(bench):
    bench.start()
    for _ in range(3):
        bench.throw([6, 6, 6, 5, 5])
    screen = bench.window.screen
    assert screen.labels[PANEL_BUTTONS.index(Button.OK)].style is LabelStyle.EXPECTED
    states = [cell.state for row in (*screen.view.sheet.upper, *screen.view.sheet.lower) for cell in row.cells]
    assert states.count(CellState.CHOSEN) == 1
    chosen = bench.scene.chosen
    bench.press(Button.OK)
    assert bench.match.sheets[0].cells()[chosen] > 0


def test_a_zero_wants_ok_twice_while_another_cell_would_give_points(bench):
    bench.start()
    for _ in range(3):
        bench.throw([1, 2, 2, 4, 6])
    while bench.scene.chosen != "kniffel":
        bench.press(Button.DOWN)
    bench.press(Button.OK)
    assert bench.match.player == 0
    bench.press(Button.OK)
    assert bench.match.sheets[0].cells() == {"kniffel": 0}


def test_long_back_takes_back_and_what_lies_does_not_count_again(bench):
    bench.start()
    bench.throw([6, 5, 4, 6, 2])
    bench.throw([1, 1, 1, 1, 1])
    bench.press(Button.BACK, long=True)
    assert bench.dice == (6, 5, 4, 6, 2)
    bench.settle()
    assert bench.match.turn.throws == 1
    bench.throw([3, 3, 3, 3, 2])
    assert bench.dice == (3, 3, 3, 3, 2)


def test_undo_of_a_fill_gives_the_turn_back(bench):
    bench.start()
    for _ in range(3):
        bench.throw([6, 6, 6, 5, 5])
    bench.press(Button.OK)
    assert bench.match.player == 1
    bench.press(Button.BACK, long=True)
    assert bench.match.player == 0
    assert bench.match.rolls_left == 0


def test_a_misread_die_is_corrected_with_buttons_and_stays_corrected(bench):
    bench.start()
    bench.throw([6, 5, 4, 6, 2], seen={2: 3})
    assert bench.dice == (6, 5, 3, 6, 2)
    bench.press(Button.HOLD_3, long=True)
    while bench.window.screen.labels[PANEL_BUTTONS.index(Button.OK)].short.params != (("value", 4),):
        bench.press(Button.DOWN)
    bench.press(Button.OK)
    assert bench.dice == (6, 5, 4, 6, 2)
    bench.settle(seen={2: 3})
    assert bench.dice == (6, 5, 4, 6, 2)
    bench.take_up([0, 1])
    bench.lay({0: 1, 1: 1})
    bench.settle(seen={2: 3})
    assert bench.dice == (1, 1, 4, 6, 2)


def test_without_a_camera_the_hold_buttons_set_the_values(bench):
    bench.start()
    bench.fault()
    for n, button in enumerate(HOLDS):
        for _ in range(n + 1):
            bench.press(button)
    bench.press(Button.OK)
    assert bench.dice == (1, 2, 3, 4, 5)
    bench.press(Button.HOLD_1)
    bench.press(Button.BACK)
    bench.press(Button.HOLD_2)
    bench.press(Button.OK)
    assert bench.dice == (1, 2, 1, 1, 1)
    assert bench.match.turn.throws == 2


def test_after_a_restart_the_same_dice_are_the_old_throw(bench):
    bench.start()
    bench.throw([6, 5, 4, 6, 2])
    bench.press(Button.HOLD_1)
    before = bench.window.screen.view
    bench.reopen()
    assert bench.window.screen.view == before
    bench.settle()
    assert isinstance(bench.scene, PlayScene)
    bench.throw({1: 1, 2: 1, 3: 1, 4: 1})
    assert bench.dice == (6, 1, 1, 1, 1)


def test_after_a_restart_other_dice_are_asked_about(bench):
    bench.start()
    bench.throw([6, 5, 4, 6, 2])
    bench.reopen()
    bench.lay(dict(enumerate([1, 2, 3, 4, 5])))
    bench.settle()
    assert question(bench) is Question.OLD_THROW
    assert bench.dice == (6, 5, 4, 6, 2)
    bench.press(Button.OK)
    assert bench.dice == (6, 5, 4, 6, 2)
    bench.throw([3, 3, 3, 3, 3])
    assert bench.dice == (3, 3, 3, 3, 3)


def test_after_a_restart_dice_that_nobody_saw_thrown_do_not_count(bench):
    bench.start()
    bench.reopen()
    bench.lay(dict(enumerate([1, 2, 3, 4, 5])))
    bench.settle()
    assert bench.match.turn.throws == 0


def test_after_a_restart_with_an_empty_tray_the_first_throw_counts(bench):
    bench.start()
    bench.reopen()
    bench.throw([1, 2, 3, 4, 5])
    assert bench.dice == (1, 2, 3, 4, 5)


def test_who_throws_highest_begins_and_ties_throw_again(bench):
    bench.start(players=3, start="roll")
    bench.throw([6, 6, 6, 6, 6])
    bench.throw([1, 1, 1, 1, 1])
    bench.throw([6, 6, 6, 6, 6])
    assert bench.match.phase == "start_throw"
    bench.throw([1, 1, 1, 1, 2])
    bench.throw([2, 2, 2, 2, 2])
    assert bench.match.phase == "turn"
    assert bench.match.player == 2


@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_whole_game_is_played_to_the_ranking_and_stored(bench, players):
    bench.start(players=players, start="roll" if players > 1 else "first")
    while not isinstance(bench.scene, RankingScene):
        bench.play_turn()
    assert isinstance(bench.window.screen.view, RankingView)
    row = bench.journal.game(1)
    assert row.state == "finished"
    totals = {player["name"]: player["total"] for player in row.result["players"]}
    assert totals == {
        player.name: sheet.totals().total for player, sheet in zip(bench.match.players, bench.match.sheets, strict=True)
    }
    assert bench.journal.match(1) == bench.match


def test_a_plug_pulled_between_the_last_field_and_its_result_still_ends_in_the_ranking(bench):
    bench.start(players=1)
    while not isinstance(bench.scene, RankingScene):
        bench.play_turn()
    bench.journal.set_state(1, "open")  # as the journal stands when the result was not written any more
    bench.reopen()
    assert isinstance(bench.scene, RankingScene)
    assert bench.journal.game(1).state == "finished"
    assert bench.journal.game(1).result is not None


def test_the_last_move_can_be_taken_back_from_the_ranking(bench):
    bench.start(players=1)
    while not isinstance(bench.scene, RankingScene):
        bench.play_turn()
    bench.press(Button.BACK, long=True)
    assert isinstance(bench.scene, PlayScene)
    assert bench.match.round == 13
    assert bench.journal.game(1).state == "open"


def test_a_parked_game_is_resumed_with_a_long_ok(bench):
    bench.start()
    bench.throw([6, 5, 4, 6, 2])
    bench.press(Button.OK, long=True)
    while bench.scene._entries()[bench.scene._active].text.key != "menu.park":
        bench.press(Button.DOWN)
    bench.press(Button.OK)
    assert isinstance(bench.scene, IdleScene)
    bench.press(Button.OK, long=True)
    assert isinstance(bench.scene, PlayScene)
    assert bench.dice == (6, 5, 4, 6, 2)


def test_a_player_goes_home_and_the_others_play_on(bench):
    bench.start(players=3)
    bench.press(Button.OK, long=True)
    while bench.scene._entries()[bench.scene._active].text.key != "menu.leaves":
        bench.press(Button.DOWN)
    bench.press(Button.OK)
    assert [player.left for player in bench.match.players] == [True, False, False]
    assert bench.match.player == 1


def test_two_games_of_a_series_with_the_ranking_between(bench):
    bench.start(players=2, games=2)
    while bench.match.phase != "between_games":
        bench.play_turn()
    bench.press(Button.OK)
    assert bench.match.game_number == 2
    assert isinstance(bench.scene, PlayScene)


def test_lamps_and_labels_say_the_same_in_every_state(bench):
    """What is lit is what works: lamp, label and acceptance of a press come from one function."""
    bench.start(players=2, start="roll")
    for _ in range(60):
        allowed = bench.scene.allowed()
        for n, button in enumerate(PANEL_BUTTONS):
            meaning, style = allowed.get(button), bench.window.screen.labels[n].style
            light = bench.panel.lamps[button]
            works = meaning is not None and meaning.do is not None
            long_only = meaning is not None and meaning.do is None and meaning.long is not None
            assert light is (Light.ON if works else Light.DIM if long_only else Light.OFF)
            assert (style is LabelStyle.DARK) == (light is Light.OFF)
            assert (style is LabelStyle.LONG_ONLY) == (light is Light.DIM)
        if isinstance(bench.scene, PlayScene) and not (bench.match.turn and bench.match.turn.throws):
            bench.throw([bench.random.randint(1, 6) for _ in range(5)])
        else:
            bench.press(bench.random.choice(PANEL_BUTTONS), long=bench.random.random() < 0.2)


def test_the_turn_screen_shows_offers_before_anything_is_entered(bench):
    bench.start()
    bench.throw([6, 6, 6, 5, 5])
    view = bench.window.screen.view
    assert isinstance(view, TurnView)
    offers = {row.field: row.cells[0].points for row in (*view.sheet.upper, *view.sheet.lower)}
    assert offers["full_house"] == 25
    assert offers["sixes"] == 18


def test_many_sheets_are_shown_all_together_and_then_a_few_at_a_time_and_larger(bench):
    bench.start(players=8)
    bench.choose_in_menu("menu.sheets")
    pages = []
    for _ in range(4):
        view = bench.window.screen.view
        pages.append((view.page, view.pages, [sheet.owner for sheet in view.sheets]))
        bench.press(Button.DOWN)
    everybody = ["Anna", "Resi", "Maximilian", "Kuno", "Leni", "Sepp", "Xaver", "Vroni"]
    assert pages == [(0, 3, everybody), (1, 3, everybody[:4]), (2, 3, everybody[4:]), (0, 3, everybody)]


def test_only_the_page_of_everybody_may_fold_to_sums(bench):
    """Its cells stand on the next pages; theirs stand nowhere else."""
    bench.start(players=8)
    bench.choose_in_menu("menu.sheets")
    folds = []
    for _ in range(3):
        folds.append(bench.window.screen.view.may_fold)
        bench.press(Button.DOWN)
    assert folds == [True, False, False]


def test_the_menu_says_whose_turn_it_is_what_each_line_does_and_shows_the_dice_that_wait(bench):
    bench.start(players=2)
    bench.throw([1, 2, 2, 5, 6])
    bench.press(Button.HOLD_1)
    lay = bench.window.screen.view.tray
    bench.press_ok_long()
    view = bench.window.screen.view
    assert isinstance(view, MenuView)
    assert view.header == msg("menu.header", name="Anna")
    assert all(entry.detail is not None for entry in view.entries)
    assert view.tray is not None and lay.dice == view.tray.dice


def test_few_sheets_are_one_page_without_arrows(bench):
    bench.start(players=4)
    bench.choose_in_menu("menu.sheets")
    assert bench.window.screen.view.pages == 1
    assert not {Button.UP, Button.DOWN} & bench.scene.allowed().keys()


@pytest.mark.parametrize("allowed", [False, True])
def test_a_keyboard_that_is_plugged_in_presses_buttons_only_if_the_config_says_so(tmp_path, allowed):
    bench = Bench(tmp_path, config=Config(keyboard=allowed))
    bench.window.keys = [("return", True, bench.clock()), ("return", False, bench.clock())]
    before = type(bench.scene)
    bench.table.step()
    bench.table.step()
    assert (type(bench.scene) is not before) is allowed
