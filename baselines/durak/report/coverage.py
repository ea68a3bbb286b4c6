"""Measures in simulated contests how often intervals cover the truth: ``python -m baselines.durak.report.coverage``.

Games follow the model of `cardkit.statistics.ratings`, except that the deal of a mirrored pair adds to the rating of
one seat. The more it adds, the more often the two games of a pair have opposite results.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

from baselines.durak.report.gain_coverage import gain_tables
from baselines.durak.report.order_coverage import order_tables
from cardkit.arena.match_result import CONFIDENCE
from cardkit.report.page_section import write_section
from cardkit.report.text_table import TextTable
from cardkit.statistics.intervals import clustered_intervals, clustered_range_intervals
from cardkit.statistics.ratings import ELO, fit, rate
from cardkit.wording import counted

SCORES = (0.02, 0.2, 0.5, 0.8, 0.97, 0.996)
PAIRS = (3, 5, 10, 30, 100, 300, 1000)
FOOL_RATES = (0.05, 0.15, 0.25, 0.4)
RARE_FOOLS = (0.01, *FOOL_RATES)
DRAWS = 0.025  # of the games whose returns are simulated
ALIKE = (0.0, 0.1, 0.5)
"""Shares of the deals whose games all have the same result for an agent."""

DEALS = (3, 10, 30, 100, 300)
SEATS = 4  # of the matches whose fool rates and returns are simulated
RATINGS = (290.0, 200.0, 90.0, 0.0, -15.0, -565.0)
"""Ratings of the agents of a tournament: spread as those of the example in the quickstart."""

TOURNAMENT_PAIRS = (1, 3, 10, 30, 100)
DRAWN = -2.75  # the model's d: 3 % draws between equals
OWNER = "python -m baselines.durak.report.coverage"
_LUCK = np.polynomial.hermite_e.hermegauss(41)


@dataclass(frozen=True)
class Deals:
    """The influence of deals on a match.

    Attributes:
        luck: the standard deviation, in nats, of what a deal adds to the rating of a seat.
        alike: the share of pairs whose two games have the same result for the agents, whatever their seats.
    """

    luck: float = 0.0
    alike: float = 0.0


KINDS = (Deals(), Deals(luck=0.75), Deals(luck=2.0), Deals(alike=0.1))
"""In these, the variance of an even match is 1, 0.89, 0.61 and 1.1 times that of independent games."""


def draw_pairs(
    rng: np.random.Generator, leads: np.ndarray, deals: Deals, pairs: int, shared: bool = False
) -> np.ndarray:
    """Draw wins, draws and losses of simulated mirrored pairs, array (pairs, matches, 3).

    Args:
        leads: array (matches,): the lead of the first agent of each match, in nats.
        deals: how much they decide.
        pairs: number of pairs per match.
        shared: whether all matches play the same deals, as in a tournament.
    """
    first, second = _draw_games(rng, leads, deals, pairs, shared)
    return np.eye(3)[first] + np.eye(3)[second]


def expected_counts(leads: np.ndarray, deals: Deals) -> np.ndarray:
    """Compute the probabilities of win, draw and loss over all deals, array (matches, 3)."""
    nodes, weights = _LUCK
    chances = _chances(np.asarray(leads)[..., None] + deals.luck * nodes)
    return np.einsum("...no,n->...o", chances, weights / weights.sum())


def lead_of(score: float, deals: Deals) -> float:
    """Find the lead in nats of an agent with this expected score."""
    from scipy.optimize import root_scalar

    def surplus(lead: float) -> float:
        return float(expected_counts(np.array(lead), deals) @ [1, 0.5, 0]) - score

    return float(root_scalar(surplus, bracket=(-40, 40)).root)


def score_coverage(
    score: float, pairs: int, deals: Deals, confidence: float = CONFIDENCE, matches: int = 4000
) -> tuple[float, float]:
    """Compute the share of simulated matches whose interval covers the score, and the intervals' mean width."""
    rng = np.random.default_rng(0)
    leads = np.full(matches, lead_of(score, deals))
    first, second = _draw_games(rng, leads, deals, pairs)
    points = np.sort(2 - (first + second).T / 2)
    kinds, counts = np.unique(points, axis=0, return_counts=True)
    low, high = clustered_intervals(kinds, np.full(pairs, 2), confidence)
    held = (low <= score) & (score <= high)
    return float(counts @ held / matches), float(counts @ (high - low) / matches)


