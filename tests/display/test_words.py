"""Both catalogues are complete, compiled, and say numbers and plurals as their language does."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from display.views import msg
from display.words import DOMAIN, GAME_NAMES, LANGUAGES, LOCALE, UnknownLanguage, Words

ROOT = Path(__file__).parents[2]
ROOMS = ("display", "table", "hardware", "vision", "game")


def _po(language: str) -> Catalog:
    with (LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        return read_po(file, locale=language)


def _entries(catalogue: Catalog) -> dict[str, str | tuple[str, ...]]:
    """Key → words, or a tuple of plural forms."""
    return {
        message.id if isinstance(message.id, str) else message.id[0]: message.string
        if isinstance(message.string, str)
        else tuple(message.string)
        for message in catalogue
        if message.id
    }


def _used_keys() -> dict[str, str]:
    """Regular expressions of every key that the source builds with `msg` or `Message`, and where."""
    found: dict[str, str] = {}
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
                    continue
                if node.func.id not in ("msg", "Message"):
                    continue
                pattern = _pattern(node.args[0])
                if pattern is not None:
                    found.setdefault(pattern, f"{path.relative_to(ROOT)}:{node.lineno}")
    return found


def _pattern(argument: ast.expr) -> str | None:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return re.escape(argument.value)
    if isinstance(argument, ast.JoinedStr):
        parts = [re.escape(p.value) if isinstance(p, ast.Constant) else r"[a-z0-9_.]+" for p in argument.values]
        return "".join(parts)
    return None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_of_the_source_has_words(language: str) -> None:
    known = _entries(_po(language))
    missing = [
        f"{key} ({where})" for key, where in _used_keys().items() if not any(re.fullmatch(key, k) for k in known)
    ]
    assert not missing


def test_both_languages_know_the_same_keys() -> None:
    assert _entries(_po("de")).keys() == _entries(_po("en")).keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_are_empty_and_placeholders_agree(language: str) -> None:
    german = _entries(_po("de"))
    for key, value in _entries(_po(language)).items():
        for said in (value,) if isinstance(value, str) else value:
            assert said, key
            fields = set(re.findall(r"{(\w+)", said)) - {"count"}
            other = german[key] if isinstance(german[key], str) else german[key][-1]
            assert fields == set(re.findall(r"{(\w+)", other)) - {"count"}, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_that_of_the_words(language: str) -> None:
    with (LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        compiled = _entries(read_mo(file))
    assert compiled == _entries(_po(language)), f"run: pybabel compile -d display/locale -D {DOMAIN}"


def test_plural_forms() -> None:
    words = Words("de")
    assert words.text(msg("turn.rolls_left", count=1)) == "Ein Wurf ist noch frei."
    assert words.text(msg("turn.rolls_left", count=2)) == "2 Würfe sind noch frei."


def test_numbers_are_written_as_the_language_does() -> None:
    assert Words("de").number(-3) == "−3"
    assert Words("de").number(0, "+") == "+0"
    assert Words("de").number(12345) == "12.345"
    assert Words("en").number(12345) == "12,345"
    assert Words("de").number(24.26) == "24,3"
    assert Words("en").number(1375) == "1375"


def test_a_message_may_hold_a_message_and_the_games_name_is_a_setting() -> None:
    words = Words("de", {"kniffel": "Pasch"})
    assert words.text(msg("turn.enter", field=msg("field.kniffel"), points=50)) == "Trag ein:\nPasch 50"


def test_an_unknown_key_is_shown_and_remembered() -> None:
    words = Words("en")
    assert words.text(msg("no.such_key")) == "no.such_key"  # noqa: RUF100
    assert words.missing == {"no.such_key"}


def test_an_unknown_language_is_refused_with_those_allowed() -> None:
    with pytest.raises(UnknownLanguage, match=r"'fr' is unknown; allowed: de, en"):
        Words("fr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_spell_a_games_name_out(language: str) -> None:
    """The names are settings (one is a trade mark), so every message takes them from there; the setting itself may say it."""
    spelled = [
        (key, said)
        for key, value in _entries(_po(language)).items()
        for said in ((value,) if isinstance(value, str) else value)
        if re.search("|".join(GAME_NAMES), re.sub(r"{[^}]*}", "", said), re.IGNORECASE)
    ]
    assert [key for key, _ in spelled] == ["service.game_name.detail"], spelled


@pytest.mark.parametrize(("language", "wrong"), [("de", r"[}\d]%"), ("en", r"[}\d]\s%")])
def test_a_per_cent_sign_stands_as_the_language_has_it(language: str, wrong: str) -> None:
    for key, value in _entries(_po(language)).items():
        for said in (value,) if isinstance(value, str) else value:
            assert not re.search(wrong, said), key
