"""`knobeltisch journal`: verify, list, show and export what was played; strike takes a game out of the records.

backup copies the journal beside it; forget takes a player's name out of everything. All but strike and forget only read the
journal, and do not disturb a running table.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from game import CoinMatch, CoinRound, Match, Sheet
from table.backup import back_up
from table.errors import JournalError, NoSuchGame, TornJournal, UsageError
from table.export import as_json, playable, write_csv, write_json
from table.folders import default_data
from table.forget import forget
from table.journal import GameRow, Journal, is_a_journal_at
from table.open_game import result_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument("action", choices=("verify", "list", "show", "export", "strike", "backup", "forget"))
    parser.add_argument(
        "what",
        nargs="?",
        metavar="GAME|NAME",
        help="number of a game (show, strike, export; export: all), name (forget)",
    )
    parser.add_argument("--data", type=Path, default=default_data(), metavar="DIR", help="data folder (%(default)s)")
    parser.add_argument("--format", choices=("json", "csv"), default="json", help="of export (%(default)s)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Exit 0: fine; 1: something is wrong with the journal; 2: it cannot be read at all."""
    if args.action in ("verify", "list", "backup") and args.what is not None:
        raise UsageError(f"{args.action} {args.what}: allowed: no game, it is about all of them")
    if not is_a_journal_at(args.data):
        if args.action not in ("verify", "list", "backup"):
            raise NoSuchGame(f"there is no journal in {args.data}")
        _say(args, {"data": str(args.data), "journal": None}, f"there is no journal in {args.data}")
        return 0
    if args.action == "forget":
        return _forget(args)
    if args.action == "backup":
        return _backup(args)
    if args.what is not None and not args.what.isdecimal():
        raise UsageError(f"{args.action} {args.what}: found no number of a game; `knobeltisch journal list` names them")
    args.game = int(args.what) if args.what is not None else None
    if args.action in ("show", "strike") and args.game is None:
        raise NoSuchGame(f"{args.action} needs the number of a game; `knobeltisch journal list` names them")
    if args.action == "strike":
        with Journal(args.data) as journal:
            state = journal.game(args.game).state
            if state != "finished":
                raise UsageError(f"strike {args.game}: game {args.game} is {state}, allowed: a finished game")
            journal.strike(args.game)
        _say(args, {"game": args.game, "struck": True}, f"game {args.game} no longer counts for the records")
        return 0
    with Journal(args.data, writable=False) as journal:
        return int({"verify": _verify, "list": _list, "show": _show, "export": _export}[args.action](journal, args))


def _say(args: argparse.Namespace, row: dict[str, Any], line: str) -> None:
    print(json.dumps(row, ensure_ascii=False) if args.json else line)


def _backup(args: argparse.Namespace) -> int:
    path = back_up(args.data)
    found = "nothing new since the last copy" if path is None else f"copied to {path}"
    _say(args, {"copy": None if path is None else str(path)}, found)
    return 0


def _forget(args: argparse.Namespace) -> int:
    """Take a name out of journal, copies and photos."""
    if args.what is None:
        raise UsageError("forget needs a player's name, as `knobeltisch journal list` shows it")
    done = forget(args.data, args.what)
    _say(
        args,
        {"name": args.what, "games": done.games, "copies": done.copies},
        f"{args.what} is gone from {done.games} games and {done.copies} copies",
    )
    if done.left:
        line = f"damaged journals put aside may still name {args.what}: {done.left}; delete that folder"
        _say(args, {"left": str(done.left)}, line)
        return 1
    return 0


def _verify(journal: Journal, args: argparse.Namespace) -> int:
    """Fold every game anew and compare with what is stored."""
    bad = 0
    damage = journal.damage()
    if damage is not None:
        _say(args, {"error": damage}, f"the file is damaged: {damage}")
        return 1
    count = 0
    for row in journal.readable_games():
        count += 1
        if isinstance(row, TornJournal):
            bad += 1
            _say(args, {"ok": False, "error": str(row)}, str(row))
            continue
        wrong = _wrong_with(journal, row)
        if wrong is not None:
            bad += 1
            _say(args, {"game": row.id, "ok": False, "error": wrong}, f"game {row.id}: {wrong}")
        elif args.json:
            _say(args, {"game": row.id, "ok": True, "moves": row.moves, "state": row.state}, "")
    if not args.json:
        print(f"{count} games, {bad} with something wrong")
    return 1 if bad else 0


def _wrong_with(journal: Journal, row: GameRow) -> str | None:
    try:
        match = journal.match(row.id)
    except JournalError as error:
        return str(error)
    if row.state != "finished":
        return None
    if match.phase != "over":
        return f"is stored as finished but stands in {match.phase}"
    made = result_of(match)
    if row.result not in (made, _without_games(made)):
        return f"stored result {row.result} is not what its moves give: {made}"
    return None


