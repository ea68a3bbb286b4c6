"""The critic: a network that says who will win, from both hands.

It was trained on the results of games in which a strong policy plays both seats (`baselines.training.critic`). Its
input is that of a policy (`baselines.networks.network_input`) in a game in which the seat to move has seen the other
hand; the order of the talon it does not see. Its output is a logit: of 1 for a won game and 0 for a lost one, a draw
between.

A search may ask it about the ways in which the hidden cards may lie, since it has drawn these itself from what its seat
knows; whoever is to choose a move in a game of hidden cards has no such input to give.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from baselines.networks.forward import logits_of
from cardkit.compiled.jit import jit_inline
from cardkit.compiled.memory import Address
from cardkit.compiled.protocol import Info, Seat, State
from durak_env.game import mover
from durak_env.information import observe

CHAMPION_CRITIC = Path(__file__).with_name("data") / "champion_critic.safetensors"


@jit_inline
def look_open(state: State, seat: Seat, view: Info) -> None:
    """Write into ``view``, an INFO record, what a seat knows of a STATE that has seen the other hand."""
    other = 1 - seat
    observe(state, seat, False, view)
    view.hands[other] = state.hands[other]
    view.unseen &= ~state.hands[other]


@jit_inline
def worth(state: State, view: Info, critic: Address) -> float:
    """The return that seat 0 may expect in a STATE that is not over: -1 to 1.

    Args:
        state: STATE, in which the seat to move has a choice.
        view: INFO record to work on.
        critic: address of the memory of a critic's network.
    """
    seat = mover(state)
    look_open(state, seat, view)
    value = np.tanh(np.float64(logits_of(view, view.legal, critic)[0]) / 2)
    return value if seat == 0 else -value
