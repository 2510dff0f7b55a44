"""Journals to be damaged: whole games played fast, and ways in which a card spoils a file."""

import random

from game import MatchSetup
from table.guests import cell_to_fill
from table.journal import Journal
from table.open_game import OpenGame


def play_games(folder, games=3, seed=1, players=("Anna", "Resi"), unfinished=True):
    """Play games by moves alone; the last one stops in the middle. Returns the moves of each."""
    from game import Fill, Throw

    luck = random.Random(seed)
    out = []
    with Journal(folder) as journal:
        for number in range(games):
            game = OpenGame.begin(journal, MatchSetup("kniffel", {"preset": "klassisch"}, players, start="first"))
            stop = 20 if unfinished and number == games - 1 else None
            while game.match.phase == "turn" and (stop is None or len(game.match.moves) < stop):
                if game.match.turn.throws == 0:
                    game.push(Throw(tuple(luck.randint(1, 6) for _ in range(5))))
                else:
                    game.push(Fill(cell_to_fill(game.match)))
            if game.match.phase == "over":
                game.finish()
            out.append(list(game.match.moves))
    return out


def overwrite(path, page, fill=b"\x5a", size=4096):
    """Spoil one page of a file."""
    raw = bytearray(path.read_bytes())
    raw[page * size : (page + 1) * size] = fill * size
    path.write_bytes(raw)
