"""Agents by name. Any installed package can add its own; see `cardkit.specs`."""

from __future__ import annotations

import inspect
from collections.abc import Callable

from baselines.agents.protocol import Agent
from cardkit.specs import agent_factory, agent_names, load_agent

__all__ = ["agent_help", "agent_names", "make_agent"]


def make_agent(spec: str) -> Agent:
    """The agent of a spec string: its name, or ``name:parameter=value,...``.

    Raises:
        ValueError: unknown agent, unknown parameter, or a value that the agent refuses.
    """
    return load_agent(spec)


def agent_help() -> dict[str, tuple[str, str]]:
    """By name each agent's parameters, as a spec gives them, and the first line of its factory's docstring."""
    return {name: _describe(agent_factory(name)) for name in agent_names()}


def _describe(factory: Callable[..., Agent]) -> tuple[str, str]:
    parameters = inspect.signature(factory).parameters.values()
    written = (one.name if one.default is one.empty else f"{one.name}={one.default}" for one in parameters)
    lines = (inspect.getdoc(factory) or "").splitlines()
    return ",".join(written), lines[0] if lines else ""
