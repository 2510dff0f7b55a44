"""Plays games on a journal and notes in `acks` each move that the table would have shown. Run with the write log loaded."""

import os
import random
import sys
from pathlib import Path

from game import Fill, MatchSetup, Throw
from table.guests import cell_to_fill
from table.journal import Journal
from table.open_game import OpenGame


def main():
    folder, seed, games, synchronous, checkpoint = Path(sys.argv[1]), *sys.argv[2:]
    luck = random.Random(int(seed))
    acks = os.open(folder / "acks", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    with Journal(folder) as journal:
        if synchronous != "FULL":
            journal._connection.execute(f"PRAGMA synchronous = {synchronous}")
        if int(checkpoint):
            journal._connection.execute(f"PRAGMA wal_autocheckpoint = {int(checkpoint)}")
        for _ in range(int(games)):
            game = OpenGame.begin(
                journal, MatchSetup("kniffel", {"preset": "klassisch"}, ("Anna", "Resi"), start="first")
            )
            while game.match.phase == "turn":
                if game.match.turn.throws == 0:
                    game.push(Throw(tuple(luck.randint(1, 6) for _ in range(5))))
                else:
                    game.push(Fill(cell_to_fill(game.match)))
                os.write(acks, f"{game.number} {len(game.match.moves)}\n".encode())
            game.finish()


if __name__ == "__main__":
    main()
