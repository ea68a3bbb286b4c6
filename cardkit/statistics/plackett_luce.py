"""Ratings from rankings of several agents: the Plackett-Luce model with ties after Davidson and Luce.

A ranking is read from its front. At each stage one group of the agents that are left comes next: a single agent or, in
a tie, several. A group of t agents whose ratings have the mean r, in nats, comes next with a probability proportional
to ``exp(d_t + r)``. One d for each size t, shared by all games, sets how often such ties occur; d_1 is 0, and sizes
that no game has shown are left out. Between two agents this is the model of `cardkit.statistics.ratings`.

Sources: R. L. Plackett, "The analysis of permutations", Applied Statistics 24 (1975); D. Firth, I. Kosmidis, H. L.
Turner, "Davidson-Luce model for multi-item choice with ties", arXiv:1909.07123 (2019); H. L. Turner, J. van Etten, D.
Firth, I. Kosmidis, "Modelling rankings in R: the PlackettLuce package", Computational Statistics 35 (2020).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from cardkit.statistics.intervals import design_effects, t_quantile
from cardkit.statistics.ratings import ELO, Ratings

PRIOR_GAMES = 1.0
"""Imagined games of each lineup, spread evenly over the groups that may come first. They keep ratings finite."""

_STEPS, _LONGEST_STEP, _LEAST_GAIN = 200, 1.0, 1e-11

Group = tuple[int, ...]
"""Agents by number, ascending; an agent occurs once for each of its seats."""


def rate_rankings(
    lineups: Sequence[Sequence[int]],
    returns: Sequence[np.ndarray],
    agents: int,
    confidence: float,
    prior: float = PRIOR_GAMES,
) -> Ratings:
    """Rate agents by maximum likelihood, with intervals from the curvature of the likelihood.

    The games of a deal may depend on each other: the design effect of the deals widens or narrows the intervals.

    Args:
        lineups: for each match, the number of the agent in each place; together they must connect all agents.
        returns: for each match an array (games, places). A higher return ranks first, equal ones tie. All matches play
            the same deals, each as often as there are places.
        agents: number of agents.
        confidence: of the intervals.
        prior: imagined games of each lineup; above 0.
    """
    matches = [_Match(tuple(lineup), played) for lineup, played in zip(lineups, returns, strict=True)]
    model = _Model(matches, agents, prior)
    found = model.climb()
    directions = np.zeros((len(found), agents))
    directions[:agents] = np.eye(agents) - 1 / agents
    towards = np.linalg.solve(model.derivatives(found)[1], directions)
    variances = (directions * towards).sum(axis=0)
    squares, deals = model.squares(found, towards)
    reach = t_quantile(confidence, deals) * np.sqrt(design_effects(squares, variances, deals) * variances)
    ratings = found[:agents]
    return Ratings(ELO * ratings, ELO * (ratings - reach), ELO * (ratings + reach))


def stages(lineup: Sequence[int], returns: Sequence[float]) -> Iterator[tuple[Group, Group]]:
    """Yield for each stage of a game's ranking the agents that are left, and the group that comes next."""
    left = sorted(zip(lineup, returns, strict=True))
    while len(left) > 1:
        best = max(value for _, value in left)
        yield tuple(agent for agent, _ in left), tuple(agent for agent, value in left if value == best)
        left = [(agent, value) for agent, value in left if value < best]


class _Match:
    """The games of a lineup by the ranking that they ended with.

    Attributes:
        lineup: the number of the agent in each place.
        rankings: the stages of each ranking that occurs.
        games: how many games ended with each ranking, shape (rankings,).
        ranking: the number of each game's ranking, shape (games,).
    """

    def __init__(self, lineup: Group, returns: np.ndarray) -> None:
        self.lineup = lineup
        better = (returns[:, None, :] > returns[:, :, None]).sum(axis=2)  # agents that rank before each
        code = better @ len(lineup) ** np.arange(len(lineup))
        _, first, self.ranking, self.games = np.unique(code, return_index=True, return_inverse=True, return_counts=True)
        self.rankings = [list(stages(lineup, returns[game].tolist())) for game in first]

    @property
    def deals(self) -> np.ndarray:
        """The deal of each game."""
        return np.arange(len(self.ranking)) // len(self.lineup)


