"""Figure 5: hands won and games won."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from baselines.durak.lab.paper.kept_trees import HANDS, OTHERWISE, OUTCOME, WON_TWICE, runs_of
from baselines.durak.lab.paper.win_rates import WEIGHTS, run_counts
from baselines.durak.search.strategy_tree import ATTACKER, DEFENDER
from cardkit.lab.answers import CELL_RISK, SIDE_RISK, more, within
from cardkit.lab.estimates import Estimate, by_deal, difference_of_ratios, ratio
from cardkit.lab.finding import Finding, Verdict
from cardkit.lab.scale import Scale

MOST = 0.9
"""So many of the hands are almost all."""
EDGES = np.linspace(0, 1, 11)
_OTHERWISE = (
    "as attacker, if no pass is half a win, it wins",
    "as attacker, if a pass is half a win only with a card to throw in, it wins",
)


def pooled(reading: str, scale: Scale) -> np.ndarray:
    """Pool the games of all weights; those of runs with the same deals are one deal: array (runs, games, fields)."""
    return np.concatenate([runs_of(c, reading, *run_counts(scale), scale) for c in WEIGHTS], axis=1)


class HandsWon:
    """The hands that the search wins, and their link to games won."""

    name = "figure-5"
    title = "Not the fool by the share of hands won"

    def run(self, scale: Scale) -> Finding:
        """Count the hands of the games of figure 4."""
        games = pooled("random", scale)
        hands, won = games[..., HANDS : HANDS + 2].astype(float), games[..., WON_TWICE : WON_TWICE + 2] / 2
        shares = won.sum(-1) / np.maximum(hands.sum(-1), 1)
        kept = games[..., OUTCOME] >= 0
        attacks, defences = (by_deal(hands[..., role]) for role in (ATTACKER, DEFENDER))
        otherwise = (by_deal(games[..., OTHERWISE + place]) / 2 for place in range(2))
        parts = {
            "as attacker it wins": ratio(by_deal(won[..., ATTACKER]), attacks),
            **dict(zip(_OTHERWISE, (ratio(one, attacks) for one in otherwise), strict=True)),
            "as defender it wins": ratio(by_deal(won[..., DEFENDER]), defences),
        }
        both = ratio(by_deal(won.sum(-1)), by_deal(hands.sum(-1)))
        apart = difference_of_ratios(by_deal(shares * kept), by_deal(kept), by_deal(shares * ~kept), by_deal(~kept))
        bins = [_bin(shares, kept, low, high) for low, high in pairwise(EDGES)]
        return Finding(
            f"the {kept.size:,} games of figure-4, all weights; a hand is a bout as its attacker or defender",
            kept.size,
            ("hands won", "games", "not the fool", "98 % interval over runs"),
            tuple(row for row, _ in bins),
            (
                Verdict(
                    "almost all hands are won: nine of ten or more",
                    within(both, MOST, 1),
                    both.percent(),
                    risk=CELL_RISK,
                ),
                Verdict(
                    "hands won and games won go together: more hands are won in games that are",
                    more(apart),
                    apart.points(),
                    risk=SIDE_RISK,
                ),
            ),
            lambda figure: _draw(figure, [level for _, level in bins]),
            tuple(f"{what} {level.percent()} of the hands" for what, level in parts.items()),
            (
                "as the paper has it, an attacker wins half of a hand in which it passes on a later attack, and else a "
                "hand whose mean H is higher after filling up than before; it does not say whether who has no card to "
                "throw in passes: here that counts too",
            ),
        )


def _bin(shares: np.ndarray, kept: np.ndarray, low: float, high: float) -> tuple[tuple[str, ...], Estimate | None]:
    inside = (shares >= low) & ((shares < high) | (high == 1))
    name, games = f"{low:.0%} to {high:.0%}", int(inside.sum())
    used = inside.any(axis=1)
    if used.sum() < 2:
        return (name, f"{games:,}", "", ""), None
    level = ratio(by_deal(kept & inside)[used], by_deal(inside)[used])
    return (name, f"{games:,}", f"{level.value:.1%}", f"{max(level.low, 0):.1%} to {min(level.high, 1):.1%}"), level


def _draw(figure: Any, levels: list[Estimate | None]) -> None:
    panel = figure.subplots()
    there = [place for place, level in enumerate(levels) if level is not None]
    found = 100 * np.array([level for level in levels if level is not None])
    panel.errorbar(
        100 * (EDGES[there] + 0.05), found[:, 0], (found[:, 0] - found[:, 1], found[:, 2] - found[:, 0]), fmt="o-"
    )
    panel.set_xlim(0, 100)
    panel.set_xlabel("hands won, %")
    panel.set_ylabel("not the fool, %")
