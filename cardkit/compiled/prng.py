"""Random streams for compiled code: SplitMix64, whose whole state is one word, in a record.

Compiled code takes a stream as an argument and never uses Numba's or NumPy's global generators. Callers make streams
from a ``numpy.random.Generator`` or from integer seeds.

Source: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from cardkit.compiled.jit import jit, jit_inline, jit_wrapping
from cardkit.compiled.records import record

STREAM = record([("word", np.uint64)])
"""One random stream."""

Number = int | np.int64
"""A whole number, as compiled code and plain Python give it."""


class Stream(Protocol):
    """A STREAM record, or a STATE record that is one too."""

    word: Any

    def copy(self) -> Any:
        """Copy the stream: the copy goes on by itself."""
        ...


STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


def streams_from_seed(seed: int, *path: int, count: int = 1) -> np.ndarray:
    """Make independent streams that depend on ``seed`` and ``path`` alone: array of ``count`` STREAM records."""
    words = np.random.SeedSequence((seed, *path)).generate_state(count, np.uint64)
    return streams_of(words)


def streams_from(rng: np.random.Generator, count: int = 1) -> np.ndarray:
    """Make streams seeded by the next ``count`` words of a generator: array of ``count`` STREAM records."""
    return streams_of(rng.integers(0, 2**64, size=count, dtype=np.uint64))


def streams_of(words: np.ndarray) -> np.ndarray:
    """Make streams that begin with random words: array of STREAM records."""
    streams = np.zeros(len(words), STREAM)
    streams["word"] = words
    return streams


@jit_wrapping
def next_word(stream: Stream) -> Any:
    """Advance a stream, and return its next uniform uint64."""
    stream.word += STEP
    return mix(stream.word)


@jit_wrapping
def mix(word: np.uint64) -> Any:
    """Return the output of a stream whose word has just been advanced by STEP."""
    word = (word ^ (word >> _30)) * _MIX_1
    word = (word ^ (word >> _27)) * _MIX_2
    return word ^ (word >> _31)


@jit
def below(stream: Stream, n: Number) -> Any:
    """Draw a uniform integer from 0 to n-1, for n below 2**16; the bias of the multiplication is under 2**-16."""
    return share(next_word(stream), n)


@jit
def share(word: np.uint64, n: Number) -> Any:
    """Map a uniform word to an integer from 0 to n-1."""
    return np.int64(((word >> _32) * np.uint64(n)) >> _32)


@jit_inline
def uniform(stream: Stream) -> Any:
    """Draw a uniform float64 from 0 to below 1."""
    return np.float64(next_word(stream) >> np.uint64(11)) * 2.0**-53


@jit
def chance(stream: Stream, probability: float) -> Any:
    """Draw a truth value: True with the given probability."""
    return uniform(stream) < probability


@jit_wrapping
def derive(stream: Stream, root: np.uint64, index: Number) -> None:
    """Set ``stream`` to number ``index`` of the family ``root`` (a uint64 word), independent of the order of calls."""
    stream.word = root + np.uint64(index) * _MIX_1
    stream.word = next_word(stream)
