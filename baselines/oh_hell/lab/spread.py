"""Figures 5.2 and 5.3: the standard deviation of a score by the number of games."""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.oh_hell.lab.matches import SCHEDULES, SEATS
from cardkit.lab.answers import CELL_RISK, SIDE_RISK, same, within
from cardkit.lab.estimates import mean
from cardkit.lab.finding import Finding, Verdict
from cardkit.lab.scale import Scale

STEP, MOST, PLATEAU = 10, 1000, 300
SAMPLES = np.arange(STEP, MOST + 1, STEP)
_SMALL = 0.1  # points


class Spread:
    """Four random seats, sampled over and over."""

    name = "figures-5.2-5.3"
    title = "The spread of scores by number of games"

    def run(self, scale: Scale) -> Finding:
        """Play runs of 1,000 games; in each take the standard deviation of the first 10, 20, ... games."""
        runs = scale.games(100, 8)
        curves: dict[str, np.ndarray] = {}
        rows, verdicts = [], []
        for schedule, game in SCHEDULES.items():
            games, seed = runs * MOST * SEATS, scale.seed_of(self.name, schedule)
            result = scale.play(game, ("random",) * SEATS, games, seed)
            one_of_each_deal = result.results["returns"][::SEATS].reshape(runs, MOST, SEATS)
            curves[schedule] = found = deviations(one_of_each_deal)
            rows += [
                (
                    schedule,
                    str(number),
                    f"{at.mean():.2f}",
                    f"{at.std(ddof=1):.2f}",
                    f"{found.mean() / number**0.5:.2f}",
                )
                for number in (10, 100, PLATEAU, MOST)
                for at in [found[:, number // STEP - 1]]
            ]
            verdicts += _judged(schedule, found)
        return Finding(
            f"Four of random; {runs} runs of 1,000 games each of other deals, four curves a run",
            2 * runs * MOST * SEATS,
            ("rounds", "games", "standard deviation", "its own over runs", "standard error of a mean score"),
            tuple(rows),
            tuple(verdicts),
            lambda figure: _draw(figure, curves),
            notes=(
                "neighbouring samples share all games but ten, so their difference shrinks as one over their number, "
                "whatever the scores: that it is near 0 says nothing of how precise a mean is, which the last column "
                "does",
                "the number of games between samples, and whether they share games, is lost with the pictures",
            ),
        )


def deviations(scores: np.ndarray) -> np.ndarray:
    """Compute the standard deviations of the first 10, 20, ... games, float array (curves, samples).

    Args:
        scores: array (runs, games, seats).
    """
    each = scores.transpose(0, 2, 1).reshape(-1, scores.shape[1]).astype(float)
    number = np.arange(1, each.shape[1] + 1)
    sums, squares = np.cumsum(each, axis=1), np.cumsum(each**2, axis=1)
    variances = (squares - sums**2 / number) / np.maximum(number - 1, 1)
    return np.sqrt(variances[:, SAMPLES - 1])


def _judged(schedule: str, curves: np.ndarray) -> list[Verdict]:
    place = PLATEAU // STEP - 1
    runs = curves.reshape(-1, SEATS, curves.shape[1]).mean(axis=1)  # the four curves of a run share its games
    later = mean(runs[:, -1] - runs[:, place])
    steps = mean(np.abs(np.diff(runs[:, place:], axis=1)).mean(axis=1))
    return [
        Verdict(
            f"{schedule}: the spread levels off by {PLATEAU} games",
            same(later, _SMALL * 5),
            f"at {MOST} games less at {PLATEAU}: {later.signed(2)} points",
            risk=CELL_RISK,
            statement="the spread levels off",
        ),
        Verdict(
            f"{schedule}: from {PLATEAU} games on it changes by about 0 from sample to sample",
            within(steps, 0.0, _SMALL),
            f"by {steps.plain(3)} points in the mean",
            risk=SIDE_RISK,
            statement="the spread does not change any more",
        ),
    ]


def _draw(figure: Any, curves: dict[str, np.ndarray]) -> None:
    level, change = figure.subplots(1, 2)
    for number, (schedule, found) in enumerate(curves.items()):
        for curve in found[:SEATS]:
            level.plot(SAMPLES, curve, color=f"C{number}", alpha=0.4, linewidth=0.8)
        low, high = np.quantile(found, (0.01, 0.99), axis=0)
        level.fill_between(SAMPLES, low, high, color=f"C{number}", alpha=0.15)
        level.plot(SAMPLES, found.mean(axis=0), color=f"C{number}", label=schedule)
        change.plot(SAMPLES[1:], np.diff(found[:SEATS].mean(axis=0)), color=f"C{number}", linewidth=0.8)
    level.set_xlabel("games")
    level.set_ylabel("standard deviation, points")
    level.legend(fontsize="small")
    change.set_xlabel("games")
    change.set_ylabel("change, mean of four seats")
