"""The self-playing table: images through the real reader, and a reader that lies is found out."""

import argparse
import json

import pytest

from table.cli import main
from table.commands import demo
from table.journal import Journal
from vision import DiceReader


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


def test_an_unfinished_demo_is_taken_up_where_it_stopped(tmp_path, capsys):
    words = ("--players", "2", "--seed", "7")
    demo.play(arguments(*words, "--throws", "4"), tmp_path)
    first = [row for row in rows(capsys) if row["event"] == "throw"]
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


@pytest.mark.parametrize("words", [("--players", "0"), ("--players", "9"), ("--speed", "0"), ("--size", "big")])
def test_arguments_that_make_no_sense_are_one_line_and_exit_2(words, capsys):
    assert main(["demo", "--headless", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
