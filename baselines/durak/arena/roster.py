"""Durak's agents by name. Any installed package can add its own; see `cardkit.specs`."""

from __future__ import annotations

from cardkit.agents import Agent
from cardkit.specs import entries, loading
from durak_env.durak import Durak


def agent_names() -> tuple[str, ...]:
    """List the names that `make_agent` knows, sorted."""
    return entries.agent_names(Durak.AGENTS)


def make_agent(spec: str) -> Agent:
    """Make the agent of a spec string: its name, or ``name:parameter=value,...``.

    Raises:
        ValueError: unknown agent, unknown parameter, or a value that the agent refuses.
    """
    return loading.load_agent(spec, Durak.AGENTS)
