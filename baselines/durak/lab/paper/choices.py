"""Figure 6: win rates by how often the highest and the lowest card are chosen."""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.durak.lab.paper.kept_trees import CHOICES, OUTCOME, RULES, runs_of
from baselines.durak.lab.paper.opponents import SPECS
from baselines.durak.lab.paper.win_rates import GAME, WEIGHTS, run_counts
from baselines.durak.search.strategy_tree import ATTACKER, DEFENDER, HIGH, LOW, STRATEGIES
from cardkit.lab.answers import SIDE_RISK, more
from cardkit.lab.estimates import Estimate, in_deals, ratio
from cardkit.lab.finding import Finding, Verdict
from cardkit.lab.measures import NOT_LAST
from cardkit.lab.scale import Scale

_LOWEST = "playing the lowest leads to more losses"


class Choices:
    """The strategies that the trees choose, and whether those that choose LOW lose more."""

    name = "figure-6"
    title = "Not the fool by the ratio of highest to lowest choices"

    def run(self, scale: Scale) -> Finding:
        """Count the choices in the games of figure 4, and play both constant strategies."""
        counts, kept = [], []
        for c in WEIGHTS:
            rows = runs_of(c, "random", *run_counts(scale), scale)
            counts.append(rows[..., CHOICES:].sum(axis=1, dtype=np.int64).reshape(len(rows), 2, len(STRATEGIES)))
            kept.append((rows[..., OUTCOME] >= 0).mean(axis=1))
        chosen, levels = np.array(counts, float), np.array(kept)  # (weights, runs, roles, strategies), (weights, runs)
        both = chosen.sum(axis=2)
        lows = both[..., LOW] / np.maximum(both[..., LOW] + both[..., HIGH], 1)
        constants = {reading: self._constants(reading, scale) for reading in SPECS}
        games = scale.games(40_000, 400)
        return Finding(
            f"the games of figure-4; then {games:,} games each of a player that always plays LOW, or HIGH",
            levels.size * run_counts(scale)[1] + 2 * games * len(SPECS),
            (
                "C",
                "highest for one lowest",
                "not the fool",
                *(f"{role}: {name}" for role in ROLES for name in STRATEGIES),
            ),
            tuple(_row(c, chosen[i], levels[i]) for i, c in enumerate(WEIGHTS)),
            (
                _slope(lows, levels),
                *(_loses_more(reading, *levels) for reading, levels in constants.items()),
            ),
            lambda figure: _draw(figure, both, levels),
            tuple(_alike(ROLES[role], chosen[:, :, role]) for role in (ATTACKER, DEFENDER)),
        )

    def _constants(self, reading: str, scale: Scale) -> tuple[Estimate, Estimate]:
        found = []
        for player in ("low", "high"):
            lineup = (player, *[SPECS[reading]] * (RULES.num_players - 1))
            seed = scale.seed_of(self.name, reading)
            result = scale.play(GAME, lineup, scale.games(40_000, 400), seed)
            found.append(in_deals(NOT_LAST.of(result), RULES.num_players))
        return NOT_LAST.level(found[0]), NOT_LAST.gain(*found)


ROLES = "attack", "defence"


def _row(c: float, chosen: np.ndarray, levels: np.ndarray) -> tuple[str, ...]:
    sums = chosen.sum(axis=0)
    low, high = sums[:, LOW].sum(), sums[:, HIGH].sum()
    shares = sums / sums.sum(axis=1, keepdims=True)
    return f"{c:g}", f"{high / max(low, 1):.1f}", f"{levels.mean():.1%}", *(f"{each:.1%}" for each in shares.ravel())


def _slope(lows: np.ndarray, levels: np.ndarray) -> Verdict:
    """Judge the straight line through all runs beside those of their weight; runs with the same deals go together."""
    x, y = (each - each.mean(axis=1, keepdims=True) for each in (lows, levels))
    slope = ratio(np.sum(x * y, axis=0), np.sum(x * x, axis=0))
    return Verdict(
        f"{_LOWEST}: among trees, those that choose LOW more often",
        more(slope.negative()),
        f"{Estimate(*(each / 10 for each in slope)).points()} not the fool for a tenth more of LOW, beside HIGH",
        risk=SIDE_RISK,
        statement=_LOWEST,
    )


def _loses_more(reading: str, low: Estimate, gain: Estimate) -> Verdict:
    return Verdict(
        f"{_LOWEST}: always LOW more than always HIGH, against {reading}",
        more(gain.negative()),
        f"LOW is not the fool in {low.percent()}, {gain.points()} compared with HIGH",
        risk=SIDE_RISK,
        statement=_LOWEST,
    )


def _alike(role: str, chosen: np.ndarray) -> str:
    """Say how much of its choices a single tree gives to the strategy that it prefers."""
    shares = chosen.max(axis=-1) / np.maximum(chosen.sum(axis=-1), 1)
    told = ", ".join(f"{median:.0%} at C = {c:g}" for c, median in zip(WEIGHTS, np.median(shares, axis=1), strict=True))
    favourites = chosen.argmax(axis=-1)
    spread = ", ".join(f"{name} in {np.mean(favourites[0] == i):.0%}" for i, name in enumerate(STRATEGIES))
    return f"{role}: the choices of a tree that are its favourite, median of trees: {told}; at C = 0 that is {spread}"


def _draw(figure: Any, both: np.ndarray, levels: np.ndarray) -> None:
    panel = figure.subplots()
    for i, c in enumerate(WEIGHTS):
        panel.plot((both[i, :, HIGH] + 1) / (both[i, :, LOW] + 1), 100 * levels[i], ".", ms=3, label=f"C = {c:g}")
    panel.set_xscale("log")
    panel.set_xlabel("highest choices for one lowest, a tree")
    panel.set_ylabel("not the fool, % of its games")
    panel.legend(fontsize=7, ncols=2)
