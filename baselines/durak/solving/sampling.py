"""Equilibria of games too large to hold as trees, by sampling: external-sampling MCCFR over the compiled rules.

Each iteration deals a game at random and walks it for one player: it tries all of that player's actions, and draws one
of the other player's. Regrets and sums of strategies stand in a hash table by information set.

Source: M. Lanctot, K. Waugh, M. Zinkevich, M. Bowling, "Monte Carlo sampling for regret minimization in extensive
games", NIPS 2009.
"""

from __future__ import annotations

import numpy as np

from baselines.durak.endgames.solver import UNSOLVED, begin_question, next_outcome
from baselines.durak.solving.growth import chained, key_of
from cardkit.compiled.bits import ZERO, is_single, lowest, without_lowest
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import mix, uniform
from cardkit.compiled.protocol import Slot
from cardkit.compiled.records import record
from cardkit.playing_cards import ALL_CARDS, MAX_CARDS
from durak_env.cards import bit, count
from durak_env.core.dealing import deal_random
from durak_env.core.play import step
from durak_env.core.records import GAME_OVER, STATE, State
from durak_env.core.results import returns
from durak_env.core.seating import mover
from durak_env.durak import copy_state

MOST_ACTIONS = MAX_CARDS + 1
"""The most actions: those of a hand that has taken nearly all cards, and TAKE or DONE."""
DEPTH = 1024
"""The most choices of a game: far more than a deck that can be sampled allows."""

ENTRY = record(
    [
        ("key", np.uint64),  # of the information set; 0 in an empty entry
        ("first", np.int64),  # where its weights begin, those of its actions in ascending order of slots
    ]
)
"""The place of the weights of an information set."""

WEIGHT = record([("regret", np.float32), ("total", np.float32)])
"""The regret of an action, and the sum of the strategies' probabilities of it."""
WEIGHTS_AN_ENTRY = 4
"""The weights to make room for by entry: information sets of small games have three actions on average."""

KNOWLEDGE = record([("plies", np.uint64), ("order", np.uint64, 2)])
"""The memories of both players; see `baselines.durak.solving.growth`."""

WALK = record(
    [
        ("entries", np.int64),  # of the table in use
        ("weights", np.int64),  # in use
        ("full", np.uint8),  # whether the table has no room for more
    ]
)
"""The state of a solution in progress."""


def new_table(bits: int) -> tuple[np.ndarray, np.ndarray]:
    """Make an empty table of 2**bits entries, and room for weights."""
    return np.zeros(1 << bits, ENTRY), np.zeros(WEIGHTS_AN_ENTRY << bits, WEIGHT)


@jit
def place_of(table, key):  # type: ignore[no-untyped-def]
    """Find the entry of an information set, or the empty one where it belongs."""
    last = len(table) - 1
    place = np.int64(mix(key) & np.uint64(last))
    while table[place].key != key and table[place].key != ZERO:
        place = (place + 1) & last
    return place


@jit
def find(table, weights, walk, key, actions):  # type: ignore[no-untyped-def]
    """Find where the weights of an information set begin; enter it if it is new; -1 if there is no room."""
    place = place_of(table, key)
    if table[place].key == ZERO:
        if 10 * walk.entries > 9 * (len(table) - 1) or walk.weights + actions > len(weights):
            walk.full = True
            return -1
        table[place].key, table[place].first = key, walk.weights
        walk.entries += 1
        walk.weights += actions
    return np.int64(table[place].first)


@jit
def strategy_of(weights, first, actions, mean, chosen):  # type: ignore[no-untyped-def]
    """Write a strategy into ``chosen``: the mean one, or that in proportion to the positive regrets."""
    whole = 0.0
    for action in range(actions):
        weight = weights[first + action]
        chosen[action] = weight.total if mean else max(weight.regret, np.float32(0))
        whole += chosen[action]
    for action in range(actions):
        chosen[action] = chosen[action] / whole if whole > 0 else 1.0 / actions


@jit
def mean_strategy(table, weights, keys, first_action):  # type: ignore[no-untyped-def]
    """Return by action of a tree the mean strategy; uniform where the walks have not been. The table stays as it is."""
    strategy = np.empty(first_action[-1], np.float64)
    for infoset, key in enumerate(keys):
        chosen = strategy[first_action[infoset] : first_action[infoset + 1]]
        place = place_of(table, key)
        if table[place].key == ZERO:
            chosen[:] = 1.0 / len(chosen)
        else:
            strategy_of(weights, table[place].first, len(chosen), True, chosen)
    return strategy


