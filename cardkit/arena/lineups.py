"""Which agents play together in a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

Lineup = tuple[int, ...]
"""The numbers of the agents, one for each seat; an agent whose number is repeated plays in several seats."""


def one_against_others(agents: Sequence[str], seats: int) -> list[str]:
    """The agents by seats: of two, the second takes all seats that the first leaves."""
    return [agents[0], *[agents[1]] * (seats - 1)] if len(agents) == 2 else list(agents)


def lineups(names: Sequence[str], seats: int, gauntlet: str | None = None) -> list[Lineup]:
    """The lineups of a tournament; each plays one match.

    With at least as many agents as seats, these are all sets of different agents. With fewer agents, each agent plays
    alone against each other one, which takes all remaining seats.

    Args:
        names: of the agents.
        seats: of the game.
        gauntlet: the name of an agent that plays in every match; None for all lineups.

    Raises:
        ValueError: no agent has the name given as gauntlet.
    """
    found = (
        list(combinations(range(len(names)), seats))
        if len(names) >= seats
        else [(alone, *[other] * (seats - 1)) for alone, other in permutations(range(len(names)), 2)]
    )
    if gauntlet is None:
        return found
    if gauntlet.strip() not in names:
        raise ValueError(f"gauntlet must be one of the agents, {', '.join(names)}; got {gauntlet!r}")
    number = names.index(gauntlet.strip())
    return [lineup for lineup in found if number in lineup]
