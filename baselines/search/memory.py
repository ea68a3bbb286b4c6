"""What the searches of Durak have in memory, beside what any search has: how playouts go, and where more begins.

Behind the nodes lie, where the agent has them, the memory of exact endgames, that of a policy and that of a critic.
"""

from __future__ import annotations

import numpy as np

from baselines.evaluation.playout import NEVER, play_out_noisily, play_out_randomly
from baselines.evaluation.tactics import NULLS
from cardkit.compiled.jit import jit_inline
from cardkit.compiled.memory import record_reader
from cardkit.compiled.protocol import Search, State, Stream, implement, play_out
from cardkit.search.memory import SearchMemory, search_record
from durak_env import durak
from durak_env.game import STATE
from durak_env.information import INFO

GREEDY, RANDOM = range(2)
PLAYOUTS = {"greedy": GREEDY, "random": RANDOM}

SEARCH = search_record(
    "durak",
    [
        ("scale", np.float64),  # `quiet_scale` of the noise in greedy playouts
        ("endgame_at", np.int64),  # where the memory of exact endgames begins, 0 without them
        ("policy_at", np.int64),  # where that of the policy begins; PUCT only
        ("critic_at", np.int64),  # where that of the critic begins, 0 without one; PUCT only
        ("mix", np.float64),  # share of the even probabilities in the priors; PUCT only
        ("patience", np.int64),  # visits of a node before the policy is asked about it; PUCT only
        ("playout", np.uint8),  # GREEDY or RANDOM
    ],
)
"""Settings and work space of a search."""

LAYOUT = SearchMemory(SEARCH, STATE, INFO, durak.SEATS, int(NULLS))
ROOT_AT, LEAF_AT, INFO_AT, NODES_AT = LAYOUT.root_at, LAYOUT.leaf_at, LAYOUT.info_at, LAYOUT.nodes_at

search_at = record_reader(SEARCH)
state_at = record_reader(STATE)


def search_memory(
    simulations: int, endgame: np.ndarray | None = None, ms: float | None = None, **settings: float
) -> np.ndarray:
    """The memory of an agent that searches; see `cardkit.search.memory.SearchMemory.new`.

    Args:
        endgame: memory of exact endgames, for agents that have them.
    """
    memory = LAYOUT.new(simulations, ms, **({"scale": NEVER} | settings))
    if endgame is None:
        return memory
    LAYOUT.search(memory).endgame_at = len(memory)
    return np.concatenate([memory, endgame])


@jit_inline
def play_out_as_set(search: Search, state: State, stream: Stream) -> None:
    """Finish a game greedily, with the noise that is set, or at random."""
    if search.playout == GREEDY:
        play_out_noisily(state, stream, search.scale)
    else:
        play_out_randomly(state, stream)


implement(play_out, SEARCH, play_out_as_set)
