"""Trials of tuning: an agent's matches on deals that all trials share, an aim, and early ends by pairs of deals."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np

from cardkit.agents import as_agent
from cardkit.arena.match import play_match
from cardkit.arena.match_result import CONFIDENCE, MatchResult
from cardkit.checks import check_whole
from cardkit.game import Game
from cardkit.statistics.estimate import Estimate
from cardkit.statistics.intervals import (
    Interval,
    clustered_difference_interval,
    clustered_interval,
    clustered_range_interval,
)
from cardkit.tuning.spec_space import SpecSpace
from cardkit.wording import quoted

LOOKS = (1 / 8, 3 / 8)
"""The shares of its deals after which a trial may end early."""
FEWEST_DEALS = 20
"""A trial that has played fewer is not compared: so few deals do not tell how much they vary."""
PRUNING_ERROR = 0.05
"""The probability of ending a trial early that is as good as the best."""


@dataclass(frozen=True, eq=False)
class Scores:
    """The results of an agent on deals.

    Attributes:
        sums: of the aim over the games of each deal, float array (deals,).
        sizes: games of each deal, int array (deals,).
        return_range: the lowest and the highest returns that occur.
    """

    sums: np.ndarray
    sizes: np.ndarray
    return_range: tuple[float, float]

    @classmethod
    def of(cls, aim: Aim, result: MatchResult) -> Scores:
        """Make the scores of a match."""
        starts, sizes = result.deals
        return cls(np.add.reduceat(aim.of(result), starts), sizes, result.return_range)

    @property
    def games(self) -> int:
        """All games."""
        return int(self.sizes.sum())

    @property
    def mean(self) -> float:
        """The mean over the games."""
        return float(self.sums.sum()) / self.games

    def beside(self, other: Scores) -> Scores:
        """Add the scores against another opponent on the same deals."""
        return Scores(self.sums + other.sums, self.sizes + other.sizes, self._range_with(other))

    def before(self, later: Scores) -> Scores:
        """Append the scores of later deals."""
        sums, sizes = np.append(self.sums, later.sums), np.append(self.sizes, later.sizes)
        return Scores(sums, sizes, self._range_with(later))

    def _range_with(self, other: Scores) -> tuple[float, float]:
        (least, most), (low, high) = self.return_range, other.return_range
        return min(least, low), max(most, high)

    def is_surely_below(self, sums: np.ndarray) -> bool:
        """Return whether the mean is below that of an agent with these sums on the same deals, by one-sided t test."""
        from scipy.special import stdtr

        deals = len(self.sums)
        if deals < FEWEST_DEALS:
            return False
        less = (sums[:deals] - self.sums) / self.sizes
        error = float(less.std(ddof=1)) / math.sqrt(deals)
        return less.mean() > 0 and (error == 0 or stdtr(deals - 1, -less.mean() / error) < PRUNING_ERROR / len(LOOKS))


def _share(scores: Scores) -> Interval:
    return clustered_interval(scores.sums, scores.sizes, CONFIDENCE)


def _gain_of_share(scores: Scores, other: Scores) -> Interval:
    return clustered_difference_interval(scores.sums - other.sums, scores.sizes, CONFIDENCE, 1.0)


def _lead(scores: Scores) -> Interval:
    least, most = scores.return_range
    return clustered_range_interval(scores.sums, scores.sizes, CONFIDENCE, least - most, most - least)


def _gain_of_lead(scores: Scores, other: Scores) -> Interval:
    (least, most), (low, high) = scores.return_range, other.return_range
    reach = 2 * (max(most, high) - min(least, low))
    return clustered_range_interval(scores.sums - other.sums, scores.sizes, CONFIDENCE, -reach, reach)


@dataclass(frozen=True)
class Aim:
    """A number of each game that tuning maximizes.

    Attributes:
        of: the number of the first agent in each game of a match, float array (games,).
        form: the format of a score, such as ``{:.3f}``.
        interval: of a mean; deals are clusters.
        gain: the interval of the difference between the means of two agents on the same deals.
    """

    of: Callable[[MatchResult], np.ndarray]
    form: str
    interval: Callable[[Scores], Interval]
    gain: Callable[[Scores, Scores], Interval]


AIMS = {
    "share": Aim(lambda result: result.points, "{:.3f}", _share, _gain_of_share),
    "lead": Aim(lambda result: result.lead, "{:+.2f}", _lead, _gain_of_lead),
}
"""The aims of tuning: the share of the other agents with a lower return, where an equal one counts half, or the
lead over their mean."""


@dataclass(frozen=True)
class Search:
    """A search: the agent that is tuned, and the way it is judged.

    Attributes:
        game: the game that is played.
        space: the agent, with values left open; see `cardkit.tuning.spec_space`.
        against: the opponents' specs; each in turn takes all seats but one, on the same deals.
        games: of a trial against each opponent.
        seed: of the trials' matches, which all play the same deals, and of the sampler.
        aim: a key of `AIMS`.

    Raises:
        ValueError: an argument is out of range.
    """

    game: Game
    space: SpecSpace
    against: tuple[str, ...]
    games: int = 200
    seed: int = 0
    aim: str = "share"

    def __post_init__(self) -> None:
        check_whole("games", self.games, 2)
        check_whole("seed", self.seed, 0)
        if self.aim not in AIMS:
            raise ValueError(f"aim must be one of {', '.join(AIMS)}, got {quoted(self.aim)}")
        if not self.against:
            raise ValueError("against must name an opponent, got none")

    def check_agents(self) -> None:
        """Raise ValueError unless the opponents and the corners of the space can be made."""
        for spec in (*self.against, *self.space.extremes()):
            as_agent(spec, self.game)

    def play(self, spec: str, opponent: str, seed: int, jobs: int, begin: int = 0, games: int | None = None) -> Scores:
        """Play a part of a match of an agent against an opponent, and return its scores.

        Raises:
            ValueError: an agent has failed.
        """
        lineup = [spec, *[opponent] * (self.game.places - 1)]
        games = self.games if games is None else games
        result = play_match(self.game, lineup, games, seed, jobs, begin=begin, forfeits=True)
        for report in result.fault_reports:
            raise ValueError(f"agents are tuned in games without failures: {report.long}")
        return Scores.of(AIMS[self.aim], result)

    def judge(self, spec: str, best: np.ndarray | None, jobs: int) -> tuple[Scores, bool]:
        """Play the trials' deals, and return the scores and whether the trial ended early, behind the best one.

        Args:
            spec: of the agent.
            best: the sums by deal of the best trial; None before there is one.
            jobs: workers.
        """
        found: Scores | None = None
        for begin, games in self._parts():
            parts = (self.play(spec, opponent, self.seed, jobs, begin, games) for opponent in self.against)
            part = reduce(Scores.beside, parts)
            found = part if found is None else found.before(part)
            if best is not None and begin + games < self.games and found.is_surely_below(best):
                return found, True
        assert found is not None
        return found, False

    def _parts(self) -> Iterator[tuple[int, int]]:
        """Yield the parts of a match between two looks: the first game, and how many."""
        together = self.game.places
        ends = [int(share * self.games) // together * together for share in LOOKS]
        begin = 0
        for end in (*ends, self.games):
            if end > begin:
                yield begin, end - begin
                begin = end


@dataclass(frozen=True, eq=False)
class Confirmation:
    """The best agent's results on deals that no trial has seen.

    Attributes:
        scores: against each opponent.
        over: the agent compared with; None if there is none.
        gain: how much more the best agent has than that one on the same deals.
    """

    scores: tuple[Scores, ...]
    over: str | None = None
    gain: Estimate | None = None

    @property
    def score(self) -> float:
        """The mean over all opponents."""
        return reduce(Scores.beside, self.scores).mean


def confirm(search: Search, spec: str, jobs: int = 1, over: str | None = None) -> Confirmation:
    """Play an agent, and beside it the agent ``over``, on deals that no trial has seen.

    Without ``over`` it is the agent with the open parameters at their defaults, if they have any.
    """
    fresh = replace(search, seed=search.seed + 1)
    scores = tuple(fresh.play(spec, opponent, fresh.seed, jobs) for opponent in search.against)
    if over is None:
        over = search.space.defaults()
        if over is None or not _can_be_made(over, search.game):
            return Confirmation(scores)
    (usual, _), tuned = fresh.judge(over, None, jobs), reduce(Scores.beside, scores)
    return Confirmation(scores, over, Estimate(tuned.mean - usual.mean, *AIMS[search.aim].gain(tuned, usual)))


def _can_be_made(spec: str, game: Game) -> bool:
    try:
        as_agent(spec, game)
    except ValueError:  # an open parameter has no default
        return False
    return True
