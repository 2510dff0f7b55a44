"""The odds of the sums at Münzknobeln: what everybody may know, and what one player alone may see."""

from fractions import Fraction

import pytest

from game import MatchSetup
from hardware import Button
from table.scenes.coins import CoinsScene
from table.scenes.odds import OddsScene
from table.scenes.setup import SetupScene


def begin(bench, players=4, **options):
    setup = MatchSetup("muenzknobeln", options, ("Anna", "Resi", "Kuno", "Leni", "Sepp", "Xaver")[:players])
    bench.table.desk.go(SetupScene(bench.table.desk, setup))
    bench.press(Button.OK, long=True)
    bench.press(Button.OK)
    bench.press(Button.OK)
    assert isinstance(bench.scene, CoinsScene)


def open_odds(bench):
    bench.choose_in_menu("menu.odds")
    assert isinstance(bench.scene, OddsScene)


def view(bench):
    bench.table.step()
    return bench.window.screen.view


def rows(bench):
    return {row[0]: (dict(row[1].params)["percent"], row[2]) for row in view(bench).rows}


def test_the_likeliest_free_number_comes_first_and_who_named_which_is_told(bench):
    begin(bench)
    bench.press(Button.OK)
    named = str(bench.match.state.said[0].number)
    open_odds(bench)
    shown = view(bench)
    assert shown.rows[0][0] == "5" if named == "6" else "6"
    assert shown.marked == 0
    while named not in rows(bench):
        bench.press(Button.DOWN)
    assert rows(bench)[named][1] == "Anna"
    assert view(bench).marked is None


def test_the_chances_are_those_of_even_fists(bench):
    begin(bench, 2)
    open_odds(bench)
    assert rows(bench)["3"][0] == 100 * Fraction(4, 16)
    assert rows(bench)["0"][0] == round(100 / 16, 1)


def test_the_own_fist_is_asked_for_and_covered_again_by_itself(bench):
    begin(bench, 2)
    open_odds(bench)
    bench.press(Button.HOLD_4)
    assert view(bench).title.key == "odds.own"
    assert set(rows(bench)) == {"3", "4", "5"}
    for _ in range(80):
        bench.clock.wait(0.1)
        bench.table.step()
    assert view(bench).title.key == "odds.title"


def test_back_covers_first_and_closes_then(bench):
    begin(bench, 2)
    open_odds(bench)
    bench.press(Button.HOLD_1)
    bench.press(Button.BACK)
    assert view(bench).title.key == "odds.title"
    bench.press(Button.BACK)
    assert isinstance(bench.scene, CoinsScene)


def test_without_empty_fists_the_buttons_begin_with_one_coin(bench):
    begin(bench, 2, no_zero=True)
    open_odds(bench)
    labels = bench.window.screen.labels
    assert [dict(label.short.params)["count"] for label in labels[:3]] == [1, 2, 3]
    assert labels[3].short is None


def test_numbers_named_covered_are_not_given_away(bench):
    begin(bench, 3, blind=True)
    bench.press(Button.OK)
    open_odds(bench)
    assert {who for _, who in rows(bench).values()} == {""}


def test_in_a_duel_it_says_what_naming_first_is_worth(bench):
    begin(bench, 2)
    open_odds(bench)
    bench.table.step()
    bench.scene._duel.wait(60)
    line = view(bench).lines[-1]
    assert line.key == "odds.duel"
    assert 40 < dict(line.params)["percent"] < 60


@pytest.mark.parametrize("options", [{"repeats": True}, {"blind": True}])
def test_the_duel_is_only_known_under_the_plain_rules(bench, options):
    begin(bench, 2, **options)
    open_odds(bench)
    assert [line.key for line in view(bench).lines] == ["odds.alone"]


def test_once_the_coins_are_counted_there_is_nothing_to_guess(bench):
    begin(bench, 2)
    bench.press(Button.OK)
    bench.press(Button.OK)
    assert bench.match.phase == "reveal"
    bench.press(Button.OK, long=True)
    assert "menu.odds" not in [getattr(entry.text, "key", None) for entry in view(bench).entries]
