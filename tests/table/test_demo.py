"""The self-playing table: images through the real reader, and a reader that lies is found out."""

import argparse
import json
from types import SimpleNamespace

import pytest

from hardware import Button, ScriptPanel, SimulatedTray
from table.cli import main
from table.commands import demo
from table.demo import DemoGuests
from table.errors import UsageError
from table.journal import Journal
from table.throws import Question
from vision import DiceReader, Reading


def arguments(*words):
    parser = argparse.ArgumentParser()
    demo.add_arguments(parser)
    return parser.parse_args(["--headless", "--json", "--size", "800x480", *words])


def rows(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


class Liar:
    """Turns every fourth sure reading's first die into another value, the same each time it is asked of it."""

    def __init__(self):
        self.reader = DiceReader()

    def read(self, image, **options):
        from dataclasses import replace

        reading = self.reader.read(image, **options)
        dice = reading.dice
        if len(dice) == 5 and sum(reading.values) % 2 == 0:
            lie = replace(dice[0], value=dice[0].value % 6 + 1)
            return replace(reading, dice=(lie, *dice[1:]))
        return reading


def test_what_is_read_from_the_pictures_is_what_was_thrown(tmp_path, capsys):
    frames = tmp_path / "frames"
    words = ("--players", "2", "--seed", "7", "--throws", "8", "--frames", str(frames))
    assert demo.play(arguments(*words), tmp_path) == 0
    throws = [row for row in rows(capsys) if row["event"] == "throw"]
    assert len(throws) == 8
    assert all(row["read"] in (row["thrown"], None) for row in throws)
    pictures = sorted(str(path) for path in frames.glob("*.png"))
    labels = [json.loads(line) for line in (frames / "manifest.jsonl").read_text().splitlines()]
    assert main(["read", "--json", *pictures]) == 0
    again = rows(capsys)
    assert [row["values"] for row in again] == [label["values"] for label in labels]
    assert [row["status"] == "read" for row in again] == [label["answer"] == "read" for label in labels]


def test_a_reader_that_lies_is_counted_as_silent_misreads(tmp_path, capsys):
    assert demo.play(arguments("--players", "1", "--seed", "7", "--throws", "10"), tmp_path, reader=Liar()) == 1
    final = rows(capsys)[-1]
    assert final["silent_misreads"] > 0


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("aside", [0, 1, 3])
def test_what_a_guest_set_aside_is_held_and_only_what_lies_may_be_left_lying(bench, tmp_path, seed, aside):
    bench.start(players=1)
    bench.throw([4, 4, 4, 3, 4])
    match = bench.match
    tray = SimulatedTray(seed=seed)
    for die, value, place in zip(tray.dice, match.turn.dice, match.turn.places, strict=True):
        die.where, die.value, die.place = "resting", value, place
    for die in [die for die in tray.dice if die.value == 4][:aside]:
        die.where = "aside"
    panel, report = ScriptPanel(), []
    guests = DemoGuests(
        bench.table, tray, panel, bench.clock, match.setup, seed=seed, data=tmp_path, report=report.append
    )
    guests._throw_again(bench.scene, frozenset({1, 2, 3, 5}), bench.clock())
    holds = not panel.idle
    assert holds or not aside
    assert holds == ((len(match.line) + seed) % 3 != 0 or bool(aside))


def test_a_demo_in_which_nothing_happens_any_more_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(demo, "LONGEST_S", 1.0)
    monkeypatch.setattr(DemoGuests, "act", lambda self: None)
    with pytest.raises(UsageError, match="no way on"):
        demo.play(arguments("--players", "1"), tmp_path)


def test_an_unfinished_demo_is_taken_up_where_it_stopped(tmp_path, capsys):
    words = ("--players", "2", "--seed", "7")
    demo.play(arguments(*words, "--throws", "4"), tmp_path)
    told = rows(capsys)
    assert told[-1]["event"] == "stopped" and not any("pays" in player for player in told[-1]["players"])
    first = [row for row in told if row["event"] == "throw"]
    with Journal(tmp_path, writable=False) as journal:
        before = len(journal.moves(1))
    demo.play(arguments(*words, "--throws", "2"), tmp_path)
    more = [row for row in rows(capsys) if row["event"] == "throw"]
    with Journal(tmp_path, writable=False) as journal:
        assert len(journal.moves(1)) > before
        assert [game.id for game in journal.games()] == [1]
    assert len(first) == 4 and len(more) == 2


@pytest.mark.slow
def test_a_whole_game_of_three_ends_without_a_silent_misread(tmp_path, capsys):
    assert (
        main(
            [
                "demo",
                "--game",
                "kniffel",
                "--players",
                "3",
                "--seed",
                "7",
                "--headless",
                "--json",
                "--data",
                str(tmp_path),
            ]
        )
        == 0
    )
    out = rows(capsys)
    final = out[-1]
    assert final["event"] == "final"
    assert final["silent_misreads"] == 0
    assert final["unsure"] <= 0.05 * final["throws"]
    with Journal(tmp_path, writable=False) as journal:
        totals = {p["name"]: p["total"] for p in journal.game(1).result["players"]}
    assert totals == {p["name"]: p["total"] for p in final["players"]}


class Counting:
    """Counts coins by what the test wants: a list of (status, count or None for the true count)."""

    def __init__(self, tray_of, answers):
        self.tray_of, self.answers = tray_of, answers

    def read(self, image, *, expect=None, tray="auto", frame_number=0):
        laid = len(self.tray_of().coins)
        status, count = self.answers(laid)
        return Reading(status, (), (), frame_number, laid if count is None else count)


@pytest.fixture
def coin_tray(monkeypatch):
    """The simulated tray of the demo, once it is made."""
    made = []

    class Remembered(demo.SimulatedTray):
        def __post_init__(self):
            super().__post_init__()
            made.append(self)

    monkeypatch.setattr(demo, "SimulatedTray", Remembered)
    return lambda: made[0]


def test_what_is_agreed_besides_the_rules_stands_among_the_options_of_dice(tmp_path):
    rules = '{"preset": "klassisch", "games": 2, "start": "first", "pays": "nobody"}'
    demo.play(arguments("--seed", "7", "--throws", "1", "--options", rules), tmp_path)
    with Journal(tmp_path, writable=False) as journal:
        setup = journal.match(1).setup
    assert (dict(setup.options), setup.games, setup.start, setup.pays) == (
        {"preset": "klassisch"},
        2,
        "first",
        "nobody",
    )


def test_coins_are_laid_counted_from_pictures_and_somebody_pays(tmp_path, capsys):
    assert demo.play(arguments("--game", "muenzknobeln", "--players", "2", "--seed", "5"), tmp_path) == 0
    out = rows(capsys)
    assert [row["laid"] == row["read"] for row in out if row["event"] == "count"] == [True] * (len(out) - 1)
    assert sum(player["pays"] for player in out[-1]["players"]) == 1
    with Journal(tmp_path, writable=False) as journal:
        assert journal.game(1).state == "finished"


def test_an_unsure_count_is_pushed_apart_and_never_told_from_the_truth(tmp_path, capsys, coin_tray):
    looks = iter(range(1000))
    reader = Counting(coin_tray, lambda laid: ("unsure", 1) if laid and next(looks) < 12 else ("read", None))
    assert demo.play(arguments("--game", "muenzknobeln", "--players", "2", "--seed", "5"), tmp_path, reader) == 0
    out = rows(capsys)
    assert sum(row["unsure"] for row in out if row["event"] == "count") > 0
    assert out[-1]["silent_misreads"] == 0


def test_a_wrong_count_that_nobody_noticed_is_a_silent_misread(tmp_path, capsys, coin_tray):
    reader = Counting(coin_tray, lambda laid: ("read", laid + 1 if 0 < laid < 6 else laid))
    assert demo.play(arguments("--game", "muenzknobeln", "--players", "2", "--seed", "5"), tmp_path, reader) == 1
    assert rows(capsys)[-1]["silent_misreads"] > 0


def test_every_house_rule_of_coins_is_played_to_the_end(tmp_path, capsys, coin_tray):
    rules = '{"with_distribution": true, "no_zero": true, "rounds": 3}'
    reader = Counting(coin_tray, lambda laid: ("read", None))
    words = ("--game", "muenzknobeln", "--players", "3", "--seed", "2", "--options", rules)
    assert demo.play(arguments(*words), tmp_path, reader) == 0
    assert rows(capsys)[-1]["event"] == "final"


@pytest.mark.parametrize(
    "words",
    [
        ("--players", "0"),
        ("--throws", "0"),
        ("--throws", "-1"),
        ("--options", '{"games": 7}'),
        ("--options", '{"start": "oldest"}'),
        ("--options", '{"pays": 3}'),
        ("--game", "muenzknobeln", "--options", '{"games": 2}'),
        ("--game", "muenzknobeln", "--players", "13"),
        ("--game", "muenzknobeln", "--players", "1"),
        ("--players", "9"),
        ("--speed", "0"),
        ("--size", "big"),
        ("--options", "{"),
        ("--options", '{"colour": 1}'),
        ("--game", "muenzknobeln", "--players", "1"),
    ],
)
def test_arguments_that_make_no_sense_are_one_line_and_exit_2(words, capsys):
    assert main(["demo", "--headless", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("aside", range(5))
def test_a_guest_leaves_dice_lying_without_a_press_only_where_all_of_them_lie(bench, tmp_path, aside):
    """What stands beside the tray is not seen: without HOLD the table would wait for these dice for ever."""
    bench.start(2)
    bench.throw([3, 4, 5, 6, 2])
    slots = {value: slot for slot, value in enumerate(bench.dice, 1)}
    keep = frozenset(slots[value] for value in (3, 4, 5, 6))
    thrown = 0
    for seed in range(3):
        tray = SimulatedTray(seed=1)
        for n, (die, value) in enumerate(zip(tray.dice, (3, 4, 5, 6, 2), strict=True)):
            die.value, die.where = value, "aside" if n < aside else "resting"
            die.place = bench.scene.slots[slots[value] - 1].spot
        panel = ScriptPanel()
        guests = DemoGuests(
            bench.table, tray, panel, bench.clock, bench.match.setup, seed=seed, data=tmp_path, report=lambda row: None
        )
        guests._throw_again(bench.scene, keep, bench.clock())
        pressed, threw = not panel.idle, not tray.still
        assert pressed != threw
        thrown += threw
    assert thrown == (0 if aside else 1)


#: What a guest answers with a button: whether dice were thrown, whose throw lies there.
CONFIRMED = (Question.AGAIN, Question.TURNED, Question.HELD_CHANGED, Question.TOO_EARLY, Question.OLD_THROW)


@pytest.mark.parametrize("question", CONFIRMED[:3])
@pytest.mark.parametrize(("thrown", "button"), [(True, Button.OK), (False, Button.BACK)])
def test_asked_whether_dice_were_thrown_a_guest_says_what_it_did(bench, tmp_path, question, thrown, button):
    bench.start(players=1)
    match = bench.match
    tray, pressed = SimulatedTray(seed=3), []
    guests = DemoGuests(
        bench.table, tray, SimpleNamespace(press=lambda b, now: pressed.append(b), idle=True), bench.clock, match.setup,
        seed=3, data=tmp_path, report=lambda row: None,
    )  # fmt: skip
    if thrown:
        guests._throw(frozenset(range(5)), match)
    scene = SimpleNamespace(
        ask=SimpleNamespace(question=question), doubtful=(), allowed=lambda: {Button.OK: 1, Button.BACK: 1}
    )
    guests._answer(scene, 0.0)
    assert pressed == [button]


@pytest.mark.parametrize("question", [q for q in Question if q not in CONFIRMED])
def test_whatever_else_is_asked_a_guest_who_is_asked_on_and_on_sooner_or_later_touches_every_die(
    bench, tmp_path, question
):
    bench.start(players=1)
    tray, touched = SimulatedTray(seed=3), set()
    guests = DemoGuests(
        bench.table, tray, SimpleNamespace(press=lambda b, now: None, idle=True), bench.clock, bench.match.setup,
        seed=3, data=tmp_path, report=lambda row: None,
    )  # fmt: skip
    for die in tray.dice:
        die.where = "resting"
    tray.nudge = touched.add
    tray.throw = lambda which, values: touched.update(which)
    for _ in range(10):
        guests._answer(SimpleNamespace(ask=SimpleNamespace(question=question), doubtful=(), allowed=dict), 0.0)
    assert touched == set(range(5))
