"""Which scene plays an open game."""

from __future__ import annotations

from typing import Any, cast

from display.views import msg
from game import CoinMatch, Match
from table.desk import Desk
from table.errors import JournalRefused
from table.open_game import OpenGame
from table.scenes.coins import CoinsScene
from table.scenes.coins_over import CoinsOverScene
from table.scenes.play import PlayScene
from table.scenes.ranking import BetweenGamesScene, RankingScene
from table.scenes.scene import Scene


def scene_of(desk: Desk, game: OpenGame[Any], *, resumed: bool = False) -> Scene:
    """The scene for a game that begins or goes on; `resumed`: what lies in the tray is compared with the book first."""
    if game.match.phase in ("over", "between_games"):
        return _after_the_last_field(desk, game)
    if isinstance(game.match, CoinMatch):
        return CoinsScene(desk, cast("OpenGame[CoinMatch]", game), resumed=resumed)
    return PlayScene(desk, cast("OpenGame[Match]", game), resumed=resumed)


def _after_the_last_field(desk: Desk, game: OpenGame[Any]) -> Scene:
    """The plug was pulled after the last move and before its result was stored: store it now, and show the ranking."""
    if game.match.phase == "between_games":
        return BetweenGamesScene(desk, game)
    if isinstance(game.match, CoinMatch):
        return CoinsOverScene(desk, game)
    try:
        game.finish()
    except JournalRefused:
        desk.say(msg("fault.journal.refused"))
    return RankingScene(desk, game)
