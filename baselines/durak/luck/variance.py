"""Share of the variance of results that the deal and the draws explain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from baselines.durak.arena.match import play_match
from baselines.durak.luck.chance import LUCK, ChanceMeter
from cardkit.agents import Agent
from cardkit.arena.game_loop import PythonGame
from cardkit.render.plots import plot
from cardkit.report.signs import drawn
from cardkit.statistics.intervals import Interval
from durak_env.rules import Rules

SAMPLES = 1000  # of the bootstrap
CONFIDENCE = 0.98


@dataclass(frozen=True, eq=False)
class LuckOfGames:
    """Results and luck of the games of a match, as seen by its first agent.

    Attributes:
        names: of the two agents.
        returns: of each game: 1, 0 or -1.
        luck: LUCK record of each game.
    """

    names: tuple[str, str]
    returns: np.ndarray
    luck: np.ndarray

    def explained(self, *terms: str) -> float:
        """Compute the share of games' variance that a linear fit of these terms, ``deal`` or ``draws``, explains.

        A better judge of positions than the critic would find more. NaN if all games ended alike: then nothing varies.
        """
        return _explained(self.returns, [self.luck[term] for term in terms])

    def interval(self, *terms: str) -> Interval:
        """Find the interval of `explained`, by bootstrap over the deals; it follows from the games alone.

        Samples whose games all ended alike do not count.
        """
        if np.all(self.returns == self.returns[0]):
            return np.nan, np.nan
        rng, deals = np.random.default_rng(0), len(self.returns) // 2
        found = []
        for _ in range(SAMPLES):
            chosen = rng.integers(deals, size=deals)
            games = np.concatenate([2 * chosen, 2 * chosen + 1])
            found.append(_explained(self.returns[games], [self.luck[term][games] for term in terms]))
        low, high = np.nanquantile(found, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
        return float(low), float(high)


def _explained(returns: np.ndarray, terms: Sequence[np.ndarray]) -> float:
    if np.all(returns == returns[0]):
        return np.nan
    columns = np.stack([np.ones(len(returns)), *terms], axis=1)
    fitted = columns @ np.linalg.lstsq(columns, returns, rcond=None)[0]
    return float(1 - np.mean((returns - fitted) ** 2) / np.var(returns))


def luck_of_games(
    agent: Agent | str, other: Agent | str, games: int, seed: int, progress: Callable[[int], None] | None = None
) -> LuckOfGames:
    """Play a match by the standard rules and measure the luck in its games.

    Raises:
        ValueError: as `play_match`, or fewer than 20 games, or an odd number.
    """
    if games < 20 or games % 2:
        raise ValueError(f"games must be an even number of at least 20, got {games}")
    meter, rows = ChanceMeter(Rules()), np.zeros(games, LUCK)

    def see(game: PythonGame) -> None:
        rows[game.number] = meter.of(game)
        if game.result.seating[0] == 1:
            for term in ("deal", "draws"):
                rows[term][game.number] *= -1

    result = play_match(agent, other, games=games, seed=seed, progress=progress, on_game=see)
    return LuckOfGames((result.names[0], result.names[1]), result.results["returns"][:, 0].astype(float), rows)


def draw_shares(found: Iterable[LuckOfGames], path: str | Path) -> None:
    """Draw the shares of the variance, a bar for each pair of agents, into a picture file.

    Raises:
        ImportError: matplotlib is not installed.
    """
    found = list(found)
    with plot(path, 8, 1.2 + 0.5 * len(found)) as figure:
        axes = figure.subplots()
        names = [drawn(" v ".join(one.names)) for one in found]
        deal = np.nan_to_num([one.explained("deal") for one in found])
        both = np.nan_to_num([one.explained("deal", "draws") for one in found])
        left = np.zeros(len(found))
        for label, share in (("the deal", deal), ("the draws", both - deal)):
            bars = axes.barh(names, share, left=left, label=label)
            axes.bar_label(bars, [f"{100 * one:.0f} %" if one > 0.04 else "" for one in share], label_type="center")
            left = left + share
        axes.set_xlim(0, 1)
        axes.invert_yaxis()
        axes.set_xlabel("share of the variance of a game's result; the rest is not explained")
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2)
