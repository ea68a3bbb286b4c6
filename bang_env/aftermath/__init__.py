"""What follows from a ply by itself, told from what one seat knows before and after it: luck, losses, falls.

Everything is read from the two information sets, so nothing hidden can be told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bang_env.actions import BACK_FIRST, CAT_BALOU_FIRST, DISCARD_FIRST, FROM_HAND, NOTHING, NUM_PLACES, PANICO_FIRST
from bang_env.aftermath.barrels import barrels
from bang_env.aftermath.openings import openings
from bang_env.aftermath.turned_up import laid_on_pile
from bang_env.cards import HAND, KINDS, PLACES, card_text
from bang_env.core.luck import KIND_THROWN
from bang_env.information import InformationSet
from cardkit.compiled.protocol import LEFT

__all__ = ["aftermath"]

Told = tuple[int, str]
"""A seat, and what it does or suffers: ``(2, "loses a life, now 3")``."""


def aftermath(action: int, before: InformationSet, after: InformationSet) -> Iterator[Told]:
    """What a ply has brought, in order: barrels, the card lost, lives, falls, and how the next turns begin.

    Args:
        action: the action id of the seat that is asked before the ply; LEFT if it leaves.
        before: what a seat knows before the ply.
        after: what the same seat knows after it.
    """
    begun = openings(before, after)
    exploded = {one.seat for one in begun if one.explodes}
    if action != LEFT:
        yield from barrels(action, before, after)
        yield from _card_lost(action, before, after)
    yield from _fates(before, after, set(range(before.rules.num_players)) - exploded)
    yield from ((one.seat, one.text) for one in begun)
    yield from _fates(before, after, exploded)


def _card_lost(action: int, before: InformationSet, after: InformationSet) -> Iterator[Told]:
    """The card that one seat loses to another one, if the reader sees it."""
    seats, mover = before.rules.num_players, int(before.record.mover)
    if PANICO_FIRST <= action < DISCARD_FIRST:
        is_panico = action < CAT_BALOU_FIRST
        steps, place = divmod(int(action - (PANICO_FIRST if is_panico else CAT_BALOU_FIRST)), NUM_PLACES)
        target = (mover + 1 + steps) % seats
        if place != HAND:
            yield target, f"loses {card_text(before.tables[target][PLACES[place]])}"
        elif is_panico:
            yield from _taken(target, before, after)
        else:
            laid = laid_on_pile(before, after)
            yield target, f"loses {card_text(laid[1]) if laid else KINDS[int(after.record.event - KIND_THROWN)]}"
    elif FROM_HAND <= action < BACK_FIRST:
        yield from _taken(int(mover + 1 + action - FROM_HAND) % seats, before, after)
    elif action == NOTHING and before.characters[mover] == "el_gringo" and before.lives[mover] > after.lives[mover]:
        yield from _taken(int(before.record.source), before, after)


def _taken(target: int, before: InformationSet, after: InformationSet) -> Iterator[Told]:
    """The card that the mover takes from the hand of another seat, if the reader knows one of the two hands."""
    mover = int(before.record.mover)
    gone = {*before.hands[target]} - {*after.hands[target], *after.pile}
    taken = gone or {*after.hands[mover]} - {*before.hands[mover]}
    if len(taken) == 1 and target != mover:
        yield target, f"loses {card_text(*taken)} to seat {mover}"


def _fates(before: InformationSet, after: InformationSet, seats: Iterable[int]) -> Iterator[Told]:
    """The lives that seats lose or gain, and which of them fall."""
    for seat in sorted(seats):
        if change := after.lives[seat] - before.lives[seat]:
            number = "a life" if abs(change) == 1 else f"{abs(change)} lives"
            yield seat, f"{'gains' if change > 0 else 'loses'} {number}, now {after.lives[seat]}"
        if before.alive[seat] and not after.alive[seat]:
            yield seat, f"is eliminated: {after.roles[seat]}"
