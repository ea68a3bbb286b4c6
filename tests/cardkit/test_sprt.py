"""The sequential test: its ratio against its definition, its error rates, and the pair at which it stops."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, get_args

import numpy as np
import pytest
from scipy.optimize import minimize

from baselines import play_match
from cardkit.arena.match_result import outcomes, returns_by_deal
from cardkit.arena.result_rows import result_dtype
from cardkit.commands.match import Hypotheses
from cardkit.statistics.sprt import POINTS, DealTest, LastRateSprt, Sprt, SprtWatch, WinRateSprt, half_points

TEST = Sprt(0, 50)
CHANCES = np.array([0.22, 0.05, 0.46, 0.05, 0.22])  # of pairs between equal agents, as of greedy and smart


def score(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def chances_at(elo: float) -> np.ndarray:
    """Return the chances of the points of a pair for an agent that is ahead by so much."""
    slopes = np.linspace(-3, 3, 60_001)
    tilted = CHANCES * np.exp(slopes[:, None] * POINTS)
    tilted /= tilted.sum(axis=1, keepdims=True)
    return tilted[np.abs(tilted @ POINTS - score(elo)).argmin()]


def largest_likelihood(counts: np.ndarray, mean: float) -> float:
    """Compute the likelihood of the likeliest distribution of this mean, by a general optimizer."""
    constraints: Any = [
        {"type": "eq", "fun": lambda chances: chances.sum() - 1},
        {"type": "eq", "fun": lambda chances: chances @ POINTS - mean},
    ]
    found = minimize(
        lambda chances: -float(counts @ np.log(chances)) / counts.sum(),
        np.full(5, 0.2),
        bounds=[(1e-9, 1)] * 5,
        constraints=constraints,
        options={"ftol": 1e-14, "maxiter": 1000},
    )
    return -found.fun * counts.sum()


@pytest.mark.parametrize("counts", [[10, 20, 60, 25, 12], [1, 2, 3, 4, 5], [300, 50, 900, 60, 500]])
def test_the_ratio_is_that_of_the_likeliest_distributions(counts: list[int]) -> None:
    seen = np.array(counts)
    expected = largest_likelihood(seen, score(50)) - largest_likelihood(seen, score(0))
    assert float(TEST.ratios(seen)) == pytest.approx(expected, rel=1e-3, abs=1e-3)


def test_ratios_of_little_or_lopsided_evidence_are_finite_and_point_the_right_way() -> None:
    assert float(TEST.ratios(np.zeros(5))) == pytest.approx(0, abs=1e-3)
    assert 0 < float(TEST.ratios(np.array([0, 0, 0, 0, 9]))) < 3
    assert -3 < float(TEST.ratios(np.array([0, 0, 9, 0, 0]))) < 0
    assert float(TEST.ratios(np.array([9, 0, 0, 0, 0]))) < -0.5


def test_the_other_agent_sees_the_mirror_image() -> None:
    counts = np.array([31, 20, 60, 25, 12])
    assert float(Sprt(-30, 10).ratios(counts)) == pytest.approx(-float(Sprt(-10, 30).ratios(counts[::-1])))


Draw = Callable[[tuple[int, int]], np.ndarray]
"""Draws the worth of the next deals of some matches, of such a shape."""


def verdicts_of(test: DealTest, draw: Draw, size: tuple[int, int], steps: int) -> dict[str, int]:
    """Count the matches that end with each verdict; ``size`` has their number and the most deals.

    Deals after a verdict are not drawn: that is most of them.
    """
    verdicts = {"H0": 0, "H1": 0}
    seen = np.zeros((size[0], 1, steps))
    for _ in range(0, size[1], 100):
        counts = seen + np.cumsum(np.eye(steps)[draw((len(seen), 100))], axis=1)
        ratios, (lower, upper) = test.ratios(counts), test.bounds
        outside = (ratios <= lower) | (ratios >= upper)
        ended = outside.any(axis=1)
        accepted = np.take_along_axis(ratios, outside.argmax(axis=1)[:, None], axis=1)[ended, 0] > 0
        verdicts["H1"] += int(accepted.sum())
        verdicts["H0"] += int((~accepted).sum())
        seen = counts[~ended, -1:]
    return verdicts


@pytest.mark.parametrize(("alpha", "beta"), [(0.05, 0.05), (0.01, 0.2)])
@pytest.mark.parametrize(("elo", "wrong"), [(0, "H1"), (50, "H0")])
def test_errors_are_as_rare_as_asked_for(elo: float, wrong: str, alpha: float, beta: float) -> None:
    """The share of wrong verdicts in 400 matches at each hypothesis is at most that asked for, but for chance."""
    rng, chances = np.random.default_rng(int(elo)), chances_at(elo)
    verdicts = verdicts_of(Sprt(0, 50, alpha, beta), lambda size: rng.choice(5, size=size, p=chances), (400, 1200), 5)
    asked_for = alpha if wrong == "H1" else beta
    assert verdicts[wrong] / 400 < asked_for + 2.3 * np.sqrt(asked_for * (1 - asked_for) / 400)
    assert sum(verdicts.values()) > 394


@pytest.mark.slow
@pytest.mark.parametrize("alike", [0.0, 0.3])
@pytest.mark.parametrize(("rate0", "rate1"), [(0.25, 0.2), (0.25, 0.3), (0.03, 0.015)])
@pytest.mark.parametrize("wrong", ["H1", "H0"])
def test_errors_of_last_rates_are_as_rare_as_asked_for(rate0: float, rate1: float, wrong: str, alike: float) -> None:
    """Errors stay rare for deals of four games, in some of which all games end alike."""
    rng, rate, test = np.random.default_rng(7), rate0 if wrong == "H1" else rate1, LastRateSprt(rate0, rate1)

    def draw(size: tuple[int, int]) -> np.ndarray:
        return np.where(rng.random(size) < alike, 4 * rng.binomial(1, rate, size), rng.binomial(4, rate, size))

    verdicts = verdicts_of(test, draw, (600, 2500), test.num_kinds(4))
    assert verdicts[wrong] / 600 < 0.05 + 2.3 * np.sqrt(0.05 * 0.95 / 600)
    assert sum(verdicts.values()) > 590


def kinds_with_draws(
    rng: np.random.Generator, test: LastRateSprt, rate: float, draws: float, alike: float, size: tuple[int, int]
) -> np.ndarray:
    """Draw deals of four games, array (matches, deals): some are drawn, in others the first agent is last, or another.

    In the share ``alike`` of the deals all games end as the first.
    """
    loser = np.where(rng.random((*size, 4)) < rate, 0, 1)
    loser[rng.random(loser.shape) < draws] = -1
    loser = np.where(rng.random((*size, 1)) < alike, loser[..., :1], loser)
    returns = -(loser.reshape(-1, 4, 1) == np.arange(4)).astype(np.int8)
    return test.kinds(returns).reshape(size)


def errors_with_draws(
    rates: tuple[float, float], draws: float, wrong: str, alike: float = 0.0, size: tuple[int, int] = (200, 700)
) -> tuple[float, float]:
    """Return the share of matches with a wrong verdict, and of those with a verdict."""
    test, rng = LastRateSprt(*rates), np.random.default_rng(11)
    draw = partial(kinds_with_draws, rng, test, rates[wrong == "H0"], draws, alike)
    verdicts = verdicts_of(test, draw, size, test.num_kinds(4))
    return verdicts[wrong] / size[0], sum(verdicts.values()) / size[0]


@pytest.mark.parametrize("draws", [0.025, 0.2])
def test_draws_make_no_equal_agent_better(draws: float) -> None:
    """Fool rates go by the games that have a fool; else equals are called better in 8 and in 70 % of the matches."""
    wrong, decided = errors_with_draws((0.25, 0.2), draws, "H1")
    assert wrong < 0.05 + 2.3 * np.sqrt(0.05 * 0.95 / 200)
    assert decided > 0.98


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rates", "size", "draws"),
    [
        *((rates, (400, 2500), draws) for rates in ((0.25, 0.2), (0.25, 0.3)) for draws in (0.025, 0.3)),
        ((0.25, 0.23), (200, 9000), 0.025),  # the draws of real games; long matches cost most
    ],
)
@pytest.mark.parametrize("wrong", ["H1", "H0"])
def test_errors_of_last_rates_hold_with_draws(
    rates: tuple[float, float], size: tuple[int, int], draws: float, wrong: str
) -> None:
    for alike in (0.0, 0.1):
        errors, decided = errors_with_draws(rates, draws, wrong, alike, size)
        assert errors < 0.05 + 2.6 * np.sqrt(0.05 * 0.95 / size[0])
        assert decided > 0.95


def test_an_agent_is_last_if_it_has_least_and_others_more() -> None:
    results = np.zeros(7, result_dtype(3, ()))
    results["returns"][:6] = [[-1, 0.5, 0.5], [0, 0, 0], [0.5, -1, 0.5], [-0.5, 1, -0.5], [-1, 1, 0], [-1, 0.5, 0.5]]
    test = LastRateSprt(0.3, 0.2)
    counts = test.counts(returns_by_deal(results))
    lasts, drawn = test.times_last(counts)
    assert (lasts.tolist(), drawn) == ([0, 1, 0, 1], 1)
    assert len(counts) == 10
    leads = test.leads(len(counts))[:, counts > 0]  # of three games: last in three of three, in one of two
    assert leads == pytest.approx(np.array([[0.7, 0.4 / 3], [0.8, 0.6 / 3]]))


def test_games_that_failed_decide_no_test() -> None:
    """A test ends where all possible results of its failed games agree, or as played, where too many failed."""
    won = np.full((1, 400), 4)
    clear = SprtWatch(TEST, 5, 0.01)
    clear.note(0, won, np.zeros(400, int), 2)
    assert clear.decided_at is not None
    failing = np.array([won[0], won[0] - 4, won[0]])
    often = SprtWatch(TEST, 5, 0.01)
    often.note(0, failing, np.full(400, 2), 2)
    assert often.decided_at == clear.decided_at
    allowed = SprtWatch(TEST, 5, 1.0)
    allowed.note(0, failing, np.full(400, 2), 2)
    assert allowed.decided_at is None
    rarely = SprtWatch(TEST, 5, 0.1)
    rarely.note(0, np.where(np.arange(400) == 0, failing, won), (np.arange(400) == 0).astype(int), 2)
    assert rarely.decided_at is not None
    assert rarely.decided_at > clear.decided_at


def test_the_order_in_which_pairs_come_in_changes_nothing() -> None:
    points = np.random.default_rng(1).choice(5, size=6000, p=chances_at(20))
    whole = SprtWatch(TEST)
    whole.note(0, points)
    assert whole.decided_at is not None
    starts = list(range(0, 6000, 37))
    np.random.default_rng(2).shuffle(starts)
    parts = SprtWatch(TEST)
    for start in starts:
        parts.note(start, points[start : start + 37])
    assert parts.decided_at == whole.decided_at


def test_a_match_stops_with_the_pair_that_decides_it() -> None:
    test = Sprt(0, 20)
    one, two = (play_match("smart", "greedy", games=100_000, seed=2, sprt=test, jobs=jobs) for jobs in (1, 2))
    assert one.games == two.games < 20_000
    assert tuple(test.counts(returns_by_deal(one.results)).tolist()) == one.pairs
    assert np.array_equal(outcomes(one.results), outcomes(two.results))
    counts = np.array(one.pairs)
    assert test.decide(counts) is not None
    counts[half_points(returns_by_deal(one.results))[-1]] -= 1
    assert test.decide(counts) is None
    assert play_match("smart", "greedy", games=20, seed=2, sprt=test).games == 20


@pytest.mark.parametrize("arguments", [(5, 5), (5, 0), (0, float("nan")), (0, 5, 0), (0, 5, 0.05, 0.5)])
def test_nonsense_is_refused(arguments: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        Sprt(*arguments)


@pytest.mark.parametrize(
    "arguments", [(0.2, 0.2), (0, 0.2), (0.25, 1), (25, 20), (0.25, float("nan")), (0.25, 0.2, 0.5)]
)
def test_rates_that_are_no_rates_are_refused(arguments: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match=r"rate0|alpha"):
        LastRateSprt(*arguments)


def test_to_draw_games_out_until_nobody_wins_is_of_no_use() -> None:
    test, won = WinRateSprt(0.3, 0.5), [1, -1, -1]
    lost, drawn_out, together = [-1, 1, 1], [-1, -1, -1], [1, 1, -1]
    deals = np.array([[won, lost, lost], [won, drawn_out, drawn_out], [won, drawn_out, lost], [together, won, lost]])
    assert test.kinds(deals).tolist() == [1, 1, 1, 2]
    assert test.times_last(test.counts(deals))[0].tolist() == [0, 3, 1, 0]
    assert "all games" in str(get_args(Hypotheses)[1].help)
