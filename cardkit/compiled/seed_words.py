"""The first words of NumPy's generator PCG64 for many seeds at once, which is made in ten microseconds a seed.

NumPy promises that `numpy.random.SeedSequence` and PCG64 never change. The first hashes a seed's words of 32 bits into
a pool of four, and these into a state and an increment of 128 bits each; here each word is an array over the seeds.

Source: M. E. O'Neill, "PCG: a family of simple fast space-efficient statistically good algorithms for random number
generation", 2014; and for the seeds the same author's "Developing a seed_seq alternative", 2015.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np

_POOL, _BYTES = 4, 16
_MOST = 1 << 8 * _BYTES  # seeds below it fill the pool alone
_INTO_POOL, _OUT_OF_POOL = (0x43B0D7E5, 0x931E8875), (0x8B51F9DD, 0x58F38DED)
_LEFT, _RIGHT, _16 = np.uint32(0xCA01F9DD), np.uint32(0x4973F715), np.uint32(16)
_HIGH, _LOW = np.uint64(0x2360ED051FC65DA4), np.uint64(0x4385DF649FCCF645)  # the multiplier
_1, _32, _58, _63, _64 = (np.uint64(bits) for bits in (1, 32, 58, 63, 64))
_HALF = np.uint64(0xFFFFFFFF)

Wide = tuple[np.ndarray, np.ndarray]
"""Numbers of 128 bits: the high words and the low ones."""


def first_words(seeds: Sequence[int | None], count: int) -> np.ndarray:
    """Return the words of ``np.random.PCG64(seed).random_raw(count)`` for each seed: uint64 of shape (seeds, count).

    None stands for a seed from the system's randomness.
    """
    large = {place: seed for place, seed in enumerate(seeds) if seed is not None and seed >= _MOST}
    told = (os.urandom(_BYTES) if seed is None else (seed % _MOST).to_bytes(_BYTES, "little") for seed in seeds)
    entropy = np.frombuffer(b"".join(told), "<u4").astype(np.uint32).reshape(-1, _POOL).T
    words = _words_of(*_generated(_pool_of(entropy)), count)
    for place, seed in large.items():
        words[place] = np.random.PCG64(seed).random_raw(count)
    return words


class _Hash:
    """A hash of words of 32 bits, whose constant changes with each use."""

    def __init__(self, constant: int, factor: int) -> None:
        self._constant, self._factor = constant, factor

    def __call__(self, words: np.ndarray) -> np.ndarray:
        words = words ^ np.uint32(self._constant)
        self._constant = self._constant * self._factor & 0xFFFFFFFF
        return _folded(words * np.uint32(self._constant))


def _folded(words: np.ndarray) -> np.ndarray:
    return words ^ (words >> _16)


def _pool_of(entropy: np.ndarray) -> list[np.ndarray]:
    hashed = _Hash(*_INTO_POOL)
    pool = [hashed(words) for words in entropy]
    for source in range(_POOL):
        for place in range(_POOL):
            if place != source:
                pool[place] = _folded(pool[place] * _LEFT - hashed(pool[source]) * _RIGHT)
    return pool


def _generated(pool: list[np.ndarray]) -> tuple[Wide, Wide]:
    """Return the two numbers that PCG64 is seeded with: where its state begins, and its sequence."""
    hashed = _Hash(*_OUT_OF_POOL)
    halves = [hashed(words).astype(np.uint64) for words in pool + pool]
    high, low, sequence_high, sequence_low = (
        first | (second << _32) for first, second in zip(halves[::2], halves[1::2], strict=True)
    )
    return (high, low), (sequence_high, sequence_low)


def _words_of(begin: Wide, sequence: Wide, count: int) -> np.ndarray:
    high, low = sequence
    increment = (high << _1) | (low >> _63), (low << _1) | _1
    state = _stepped(_sum(increment, begin), increment)
    words = np.empty((len(low), count), np.uint64)
    for column in words.T:
        state = _stepped(state, increment)
        high, low = state
        mixed, turn = high ^ low, high >> _58
        column[:] = (mixed >> turn) | (mixed << ((_64 - turn) & _63))
    return words


def _stepped(state: Wide, increment: Wide) -> Wide:
    """Return the state times the multiplier, plus the increment."""
    high, low = state
    return _sum((high * _LOW + low * _HIGH + _high_product(low), low * _LOW), increment)


def _sum(one: Wide, other: Wide) -> Wide:
    low = one[1] + other[1]
    return one[0] + other[0] + (low < other[1]), low


def _high_product(words: np.ndarray) -> np.ndarray:
    """Return the high word of the products with the multiplier's low one."""
    low, high = words & _HALF, words >> _32
    middle = high * (_LOW & _HALF) + ((low * (_LOW & _HALF)) >> _32)
    other = low * (_LOW >> _32) + (middle & _HALF)
    return high * (_LOW >> _32) + (middle >> _32) + (other >> _32)
