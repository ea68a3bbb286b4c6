"""Functions whose compiled callers call a body by the types of their arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from numba.core.registry import cpu_target
from numba.core.typing.templates import AbstractTemplate, infer, infer_global, make_overload_template

from cardkit.compiled.private.parts import Compiled, Part, compiling
from cardkit.compiled.private.registries import load_registries


def bind(function: Callable[..., Any], body_for: Callable[[Any], Any]) -> bool:
    """Make compiled callers of a function call the body for the type of their first argument.

    An overload would make a function around each body, which takes as long to compile as many a body.
    """

    class Bodies(AbstractTemplate):
        key = function

        def generic(self, args: Any, kws: Any) -> Any:
            body = body_for(args[0]) if args else None
            if body is None:
                return None
            self.body = self.context.resolve_value_type(body)
            return self.body.get_call_type(self.context, args, kws)

        def get_impl_key(self, sig: Any) -> Any:
            return self.body.get_impl_key(sig)

    infer(Bodies)
    infer_global(function, types.Function(Bodies))
    return True


def overload(function: Callable[..., Any], body_for: Callable[..., Any], options: dict[str, Any], inline: str) -> bool:
    """Make compiled callers of a function call the body for the types of their arguments.

    Numba makes machine code of each body, though all are linked into their callers; these are parts.
    """
    template: Any = make_overload_template(function, body_for, options | {"nopython": True}, False, inline)

    class Bodies(template):  # type: ignore[misc]
        def _get_jit_decorator(self) -> Any:
            return super()._get_jit_decorator() if Compiled.whole else _part

    infer(Bodies)
    infer_global(function, types.Function(Bodies))
    return True


def _part(**options: Any) -> Callable[[Callable[..., Any]], Part]:
    return lambda body: Part(body, {}, options)


def compile_for_callers(function: Callable[..., Any], kinds: tuple[Any, ...]) -> bool:
    """Compile what compiled callers of a function call with arguments of these types."""
    with compiling():
        load_registries()
        context: Any = cpu_target.typing_context
        context.refresh()
        context.resolve_function_type(context.resolve_value_type(function), kinds, {})
    return True
