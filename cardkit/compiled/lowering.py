"""Compiled bodies for plain functions, as LLVM code or as overloads.

Prefer `lowered`: Numba compiles an overload that it inlines for its types, and types it anew wherever it is called.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numba.extending

NO_WRAPPER: dict[str, Any] = {"no_cfunc_wrapper": True}
# One for C would take a tenth of the time to compile, and nothing calls one; see `cardkit.compiled.call`.

Generator = Callable[[Any, Any, Any, Any], Any]
"""``generate(context, builder, signature, values)`` emits LLVM code and returns the value of the result."""


def lowered(function: Callable[..., Any], signature: Any) -> Callable[[Generator], Generator]:
    """Decorate the generator of a function's LLVM code; compiled callers convert their arguments to the signature."""
    return lowered_for(function, lambda *_: signature, *signature.args)


def lowered_for(
    function: Callable[..., Any], signature_for: Callable[..., Any], *kinds: Any
) -> Callable[[Generator], Generator]:
    """As `lowered`, for arguments of these kinds of types: ``signature_for`` says the signature from their types."""

    def typer(*arguments: Any) -> Any:
        return signature_for(*arguments)

    typer.pysig = inspect.signature(function)  # type: ignore[attr-defined]  # Numba reads it: the real parameters
    numba.extending.type_callable(function)(lambda context: typer)
    return numba.extending.lower_builtin(function, *kinds)


def overload(
    function: Callable[..., Any], jit_options: dict[str, Any] | None = None, **options: Any
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Numba's ``overload`` without a wrapper for C."""
    all_options: Any = NO_WRAPPER | (jit_options or {})
    return numba.extending.overload(function, jit_options=all_options, **options)
