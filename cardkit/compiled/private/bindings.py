"""Functions whose compiled callers call a body by the type of their first argument."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from numba.core.typing.templates import AbstractTemplate, infer, infer_global


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
