"""`score`: what its lines say, in and out, and its exit codes."""

import io
import json
import random
import sys
from pathlib import Path

import pytest

from table.cli import main

sys.path.insert(0, str(Path(__file__).parents[1] / "game" / "oracle"))
import brute


@pytest.fixture
def batch(tmp_path, capsys):
    """Run the command over lines (objects or raw bytes); gives exit code, answers and stderr."""

    def run(*lines):
        file = tmp_path / "batch.jsonl"
        raw = (line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines)
        file.write_bytes(b"".join(line + b"\n" for line in raw))
        code = main(["score", "--batch", str(file)])
        out = capsys.readouterr()
        return code, [json.loads(line) for line in out.out.splitlines()], out.err

    return run


@pytest.fixture
def score(batch):
    """The answer to one line that must be fine."""

    def run(book="kniffel", **line):
        code, answers, _ = batch({"book": book, **line})
        assert code == 0, answers
        return answers[0]

    return run


@pytest.fixture
def refusal(batch):
    """The error of one line that must not be fine."""

    def run(**line):
        code, answers, _ = batch({"book": "kniffel", **line})
        assert code == 1
        assert list(answers[0]) == ["error"]
        return answers[0]["error"]

    return run


def test_the_design_s_example(score):
    answer = score(options={"joker": "any"}, cells={"kniffel": 50, "ones": 3}, dice=[2, 2, 2, 2, 2])
    assert answer["cells"]["twos"] == 10
    assert answer["extra"]["twos"] == 50
    assert answer["cells"]["sixes"] == 30
    assert set(answer["cells"]) == set(answer["extra"]) == set(brute.CODES["kniffel"]) - {"kniffel", "ones"}
    assert (answer["upper"], answer["upper_bonus"], answer["difference"], answer["total"]) == (3, 0, 0, 53)
    assert set(answer) == {"cells", "extra", "upper", "upper_bonus", "difference", "total"}


def test_without_dice_only_the_sums_are_answered(score):
    assert score(cells={"sixes": 24, "chance": 20}) == {"upper": 24, "upper_bonus": 0, "difference": 6, "total": 44}


def test_an_empty_sheet_offers_every_cell_and_no_extra(score):
    answer = score(dice=[6, 4, 5, 6, 5])
    assert answer["cells"]["chance"] == 26
    assert len(answer["cells"]) == 13
    assert answer["extra"] == {}


def test_extra_names_only_the_cells_that_bring_extra_points(score):
    assert score(cells={"kniffel": 0}, dice=[2, 2, 2, 2, 2])["extra"] == {}
    official = score(options={"preset": "verlag"}, cells={"kniffel": 50, "twos": 4}, dice=[2, 2, 2, 2, 2])
    assert official["extra"] == {}
    assert "twos" not in official["cells"]
    assert official["cells"]["large_straight"] == 40


def test_rolled_says_what_the_cells_do_not_show(score):
    line = {"options": {"preset": "klassisch"}, "cells": {"chance": 10}, "dice": [2, 2, 2, 2, 2]}
    assert score(**line)["extra"] == {}
    assert score(**line, rolled=True)["extra"]["kniffel"] == 50


def test_extra_points_already_noted_count_in_the_total(score):
    assert score(cells={"kniffel": 50, "twos": 10}, extra_points=50)["total"] == 110


def test_a_single_option_overrides_the_preset(score):
    line = {"cells": {"kniffel": 50}, "dice": [1, 1, 1, 1, 1]}
    assert score(options={"preset": "klassisch"}, **line)["cells"]["sixes"] == 30
    assert score(options={"preset": "klassisch", "joker": "matching"}, **line)["cells"]["sixes"] == 0


def test_several_columns_are_answered_besides_the_sums_over_all(score):
    par = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18}
    cells = {f"{column}:{field}": points for column in (2, 3) for field, points in par.items()}
    answer = score("dreifach", cells=cells | {"1:sixes": 24}, dice=[1, 1, 1, 1, 1])
    assert answer["cells"]["1:ones"] == 5
    assert answer["cells"]["3:kniffel"] == 50
    assert answer["columns"] == [
        {"upper": 24, "upper_bonus": 0, "difference": 6, "sum": 24, "product": 24},
        {"upper": 63, "upper_bonus": 35, "difference": 0, "sum": 98, "product": 196},
        {"upper": 63, "upper_bonus": 35, "difference": 0, "sum": 98, "product": 294},
    ]
    assert (answer["upper"], answer["upper_bonus"], answer["total"]) == (150, 70, 514)


