"""Tables of more than two seats, and transfers: rules, positions of random games, and an agent that plays at each."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from cardkit.compiled.prng import streams_from_seed
from durak_env.core.dealing import deal_random, new_states
from durak_env.core.play import step
from durak_env.core.records import GAME_OVER
from durak_env.rules import Rules

PLAYED = (
    Rules(num_players=4),
    Rules(num_players=4, start_rank=10, hand_size=3, include_trumps=False, throw_in="neighbours"),
    Rules(num_players=4, start_rank=11, hand_size=2, transfer=True, passport=True),
    Rules(num_players=4, start_rank=12, transfer=True, first_discard_limit=2, throw_in="attacker"),
    Rules(num_players=4, num_teams=2, max_attack_cards=6),
    Rules(start_rank=9, hand_size=4, transfer=True, passport=True),
)


def positions(rules: Rules, share: float, seed: int, games: int = 4) -> Iterator[Any]:
    """Yield states of random games, the first and the last of each among them."""
    rng, stream, state = random.Random(seed), streams_from_seed(seed)[0], new_states(rules)[0]
    for _ in range(games):
        deal_random(state, stream)
        yield state.copy()
        while state.legal:
            step(state, rng.choice([slot for slot in range(64) if int(state.legal) >> slot & 1]))
            if state.phase == GAME_OVER or rng.random() < share:
                yield state.copy()
