"""Sets of slots of one to four words: each function against Python's integers, compiled and not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cardkit.compiled import slots
from cardkit.compiled.jit import JIT_OFF, jit
from cardkit.compiled.prng import STREAM, derive
from cardkit.compiled.records import record
from cardkit.compiled.slot_code import MOST_WORDS
from cardkit.compiled.slots import MOST_SLOTS, as_int, random_slot, set_type, words_from, words_of

WIDTHS = range(1, MOST_WORDS + 1)
each_width = pytest.mark.parametrize("words", WIDTHS)

is_empty, is_lone, how_many = slots.is_empty, slots.is_lone, slots.how_many
first_slot, without_first, no_slots, capacity = (
    slots.first_slot,
    slots.without_first,
    slots.no_slots,
    slots.capacity,
)
has, rank, with_slot, without_slot, nth_slot = (
    slots.has,
    slots.rank,
    slots.with_slot,
    slots.without_slot,
    slots.nth_slot,
)
minus, common, either, legal_of, put_legal = slots.minus, slots.common, slots.either, slots.legal_of, slots.put_legal


@jit
def of_set(actions):  # type: ignore[no-untyped-def]
    return is_empty(actions), how_many(actions), no_slots(actions), capacity(actions)


@jit
def of_full_set(actions):  # type: ignore[no-untyped-def]
    return is_lone(actions), first_slot(actions), without_first(actions)


@jit
def of_slot(actions, slot):  # type: ignore[no-untyped-def]
    return has(actions, slot), rank(actions, slot), with_slot(actions, slot), without_slot(actions, slot)


@jit
def of_sets(actions, others):  # type: ignore[no-untyped-def]
    return minus(actions, others), common(actions, others), either(actions, others)


@jit
def slots_in(actions):  # type: ignore[no-untyped-def]
    return [nth_slot(actions, n) for n in range(how_many(actions))]


@jit
def through_a_field(records, actions):  # type: ignore[no-untyped-def]
    put_legal(records[0], actions)
    return legal_of(records[0])


def numbers(words: int) -> list[int]:
    """Return sets of all sizes: none, one, few, many, all, and the slots at the edges of words."""
    rng, most = np.random.default_rng(words), 64 * words
    edges = [slot for word in range(words) for slot in (64 * word, 64 * word + 63)]
    drawn = [sum(1 << int(slot) for slot in rng.choice(most, size, replace=False)) for size in (1, 2, 5, 20, most // 2)]
    return [0, 1, 2**most - 1, *(1 << slot for slot in edges), *drawn]


def listed(number: int) -> list[int]:
    return [slot for slot in range(MOST_SLOTS) if number >> slot & 1]


@each_width
def test_a_set_is_an_integer_bit_by_bit(words: int) -> None:
    for number in numbers(words):
        actions = words_from(number, words)
        assert as_int(actions) == number
        empty, size, none, most = of_set(actions)
        assert (empty, size, as_int(none), most) == (number == 0, number.bit_count(), 0, 64 * words)
        assert slots_in(actions) == listed(number) if number else True
        if number:
            lone, first, rest = of_full_set(actions)
            assert (lone, first, as_int(rest)) == (number.bit_count() == 1, listed(number)[0], number & number - 1)


@each_width
def test_a_slot_is_a_bit(words: int) -> None:
    for number in numbers(words):
        for slot in (0, 63, 64 * words - 64, 64 * words - 1, 17):
            hit, before, grown, less = of_slot(words_from(number, words), slot)
            assert (hit, before) == (number >> slot & 1, (number & (1 << slot) - 1).bit_count())
            assert (as_int(grown), as_int(less)) == (number | 1 << slot, number & ~(1 << slot))


@each_width
def test_two_sets_are_joined_word_by_word(words: int) -> None:
    for number in numbers(words):
        for other in numbers(words)[3:]:
            found = of_sets(words_from(number, words), words_from(other, words))
            assert tuple(map(as_int, found)) == (number & ~other, number & other, number | other)


@each_width
def test_a_field_keeps_a_set(words: int) -> None:
    records = np.zeros(1, record([("before", np.int8), ("legal", set_type(words)), ("after", np.int8)]))
    for number in numbers(words):
        assert as_int(through_a_field(records, words_from(number, words))) == as_int(records[0].legal) == number
    assert (records[0].before, records[0].after) == (0, 0)


@each_width
def test_a_random_slot_is_any_of_the_set(words: int) -> None:
    stream, actions = np.zeros(1, STREAM), words_from(1 | 1 << 64 * words - 1 | 1 << 20, words)
    derive(stream[0], np.uint64(1), 1)
    drawn = [random_slot(actions, stream[0]) for _ in range(60)]
    assert set(drawn) == {0, 20, 64 * words - 1}


@pytest.mark.parametrize(
    ("dtype", "fault"),
    [
        (np.dtype([("plies", np.int64)]), "there is no field legal"),
        (np.dtype([("legal", np.int64)]), "legal must be a uint64"),
        (np.dtype([("legal", np.uint64, (5,))]), "legal must be a uint64"),
        (np.dtype([("legal", np.uint64, (2, 2))]), "legal must be a uint64"),
    ],
)
def test_a_record_without_a_set_is_refused(dtype: Any, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        words_of(dtype)


def test_a_set_has_one_to_four_words() -> None:
    for words in (0, 5):
        with pytest.raises(ValueError, match="a set of slots has 1 to 4 words"):
            set_type(words)
    with pytest.raises(ValueError, match=r"slot 64 is out of range: slots are 0\.\.63"):
        words_from(1 << 64, 1)


@pytest.mark.skipif(JIT_OFF, reason="compiled code refuses sets of two widths when it is compiled")
def test_sets_of_two_widths_do_not_mix() -> None:
    with pytest.raises(TypeError, match="sets of slots of different widths"):
        of_sets(words_from(1, 2), words_from(1, 3))


@pytest.mark.parametrize("slot", [-1, 64])
def test_plain_python_refuses_a_slot_out_of_range(slot: int) -> None:
    with pytest.raises(ValueError, match=rf"slot {slot} is out of range: slots are 0\.\.63"):
        has(words_from(1, 1), slot)
