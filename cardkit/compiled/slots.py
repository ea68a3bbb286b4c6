"""Sets of slots as values: one uint64, or a tuple of up to four. The same functions take both.

In memory a set is a field of a record: a uint64, or an array of them. `set_field` reads it as a value and writes it
back; the dtype of the record decides the width, which compiled code knows. Operators do not work on tuples, so code for
games of any width uses these functions only. Those of one word compile to what operators on a uint64 compile to.

Every function has two bodies: a Python one, which runs with the JIT off and refuses a slot out of range, and an LLVM
one, which checks nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cardkit.compiled import slot_code
from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit_inline
from cardkit.compiled.prng import Stream, below
from cardkit.compiled.records import Record
from cardkit.compiled.slot_code import MOST_WORDS, WORD_SLOTS

Actions = np.uint64 | tuple[np.uint64, ...]
"""A set of slots, as a value."""

MOST_SLOTS = WORD_SLOTS * MOST_WORDS
"""Slots are numbers below this one, whatever the game."""

# --- how wide --------------------------------------------------------------------------------------------------------


def set_type(words: int) -> Any:
    """Return the type of a field that holds a set of slots of so many words."""
    if not 1 <= words <= MOST_WORDS:
        raise ValueError(f"a set of slots has 1 to {MOST_WORDS} words, got {words}")
    return np.uint64 if words == 1 else (np.uint64, (words,))


def words_of(record: np.dtype[Any], field: str = "legal") -> int:
    """Return the number of words of a set of slots in a record.

    Raises:
        ValueError: the field holds no set of slots.
    """
    kind = record.fields[field][0] if record.names and field in record.names else None  # type: ignore[index]
    if kind is None:
        raise ValueError(f"there is no field {field}, the set of the legal slots")
    if kind == np.uint64:
        return 1
    if kind.base != np.uint64 or len(kind.shape) != 1 or not 2 <= kind.shape[0] <= MOST_WORDS:
        raise ValueError(f"{field} must be a uint64, or an array of 2 to {MOST_WORDS} of them; it is {kind}")
    return int(kind.shape[0])


def words_from(number: int, words: int) -> Any:
    """Make a set as a value from a Python integer, bit by bit."""
    if number >> WORD_SLOTS * words:
        raise ValueError(f"slot {number.bit_length() - 1} is out of range: slots are 0..{WORD_SLOTS * words - 1}")
    parts = tuple(np.uint64(number >> WORD_SLOTS * place & 2**WORD_SLOTS - 1) for place in range(words))
    return parts[0] if words == 1 else parts


# --- as plain Python -------------------------------------------------------------------------------------------------


def as_int(actions: Actions) -> int:
    """Return a set as a Python integer, bit by bit; for code that is not compiled."""
    if isinstance(actions, (tuple, np.ndarray)):
        return sum(int(word) << WORD_SLOTS * place for place, word in enumerate(actions))
    return int(actions)


def capacity(actions: Actions) -> int:
    """Return the number that all slots are below; compiled, a constant."""
    return WORD_SLOTS * len(actions) if isinstance(actions, tuple) else WORD_SLOTS


def _like(actions: Actions, number: int) -> Actions:
    return words_from(number, len(actions) if isinstance(actions, tuple) else 1)


def _at(actions: Actions, slot: Number) -> int:
    if not 0 <= slot < capacity(actions):
        raise ValueError(f"slot {slot} is out of range: slots are 0..{capacity(actions) - 1}")
    return 1 << int(slot)


def no_slots(actions: Actions) -> Actions:
    """Return the empty set, as wide as another."""
    return _like(actions, 0)


def is_empty(actions: Actions) -> bool:
    """Return whether a set has no slot."""
    return as_int(actions) == 0


def is_lone(actions: Actions) -> bool:
    """Return whether a set that is not empty has a single slot."""
    return as_int(actions).bit_count() == 1


def how_many(actions: Actions) -> int:
    """Count the slots in a set."""
    return as_int(actions).bit_count()


def first_slot(actions: Actions) -> int:
    """Return the lowest slot of a set that is not empty."""
    number = as_int(actions)
    return (number & -number).bit_length() - 1


def without_first(actions: Actions) -> Actions:
    """Return a set that is not empty, without its lowest slot."""
    number = as_int(actions)
    return _like(actions, number & number - 1)


def has(actions: Actions, slot: Number) -> bool:
    """Return whether a set has a slot, which is below its capacity."""
    return as_int(actions) & _at(actions, slot) != 0


def with_slot(actions: Actions, slot: Number) -> Actions:
    """Add a slot to a set."""
    return _like(actions, as_int(actions) | _at(actions, slot))


def without_slot(actions: Actions, slot: Number) -> Actions:
    """Take a slot out of a set."""
    return _like(actions, as_int(actions) & ~_at(actions, slot))


def minus(actions: Actions, others: Actions) -> Actions:
    """Return the slots of one set that another of the same width lacks."""
    return _like(actions, as_int(actions) & ~as_int(others))


def common(actions: Actions, others: Actions) -> Actions:
    """Return the slots that two sets of the same width share."""
    return _like(actions, as_int(actions) & as_int(others))


def either(actions: Actions, others: Actions) -> Actions:
    """Return the slots of two sets of the same width."""
    return _like(actions, as_int(actions) | as_int(others))


def rank(actions: Actions, slot: Number) -> int:
    """Count the slots of a set that are below a slot."""
    return (as_int(actions) & _at(actions, slot) - 1).bit_count()


def nth_slot(actions: Actions, n: Number) -> int:
    """Return the n-th slot (from 0) of a set that has more."""
    number = as_int(actions)
    for _ in range(int(n)):
        number &= number - 1
    return (number & -number).bit_length() - 1


@jit_inline
def random_slot(actions: Actions, stream: Stream) -> int:
    """Draw a slot of a set that is not empty, each with the same probability."""
    return nth_slot(actions, below(stream, how_many(actions)))


def set_field(name: str) -> tuple[Callable[[Any], Actions], Callable[[Any, Actions], None]]:
    """Make functions ``read(record)`` and ``write(record, actions)`` for a field that holds a set of slots."""

    def read(record: Record) -> Actions:
        value = record[name]
        return tuple(value) if isinstance(value, np.ndarray) else value

    def write(record: Record, actions: Actions) -> None:
        record[name] = actions

    slot_code.compile_field(name, read, write)
    return read, write


legal_of, put_legal = set_field("legal")
"""Read and write the legal actions of a STATE, an INFO or any other record with the field ``legal``."""

slot_code.compile_functions(
    of_set=(is_empty, is_lone, how_many, first_slot, without_first, no_slots, capacity),
    of_slot=(has, rank, with_slot, without_slot),
    of_sets=(minus, common, either),
    nth_slot=nth_slot,
)
