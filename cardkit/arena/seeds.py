"""The seed of a match, which decides its deals and its agents' random streams.

Agents must not be able to work out the deals from their randomness: a Python agent gets a generator, a program gets a
number with every question, and both come from the agent's own streams. Two things protect the deals:

* If no seed is given, an unguessable one is drawn. Small seeds are easy to try: a table of some thousand takes seconds.
* From `UNGUESSABLE` on, the agents' streams derive from a one-way function of the seed. Smaller seeds can be guessed
  anyway; there agents and deals share the words of one numpy SeedSequence, and each word reveals the others.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

import numpy as np

from cardkit.checks import check_whole

UNGUESSABLE = 2**64
DRAWN_BITS = 80
"""Too many seeds to try, and at most 25 digits to type."""
EXACT = 2**53  # every JSON reader keeps integers exact up to here

_AGENTS, _ORDERS = b"cardkit agents", b"cardkit orders"  # what one-way functions of the seed are for


def seed_or_drawn(seed: Any) -> int:
    """Return the given seed, or draw an unguessable one if it is None.

    Raises:
        ValueError: it is neither None nor an integer of at least 0.
    """
    if seed is None:
        return UNGUESSABLE + secrets.randbelow(2**DRAWN_BITS - UNGUESSABLE)
    check_whole("seed", seed, 0)
    return int(seed)


def agents_words(seed: int, count: int) -> np.ndarray:
    """Derive words from a seed that reveal neither it nor each other: uint64 array of at most 8."""
    return np.frombuffer(_digest(seed, 8 * count, _AGENTS), "<u8")


def orders_word(seed: int) -> int:
    """Derive a word of 128 bits for the orders of seats, from which nothing else follows."""
    return int.from_bytes(_digest(seed, 16, _ORDERS), "little")


def seed_in_json(seed: int) -> int | str:
    """Return a seed for JSON: as text where some readers would round the number."""
    return seed if seed <= EXACT else str(seed)


def _digest(seed: int, size: int, purpose: bytes) -> bytes:
    written = seed.to_bytes((seed.bit_length() + 7) // 8, "little")
    return hashlib.blake2b(written, digest_size=size, person=purpose).digest()
