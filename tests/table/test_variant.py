"""A house variant that nobody has: one more value among the books, and everything plays it."""

import json
import random
from dataclasses import replace

import pytest

from display import Window
from game import Book, Field, Fill, Match, MatchSetup, Throw, begin, make_book
from game import book as books
from game import fields as f
from hardware import HOLDS, Button
from table.cli import main as knobeltisch
from table.open_game import OpenGame
from table.records import finished, records
from table.scenes.idle import IdleScene
from table.scenes.rules import pages

EVENS = Field("evens", lambda roll: sum(value for value in roll if value % 2 == 0), name="Gerade", about="Gerade.")
HIGH = Field("high", lambda roll: 33 if sum(roll) >= 24 else 0)

#: Other fields, a fourth column, and one that counts against its player.
VARIANT = Book(
    "haus",
    fields=(*f.UPPER[:3], EVENS, HIGH, f.TWO_PAIRS, f.KNIFFEL),
    factors=(1, 2, 3, -1),
    bonus_at=12,
    upper_bonus=10,
    joker="any",
    extra_kniffel_bonus=77,
    name="Hausblock",
    about="Vier Spalten; die letzte zieht ab.",
)


@pytest.fixture(autouse=True)
def added(monkeypatch):
    """The one value."""
    monkeypatch.setitem(books._MAKERS, "haus", ((), lambda options: VARIANT))
    monkeypatch.setitem(books.BOOK_OPTIONS, "haus", ())
    books._made.cache_clear()
    yield
    books._made.cache_clear()


def by_hand(code, roll):
    """A second scorer of the variant's fields."""
    counts = [roll.count(value) for value in range(1, 7)]
    if code in ("ones", "twos", "threes"):
        number = ("ones", "twos", "threes").index(code) + 1
        return number * counts[number - 1]
    return {
        "evens": 2 * counts[1] + 4 * counts[3] + 6 * counts[5],
        "high": 33 * (sum(roll) > 23),
        "two_pairs": max(
            (
                2 * one + 2 * two
                for one in range(1, 7)
                for two in range(1, one)
                if min(counts[one - 1], counts[two - 1]) > 1
            ),
            default=0,
        ),
        "kniffel": 50 * (5 in counts),
    }[code]


MOST = {"ones": 5, "twos": 10, "threes": 15, "evens": 30, "high": 33, "two_pairs": 22, "kniffel": 50}


def by_hand_total(entries, extras):
    total = 77 * extras
    for column, factor in enumerate((1, 2, 3, -1), 1):
        points = {cell.split(":")[1]: value for cell, value in entries.items() if cell.startswith(f"{column}:")}
        upper = sum(points.get(code, 0) for code in ("ones", "twos", "threes"))
        total += factor * (sum(points.values()) + (10 if upper >= 12 else 0))
    return total


@pytest.mark.parametrize("seed", range(40))
def test_whole_games_through_push_are_those_of_a_second_scorer(seed):
    chance = random.Random(seed)
    match = begin(MatchSetup("haus", {}, ("Anna", "Ben"), start="first"))
    assert isinstance(match, Match)
    written, extras = [{}, {}], [0, 0]
    turns = 0
    while match.phase != "over":
        player, entries = match.player, written[match.player]
        roll = (chance.randint(1, 6),) * 5 if chance.random() < 0.3 else tuple(chance.randint(1, 6) for _ in range(5))
        kniffels = [entries.get(f"{column}:kniffel") for column in range(1, 5)]
        is_extra = len(set(roll)) == 1 and None not in kniffels
        pays = is_extra and any(kniffels)
        match = match.push(Throw(roll))
        expected = {}
        for column in range(1, 5):
            for code in MOST:
                if f"{column}:{code}" not in entries:
                    expected[f"{column}:{code}"] = MOST[code] if is_extra else by_hand(code, roll)
        assert {offer.text: offer.points for offer in match.offers} == expected
        assert {offer.extra for offer in match.offers} == {77 if pays else 0}
        offer = chance.choice(match.offers)
        entries[offer.text] = offer.points
        extras[player] += pays
        match = match.push(Fill(offer.text))
        turns += 1
        for n in range(2):
            assert match.sheets[n].totals().total == by_hand_total(written[n], extras[n])
    assert turns == 2 * 4 * 7
    assert match.outcome() is not None


def test_some_column_pulls_the_total_down_and_some_game_pays_the_extra():
    sheet = begin(MatchSetup("haus", {}, ("Anna",), start="first")).push(Throw((6, 6, 6, 4, 4))).push(Fill("4:evens"))
    assert sheet.sheets[0].totals().total == -26