class _Choice:
    """The groups that may come next at a stage.

    Attributes:
        place: the number of each group.
        ways: in how many ways the places of a lineup give each group, shape (groups,).
        parts: what each parameter adds to the logarithm of each group's weight, shape (groups, parameters).
    """

    def __init__(self, left: Group, sizes: Sequence[int], agents: int) -> None:
        groups = Counter(group for size in sizes for group in combinations(left, size))
        self.place = {group: number for number, group in enumerate(groups)}
        self.ways = np.array(list(groups.values()), float)
        self.parts = np.zeros((len(groups), agents + len(sizes) - 1))
        for row, group in zip(self.parts, groups, strict=True):
            np.add.at(row, list(group), 1 / len(group))
            if len(group) > 1:
                row[agents + sizes.index(len(group)) - 1] = 1

    def chances(self, point: np.ndarray) -> np.ndarray:
        """Compute the probability of each group, shape (groups,)."""
        weights = self.parts @ point + np.log(self.ways)
        chances = np.exp(weights - weights.max())
        return chances / chances.sum()

    def slopes(self, point: np.ndarray) -> np.ndarray:
        """Compute each group's part of the gradient, shape (groups, parameters)."""
        return self.parts - self.chances(point) @ self.parts


class _Model:
    """The likelihood of all matches. A point is the ratings (mean 0) followed by d of each size above 1."""

    def __init__(self, matches: Sequence[_Match], agents: int, prior: float) -> None:
        self._matches, self._agents, self._prior = matches, agents, prior
        occurred = {len(group) for match in matches for ranking in match.rankings for _, group in ranking}
        self._sizes = sorted({1, *occurred})
        self._choices: dict[Group, _Choice] = {}
        self._counts: dict[Group, np.ndarray] = {}
        for match in matches:
            everyone = tuple(sorted(match.lineup))
            ways = self._choice(everyone).ways
            self._counts[everyone] += prior * ways / ways.sum()
            for ranking, games in zip(match.rankings, match.games.tolist(), strict=True):
                for left, group in ranking:
                    place = self._choice(left).place[group]
                    self._counts[left][place] += games

    def climb(self) -> np.ndarray:
        """Find the likeliest point. The likelihood is concave: Newton's method with bounded steps finds its maximum."""
        found = np.zeros(self._agents + len(self._sizes) - 1)
        for _ in range(_STEPS):
            gradient, curvature = self.derivatives(found)
            step = np.linalg.solve(curvature, gradient)
            found += step / max(1.0, np.abs(step).max() / _LONGEST_STEP)
            if step @ gradient < _LEAST_GAIN:
                break
        return found

    def derivatives(self, point: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Compute the gradient, and minus the second derivatives; a term keeps the mean of the ratings at 0."""
        gradient, curvature = np.zeros(len(point)), np.zeros((len(point), len(point)))
        curvature[: self._agents, : self._agents] = 1 / self._agents
        for left, counts in self._counts.items():
            choice = self._choices[left]
            chances, slopes = choice.chances(point), choice.slopes(point)
            gradient += counts @ slopes
            curvature += counts.sum() * (slopes.T * chances) @ slopes
        return gradient, curvature

    def squares(self, point: np.ndarray, towards: np.ndarray) -> tuple[np.ndarray, int]:
        """Sum over deals the squared rating contributions, shape (agents,); return them and the number of deals.

        Args:
            point: the likeliest.
            towards: how far the gradient moves each rating, array (parameters, agents).
        """
        moves = {left: choice.slopes(point) @ towards for left, choice in self._choices.items()}
        deals = max(int(match.deals[-1]) + 1 for match in self._matches)
        sums, squares = np.zeros((self._agents, deals)), np.zeros(self._agents)
        for match in self._matches:
            by_ranking = [
                sum((moves[left][self._choices[left].place[group]] for left, group in ranking), np.zeros(self._agents))
                for ranking in match.rankings
            ]
            for total, moved in zip(sums, np.array(by_ranking).T, strict=True):
                total += np.bincount(match.deals, moved[match.ranking], deals)
            everyone = tuple(sorted(match.lineup))
            ways = self._choices[everyone].ways
            squares += self._prior * ways / ways.sum() @ moves[everyone] ** 2
        return squares + (sums**2).sum(axis=1), deals

    def _choice(self, left: Group) -> _Choice:
        if left not in self._choices:
            self._choices[left] = choice = _Choice(left, self._sizes, self._agents)
            self._counts[left] = np.zeros(len(choice.place))
        return self._choices[left]
