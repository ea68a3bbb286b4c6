"""Makes the agents that specs name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from cardkit.specs.entries import find_factory, told_fault
from cardkit.specs.parameters import bared, pieces_of, read_parameters
from cardkit.wording import quoted

LONGEST_SPEC = 10_000  # characters


def load_agent(spec: str, group: str) -> Any:
    """Make the agent of a spec string; `cardkit.specs` gives the syntax. ``group`` holds the named agents.

    Raises:
        ValueError: an unknown agent, module, function or parameter, or a value that the agent refuses.
    """
    factory, name, positional, named = read_spec(spec, group)
    try:
        agent = factory(*positional, **named)
    except (ValueError, OSError, ImportError) as error:
        raise ValueError(f"agent {quoted(spec)} cannot be made: {error}") from error
    except SystemExit as error:
        raise ValueError(f"agent {quoted(spec)} cannot be made: {name} would end the program (sys.exit)") from error
    except Exception as error:  # a fault in foreign code
        module = str(getattr(factory, "__module__", ""))
        raise ValueError(f"agent {quoted(spec)} cannot be made: {told_fault(error, module, spec, group)}") from error
    if not is_agent(agent):
        raise ValueError(f"{quoted(name)} must return an agent, but what it returns has no act(info, rng)")
    return agent


class ReadSpec(NamedTuple):
    """A spec, read: the factory, its name, and the arguments to call it with."""

    factory: Callable[..., Any]
    name: str
    positional: tuple[str, ...]
    named: dict[str, Any]


def read_spec(spec: str, group: str) -> ReadSpec:
    """Read a spec without making the agent.

    Raises:
        ValueError: an unknown agent, module, function or parameter.
    """
    if not isinstance(spec, str):
        raise ValueError(f"an agent's spec must be a string such as 'random', got {quoted(spec)}")
    if len(spec) > LONGEST_SPEC:
        raise ValueError(
            f"an agent's spec must have at most {LONGEST_SPEC:,} characters, got {len(spec):,}: {quoted(spec[:80])}..."
        )
    factory, name, text = find_factory(spec, group)
    return ReadSpec(factory, name, *read_parameters(spec, name, factory, text))


def spelling(spec: str, group: str) -> str:
    """Write a spec in its plainest form: without empty parameters and spaces, its parameters in their order.

    Raises:
        ValueError: an unknown agent, module, function or parameter.
    """
    _, name, positional, _ = read_spec(spec, group)
    parts = name.split(":")
    text = spec.strip()
    for _ in parts:
        text = text.partition(":")[2].strip()
    pieces = [text] if positional else [_plain(piece) for piece in pieces_of(text) if piece.strip()]
    return f"{name}:{','.join(pieces)}" if pieces else name


def _plain(parameter: str) -> str:
    """Write a parameter without spaces around its parts, and without parentheses that its value does not need."""
    name, equals, value = (part.strip() for part in parameter.partition("="))
    inner = bared(value)
    return name + equals + (value if "," in inner or bared(inner) != inner else inner)


def is_agent(candidate: Any) -> bool:
    """Return whether an object has act(info, rng).

    Raises:
        ValueError: it is a class, and only what is made of it can be asked.
    """
    if isinstance(candidate, type):
        raise ValueError(f"{candidate.__name__} is a class, not an agent: create one with {candidate.__name__}()")
    return callable(getattr(candidate, "act", None))
