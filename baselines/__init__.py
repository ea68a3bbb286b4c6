"""Baseline agents and the harness that measures them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardkit import __version__ as __version__
from cardkit.lazy import names_of

if TYPE_CHECKING:
    from baselines.durak.agents.batched_policy import PolicyAgent as PolicyAgent
    from baselines.durak.arena.match import play_match as play_match
    from baselines.durak.arena.match_result import MatchResult as MatchResult
    from baselines.durak.arena.roster import agent_names as agent_names
    from baselines.durak.arena.roster import make_agent as make_agent
    from cardkit.agents import Agent as Agent

__getattr__, __dir__, __all__ = names_of(
    __name__,
    {
        "baselines.durak.agents.batched_policy": "PolicyAgent",
        "baselines.durak.arena.match": "play_match",
        "baselines.durak.arena.match_result": "MatchResult",
        "baselines.durak.arena.roster": "agent_names make_agent",
        "cardkit.agents": "Agent",
    },
)
