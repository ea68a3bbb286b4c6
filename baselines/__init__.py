"""Baseline agents and the harness that measures them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from baselines.durak.agents.batched_policy import PolicyAgent
    from baselines.durak.arena.match import play_match
    from baselines.durak.arena.match_result import MatchResult
    from baselines.durak.arena.roster import agent_names, make_agent
    from cardkit.agents import Agent

__all__ = ["Agent", "MatchResult", "PolicyAgent", "agent_names", "make_agent", "play_match"]

_HOMES = {
    "Agent": "baselines.durak.agents.protocol",
    "MatchResult": "baselines.durak.arena.match_result",
    "PolicyAgent": "baselines.durak.agents.batched_policy",
    "agent_names": "baselines.durak.arena.roster",
    "make_agent": "baselines.durak.arena.roster",
    "play_match": "baselines.durak.arena.match",
}


def __getattr__(name: str) -> Any:
    """Import public names at their first use, so that the command line starts quickly."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return value
