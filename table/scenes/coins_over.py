"""The end of Münzknobeln: who pays."""

from __future__ import annotations

from display.views import CoinRow, CoinState, CoinsView, CountBoard, PaysBoard, View, msg
from game import CoinMatch
from table.desk import Desk
from table.errors import JournalRefused
from table.open_game import OpenGame
from table.scenes.over import OverScene, who_pays


class CoinsOverScene(OverScene):
    """Who pays. The last step can still be taken back."""

    def __init__(self, desk: Desk, game: OpenGame[CoinMatch]) -> None:
        super().__init__(desk, game)
        try:
            game.finish()
        except JournalRefused:
            desk.say(msg("fault.journal.refused"))

    def view(self) -> View:
        match = self.game.match
        payers = match.state.losers
        mat = who_pays([match.players[player].name for player in payers])
        last = match.state.rounds[-1].sum if match.state.rounds else 0
        return CoinsView(
            msg("coins.loser", name=mat[0]) if mat else msg("coins.nobody_pays"),
            tuple(
                CoinRow(player.name, CoinState.PAYS if n in payers else CoinState.OUT)
                for n, player in enumerate(match.players)
            ),
            PaysBoard(*mat, len(match.players)) if mat else CountBoard(last, word=msg("coins.sum", count=last)),
            header=self.with_time("coins.ended", count=len(match.state.rounds)),
        )
