"""Ratings from rankings: against independent libraries, and against what was planted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

import choix
import numpy as np
import pytest

from cardkit.statistics.plackett_luce import rate_rankings
from cardkit.statistics.ratings import ELO, Ratings, fit

ELOS = np.array([-300.0, -50.0, 90.0, 260.0])


def returns_of(groups: Sequence[Sequence[int]], places: int) -> np.ndarray:
    """Rank the places of a lineup in these groups, the best first, by returns."""
    returns = np.zeros(places)
    for number, group in enumerate(groups):
        returns[list(group)] = -number
    return returns


def draw(rng: np.random.Generator, strengths: np.ndarray, tie: float) -> np.ndarray:
    """Draw the returns of a game straight from the model's definition; ``tie`` is d of all sizes above 1."""
    left, groups = list(range(len(strengths))), []
    while left:
        options = [group for size in range(1, len(left) + 1) for group in combinations(left, size)]
        weights = np.exp([strengths[list(group)].mean() + tie * (len(group) > 1) for group in options])
        groups.append(options[int(rng.choice(len(options), p=weights / weights.sum()))])
        left = [place for place in left if place not in groups[-1]]
    return returns_of(groups, len(strengths))


def fools(rng: np.random.Generator, strengths: np.ndarray, games: int, drawn: float = 0.0) -> np.ndarray:
    """Draw returns of games in which one is last and the others tie, by the model: odds are exp(-strength / others)."""
    weights = np.exp(-strengths / (len(strengths) - 1))
    last = rng.choice(len(strengths), games, p=weights / weights.sum())
    returns = -np.eye(len(strengths))[last]
    returns[rng.random(games) < drawn] = 0
    return returns


def test_two_seats_are_rated_as_pairs_are() -> None:
    pairings = np.array(list(combinations(range(4), 2)))
    counts = np.random.default_rng(1).integers(1, 200, (len(pairings), 3)) * 2
    outcomes = np.array([[1.0, -1.0], [0.0, 0.0], [-1.0, 1.0]])
    found = rate_rankings(pairings.tolist(), [np.repeat(outcomes, count, axis=0) for count in counts], 4, 0.95)
    assert found.elo == pytest.approx(ELO * fit(pairings, counts.astype(float), 4)[0], abs=1e-6)


def test_rankings_without_ties_agree_with_choix() -> None:
    rng = np.random.default_rng(2)
    lineups = list(combinations(range(5), 3))
    returns = [rng.permuted(np.tile(np.arange(3.0), (60, 1)), axis=1) for _ in lineups]
    rankings = [
        tuple(np.array(lineup)[np.argsort(-row)].tolist())
        for lineup, rows in zip(lineups, returns, strict=True)
        for row in rows
    ]
    expected = choix.opt_rankings(5, rankings)
    found = rate_rankings(lineups, returns, 5, 0.95, prior=1e-9)
    assert found.elo == pytest.approx(ELO * (expected - expected.mean()), abs=0.01)


def test_planted_strengths_are_found_among_rankings_with_ties() -> None:
    rng = np.random.default_rng(3)
    lineups = list(combinations(range(4), 3))
    returns = [np.array([draw(rng, ELOS[list(lineup)] / ELO, -1.0) for _ in range(1500)]) for lineup in lineups]
    found = rate_rankings(lineups, returns, 4, 0.999)
    assert (found.low < ELOS).all()
    assert (found.high > ELOS).all()
    assert (found.high - found.low < 80).all()


def test_planted_strengths_are_found_where_only_the_last_is_told() -> None:
    """One agent plays against three of another each time, in both directions; some games are drawn."""
    rng = np.random.default_rng(4)
    lineups = [(alone, *[other] * 3) for alone, other in permutations(range(4), 2)]
    returns = [fools(rng, ELOS[list(lineup)] / ELO, 4000, drawn=0.03) for lineup in lineups]
    found = rate_rankings(lineups, returns, 4, 0.999)
    assert (found.low < ELOS).all()
    assert (found.high > ELOS).all()
    assert (found.high - found.low < 150).all()


def test_who_is_never_last_has_a_finite_rating() -> None:
    returns = np.tile([1.0, 1.0, -2.0], (90, 1))
    found = rate_rankings([(0, 1, 2)], [returns], 3, 0.98)
    assert found.elo[0] == pytest.approx(found.elo[1])
    assert 500 < found.elo[0] - found.elo[2] < 8000
    drawn = rate_rankings([(0, 1, 2)], [np.zeros((9, 3))], 3, 0.98)
    assert drawn.elo == pytest.approx(np.zeros(3), abs=1e-6)
    assert np.isfinite(drawn.high).all()


def test_games_of_a_deal_that_come_out_alike_are_no_independent_evidence() -> None:
    rng = np.random.default_rng(5)
    alone = fools(rng, np.zeros(3), 600)
    alike = np.repeat(alone, 3, axis=0)  # each deal's three games end alike
    mixed = np.repeat(alone, 3, axis=0)[rng.permutation(1800)]
    widths = [np.ptp([found.low, found.high], axis=0) for found in (_rate(alike), _rate(mixed))]
    assert widths[0] / widths[1] == pytest.approx(np.full(3, np.sqrt(3)), rel=0.1)


def _rate(returns: np.ndarray) -> Ratings:
    return rate_rankings([(0, 1, 2)], [returns], 3, 0.95)


@pytest.mark.slow
@pytest.mark.parametrize("likeness", [0.0, 0.5])
def test_intervals_cover_as_often_as_they_say(likeness: float) -> None:
    """Intervals cover tournaments of four agents at a table; with a probability all games of a deal have one fool."""
    rng = np.random.default_rng(6)
    tournaments, deals, confidence = 1000, 150, 0.9
    covered = np.zeros(4)
    for _ in range(tournaments):
        games = fools(rng, ELOS / ELO, deals * 4).reshape(deals, 4, 4)
        games = np.where(rng.random((deals, 1, 1)) < likeness, games[:, :1], games)
        found = rate_rankings([range(4)], [games.reshape(-1, 4)], 4, confidence)
        covered += (found.low <= ELOS) & (found.high >= ELOS)
    assert (np.abs(covered / tournaments - confidence) < 0.035).all()
