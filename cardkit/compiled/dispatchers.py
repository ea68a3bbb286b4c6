"""The door to Numba's private classes, and the way without them.

`cardkit.compiled.private` extends classes that no version of Numba promises, so that first compilations take less time
and compiled code is kept until its sources change. Nothing else imports it. Where Numba lacks such a class, its public
decorators compile, and nothing is kept: its own cache notices only changes of a function's own file.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
import numba.extending
from numba import config, types

from cardkit.compiled.kept.notices import announce_without_privates

_failed: list[Exception] = []  # why Numba's private classes do not serve, if they do not


def compiled(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    """Make a compiled function; at its first call Numba compiles it, or takes the code that was kept."""
    return _private("compiled", function, options) or numba.jit(**options)(function)


def bind(function: Callable[..., Any], body_for: Callable[[Any], Any], options: Any) -> None:
    """Make compiled callers of a function call the body for the type of their first argument.

    Args:
        function: has no body of its own.
        body_for: returns the compiled body for a type; None if the function does not take such an argument.
        options: of the compiler.
    """

    def caller_for(first: Any, *rest: Any) -> Any:
        body = body_for(first)
        return body and (lambda *arguments: body(*arguments))

    if not _private("bind", function, body_for):
        numba.extending.overload(function, jit_options=options, strict=False)(caller_for)


def overload(function: Callable[..., Any], body_for: Callable[..., Any], options: dict[str, Any], inline: str) -> None:
    """Make compiled callers of a function call the plain body that ``body_for`` returns for their types.

    Args:
        function: has no body of its own.
        body_for: takes the types of the arguments; returns None if the function does not take them.
        options: of the compiler.
        inline: as Numba's ``overload`` has it.
    """
    if not _private("overload", function, body_for, options, inline):
        overload: Any = numba.extending.overload
        overload(function, jit_options=options, strict=False, inline=inline)(body_for)


def compile_for_callers(function: Callable[..., Any], *kinds: types.Type) -> None:
    """Compile what compiled callers of a function call with arguments of these types, and keep it."""
    _private("compile_for_callers", function, kinds)


def is_kept(function: Callable[..., Any]) -> bool:
    """Return whether code of a compiled function, for some arguments, was made here, kept, or came with the package."""
    return bool(_private("is_kept", function))


def target() -> tuple[str, str, str]:
    """Return what compiled code is for: LLVM's triple, the processor, and its features as ``+avx2,-sse4a,...``."""
    return _private("target") or (llvm.get_process_triple(), "", "")


def folder_of(function: Any) -> str | None:
    """Return the folder of a function's compiled code, ``NUMBA_CACHE_DIR`` if set; None without any."""
    folder = function.stats.cache_path
    return folder and (config.CACHE_DIR or folder)  # type: ignore[attr-defined]  # numba sets its options at run time


def _private(name: str, *arguments: Any) -> Any:
    """Call a function of `cardkit.compiled.private`; None if this Numba has not the classes that it extends."""
    if _failed:
        return None
    try:
        from cardkit.compiled import private

        return getattr(private, name)(*arguments)
    except Exception as error:  # of any kind, where a class is missing or has changed
        _failed.append(error)
        announce_without_privates(error)
        return None
