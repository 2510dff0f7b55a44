"""From message keys to sentences, through gettext.

To add words: use `msg("area.what", name=…)` in a view, then give the key to both catalogues,
`display/locale/{de,en}/LC_MESSAGES/knobeltisch.po`::

    msgid "turn.rolls_left"
    msgid_plural "turn.rolls_left"
    msgstr[0] "Ein Wurf ist noch frei."
    msgstr[1] "{count} Würfe sind noch frei."

(plain ones have one `msgstr` and no plural) and compile both with
`pybabel compile -d display/locale -D knobeltisch`. `{name}` is filled with the parameter of that name; `{name:+}` with
its sign. "\\n" breaks a headline where it should. Two tests tell when a key used anywhere in the source is missing, or
when a `.mo` is older than its `.po`.
"""

from __future__ import annotations

import gettext
import logging
import string
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from display.views import Message, Text

LANGUAGES = ("de", "en")
DOMAIN = "knobeltisch"
LOCALE = Path(__file__).with_name("locale")

#: The displayed names of the games; a setting may change them, every message may use them as {kniffel} and so on.
GAME_NAMES = {
    "kniffel": "Kniffel",
    "yatzy": "Yatzy",
    "yahtzee": "Yahtzee",
}

_log = logging.getLogger(__name__)


class UnknownLanguage(ValueError):
    """There is no catalogue for this language."""

    def __init__(self, language: str) -> None:
        super().__init__(f"language {language!r} is unknown; allowed: {', '.join(LANGUAGES)}")


class Words:
    """The words of one language. `names` overrides entries of `GAME_NAMES`. Raises UnknownLanguage."""

    def __init__(self, language: str, names: Mapping[str, str] | None = None) -> None:
        if language not in LANGUAGES:
            raise UnknownLanguage(language)
        self.language = language
        self.missing: set[str] = set()  #: keys asked for that the catalogue lacks; a test wants it empty
        self._names = {**GAME_NAMES, **(names or {})}
        self._catalogue = gettext.translation(DOMAIN, LOCALE, [language])
        self._formatter = _Formatter(self)

    def text(self, text: Text) -> str:
        """The sentence; a plain str is returned as it is. A key that is missing is logged once and shown as it is."""
        if isinstance(text, str):
            return text
        params: dict[str, Any] = dict(text.params)
        count = params.get("count")
        sentence = text.key
        if isinstance(count, int):
            sentence = self._catalogue.ngettext(text.key, text.key, count)
        if sentence == text.key:
            sentence = self._catalogue.gettext(text.key)
        if sentence == text.key:
            if text.key not in self.missing:
                self.missing.add(text.key)
                _log.error("no words for %r in language %r", text.key, self.language)
            return text.key
        return self._formatter.vformat(sentence, (), {**self._names, **params}) if "{" in sentence else sentence

    def number(self, value: float, spec: str = "") -> str:
        """A number as this language writes it: a true minus, separators from 10 000 on, one decimal for a float."""
        digits = f"{abs(value):,.1f}" if isinstance(value, float) else f"{abs(value):,}"
        if abs(value) < 10_000:
            digits = digits.replace(",", "")
        if self.language == "de":
            digits = digits.translate(str.maketrans(",.", ".,"))
        sign = "−" if value < 0 else "+" if "+" in spec else ""
        return sign + digits


class _Formatter(string.Formatter):
    """Fills placeholders with names, translated messages and numbers of the language."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return kwargs.get(str(key), f"{{{key}}}")

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Message):
            return self._words.text(value)
        if isinstance(value, int | float):
            return self._words.number(value, format_spec)
        return str(value)
