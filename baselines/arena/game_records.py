"""Games as they were played, made into records."""

from __future__ import annotations

from baselines.arena.game_loop import PythonGame
from durak_env.notation import GameRecord, capture_deal


def record_of(game: PythonGame, names: tuple[str, str], open_world: bool) -> GameRecord:
    """The record of a game of the agents a and b, whose names are given in this order."""
    a, b = names
    seats = (a, b) if game.result.seat == 0 else (b, a)
    actions = tuple(action for _, action in game.plies)
    return GameRecord(game.rules, capture_deal(game.start, game.rules), actions, seats, open_world)
