"""The cards that seats draw with a ply: hands gain them beyond all that is seen to enter and leave them."""

from __future__ import annotations

from collections.abc import Iterator, Set

import numpy as np

from bang_env.actions import (
    ANSWER_BANG,
    BACK_FIRST,
    CAT_BALOU_FIRST,
    FROM_PILE,
    NOTHING,
    PANICO_FIRST,
    PICK_FIRST,
    SID_PAYS,
)
from bang_env.aftermath.effect import effect
from bang_env.aftermath.losses import avenged, robbed
from bang_env.information import InformationSet
from bang_env.rules import NUM_ACTIONS
from cardkit.compiled.protocol import LEFT
from cardkit.game import Event

OF_MOVER = np.zeros(NUM_ACTIONS, np.int64)
"""The change of each action itself to the hand of its mover, by ids; panico plays one card and takes another."""
OF_MOVER[1:PANICO_FIRST] = OF_MOVER[CAT_BALOU_FIRST:SID_PAYS] = OF_MOVER[ANSWER_BANG:NOTHING] = -1
OF_MOVER[FROM_PILE:BACK_FIRST] = OF_MOVER[PICK_FIRST:ANSWER_BANG] = 1


def draws(action: int, before: InformationSet, after: InformationSet, stripped: Set[int]) -> Iterator[Event]:
    """Yield the cards that each living seat draws: their number alone.

    Args:
        stripped: who has discarded all cards, whose draws do not show.
    """
    if after.mover is None:
        return
    moved = _moved(action, before, after)
    for seat in range(before.rules.num_players):
        count = after.hand_sizes[seat] - before.hand_sizes[seat] - moved[seat]
        if after.alive[seat] and seat not in stripped and count > 0:
            yield effect("drew", seat, count=count)


def _moved(action: int, before: InformationSet, after: InformationSet) -> list[int]:
    """Count the cards that each seat's hand gains, less those that it loses, without those drawn."""
    moved, mover = [0] * before.rules.num_players, int(before.record.mover)
    if action != LEFT:
        moved[mover] += int(OF_MOVER[action]) + (avenged(action, before, after) is not None)
        if (target := robbed(action, before, after)) is not None:
            moved[target] -= 1
    for seat, character in enumerate(after.characters):
        if character == "vulture_sam" and after.alive[seat]:
            moved[seat] += sum(_estate(before, dead) for dead in fallen(before, after))
    return moved


def _estate(before: InformationSet, seat: int) -> int:
    """Count the cards that a seat leaves when it dies."""
    return before.hand_sizes[seat] + len(before.tables[seat])


def fallen(before: InformationSet, after: InformationSet) -> list[int]:
    """Return the seats that are dead since a ply."""
    return [seat for seat, lived in enumerate(before.alive) if lived and not after.alive[seat]]
