"""Which agents play together in a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

from cardkit.arena.seatings import ALL, ORDERS, check_seatings

Lineup = tuple[int, ...]
"""The numbers of the agents, one for each seat; an agent whose number is repeated plays in several seats."""


def one_against_others(agents: Sequence[str], seats: int) -> list[str]:
    """The agents by seats: of two, the second takes all seats that the first leaves.

    Raises:
        ValueError: there are neither two nor one for each seat.
    """
    if len(agents) == 2:
        return [agents[0], *[agents[1]] * (seats - 1)]
    if len(agents) != seats:
        rest = "" if seats == 2 else ", or 2, of which the second takes all other seats"
        raise ValueError(f"the game has {seats} seats, but {len(agents)} agents are named: name {seats}{rest}")
    return list(agents)


def lineups(names: Sequence[str], seats: int, gauntlet: str | None = None, seatings: str = ORDERS) -> list[Lineup]:
    """The lineups of a tournament; each plays one match.

    With at least as many agents as seats, these are all sets of different agents. With fewer agents, each agent plays
    alone against each other one, which takes all remaining seats.

    Args:
        names: of the agents.
        seats: of the game.
        gauntlet: the name of an agent that plays in every match; None for all lineups.
        seatings: see `cardkit.arena.seatings`. With ``"all"`` there is a lineup of each order in which a set of agents
            can sit, the first agent kept in its place, since a match plays all rotations; with two seats that is one.

    Raises:
        ValueError: no agent has the name given as gauntlet, or there are no such seatings.
    """
    check_seatings(seatings)
    orders = permutations if seatings == ALL else _as_they_are
    found = (
        [(first, *order) for first, *others in combinations(range(len(names)), seats) for order in orders(others)]
        if len(names) >= seats
        else [(alone, *[other] * (seats - 1)) for alone, other in permutations(range(len(names)), 2)]
    )
    if gauntlet is None:
        return found
    if gauntlet.strip() not in names:
        raise ValueError(f"gauntlet must be one of the agents, {', '.join(names)}; got {gauntlet!r}")
    number = names.index(gauntlet.strip())
    return [lineup for lineup in found if number in lineup]


def _as_they_are(agents: list[int]) -> list[Lineup]:
    return [tuple(agents)]
