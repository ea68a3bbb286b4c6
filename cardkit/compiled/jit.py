"""The package's compiler: a decorator that caches on disk and releases the interpreter lock, and compiled bodies.

Bodies for plain functions are LLVM code or overloads.

Prefer `lowered` to an overload that is inlined: Numba compiles that for its types, and types it anew wherever it is
called.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numba.extending
import numpy as np
from llvmlite import ir
from numba import config, types

from cardkit.compiled import dispatchers

if TYPE_CHECKING:
    from numba.core.cpu import CPUContext as Context
    from numba.core.typing.context import BaseContext as TypingContext
    from numba.core.typing.templates import Signature
else:
    Context = TypingContext = Signature = object
"""Numba's contexts, of lowering and of typing, and its types of a call."""

intrinsic: Any = numba.extending.intrinsic  # typed as Any: callers omit the typing context that its definition names

JIT_OFF: bool = config.DISABLE_JIT  # type: ignore[attr-defined]  # numba sets its options at run time
"""True if everything runs as plain Python (``NUMBA_DISABLE_JIT=1``)."""


_NO_WRAPPER: dict[str, Any] = {"no_cfunc_wrapper": True}
# One for C would take a tenth of the time to compile, and nothing calls one; see `cardkit.compiled.call`.


_OPTIONS: dict[str, Any] = {"nopython": True, "boundscheck": None, "nogil": True, "error_model": "numpy", **_NO_WRAPPER}
INLINED: dict[str, Any] = _OPTIONS | {"forceinline": True}
"""Numba's options for `jit_inline`."""


def jit(function: Callable[..., Any]) -> Any:
    """Compile a function and keep it until its source, or any source it uses, changes.

    See `cardkit.compiled.private.cache`. Without ``forceinline=False`` a function that an inlined one calls first would
    be inlined for all its callers, as Numba hands options down; so its speed would depend on who calls it first.
    """
    return function if JIT_OFF else dispatchers.compiled(function, _OPTIONS | {"forceinline": False})


jit_wrapping: Callable[..., Any] = np.errstate(over="ignore") if JIT_OFF else jit
"""``jit`` for arithmetic that overflows on purpose; with the JIT off NumPy would warn."""


def jit_inline(function: Callable[..., Any]) -> Any:
    """Compile a function as `jit` does, and inline it into each caller by force.

    A call costs a pointer jump and a return through memory. Each caller gets its own copy, so use it only in innermost
    loops.
    """
    return function if JIT_OFF else dispatchers.compiled(function, INLINED)


@cache
def has_feature(name: str) -> bool:
    """Return whether compiled code may use an instruction set, by LLVM's name for it.

    It need not be that of this machine: ``NUMBA_CPU_NAME=generic`` makes code that any machine of the kind can run.
    """
    _, _, features = dispatchers.target()
    return f"+{name}" in features.split(",")


def is_x86() -> bool:
    """Return whether compiled code is for x86-64, all of which have SSE2."""
    triple, _, _ = dispatchers.target()
    return triple.startswith("x86_64")


def constants(values: Iterable[int]) -> tuple[Any, ...]:
    """Make numbers to pass to compiled functions: Numba compiles a function anew for each Python int."""
    return tuple(map(np.int64, values))


# --- bodies for plain functions --------------------------------------------------------------------------------------


Builder = ir.IRBuilder
Values = Sequence[ir.Value]
"""LLVM's emitter of code, and the values of arguments."""
Generator = Callable[[Context, Builder, Signature, Values], Any]
"""``generate(context, builder, signature, values)`` emits LLVM code and returns the value of the result."""


def lowered(function: Callable[..., Any], signature: Signature) -> Callable[[Generator], Generator]:
    """Decorate the generator of a function's LLVM code; compiled callers convert their arguments to the signature."""
    return lowered_for(function, lambda *_: signature, *signature.args)


def lowered_for(
    function: Callable[..., Any], signature_for: Callable[..., Any], *kinds: Any
) -> Callable[[Generator], Generator]:
    """Decorate the generator of a function's LLVM code for arguments of these kinds of types; see `lowered`.

    ``signature_for`` says the signature from their types.
    """

    def typer(*arguments: types.Type) -> Any:
        return signature_for(*arguments)

    typer.pysig = inspect.signature(function)  # type: ignore[attr-defined]  # Numba reads it: the real parameters
    numba.extending.type_callable(function)(lambda context: typer)
    return numba.extending.lower_builtin(function, *kinds)


def overload(
    function: Callable[..., Any], jit_options: dict[str, Any] | None = None, inline: str = "never"
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorate what returns a compiled body for a function, as Numba's ``overload``; annotations are the body's own."""
    options = _NO_WRAPPER | (jit_options or {})

    def decorate(body_for: Callable[..., Any]) -> Callable[..., Any]:
        dispatchers.overload(function, body_for, options, inline)
        return body_for

    return decorate
