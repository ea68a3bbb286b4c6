"""Audit RLCard's games by rule (iv); needs ``pip install rlcard==1.2.0``, which the package does not.

    python examples/audit_rlcard.py [GAME ...]

Each game needs a line that lists the cells whose cards a player cannot know.
"""

from __future__ import annotations

import sys
from functools import cmp_to_key
from typing import Any

import rlcard
from rlcard.games.doudizhu.utils import doudizhu_sort_card

from cardkit.audit import AttributeCell, ListCell, Table, audit_exchange, cells_of


def new(name: str) -> Any:
    """Return a function that deals a game of RLCard."""

    def deal(seed: int) -> Any:
        env = rlcard.make(name, {"seed": seed})
        env.reset()
        return env

    return deal


def table(name: str) -> Table:
    """Return how a game of RLCard is played."""
    return Table(
        new=new(name),
        players=lambda env: range(env.num_players),
        mover=lambda env: env.get_player_id(),
        legal=lambda env: [] if env.is_over() else list(env.get_state(env.get_player_id())["legal_actions"]),
        step=lambda env, action: env.step(action),
        view=lambda env, player: env.get_state(player),
    )


def others(players: Any, player: int) -> list[Any]:
    """Return the other players of a game."""
    return [one for number, one in enumerate(players) if number != player]


def hands_and_deck(env: Any, player: int) -> Any:
    """List the hands of others and the deck."""
    return cells_of(*(one.hand for one in others(env.game.players, player)), env.game.dealer.deck)


def gin_rummy(env: Any, player: int) -> Any:
    """List the stock and the other hand, but for cards that were taken up from the discards."""
    (other,) = others(env.game.round.players, player)
    hand = [ListCell(other.hand, place) for place, card in enumerate(other.hand) if card not in other.known_cards]
    return [*hand, *cells_of(env.game.round.dealer.stock_pile)]


def doudizhu(env: Any, player: int) -> Any:
    """List the other hands, but for the landlord's three cards that all have seen."""
    return [
        ListCell(one._current_hand, place)
        for one in others(env.game.players, player)
        for place, card in enumerate(one._current_hand)
        if one.player_id != 0 or str(card) not in env.game.round.seen_cards
    ]


def bridge(env: Any, player: int) -> Any:
    """List the other hands, but for the dummy's once a card has been played, and for what the dummy sees."""
    turn = env.game.round
    dummy = turn.get_dummy() if turn.play_card_count > 0 else None
    partners = [dummy, turn.get_declarer()] if dummy is turn.players[player] else [dummy]
    return cells_of(*(one.hand for one in others(turn.players, player) if one not in partners))


def sort_hands(env: Any) -> None:
    """Sort the hands of Dou Dizhu, which always are."""
    for player in env.game.players:
        player._current_hand.sort(key=cmp_to_key(doudizhu_sort_card))


HIDDEN = {
    "leduc-holdem": lambda env, player: [
        *(AttributeCell(one, "hand") for one in others(env.game.players, player)),
        *cells_of(env.game.dealer.deck),
    ],
    "limit-holdem": hands_and_deck,
    "no-limit-holdem": hands_and_deck,
    "uno": hands_and_deck,
    "mahjong": hands_and_deck,
    "gin-rummy": gin_rummy,
    "doudizhu": doudizhu,
    "bridge": bridge,
    "blackjack": lambda env, player: [ListCell(env.game.dealer.hand, 0), *cells_of(env.game.dealer.deck)],
}

for name in sys.argv[1:] or HIDDEN:
    settle = sort_hands if name == "doudizhu" else lambda env: None
    title = f"rlcard {rlcard.__version__}, {name}"
    print(audit_exchange(table(name), HIDDEN[name], games=20, title=title, settle=settle), "\n")
