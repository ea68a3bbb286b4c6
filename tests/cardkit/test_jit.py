"""The compiler: what a function compiles to depends on itself alone."""

from __future__ import annotations

from typing import Any

import pytest

from cardkit.compiled.jit import JIT_OFF, jit, jit_inline

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
