"""The networks that guide PUCT: the policy's priors, and the critic's values of leaves."""

from __future__ import annotations

import numpy as np

from baselines.durak.networks.critic import critic_value
from baselines.durak.networks.forward import fill_probabilities, network_in, same_rules
from baselines.durak.search.memory import SEARCH, SEARCHES
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.protocol import evaluate, fill_priors, implement
from cardkit.compiled.slots import first_slot, is_lone, legal_of
from cardkit.search.memory import GameSearch as Search
from cardkit.search.puct import by_playout
from durak_env.core.play import step
from durak_env.core.records import GAME_OVER, Info, State
from durak_env.core.results import returns


@jit_inline
def priors_by_policy(search: Search, info: Info) -> None:
    """Write the probabilities of the policy network for the game."""
    fill_probabilities(info, search.memory + search.policy_at, search.priors)


@jit
def value_by_critic(search: Search, state: State) -> bool:
    """Write the scores of a leaf after its forced plies: the result, or the critic's estimate.

    False without a critic, or if it was trained on other rules.
    """
    if search.critic_at == 0 or not same_rules(state, network_in(search.memory + search.critic_at)):
        return False
    while state.phase != GAME_OVER and is_lone(legal_of(state)):
        step(state, first_slot(legal_of(state)))
    if state.phase == GAME_OVER:
        expected = np.float64(returns(state, 0))
    else:
        expected = critic_value(state, search.seen, search.memory + search.critic_at)
    search.scores[0] = 0.5 + 0.5 * expected
    search.scores[1] = 0.5 - 0.5 * expected
    return True


implement(evaluate, SEARCH, value_by_critic)
for _search in SEARCHES.values():
    implement(evaluate, _search, by_playout)  # no critic knows these tables
for _search in (SEARCH, *SEARCHES.values()):
    implement(fill_priors, _search, priors_by_policy)
