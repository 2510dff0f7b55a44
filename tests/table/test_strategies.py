"""Solved tables as files, the solver's process, and the commands that use them."""

import errno
import hashlib
import json
import logging
import os
import stat
import time

import pytest

from game import Sheet, make_book
from game.advice import solve_to_bytes
from table.cli import main as knobeltisch
from table.errors import StrategyError
from table.score import decode
from table.strategies import Adviser, Store, solve_in_process

#: The quickest to solve: its cells come one after the other.
QUICK = ("yatzy", {"order": "descending"})
BOOK = make_book(*QUICK)


@pytest.fixture(scope="module")
def solution():
    return solve_to_bytes(BOOK)


def start_of(worth):
    return worth.of(Sheet.empty(BOOK))


def test_a_kept_table_is_read_back(tmp_path, solution):
    store = Store(tmp_path)
    assert store.load(BOOK) is None
    store.save(BOOK, solution.data)
    assert start_of(store.load(BOOK)) == pytest.approx(solution.expectation, abs=1e-3)
    assert [path.name for path in store.folder.iterdir()] == [store.path(BOOK).name]


@pytest.mark.parametrize("content", [b"", b"something else", "damaged", "other rules"])
def test_a_bad_table_is_said_in_the_log_and_not_used(tmp_path, solution, caplog, content):
    store = Store(tmp_path)
    if content == "damaged":
        content = solution.data[:-5] + b"12345"
    elif content == "other rules":
        content = solve_to_bytes(make_book("yatzy", {"order": "descending", "upper_bonus": 100})).data
    store.save(BOOK, content)
    with caplog.at_level(logging.WARNING):
        assert store.load(BOOK) is None
    assert "solved anew" in caplog.text
    assert str(store.path(BOOK)) in caplog.text


def make_directory(path):
    path.mkdir()


def make_socket(path):
    os.mknod(path, stat.S_IFSOCK | 0o600)  # not bind(): it takes addresses of 107 bytes at most


def make_link_to_a_device(path):
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize("make", [os.mkfifo, make_directory, make_socket, make_link_to_a_device])
def test_what_is_no_plain_file_is_never_opened(tmp_path, caplog, make):
    store = Store(tmp_path)
    store.folder.mkdir()
    make(store.path(BOOK))
    with caplog.at_level(logging.WARNING):
        assert store.load(BOOK) is None
    assert "no plain file" in caplog.text


def test_a_pipe_in_a_tables_place_gives_way_to_the_table_and_a_folder_is_named(tmp_path, solution):
    store = Store(tmp_path)
    path = store.path(BOOK)
    store.folder.mkdir()
    os.mkfifo(path)
    store.save(BOOK, solution.data)
    assert path.read_bytes() == solution.data
    path.unlink()
    path.mkdir()
    with pytest.raises(StrategyError, match=rf"{path.name}: Is a directory; advice is off until that is put right"):
        store.save(BOOK, solution.data)


@pytest.mark.parametrize("header", [b"no json", b"[]", b"{}", b'{"format": 1}'])
def test_a_table_whose_header_is_none_is_not_used_even_with_a_right_checksum(tmp_path, solution, header):
    mark = solution.data[: solution.data.index(b"{") - 4]
    content = mark + len(header).to_bytes(4, "little") + header
    Store(tmp_path).save(BOOK, content + hashlib.sha256(content).digest())
    assert Store(tmp_path).load(BOOK) is None


def test_no_room_for_a_table_leaves_nothing_behind_and_says_why(tmp_path, solution, monkeypatch):
    store = Store(tmp_path)
    store.save(BOOK, b"the old one")

    def full(handle):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StrategyError, match=r"No space left.*off until there is room"):
        store.save(BOOK, solution.data)
    assert store.path(BOOK).read_bytes() == b"the old one"
    assert len(list(store.folder.iterdir())) == 1


def test_a_process_of_its_own_solves_and_tells_how_far_it_is(tmp_path, solution):
    told = []
    solve_in_process(*QUICK, tmp_path, told.append)
    assert told[-1] == 1.0
    assert Store(tmp_path).path(BOOK).read_bytes() == solution.data


def test_the_process_says_why_it_could_not_keep_the_table(tmp_path):
    (tmp_path / "strategies").write_text("a file where the folder should be")
    with pytest.raises(StrategyError, match=r"can't be kept as .*strategies.*until that is put right"):
        solve_in_process(*QUICK, tmp_path)


# Beside the loop


def test_the_adviser_returns_at_once_and_can_answer_later(tmp_path, solution):
    adviser = Adviser(tmp_path)
    began = time.perf_counter()
    adviser.want(BOOK)
    assert adviser.state(BOOK).worth is None
    assert time.perf_counter() - began < 0.05
    assert start_of(adviser.wait(BOOK, 60).worth) == pytest.approx(solution.expectation, abs=1e-3)


def test_the_adviser_is_off_with_the_reason_when_nothing_can_be_kept(tmp_path):
    (tmp_path / "strategies").write_text("")
    adviser = Adviser(tmp_path)
    adviser.want(BOOK)
    assert "can't be kept" in adviser.wait(BOOK, 60).reason


# Commands


@pytest.fixture
def asked(tmp_path, capsys):
    """Answers of `advise` to lines, and its exit code."""

    def ask(*lines):
        file = tmp_path / "lines.jsonl"
        file.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
        code = knobeltisch(["advise", "--batch", str(file), "--data", str(tmp_path / "data")])
        return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return ask


LINE = {"book": QUICK[0], "options": QUICK[1], "cells": {"ones": 3}, "dice": [2, 2, 6, 1, 2], "rolls_left": 1}


