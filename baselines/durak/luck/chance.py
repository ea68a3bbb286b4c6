"""Luck of each seat in a finished game: the values of its deal and of its draws.

A critic estimates the value of a position. The deal's term is the value of the first position. At each refill the term
of the draws grows by the value after the cards drawn, less the mean value after other draws that were as likely. Both
terms have mean zero, whatever the critic says and however the agents play: the deal's because seats are alike, that of
the draws because the talon lies in random order and, in the closed world, nobody's play depends on it.

Source: N. Burch, M. Schmid, M. Moravcik, D. Morrill, M. Bowling, "AIVAT: A new variance reduction technique for agent
evaluation in imperfect information games", AAAI 2018; its terms for chance, without those for the agents' choices.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.durak.endgames.solver import UNSOLVED, endgame_memory, outcome
from baselines.durak.networks.critic import CHAMPION_CRITIC, critic_value
from baselines.durak.networks.forward import network_memory
from baselines.durak.networks.network_file import load_critic
from cardkit.arena.game_loop import PythonGame
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of
from cardkit.compiled.prng import below, streams_from_seed
from cardkit.compiled.protocol import Stream
from cardkit.compiled.records import record
from durak_env.core.play import step
from durak_env.core.records import GAME_OVER, NO_CARD, STATE, State
from durak_env.core.results import returns
from durak_env.core.seating import mover
from durak_env.knowledge import INFO
from durak_env.rules import Rules

OTHER_DRAWS = 24
"""Draws with which each real one is compared; twice as many explain no more."""
NODES = 2_000
"""Positions searched at most for the exact worth of one without a talon."""

LUCK = record([("deal", np.float64), ("draws", np.float64), ("refills", np.int64)])
"""The worth for seat 0, in returns (-1 to 1 for a deal), of a game's deal and of its draws; how often hands drew."""


class ChanceMeter:
    """A meter of finished games of two seats, by the critic's rules.

    Args:
        rules: of the games.
        other_draws: draws with which each real one is compared.

    Raises:
        ValueError: the critic was trained on other rules.
    """

    def __init__(self, rules: Rules, other_draws: int = OTHER_DRAWS) -> None:
        network = load_critic(CHAMPION_CRITIC)
        if rules != network.rules:
            raise ValueError(f"luck is measured by a critic that knows the standard rules only, got {rules}")
        self._critic, self._endgames = network_memory(network), endgame_memory(NODES)
        self._states, self._views = np.zeros(2, STATE), np.zeros(1, INFO)
        self._luck, self._other_draws = np.zeros(1, LUCK), other_draws

    def of(self, game: PythonGame) -> np.ndarray:
        """Measure the LUCK record of a game that has ended. Its number seeds the draws that might have come."""
        self._states[0] = game.start
        slots = np.array([slot for _, _, slot in game.replay()], np.int64)
        streams = streams_from_seed(game.number)
        measure(self._states, slots, self._other_draws, streams, self._views, self._critic, self._endgames, self._luck)
        return self._luck.copy()[0]


@jit
def measure(
    states: Any, slots: Any, other_draws: Any, streams: Any, views: Any, critic: Any, endgames: Any, luck: Any
) -> None:
    """Play a game again and write its LUCK.

    Args:
        states: two STATE records: the game after its deal, which is played on, and one to overwrite.
        slots: its plies, int64.
        other_draws: how many draws each real one is compared with.
        streams: a STREAM record.
        views: an INFO record to overwrite.
        critic: memory of the critic.
        endgames: memory of the solver of endgames.
        luck: a LUCK record.
    """
    state, found = states[0], luck[0]
    found.deal = value_of(state, views, critic, endgames)
    found.draws, found.refills = 0.0, 0
    for slot in slots:
        size = np.int64(state.talon_size)
        if size > 0:
            states[1] = states[0]
        step(state, slot)
        if state.talon_size < size:
            others = 0.0
            for _ in range(other_draws):
                others += value_after_redraw(states[1], slot, streams[0], views, critic, endgames)
            found.draws += value_of(state, views, critic, endgames) - others / other_draws
            found.refills += 1


@jit
def value_after_redraw(before: State, slot: Any, stream: Stream, views: Any, critic: Any, endgames: Any) -> float:
    """Compute the value after a ply with which hands draw, with the talon in another random order."""
    worlds = np.empty(1, STATE)
    worlds[0] = before
    world = worlds[0]
    shuffle_talon(world, stream)
    step(world, slot)
    return value_of(world, views, critic, endgames)


@jit
def shuffle_talon(state: State, stream: Stream) -> None:
    """Put the talon into a random order; the trump card stays at the bottom, where it lies face up."""
    bottom = 1 if state.trump_card != NO_CARD else 0
    for place in range(np.int64(state.talon_size) - 1, bottom, -1):
        other = bottom + below(stream, place - bottom + 1)
        state.talon[place], state.talon[other] = state.talon[other], state.talon[place]


@jit
def value_of(state: State, views: Any, critic: Any, endgames: Any) -> float:
    """Estimate a STATE for seat 0: its result, its exact value without a talon if found, else the critic's value."""
    if state.phase == GAME_OVER:
        return np.float64(returns(state, 0))
    if state.talon_size == 0:
        value = outcome(state, endgames)
        if value != UNSOLVED:
            return np.float64(value if mover(state) == 0 else -value)
    return critic_value(state, views[0], address_of(critic))
