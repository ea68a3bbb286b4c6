"""The common parts of the tests of searching agents: positions, and the duties of every kind of search."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import numpy as np

from durak_env.actions import actions_of_slots, slots_of_actions
from durak_env.core.dealing import deal
from durak_env.core.play import step
from durak_env.core.records import GAME_OVER
from durak_env.core.results import returns
from durak_env.core.seating import mover
from durak_env.information import InformationSet
from durak_env.rules import Rules

RULE_SETS = (
    Rules(),
    Rules(include_trumps=False),
    Rules(start_rank=2, max_attack_cards=6),
    Rules(start_rank=10, hand_size=3),
    Rules(start_rank=11, num_suits=2, hand_size=20),
    Rules(start_rank=2, hand_size=26, include_trumps=False),
)

FOUR_SEATS = (
    Rules(num_players=4),
    Rules(num_players=4, transfer=True, passport=True),
    Rules(num_players=4, start_rank=10, hand_size=3, throw_in="neighbours", include_trumps=False),
    Rules(num_players=4, start_rank=11, num_teams=2),
    Rules(num_players=4, start_rank=2, max_attack_cards=6, first_discard_limit=5, throw_in="attacker"),
)

LATER = (
    Rules(num_players=3, start_rank=2, max_attack_cards=6),
    Rules(num_players=5, start_rank=10, hand_size=3, transfer=True),
    Rules(num_players=6, num_teams=3),
    Rules(transfer=True, passport=True),
)
"""Tables whose records only the slow suite compiles."""

STANDARD = (Rules(),)
"""For agents that play by no other rules."""


def positions(count: int, seed: int, rule_sets: tuple[Rules, ...] = RULE_SETS) -> Iterator[tuple[Rules, Any, int]]:
    """Yield rules, STATE and seat to move, with a choice, somewhere in random games."""
    for rules, state, seat in _positions(count, seed, rule_sets):
        yield rules, state.copy(), seat


@functools.cache
def _positions(count: int, seed: int, rule_sets: tuple[Rules, ...]) -> list[tuple[Rules, Any, int]]:
    rng, found = np.random.default_rng(seed), list[tuple[Rules, Any, int]]()
    while len(found) < count:
        rules = rule_sets[len(found) % len(rule_sets)]
        state = deal(rules, rng)
        for _ in range(rng.integers(0, 70)):
            if state.phase != GAME_OVER:
                actions = InformationSet.of(state, rules, int(mover(state))).legal_actions
                step(state, int(slots_of_actions(rules)[rng.choice(actions)]))
        if int(state.legal).bit_count() > 1:
            found.append((rules, state, int(mover(state))))
    return found


def legal_slots(state: Any) -> list[int]:
    legal = int(state.legal)
    return [slot for slot in range(64) if legal >> slot & 1]


def best_outcome(state: Any, known: dict[bytes, int]) -> int:
    """Return seat 0's result if both play as well as can be."""
    if state.phase == GAME_OVER:
        return int(returns(state, 0))
    key = played_on(state)
    if key not in known:
        outcomes = [best_outcome(after(state, slot), known) for slot in legal_slots(state)]
        known[key] = max(outcomes) if mover(state) == 0 else min(outcomes)
    return known[key]


def played_on(state: Any) -> bytes:
    """Return the state without its counters."""
    copy = state.copy()
    copy.bouts = copy.plies = 0
    if "out_bout" in copy.dtype.names:
        copy.out_bout[:] = 0
    return copy.tobytes()


def after(state: Any, slot: int) -> Any:
    copy = state.copy()
    step(copy, slot)
    return copy


@functools.cache
def small_endgames(rule_sets: tuple[Rules, ...] = RULE_SETS) -> list[tuple[InformationSet, dict[int, int]]]:
    """Return positions without a talon and with few cards, where the choice matters, and each action's value."""
    found = []
    known: dict[bytes, int] = {}
    for rules, state, seat in positions(400, seed=4, rule_sets=rule_sets):
        cards = sum(int(hand).bit_count() for hand in state.hands)
        if state.talon_size == 0 and cards <= 6:
            sign, ids = 1 - 2 * seat, actions_of_slots(rules)
            outcomes = {int(ids[slot]): sign * best_outcome(after(state, slot), known) for slot in legal_slots(state)}
            if len(set(outcomes.values())) > 1:
                found.append((InformationSet.of(state, rules, seat, True), outcomes))
    return found
