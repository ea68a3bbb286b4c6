"""The compiler: what a function compiles to depends on itself alone."""

from __future__ import annotations

from typing import Any

import pytest

from cardkit.compiled.jit import JIT_OFF, jit, jit_inline


@pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")
def test_a_function_is_not_inlined_by_force_as_its_first_caller_is() -> None:
    @jit
    def doubled(number: int) -> int:
        return 2 * number

    @jit_inline
    def doubled_and_one_more(number: int) -> int:
        return doubled(number) + 1

    assert doubled_and_one_more(3) == 7
    code: Any = {function: "".join(function.inspect_llvm().values()) for function in (doubled, doubled_and_one_more)}
    assert "alwaysinline" in code[doubled_and_one_more]
    assert "alwaysinline" not in code[doubled]
