"""Ratings and the Nash average: against independent libraries, and against what was planted."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from cardkit.statistics.nash import nash_average
from cardkit.statistics.ratings import ELO, fit, rate


def round_robin(agents: int) -> np.ndarray:
    return np.array(list(combinations(range(agents), 2)))


def chances(ratings: np.ndarray, pairings: np.ndarray, drawn: float) -> np.ndarray:
    """Return the chances that the first agent of each pairing wins, draws, loses, straight from the definition."""
    lead = ratings[pairings[:, 0]] - ratings[pairings[:, 1]]
    weights = np.stack([np.exp(lead / 2), np.full(len(lead), np.exp(drawn)), np.exp(-lead / 2)], axis=1)
    return weights / weights.sum(axis=1, keepdims=True)


def log_linear_model(pairings: np.ndarray, counts: np.ndarray, agents: int) -> np.ndarray:
    """Fit Davidson's model as a Poisson regression by statsmodels: ratings of mean 0."""
    pytest.importorskip("statsmodels", reason="statsmodels is not installed")
    from statsmodels import api as sm  # imported by the one worker that needs it: 0.9 seconds

    rows = []
    for match, (i, j) in enumerate(pairings):
        for outcome, points in enumerate((0.5, 0.0, -0.5)):
            row = np.zeros(len(pairings) + agents + 1)
            row[match] = 1
            row[len(pairings) + i] += points
            row[len(pairings) + j] -= points
            row[-1] = outcome == 1
            rows.append(row)
    columns = np.delete(np.array(rows), len(pairings), axis=1)  # the first agent's rating is 0
    found = sm.GLM(counts.ravel(), columns, family=sm.families.Poisson()).fit(tol=1e-12, maxiter=200)
    ratings = np.concatenate([[0], found.params[len(pairings) : -1]])
    return ratings - ratings.mean()


def test_ratings_with_draws_agree_with_statsmodels() -> None:
    rng = np.random.default_rng(1)
    for agents in (3, 4, 6):
        pairings = round_robin(agents)
        counts = rng.integers(1, 300, (len(pairings), 3)).astype(float)
        ratings, _ = fit(pairings, counts, agents, prior=1e-9)
        assert ratings == pytest.approx(log_linear_model(pairings, counts, agents), abs=1e-6)


def test_ratings_without_draws_agree_with_choix() -> None:
    import choix

    rng = np.random.default_rng(2)
    pairings = round_robin(5)
    counts = rng.integers(1, 60, (len(pairings), 3)).astype(float)
    counts[:, 1] = 0
    wins = [
        winner_first
        for (i, j), (won, _, lost) in zip(pairings.tolist(), counts, strict=True)
        for winner_first in [(i, j)] * int(won) + [(j, i)] * int(lost)
    ]
    expected = choix.ilsr_pairwise(5, wins, max_iter=1000)
    assert fit(pairings, counts, 5, prior=1e-9)[0] == pytest.approx(expected, abs=1e-5)


def test_a_gauntlet_is_rated_too() -> None:
    pairings = np.array([[0, 1], [1, 2], [1, 3]])
    counts = np.array([[30.0, 10, 60], [70, 0, 30], [50, 50, 20]])
    ratings, _ = fit(pairings, counts, 4, prior=1e-9)
    assert ratings == pytest.approx(log_linear_model(pairings, counts, 4), abs=1e-6)
    assert ratings.argmax() == 1


def test_who_never_lost_has_a_finite_rating() -> None:
    pairings = round_robin(3)
    counts = np.array([[500.0, 0, 0], [500, 0, 0], [250, 0, 250]])
    ratings, _ = fit(pairings, counts, 3)
    assert ratings[1] == pytest.approx(ratings[2])
    assert 500 < ELO * (ratings[0] - ratings[1]) < 2000


def test_the_prior_is_a_game_a_pairing_a_third_each_won_drawn_and_lost() -> None:
    pairings = round_robin(3)
    counts = np.array([[5.0, 1, 0], [2, 0, 3], [1, 0, 1]])
    ratings, drawn = fit(pairings, counts, 3)
    imagined, drawn_too = fit(pairings, counts + 1 / 3, 3, prior=1e-9)
    assert ratings == pytest.approx(imagined, abs=1e-6)
    assert drawn == pytest.approx(drawn_too, abs=1e-6)


