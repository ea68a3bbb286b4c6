"""Playouts: all seats draw their actions by lot, to the end of the game or for so many plies."""

from __future__ import annotations

import numpy as np

from bang_env.agents.guess import without_harm
from bang_env.agents.lots import random_by_cards
from bang_env.core.records import DRAWING, PLAYING, State, seats_of
from bang_env.game import step
from bang_env.rules import MOST_PLIES
from baselines.bang.evaluation.one_ply import value_of_position
from cardkit.compiled.bits import Number
from cardkit.compiled.jit import constants, jit
from cardkit.compiled.prng import next_word
from cardkit.compiled.protocol import Seat, Stream, score
from cardkit.compiled.records import OpenRecord as Search
from cardkit.compiled.slots import is_empty, legal_of

BY_CARDS, SPARING = constants(range(2))
PLAYOUTS = {"rai": int(BY_CARDS), "sparing": int(SPARING)}
LIVES, GAIN = constants(range(2))
LEAVES = {"lives": int(LIVES), "gain": int(GAIN)}
MOST_LIVES = 12.0  # of a team, more or less: scales scores by lives
RANGE = 12.0  # what a position can gain or lose, more or less: scales scores by positions


@jit
def play_out_by_cards(search: Search, state: State, stream: Stream) -> None:
    """Play a game to its end."""
    play_on(search, state, MOST_PLIES, stream)


@jit
def play_on(search: Search, state: State, plies: Number, stream: Stream) -> None:
    """Play so many plies, if the game lasts. ``SPARING``: seats do not harm those who are their allies in this state.

    Chance goes on anew, so that playouts from one state differ in what is drawn.
    """
    state.word = next_word(stream)
    for _ in range(plies):
        legal = legal_of(state)
        if is_empty(legal):
            break
        if search.playout == SPARING and (state.phase == PLAYING or state.phase == DRAWING):
            legal = without_harm(state, state.roles, legal)
        step(state, random_by_cards(state, legal, stream))


# --- what positions are worth after so many plies ---------------------------------------------------------------------


@jit
def score_leaf(search: Search, state: State) -> None:
    """Write what a position is worth to each seat, from 0 to 1, as ``search.leaf`` judges it."""
    if search.leaf == GAIN:
        score_by_gain(search, state)
    else:
        score_by_lives(search, state)


@jit
def score_by_lives(search: Search, state: State) -> None:
    """Write what the lives that are left are worth to each seat, from 0 to 1, into ``search.scores``."""
    for seat in range(seats_of(state)):
        search.scores[seat] = value_of_lives(search, state, seat)


@jit
def value_of_lives(search: Search, state: State, seat: Seat) -> float:
    """Compute the value of lives to a seat of a role; 0.5 is worth nothing."""
    first = 5 * np.int64(state.roles[seat])
    total, most = 0.0, 1e-9
    for other in range(seats_of(state)):
        place = first + (0 if other == seat else 1 + np.int64(state.roles[other]))
        if not state.dead[other]:
            total += search.life[place] * np.float64(max(0, np.int64(state.lives[other])))
    for place in range(first, first + 5):
        most += abs(search.life[place])
    return 0.5 + total / (2.0 * MOST_LIVES * most)


@jit
def keep_values(search: Search, state: State) -> None:
    """Remember what a position, whose roles may be guessed, is worth to each seat by the one-ply evaluator."""
    for seat in range(seats_of(state)):
        search.before[seat] = value_of_position(state, seat, search.weights)


@jit
def score_by_gain(search: Search, state: State) -> None:
    """Write into ``search.scores`` each seat's gain since `keep_values`, 0.5 for nothing; at the end who wins.

    The gain is what differs least between roles that may be: most of a value says who sits at the table.
    """
    is_over = is_empty(legal_of(state))
    for seat in range(seats_of(state)):
        gain = value_of_position(state, seat, search.weights) - search.before[seat]
        search.scores[seat] = score(state, seat) if is_over else min(1.0, max(0.0, 0.5 + gain / RANGE))
