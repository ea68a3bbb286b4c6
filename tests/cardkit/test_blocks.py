"""Blocks of memory: parts that do not overlap, found by name from Python and from compiled code, and sets of bits."""

from __future__ import annotations

import numpy as np
import pytest

from cardkit.compiled.bits import bytes_in_use, is_single, random_bit, without_lowest
from cardkit.compiled.blocks import LINE, Block, copied, new_lines
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


@jit
def used(word):  # type: ignore[no-untyped-def]
    return bytes_in_use(word)


def test_bytes_that_are_not_0_become_a_set() -> None:
    for word in (0, 1, 0x80, 0x7F00_0000_0000_0100, 0xFF00_FF00_0000_8001, 2**64 - 1):
        wanted = sum(1 << place for place, byte in enumerate(word.to_bytes(8, "little")) if byte)
        assert used(np.uint64(word)) == wanted


@pytest.mark.parametrize("nbytes", [1, LINE, 300_000])
def test_blocks_and_their_copies_begin_on_cache_lines(nbytes: int) -> None:
    memory = new_lines(nbytes)
    assert (len(memory), memory.ctypes.data % LINE, memory.any()) == (nbytes, 0, False)
    memory[-1:] = 7
    copy = copied(memory)
    assert (copy.tobytes(), copy.ctypes.data % LINE) == (memory.tobytes(), 0)
    assert not np.shares_memory(copy, memory)
    assert BLOCK.new().ctypes.data % LINE == 0


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
