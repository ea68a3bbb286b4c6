"""The cards that a ply takes from the hand or the table of another seat than the mover."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bang_env.actions import (
    ANSWER_BIRRA,
    BACK_FIRST,
    CAT_BALOU_FIRST,
    DISCARD_FIRST,
    FROM_HAND,
    NOTHING,
    NUM_PLACES,
    PANICO_FIRST,
)
from bang_env.aftermath.effect import effect
from bang_env.aftermath.turned_up import laid_on_pile
from bang_env.cards import HAND, PLACES
from bang_env.core.records import NOBODY, Phase
from bang_env.information import InformationSet
from cardkit.game import Event


def card_lost(action: int, before: InformationSet, after: InformationSet) -> Iterator[Event]:
    """Yield the card that one seat loses to another one or to the pile, as far as the reader sees it."""
    aimed, target = aim_of(action, before), robbed(action, before, after)
    if aimed and aimed.place != HAND:
        yield effect("lost", aimed.target, (before.tables[aimed.target][PLACES[aimed.place]],))
    elif aimed and not aimed.is_panico:
        yield effect("lost", aimed.target, _thrown(before, after))
    elif target is not None:
        yield _taken(target, before, after)


def robbed(action: int, before: InformationSet, after: InformationSet) -> int | None:
    """Return the seat whose hand loses a card by chance: to panico, cat_balou, Jesse Jones or El Gringo."""
    if aimed := aim_of(action, before):
        return aimed.target if aimed.place == HAND else None
    if FROM_HAND <= action < BACK_FIRST:
        return int(before.record.mover + 1 + action - FROM_HAND) % before.rules.num_players
    return avenged(action, before, after)


class Aim(NamedTuple):
    """A ply of panico or of cat_balou: whom it meets, and at which place."""

    is_panico: bool
    target: int
    place: int


def aim_of(action: int, before: InformationSet) -> Aim | None:
    """Return the aim of a ply of panico or cat_balou; None if it is neither."""
    if not PANICO_FIRST <= action < DISCARD_FIRST:
        return None
    is_panico = bool(action < CAT_BALOU_FIRST)
    steps, place = divmod(int(action - (PANICO_FIRST if is_panico else CAT_BALOU_FIRST)), NUM_PLACES)
    return Aim(is_panico, (int(before.record.mover) + 1 + steps) % before.rules.num_players, place)


def avenged(action: int, before: InformationSet, after: InformationSet) -> int | None:
    """Return the seat from whose hand El Gringo, who is hit and lives on, takes a card; None if he takes none."""
    mover = int(before.record.mover)
    if before.characters[mover] != "el_gringo" or after.lives[mover] <= 0:
        return None
    if before.phase == Phase.DYING and action == ANSWER_BIRRA:
        by = int(before.record.blamed)
    elif action == NOTHING and after.lives[mover] < before.lives[mover]:
        by = int(before.record.source)
    else:
        return None
    if by in (NOBODY, mover):
        return None
    has_card = before.hand_sizes[by] > 0 or before.characters[by] == "suzy_lafayette"  # she draws before he takes
    return by if has_card else None


def _taken(target: int, before: InformationSet, after: InformationSet) -> Event:
    """Describe the card that the mover takes from another seat's hand; a seat that knows either hand sees its face."""
    mover = int(before.record.mover)
    gone = {*before.hands[target]} - {*after.hands[target], *after.pile}
    entered = gone or {*after.hands[mover]} - {*before.hands[mover]}
    return effect("taken", target, tuple(entered) if len(entered) == 1 else (), to=mover)


def _thrown(before: InformationSet, after: InformationSet) -> tuple[int, ...]:
    """Return the card that cat_balou has laid onto the pile, above itself."""
    laid = laid_on_pile(before, after)
    return laid[1:2] if laid else ()
