"""Plays an agent against every other installed agent, to find its worst opponent."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence

from baselines.durak.arena.match import play_match
from baselines.durak.arena.roster import agent_names
from cardkit.arena.match_result import MatchResult
from cardkit.specs import agent_factory
from durak_env.durak import Durak


def all_opponents(agent: str) -> list[str]:
    """The installed agents that need no parameters, except the agent of the spec itself."""
    return [name for name in agent_names() if name != agent.strip().split(":")[0] and _plays_by_name(name)]


def play_all(agent: str, opponents: Sequence[str], games: int, seed: int = 0, jobs: int = 1) -> Iterator[MatchResult]:
    """Play the agent's match against each opponent in turn; the arguments are those of `play_match`."""
    for opponent in opponents:
        yield play_match(agent, opponent, games=games, seed=seed, jobs=jobs)


def _plays_by_name(name: str) -> bool:
    parameters = inspect.signature(agent_factory(name, Durak.AGENTS)).parameters.values()
    return all(one.default is not one.empty for one in parameters)