def test_yatzy_descending_offers_the_next_cell_only(score):
    assert score("yatzy", options={"order": "descending"}, cells={"ones": 3}, dice=[2, 2, 3, 3, 3])["cells"] == {
        "twos": 4
    }


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ({"book": "poker"}, "allowed: kniffel, yatzy, yahtzee, dreifach"),
        ({"book": "muenzknobeln"}, "allowed: kniffel"),
        ({"options": {"jocker": "any"}}, "allowed: extra_kniffel, joker"),
        ({"options": {"joker": 1}}, "allowed: matching, any, strict, official"),
        ({"options": {"joker": "official", "extra_kniffel": "rolled"}}, "allowed with official: cell, none"),
        ({"book": "dreifach", "options": {"preset": "klassisch"}}, "allowed: cell, none"),
        ({"cells": {"ones": 7}}, "allowed: 0 to 5"),
        ({"cells": {"ones": "3"}}, "allowed: 0 to 5"),
        ({"cells": {"elevens": 3}}, "allowed: ones, twos"),
        ({"book": "dreifach", "cells": {"ones": 3}}, "allowed: a column from 1 to 3, a colon and one of ones, twos"),
        ({"dice": [1, 2, 3, 4]}, "exactly 5"),
        ({"dice": [1, 2, 3, 4, 0]}, "1 to 6"),
        ({"dice": [1, 2, 3, 4, 7]}, "1 to 6"),
        ({"dice": [1, 2, 3, 4, "5"]}, "1 to 6"),
        ({"dice": [1, 2, 3, 4, None]}, "a die of null in [1, 2, 3, 4, null]"),
        ({"options": {"joker": None}}, "'joker' is null"),
        ({"dice": "12345"}, "Expected `array | null`, got `str`"),
        ({"extra_points": 50}, "allowed: 0 until every kniffel cell is filled"),
        ({"cells": {"kniffel": 50, "ones": 5}, "extra_points": 30}, "multiples of 50"),
        ({"cells": {"kniffel": 50}, "extra_points": 50}, "after 1 turn, allowed: at most 0"),
        ({"cells": {"ones": None}}, "'ones' holds null, allowed"),
        ({"cells": {"ones": True}}, "'ones' holds true, allowed"),
        ({"cells": {"ones": 10**400}}, "'ones' holds 10000000… (401 digits), allowed"),
        ({"cells": {"ones": 5, "kniffel": 50}, "extra_points": 10**400}, "10000000… (401 digits) after 2 turns"),
        ({"cells": {}, "rolled": True}, "rolled is true, allowed: false"),
        ({"cells": {"ones": 3, "chance": 19}, "rolled": True}, "rolled is true, allowed: false"),
        ({"rolled": 1}, "Expected `bool`, got `int`"),
        ({"rolls_left": 3}, "rolls_left is 3, allowed: 0, 1 or 2"),
        ({"rolls_left": -1}, "rolls_left is -1, allowed: 0, 1 or 2"),
        (
            {"options": {"extra_kniffel_bonus": 0}, "cells": {"kniffel": 50, "ones": 5}, "extra_points": 50},
            "allowed: 0 (",
        ),
        ({"cells": {"kniffel": 50, "ones": 4}, "extra_points": 50}, "at most 0 with what these cells hold"),
        ({"book": "yahtzee", "cells": {"yahtzee": 50, "full_house": 0}, "extra_points": 100}, "at most 0 with what"),
        (
            {
                "book": "dreifach",
                "cells": {"1:kniffel": 50, "2:kniffel": 0, "3:kniffel": 0, "3:chance": 29, "1:twos": 10},
                "extra_points": 100,
            },
            "at most 50 with what these cells hold",
        ),
        ({"celle": {}}, "unknown field `celle`; allowed keys: book, options, cells"),
    ],
)
def test_a_line_that_cannot_be_is_answered_with_what_is_allowed(refusal, line, says):
    assert says in refusal(**line)