@jit
def draw(chosen, actions, stream):  # type: ignore[no-untyped-def]
    """Draw an action from a strategy."""
    left = uniform(stream)
    for action in range(actions - 1):
        left -= chosen[action]
        if left < 0:
            return action
    return actions - 1


@jit
def slot_at(legal, action):  # type: ignore[no-untyped-def]
    """Return the slot of an action, given by its number in ascending order."""
    for _ in range(action):
        legal = without_lowest(legal)
    return lowest(legal)


@jit
def play(state: State, known, slot: Slot) -> None:  # type: ignore[no-untyped-def]
    """Play a ply, and note what both players learn from it."""
    before = state.talon_size
    hands = (state.hands[0], state.hands[1])
    public = state.attacks | state.defences | (bit(slot) & ALL_CARDS)
    known.plies = chained(known.plies, np.uint64(slot + 1))
    step(state, slot)
    if state.talon_size < before:
        for seat in range(2):
            drawn = state.hands[seat] & ~hands[seat] & ~public
            if drawn != ZERO:
                known.order[seat] = chained(known.order[seat], drawn)


@jit
def play_forced(state: State, known) -> bool:  # type: ignore[no-untyped-def]
    """Play the plies without a choice; return whether a choice follows before the talon is empty."""
    while state.phase != GAME_OVER and state.talon_size > 0:
        if not is_single(state.legal):
            return True
        play(state, known, lowest(state.legal))
    return False


@jit
def payoff(state: State, player, endgames):  # type: ignore[no-untyped-def]
    """Compute a player's result where a walk ends.

    Raises:
        ValueError: the endgame is too large to be solved.
    """
    if state.phase == GAME_OVER:
        return np.float64(returns(state, player))
    value = next_outcome(state, endgames)
    if value == UNSOLVED:
        raise ValueError("an endgame of this game is too large to be solved: choose a smaller deck")
    return np.float64(value if mover(state) == player else -value)


@jit
def walk_down(states, knowns, level, table, weights, walk, player, stream, endgames):  # type: ignore[no-untyped-def]
    """Sample the value for ``player`` of the position at a level, whose regrets it updates on the way.

    All calls have arguments of the same types: Numba loads no other recursion from its cache.
    """
    state, known = states[level], knowns[level]
    if not play_forced(state, known):
        return payoff(state, player, endgames)
    seat, actions, legal = np.int64(mover(state)), count(state.legal), state.legal
    first = find(table, weights, walk, key_of(known.plies, known.order[seat], seat), actions)
    if first < 0 or level + 1 >= len(states):
        walk.full = True
        return 0.0
    chosen = np.empty(MOST_ACTIONS, np.float64)
    strategy_of(weights, first, actions, False, chosen)
    if seat != player:
        for action in range(actions):
            weights[first + action].total += chosen[action]
        states[level + 1], knowns[level + 1] = state, known
        play(states[level + 1], knowns[level + 1], slot_at(legal, draw(chosen, actions, stream)))
        return walk_down(states, knowns, level + np.int64(1), table, weights, walk, player, stream, endgames)
    values, mean = np.empty(MOST_ACTIONS, np.float64), 0.0
    for action in range(actions):
        states[level + 1], knowns[level + 1] = states[level], knowns[level]
        play(states[level + 1], knowns[level + 1], slot_at(legal, action))
        values[action] = walk_down(states, knowns, level + np.int64(1), table, weights, walk, player, stream, endgames)
        if walk.full:  # then branches are missing
            return 0.0
        mean += chosen[action] * values[action]
    for action in range(actions):
        weights[first + action].regret += values[action] - mean
    return mean


@jit
def improve(table, weights, walk, start, iterations, stream, endgames):  # type: ignore[no-untyped-def]
    """Walk ``iterations`` random games, for the players in turn, and return how many were walked.

    There are fewer if the table has no room for a new information set; the game that met it does not count.
    """
    states, knowns = np.zeros(DEPTH, STATE), np.zeros(DEPTH, KNOWLEDGE)
    for number in range(iterations):
        deal_one(states[0], knowns[0], start, stream)
        if number == 0:
            begin_question(states[0], endgames, 1, 0)
        walk_down(states, knowns, np.int64(0), table, weights, walk, number & 1, stream, endgames)
        if walk.full:
            return number
    return iterations


@jit
def deal_one(state, known, start, stream):  # type: ignore[no-untyped-def]
    """Deal a game whose trump suit is the first one, if there are trumps."""
    while True:
        copy_state(start, state)
        deal_random(state, stream)
        if state.trump_suit == 0 or not state.include_trumps:
            break
    known.plies = chained(np.uint64(state.trump_card), np.uint64(state.attacker))
    for seat in range(2):
        known.order[seat] = chained(ZERO, state.hands[seat])
