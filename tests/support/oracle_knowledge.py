"""The knowledge of a seat in the oracle's game."""

from __future__ import annotations

from typing import Any

from tests.support.oracle import Game


def sees(game: Game, seat: int) -> dict[str, Any]:
    """Return all that a seat knows in the closed world; equal for any two states that the seat cannot tell apart.

    `known` are the cards known to be in each hand; those of the own hand are the ones that the others know.
    `trump_card` is the trump card while it lies under the talon, else None.
    """
    others = [other for other in game.seats if other != seat]
    under_talon = {game.trump_card} if game.talon and game.trump_card else set()
    on_table = {card for _, card in game.table}
    known = [set(cards) for cards in game.known]
    unseen = set(game.deck) - game.hands[seat] - on_table - game.discard - under_talon
    unseen -= {card for other in others for card in known[other]}
    open_hands = [other for other in others if len(known[other]) < len(game.hands[other])]
    if len(game.talon) == len(under_talon) and len(open_hands) == 1:
        known[open_hands[0]] |= unseen
        unseen = set()
    return {
        "seat": seat,
        "hand": set(game.hands[seat]),
        "table": list(game.table),
        "discard": set(game.discard),
        "trump_suit": game.trump_suit,
        "trump_card": game.trump_card if under_talon else None,
        "known": known,
        "unseen": unseen,
        "hand_sizes": tuple(map(len, game.hands)),
        "talon_size": len(game.talon),
        "attacker": game.attacker,
        "defender": game.defender,
        "defender_place": game.defender_place,
        "to_move": game.to_move,
        "phase": game.phase,
        "idle": game.idle if game.num_players > 2 or game.transfer else 0,
        "shown": set(game.shown),
        "out_bout": tuple(game.out_bout),
        "legal": game.legal() if game.to_move == seat else set(),
    }
