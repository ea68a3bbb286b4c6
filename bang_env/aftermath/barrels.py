"""Barrels against shots: the cards turned up by the seats that a bang, a mancato or a gatling meets with a ply."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from bang_env.actions import AIM_BANG, AIM_DUELLO, AIM_MANCATO, NOTHING, UNTARGETED
from bang_env.aftermath.effect import effect
from bang_env.aftermath.turned_up import draws_of, is_heart, laid_on_pile
from bang_env.cards import GATLING
from bang_env.information import InformationSet
from cardkit.game import Event

PLAY_GATLING = 1 + UNTARGETED.index(GATLING)
Draw = tuple[int, ...]
"""The cards that a seat turns up at once."""


def barrels(action: int, before: InformationSet, after: InformationSet) -> Iterator[Event]:
    """Yield the cards turned up by the seats that a ply's shots meet, and their meaning."""
    laid = laid_on_pile(before, after)
    cards = iter(() if laid is None else laid[int(action != NOTHING) :])
    needed = 2 if _is_slabs_bang(action, before) else 1
    for target in _met(action, before, after):
        if not _barrels_of(before, target):
            continue
        is_asked = after.cause in ("bang", "gatling") and after.record.target == target
        draws = list(_draws(before, target, needed, cards))
        is_saved = sum(map(is_heart, draws)) == needed
        if all(draws) and is_saved != is_asked:
            yield from (effect("miss" if is_heart(draw) else "no_heart", target, draw) for draw in draws)
        else:  # the pile does not show the cards
            yield effect("unsaved" if is_asked else "saved", target)


def _met(action: int, before: InformationSet, after: InformationSet) -> Iterator[int]:
    """Yield the seats that shots meet with a ply, clockwise."""
    seats, mover = before.rules.num_players, int(before.record.mover)
    if AIM_BANG <= action < AIM_DUELLO:
        steps = action - (AIM_BANG if action < AIM_MANCATO else AIM_MANCATO) + 1
        yield int(mover + steps) % seats
        return
    if action == PLAY_GATLING:
        source = target = mover
    elif before.cause == "gatling":
        source, target = int(before.record.source), int(before.record.target)
    else:
        return
    last = int(after.record.target) if after.cause == "gatling" else source
    while target != last:
        target = (target + 1) % seats
        if before.alive[target] and target != source:
            yield target


def _draws(info: InformationSet, seat: int, needed: int, cards: Iterator[int]) -> Iterator[Draw]:
    """Yield the cards that a seat turns up, barrel by barrel, while it needs a miss; none where the pile hides them."""
    for _ in range(_barrels_of(info, seat)):
        draw = tuple(islice(cards, draws_of(info, seat)))
        yield draw
        needed -= is_heart(draw)
        if needed == 0:
            return


def _barrels_of(info: InformationSet, seat: int) -> int:
    """Count the barrels of a seat: Jourdonnais has one more."""
    return (info.characters[seat] == "jourdonnais") + ("barile" in info.tables[seat])


def _is_slabs_bang(action: int, info: InformationSet) -> bool:
    """Return whether Slab the Killer shoots with a bang, which takes two misses."""
    return AIM_BANG <= action < AIM_MANCATO and info.characters[int(info.record.mover)] == "slab_the_killer"
