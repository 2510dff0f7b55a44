"""Nobody plays: pages turn by themselves, a game plays itself, all is silent, and left alone the screen rests."""

import pytest

from display.views import IdleView, TurnView, msg
from game import MatchSetup
from hardware import Button
from table.loop import DIM_AFTER_S
from table.scenes.attract import SelfPlay
from table.scenes.idle import BEAT_S, PAGE_S, IdleScene


@pytest.fixture
def house(bench):
    """A table where a game was played, with everything it plays written down."""
    number = bench.journal.begin(MatchSetup("kniffel", {}, ("Anna", "Resi")))
    players = [
        {"name": name, "total": total, "place": place, "pays": False, "left": False, "kniffels": 0, "bonus": 0}
        for name, total, place in (("Resi", 301, 1), ("Anna", 250, 2))
    ]
    bench.journal.set_state(number, "finished", {"players": players})
    bench.heard = []
    bench.table._play_sound = bench.heard.append
    bench.table.desk.go(IdleScene(bench.table.desk))
    bench.table.step()
    return bench


def watch(bench, seconds, every=0.4):
    """The views that are shown in this time, nobody pressing anything."""
    views = []
    for _ in range(round(seconds / every)):
        bench.clock.wait(every)
        bench.table.step()
        views.append(bench.window.screen.view)
    return views


def test_every_page_comes_by_itself_and_in_silence(house):
    views = watch(house, 150)
    heads = {view.head.key for view in views if isinstance(view, IdleView)}
    assert heads == {"idle.how", "idle.last_game", "idle.rules", "idle.pictures", "idle.records"}
    assert any(isinstance(view, TurnView) for view in views)
    assert house.heard == []


def test_the_last_game_stands_there_from_the_first_to_the_last(house):
    page = next(v for v in watch(house, 60) if isinstance(v, IdleView) and v.head == msg("idle.last_game"))
    assert page.rows == (("Resi", "301"), ("Anna", "250"))


def test_the_pictures_show_dice_and_points_as_the_book_scores_them(house):
    page = next(v for v in watch(house, 60) if isinstance(v, IdleView) and v.head == msg("idle.pictures"))
    assert [(step.dice, step.points) for step in page.steps][-1] == ((6, 6, 6, 6, 6), "50")
    assert all(len(step.dice) == 5 and step.points for step in page.steps)


def test_the_game_that_plays_itself_is_a_real_match_of_one_turn_at_a_time(house):
    turns = [view for view in watch(house, 150, 0.2) if isinstance(view, TurnView)]
    assert all(view.roll_text == msg("demo.title") for view in turns)
    assert {view.roll for view in turns} >= {0, 1}
    entered = turns[-1].tabs
    assert turns[0].tabs[0].total + turns[0].tabs[1].total + turns[0].tabs[2].total <= sum(tab.total for tab in entered)
    assert house.journal.latest("open") is None  # nothing of it is written down


@pytest.mark.parametrize("seed", range(5))
def test_a_game_that_plays_itself_goes_on_for_ever(seed):
    play = SelfPlay(seed)
    rounds = set()
    for _ in range(700):
        play.beat()
        view = play.view()
        rounds.add(play.match.round)
        assert view.roll <= 3
    assert rounds >= {8, 13}


def test_pages_rest_between_their_turns(house):
    views = watch(house, PAGE_S * 0.8)
    assert len(set(views)) == 1


def test_left_alone_the_screen_dims_shifts_and_turns_its_pages_seldom(house):
    watch(house, DIM_AFTER_S + 10)
    shifts, changes, shown, before = set(), 0, set(), None
    for _ in range(200):
        house.clock.wait(10.0)
        house.table.step()
        screen = house.window.screen
        assert screen.dim > 0
        shifts.add(screen.shift)
        shown.add(type(screen.view))
        changes += before is not None and screen.view != before
        before = screen.view
    assert len(shifts) >= 4
    assert shown == {IdleView}
    assert changes <= 2000 / 55
    house.press(Button.DOWN)
    assert house.window.screen.dim == 0


def test_a_page_that_a_guest_turned_to_stays_its_time(house):
    watch(house, PAGE_S - 1)
    house.press(Button.DOWN)
    page = house.window.screen.view
    assert watch(house, PAGE_S - BEAT_S)[-1] == page
