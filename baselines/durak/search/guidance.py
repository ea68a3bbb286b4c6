"""The networks that guide PUCT: the policy's priors, and the critic's values of leaves."""

from __future__ import annotations

import numpy as np

from baselines.durak.networks.critic import critic_value
from baselines.durak.networks.probabilities import fill_probabilities
from baselines.durak.search.memory import SEARCHES
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.protocol import Info, Search, State, evaluate, fill_priors, implement
from cardkit.compiled.slots import first_slot, is_lone, legal_of
from durak_env.core.play import step
from durak_env.core.records import GAME_OVER
from durak_env.core.results import returns
from durak_env.durak import SEATS


@jit_inline
def priors_by_policy(search: Search, info: Info) -> None:
    """The probabilities of the policy network."""
    fill_probabilities(info, search.memory + search.policy_at, search.priors)


@jit
def value_by_critic(search: Search, state: State) -> bool:
    """The scores of a leaf after its forced plies: the result, or the critic's estimate; False without a critic."""
    if search.critic_at == 0:
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


implement(fill_priors, SEARCHES[SEATS], priors_by_policy)
implement(evaluate, SEARCHES[SEATS], value_by_critic)
