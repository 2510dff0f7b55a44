"""The page `evaluate --report` writes: self-contained, with figures of every set and each failing picture."""

import base64
import json
from html.parser import HTMLParser

import cv2
import numpy as np
import pytest

from table.cli import main


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tables, self.images, self.headings, self.links, self.open = [], [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        attrs = dict(attrs)
        self.links += [attrs[name] for name in ("src", "href") if name in attrs]
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append([])
        if tag == "img":
            self.images.append(attrs)

    def handle_data(self, data):
        if self.open and self.open[-1] in ("td", "th"):
            self.tables[-1][-1].append(data)
        if self.open and self.open[-1] in ("h2", "h3"):
            self.headings.append(data)


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("<set>")
    rng = np.random.default_rng(1)
    floor = np.clip(rng.normal(90, 4, (480, 640, 3)), 0, 255).astype(np.uint8)
    cv2.imwrite(str(folder / "grey.png"), np.full((480, 640, 3), 128, np.uint8))
    cv2.imwrite(str(folder / "floor.png"), floor)
    (folder / "broken.png").write_bytes(b"no picture")
    rows = [
        {"file": "grey.png", "values": [1, 2], "tags": ["grey & <plain>"]},
        {"file": "floor.png", "values": [], "answer": "abstain", "abstain_ok": True},
        {"file": "broken.png", "values": [6]},
        {"file": "floor.png", "kind": "coins", "count": 3, "values": []},
    ]
    (folder / "manifest.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    out = folder / "report.html"
    assert main(["evaluate", str(folder), "--report", str(out)]) == 1
    return Page(out.read_text(encoding="utf-8"))


def test_the_page_needs_nothing_from_elsewhere(page):
    assert page.links and all(link.startswith("data:image/jpeg;base64,") for link in page.links)


def test_it_has_the_figures_of_the_set_with_times(page):
    head, row = page.tables[0]
    assert head[:5] == ["set", "pictures", "right", "silently wrong", "unsure"]
    assert {"ms (median)", "ms (95 %)", "ms (longest)"} <= set(head)
    assert row[0].startswith("<set>") and row[1] == "2"


def test_it_has_accuracy_by_tag_counts_and_failing_pictures(page):
    assert {"By tag", "Failing pictures"} <= set(page.headings)
    assert any(row and row[0] == "grey & <plain>" for table in page.tables for row in table)


def test_each_failing_picture_is_shown_with_what_was_seen(page):
    pictures = [
        cv2.imdecode(np.frombuffer(base64.b64decode(i["src"].split(",")[1]), np.uint8), cv2.IMREAD_COLOR)
        for i in page.images
    ]
    assert len(pictures) == 2 and all(p is not None and p.shape == (480, 640, 3) for p in pictures)
    assert any(i["alt"].startswith("grey.png, read as") for i in page.images)


def test_a_page_that_cannot_be_written_is_one_plain_line(tmp_path, capsys):
    cv2.imwrite(str(tmp_path / "a.png"), np.full((100, 100, 3), 99, np.uint8))
    (tmp_path / "manifest.jsonl").write_text('{"file": "a.png", "values": [1]}\n')
    assert main(["evaluate", str(tmp_path), "--report", str(tmp_path / "no" / "such" / "r.html")]) == 2
    assert "--report" in capsys.readouterr().err
