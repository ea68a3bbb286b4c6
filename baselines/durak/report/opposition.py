"""The matches of an agent against every other installed agent, to find its worst opponent and what that proves."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence

from baselines.durak.arena.match import play_match
from baselines.durak.arena.roster import agent_names
from cardkit.arena.match_result import CONFIDENCE, MatchResult
from cardkit.report.text_table import span
from cardkit.specs.entries import agent_factory, is_frozen
from durak_env.durak import Durak

EVEN = 0.5
"""The score of every agent against itself, by symmetry, and so the least score of a best response to it."""


def all_opponents(agent: str) -> list[str]:
    """List the installed agents that need no parameters, except the agent of the spec itself and frozen copies."""
    others = [name for name in agent_names() if name != agent.strip().split(":")[0]]
    return [name for name in others if _plays_by_name(name) and not is_frozen(name, Durak.AGENTS)]


def play_all(agent: str, opponents: Sequence[str], games: int, seed: int = 0, jobs: int = 1) -> Iterator[MatchResult]:
    """Play the agent's match against each opponent in turn; the arguments are those of `play_match`."""
    for opponent in opponents:
        yield play_match(agent, opponent, games=games, seed=seed, jobs=jobs)


def told_of_best(agent: str, results: Sequence[MatchResult]) -> str:
    """Describe the proof by the best opponent; its interval allows for its choice among all (Bonferroni).

    Args:
        agent: its spec.
        results: of its matches, the worst first; at least one.
    """
    low, high = results[0].interval(1 - (1 - CONFIDENCE) / len(results))
    best = f"{results[0].names[1]} scores {1 - results[0].score:.3f}"
    chosen = "" if len(results) == 1 else f", {span((1 - high, 1 - low))} with room for the choice of {len(results)}"
    return f"{best}{chosen}. {proven(agent, 1 - high)}"


def proven(agent: str, low: float) -> str:
    """Describe the proof about an agent by an opponent's score, in a sentence.

    Args:
        agent: its spec.
        low: the least that the opponent scores against it, the lower end of an interval.
    """
    if low > EVEN:
        return f"So a best response to {agent} scores at least {low:.3f}."
    return f"No bound: {agent} itself scores {EVEN} against {agent}, and this opponent is not shown to score more."


def _plays_by_name(name: str) -> bool:
    parameters = inspect.signature(agent_factory(name, Durak.AGENTS)).parameters.values()
    return all(one.default is not one.empty for one in parameters)
