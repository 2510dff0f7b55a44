"""The pages of the rules say what the game does: they are made from its rule book and what was agreed."""

from itertools import product

import pytest

from display import Window
from display.views import Message, Screen
from game import (
    BOOK_OPTIONS,
    PAYS,
    PRESETS,
    STARTS,
    CoinMatch,
    Foul,
    Guess,
    GuessTaken,
    Load,
    Match,
    MatchSetup,
    Reveal,
    Show,
)
from hardware import Button
from table.scenes.coins import CoinsScene
from table.scenes.rules import RulesScene, coin_pages
from table.scenes.setup import SetupScene

COIN_RULES = [
    {**dict(zip(("no_zero", "blind", "repeats", "with_distribution"), flags, strict=True)), "foul": foul, "rounds": n}
    for flags in product((False, True), repeat=4)
    for foul in ("round", "game")
    for n in (0, 2)
]
NAMES = ("Anna", "Resi", "Kuno")


def coins(options, players=3):
    return CoinMatch.new(MatchSetup("muenzknobeln", options, NAMES[:players]))


def steps(match):
    return [step for _, page in coin_pages(match.rules, len(match.state.present)) for step in page]


def keys(match):
    return {step.text.key.removeprefix("rules.coins.") for step in steps(match)}


def guess_of(match, fists):
    return Guess(sum(fists), tuple(fists) if match.rules.with_distribution else None)


@pytest.mark.parametrize("options", COIN_RULES)
def test_what_the_coin_pages_say_is_what_the_game_does(options):
    match = coins(options)
    said = keys(match)
    fists = (1, 2, 1)
    named = match.push(Load()).push(Show()).push(guess_of(match, fists))
    taken = {"name.open", "name.split"} & said
    if taken:
        with pytest.raises(GuessTaken):
            named.push(guess_of(match, fists))
    else:
        named.push(guess_of(match, fists))
    assert ("together.how" in said) is not bool(taken)
    assert ("count.split" in said) is match.rules.with_distribution
    assert ("foul.game" in said) is (named.push(Foul(2)).phase == "over")
    for _ in range(2):
        if match.phase == "over":
            break
        match = match.push(Load()).push(Show())
        for other in ((3, 3, 3), (3, 3, 2), (3, 2, 3))[: len(match.state.present)]:
            sums = {one.number for one in match.state.said}
            match = match.push(guess_of(match, other if sum(other) not in sums else (3, 2, 2)))
        match = match.push(Reveal(4, fists))
    assert ("end.rounds" in said) is (match.phase == "over")


@pytest.mark.parametrize("players", [2, 3])
def test_the_numbers_on_the_coin_pages_are_those_that_can_be_named(players):
    for options in ({}, {"no_zero": True}):
        match = coins(options, players)
        (naming,) = [step.title for step in steps(match) if step.title.key == "rules.coins.name"]
        assert dict(naming.params) == {"lowest": match.state.range[0], "highest": match.state.range[-1]}


def test_every_option_of_the_coins_changes_what_the_pages_say():
    plain = steps(coins({}))
    for name, value in (("no_zero", True), ("blind", True), ("repeats", True), ("with_distribution", True)):
        assert steps(coins({name: value})) != plain
    assert steps(coins({"foul": "game"})) != plain
    assert steps(coins({"rounds": 5})) != plain


def shown_pages(match, desk=None):
    scene = RulesScene(desk, match)
    found = []
    for _ in range(len(scene._pages)):
        found.append(scene.view())
        scene._turn(+1)
    return found


def matches():
    for options in COIN_RULES:
        yield CoinMatch.new(MatchSetup("muenzknobeln", options, tuple("ABCDEFGHIJKL")))
    for book in BOOK_OPTIONS:
        for start, pays, games in product(STARTS, PAYS, (1, 6)):
            yield Match.new(MatchSetup(book, {}, ("Anna", "Resi"), games, start, pays))
    for preset in PRESETS:
        for full_house in (False, True):
            yield Match.new(MatchSetup("kniffel", {"preset": preset, "kniffel_as_full_house": full_house}, ("Anna",)))
    yield Match.new(MatchSetup("dreifach", {"preset": "verlag", "kniffel_as_full_house": True}, ("Anna",)))
    yield Match.new(MatchSetup("yatzy", {"order": "descending", "upper_bonus": 100}, ("Anna",)))


@pytest.mark.parametrize("size", [(1920, 1080), (800, 480)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_page_of_every_rule_has_words_that_fit(size, language):
    views = {repr(view): view for match in matches() for view in shown_pages(match)}
    assert len(views) > 60
    with Window(size, mode="headless") as window:
        for view in views.values():
            canvas = window.compose(Screen(view, language=language))
            assert not canvas.words.missing
            assert not [misfit.text for misfit in canvas.misfits if misfit.cut], view


def test_a_book_says_that_five_equal_are_a_full_house_only_where_they_are():
    for full_house in (False, True):
        match = Match.new(MatchSetup("kniffel", {"kniffel_as_full_house": full_house}, ("Anna",)))
        texts = [step.text for view in shown_pages(match) for step in view.steps]
        assert (Message("rules.kniffel_as_full_house") in texts) is full_house


def test_the_menu_of_the_coins_opens_the_rules_and_back_goes_on(bench):
    setup = MatchSetup("muenzknobeln", {"blind": True}, NAMES)
    bench.table.desk.go(SetupScene(bench.table.desk, setup))
    bench.press(Button.OK, long=True)
    bench.choose_in_menu("menu.rules")
    assert isinstance(bench.scene, RulesScene)
    assert bench.window.screen.view.header.key == "game.muenzknobeln"
    bench.press(Button.BACK)
    assert isinstance(bench.scene, CoinsScene)
