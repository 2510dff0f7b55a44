"""A seat that the table plays ("Haus"): guests throw for it, it holds and fills by itself, and they can set it right."""

import json

import pytest

from display.views import TurnView
from game import Fill, Hold, MatchSetup, Throw
from hardware import HOLDS, Button
from table import records
from table.open_game import OpenGame
from table.scenes.play import PlayScene
from table.scenes.setup import SetupScene


def begin(bench, strength, book="kniffel", options=None, players=("Haus", "Anna")):
    setup = MatchSetup(book, options or {}, players, start="first", house=(strength,))
    bench.table.desk.go(SetupScene(bench.table.desk, setup))
    bench.take_up()
    bench.press_ok_long()
    assert isinstance(bench.scene, PlayScene)


def pass_time(bench, seconds):
    for _ in range(round(seconds / 0.1)):
        bench.clock.wait(0.1)
        bench.table.step()


def think(bench):
    """Let what is worked out beside the loop come to its end, then the pause pass."""
    bench.table.step()
    bench.scene.house.house.wait(30)
    pass_time(bench, 1.4)


def view(bench):
    bench.table.step()
    return bench.window.screen.view


def held(bench):
    return [die.value for die in view(bench).tray.dice if die.held]


def test_a_guest_is_asked_to_throw_for_the_house(bench):
    begin(bench, "thumb")
    assert [line.key for line in view(bench).lines] == ["house.throw"]


def test_it_says_what_it_keeps_and_why_then_holds_after_a_pause(bench):
    begin(bench, "thumb")
    bench.throw([5, 5, 2, 3, 6])
    assert held(bench) == []
    screen = view(bench)
    assert (screen.headline.key, dict(screen.headline.params)["dice"]) == ("house.keeps", "5 5")
    assert [line.key for line in screen.lines] == ["house.why.thumb.same"]
    pass_time(bench, 1.0)
    assert held(bench) == []
    pass_time(bench, 0.4)
    assert held(bench) == [5, 5]


def test_after_the_third_throw_it_chooses_and_then_fills_and_the_next_one_is_on(bench):
    begin(bench, "thumb")
    bench.throw([5, 5, 2, 3, 6])
    pass_time(bench, 1.4)
    bench.throw({2: 5, 3: 1, 4: 4})
    pass_time(bench, 1.4)
    bench.throw({3: 5, 4: 2})
    assert view(bench).headline.key == "house.enters"
    assert bench.scene.chosen is None
    pass_time(bench, 1.4)
    assert bench.scene.chosen is not None
    assert bench.match.player == 0
    pass_time(bench, 1.4)
    assert bench.match.player == 1
    assert bench.match.sheets[0].filled == 1
    stored = bench.journal.moves(1)
    assert [type(move) for move in stored if isinstance(move, Hold | Fill)] == [Hold, Hold, Fill]


def test_its_dice_are_not_for_the_guests_to_hold(bench):
    begin(bench, "thumb")
    bench.throw([5, 5, 2, 3, 6])
    allowed = bench.scene.allowed()
    assert all(allowed[button].do is None for button in HOLDS)
    assert all(allowed[button].long is not None for button in HOLDS)
    assert Button.UP not in allowed and Button.DOWN not in allowed
    assert allowed[Button.BACK].do is None


def test_a_guest_takes_back_its_entry_sets_a_die_right_and_it_goes_on(bench):
    begin(bench, "thumb")
    bench.throw([6, 6, 6, 6, 6])
    pass_time(bench, 3.0)
    assert bench.match.sheets[0].cells() == {"kniffel": 50}
    while bench.scene is not bench.table.desk.scenes[0]:
        pass_time(bench, 1.0)
    bench.press(Button.BACK, long=True)
    assert view(bench).headline.key == "house.waits"
    pass_time(bench, 6.0)
    assert bench.match.sheets[0].filled == 0
    bench.press(Button.HOLD_1, long=True)
    bench.press(Button.OK)
    assert bench.dice[0] != 6
    pass_time(bench, 1.4)
    assert held(bench) == [6, 6, 6, 6]


def test_after_an_undo_one_ok_lets_it_go_on(bench):
    begin(bench, "thumb")
    bench.throw([1, 2, 3, 4, 5])
    pass_time(bench, 3.0)
    assert bench.match.player == 1
    bench.press(Button.BACK, long=True)
    bench.press(Button.OK)
    pass_time(bench, 3.0)
    assert bench.match.sheets[0].cells() == {"large_straight": 40}


def test_after_an_undo_it_waits_even_if_the_plug_was_pulled(bench):
    begin(bench, "thumb")
    bench.throw([1, 2, 3, 4, 5])
    pass_time(bench, 3.0)
    bench.press(Button.BACK, long=True)
    bench.reopen()
    bench.settle()
    pass_time(bench, 6.0)
    assert bench.match.sheets[0].filled == 0
    assert bench.match.setup.strength_of(0) == "thumb"


def test_a_strike_needs_no_second_word(bench):
    begin(bench, "thumb", "yatzy", {"order": "descending"})
    bench.throw([2, 3, 4, 5, 6])
    while bench.match.rolls_left:
        pass_time(bench, 1.4)
        free = [bench.die_in_slot(slot) for slot in range(1, 6) if slot not in bench.match.turn.held]
        bench.throw(dict.fromkeys(free, 6))
    assert view(bench).headline.key == "house.strikes"
    pass_time(bench, 3.0)
    assert bench.match.sheets[0].cells() == {"ones": 0}


