"""Random games of Oh Hell!, ply by ply, for the tests of the seats' displays."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from cardkit.compiled.prng import streams_from_seed
from oh_hell_env.core.dealing import deal_random
from oh_hell_env.core.play import mover, step
from oh_hell_env.core.records import OVER
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.rules import Rules

Plies = tuple[tuple[int, int], ...]


def positions(rules: Rules, seed: int = 1, every: int = 5) -> Iterator[tuple[Any, Plies]]:
    """Yield STATE records of a random game with the plies so far: every fifth, and the last."""
    game, rng, plies = OhHell(rules), random.Random(seed), []
    state = game.new_states()[0]
    deal_random(state, streams_from_seed(seed, count=1)[0])
    while state.phase != OVER:
        if len(plies) % every == 0:
            yield state.copy(), tuple(plies)
        seat = int(mover(state))
        action = rng.choice(game.information_set(state, seat).legal_actions)
        plies.append((seat, action))
        step(state, game.read_action(state, action))
    yield state.copy(), tuple(plies)
