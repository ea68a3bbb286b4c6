"""The coverage of gains', parties' rates' and leads' intervals, measured in simulated matches."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from cardkit.arena.match_result import CONFIDENCE
from cardkit.report.text_table import TextTable
from cardkit.statistics.intervals import (
    clustered_difference_intervals,
    clustered_intervals,
    clustered_range_intervals,
)

DEALS = (3, 5, 10, 30, 100, 300)
DIFFERENT = (0.01, 0.03, 0.1, 0.3, 1.0)
"""Shares of the deals that two agents end differently."""
BETTER = (0.5, 0.9, 1.0)
"""Shares of these in which the first agent does better."""
SIZES = ((1.0,), (0.25, 0.5, 1.0))
"""The sizes by which such a deal is better or worse, one as likely as another."""

SEATS = 4
PARTY_RATES = (0.05, 0.25, 0.5, 0.75)
ALIKE = (0.0, 0.1, 0.5)
"""Shares of the deals whose games all have the same result for an agent."""
DECIDED = (0.0, 0.5, 0.8, 1.0)
"""Shares of the deals in which a party wins every game or loses every game."""
OF_A_PARTY = (1, 2, 4)
"""Games of a deal in which an agent plays the party."""
LEADS = (0.0, 5.0, 40.0)
POINTS, SPREAD, MOST = 60.0, 20.0, 221.0
"""The mean points of a seat, their standard deviation, and the most that there are, about as in Oh Hell!."""


def gain_coverage(different: float, better: float, sizes: tuple[float, ...], deals: int, matches: int = 4000) -> float:
    """Compute the share of simulated pairs of matches whose interval covers the gain of one agent over another.

    Args:
        different: the share of the deals that the two end differently.
        better: the share of these in which the first does better.
        sizes: how much better or worse, one size as likely as another.
        deals: of each match.
        matches: simulated.
    """
    rng = np.random.default_rng(0)
    signs = np.where(rng.random((matches, deals)) < better, 1, -1) * (rng.random((matches, deals)) < different)
    gains = signs * rng.choice(sizes, (matches, deals))
    truth = different * (2 * better - 1) * float(np.mean(sizes))
    kinds, counts = np.unique(np.sort(gains), axis=0, return_counts=True)
    low, high = clustered_difference_intervals(2 * kinds, np.full(deals, 2.0), CONFIDENCE)
    return _held(low, high, truth, counts)


def party_coverage(rate: float, deals: int, games: int, alike: float, matches: int = 4000) -> float:
    """Compute the share of simulated matches whose interval covers how often an agent wins in a party.

    Args:
        rate: how often it does.
        deals: in which it has played that party.
        games: of each of these deals in which it has.
        alike: the share of the deals whose result depends on nothing but the deal.
        matches: simulated.
    """
    rng = np.random.default_rng(0)
    won = rng.random((matches, deals, games)) < rate
    won = np.where(rng.random((matches, deals, 1)) < alike, won[:, :, :1], won)
    kinds, counts = np.unique(np.sort(won.sum(axis=2)), axis=0, return_counts=True)
    low, high = clustered_intervals(kinds.astype(float), np.full(deals, float(games)), CONFIDENCE, alike=True)
    return _held(low, high, rate, counts)


def lead_coverage(lead: float, deals: int, alike: float, matches: int = 4000) -> tuple[float, float]:
    """Compute the rate at which the interval covers an agent's mean lead in points, and half its mean width."""
    rng = np.random.default_rng(0)
    points = rng.normal(POINTS, SPREAD, (matches, deals, SEATS, SEATS))
    points[..., 0] += lead
    points = np.clip(points, 0, MOST)
    leads = points[..., 0] - points[..., 1:].mean(axis=3)
    leads = np.where(rng.random((matches, deals, 1)) < alike, leads[:, :, :1], leads)
    truth = float(leads.mean())
    low, high = clustered_range_intervals(
        (leads.sum(axis=2) + MOST * SEATS) / (2 * MOST), np.full(deals, float(SEATS)), CONFIDENCE
    )
    low, high = 2 * MOST * low - MOST, 2 * MOST * high - MOST
    return _held(low, high, truth, np.ones(matches)), float(np.mean(high - low) / 2)


def gain_table(matches: int) -> TextTable:
    """Make the table of the coverage of the intervals of gains, for the worst of all kinds of differences."""

    def worst(different: float, deals: int) -> str:
        kinds = ((better, sizes) for better in BETTER for sizes in SIZES)
        return _percent(min(gain_coverage(different, *kind, deals, matches) for kind in kinds))

    title = f"Pairs of matches whose {100 * CONFIDENCE:g} % interval holds the gain, %"
    return _table(title, "deals that differ", DIFFERENT, worst)


def party_table(matches: int) -> TextTable:
    """Make the table of the coverage of the intervals of rates by party, for the worst kind of deals."""

    def worst(rate: float, deals: int) -> str:
        kinds = ((games, alike) for games in OF_A_PARTY for alike in DECIDED)
        return _percent(min(party_coverage(rate, deals, *kind, matches) for kind in kinds))

    return _table(
        f"Matches whose {100 * CONFIDENCE:g} % interval holds the rate by party, %", "rate", PARTY_RATES, worst
    )


def gain_tables(matches: int) -> list[TextTable]:
    """Make all tables of this module."""
    return [gain_table(matches), party_table(matches), lead_table(matches)]


def lead_table(matches: int) -> TextTable:
    """Make the table of the coverage of leads' intervals in points, for the worst kind of deals, and their width."""

    def worst(lead: float, deals: int) -> str:
        found = [lead_coverage(lead, deals, alike, matches // 4) for alike in ALIKE]
        return f"{_percent(min(found)[0])} (±{found[0][1]:.0f})"

    title = (
        f"Matches of {SEATS} whose {100 * CONFIDENCE:g} % interval holds the lead, % (and half its width, in points)"
    )
    return _table(title, "lead", LEADS, worst)


def _table(title: str, first: str, values: Iterable[float], cell: Callable[[float, int], str]) -> TextTable:
    rows = [(f"{value:g}", *(cell(value, deals) for deals in DEALS)) for value in values]
    return TextTable(title, (first, *(f"{deals} deals" for deals in DEALS)), rows, names=1)


def _held(low: np.ndarray, high: np.ndarray, truth: float, counts: np.ndarray) -> float:
    near = 1e-9
    return float(counts @ ((low <= truth + near) & (truth <= high + near)) / counts.sum())


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"
