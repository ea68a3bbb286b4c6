"""The aftermath of a ply, told from what one seat knows before and after it: luck, losses, falls.

Everything is read from the two information sets, so nothing hidden can be told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bang_env.actions import BACK_FIRST, NOTHING
from bang_env.aftermath.barrels import barrels
from bang_env.aftermath.draws import draws, fallen
from bang_env.aftermath.effect import effect
from bang_env.aftermath.losses import card_lost
from bang_env.aftermath.openings import openings
from bang_env.core.records import Phase
from bang_env.information import InformationSet
from cardkit.compiled.protocol import HIDDEN, LEFT
from cardkit.game import Event

__all__ = ["aftermath"]


def aftermath(action: int, before: InformationSet, after: InformationSet) -> Iterator[Event]:
    """Yield the consequences of a ply: barrels, lives, falls, the card lost, openings of turns, and the cards drawn.

    All is in the order in which it happens, but for the draws, which come last.

    Args:
        action: the action id of the seat that is asked before the ply; LEFT if it leaves, HIDDEN if it is not seen.
        before: what a seat knows before the ply.
        after: what the same seat knows after it.
    """
    if action == HIDDEN:  # which card goes back changes nothing of what follows
        action = int(BACK_FIRST)
    begun = openings(before, after)
    exploded = {one.seat for one in begun if one.explodes}
    stripped = _stripped(action, before, after)
    if action != LEFT:
        yield from barrels(action, before, after)
    yield from _fates(before, after, set(range(before.rules.num_players)) - exploded)
    if action != LEFT:
        yield from card_lost(action, before, after)
    yield from (effect("stripped", seat) for seat in stripped)
    yield from (one.event for one in begun)
    yield from _fates(before, after, exploded)
    yield from draws(action, before, after, stripped)


def _fates(before: InformationSet, after: InformationSet, seats: Iterable[int]) -> Iterator[Event]:
    """Yield the lives that seats lose or gain, and which of them fall."""
    for seat in sorted(seats):
        if change := after.lives[seat] - before.lives[seat]:
            yield effect("healed" if change > 0 else "hurt", seat, count=abs(change), left=after.lives[seat])
        if before.alive[seat] and not after.alive[seat]:
            yield effect("eliminated", seat, role=after.roles[seat])


def _stripped(action: int, before: InformationSet, after: InformationSet) -> set[int]:
    """Return the Sheriff's seat, if he has eliminated a Deputy and the game goes on."""
    record, sheriff = before.record, int(before.record.sheriff)
    killers = dict(zip(record.fell[: record.falls].tolist(), record.felled_by.tolist(), strict=False))
    if before.phase == Phase.DYING and action == NOTHING:
        killers[int(record.mover)] = int(record.blamed)
    is_guilty = any(after.roles[seat] == "deputy" and killers.get(seat) == sheriff for seat in fallen(before, after))
    return {sheriff} if is_guilty and after.alive[sheriff] and after.mover is not None else set()
