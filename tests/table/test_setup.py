"""Set-up with nine buttons: every option of every game with its explanation, and names spelled."""

import random
import time

import pytest

from display.views import SetupView
from display.words import Words
from game import BOOK_OPTIONS, COIN_OPTIONS, MatchSetup, begin, make_book
from hardware import HOLDS, Button
from table.scenes.play import PlayScene
from table.scenes.seat import GROUPS, LONGEST_NAME, SpellScene
from table.scenes.setup import SetupScene
from table.scenes.setup_lines import game_line, players_line, rule_lines, seats_of, with_choice

BOOKS = (*BOOK_OPTIONS, "muenzknobeln")


def every_way():
    for book in BOOKS:
        setup = MatchSetup(book, {}, ("A", "B"))
        for line in (game_line(setup), players_line(setup), *rule_lines(setup)):
            for way in line.ways:
                yield pytest.param(line, way, id=f"{book}-{line.key}-{way.value}")


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(("line", "way"), list(every_way()))
def test_every_choice_of_every_line_has_one_line_that_explains_it(line, way, language):
    said = Words(language).text(way.why)
    assert said.endswith(".")
    assert "." not in said[:-1]
    assert 10 < len(said) <= 62
    assert "{" not in said and "explain." not in said


@pytest.mark.parametrize("book", BOOKS)
def test_every_option_that_has_a_choice_has_a_line_and_every_way_makes_a_match(book):
    setup = MatchSetup(book, {}, ("A", "B"))
    lines = {line.key: line for line in rule_lines(setup)}
    options = COIN_OPTIONS if book == "muenzknobeln" else BOOK_OPTIONS[book]
    for option in options:
        if option.choices is not None and len(option.choices) == 1:
            assert option.name not in lines
            continue
        assert lines[option.name].selected >= 0
        for way in lines[option.name].ways:
            assert option.check(way.value) == way.value
            if (option.name, way.value) != ("joker", "official"):
                begin(with_choice(setup, option.name, way.value))


@pytest.mark.parametrize("book", BOOKS)
def test_a_choice_is_what_the_line_shows_afterwards(book):
    setup = MatchSetup(book, {}, ("A", "B"))
    for line in rule_lines(setup):
        for index, way in enumerate(line.ways):
            after = with_choice(setup, line.key, way.value)
            assert next(one for one in rule_lines(after) if one.key == line.key).selected == index


def test_a_single_option_over_a_preset_keeps_the_rest_and_the_paper_says_that_it_is_their_own():
    setup = with_choice(MatchSetup("kniffel", {"preset": "klassisch"}, ("A", "B")), "kniffel_as_full_house", True)
    setup = with_choice(setup, "extra_kniffel", "cell")
    assert make_book("kniffel", setup.options).options() == {
        "extra_kniffel": "cell",
        "joker": "any",
        "kniffel_as_full_house": True,
        "extra_kniffel_bonus": 50,
    }
    assert next(line for line in rule_lines(setup) if line.key == "preset").value.key == "preset.own"
    back = with_choice(setup, "preset", "verlag")
    assert make_book("kniffel", back.options).options()["kniffel_as_full_house"] is True
    assert make_book("kniffel", back.options).preset == "verlag"


# With buttons


@pytest.fixture
def scene(bench):
    bench.press(Button.OK)
    assert isinstance(bench.scene, SetupScene)
    return bench.scene


def go_to(bench, scene, key):
    while scene.lines()[scene._active].key != key:
        bench.press(Button.DOWN)


def test_the_screen_explains_what_is_chosen_and_refuses_what_excludes_each_other_with_the_reason(bench, scene):
    go_to(bench, scene, "preset")
    for _ in range(3):
        bench.press(HOLDS[1])
    go_to(bench, scene, "extra_kniffel")
    bench.press(HOLDS[1])
    view = bench.window.screen.view
    assert isinstance(view, SetupView)
    assert view.hints[0].key == "explain.extra_kniffel.rolled"
    go_to(bench, scene, "joker")
    before = scene.setup
    bench.press(HOLDS[3])
    assert scene.setup == before
    assert bench.window.screen.notice.key == "setup.excluded"