def test_many_tables_at_once_are_those_one_by_one() -> None:
    rng = np.random.default_rng(3)
    pairings = round_robin(4)
    counts = rng.integers(0, 100, (7, len(pairings), 3)).astype(float)
    together = fit(pairings, counts, 4)
    for number, table in enumerate(counts):
        ratings, drawn = fit(pairings, table, 4)
        assert together[0][number] == pytest.approx(ratings, abs=1e-9)
        assert together[1][number] == pytest.approx(drawn, abs=1e-9)


def test_planted_elo_is_recovered() -> None:
    elo = np.array([-210.0, -40.0, 60.0, 190.0])
    pairings = round_robin(4)
    counts = np.round(1e6 * chances(elo / ELO, pairings, drawn=-1.5))
    ratings, drawn = fit(pairings, counts, 4)
    assert ELO * ratings == pytest.approx(elo, abs=0.01)
    assert drawn == pytest.approx(-1.5, abs=1e-4)


def test_deals_that_decide_widen_the_interval() -> None:
    """Games of a deal that come out alike are no independent evidence."""
    rng = np.random.default_rng(4)
    outcomes = rng.choice(3, size=(400, 1), p=[0.45, 0.1, 0.45])
    alone = np.eye(3)[outcomes]
    pairings = np.array([[0, 1]])
    found = [rate(pairings, clusters, 2, 0.95) for clusters in (alone, 2 * alone)]
    widths = [one.high[0] - one.low[0] for one in found]
    assert widths[0] == pytest.approx(widths[1], rel=0.02)


@pytest.mark.slow
def test_intervals_cover_as_often_as_they_say() -> None:
    """Intervals cover 400 tournaments of four agents with known ratings, agent by agent and all together."""
    tournaments, deals, confidence = 400, 120, 0.9
    pairings = round_robin(4)
    truth = np.array([250.0, 50.0, -20.0, -280.0])
    odds = chances(truth / ELO, pairings, drawn=-1.0).cumsum(axis=1)
    rng = np.random.default_rng(5)
    covered = np.zeros(4)
    for _ in range(tournaments):
        draws = rng.random((deals, 2, len(pairings), 1))
        games = np.eye(3)[(draws > odds).sum(axis=-1)]
        found = rate(pairings, games.sum(axis=1), 4, confidence)
        covered += (found.low <= truth) & (truth <= found.high)
    assert (np.abs(covered / tournaments - confidence) < 0.05).all()
    assert abs(covered.mean() / tournaments - confidence) < 0.035


ROCK_PAPER_SCISSORS = np.array([[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]])


def test_the_nash_average_of_a_cycle_is_level() -> None:
    found = nash_average(ROCK_PAPER_SCISSORS)
    assert found.weights == pytest.approx([1 / 3] * 3, abs=1e-6)
    assert found.scores == pytest.approx([0.5] * 3, abs=1e-6)


def test_a_copy_shares_the_weight_of_its_original() -> None:
    copied = [0, 1, 2, 2]
    found = nash_average(ROCK_PAPER_SCISSORS[np.ix_(copied, copied)])
    assert found.weights == pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6], abs=1e-4)


def test_beating_a_weak_agent_earns_nothing() -> None:
    """The third beats the last by more than the first does, and loses to the first."""
    scores = np.array([[0.5, 0.6, 0.55, 0.8], [0.4, 0.5, 0.6, 0.8], [0.45, 0.4, 0.5, 1.0], [0.2, 0.2, 0.0, 0.5]])
    found = nash_average(scores)
    assert found.weights == pytest.approx([1, 0, 0, 0], abs=1e-6)
    assert found.scores == pytest.approx([0.5, 0.4, 0.45, 0.2], abs=1e-6)


def test_nobody_beats_the_nash_mix() -> None:
    rng = np.random.default_rng(6)
    for agents in (2, 3, 5, 9):
        upper = np.triu(rng.random((agents, agents)), 1)
        scores = upper + np.tril(1 - upper.T, -1) + np.eye(agents) / 2
        found = nash_average(scores)
        assert found.weights.sum() == pytest.approx(1)
        assert found.scores.max() <= 0.5 + 1e-6
        assert found.scores @ found.weights == pytest.approx(0.5, abs=1e-6)
