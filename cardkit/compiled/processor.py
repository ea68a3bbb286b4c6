"""Instructions of the processor that Numba compiles for.

It need not be this machine's: ``NUMBA_CPU_NAME=generic`` makes code that any machine of the kind can run.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from numba.core.registry import cpu_target


@cache
def has_feature(name: str) -> bool:
    """Whether compiled code may use a feature, by LLVM's name for it."""
    context: Any = cpu_target.target_context
    _, _, features = context.codegen().magic_tuple()  # what Numba's own cache tells targets apart by
    return f"+{name}" in features.split(",")
