"""Functions that ask for the fields of a record, compiled and from Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba.core.errors import TypingError

from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.records import block_copier, length_of, record, tail_copier, where_field

SMALL = record([("own", np.uint64), ("shared", np.uint64, 2), ("flag", np.uint8)], "records")
LARGE = record([("first", np.uint8, 3), ("shared", np.uint64, 2), ("flag", np.uint8)], "records")
LONG = record([("shared", np.uint64, 5), ("many", np.uint8)], "records")


@jit_inline
def _own(one: Any, more: Any) -> Any:
    return np.int64(one.own) + more


def _many(one: Any, more: Any) -> Any:
    return np.int64(one.many) * more


def _none(one: Any, more: Any) -> Any:
    return -more


own_or_none = where_field("own", _own, _none)
found = where_field("many", _many, own_or_none)
length = length_of("shared")
copy = tail_copier("shared")


@jit
def ask(records: Any) -> Any:
    return found(records[0], 10), length(records[0])


@jit
def copy_first(sources: Any, targets: Any) -> None:
    copy(sources[0], targets[0])


@pytest.mark.parametrize(("dtype", "answer"), [(SMALL, (17, 2)), (LARGE, (-10, 2)), (LONG, (30, 5))])
def test_a_choice_by_field_may_be_a_choice_itself(dtype: np.dtype[Any], answer: tuple[int, int]) -> None:
    records = np.zeros(1, dtype)
    for name in {"own", "many"} & set(dtype.names or ()):
        records[name] = {"own": 7, "many": 3}[name]
    assert ask(records) == answer
    assert (found(records[0], 10), length(records[0])) == answer


def test_records_are_copied_from_a_field_to_their_end() -> None:
    source, target, other = np.zeros(1, SMALL), np.zeros(1, LARGE), np.zeros(1, LARGE)
    source["own"], source["shared"], source["flag"] = 1, (2, 3), 4
    copy_first(source, target)
    copy(source[0], other[0])
    assert target["shared"].tolist() == [[2, 3]]
    assert (target["flag"][0], target["first"].any()) == (4, False)
    assert target.tobytes() == other.tobytes()


SHARED = [("first", np.uint8), ("shared", np.uint64, 2)]
BLOCK = record(SHARED, "block")
BLOCKS = {
    "another length": (record([("first", np.uint8), ("shared", np.uint64, 3)]), "shared"),
    "another type": (record([("first", np.uint8), ("shared", np.int64, 2)]), "shared"),
    "another place": (record([("first", np.uint64), ("shared", np.uint64, 2)]), "first"),
    "a field between": (record([("first", np.uint8), ("flag", np.uint8), ("shared", np.uint64, 2)]), "flag"),
    "a field less": (record([("first", np.uint8)]), "shared"),
}


@pytest.mark.parametrize(("other", "field"), BLOCKS.values(), ids=BLOCKS)
def test_a_block_is_copied_only_between_records_that_hold_it(other: np.dtype[Any], field: str) -> None:
    """A compiled copy into another record would write over other fields, or over other memory."""
    for source, target, copy in [
        (BLOCK, other, block_copier(SHARED)),
        (other, BLOCK, block_copier(SHARED)),
        (BLOCK, other, tail_copier("first")),
    ]:
        with pytest.raises(TypingError, match=f"copied from the field 'first' on differ in '{field}'"):
            jit(lambda sources, targets, copy=copy: copy(sources[0], targets[0]))(
                np.zeros(1, source), np.zeros(1, target)
            )


def test_fields_are_attributes() -> None:
    one = np.zeros(1, SMALL)[0]
    one.own, one.shared[1] = 7, 5
    assert (one.own, one["own"], one.shared.tolist()) == (7, 7, [0, 5])
    assert getattr(one, "first", None) is None
    with pytest.raises(AttributeError, match="has no attribute 'first'"):
        one.first = 1
    with pytest.raises(ValueError, match="invalid literal"):
        one.own = "many"
