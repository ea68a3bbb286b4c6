"""The events of a ply as one viewer sees them, for the page and for transcripts."""

from __future__ import annotations

from cardkit.game import Event
from cardkit.playing_cards import Card
from oh_hell_env.core.records import Phase
from oh_hell_env.information import InformationSet, Laid


def events(before: InformationSet, seat: int, action: int, after: InformationSet) -> list[Event]:
    """Return the bid or the card, then the end of the trick, of the round, and of the game.

    ``first`` is true of the first bid of a round and of the card that leads a trick.
    """
    rules = before.rules
    if action >= rules.num_cards:
        return [{"kind": "bid", "seat": seat, "bid": action - rules.num_cards, "first": max(before.bids) < 0}]
    card = rules.deck[action]
    found: list[Event] = [{"kind": "play", "seat": seat, "card": card, "first": not before.trick}]
    if len(before.trick) == rules.num_players - 1:
        trick = (*before.laid, Laid(seat, card))
        found.append({"kind": "trick", "seat": _winner(trick, before), "cards": [*before.trick, card]})
    if after.phase != Phase.PLAY:
        paid = [new - old for new, old in zip(after.scores, before.scores, strict=True)]
        found.append({"kind": "round", "paid": paid, "scores": after.scores})
    if after.phase == Phase.OVER:
        found.append({"kind": "over", "scores": after.scores})
    return found


def _winner(trick: tuple[Laid, ...], before: InformationSet) -> int:
    """Return the seat that wins a full trick: its last card, or the one that was the best before."""
    assert before.winning is not None
    (seat, card), best = trick[-1], Card(dict(trick)[before.winning])
    beats = card.rank > best.rank if card.suit == best.suit else card[1] == before.trump
    return seat if beats else before.winning
