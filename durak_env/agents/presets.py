"""Named sets of an agent's parameters, chosen by one more of them: ``minimax:preset=thesis,depth=3``."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from inspect import Parameter
from typing import Any

from cardkit.checks import chosen
from cardkit.specs.marks import with_presets


def presets(**sets: Mapping[str, Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a factory of agents a last parameter ``preset``, empty or the name of one of the ``sets``.

    Parameters that are given beside a preset prevail over its own.
    """

    def with_preset(factory: Callable[..., Any]) -> Callable[..., Any]:
        plain = inspect.signature(factory)
        parameter = Parameter("preset", Parameter.POSITIONAL_OR_KEYWORD, default="", annotation="str")

        @functools.wraps(factory)
        def make(*given: Any, **named: Any) -> Any:
            values = signature.bind(*given, **named).arguments
            preset = values.pop("preset", "")
            return factory(**{**({} if preset == "" else chosen("preset", preset, sets, "none")), **values})

        signature = plain.replace(parameters=[*plain.parameters.values(), parameter])
        make.__signature__ = signature  # pyright: ignore[reportAttributeAccessIssue]
        return with_presets(make, sets)

    return with_preset
