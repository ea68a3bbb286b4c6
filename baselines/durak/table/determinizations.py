"""The determinizations over which the table counts where hidden cards may lie."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from baselines.durak.networks.champions import BELIEF
from baselines.durak.networks.forward import network_memory
from baselines.durak.networks.network_file import load_belief
from baselines.durak.search.beliefs import BELIEVED_INFO, believe, determinize_by_belief
from cardkit.compiled.memory import address_of
from cardkit.compiled.prng import streams_from
from durak_env.core.records import state_dtype
from durak_env.information import InformationSet, determinize
from durak_env.rules import Rules


class Determinizations(NamedTuple):
    """States that agree with a seat's knowledge.

    Attributes:
        hands: uint64 array of shape (number, seats), cards as bits.
        weighted: whether a network says how likely each is; otherwise all are equally likely.
    """

    hands: np.ndarray
    weighted: bool


def determinizations(info: InformationSet, number: int, rng: np.random.Generator) -> Determinizations:
    """Draw by the champion's belief, if it has learnt of such choices: of seats to move, by these rules."""
    rules, memory = _belief()
    if not (info.to_move and info.record.unseen and rules.plays_like(info.rules)):
        return Determinizations(np.array([determinize(info, rng)["hands"] for _ in range(number)]), False)
    believed, state = np.zeros(1, BELIEVED_INFO)[0], np.zeros(1, state_dtype(info.rules))[0]
    believe(info.record, address_of(memory), believed)
    hands, (stream,) = np.zeros((number, rules.num_players), np.uint64), streams_from(rng)
    for drawn in hands:
        determinize_by_belief(believed, stream, state)
        drawn[:] = state["hands"]
    return Determinizations(hands, True)


@cache
def _belief() -> tuple[Rules, np.ndarray]:
    network = load_belief(BELIEF)
    return network.rules, network_memory(network)
