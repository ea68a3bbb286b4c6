"""Lineups and seating plans: which agents meet in a match, and in which seats.

A circular order is the lineup as it sits round the table, wherever it begins. Each deal is played in all rotations of
an order, so that every agent has every hand once. Rotations leave each agent its neighbours. Where it matters whom one
attacks, the order decides too, so deals go through all orders, and names of agents decide nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import combinations, permutations
from typing import Any

import numpy as np

from cardkit.arena.seeds import orders_word
from cardkit.game import Game
from cardkit.wording import counted, quoted, shortened

Lineup = tuple[int, ...]
"""The numbers of the agents, one for each seat; an agent whose number is repeated plays in several seats."""

ORDERS, ROTATIONS, ALL = SEATINGS = ("orders", "rotations", "all")
"""An order for each deal; one order for all deals; all orders for each deal."""

MOST_IN_TURN = 6
"""Circular orders through which deals go in turn: those of four agents. Of more, each deal draws one."""

Order = tuple[int, ...]
"""Places of the lineup as they sit round the table, from place 0 on."""

_WORDS = 4  # of a step of Philox's counter


def one_against_others(agents: Sequence[str], places: int, kind: str = "seats") -> list[str]:
    """Return the agents by places: of two, the second takes all places that the first leaves.

    Args:
        agents: their names.
        places: of the lineup.
        kind: what the places are, ``seats`` or ``parties``.

    Raises:
        ValueError: there are neither two nor one for each place.
    """
    if len(agents) == 2:
        return [agents[0], *[agents[1]] * (places - 1)]
    if len(agents) != places:
        rest = "" if places == 2 else f", or 2, of which the second takes all other {kind}"
        named = counted(len(agents), "agent")
        raise ValueError(f"the game has {places} {kind}, but you name {named}: name {places}{rest}")
    return list(agents)


def kind_of_places(game: Game) -> str:
    """Name the places of a lineup: ``parties`` where the deal draws them, else ``seats``."""
    return "parties" if game.parties is not None else "seats"


def lineups(names: Sequence[str], seats: int, gauntlet: str | None = None, seatings: str = ORDERS) -> list[Lineup]:
    """Return the lineups of a tournament; each plays one match.

    With at least as many agents as seats, these are all sets of different agents. With fewer agents, each agent plays
    alone against each other one, which takes all remaining seats.

    Args:
        names: of the agents.
        seats: of the game.
        gauntlet: the name of an agent that plays in every match; None for all lineups.
        seatings: see `SeatingPlan`. With ``"all"`` there is a lineup of each order in which a set of agents
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
    number = _number_of(gauntlet, names)
    return [lineup for lineup in found if number in lineup]


def _number_of(name: Any, names: Sequence[str]) -> int:
    plain = name.strip().rstrip(":").rstrip() if isinstance(name, str) else name
    if plain not in names:
        raise ValueError(f"gauntlet must be one of the agents, {shortened(', '.join(names))}; got {quoted(name)}")
    return names.index(plain)


def _as_they_are(agents: list[int]) -> list[Lineup]:
    return [tuple(agents)]


def check_seatings(seatings: str) -> None:
    """Raise ValueError if there are no such seatings."""
    if seatings not in SEATINGS:
        raise ValueError(f"seatings must be one of {', '.join(SEATINGS)}, got {quoted(seatings)}")


def circular_orders(agents: Sequence[Hashable]) -> list[Order]:
    """List the circular orders of a lineup, its own first; orders that only exchange equal agents are one.

    One agent among equal others sits alike in all orders: there is one.
    """
    own = tuple(range(len(agents)))
    if max(Counter(agents).values()) >= len(agents) - 1:
        return [own]
    different: dict[tuple[Hashable, ...], Order] = {}
    for others in permutations(own[1:]):
        different.setdefault(tuple(agents[place] for place in others), (0, *others))
    return list(different.values())


class SeatingPlan:
    """The seats of a match, game by game. They follow from the lineup, the seed and the game's number alone.

    Games d * g to d * g + g - 1 play deal d, for ``games_a_deal`` g; of n seats, each n of them in turn are the
    rotations of one order, in which every agent moves one seat on.

    Args:
        agents: one for each place; equal ones are the same agent.
        seed: of the match.
        seatings: ``"orders"``: deal d in the circular order d modulo their number, or, if there are more than
            `MOST_IN_TURN`, in one drawn for it. ``"rotations"``: all deals in the lineup's own order. ``"all"``: each
            deal in all circular orders.

    Attributes:
        seatings: as given.
        several: whether the deals of the match are not all in one order.
        games_a_deal: how many games play the same deal.

    Raises:
        ValueError: there are no such seatings.
    """

    def __init__(self, agents: Sequence[Hashable], seed: int, seatings: str = ORDERS) -> None:
        check_seatings(seatings)
        self.seatings, self._seats = seatings, len(agents)
        orders = circular_orders(agents)
        if seatings == ROTATIONS:
            orders = orders[:1]
        self.several = len(orders) > 1
        self.games_a_deal = self._seats * (len(orders) if seatings == ALL else 1)
        self._word = orders_word(seed) if seatings == ORDERS and len(orders) > MOST_IN_TURN else None
        places = np.argsort(np.array(orders), axis=1)  # of each order: by agent, how many seats after agent 0
        turns = (places[:, None] + np.arange(self._seats)[:, None]) % self._seats
        self._period = turns.reshape(-1, self._seats).astype(np.uint8)  # the seats of the games, which then repeat

    @property
    def kept_as(self) -> str:
        """The seatings that a store keeps the games by: those of a lineup with one order are all the same."""
        return self.seatings if self.several else ROTATIONS

    def seats(self, first: int, count: int) -> np.ndarray:
        """Return the seat of each agent in the games from number ``first`` on: uint8 array (count, agents)."""
        if self._word is None:  # copied, not computed: 5 % more games a second of fast agents
            period = np.roll(self._period, -first, axis=0)
            return np.tile(period, (-(-count // len(period)), 1))[:count]
        rounds, rotations = np.divmod(np.arange(first, first + count), self._seats)
        return ((self._drawn_places(rounds) + rotations[:, None]) % self._seats).astype(np.uint8)

    def _drawn_places(self, deals: np.ndarray) -> np.ndarray:
        if not len(deals):
            return np.zeros((0, self._seats), np.int64)
        first, steps = int(deals[0]), -(-self._seats // _WORDS)
        drawn = np.random.Philox(key=self._word, counter=first * steps)
        words = drawn.random_raw((int(deals[-1]) + 1 - first) * steps * _WORDS).reshape(-1, steps * _WORDS)
        words[:, 0] = 0  # agent 0 stays where it is
        return np.argsort(words[:, : self._seats], axis=1, kind="stable")[deals - first]