def test_score_answers_lines_of_the_variant(tmp_path, capsys):
    chance = random.Random(5)
    texts = make_book("haus").grid.texts
    lines, expected = [], []
    for _ in range(200):
        roll = [chance.randint(1, 6) for _ in range(5)]
        cells = {}
        for text in chance.sample(texts, chance.randrange(20)):
            other = [chance.randint(1, 6) for _ in range(5)]
            cells[text] = by_hand(text.split(":")[1], other)
        lines.append(json.dumps({"book": "haus", "cells": cells, "dice": roll}))
        if len(set(roll)) > 1:
            expected.append(
                ({t: by_hand(t.split(":")[1], roll) for t in texts if t not in cells}, by_hand_total(cells, 0))
            )
        else:
            expected.append(None)
    file = tmp_path / "lines.jsonl"
    file.write_text("\n".join(lines))
    assert knobeltisch(["score", "--batch", str(file)]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(answers) == 200
    for answer, wanted in zip(answers, expected, strict=True):
        assert len(answer["columns"]) == 4
        if wanted is not None:
            assert (answer["cells"], answer["total"]) == wanted


def test_score_refuses_what_a_cell_of_the_variant_can_not_hold(tmp_path, capsys):
    file = tmp_path / "lines.jsonl"
    bad = {"2:high": 32}, {"5:high": 33}, {"sixes": 6}, {"2:two_pairs": 24}
    file.write_text("\n".join(json.dumps({"book": "haus", "cells": cells}) for cells in (*bad, {"4:high": 33})))
    assert knobeltisch(["score", "--batch", str(file)]) == 1
    *errors, last = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all("allowed" in answer["error"] for answer in errors)
    assert last["total"] == -33


def test_the_table_plays_it_to_the_end_and_keeps_its_record(bench):
    """Readings from the tray, buttons, journal, last screen, all painted (with codes where the catalogue has no words)."""
    with Window((1280, 800), mode="headless") as window:
        bench.start(1, "haus", {})
        for turn in range(28):
            if turn % 9 == 0:
                window.compose(bench.window.screen)
            bench.play_turn()
        bench.table.step()
        window.compose(bench.window.screen)
    assert bench.match.phase == "over"
    for _ in range(10):
        bench.clock.wait(1.0)
        bench.table.step()
    (record,) = records(finished(bench.journal, "haus"))
    assert record.total == bench.match.sheets[0].totals().total


def test_the_solver_says_why_it_does_not_know_it(tmp_path, capsys):
    assert knobeltisch(["solve", "--book", "haus", "--data", str(tmp_path)]) == 2
    assert "columns with factors (1, 2, 3, -1), allowed: positive ones" in capsys.readouterr().err


def test_it_is_chosen_played_and_looked_up_with_buttons_under_its_own_name(bench):
    desk = bench.table.desk
    bench.press(Button.OK)
    at = [way.value for way in bench.scene.lines()[0].ways].index("haus")
    bench.press(HOLDS[4])  # the games after the first four
    bench.press(HOLDS[at - 4])
    assert bench.scene.setup.book == "haus"
    assert bench.scene.lines()[0].value == "Hausblock"
    bench.scene.setup = replace(bench.scene.setup, start="first")
    bench.press(Button.OK, long=True)
    bench.throw([1, 3, 3, 5, 6])
    bench.press(Button.OK)
    assert "Gerade" in [row.name for row in bench.window.screen.view.sheet.lower]
    bench.choose_in_menu("menu.rules")
    texts = [step.text for _, steps in bench.scene._pages for step in steps]
    assert "Gerade." in texts
    bench.press(Button.BACK)
    bench.choose_in_menu("menu.give_up")
    finish(bench.journal)
    desk.go(IdleScene(desk))
    bench.press(Button.BACK)
    for section in HOLDS[:3]:
        bench.press(section)
        assert (
            any("Hausblock" in str(cell) for row in bench.window.screen.view.rows for cell in row)
            or section == HOLDS[1]
        )
        bench.press(Button.OK)
        bench.table.step()
        assert bench.window.screen.view.pages >= 1 or section == HOLDS[1]
        bench.press(Button.BACK)


def finish(journal):
    chance = random.Random(1)
    game = OpenGame.begin(journal, MatchSetup("haus", {}, ("Anna", "Ben"), start="first"))
    while game.match.phase != "over":
        game.push(Throw(tuple(chance.choices(range(1, 7), k=5))))
        game.push(Fill(chance.choice(game.match.offers).text))
    game.finish()


def test_the_rules_page_says_when_an_extra_counts_in_a_variant_where_one_must_have_been_rolled():
    rolled = replace(VARIANT, extra_kniffel="rolled")
    keys = [getattr(step.text, "key", "") for _, steps in pages(rolled) for step in steps]
    assert "rules.extra.rolled" in keys and "rules.extra.columns" not in keys


def test_a_book_among_the_variants_is_all_it_takes(monkeypatch):
    assert books._MAKERS.keys() - {"haus"} == {
        "kniffel",
        "yatzy",
        "yahtzee",
        "dreifach",
        *(b.id for b in books.VARIANTS),
    }
    assert books._just(VARIANT)({}) is VARIANT
