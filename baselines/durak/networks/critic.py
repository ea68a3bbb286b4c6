"""The critic: a network that predicts who will win, from both hands.

It is trained on the results of games in which a strong policy plays both seats (`baselines.durak.learning.critic`). Its
input is that of a policy (`baselines.durak.networks.network_input`) whose seat has also seen the other hand, but not
the order of the talon. Its output is a logit: its target is 1 for a win, 0 for a loss and 0.5 for a draw.

A search may ask the critic about determinizations, since it drew them from what its seat knows. A player cannot use it
directly: in a game with hidden cards it does not know the input.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from baselines.durak.networks.forward import logits_of
from cardkit.compiled.elementary import exp
from cardkit.compiled.jit import jit_inline
from cardkit.compiled.memory import Address
from cardkit.compiled.protocol import Seat
from durak_env.core.records import Info, State
from durak_env.core.seating import mover
from durak_env.knowledge import observe

CHAMPION_CRITIC = Path(__file__).with_name("data") / "champion_critic.safetensors"


@jit_inline
def observe_both_hands(state: State, seat: Seat, view: Info) -> None:
    """Fill ``view``, an INFO record, with a seat's knowledge, and the other hand as well."""
    other = 1 - seat
    observe(state, seat, False, view)
    view.hands[other] = state.hands[other]
    view.unseen &= ~state.hands[other]


@jit_inline
def critic_value(state: State, view: Info, critic: Address) -> float:
    """Estimate the return of seat 0 in a STATE that is not over: -1 to 1.

    Args:
        state: STATE in which the seat to move has a choice.
        view: INFO record to overwrite.
        critic: address of the memory of a critic network.
    """
    seat = mover(state)
    observe_both_hands(state, seat, view)
    value = 1.0 - 2.0 / (exp(np.float64(logits_of(view, critic)[0])) + 1.0)
    return value if seat == 0 else -value
