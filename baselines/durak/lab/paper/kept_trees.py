"""Games of the paper's strategy search with its memory: two trees, kept from choice to choice and game to game.

One tree serves the choices as attacker or thrower, the other those as defender. What such a player does in a game
depends on all games before. So a run of games with the same trees is one sample: intervals are over runs, which the lab
calls deals, and a worker plays a whole run.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np

from baselines.durak.agents.strategy import choose_by_role
from baselines.durak.evaluation.hand_value import mean_hand_value
from baselines.durak.lab.paper.opponents import READINGS, choose_as
from baselines.durak.search.strategy_tree import (
    ATTACKER,
    DEFENDER,
    NO_STRATEGY,
    NODE_BYTES,
    NODES_AT,
    PASS,
    STRATEGIES,
    search_in,
    start_tree,
    strategy_memory,
)
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of
from cardkit.compiled.prng import streams_from_seed
from cardkit.compiled.protocol import Slot, Stream
from cardkit.lab.scale import Scale
from durak_env.cards import DONE_SLOT, TAKE_SLOT
from durak_env.core.dealing import deal_random, new_states
from durak_env.core.play import step
from durak_env.core.records import ATTACK, DEFENCE, GAME_OVER, Info, State
from durak_env.core.results import returns
from durak_env.core.seating import defender_of, mover, seats_of
from durak_env.knowledge import info_dtype, observe
from durak_env.rules import Rules

RULES = Rules(num_players=4, start_rank=2, max_attack_cards=6)
ITERATIONS = 10
GAMES = 200
"""The number of games of one run."""
OUTCOME, HANDS, WON_TWICE, OTHERWISE, CHOICES = 0, 1, 3, 5, 7
FIELDS = CHOICES + 2 * len(STRATEGIES)
"""The numbers of a game, int16: its outcome (1, 0 for a draw, -1 for the fool); the hands as attacker and as defender;
twice those won; twice those won as attacker if no pass is half a win, and if only a chosen one is; then, as attacker
and as defender, the choices of each strategy."""
NO_PASS, FORCED, CHOSEN = range(3)
"""The ways in which the attacker of a bout has passed: not at all, for want of a card, or by the strategy PASS."""
_NODES_A_GAME = 4 * ITERATIONS * 200  # of one tree; games have some 40 choices for both


def runs_of(c: float, reading: str, runs: int, games: int, scale: Scale, result: str = "reach") -> np.ndarray:
    """Return runs of games with trees of their own, as kept or played now: int16 array (runs, games, FIELDS).

    The i-th runs have the same deals for all weights and readings.
    """
    seed = scale.seed_of("trees of the paper")
    what = f"kept trees: c={c:g}, {result}, v {reading}, {runs} runs of {games} games, seed {seed}, {RULES}"
    scale.progress(what)

    def play() -> np.ndarray:
        play_run(c, reading, 1, result, seed, 0)  # compiles before the workers begin
        with ThreadPoolExecutor(scale.jobs) as workers:
            return np.array(list(workers.map(partial(play_run, c, reading, games, result, seed), range(runs))))

    return scale.kept.measured(what, play)


def play_run(c: float, reading: str, games: int, result: str, seed: int, number: int) -> np.ndarray:
    """Return the games of one pair of trees, int16 array (games, FIELDS)."""
    memory = strategy_memory(_NODES_A_GAME * games, 2, c, ITERATIONS, result)
    rows = np.zeros((games, FIELDS), np.int16)
    streams = np.concatenate([streams_from_seed(seed, number), streams_from_seed(seed, number, 1, count=2)])
    play_games(new_states(RULES), np.zeros(1, info_dtype(RULES)), memory, rows, streams, READINGS[reading])
    return rows


@jit
def play_games(states: Any, infos: Any, memory: Any, rows: Any, streams: Any, reading: int) -> None:
    """Play games one after the other with two trees; the seat goes round. Streams: deals, the player, opponents."""
    address = address_of(memory)
    search = search_in(address)
    for tree in range(2):
        start_tree(search, address + NODES_AT + tree * search.capacity * NODE_BYTES, tree)
    for game in range(len(rows)):
        deal_random(states[0], streams[0])
        play_game(states[0], infos[0], memory, rows[game], streams, reading, game % seats_of(states[0]))


@jit
def play_game(state: State, info: Info, memory: Any, row: Any, streams: Any, reading: int, mine: int) -> None:
    """Play a dealt game, and fill in its row."""
    role, taken, before, passed = NO_STRATEGY, False, 0.0, NO_PASS
    while state.phase != GAME_OVER:
        if state.phase == ATTACK:
            role, taken, before, passed = role_of(state, mine), False, value_of_hand(state, mine), NO_PASS
        seat = np.int64(mover(state))
        observe(state, seat, False, info)
        if seat == mine:
            slot = choose_with_memory(info, streams[1], memory, row)
            if slot == DONE_SLOT:
                passed = CHOSEN if has_chosen_pass(memory) else max(passed, FORCED)
        else:
            slot = choose_as(reading, info, streams[2], memory)
        taken = taken or slot == TAKE_SLOT
        step(state, slot)
        if role != NO_STRATEGY and (state.phase == ATTACK or state.phase == GAME_OVER):
            count_hand(row, role, taken, passed, value_of_hand(state, mine) - before)
    row[OUTCOME] = np.sign(returns(state, mine))


@jit
def choose_with_memory(info: Info, stream: Stream, memory: Any, row: Any) -> Slot:
    """Return the choice by the tree of the present role, which goes on growing; the row counts the strategy."""
    slot, search = choose_by_role(info, stream, memory), search_in(address_of(memory))
    if search.chosen != NO_STRATEGY:
        row[CHOICES + 4 * (DEFENDER if info.phase == DEFENCE else ATTACKER) + search.chosen] += 1
    return slot


@jit
def role_of(state: State, seat: int) -> int:
    """Return the role of a seat in the bout that begins; neither for others."""
    if seat == np.int64(state.attacker):
        return ATTACKER
    return DEFENDER if seat == np.int64(defender_of(state)) else NO_STRATEGY


@jit
def value_of_hand(state: State, seat: int) -> float:
    """Compute the mean H of a hand between two bouts."""
    return mean_hand_value(state.hands[seat], state.trumps, state.discard)


@jit
def has_chosen_pass(memory: Any) -> bool:
    """Tell whether the last choice was the strategy PASS."""
    return search_in(address_of(memory)).chosen == PASS


@jit
def count_hand(row: Any, role: int, taken: bool, passed: int, gain: float) -> None:
    """Count a hand, and twice the win of the paper's 3.1.3.

    A defender wins a bout that is beaten off. An attacker wins half if it passes on a later attack, else if ``gain``,
    by how much the hand is worth more after filling up, is positive.
    """
    row[HANDS + role] += 1
    if role == DEFENDER:
        row[WON_TWICE + DEFENDER] += 0 if taken else 2
        return
    by_value = 2 if gain > 0.0 else 0 if gain < 0.0 else 1
    row[WON_TWICE + ATTACKER] += by_value if passed == NO_PASS else 1
    row[OTHERWISE] += by_value
    row[OTHERWISE + 1] += 1 if passed == CHOSEN else by_value