@pytest.mark.parametrize("book", BOOKS)
def test_every_choice_of_every_line_can_be_reached_with_the_hold_buttons(bench, book):
    scene = SetupScene(bench.table.desk, MatchSetup(book, {}, ("A", "B", "C", "D")))
    for active, line in enumerate(scene.lines()):
        scene._active = active
        scene._show_selected()
        assert line.selected < 0 or any(card is not None and card.selected for card in scene.view().choices)
        seen = set()
        for _ in line.ways:
            allowed = scene.allowed()
            for card, button in zip(scene.view().choices, HOLDS, strict=True):
                assert (card is not None) == (button in allowed)
                seen.add(None if card is None else card.title)
            if len(line.ways) > len(HOLDS):
                allowed[HOLDS[-1]].do()
        assert {way.card.title for way in line.ways} <= seen


def test_every_seat_of_the_largest_table_gets_its_name(bench, scene):
    scene.setup = MatchSetup("muenzknobeln", {}, tuple(f"Gast {n}" for n in range(1, 13)))
    go_to(bench, scene, "names")
    for page in range(3):
        for button in HOLDS[:4]:
            bench.press(button, long=True)
            bench.press(HOLDS[1])
            spell(bench, f"Q{'ABC'[page]}{'ABCD'[HOLDS.index(button)]}")
            bench.press(Button.OK)
        bench.press(HOLDS[4])
    assert scene.setup.players == tuple(f"Q{page}{seat}".capitalize() for page in "ABC" for seat in "ABCD")


def test_eight_play_after_a_turn_to_the_larger_numbers(bench, scene):
    go_to(bench, scene, "players")
    bench.press(HOLDS[4])
    bench.press(HOLDS[3])
    assert len(scene.setup.players) == 8
    bench.press(HOLDS[4])
    bench.press(HOLDS[0])
    assert len(scene.setup.players) == 1


def test_the_usual_case_is_one_long_press(bench, scene):
    began = time.perf_counter()
    bench.press_ok_long()
    assert isinstance(bench.scene, PlayScene)
    assert time.perf_counter() - began < 20


def test_the_paper_shows_the_active_line_wherever_it_is(bench, scene):
    for _ in range(len(scene.lines())):
        view = bench.window.screen.view
        assert view.lines[view.active].label == scene.lines()[scene._active].label
        bench.press(Button.DOWN)


# Names


def spell(bench, word):
    for letter in word:
        group = next(n for n, letters in enumerate(GROUPS) if letter.upper() in letters)
        if group >= 5:
            bench.press(Button.DOWN)
        bench.press(HOLDS[group % 5])
        bench.press(HOLDS[GROUPS[group].index(letter.upper())])


def open_spelling(bench, scene, seat=0):
    go_to(bench, scene, "names")
    bench.press(HOLDS[seat], long=True)
    bench.press(HOLDS[1])
    assert isinstance(bench.scene, SpellScene)


@pytest.mark.parametrize("name", ["Zenzi", "Max M", "Jörg", "Ann-Kat"])
def test_a_name_is_spelled_with_two_presses_a_letter(bench, scene, name):
    open_spelling(bench, scene)
    spell(bench, name)
    bench.press(Button.OK)
    assert bench.scene is scene
    assert scene.setup.players[0].lower() == name.lower()
    assert scene.setup.players[0][0].isupper()


def test_a_letter_is_taken_back_and_an_empty_name_leaves_as_it_was(bench, scene):
    before = scene.setup
    open_spelling(bench, scene)
    spell(bench, "Ab")
    bench.press(Button.BACK)
    assert bench.scene.name == "A"
    bench.press(Button.BACK)
    assert bench.scene.allowed().get(Button.OK) is None
    bench.press(Button.BACK)
    assert scene.setup == before


def test_a_name_that_somebody_has_is_not_accepted_and_the_screen_says_so(bench, scene):
    scene.call(1, "Abc")
    open_spelling(bench, scene)
    spell(bench, "Abc")
    assert bench.scene.allowed().get(Button.OK) is None
    assert bench.window.screen.view.hints[0].key == "spell.taken"


def test_a_name_has_an_end(bench, scene):
    open_spelling(bench, scene)
    spell(bench, "A" * LONGEST_NAME)
    assert not any(button in bench.scene.allowed() for button in HOLDS)


def test_a_spelled_name_is_offered_the_next_time(bench, scene):
    open_spelling(bench, scene)
    spell(bench, "Zenzi")
    bench.press(Button.OK)
    bench.press_ok_long()
    fresh = SetupScene(bench.table.desk, MatchSetup("kniffel", {}, ("Anna", "Ben")))
    assert "Zenzi" in fresh.free_names


# What was agreed last, and who sits where


def choose_game(bench, scene, book):
    go_to(bench, scene, "game")
    bench.press(HOLDS[[way.value for way in scene.lines()[0].ways].index(book)])
    assert scene.setup.book == book