def test_advise_answers_in_the_form_of_the_design(asked):
    code, (answer,) = asked(LINE)
    assert code == 0
    assert set(answer) == {"holds", "cells", "best", "exact", "hint", "ms"}
    assert answer["exact"] is True
    assert answer["holds"][0]["keep"] == [2, 2, 2]
    assert answer["best"] == {"keep": [2, 2, 2]}
    assert answer["holds"][0]["loss"] == 0
    assert [cell["cell"] for cell in answer["cells"]] == ["twos"]
    assert answer["cells"][0]["points"] == 6
    assert answer["cells"][0]["loss"] > 0
    assert len(answer["holds"]) == 16


def test_advise_says_the_best_line_in_both_languages(asked):
    _, (answer,) = asked(LINE)
    gain = f"+{answer['cells'][0]['loss']:.1f}"
    assert answer["hint"] == {
        "de": f"Die drei Zweien halten: {gain.replace('.', ',')} gegenüber dem Feld Zweier.",
        "en": f"Keep the three twos: {gain} over Twos.",
    }


def test_advise_refuses_bad_lines_one_by_one(asked):
    code, answers = asked(
        {**LINE, "rolls_left": 3},
        {**LINE, "rolls_left": -1},
        {**LINE, "rolls_left": True},
        {**LINE, "rolls_left": None},
        {**LINE, "dice": [1, 2, 3]},
        {**LINE, "dice": None},
        {**LINE, "cells": {"ones": 7}},
        {**LINE, "cells": {"twos": 4}},
        {**LINE, "book": "muenzknobeln", "options": {}},
        "no json",
        {**LINE, "cells": dict.fromkeys(BOOK.grid.texts, 0) | {"chance": 5}},
        LINE,
    )
    assert code == 1
    errors = [answer.get("error") for answer in answers]
    assert errors[-1] is None
    for error, found in zip(
        errors,
        [
            "rolls_left is 3",
            "rolls_left is -1",
            "not a sheet",
            "rolls_left is missing",
            "3 dice",
            "no dice",
            "holds 7",
            "comes before",
            "muenzknobeln",
            "JSON",
            "filled",
        ],
        strict=False,
    ):
        assert found in error


def test_advise_solves_anew_over_a_damaged_table(asked, tmp_path):
    asked(LINE)
    path = Store(tmp_path / "data").path(BOOK)
    whole = path.read_bytes()
    path.write_bytes(whole[:1000])
    assert asked(LINE)[0] == 0
    assert path.read_bytes() == whole


def test_advise_without_a_place_for_the_table_says_why(asked, tmp_path, capsys):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "strategies").write_text("")
    code, answers = asked(LINE)
    assert (code, answers) == (2, [])


def test_solve_tells_what_it_found_and_keeps_it(tmp_path, capsys):
    code = knobeltisch(
        ["solve", "--book", QUICK[0], "--options", json.dumps(QUICK[1]), "--data", str(tmp_path), "--json"]
    )
    row = json.loads(capsys.readouterr().out)
    assert code == 0
    assert {"book", "options", "expectation", "states", "seconds", "cpu_seconds", "bytes", "peak_mb"} <= set(row)
    assert row["options"]["order"] == "descending"
    assert row["bytes"] == Store(tmp_path).path(BOOK).stat().st_size


def test_solve_missing_leaves_whole_tables_alone_and_replaces_damaged_ones(tmp_path, capsys, solution):
    asked = ["solve", "--book", QUICK[0], "--options", json.dumps(QUICK[1]), "--data", str(tmp_path), "--missing"]
    path = Store(tmp_path).save(BOOK, solution.data)
    assert knobeltisch(asked) == 0
    assert capsys.readouterr().out == ""
    path.write_bytes(solution.data[:-1])
    assert knobeltisch(asked) == 0
    assert path.read_bytes() == solution.data


@pytest.mark.parametrize("options", ["{", "[]", '{"order": "sideways"}', '{"colour": 1}'])
def test_solve_refuses_bad_options_with_exit_2(options, capsys, tmp_path):
    assert knobeltisch(["solve", "--book", "yatzy", "--options", options, "--data", str(tmp_path)]) == 2
    assert "allowed" in capsys.readouterr().err


@pytest.mark.parametrize("besides", [["--missing"], ["--options", "{}"]])
def test_solve_check_refuses_what_it_would_not_heed(besides, capsys):
    assert knobeltisch(["solve", "--check", *besides]) == 2
    assert f"--check with {besides[0]}, allowed: --check alone" in capsys.readouterr().err


def test_who_waits_for_a_table_is_told_so_beside_the_answers(tmp_path, capsys):
    lines = tmp_path / "lines.jsonl"
    lines.write_text(json.dumps(LINE))
    asked = ["advise", "--batch", str(lines), "--data", str(tmp_path)]
    assert knobeltisch(asked) == 0
    said = capsys.readouterr()
    assert said.err == "solving yatzy, some seconds\n"
    assert len(said.out.splitlines()) == 1
    assert knobeltisch(asked) == 0
    assert capsys.readouterr().err == ""


def test_the_example_in_the_help_can_be_scored(capsys):
    with pytest.raises(SystemExit):
        knobeltisch(["advise", "--help"])
    example = capsys.readouterr().out.splitlines()[-1].strip()
    assert decode(example.encode()).sheet().extra_points == 50


@pytest.mark.slow
def test_solve_check_meets_every_published_value(capsys):
    assert knobeltisch(["solve", "--check"]) == 0
    assert capsys.readouterr().out.count("ok ") == 4
