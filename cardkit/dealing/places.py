"""Cards laid into places: hands, a deck, whatever holds hidden cards. All arrangements that fit are equally likely.

Each card has a set of places where it may lie, and each place has room for so many cards. A card with one place left is
laid there at once. Cards with the same places form a group; `cardkit.dealing.shares` draws how many of it go where.
"""

from __future__ import annotations

import numpy as np

from cardkit.compiled.bits import ZERO, Bits, Number, is_single, lowest
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.prng import Stream, below
from cardkit.dealing.shares import (
    MOST_STOCKS,
    TAKER,
    Share,
    Stocks,
    Takers,
    draw_share,
    find_alike,
    in_all,
    in_stock,
    memo_for,
    of_stock,
)

MOST_PLACES = MOST_STOCKS

Array = np.ndarray


@jit
def lay_cards(may: Array, room: Stocks, where: Array, stream: Stream) -> None:
    """Lay hidden cards into places, so that each arrangement that fits is equally likely; there must be one.

    Args:
        may: uint8, by card: the set of places, from 0 to 7, where it may lie; empty for a card that is not hidden. It
            is used up: empty for all cards afterwards.
        room: a word of eight bits a place, the first one lowest: how many of the cards lie there.
        where: int64, by card: the place of each hidden card is written here, the rest is left as it is.
        stream: what decides.
    """
    room = lay_settled(may, room, where)
    groups = groups_of(may)
    if len(groups) > 1:
        find_alike(groups, MOST_PLACES)
        memo = memo_for(groups)
        for number in range(len(groups) - 1):
            room = lay_group(may, groups, number, draw_share(groups, number, room, memo, stream), room, where, stream)
    for card in range(len(may)):
        if may[card] != 0:
            room = lay(may, card, draw_place(room, stream), room, where)


@jit_inline
def lay(may: Array, card: Number, place: Number, room: Stocks, where: Array) -> Stocks:
    """Lay a card into a place, and return the room that is left."""
    may[card] = 0
    where[card] = place
    return room - of_stock(1, place)


@jit
def with_room(room: Stocks) -> Bits:
    """Return the set of places that have room."""
    places = ZERO
    for place in range(MOST_PLACES):
        places |= np.uint64(in_stock(room, place) > 0) << np.uint64(place)
    return places


@jit
def lay_settled(may: Array, room: Stocks, where: Array) -> Stocks:
    """Lay cards that have one place left until there are none, and strike out full places; return the room left."""
    full = True
    while full:
        places = with_room(room)
        for card in range(len(may)):
            left = np.uint64(may[card]) & places
            may[card] = left
            if left != ZERO and is_single(left):
                room = lay(may, card, lowest(left), room, where)
        full = with_room(room) != places
    return room


@jit
def groups_of(may: Array) -> Takers:
    """Group the cards with the same places, the largest group last: it need not be counted."""
    groups = np.zeros(len(may), TAKER)
    count = 0
    for card in range(len(may)):
        if may[card] != 0:
            number = 0
            while number < count and groups[number].may != may[card]:
                number += 1
            groups[number].may = may[card]
            groups[number].takes += 1
            count = max(count, number + 1)
    for number in range(count - 1):
        if groups[number].takes > groups[count - 1].takes:
            exchange(groups, number, count - 1)
    return groups[:count]


@jit_inline
def exchange(groups: Takers, one: Number, other: Number) -> None:
    """Let two groups change places."""
    may, takes = groups[one].may, groups[one].takes
    groups[one].may, groups[one].takes = groups[other].may, groups[other].takes
    groups[other].may, groups[other].takes = may, takes


@jit
def lay_group(
    may: Array, groups: Takers, number: Number, share: Share, room: Stocks, where: Array, stream: Stream
) -> Stocks:
    """Lay the cards of a group, so many into the places that are alike to each; return the room that is left."""
    places, alike = groups[number].may, groups[number].alike
    for card in range(len(may)):
        if may[card] == places:
            first = draw_place(share, stream)
            share -= of_stock(1, first)
            room = lay(may, card, draw_place(room & lanes_alike(alike, first), stream), room, where)
    return room


@jit
def lanes_alike(alike: Stocks, first: Number) -> Stocks:
    """Return all bits of the places that are alike to this first one."""
    lanes = ZERO
    for place in range(MOST_PLACES):
        if in_stock(alike, place) == first:
            lanes |= of_stock(255, place)
    return lanes


@jit
def draw_place(room: Stocks, stream: Stream) -> Number:
    """Draw a place, each as likely as it has room."""
    number, place = below(stream, in_all(room)), 0
    while place < MOST_PLACES - 1 and number >= in_stock(room, place):
        number -= in_stock(room, place)
        place += 1
    return place