AGREED = {
    "kniffel": MatchSetup(
        "kniffel", {"preset": "klassisch"}, ("A", "B"), games=3, start="loser", pays="all_but_winner"
    ),
    "dreifach": MatchSetup("dreifach", {"preset": "verlag", "kniffel_as_full_house": True}, ("A", "B"), start="first"),
    "yatzy": MatchSetup("yatzy", {"order": "descending"}, ("A", "B"), pays="nobody"),
    "yahtzee": MatchSetup("yahtzee", {"extra_kniffel_bonus": 50}, ("A", "B"), games=6),
    "muenzknobeln": MatchSetup("muenzknobeln", {"no_zero": True, "foul": "game"}, ("A", "B")),
}


@pytest.mark.parametrize("pulls_the_plug", [False, True])
def test_every_game_begins_with_what_was_agreed_for_it_last_also_on_another_day(bench, pulls_the_plug):
    assert set(AGREED) == set(BOOKS)
    for agreed in AGREED.values():
        bench.table.desk.go(SetupScene(bench.table.desk, agreed))
        bench.press(Button.OK, long=True)
        bench.choose_in_menu("menu.give_up")
    if pulls_the_plug:
        bench.reopen()
    bench.press(Button.OK)
    scene = bench.scene
    assert scene.setup == AGREED["muenzknobeln"]  # the game that was played last
    for book in (*BOOKS, *reversed(BOOKS)):
        choose_game(bench, scene, book)
        made, agreed = scene.setup, AGREED[book]
        assert (made.options, made.games, made.start, made.pays) == (
            agreed.options,
            agreed.games,
            agreed.start,
            agreed.pays,
        )


def test_what_is_being_agreed_is_kept_while_another_game_is_looked_at(bench, scene):
    go_to(bench, scene, "preset")
    bench.press(HOLDS[1])
    choose_game(bench, scene, "yatzy")
    choose_game(bench, scene, "kniffel")
    assert scene.setup.options == {"preset": "klassisch"}


@pytest.mark.parametrize(
    ("rules", "dreifach"), [("klassisch", {}), ("verlag", {"preset": "verlag"}), ("wirtshaus", {"preset": "wirtshaus"})]
)
def test_a_game_that_nobody_has_played_begins_with_the_house_s_rules_where_it_has_them(tmp_path, rules, dreifach):
    from table.config import Config
    from tests.table.bench import Bench

    bench = Bench(tmp_path, config=Config(rules=rules))
    bench.press(Button.OK)
    assert bench.scene.setup.options == {"preset": rules}
    choose_game(bench, bench.scene, "dreifach")
    assert bench.scene.setup.options == dreifach
    choose_game(bench, bench.scene, "kniffel")
    assert bench.scene.setup.options == {"preset": rules}
    bench.close()


@pytest.mark.parametrize("seed", range(12))
def test_no_two_at_the_table_are_called_the_same_however_they_sat_down(tmp_path, seed):
    from table.config import Config
    from tests.table.bench import Bench

    chance = random.Random(seed)
    bench = Bench(tmp_path, config=Config(regulars=("Anna", "Resi", "Anna", "Spieler 4")))
    desk = bench.table.desk
    same = MatchSetup("kniffel", {}, ("Gast", "Gast", "Spieler 3"))  # two who were forgotten
    scene = SetupScene(desk, chance.choice([None, same]))
    for _ in range(60):
        seat = chance.randrange(len(scene.setup.players))
        what = chance.randrange(5)
        if what == 0:
            scene._seat(chance.choice(list(seats_of(scene.setup.book))))
        elif what == 1:
            scene._agree(chance.choice(BOOKS))
        elif what == 2 and scene.setup.book != "muenzknobeln":
            others = [scene.setup.strength_of(n) for n in range(len(scene.setup.players)) if n != seat]
            scene.give(
                seat, chance.choice([one for one in ("thumb", "turn", "exact") if one not in others] or ["exact"])
            )
        elif what == 3:
            scene.next_name(seat)
        elif (name := f"Spieler {chance.randint(1, 12)}") not in scene.setup.players:
            scene.call(seat, name)
        desk.language = chance.choice(["de", "en"])
        guests = [name for n, name in enumerate(scene.setup.players) if scene.setup.strength_of(n) is None]
        assert len(set(guests)) == len(guests), scene.setup
        assert all(name.strip() for name in scene.setup.players)
        assert len(scene.setup.players) in seats_of(scene.setup.book)
    bench.close()
