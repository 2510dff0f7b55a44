"""Every test that the pages name is there."""

import gettext
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def named(page):
    """(path, test's name or "") of every file and test that a page names."""
    return re.findall(r"\b(tests/[\w/]+\.\w+)(?:::(\w+))?", page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_names_is_there(page):
    for path, name in named(page):
        assert (ROOT / path).is_file(), f"{page.name}: no {path}"
        assert not name or re.search(rf"^def {name}\(", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE), name


def test_the_page_of_faults_names_a_test_for_every_fault():
    rows = [line for line in (ROOT / "docs" / "faults.md").read_text(encoding="utf-8").splitlines() if line[:2] == "| "]
    assert len(rows) > 15
    assert [row for row in rows[1:] if "::" not in row] == []


def test_what_the_screen_says_is_quoted_as_it_says_it():
    """Troubleshooting goes by what is seen: each quotation, cut at an ellipsis, is part of a German text."""
    with (ROOT / "display/locale/de/LC_MESSAGES/knobeltisch.mo").open("rb") as file:
        texts = " | ".join(map(str, gettext.GNUTranslations(file)._catalog.values())).replace("\n", " ")
    seen = [
        row.split("|")[1]
        for row in (ROOT / "docs/troubleshooting.md").read_text(encoding="utf-8").splitlines()
        if "|" in row
    ]
    quoted = [part.strip() for cell in seen for words in re.findall(r'"([^"]+)"', cell) for part in words.split("…")]
    assert len(quoted) >= 8
    assert [words for words in quoted if words not in texts] == []
