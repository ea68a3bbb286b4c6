"""Durak's additions to the memory of a search: settings of playouts, and the priors and networks of PUCT."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from baselines.durak.evaluation.playout import NEVER, play_out_noisily, play_out_randomly
from baselines.durak.search.particles import PARTICLE_INFO
from cardkit.compiled.jit import jit_inline
from cardkit.compiled.protocol import Stream, implement, play_out
from cardkit.compiled.records import Field
from cardkit.search.memory import GameSearch as Search
from cardkit.search.memory import SearchMemory, Table, search_record
from cardkit.search.puct import puct_fields
from durak_env.agents.tactics import NULLS
from durak_env.core.records import STATE, STATES, State
from durak_env.durak import SEATS
from durak_env.evidence.draw import EVIDENT_INFO
from durak_env.knowledge import INFO, INFOS

GREEDY, RANDOM = range(2)
PLAYOUTS = {"greedy": GREEDY, "random": RANDOM}

SETTINGS: list[Field] = [
    ("scale", np.float64),  # `quiet_scale` of the noise in greedy playouts
    ("policy_at", np.int64),  # offset in the memory of the network of PUCT's policy,
    ("critic_at", np.int64),  # and of its critic's, 0 without one,
    ("belief_at", np.int64),  # of its belief's, and of the record of what it believes
    ("believed_at", np.int64),
    ("playout", np.uint8),  # GREEDY or RANDOM
]
SEARCH = search_record("durak", SEATS, [*SETTINGS, *puct_fields(INFO)])
"""Settings and work space of a search in the plain game."""
SEARCHES = {
    seats: search_record("durak", seats, [*SETTINGS, *puct_fields(INFOS[seats])])  # which ends with an INFO record
    for seats in STATES
}
"""The records of a search in other games, by the number of seats."""

LAYOUT = SearchMemory(
    Table(INFO, STATE, SEARCH),
    Table(EVIDENT_INFO, STATE, SEARCH),
    Table(PARTICLE_INFO, STATE, SEARCH),
    *(Table(INFOS[seats], STATES[seats], SEARCHES[seats]) for seats in STATES),
    last=int(NULLS),
)
search_in, root_in, leaf_in = LAYOUT.search_in, LAYOUT.root_in, LAYOUT.leaf_in


def search_memory(
    simulations: int, ms: float | None = None, behind: Mapping[str, np.ndarray] | None = None, **settings: float
) -> np.ndarray:
    """Make the memory of a searching agent; by default its playouts have no noise.

    The arguments are those of `cardkit.search.memory.SearchMemory.new`.
    """
    return LAYOUT.new(simulations, ms, behind, **({"scale": NEVER} | settings))


@jit_inline
def play_out_as_set(search: Search, state: State, stream: Stream) -> None:
    """Finish a game greedily with the noise of the settings, or at random."""
    if search.playout == GREEDY:
        play_out_noisily(state, stream, search.scale)
    else:
        play_out_randomly(state, stream)


for search in (SEARCH, *SEARCHES.values()):
    implement(play_out, search, play_out_as_set)