def _without_games(result: dict[str, Any]) -> dict[str, Any]:
    """A result as it was stored before the games of a series were noted each."""
    players = [{key: value for key, value in row.items() if key != "games"} for row in result["players"]]
    return {"players": players}


def _list(journal: Journal, args: argparse.Namespace) -> int:
    code = 0
    for row in journal.readable_games():
        if isinstance(row, TornJournal):
            code = _unreadable(row)
            continue
        names = ", ".join(row.setup["players"])
        _say(
            args,
            {"game": row.id, "book": row.book, "state": row.state, "players": row.setup["players"], "moves": row.moves},
            f"{row.id:5d}  {row.book:12s} {row.state:9s} {row.moves:4d} moves  {names}",
        )
    return code


def _unreadable(error: TornJournal) -> int:
    """Say it beside what can be read; the exit code."""
    print(f"knobeltisch journal: {error}", file=sys.stderr)
    return 1


def _show(journal: Journal, args: argparse.Namespace) -> int:
    row = journal.game(args.game)
    match = journal.match(args.game)
    if args.json:
        print(json.dumps(as_json(row, match), ensure_ascii=False))
        return 0
    print(f"game {row.id}: {row.book}, {row.state}, {row.moves} moves")
    print(final_sheet(match) if isinstance(match, Match) else final_rounds(match))
    return 0


def _export(journal: Journal, args: argparse.Namespace) -> int:
    """All that can be read, and of the rest what is wrong with it."""
    unreadable: list[TornJournal] = []
    games = (
        playable(journal, unreadable) if args.game is None else [(journal.game(args.game), journal.match(args.game))]
    )
    (write_json if args.format == "json" else write_csv)(games, sys.stdout)
    return max((_unreadable(error) for error in unreadable), default=0)


def final_rounds(match: CoinMatch) -> str:
    """The rounds of a coin game as plain text, and once it is over who pays."""
    lines = []
    for one in match.state.rounds:
        said = ", ".join(_said(match, one, player) for player in _in_order(one))
        out = ", ".join(match.players[player].name for player in one.out) or "nobody"
        lines.append(f"round {one.number}: {said}; {one.sum} coin{'' if one.sum == 1 else 's'}; out: {out}")
    if match.phase == "over":
        lines.append("pays: " + (", ".join(match.players[player].name for player in match.state.losers) or "nobody"))
    return "\n".join(lines)


def _in_order(one: CoinRound) -> list[int]:
    at = one.players.index(one.starter)
    return [*one.players[at:], *one.players[:at]]


def _said(match: CoinMatch, one: CoinRound, player: int) -> str:
    name = match.players[player].name
    said = next((said for said in one.said if said.player == player), None)
    if said is None:
        return f"{name} caught"
    return f"{name} {said.number}{' (void)' if said.void else ''}"


def final_sheet(match: Match) -> str:
    """The sheets of every game as plain text, a column a player; of a series besides what they make together."""
    games = (*match.finished_games, match.sheets)
    if match.setup.games == 1:
        return _sheets(match, match.sheets)
    parts = []
    for number, sheets in enumerate(games, 1):
        parts += [f"game {number} of {match.setup.games}", _sheets(match, sheets), ""]
    totals = {row.player: row.total for row in match.standing()}
    return "\n".join([*parts, _line(match, "series", [totals[player] for player in range(len(match.players))])])


def _sheets(match: Match, sheets: Sequence[Sheet]) -> str:
    lines = [_line(match, "", [player.name for player in match.players])]
    for text in match.book.grid.texts:
        points = [sheet.cells().get(text) for sheet in sheets]
        lines.append(_line(match, text, ["" if p is None else p for p in points]))
    totals = [sheet.totals() for sheet in sheets]
    if match.book.columns > 1:
        for column, factor in enumerate(match.book.factors):
            lines.append(_line(match, f"{column + 1}: sum", [t.columns[column].sum for t in totals]))
            lines.append(_line(match, f"{column + 1}: times {factor}", [t.columns[column].product for t in totals]))
    for word, values in (
        ("upper", [t.upper for t in totals]),
        ("upper bonus", [t.upper_bonus for t in totals]),
        ("lower", [t.lower for t in totals]),
        ("extra", [t.extra_points for t in totals]),
        ("total", [t.total for t in totals]),
    ):
        lines.append(_line(match, word, values))
    return "\n".join(lines)


def _line(match: Match, head: str, values: Sequence[object]) -> str:
    width = max(12, *(len(player.name) + 2 for player in match.players))
    return head.ljust(18) + "".join(str(value).rjust(width) for value in values)
