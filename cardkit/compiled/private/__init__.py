"""Extensions of Numba's private classes, for `cardkit.compiled.dispatchers` alone."""

from typing import Any

from numba.core.registry import cpu_target

from cardkit.compiled.private.bindings import bind as bind
from cardkit.compiled.private.bindings import compile_for_callers as compile_for_callers
from cardkit.compiled.private.bindings import overload as overload
from cardkit.compiled.private.parts import compiled as compiled
from cardkit.compiled.private.parts import is_kept as is_kept


def target() -> Any:
    """Return what Numba's cache tells machine code apart by: LLVM's triple, the processor and its features."""
    context: Any = cpu_target.target_context
    return context.codegen().magic_tuple()
