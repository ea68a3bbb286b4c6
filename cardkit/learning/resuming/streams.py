"""Seeds derived from the seed of a run, so that nothing in it shares deals with anything else, or with another run."""

from __future__ import annotations

import numpy as np

LEARNING, CHECKS, FRESH = range(3)
"""The uses of seeds: games to learn from, matches at checkpoints, and matches on deals that no checkpoint has seen."""
PURPOSES = 3  # numbers from here are free for a run's own purposes

_WORDS = 4  # of 32 bits: a seed of 128 bits, so that no two are equal by chance


def seeds_of(seed: int, purpose: int, number: int = 0, count: int = 1) -> list[int]:
    """Derive seeds for a purpose.

    Args:
        seed: of the run.
        purpose: `LEARNING`, `CHECKS` or `FRESH`.
        number: of the update or generation.
        count: how many.
    """
    spawned = np.random.SeedSequence(seed, spawn_key=(purpose, number))
    words = spawned.generate_state(_WORDS * count, np.uint32).tobytes()
    size = len(words) // count
    return [int.from_bytes(words[start : start + size], "little") for start in range(0, len(words), size)]
