"""Grows the tree of a small game of Durak over the compiled rules.

The deal is one chance node. Later chance is lazy: only when a bout ends with cards drawn is there a chance node, with a
child for each pair of sets that the attacker and the defender may draw. A ply without a choice makes no node.

Who holds which cards is all that is hidden. So these words, each a hash, tell what a player knows:

==========  ==================================================================================================
plies       the trump card, the first attacker and all plies
order       the player's own cards in the order of their arrival: the hand dealt, then each set drawn
held        the same cards as one set, without their order
==========  ==================================================================================================

``plies`` with ``order`` is all that a player can remember, and so an information set. ``plies`` with ``held`` is what a
`durak_env.InformationSet` tells.
"""

from __future__ import annotations

import numpy as np

from baselines.durak.endgames.solver import UNSOLVED, next_outcome
from cardkit.compiled.bits import ZERO, Bits, Number, is_single, lowest, without_lowest
from cardkit.compiled.jit import jit, jit_wrapping
from cardkit.compiled.prng import mix
from cardkit.compiled.records import record
from cardkit.playing_cards import ALL_CARDS, Cards
from cardkit.solving.tree import CHANCE, TERMINAL
from durak_env.cards import bit, count
from durak_env.core.play import step
from durak_env.core.records import GAME_OVER, STATE, State
from durak_env.core.results import returns
from durak_env.core.seating import mover
from durak_env.knowledge import observe

NO_SLOT = -1
LONGEST = 127
"""The plies of the longest game that can be grown."""

ITEM = record(
    [
        ("plies", np.uint64),
        ("order", np.uint64, 2),  # by seat
        ("held", np.uint64, 2),  # by seat: the cards themselves
        ("parent", np.int32),
        ("branch", np.uint16),
        ("slot", np.int8),  # the ply to play; NO_SLOT if the state is reached already
        ("length", np.uint8),  # plies played
        ("path", np.uint8, LONGEST),  # their slots, plus 64 for those of seat 1
    ]
)
"""A node to make: how to get there, and what its players know."""

NODE = record(
    [
        ("key", np.uint64),  # of a decision: the information set
        ("told", np.uint64),  # of a decision: what an InformationSet tells of it
        ("parent", np.int32),
        ("branch", np.uint16),
        ("arity", np.uint16),
        ("kind", np.uint8),
        ("payoff", np.int8),
        ("slots", np.uint64),  # of a decision: the legal actions
        ("held", np.uint64, 2),  # by seat: the cards dealt and drawn on the way to it
    ]
)
"""A node as it is made."""

PAST = record(
    [
        ("path", np.uint8, LONGEST),  # the plies' slots, plus 64 for those of seat 1
        ("length", np.uint8),  # plies played
        ("first_trump", np.uint8),  # of the first hand; see `durak_env.InformationSet`
    ]
)
"""A player's memory at a decision, beside INFO."""

ROOM, NO_ROOM, NOT_SOLVED = range(3)
"""The returns of `grow`: all is well, the stack is full, an endgame had too many positions."""

_PLY, _SEAT = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD1B54A32D192ED03)


@jit_wrapping
def chained(word: Bits, next_word: Bits) -> Bits:
    """Hash a sequence and one more word."""
    return mix(mix(word + _PLY) ^ next_word)


@jit
def hash_of(words: np.ndarray) -> Bits:
    """Hash a sequence of one word or more."""
    found = words[0]
    for word in words[1:]:
        found = chained(found, word)
    return found


@jit_wrapping
def key_of(plies: Bits, own: Bits, seat: int) -> Bits:
    """Compute the key of a seat's knowledge."""
    return chained(chained(plies, own), _SEAT * np.uint64(seat + 1))


@jit
def grow(items, states, top, nodes, first, played_out, endgames, wanted, infos, pasts, given):  # type: ignore[no-untyped-def]
    """Make nodes until the stack is empty or ``nodes`` is full.

    Args:
        items, states, top: the stack: ITEM and STATE records, and how many there are.
        nodes: NODE records to fill.
        first: the number of the first of them.
        played_out: whether games go on once the talon is empty; else the exact value ends them.
        endgames: memory of the endgame solver.
        wanted: numbers of nodes, ascending, whose knowledge is asked for.
        infos: one INFO record for each, to fill.
        pasts: one PAST record for each, to fill.
        given: how many of them are filled.

    Returns:
        How many are left on the stack, how many nodes are made, how many records are filled, and what stopped it.
    """
    made = 0
    here, trial = np.zeros(1, STATE), np.zeros(1, STATE)
    item = np.zeros(1, ITEM)
    while top > 0 and made < len(nodes):
        here[0], item[0] = states[top - 1], items[top - 1]
        node, now = nodes[made], item[0]
        node.parent, node.branch, node.payoff, node.arity = now.parent, now.branch, 0, 0
        node.held[0], node.held[1] = now.held[0], now.held[1]
        top -= 1
        kind, slot = play_forced(here, trial, now, played_out)
        node.kind = kind
        number = first + made
        if kind == CHANCE:
            pushed = push_draws(items, states, top, here[0], trial[0], now, slot, number)
        elif kind == TERMINAL:
            pushed = top
            value = result_of(here[0], endgames)
            if value == UNSOLVED:
                return top, made, given, NOT_SOLVED
            node.payoff = value
        else:
            node.slots = here[0].legal
            node.key = key_of(now.plies, now.order[kind], kind)
            node.told = key_of(now.plies, now.held[kind], kind)
            if given < len(wanted) and wanted[given] == number:
                observe(here[0], kind, False, infos[given])
                pasts[given].path[:] = now.path
                pasts[given].length = now.length
                pasts[given].first_trump = here[0].first_trumps[kind]
                given += 1
            pushed = push_plies(items, states, top, here[0], now, number)
        if pushed < 0 or now.length > LONGEST:
            return top, made, given, NO_ROOM
        node.arity = pushed - top
        top = pushed
        made += 1
    return top, made, given, ROOM


