"""Records, careers and the rules pages."""

import pytest

from display.views import IdleView
from game import BOOK_OPTIONS, make_book
from hardware import Button
from table import records
from table.cli import main
from table.scenes.celebration import CelebrationScene
from table.scenes.idle import IdleScene
from table.scenes.play import PlayScene
from table.scenes.ranking import RankingScene
from table.scenes.rules import pages
from tests.table.bench import Bench


def result(**totals):
    return {
        "players": [
            {
                "name": name,
                "total": total,
                "place": 1,
                "pays": False,
                "left": False,
                "kniffels": 1,
                "bonus": total > 200,
            }
            for name, total in totals.items()
        ]
    }


@pytest.fixture
def house(bench):
    """A table where three games were played."""
    from game import MatchSetup

    for row in (result(Anna=250, Resi=180), result(Anna=190, Kuno=301), result(Resi=310)):
        number = bench.journal.begin(MatchSetup("kniffel", {}, ("Anna",)))
        bench.journal.set_state(number, "finished", row)
    return bench


def test_records_are_the_best_totals_of_finished_games(house):
    found = records.records(records.finished(house.journal, "kniffel"))
    assert [(record.name, record.total) for record in found[:3]] == [("Resi", 310), ("Kuno", 301), ("Anna", 250)]
    assert records.records(records.finished(house.journal, "yatzy")) == []


def test_a_career_counts_games_mean_best_kniffels_and_bonus(house):
    anna = next(c for c in records.careers(records.finished(house.journal)) if c.name == "Anna")
    assert (anna.games, anna.mean, anna.best, anna.kniffels, anna.bonus_share) == (2, 220.0, 250, 2, 0.5)


def test_a_struck_record_is_one_no_longer_but_the_game_stays(house, capsys):
    house.journal.close()
    assert main(["journal", "strike", "3", "--data", str(house.folder)]) == 0
    again = Bench(house.folder)
    assert records.records(records.finished(again.journal))[0].name == "Kuno"
    assert again.journal.game(3).result is not None
    again.close()
    assert main(["journal", "strike", "9", "--data", str(house.folder)]) == 2
    assert "no game 9" in capsys.readouterr().err


def test_an_evening_reaches_past_midnight():
    noon = 1_700_000_000 - 1_700_000_000 % 86_400 + 12 * 3600
    assert records.evening_of(noon + 11 * 3600) == records.evening_of(noon + 15 * 3600)
    assert records.evening_of(noon) != records.evening_of(noon + 24 * 3600)


def test_the_idle_screen_shows_records(house):
    house.table.desk.go(IdleScene(house.table.desk))
    house.table.step()
    house.press(Button.UP)
    house.press(Button.UP)
    view = house.window.screen.view
    assert isinstance(view, IdleView)
    assert [fact.value for fact in view.facts][:1] == ["310"]


def test_a_beaten_record_is_celebrated_once_and_any_button_ends_it(bench):
    from game import MatchSetup

    number = bench.journal.begin(MatchSetup("kniffel", {}, ("Resi",)))
    bench.journal.set_state(number, "finished", result(Resi=5))
    bench.start(players=1)
    seen = []
    while not isinstance(bench.scene, RankingScene):
        if isinstance(bench.scene, CelebrationScene):
            seen.append(bench.scene.view().kind)
            bench.press(Button.HOLD_1)
            continue
        bench.play_turn()
    assert seen[-1] == "record"


def test_a_kniffel_is_celebrated_and_dice_thrown_meanwhile_still_count(bench):
    bench.start()
    for _ in range(3):
        bench.throw([6, 6, 6, 6, 6])
    while bench.scene.chosen != "kniffel":
        bench.press(Button.DOWN)
    bench.panel.press(Button.OK, bench.clock())
    bench.table.step()
    bench.clock.wait(0.2)
    bench.table.step()
    assert isinstance(bench.scene, CelebrationScene)
    bench.throw([1, 2, 3, 4, 6])
    assert isinstance(bench.scene, PlayScene)
    assert bench.dice == (1, 2, 3, 4, 6)


@pytest.mark.parametrize("book", list(BOOK_OPTIONS))
def test_the_rules_pages_show_every_field_with_points_from_the_book_itself(book):
    made = make_book(book)
    steps = [step for _, page in pages(made) for step in page]
    named = {step.title.key.removeprefix("field."): step for step in steps if step.title.key.startswith("field.")}
    assert set(named) == {field.code for field in made.fields}
    for code, step in named.items():
        assert int(step.points) == made.by_code[code].score(step.dice) > 0
