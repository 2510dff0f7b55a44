"""The lines of the set-up and what each choice of a line does, worked out from the options of the books."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from display.views import Choice, Text, msg
from game import (
    BOOK_OPTIONS,
    COIN_OPTIONS,
    COINS,
    MAX_GAMES,
    MAX_PLAYERS,
    MAX_SEATS,
    MIN_SEATS,
    PAYS,
    PRESETS,
    STARTS,
    ExcludedOptions,
    MatchSetup,
    Option,
    begin,
    make_book,
)
from table.block import game_name

_GAMES = (("kniffel", "die"), ("dreifach", "columns"), ("yatzy", "pair"), ("yahtzee", "straight"), (COINS, "coins"))
#: Of the whole numbers that an option may have, those that the buttons offer.
_STEPS = {"extra_kniffel_bonus": (25, 50, 75, 100), "upper_bonus": (25, 35, 50, 100), "rounds": (0, 3, 5, 7, 10)}


@dataclass(frozen=True)
class Way:
    """A choice of a line: what it stands for, its card, and in one line what it means."""

    value: Any
    card: Choice
    why: Text


@dataclass(frozen=True)
class Line:
    """A line of the set-up. value: what stands on the paper; selected: index of the way that is chosen, -1 for none."""

    key: str
    label: Text
    value: Text
    ways: tuple[Way, ...]
    selected: int

    @property
    def why(self) -> Text | None:
        """What the chosen way means."""
        return self.ways[self.selected].why if 0 <= self.selected < len(self.ways) else None


def seats_of(book: str) -> range:
    """How many may play the game."""
    return range(MIN_SEATS, MAX_SEATS + 1) if book == COINS else range(1, MAX_PLAYERS + 1)


def first_options(book: str, preset: str) -> dict[str, object]:
    """The options of a game that nobody has played here: the house's preset where the game has it, else its defaults."""
    if book not in BOOK_OPTIONS or not has_presets(book):
        return {}
    return {"preset": preset} if preset in presets_of(book) else {}


def has_presets(book: str) -> bool:
    """Whether the joker can be chosen, which is what the presets are about."""
    return any(option.name == "joker" and len(option.choices or ()) > 1 for option in BOOK_OPTIONS[book])


def presets_of(book: str) -> list[str]:
    """The presets that the game can be played by."""
    return [name for name in PRESETS if book != "dreifach" or PRESETS[name]["extra_kniffel"] != "rolled"]


def game_line(setup: MatchSetup) -> Line:
    """Which game."""
    ways = [
        Way(game, Choice(game_name(game), picture, (msg(f"setup.{game}.sub"),)), msg(f"explain.game.{game}"))
        for game, picture in _GAMES
    ]
    known = [game for game, _ in _GAMES]
    for variant in (make_book(game) for game in BOOK_OPTIONS if game not in known):
        picture = "columns" if variant.columns > 1 else "die"
        ways.append(Way(variant.id, Choice(game_name(variant.id), picture), variant.about))
    return _line("game", msg("setup.game"), ways, setup.book)


def players_line(setup: MatchSetup) -> Line:
    """How many seats."""
    ways = [Way(n, Choice(str(n), f"people:{n}"), msg("explain.players")) for n in seats_of(setup.book)]
    return _line("players", msg("setup.players"), ways, len(setup.players))


