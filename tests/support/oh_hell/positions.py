"""Rounds of Oh Hell! dealt by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardkit.compiled.protocol import mover, step
from cardkit.playing_cards import Card
from oh_hell_env.actions import parse_action, slot_of
from oh_hell_env.deals import Deal
from oh_hell_env.information import InformationSet
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.rules import Rules


def round_of(*hands: str, bids: Sequence[int] = (), played: str = "", leader: int = 0, **rules: Any) -> Any:
    """Return the STATE of the only round of a game, hearts trumps unless ``rules`` say otherwise.

    Args:
        hands: the cards of each seat, ``"9h 2d"``, before any is played.
        bids: by seat; without them the first bid is due.
        played: the cards played, in order.
        leader: the seat that leads the first trick and so bids first.
        rules: of `oh_hell_env.rules.Rules`.
    """
    dealt = [[Card(card) for card in hand.split()] for hand in hands]
    how = {"trump_order": "h", "hook": False} | rules
    game = Rules(len(hands), hand_sizes=(len(dealt[0]),), first_dealer=(leader - 1) % len(hands), **how)
    together = [card for hand in dealt for card in hand]
    deck = (*together, *(card for card in game.deck if card not in together))
    state = Deal((deck,)).lay_out(game)
    for _ in bids:
        step(state, bids[int(mover(state))])
    for card in played.split():
        step(state, slot_of(parse_action(card, game), game))
    return state


def info_of(state: Any, seat: int | None = None) -> InformationSet:
    """Return a seat's knowledge in a state of `round_of`: by default the seat to move."""
    rules = Rules(len(state.hands), hand_sizes=(int(state.hand_size),), trump_order="h", hook=bool(state.hook))
    return OhHell(rules).information_set(state, int(state.mover) if seat is None else seat)
