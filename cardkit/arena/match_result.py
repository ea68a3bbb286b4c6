"""The result of a match: counts, scores with their intervals, and the length and pace of its games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from cardkit.arena.compiled_games import CRASH, ILLEGAL, NO_FAULT
from cardkit.arena.faults import FaultReport, FirstFaults
from cardkit.arena.lineups import ORDERS, ROTATIONS, circular_orders
from cardkit.game import Game
from cardkit.statistics.intervals import Interval, clustered_interval, clustered_range_interval
from cardkit.statistics.returns import leads, winners
from cardkit.statistics.sprt import half_points

CONFIDENCE = 0.98
"""The default confidence of intervals."""


def outcomes(results: np.ndarray, agent: int = 0, other: int = 1) -> np.ndarray:
    """Compare two agents' returns in each game: 1 if the first has more, 0 if equal, -1 if it has less; int8 array."""
    returns = results["returns"]
    return np.sign(returns[:, agent] - returns[:, other]).astype(np.int8)


def returns_by_deal(results: np.ndarray) -> np.ndarray:
    """Collect the returns of whole deals, array (deals, games, agents).

    Args:
        results: rows that begin with the first game of a deal.
    """
    seats = results["returns"].shape[1]
    return results["returns"][: len(results) // seats * seats].reshape(-1, seats, seats)


def returns_whatever_failed(results: np.ndarray) -> list[np.ndarray]:
    """Return `returns_by_deal` as played; if games failed, also with the first agent as only loser and only winner."""
    found, failed = [results], results["fault"] != NO_FAULT
    for end in (-1, 1) if failed.any() else ():
        given = results.copy()
        given["returns"][failed] = 0
        given["returns"][failed, 0] = end
        found.append(given)
    return [returns_by_deal(each) for each in found]


def failures_by_deal(results: np.ndarray) -> np.ndarray:
    """Count the games of each whole deal that ended by a fault, int array (deals,)."""
    seats = results["returns"].shape[1]
    return (results["fault"][: len(results) // seats * seats].reshape(-1, seats) != NO_FAULT).sum(axis=1)


def by_agent_and_deal(
    values: np.ndarray, lineup: Sequence[int], agents: int, games_a_deal: int | None = None
) -> np.ndarray:
    """Sum values of a match's games over the places of each agent and the games of each deal.

    Args:
        values: array (games, places).
        lineup: the number of the agent in each place; an agent may have several.
        agents: number of agents.
        games_a_deal: see `MatchResult`; None for one in each rotation.

    Returns:
        Float array (2, agents, deals): the sums, and how many values each one sums up.
    """
    together = games_a_deal or len(lineup)
    starts = np.arange(0, len(values), together)
    found = np.zeros((2, agents, len(starts)))
    for place, agent in enumerate(lineup):
        found[0, agent] += np.add.reduceat(values[:, place], starts, dtype=float)
        found[1, agent] += np.minimum(together, len(values) - starts)
    return found


def whatever_failed(
    interval: Callable[[np.ndarray], Interval], values: np.ndarray, failed: np.ndarray, least: float, most: float
) -> Interval:
    """Return the least interval that covers the values as they are, and failed games at ``least`` and at ``most``.

    Args:
        interval: finds that of values.
        values: of the games, array (games,).
        failed: whether each game ended by a fault, array (games,).
        least, most: between them lies what a failed game would have given.
    """
    found = [interval(values)]
    if failed.any():
        found += [interval(np.where(failed, end, values)) for end in (least, most)]
    return min(low for low, _ in found), max(high for _, high in found)


@dataclass(frozen=True, eq=False)
class MatchResult:
    """The result of a match of a lineup, one agent for each seat. Unless stated, figures are the first agent's.

    Attributes:
        game: the game that was played.
        names: of the agents, in the order of the lineup.
        seed: of the match.
        results: one row for each game, in order; see `cardkit.arena.result_rows.result_dtype`.
        first_faults: the first fault of each agent, in words; None for an agent without one.
        measured: a number of each game as `cardkit.arena.match.play_match` was asked to measure it, float64; or None.
        seatings: how the agents sat; see `cardkit.arena.lineups.SeatingPlan`.
        games_a_deal: how many games in a row play the same deal; None for one in each rotation.
        records: the games as text, a text for each rotation of a deal, if they were recorded.
    """

    game: Game
    names: tuple[str, ...]
    seed: int
    results: np.ndarray
    first_faults: FirstFaults
    measured: np.ndarray | None = None
    seatings: str = ORDERS
    games_a_deal: int | None = None
    records: Sequence[str] | None = None

    def seen_by(self, agent: int) -> Self:
        """Return the result with another agent first; the others follow in the order of the lineup."""
        order = list(range(agent, len(self.names))) + list(range(agent))
        results = self.results.copy()
        by_agent = () if self.game.parties is not None else self.game.SEAT_COUNTS  # else they stand by seat
        for name in ("seconds", "returns", "choices", "seating", *by_agent):
            results[name] = self.results[name][:, order]
        results["culprit"] = (self.results["culprit"].astype(int) - agent) % len(order)
        names = tuple(self.names[place] for place in order)
        return replace(self, names=names, results=results, first_faults=tuple(self.first_faults[i] for i in order))

    @property
    def only_order(self) -> tuple[str, ...] | None:
        """The agents as they sat in all games, clockwise, if they could have sat in other circular orders; or None."""
        return self.names if self.seatings == ROTATIONS and len(circular_orders(self.names)) > 1 else None

    @property
    def games(self) -> int:
        """The number of games played."""
        return len(self.results)

    @property
    def won(self) -> np.ndarray:
        """The winners of each game, bool array (games, places); see `winners`."""
        return winners(self.results["returns"])

    @property
    def roles(self) -> np.ndarray:
        """The role of each place of the lineup in each game, array (games, places): a number of ``roles_of``."""
        return self.results["seating" if self.game.parties is not None else "role"]

    @property
    def points(self) -> np.ndarray:
        """The share of the other agents with a lower return, for each game; an equal one counts half. Float array."""
        others = range(1, len(self.names))
        return np.mean([(1 + outcomes(self.results, 0, other)) / 2 for other in others], axis=0)

    @property
    def lead(self) -> np.ndarray:
        """The return less the mean of the other agents' returns, for each game. Float array."""
        returns = self.results["returns"].astype(float)
        return returns[:, 0] - returns[:, 1:].mean(axis=1)

    @property
    def leads(self) -> np.ndarray:
        """Each agent's lead over those of other names, for each game, float array (games, agents); see `leads`."""
        return leads(self.results["returns"], self.names)

    @property
    def lead_range(self) -> tuple[float, float]:
        """The lowest and the highest lead of a game."""
        least, most = self.return_range
        return least - most, most - least

    @property
    def wins(self) -> int:
        """Games in which all others have a lower return."""
        return int(np.sum(self.points == 1))

    @property
    def draws(self) -> int:
        """Games that are neither wins nor losses."""
        return self.games - self.wins - self.losses

    @property
    def losses(self) -> int:
        """Games in which all others have a higher return."""
        return int(np.sum(self.points == 0))

    @property
    def score(self) -> float:
        """The mean of the points; with two agents, wins plus half the draws, divided by the games."""
        return float(self.points.sum()) / self.games

    @property
    def mean_returns(self) -> np.ndarray:
        """The mean return of each agent, float array of shape (agents,)."""
        return self.results["returns"].mean(axis=0, dtype=np.float64)

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """Return the interval of the score; it allows for the correlation between games of the same deal."""
        return self._interval_of(self.points, confidence)

    def return_interval(self, confidence: float = CONFIDENCE) -> Interval:
        """Return the interval of the mean return; the range of returns if fewer than two deals were played."""
        starts, sizes = self.deals
        sums = np.add.reduceat(self.results["returns"][:, 0].astype(float), starts)
        return clustered_range_interval(sums, sizes, confidence, *self.return_range)

    def interval_whatever_failed(self, confidence: float = CONFIDENCE) -> Interval:
        """Return the interval of the score, widened to hold any results of the games that ended by faults."""
        return whatever_failed(lambda points: self._interval_of(points, confidence), self.points, self.failed, 0, 1)

    @property
    def return_range(self) -> tuple[float, float]:
        """The lowest and the highest returns of the game, and what it pays for faults."""
        returns, (least, most) = self.results["returns"], self.game.return_range
        return min(least, float(returns.min())), max(most, float(returns.max()))

    @property
    def failed(self) -> np.ndarray:
        """The games that ended by a fault, bool array (games,)."""
        return self.results["fault"] != NO_FAULT

    @property
    def deals(self) -> tuple[np.ndarray, np.ndarray]:
        """The index of the first game and the number of games of each deal."""
        together = self.games_a_deal or len(self.names)
        starts = np.arange(0, self.games, together)
        return starts, np.minimum(together, self.games - starts)

    @property
    def pairs(self) -> tuple[int, int, int, int, int]:
        """Mirrored pairs in which the first agent scored 0, 0.5, 1, 1.5 and 2 points; an unpaired game is left out."""
        found = np.bincount(half_points(returns_by_deal(self.results)), minlength=5).tolist()
        return found[0], found[1], found[2], found[3], found[4]

    @property
    def illegal_actions(self) -> tuple[int, ...]:
        """Games that each agent lost by an illegal action."""
        return self._faults(ILLEGAL)

    @property
    def crashes(self) -> tuple[int, ...]:
        """Games that each agent lost by an exception."""
        return self._faults(CRASH)

    @property
    def fault_reports(self) -> list[FaultReport]:
        """Reports on the agents that lost games by faults; an agent in several seats has one."""
        ended = int(np.count_nonzero(self.failed))
        found: list[FaultReport] = []
        for name in dict.fromkeys(self.names):
            places = [place for place, one in enumerate(self.names) if one == name]
            illegal, crashes = (sum(lost[i] for i in places) for lost in (self.illegal_actions, self.crashes))
            if illegal or crashes:
                firsts = [fault for i in places if (fault := self.first_faults[i]) is not None]
                first = min(firsts, key=lambda fault: fault.game).text if firsts else None
                found.append(FaultReport(name, illegal, crashes, ended - illegal - crashes, self.games, first))
        return found

    def mean_count(self, name: str) -> float:
        """Return the mean over games of one of the game's counts."""
        return float(np.mean(self.results[name]))

    @property
    def choices(self) -> tuple[float, ...]:
        """Mean plies a game with more than one legal action, for each agent."""
        return tuple(map(float, np.mean(self.results["choices"], axis=0)))

    @property
    def ms_per_choice(self) -> tuple[float, ...]:
        """Each agent's mean time for a choice in milliseconds, a quick one's by sample; NaN if it never had one."""
        seconds, choices = np.sum(self.results["seconds"], axis=0), np.sum(self.results["choices"], axis=0)
        return tuple((1000 * seconds / np.where(choices > 0, choices, np.nan)).tolist())

    def _interval_of(self, points: np.ndarray, confidence: float) -> Interval:
        starts, sizes = self.deals
        return clustered_interval(np.add.reduceat(points, starts), sizes, confidence)

    def _faults(self, fault: int) -> tuple[int, ...]:
        culprits = self.results["culprit"][self.results["fault"] == fault]
        return tuple(np.bincount(culprits, minlength=len(self.names)).tolist())

    def __repr__(self) -> str:
        low, high = self.interval()
        counts = f"+{self.wins} ={self.draws} -{self.losses}"
        names = " v ".join(self.names)
        return f"<{names}: {counts}, score {self.score:.3f} ({low:.3f} to {high:.3f})>"
