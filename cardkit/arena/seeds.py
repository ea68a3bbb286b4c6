"""The seed of a match, which decides its deals, and what grows from it for the agents.

Deals are not to be known from what agents are given: a Python agent gets a generator, a program a number with every
question, and both come from the agent's own streams. Two things keep them apart:

* Where no seed is given, one is drawn that nobody can guess. A table of some thousand seeds is made in seconds.
* From `UNGUESSABLE` on, the agents' streams grow from a one-way function of the seed. Below, where guessing suffices
  anyway, they come from the same words of numpy's SeedSequence as the deals, of which one leads to another.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

import numpy as np

from cardkit.checks import check_whole

UNGUESSABLE = 2**64
DRAWN_BITS = 128
EXACT = 2**53  # up to here every reader of JSON keeps whole numbers as they are

_PURPOSE = b"cardkit agents"


def seed_or_drawn(seed: Any) -> int:
    """A seed as it was given, or one drawn that nobody can guess where it is None.

    Raises:
        ValueError: it is neither None nor a whole number from 0 on.
    """
    if seed is None:
        return secrets.randbits(DRAWN_BITS)
    check_whole("seed", seed, 0)
    return int(seed)


def agents_words(seed: int, count: int) -> np.ndarray:
    """Words that follow from a seed and tell nothing of it, nor of each other: uint64 array, at most 8."""
    written = seed.to_bytes((seed.bit_length() + 7) // 8, "little")
    return np.frombuffer(hashlib.blake2b(written, digest_size=8 * count, person=_PURPOSE).digest(), "<u8")


def seed_in_json(seed: int) -> int | str:
    """A seed as JSON has it: as text where some readers would round the number."""
    return seed if seed <= EXACT else str(seed)
