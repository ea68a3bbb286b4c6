"""A policy network's probabilities of the legal actions: the priors of a search."""

from __future__ import annotations

import numpy as np

from baselines.durak.networks.forward import first_suit, logits_of, network_in, place_of
from cardkit.compiled.bits import ZERO, lowest, without_lowest
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import Address
from durak_env.core.records import Info


@jit
def fill_probabilities(info: Info, memory: Address, probabilities: np.ndarray) -> None:
    """Write a policy's probabilities for an INFO record: the softmax of the logits of the legal actions.

    Args:
        info: INFO of the seat to move.
        memory: address of the memory of an agent that plays a network, or of a copy.
        probabilities: float64 array of shape (64,), by slot; entries of illegal slots stay unchanged.
    """
    head, suit, logits = network_in(memory), first_suit(info), logits_of(info, info.legal, memory)
    highest = -np.inf
    left = info.legal
    while left != ZERO:
        slot = lowest(left)
        left = without_lowest(left)
        logit = np.float64(logits[place_of(info, slot, head.ranks, suit, head.widths[head.layers])])
        probabilities[slot] = logit
        highest = max(highest, logit)
    total = 0.0
    left = info.legal
    while left != ZERO:
        probabilities[lowest(left)] = np.exp(probabilities[lowest(left)] - highest)
        total += probabilities[lowest(left)]
        left = without_lowest(left)
    left = info.legal
    while left != ZERO:
        probabilities[lowest(left)] /= total
        left = without_lowest(left)
