"""The events of a ply as one viewer sees them, for the page and for transcripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardkit.game import Event
from cardkit.playing_cards import Card
from durak_env.action_errors import action_text
from durak_env.core.records import ATTACK, DEFENCE, GAME_OVER, THROW_IN_AFTER_TAKE
from durak_env.information import InformationSet


def events(before: InformationSet, seat: int, action: int, after: InformationSet) -> list[Event]:
    """Return the action, then what the end of a bout has brought."""
    text = action_text(action, before.rules)
    return [_played(text, seat, before, after), *_bout_end(text, seat, before, after)]


def _played(text: str, seat: int, before: InformationSet, after: InformationSet) -> Event:
    if text in ("take", "done"):
        return _event(text, seat)
    if text == "show" or text[0] == ">":
        kind = "show" if text == "show" else "transfer"
        return _event(kind, seat, before.transferred_card(text), to=after.defender)
    if before.phase == DEFENCE:
        return _event("beat", seat, Card(text), beats=before.card_to_beat)
    attacks = before.phase == ATTACK
    return _event("attack" if attacks else "throw_in", seat, Card(text), to=before.defender if attacks else None)


def _event(kind: str, seat: int, card: str | None = None, beats: str | None = None, to: int | None = None) -> Event:
    return {"kind": kind, "seat": seat, "card": card, "beats": beats, "to": to}


def _bout_end(text: str, seat: int, before: InformationSet, after: InformationSet) -> Iterator[Event]:
    """Yield, if a ply ends the bout, where its cards went, who drew, who is out, and the end of the game."""
    if after.phase not in (ATTACK, GAME_OVER):
        return
    laid = [] if text in ("take", "done") else [Card(text)]
    cards = [card for pair in before.pairs for card in pair if card is not None] + laid
    taken = text == "take" or before.phase == THROW_IN_AFTER_TAKE
    yield ({"kind": "taken", "seat": before.defender} if taken else {"kind": "beaten_off"}) | {"cards": cards}
    gained = {before.defender: len(cards)} if taken else {}
    for one in _drawing_order(before):
        drawn = _draw(one, before, after, cards, gained.get(one, 0) - (one == seat) * len(laid))
        if drawn["count"]:
            yield drawn
    yield from ({"kind": "out", "seat": one} for one in after.just_out)
    if after.phase == GAME_OVER:
        yield {"kind": "over", "standing": after.results}


def _draw(seat: int, before: InformationSet, after: InformationSet, cards: Sequence[Card], gained: int) -> Event:
    """Describe the cards that a seat drew: their number, and themselves if the viewer knows them all."""
    count = after.hand_sizes[seat] - before.hand_sizes[seat] - gained
    old = {*before.hands[seat], *cards}
    new = [card for card in after.hands_by_suit[seat] if card and card not in old] if count else []
    return {"kind": "draw", "seat": seat, "count": count, "cards": new if len(new) == count else None}


def _drawing_order(info: InformationSet) -> list[int]:
    """Return the attacker, then the others clockwise, the defender last."""
    seats = info.rules.num_players
    clockwise = [(info.attacker + places) % seats for places in range(seats)]
    return [*(seat for seat in clockwise if seat != info.defender), info.defender]