def fool_coverage(rate: float, deals: int, alike: float, matches: int = 4000) -> float:
    """Compute the share of simulated matches of `SEATS` whose interval covers the first agent's fool rate.

    Args:
        rate: how often it is the fool.
        deals: of each match; each is played once in every seat.
        alike: the share of deals in whose games the first agent ends alike, wherever it sits.
        matches: simulated.
    """
    rng = np.random.default_rng(0)
    fooled = rng.random((matches, deals, SEATS)) < rate
    fooled = np.where(rng.random((matches, deals, 1)) < alike, fooled[:, :, :1], fooled)
    kinds, counts = np.unique(np.sort(fooled.sum(axis=2)), axis=0, return_counts=True)
    low, high = clustered_intervals(kinds.astype(float), np.full(deals, SEATS), CONFIDENCE)
    return float(counts @ ((low <= rate) & (rate <= high)) / matches)


def return_coverage(rate: float, deals: int, alike: float, matches: int = 4000) -> float:
    """Compute the share of simulated matches of `SEATS` whose interval covers the first agent's mean return.

    Args:
        rate: how often it is the fool; `DRAWS` of the games have none.
        deals, alike, matches: as for `fool_coverage`.
    """
    rng = np.random.default_rng(0)
    drawn = rng.random((matches, deals, SEATS))
    paid = np.where(drawn < rate, -1, np.where(drawn < rate + DRAWS, 0, 1 / (SEATS - 1)))
    paid = np.where(rng.random((matches, deals, 1)) < alike, paid[:, :, :1], paid)
    truth = -rate + (1 - rate - DRAWS) / (SEATS - 1)
    kinds, counts = np.unique(np.sort(paid.sum(axis=2).round(9)), axis=0, return_counts=True)
    width = 1 + 1 / (SEATS - 1)
    low, high = clustered_range_intervals((kinds + SEATS) / width, np.full(deals, SEATS), CONFIDENCE)
    return float(counts @ ((low * width - 1 <= truth) & (truth <= high * width - 1)) / matches)


def rating_coverage(elo: Sequence[float], pairs: int, deals: Deals, tournaments: int = 500) -> np.ndarray:
    """Compute for each agent the share of simulated round robins whose interval covers its rating."""
    rng = np.random.default_rng(0)
    pairings = np.array(list(combinations(range(len(elo)), 2)))
    leads = -np.diff(np.array(elo)[pairings], axis=1)[:, 0] / ELO
    truth = ELO * fit(pairings, expected_counts(leads, deals), len(elo), prior=1e-9)[0]
    held = np.zeros(len(elo))
    for _ in range(tournaments):
        found = rate(pairings, draw_pairs(rng, leads, deals, pairs, shared=True), len(elo), CONFIDENCE)
        held += (found.low <= truth) & (truth <= found.high)
    return held / tournaments


def score_table(matches: int) -> TextTable:
    """Make the table of the coverage of the intervals of scores, for the worst kind of deals."""
    rows = [(f"{score:g}", *(_percent(_worst_of_kinds(score, pairs, matches)) for pairs in PAIRS)) for score in SCORES]
    header = ("score", *(counted(pairs, "pair") for pairs in PAIRS))
    return TextTable(f"Matches whose {100 * CONFIDENCE:g} % interval holds the score, %", header, rows, names=1)


