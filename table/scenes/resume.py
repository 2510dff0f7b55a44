"""Which scene plays an open game."""

from __future__ import annotations

from typing import Any, cast

from game import CoinMatch, Match
from table.desk import Desk
from table.open_game import OpenGame
from table.scenes.coins import CoinsScene
from table.scenes.play import PlayScene
from table.scenes.scene import Scene


def scene_of(desk: Desk, game: OpenGame[Any], *, resumed: bool = False) -> Scene:
    """The scene for a game that begins or goes on; `resumed`: what lies in the tray is compared with the book first."""
    if isinstance(game.match, CoinMatch):
        return CoinsScene(desk, cast("OpenGame[CoinMatch]", game), resumed=resumed)
    return PlayScene(desk, cast("OpenGame[Match]", game), resumed=resumed)
