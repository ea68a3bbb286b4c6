"""The network that guides PUCT in Oh Hell!: the policy's priors."""

from __future__ import annotations

from baselines.oh_hell.search.memory import SEARCHES
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.memory import record_reader
from cardkit.compiled.protocol import evaluate, fill_priors, implement
from cardkit.learning.policy_network import fill_probabilities, network_record
from cardkit.search.memory import GameSearch as Search
from cardkit.search.puct import by_playout
from oh_hell_env.core.records import Info, seats_of
from oh_hell_env.observation.pieces import WRITER
from oh_hell_env.observation.writer import write_with as write_with  # binds the writer of observations

NETWORK = network_record(WRITER)
"""The head of a network's memory."""

network_in = record_reader(NETWORK)


@jit
def keep_scores(search: Search, info: Info) -> None:
    """Remember the points of the rounds before, which the search leaves out, and the network sees."""
    for seat in range(seats_of(info)):
        search.before[seat] = info.scores[seat]


@jit
def put_scores(search: Search, info: Info) -> None:
    """Show the points of the rounds before again."""
    for seat in range(seats_of(info)):
        info.scores[seat] = search.before[seat]


@jit_inline
def priors_by_policy(search: Search, info: Info) -> None:
    """Write the probabilities of the policy network."""
    put_scores(search, info)
    memory = search.memory + search.policy_at
    fill_probabilities(network_in(memory, 0), memory, info, search.priors)


for _search in SEARCHES.values():
    implement(fill_priors, _search, priors_by_policy)
    implement(evaluate, _search, by_playout)
