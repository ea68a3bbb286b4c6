"""Baseline agents and the harness that measures them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from baselines.agent import Agent
    from baselines.match import play_match
    from baselines.match_result import MatchResult
    from baselines.policy_agent import PolicyAgent
    from baselines.roster import agent_names, make_agent

__all__ = ["Agent", "MatchResult", "PolicyAgent", "agent_names", "make_agent", "play_match"]

_HOMES = {
    "Agent": "baselines.agent",
    "MatchResult": "baselines.match_result",
    "PolicyAgent": "baselines.policy_agent",
    "agent_names": "baselines.roster",
    "make_agent": "baselines.roster",
    "play_match": "baselines.match",
}


def __getattr__(name: str) -> Any:
    """Public names are looked up when they are first used, so that the command line starts quickly."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return value