def rule_lines(setup: MatchSetup) -> list[Line]:
    """House rules, series, start and who pays, the most asked for first."""
    if setup.book == COINS:
        return [_option_line(option, setup.options.get(option.name, option.default)) for option in COIN_OPTIONS]
    options = BOOK_OPTIONS[setup.book]
    book = make_book(setup.book, setup.options)
    settled = book.options()
    lines = []
    if has_presets(setup.book):
        lines.append(_preset_line(setup, book.preset))
    lines.append(_games_line(setup))
    if len(setup.players) > 1:
        lines.append(
            _line(
                "start",
                msg("setup.start"),
                [Way(word, Choice(msg(f"start.{word}")), msg(f"explain.start.{word}")) for word in STARTS],
                setup.start,
            )
        )
        lines.append(
            _line(
                "pays",
                msg("setup.pays"),
                [Way(word, Choice(msg(f"pays.{word}")), msg(f"explain.pays.{word}")) for word in PAYS],
                setup.pays,
            )
        )
    lines += [
        _option_line(option, settled[option.name], without=("rolled",) if setup.book == "dreifach" else ())
        for option in options
        if len(option.choices or ("", "")) > 1
    ]
    return lines


def with_choice(setup: MatchSetup, key: str, value: Any) -> MatchSetup:
    """The set-up after a choice of a rule line. Raises ExcludedOptions if what is set already excludes it."""
    if key in ("start", "pays", "games"):
        return replace(setup, **{key: value})
    options = dict(setup.options)
    if key == "preset":
        options = {name: kept for name, kept in options.items() if name not in PRESETS[value]} | {"preset": value}
    else:
        preset = options.pop("preset", None)
        options = {**(PRESETS[str(preset)] if preset is not None else {}), **options, key: value}
    chosen = replace(setup, options=options)
    begin(chosen)
    return chosen


def _preset_line(setup: MatchSetup, preset: str | None) -> Line:
    ways = [
        Way(name, Choice(msg(f"preset.{name}"), None, (msg(f"preset.{name}.sub"),)), msg(f"explain.preset.{name}"))
        for name in presets_of(setup.book)
    ]
    return _line("preset", msg("setup.preset"), ways, preset, msg("preset.own"))


def _games_line(setup: MatchSetup) -> Line:
    ways = [
        Way(n, Choice(str(n), f"figure:{n}"), msg("explain.games", count=n) if n > 1 else msg("explain.games.one"))
        for n in range(1, MAX_GAMES + 1)
    ]
    return _line("games", msg("setup.games"), ways, setup.games)


def _option_line(option: Option, value: object, without: tuple[str, ...] = ()) -> Line:
    """The line of an option: its words, yes and no, or the numbers that are asked for."""
    name = option.name
    of_coins = option in COIN_OPTIONS
    label = msg(f"coins.option.{name}") if of_coins else msg(f"option.{name}")
    ways: list[Way]
    if option.choices is not None:
        title = "coins.foul" if of_coins else f"option.{name}"
        ways = [
            Way(
                word,
                Choice(msg("order." + word if name == "order" else f"{title}.{word}")),
                msg(f"explain.{name}.{word}"),
            )
            for word in option.choices
            if word not in without
        ]
    elif isinstance(option.default, bool):
        ways = [
            Way(on, Choice(msg("label.yes") if on else msg("label.no")), msg(f"explain.{name}.{'yes' if on else 'no'}"))
            for on in (False, True)
        ]
    else:
        numbers = sorted({*_STEPS.get(name, (option.low, option.high)), value})  # type: ignore[type-var]
        ways = [
            Way(n, Choice(msg("coins.rounds.all")), msg(f"explain.{name}.all"))
            if name == "rounds" and n == 0
            else Way(n, Choice(str(n), f"figure:{n}"), msg(f"explain.{name}", count=int(str(n))))
            for n in numbers
        ]
    return _line(name, label, ways, value)


def _line(key: str, label: Text, ways: Iterable[Way], value: object, otherwise: Text = "") -> Line:
    found = tuple(ways)
    selected = next((n for n, way in enumerate(found) if way.value == value), -1)
    return Line(key, label, found[selected].card.title if selected >= 0 else otherwise, found, selected)


__all__ = [
    "ExcludedOptions",
    "Line",
    "Way",
    "first_options",
    "game_line",
    "has_presets",
    "players_line",
    "presets_of",
    "rule_lines",
    "seats_of",
    "with_choice",
]
