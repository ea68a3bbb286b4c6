"""Loops of `bang bench`, from the rules' core to the searches."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bang_env import bang_v0
from bang_env.agents.heuristic import rai, rair
from bang_env.bang import Bang
from baselines.bang.agents.eai import eai
from baselines.bang.agents.ismcts import ismcts
from baselines.bang.agents.mcai import mcai
from cardkit.bench import loops
from cardkit.bench.report import Rate, Row, measure, vector_rates
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import streams_from_seed
from cardkit.compiled.protocol import copy_state, deal, determinize, mover, step
from cardkit.compiled.slots import is_empty, legal_of, random_slot

ENV = "bang_env/Bang-v0"
OPENINGS, SIMULATIONS = 20, 1000


def rows() -> Iterator[Row]:
    """Measure one path after another; all on one core, for five seats."""
    for rate in RATES:
        yield rate.row()


def search_rows() -> Iterator[Row]:
    """Measure the searches, from the first plies of games."""
    for name, agent in (("mcai", mcai(SIMULATIONS, n=1)), ("ismcts", ismcts(SIMULATIONS))):
        openings = loops.openings(Bang(), OPENINGS)
        rate = measure(loops.simulations(agent, openings, SIMULATIONS), SIMULATIONS * OPENINGS)
        yield Row(f"{name}, first ply of a game", rate, "simulations/s", "12 k")


def untracked_plies() -> loops.Run:
    """Make a loop of random plies as searches play them: without knowledge and log, each game from one known state."""
    game = Bang()
    states, streams = game.new_states(2), streams_from_seed(1)
    deal(states[0], streams[0])
    info = game.information_set(states[0], int(mover(states[0]))).record
    determinize(info, streams[0], states[0])
    return lambda n: play_on(states, streams, n)


@jit
def play_on(states: np.ndarray, streams: np.ndarray, plies: int) -> None:
    """Play random legal plies from the first state, again and again."""
    start, state, stream = states[0], states[1], streams[0]
    copy_state(start, state)
    for _ in range(plies):
        step(state, random_slot(legal_of(state), stream))
        if is_empty(legal_of(state)):
            copy_state(start, state)


RATES = (
    Rate("random plies in the core loop", lambda: loops.core_plies(Bang()), 100_000, "plies/s", "4 M"),
    Rate("random plies without knowledge", untracked_plies, 100_000, "plies/s", "8 M"),
    *(
        Rate(
            f"games of {agent.__name__} with itself",
            lambda agent=agent: loops.whole_games(Bang(), agent()),
            100,
            "games/s",
            aim,
        )
        for agent, aim in ((rai, "20 k"), (rair, ""), (eai, ""))
    ),
    *vector_rates(ENV, {"float32": "", "uint8": "1 M"}),
    Rate("PettingZoo raw_env", lambda: loops.own_plies(bang_v0.raw_env()), 500, "plies/s"),
)