@pytest.mark.parametrize(
    ("line", "key"),
    [
        (b'{"book": "kniffel", "cells": {"ones": 3, "twos": 2, "ones": 4}}', "ones"),
        (b'{"book": "kniffel", "book": "yatzy"}', "book"),
        (b'{"book": "kniffel", "options": {"joker": "any", "joker": "any"}}', "joker"),
        (b'{"book": "kniffel", "cells": {"on\\u0065s": 3, "ones": 3}}', "ones"),
    ],
)
def test_a_key_that_stands_there_twice_is_refused_rather_than_one_of_them_dropped(batch, line, key):
    code, answers, _ = batch(line, {"book": "yatzy"})
    assert code == 1
    assert answers[0]["error"] == f"not a sheet: the key {key!r} stands there twice; allowed: once"
    assert "error" not in answers[1]


def test_the_other_lines_are_still_scored_and_the_exit_code_is_1(batch):
    good = {"book": "kniffel", "cells": {"ones": 3}}
    code, answers, err = batch(
        good, {"book": "kniffel", "cells": {"ones": 7}}, b"{broken", b'{"book": "\xff"}', b"[]", good
    )
    assert code == 1
    assert ["error" in answer for answer in answers] == [False, True, True, True, True, False]
    assert answers[0] == answers[5]
    assert err == ""


def test_empty_lines_are_passed_over(batch):
    code, answers, _ = batch(b"", {"book": "yatzy"}, b"  ")
    assert (code, len(answers)) == (0, 1)


def test_a_byte_order_mark_is_no_part_of_the_first_line(batch):
    assert batch(b'\xef\xbb\xbf{"book": "yatzy"}')[0] == 0


def test_a_line_nested_without_end_is_answered_like_any_other(batch):
    code, answers, _ = batch({"book": "yatzy"}, b'{"book": "yatzy", "cells": {"ones": ' + b"[" * 100_000)
    assert code == 1
    assert "not a line of JSON" in answers[1]["error"]


@pytest.mark.parametrize("content", [b"", b"\n\n", b"no json\nnone here\n"])
def test_nothing_readable_exits_2(tmp_path, capsys, content):
    file = tmp_path / "batch.jsonl"
    file.write_bytes(content)
    assert main(["score", "--batch", str(file)]) == 2
    assert f"knobeltisch score: {file}: " in capsys.readouterr().err


def test_a_missing_file_exits_2_and_is_named(tmp_path, capsys):
    assert main(["score", "--batch", str(tmp_path / "gone.jsonl")]) == 2
    assert "gone.jsonl: No such file" in capsys.readouterr().err


def test_a_folder_exits_2(tmp_path):
    assert main(["score", "--batch", str(tmp_path)]) == 2


def test_a_dash_reads_stdin(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"book": "yatzy"}\n')))
    assert main(["score", "--batch", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["total"] == 0


def test_random_sheets_of_every_book_agree_with_a_second_scorer(batch):
    chance = random.Random(5)
    lines, wanted = [], []
    for book in ("kniffel", "dreifach", "yahtzee", "yatzy"):
        for _ in range(60):
            line, cells = random_line(chance, book)
            lines.append(line)
            wanted.append(answer_of(line, cells))
    code, answers, _ = batch(*lines)
    assert code == 0
    for line, answer, told in zip(lines, answers, wanted, strict=True):
        assert {key: answer[key] for key in told} == told, line


def random_line(chance, book):
    options = (
        {"preset": chance.choice(["wirtshaus", "ohne_joker", "verlag", "einfach"])}
        if book
        in (
            "kniffel",
            "dreifach",
        )
        else {}
    )
    cells, extra_points, rolled = {}, 0, False
    for _ in range(chance.randint(0, len(brute.cells_of(book)) - 1)):
        dice = throw(chance)
        offers = brute.choices(book, options, cells, rolled, dice)
        cell = chance.choice(list(offers))
        cells[cell], extra = offers[cell]
        extra_points += extra
        rolled = rolled or len(set(dice)) == 1
    line = {"book": book, "options": options, "cells": cells, "extra_points": extra_points, "rolled": rolled}
    return {**line, "dice": throw(chance)}, cells


def throw(chance):
    return [chance.randint(1, 6)] * 5 if chance.random() < 0.5 else [chance.randint(1, 6) for _ in range(5)]


def answer_of(line, cells):
    book, options = line["book"], line["options"]
    offers = brute.choices(book, options, cells, line["rolled"], line["dice"])
    return {
        "cells": {cell: points for cell, (points, _) in offers.items()},
        "extra": {cell: extra for cell, (_, extra) in offers.items() if extra},
        "total": brute.total(book, options, cells, line["extra_points"]),
    }
