"""The house rules a round may choose: options and their choices, named presets, what excludes what (RULES 2.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from game.echo import shown
from game.errors import BadOptionType, BadOptionValue, ExcludedOptions, UnknownOption

ExtraKniffel = Literal["cell", "rolled", "none"]
#: `forced` is Yahtzee's own: the official order of entry, but the bonus is paid wherever the dice go. `free_choice` is the
#: rule that most published figures of Yahtzee belong to; no book offers it, the solver is checked with it.
Joker = Literal["matching", "any", "strict", "official", "forced", "free_choice"]
Order = Literal["free", "descending"]

Value = str | int | bool


@dataclass(frozen=True)
class Option:
    """One thing a round may choose.

    default: str, bool or int and by that the option's type; choices: allowed words (None for bool and int); low, high:
    inclusive limits of an int.
    """

    name: str
    default: Value
    choices: tuple[str, ...] | None = None
    low: int = 0
    high: int = 0

    @property
    def allowed(self) -> str:
        """What may be given, in words."""
        if self.choices is not None:
            return ", ".join(self.choices)
        return "true or false" if isinstance(self.default, bool) else f"a whole number from {self.low} to {self.high}"

    def check(self, value: object) -> Value:
        """The value itself. Raises BadOptionType or BadOptionValue."""
        if type(value) is not type(self.default):
            raise BadOptionType(f"option {self.name!r} is {shown(value)}, allowed: {self.allowed}")
        assert isinstance(value, str | int)
        if isinstance(value, str):
            fine = self.choices is not None and value in self.choices
        else:
            fine = isinstance(value, bool) or self.low <= value <= self.high
        if not fine:
            raise BadOptionValue(f"option {self.name!r} is {shown(value)}, allowed: {self.allowed}")
        return value


PRESETS: dict[str, dict[str, Value]] = {
    "wirtshaus": {"extra_kniffel": "cell", "joker": "matching"},
    "klassisch": {"extra_kniffel": "rolled", "joker": "any"},
    "meisterschaft": {"extra_kniffel": "rolled", "joker": "strict"},
    "ohne_joker": {"extra_kniffel": "cell", "joker": "strict"},
    "verlag": {"extra_kniffel": "cell", "joker": "official"},
    "einfach": {"extra_kniffel": "none", "joker": "matching"},
}

_EXTRA = Option("extra_kniffel", "cell", ("cell", "rolled", "none"))
_JOKER = Option("joker", "matching", ("matching", "any", "strict", "official"))
_AS_FULL_HOUSE = Option("kniffel_as_full_house", False)
_EXTRA_BONUS = Option("extra_kniffel_bonus", 50, low=0, high=1000)

KNIFFEL_OPTIONS = (_EXTRA, _JOKER, _AS_FULL_HOUSE, _EXTRA_BONUS)
DREIFACH_OPTIONS = KNIFFEL_OPTIONS
YAHTZEE_OPTIONS = (
    Option("extra_kniffel", "cell", ("cell",)),
    Option("joker", "forced", ("forced",)),
    _AS_FULL_HOUSE,
    Option("extra_kniffel_bonus", 100, low=0, high=1000),
)
YATZY_OPTIONS = (
    Option("order", "free", ("free", "descending")),
    Option("upper_bonus", 50, low=0, high=1000),
)


def settle(book: str, known: tuple[Option, ...], given: Mapping[str, object]) -> dict[str, Value]:
    """All options of a book in full: defaults, over them the preset, over that the single options.

    Raises UnknownOption, BadOptionType, BadOptionValue, ExcludedOptions; the text names what is allowed.
    """
    by_name = {option.name: option for option in known}
    settled = {option.name: option.default for option in known}
    has_presets = _JOKER in known
    names = [*by_name, "preset"] if has_presets else list(by_name)
    for name in given:
        if name not in names:
            raise UnknownOption(f"{book} has no option {name!r}, allowed: {', '.join(names)}")
    if "preset" in given:
        preset = Option("preset", "wirtshaus", tuple(PRESETS)).check(given["preset"])
        settled.update(PRESETS[str(preset)])
    settled.update({name: by_name[name].check(value) for name, value in given.items() if name != "preset"})
    _refuse_contradictions(book, settled)
    return settled


def preset_of(options: Mapping[str, object]) -> str | None:
    """The preset that these options agree with (bonus and full house aside), None if there is none."""
    for name, preset in PRESETS.items():
        if all(options.get(option) == value for option, value in preset.items()):
            return name
    return None


def _refuse_contradictions(book: str, options: Mapping[str, Value]) -> None:
    extra = options.get("extra_kniffel")
    if extra != "rolled":
        return
    if book == "dreifach":
        raise ExcludedOptions(
            "dreifach with extra_kniffel 'rolled': an extra needs all three Kniffel cells filled, allowed: cell, none"
        )
    if options.get("joker") == "official":
        raise ExcludedOptions(
            "joker 'official' with extra_kniffel 'rolled': the printed rules pay an extra only once the Kniffel cell is"
            " filled, allowed with official: cell, none"
        )