@jit
def play_forced(here, trial, now, played_out):  # type: ignore[no-untyped-def]
    """Play the ply that an item asks for and all plies without a choice.

    Returns:
        The kind of the node where this ends, and the ply that a chance node stands for.
    """
    slot = np.int64(now.slot)
    while True:
        if slot != NO_SLOT:
            now.plies = chained(now.plies, np.uint64(slot + 1))
            now.path[now.length % LONGEST] = slot + 64 * np.int64(mover(here[0]))
            now.length += 1
            trial[0] = here[0]
            step(trial[0], slot)
            if trial[0].talon_size < here[0].talon_size:
                return CHANCE, slot
            here[0] = trial[0]
        state = here[0]
        if state.phase == GAME_OVER or (state.talon_size == 0 and not played_out):
            return TERMINAL, NO_SLOT
        if not is_single(state.legal):
            return np.int64(mover(state)), NO_SLOT
        slot = lowest(state.legal)


@jit
def result_of(state: State, endgames: np.ndarray) -> Number:
    """Compute seat 0's result of a game that is over, or of an endgame that both play perfectly."""
    if state.phase == GAME_OVER:
        return np.int64(returns(state, 0))
    value = next_outcome(state, endgames)
    return value if value == UNSOLVED or mover(state) == 0 else -value


@jit
def push_plies(items, states, top, state, now, parent):  # type: ignore[no-untyped-def]
    """Push a node's children, one for each legal action; return the new top, -1 without room."""
    actions = count(state.legal)
    if top + actions > len(items):
        return -1
    left = state.legal
    for branch in range(actions):
        place = top + actions - 1 - branch  # so that the first action comes first off the stack
        states[place], items[place] = state, now
        items[place].parent, items[place].branch, items[place].slot = parent, branch, lowest(left)
        left = without_lowest(left)
    return top + actions


@jit
def push_draws(items, states, top, state, drawn, now, slot, parent):  # type: ignore[no-untyped-def]
    """Push the children of a chance node: the ply ``slot`` and every way to draw afterwards.

    Args:
        drawn: the state after one of these ways, which tells how many cards each seat draws.
    """
    attacker, talon = np.int64(state.attacker), talon_of(state)
    bottom = bit(state.trump_card) & ALL_CARDS  # empty without a face-up card
    hidden = talon & ~bottom
    first = min(count(drawn.hands[attacker] & talon), count(hidden))
    second = min(count(drawn.hands[1 - attacker] & talon), count(hidden) - first)
    branch = 0
    mine = first_subset(hidden, first)
    while True:
        rest = hidden & ~mine
        others = first_subset(rest, second)
        while True:
            if top + branch >= len(items):
                return -1
            lay(states, items, top + branch, state, now, mine, others, bottom, slot)
            items[top + branch].parent, items[top + branch].branch = parent, branch
            branch += 1
            others = next_subset(rest, others)
            if others == ZERO:
                break
        mine = next_subset(hidden, mine)
        if mine == ZERO:
            break
    return top + branch


@jit
def lay(states, items, place, state, now, mine, others, bottom, slot):  # type: ignore[no-untyped-def]
    """Write a child of a chance node: the talon in an order that gives the seats their sets, and the ply played."""
    states[place], items[place] = state, now
    child, item = states[place], items[place]
    at, talon = np.int64(state.talon_size), talon_of(state)
    for part in (mine, others, talon & ~mine & ~others & ~bottom, bottom):
        while part != ZERO:
            at -= 1
            child.talon[at] = lowest(part)
            part = without_lowest(part)
    step(child, slot)
    for seat in range(2):
        drawn = child.hands[seat] & talon
        if drawn != ZERO:
            item.order[seat] = chained(item.order[seat], drawn)
            item.held[seat] |= drawn
    item.slot = NO_SLOT


@jit
def talon_of(state: State) -> Cards:
    """Return the cards of the talon as a set."""
    talon = ZERO
    for place in range(state.talon_size):
        talon |= bit(state.talon[place])
    return talon


@jit
def slots_in(sets, total):  # type: ignore[no-untyped-def]
    """Return the slots of several sets, ``total`` in all, one set after the other."""
    slots, at = np.empty(total, np.int64), 0
    for one in sets:
        left = one
        while left != ZERO:
            slots[at] = lowest(left)
            left = without_lowest(left)
            at += 1
    return slots


@jit
def first_subset(cards: Cards, size: int) -> Cards:
    """Return the lowest ``size`` of the cards."""
    chosen = ZERO
    for _ in range(size):
        card = lowest(cards)
        cards = without_lowest(cards)
        chosen |= bit(card)
    return chosen


@jit
def next_subset(cards: Cards, chosen: Cards) -> Cards:
    """Return the subset of ``cards`` of the same size that comes after ``chosen``; empty after the last.

    The lowest chosen card with a free card above it moves there, and the chosen ones below start anew.
    """
    below = 0
    left = cards
    while left != ZERO:
        card = lowest(left)
        left = without_lowest(left)
        if chosen & bit(card) == ZERO:
            continue
        if left != ZERO and chosen & bit(lowest(left)) == ZERO:
            upper = (~ZERO << np.uint64(card)) & ~bit(card)
            return (chosen & upper) | bit(lowest(left)) | first_subset(cards, below)
        below += 1
    return ZERO
