"""The coverage of intervals where the order of seats matters, measured in simulated tournaments.

Four agents play deals in all rotations of a circular order, which changes from deal to deal. Whoever attacks a weak
agent is the fool less often, so fool rates and strengths depend on the order; the truth is their mean over all orders.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cardkit.arena.lineups import ORDERS, SeatingPlan
from cardkit.arena.match_result import CONFIDENCE
from cardkit.report.text_table import TextTable
from cardkit.statistics.intervals import clustered_intervals
from cardkit.statistics.plackett_luce import rate_rankings
from cardkit.statistics.ratings import ELO

AGENTS = 4
WEIGHTS = np.log([0.10, 0.12, 0.15, 0.63])
"""The rates at which agents are the fool if the order does not matter: nearly those of smart, greedy, low and high."""

NEIGHBOUR = 0.6
"""The part of the attacked agent's weight off one's own: smart's fool rate then runs from 6 to 15 % over orders."""

LUCK = 0.75  # the standard deviation, in nats, of what a deal adds to the weight of a seat
DEALS = (6, 24, 96, 300)
_TRUTH_DEALS = 120_000


def draw_returns(rng: np.random.Generator, deals: int, seatings: str = ORDERS) -> np.ndarray:
    """Draw the returns of a simulated match, float array (games, agents).

    Args:
        rng: the source of all chance.
        deals: of the match; each is played in all rotations.
        seatings: see `cardkit.arena.lineups`.
    """
    seats = SeatingPlan(range(AGENTS), 0, seatings).seats(0, AGENTS * deals).astype(int)
    luck = np.repeat(LUCK * rng.standard_normal((deals, AGENTS)), AGENTS, axis=0)
    at_seat = np.argsort(seats, axis=1)
    attacked = np.take_along_axis(at_seat, (seats + 1) % AGENTS, axis=1)  # by each agent
    weights = WEIGHTS - NEIGHBOUR * (WEIGHTS - WEIGHTS.mean())[attacked] + np.take_along_axis(luck, seats, axis=1)
    fools = np.argmax(weights + rng.gumbel(size=weights.shape), axis=1)  # each in proportion to exp(weight)
    return np.where(np.arange(AGENTS) == fools[:, None], -1.0, 1 / (AGENTS - 1))


def true_fool_rates() -> np.ndarray:
    """Compute the rate at which each agent is the fool over all orders, shape (agents,), to about 0.001."""
    return (draw_returns(np.random.default_rng(12), _TRUTH_DEALS) < 0).mean(axis=0)


def true_strengths(rates: np.ndarray) -> np.ndarray:
    """Compute the strengths that these fool rates have in games that tell only the fool, shape (agents,).

    The others come first together, in proportion to the exponential of their mean rating, in which each weighs a third.
    """
    ratings = -(AGENTS - 1) * np.log(rates)
    return ELO * (ratings - ratings.mean())


def order_coverage(
    deals: int, tournaments: int = 500, seed: int = 0, seatings: str = ORDERS
) -> tuple[np.ndarray, np.ndarray]:
    """Compute for each agent the shares of simulated tournaments whose intervals hold its strength and fool rate."""
    rng = np.random.default_rng(seed)
    rates = true_fool_rates()
    strengths, held = true_strengths(rates), np.zeros((2, AGENTS))
    for _ in range(tournaments):
        returns = draw_returns(rng, deals, seatings)
        found = rate_rankings([range(AGENTS)], [returns], AGENTS, CONFIDENCE)
        held[0] += (found.low <= strengths) & (strengths <= found.high)
        fooled = (returns < 0).reshape(deals, AGENTS, AGENTS).sum(axis=1).T.astype(float)
        low, high = clustered_intervals(fooled, np.full(deals, AGENTS), CONFIDENCE)
        held[1] += (low <= rates) & (rates <= high)
    return held[0] / tournaments, held[1] / tournaments


def order_tables(tournaments: int) -> list[TextTable]:
    """Make the tables of the coverage of the intervals of strengths and of fool rates."""
    covered = [order_coverage(deals, tournaments=tournaments) for deals in DEALS]
    rates = true_fool_rates()
    kinds = {"strength": [f"{one:+.0f}" for one in true_strengths(rates)], "fool rate": [f"{one:.2f}" for one in rates]}
    return [
        _table(name, heads, [shares[number] for shares in covered])
        for number, (name, heads) in enumerate(kinds.items())
    ]


def _table(name: str, heads: Sequence[str], shares: Sequence[np.ndarray]) -> TextTable:
    rows = [(head, *(f"{100 * share[agent]:.1f}" for share in shares)) for agent, head in enumerate(heads)]
    title = f"Tournaments of {AGENTS} in all orders whose {100 * CONFIDENCE:g} % interval holds the {name}, %"
    return TextTable(title, (name, *(f"{deals} deals" for deals in DEALS)), rows, names=1)
