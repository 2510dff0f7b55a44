"""Says what the journal holds after the last cut, then plays on, and tells every move that the table would have shown.

/share/state.json: whether the journal is sound, and its moves as [game, seq, digest of what is stored]. /share/acks: a line for
each move once its commit has returned. `cut.sync=OFF` on the kernel's command line makes the control that must lose moves.
"""

import hashlib
import json
import os
import random
from pathlib import Path

from game import Fill, MatchSetup, Throw
from table.errors import JournalError
from table.guests import cell_to_fill
from table.journal import Journal
from table.open_game import OpenGame

DATA, SHARE = Path("/var/lib/knobeltisch-cuts"), Path("/share")


def stored(journal):
    rows = journal._connection.execute("SELECT game, seq, kind, payload FROM move ORDER BY game, seq")
    return [
        [game, seq, hashlib.sha256(f"{kind}{payload}".encode()).hexdigest()[:12]] for game, seq, kind, payload in rows
    ]


def say(**state):
    fresh = SHARE / "state.new"
    fresh.write_text(json.dumps(state))
    fresh.replace(SHARE / "state.json")


def games(journal):
    """The game that was going on, then others."""
    number = journal.latest("open")
    if number is not None:
        yield OpenGame.resume(journal, number)
    while True:
        yield OpenGame.begin(journal, MatchSetup("kniffel", {"preset": "klassisch"}, ("Anna", "Resi"), start="first"))


def main():
    luck = random.Random()
    acks = os.open(SHARE / "acks", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    try:
        journal = Journal(DATA)
        damage = journal.damage()
        for row in journal.games():
            journal.match(row.id)
    except JournalError as error:
        say(damage=str(error), moves=[])
        return
    say(damage=damage, moves=stored(journal))
    if "cut.sync=OFF" in Path("/proc/cmdline").read_text():
        journal._connection.execute("PRAGMA synchronous = OFF")
    for game in games(journal):
        while game.match.phase == "turn":
            if game.match.turn.throws == 0:
                game.push(Throw(tuple(luck.randint(1, 6) for _ in range(5))))
            else:
                game.push(Fill(cell_to_fill(game.match)))
            game_number, seq, digest = stored_last(journal)
            os.write(acks, f"{game_number} {seq} {digest}\n".encode())
        game.finish()


def stored_last(journal):
    row = journal._connection.execute(
        "SELECT game, seq, kind, payload FROM move ORDER BY game DESC, seq DESC LIMIT 1"
    ).fetchone()
    return row[0], row[1], hashlib.sha256(f"{row[2]}{row[3]}".encode()).hexdigest()[:12]


if __name__ == "__main__":
    main()
