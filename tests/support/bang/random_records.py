"""Records of random games of Bang!."""

from __future__ import annotations

import random

import numpy as np

from bang_env import GameRecord
from bang_env.deals import capture_deal
from bang_env.game import step
from bang_env.rules import Rules
from cardkit.compiled.protocol import feed
from tests.support.bang.described import described
from tests.support.bang.golden_games import random_deal

RULES = Rules(num_players=4, max_rounds=3)
"""The rules of short games."""


def played(seed: int) -> str:
    """Return the record of a random game."""
    rng = random.Random(seed)
    start = random_deal(RULES, rng).lay_out(RULES)
    state, plies = start.copy(), []
    state.word = np.uint64(rng.getrandbits(64))
    while legal := described(state)["legal"]:
        plies.append(rng.choice(legal))
        step(state, plies[-1])
    feed(start, state)
    return GameRecord(RULES, capture_deal(start, RULES), tuple(plies)).format()
