"""The commands `read` and `evaluate`: their lines, their exit codes, and bad files among good ones."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from table.cli import main
from vision.recordings import manifest

DRAWN = Path(__file__).resolve().parents[1] / "recordings" / "drawn"
EASY = next(r for r in manifest(DRAWN) if "white" in r.tags)


def lines(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_read_prints_one_line_a_picture(capsys):
    assert main(["read", str(EASY.path)]) == 0
    (line,) = lines(capsys)
    assert set(line) == {"file", "status", "values", "dice", "count", "doubts", "ms"}
    assert line["file"] == str(EASY.path)
    assert line["status"] == "read"
    assert line["values"] == list(EASY.values)
    assert len(line["dice"]) == line["count"] == len(EASY.values)
    assert set(line["dice"][0]) == {"value", "center", "confidence"}


def test_bad_files_are_named_and_the_others_still_read(capsys, tmp_path):
    (tmp_path / "empty.jpg").write_bytes(b"")
    (tmp_path / "text.png").write_text("no picture")
    files = [str(tmp_path / "empty.jpg"), str(EASY.path), str(tmp_path / "text.png"), str(tmp_path / "missing.jpg")]
    assert main(["read", *files]) == 1
    found = lines(capsys)
    assert [line["file"] for line in found] == files
    assert [set(line) == {"file", "error"} for line in found] == [True, False, True, True]


def test_nothing_readable_ends_with_2(capsys, tmp_path):
    assert main(["read", str(tmp_path / "missing.jpg")]) == 2
    assert "none of the 1 files" in capsys.readouterr().err


def test_an_unexpected_count_is_unsure_but_no_failure(capsys):
    assert main(["read", "--expect", str(len(EASY.values) + 1), str(EASY.path)]) == 0
    (line,) = lines(capsys)
    assert line["status"] == "unsure"
    assert {"kind": "count", "die": None} in line["doubts"]


def test_annotate_writes_a_picture(capsys, tmp_path):
    assert main(["read", "--annotate", str(tmp_path / "out"), str(EASY.path)]) == 0
    drawn = cv2.imread(str(tmp_path / "out" / f"{EASY.path.stem}.png"))
    plain = cv2.imread(str(EASY.path))
    assert drawn.shape == plain.shape
    assert (drawn != plain).any()


@pytest.mark.parametrize("words", [["--expect", "five"], ["--tray", "1,2"], ["--tray", "1,2,0,5"], ["--kind", "cards"]])
def test_bad_arguments_end_with_2(words, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["read", *words, str(EASY.path)])
    assert ended.value.code == 2


def test_evaluate_prints_a_line_a_folder_and_a_page(capsys, tmp_path):
    page = tmp_path / "page.html"
    assert main(["evaluate", str(DRAWN), "--tag", "white", "--report", str(page)]) == 0
    (line,) = lines(capsys)
    assert line["set"] == "drawn"
    for key in (
        "n",
        "right",
        "unsure",
        "silently_wrong",
        "must_abstain",
        "answered",
        "ms_median",
        "by_tag",
        "confusion",
    ):
        assert key in line
    assert line["n"] == line["right"] + line["unsure"] + line["silently_wrong"]
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_evaluate_counts_a_wrong_label_as_silently_wrong_and_shows_it(capsys, tmp_path):
    picture = cv2.imread(str(EASY.path))
    cv2.imwrite(str(tmp_path / "a.png"), picture)
    (tmp_path / "b.png").write_bytes(b"x")
    truth = {"file": "a.png", "values": [1], "answer": "read", "tags": ["mine"]}
    (tmp_path / "manifest.jsonl").write_text(json.dumps(truth) + "\n" + json.dumps({**truth, "file": "b.png"}) + "\n")
    page = tmp_path / "page.html"
    assert main(["evaluate", str(tmp_path), "--report", str(page)]) == 1
    (line,) = lines(capsys)
    assert (line["n"], line["silently_wrong"], line["unreadable"]) == (1, 1, 1)
    text = page.read_text(encoding="utf-8")
    assert "data:image/jpeg;base64," in text
    assert "silently wrong" in text


def test_evaluate_of_folders_without_labels(capsys, tmp_path):
    assert main(["evaluate", str(tmp_path)]) == 2
    (tmp_path / "manifest.jsonl").write_text("{not json\n")
    assert main(["evaluate", str(tmp_path), str(DRAWN), "--tag", "white"]) == 1
    out = capsys.readouterr()
    assert "line 1" in out.out


def test_an_unreadable_answer_that_is_answered_is_counted(capsys, tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), cv2.imread(str(EASY.path)))
    cv2.imwrite(str(tmp_path / "black.png"), np.zeros((200, 200, 3), np.uint8))
    rows = [{"file": name, "values": [], "answer": "abstain"} for name in ("a.png", "black.png")]
    (tmp_path / "manifest.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert main(["evaluate", str(tmp_path)]) == 0
    (line,) = lines(capsys)
    assert (line["n"], line["must_abstain"], line["answered"]) == (0, 2, 1)