def fool_table(matches: int) -> TextTable:
    """Make the table of the coverage of the intervals of fool rates, for the worst kind of deals."""
    return _table_of_rates("fool rate", FOOL_RATES, fool_coverage, matches)


def return_table(matches: int) -> TextTable:
    """Make the table of the coverage of the intervals of mean returns, for the worst kind of deals."""
    return _table_of_rates("mean return", RARE_FOOLS, return_coverage, matches)


def _table_of_rates(held: str, rates: Sequence[float], coverage: Callable[..., float], matches: int) -> TextTable:
    rows = [
        (f"{rate:g}", *(_percent(min(coverage(rate, deals, one, matches=matches) for one in ALIKE)) for deals in DEALS))
        for rate in rates
    ]
    header = ("fool rate", *(f"{deals} deals" for deals in DEALS))
    title = f"Matches of {SEATS} whose {100 * CONFIDENCE:g} % interval holds the {held}, %"
    return TextTable(title, header, rows, names=1)


def rating_table(tournaments: int) -> TextTable:
    """Make the table of the coverage of the intervals of ratings in a round robin."""
    shares = [rating_coverage(RATINGS, pairs, KINDS[1], tournaments=tournaments) for pairs in TOURNAMENT_PAIRS]
    rows = [(f"{elo:+.0f}", *(_percent(share[agent]) for share in shares)) for agent, elo in enumerate(RATINGS)]
    header = ("Elo", *(counted(pairs, "pair") for pairs in TOURNAMENT_PAIRS))
    title = f"Tournaments in which the {100 * CONFIDENCE:g} % interval holds the rating, %"
    return TextTable(title, header, rows, names=1)


def _worst_of_kinds(score: float, pairs: int, matches: int) -> float:
    return min(score_coverage(score, pairs, deals, matches=matches)[0] for deals in KINDS)


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _chances(leads: np.ndarray) -> np.ndarray:
    weights = np.stack(
        [np.exp(leads / 2), np.broadcast_to(np.exp(DRAWN), np.shape(leads)), np.exp(-leads / 2)], axis=-1
    )
    return weights / weights.sum(axis=-1, keepdims=True)


def _draw_games(
    rng: np.random.Generator, leads: np.ndarray, deals: Deals, pairs: int, shared: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Draw the two games of `draw_pairs`, arrays (pairs, matches): 0, 1 or 2 for a win, a draw or a loss."""
    luck = deals.luck * rng.standard_normal((pairs, 1 if shared else len(leads)))
    first, second = (_outcomes(rng, leads + shift) for shift in (luck, -luck))
    return first, np.where(rng.random(first.shape) < deals.alike, first, second)


def _outcomes(rng: np.random.Generator, leads: np.ndarray) -> np.ndarray:
    """Draw games by the chances of `_chances`, without an array of these: simulations spend most of their time here."""
    won, drawn, drawing = np.exp(leads / 2), np.exp(DRAWN), rng.random(leads.shape)
    total = won + drawn + np.exp(-leads / 2)
    won /= total
    return np.add(drawing > won, drawing > won + drawn / total, dtype=np.int8)


def main() -> None:
    """Run the simulations and print the tables as Markdown."""
    parser = argparse.ArgumentParser(prog=OWNER, description=__doc__)
    parser.add_argument("--matches", type=int, default=4000, help="simulated matches per figure")
    parser.add_argument("--tournaments", type=int, default=500, help="simulated tournaments per figure")
    parser.add_argument("--write", type=Path, help="page with a section for the tables")
    arguments = parser.parse_args()
    tables = (
        *(table(arguments.matches) for table in (score_table, fool_table, return_table)),
        *gain_tables(arguments.matches),
        rating_table(arguments.tournaments),
        *order_tables(arguments.tournaments),
    )
    text = "\n".join(table.markdown() for table in tables)
    if arguments.write is None:
        print(text)
    else:
        write_section(arguments.write, OWNER, text)


if __name__ == "__main__":
    main()
