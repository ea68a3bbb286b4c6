"""What a policy network says of the legal actions, as probabilities: the priors of a search."""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.networks.forward import HEAD, NETWORK, first_suit, logits_of, place_of
from cardkit.compiled.bits import ONE, ZERO, lowest
from cardkit.compiled.jit import jit


@jit
def fill_probabilities(info: Any, memory: Any, probabilities: Any) -> None:
    """What the network of a policy's ``memory`` says of an INFO record, the softmax of the logits over what is legal.

    Args:
        info: INFO of the seat to move.
        memory: of an agent that plays a network, or a copy.
        probabilities: float64 array of shape (64,), by slot; what is not legal keeps its entry.
    """
    head, suit, logits = memory[:HEAD].view(NETWORK)[0], first_suit(info), logits_of(info, memory)
    highest = -np.inf
    left = info.legal
    while left != ZERO:
        slot = lowest(left)
        left &= left - ONE
        logit = np.float64(logits[place_of(slot, info.deck, head.ranks, suit, head.widths[head.layers])])
        probabilities[slot] = logit
        highest = max(highest, logit)
    total = 0.0
    left = info.legal
    while left != ZERO:
        probabilities[lowest(left)] = np.exp(probabilities[lowest(left)] - highest)
        total += probabilities[lowest(left)]
        left &= left - ONE
    left = info.legal
    while left != ZERO:
        probabilities[lowest(left)] /= total
        left &= left - ONE
