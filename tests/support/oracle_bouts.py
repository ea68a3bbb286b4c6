"""Bouts of the oracle: hands laid out by hand, and plies as texts."""

from __future__ import annotations

from typing import Any

from tests.support.oracle import Game
from tests.support.oracle_cards import deck_cards


def seated(
    *hands: str, talon: str = "", hand_size: int = 6, trump_suit: str | None = "s", attacker: int = 0, **options: Any
) -> Game:
    """Set up a bout about to begin, seat by seat; an empty hand is out where the talon is empty."""
    rules = {"num_players": len(hands), "hand_size": 52, "include_trumps": trump_suit is not None, **options}
    game = Game(deck_cards(2), trump_suit=trump_suit, attacker=0, **rules)
    game.hands, game.talon, game.hand_size = [set(hand.split()) for hand in hands], talon.split(), hand_size
    game.deck = (*(card for hand in hands for card in hand.split()), *game.talon)
    if game.talon and trump_suit is not None:
        game.trump_card = game.talon[-1]
    game.begin_bout(attacker)
    return game


def play(game: Game, plies: str) -> Game:
    """Play plies such as ``0:7c``, seat and action, which say who is to move."""
    for ply in plies.split():
        seat, action = ply.split(":")
        assert game.to_move == int(seat), ply
        game.play(action)
    return game
