"""Baseline agents and the harness that measures them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardkit import __version__ as __version__
from cardkit.lazy import names_of

if TYPE_CHECKING:
    from baselines.durak.agents.batched_policy import PolicyAgent
    from baselines.durak.arena.match import play_match
    from baselines.durak.arena.match_result import MatchResult
    from baselines.durak.arena.roster import agent_names, make_agent
    from cardkit.agents import Agent

__all__ = ["Agent", "MatchResult", "PolicyAgent", "agent_names", "make_agent", "play_match"]

__getattr__, __dir__ = names_of(
    __name__,
    {
        "baselines.durak.agents.batched_policy": "PolicyAgent",
        "baselines.durak.arena.match": "play_match",
        "baselines.durak.arena.match_result": "MatchResult",
        "baselines.durak.arena.roster": "agent_names make_agent",
        "cardkit.agents": "Agent",
    },
)