def test_the_turn_house_thinks_beside_the_loop(bench):
    begin(bench, "turn", "yatzy", {"order": "descending"})
    bench.throw([1, 1, 6, 6, 6])
    think(bench)
    assert held(bench) == [1, 1]
    assert view(bench).lines[0].key == "house.why.turn"


def test_the_exact_house_plays_by_the_solved_table(bench, solved):
    begin(bench, "exact", "yatzy", {"order": "descending"})
    bench.wait_for_adviser()
    bench.throw([1, 1, 6, 6, 6])
    think(bench)
    assert held(bench) == [1, 1]
    assert view(bench).lines[0].key == "advice.line"


def test_the_exact_house_waits_for_its_table_and_says_so(bench, solved, monkeypatch):
    monkeypatch.setattr(solved, "want", lambda book: None)
    begin(bench, "exact", "yatzy", {"order": "descending"})
    bench.throw([1, 1, 6, 6, 6])
    pass_time(bench, 5.0)
    assert held(bench) == []
    assert view(bench).headline.key == "house.thinks"
    assert [line.key for line in view(bench).lines] == ["advice.loading"]


def test_without_an_adviser_the_exact_house_plays_by_thumb_and_says_so(bench):
    begin(bench, "exact")
    bench.throw([5, 5, 2, 3, 6])
    assert view(bench).lines[0].key == "house.why.off"
    pass_time(bench, 1.4)
    assert held(bench) == [5, 5]


def test_without_a_camera_a_guest_sets_its_dice_by_hand(bench):
    begin(bench, "thumb")
    bench.fault()
    for button, presses in zip(HOLDS, (5, 5, 2, 3, 6), strict=True):
        for _ in range(presses):
            bench.press(button)
    bench.press(Button.OK)
    pass_time(bench, 1.4)
    assert held(bench) == [5, 5]
    bench.press(Button.BACK)
    assert bench.scene.entering


def test_its_totals_are_no_records(bench):
    begin(bench, "thumb", "yatzy", {"order": "descending"})
    game = bench.scene.game
    while game.match.phase == "turn":
        game.push(Throw((6, 6, 6, 6, 6)))
        game.push(Fill(game.match.offers[0].text))
    game.finish()
    rows = records.finished(bench.journal)
    assert {record.name for record in records.records(rows)} == {"Anna"}
    assert {career.name for career in records.careers(rows)} == {"Anna"}


def test_a_game_noted_before_there_were_such_seats_is_read(bench):
    begin(bench, None)
    setup = json.loads(json.dumps(bench.journal.game(1).setup))
    del setup["house"]
    bench.journal._write("UPDATE game SET setup = ? WHERE id = ?", (json.dumps(setup), 1))
    assert OpenGame.resume(bench.journal, 1).match.setup.strength_of(0) is None


# Set-up


@pytest.fixture
def setup_scene(bench):
    bench.press(Button.OK)
    for _ in range(2):
        bench.press(Button.OK)
    assert bench.scene.lines()[bench.scene._active].key == "names"
    return bench.scene


def give(bench, seat, card):
    """Open the seat with a long press and choose a card (0: next name, 1: spell, then the house's strengths)."""
    bench.press(HOLDS[seat], long=True)
    bench.press(HOLDS[card])


def test_the_seat_s_page_gives_it_to_the_house_in_each_strength_and_back(bench, setup_scene):
    seen = []
    for card in (2, 3, 4, 0):
        give(bench, 1, card)
        seen.append((setup_scene.setup.players[1], setup_scene.setup.strength_of(1)))
    assert seen[:3] == [("Haus (Daumen)", "thumb"), ("Haus (Zug)", "turn"), ("Haus (genau)", "exact")]
    assert seen[3] == ("Spieler 2", None)
    assert setup_scene.setup.players[0] == "Spieler 1"


def test_two_seats_of_the_house_play_differently_and_a_short_press_brings_a_guest(bench, setup_scene):
    give(bench, 0, 2)
    give(bench, 1, 2)
    assert setup_scene.setup.house == ("thumb", "turn")
    bench.press(Button.HOLD_1)
    assert setup_scene.setup.house == (None, "turn")
    assert setup_scene.setup.players == ("Spieler 1", "Haus (Zug)")


def test_a_game_begins_with_the_house_and_starts_from_the_same_seats_again(bench, setup_scene):
    give(bench, 1, 2)
    bench.press_ok_long()
    assert bench.match.setup.house == (None, "thumb")
    assert not isinstance(view(bench), TurnView)
    assert bench.table.desk.last_setup.house == (None, "thumb")


def test_the_house_is_called_otherwise_at_dreifach_and_stays_away_from_the_coins(bench, setup_scene):
    give(bench, 1, 4)
    for _ in range(2):
        bench.press(Button.BACK)
    bench.press(Button.HOLD_2)
    assert setup_scene.setup.players == ("Spieler 1", "Haus (schätzt)")
    bench.press(Button.HOLD_5)
    assert setup_scene.setup.players == ("Spieler 1", "Spieler 2")
    assert not any(setup_scene.setup.house)
