"""The compiler: the compiled code of a function depends on the function alone."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from numba.core.errors import TypingError

from cardkit.compiled.jit import JIT_OFF, jit, jit_inline
from cardkit.compiled.records import record

SOURCE = """
@jit
def doubled(number):
    return 2 * number

@jit_inline
def doubled_and_one_more(number):
    return doubled(number) + 1
"""


@pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")
def test_a_function_is_not_inlined_by_force_as_its_first_caller_is() -> None:
    made: dict[str, Any] = {"jit": jit, "jit_inline": jit_inline}
    exec(SOURCE, made)  # functions without a file are not kept, so each run compiles them
    doubled, more = made["doubled"], made["doubled_and_one_more"]
    assert more(3) == 7
    assert "alwaysinline" in "".join(more.inspect_llvm().values())
    (called,) = doubled.part.inspect_llvm().values()
    assert "alwaysinline" not in called


@pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")
def test_what_only_callers_call_has_no_machine_code_until_python_calls_it() -> None:
    made: dict[str, Any] = {"jit": jit, "jit_inline": jit_inline}
    exec(SOURCE, made)
    doubled, more = made["doubled"], made["doubled_and_one_more"]
    assert more(3) == 7
    assert not doubled.overloads
    assert [doubled(3), doubled(4), more(4)] == [6, 8, 9]
    assert len(doubled.overloads) == len(doubled.part.overloads) == 1


ALIKE = """
@jit
def legal_in(record):
    return record.legal

@jit
def in_both(states, infos):
    return legal_in(states[0]) + legal_in(infos[0])
"""


@pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")
@pytest.mark.parametrize("swapped", [False, True])
def test_a_helper_takes_records_that_begin_alike_without_a_warning(swapped: bool) -> None:
    """Numba takes the longer of two such records for a subtype of the other, and says so at each call."""
    made: dict[str, Any] = {"jit": jit}
    exec(ALIKE, made)
    fields = [("legal", np.int64), ("plies", np.int64)]
    kinds = [record(fields, "alike"), record([*fields, ("seat", np.int64)], "alike")]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert made["in_both"](*(np.ones(1, kind) for kind in (kinds[::-1] if swapped else kinds))) == 2


RECURSIVE = """
@jit
def down(number, depth):
    return depth if number == 0 else down(number - 1, depth + 1)

@jit
def from_a_literal(number):
    return down(number, 0)

@jit
def from_a_number(number):
    return down(number, int64(0))

@jit
def factorial(number):
    return number if number <= 1 else number * factorial(number - int64(1))

@jit
def is_even(number):
    return True if number == 0 else is_odd(number - 1)

@jit
def is_odd(number):
    return False if number == 0 else is_even(number - 1)
"""


@pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")
def test_recursion_that_no_other_process_could_load_is_refused_by_name() -> None:
    """Numba compiles it, but the code that is kept crashes the next process."""
    made: dict[str, Any] = {"jit": jit, "int64": np.int64}
    exec(RECURSIVE, made)
    assert made["from_a_number"](5) == made["down"](5, 0) == 5
    with pytest.raises(TypingError, match=r"down calls itself with other types .* np\.int64\(0\) in place of 0"):
        made["from_a_literal"](5)
    assert made["factorial"](5) == 120
    with pytest.raises(TypingError, match="factorial calls itself with other types"):
        made["factorial"](np.int32(5))
    with pytest.raises(TypingError, match=r"is_(even|odd) calls itself .* through another function"):
        made["is_even"](4)
    assert made["from_a_number"](6) == made["down"](6, 0) == 6
