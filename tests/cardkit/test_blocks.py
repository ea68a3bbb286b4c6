"""Blocks of memory: parts that do not overlap, found by name from Python and from compiled code, and sets of bits."""

from __future__ import annotations

import numpy as np
import pytest

from cardkit.compiled.bits import is_single, random_bit, without_lowest
from cardkit.compiled.blocks import LINE, Block
from cardkit.compiled.jit import jit
from cardkit.compiled.memory import address_of
from cardkit.compiled.prng import streams_from_seed
from cardkit.compiled.records import named_words, record

HEAD = record([("number", np.int64), ("tail_at", np.int64)])
PAIR = record([("a", np.uint8), ("b", np.uint8)])
BLOCK = Block(("head", HEAD, 1), ("pairs", PAIR, 3))
head_in, pair_in = BLOCK.reader("head"), BLOCK.reader("pairs")


@jit
def write(memory):  # type: ignore[no-untyped-def]
    head, pair = head_in(address_of(memory)), pair_in(address_of(memory))
    head.number = 7
    pair.b = 9


def test_parts_are_found_by_name() -> None:
    block = BLOCK.followed_by(("tail", np.dtype(np.float32), 5))
    memory = block.new()
    write(memory)
    head = block.view(memory, "head")[0]
    block.tell_places(head)
    assert (head.number, head.tail_at) == (7, block.at("tail"))
    assert block.view(memory, "pairs").tolist() == [(0, 9), (0, 0), (0, 0)]
    block.view(memory, "tail")[:] = 1
    assert memory[head.tail_at :].view(np.float32)[:5].tolist() == [1] * 5
    assert head.number == 7
    assert len(memory) == block.nbytes == 3 * LINE


@pytest.mark.parametrize("word", [1, 0b1011000, (1 << 63) + 1, (1 << 64) - 1])
def test_sets_of_bits(word: int) -> None:
    compiled = jit(lambda word, stream: (without_lowest(word), is_single(word), random_bit(word, stream)))
    for functions in (compiled, lambda word, stream: (without_lowest(word), is_single(word), random_bit(word, stream))):
        stream = streams_from_seed(3)[0]
        rest, single, place = functions(np.uint64(word), stream)
        assert int(rest) == word & (word - 1)
        assert bool(single) == (word.bit_count() == 1)
        assert word >> int(place) & 1


def test_words_go_by_name_and_by_number() -> None:
    array = np.zeros(1, named_words(["first", "second"]))

    def fill(array):  # type: ignore[no-untyped-def]
        words = array[0]
        words.second = np.uint64(5)
        return words.words[1]

    assert jit(fill)(array) == fill(array) == 5
    assert (array["first"][0], array["second"][0]) == (0, 5)
