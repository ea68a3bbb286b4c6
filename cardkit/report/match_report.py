"""The statistics of a match: as tables for people, as plain values for programs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from cardkit.arena.faults import MOST_FAILURES, FaultReport
from cardkit.arena.match_result import MatchResult, returns_by_deal, returns_whatever_failed
from cardkit.arena.seeds import seed_in_json
from cardkit.report.text_table import duration, span
from cardkit.statistics.intervals import Interval
from cardkit.statistics.sprt import DealTest, LastRateSprt
from cardkit.wording import counted

FEW_DEALS = 20
"""Intervals of fewer deals are said to be wide."""


@dataclass(frozen=True)
class Standing:
    """The results of an agent of a match against the others.

    Attributes:
        wins, draws, losses: games.
        score: see `MatchResult.score`.
        interval: of the score.
        claimed: the interval that the verdict goes by: whatever the games that failed would have given and, with more
            than two agents, for all agents together.
    """

    wins: int
    draws: int
    losses: int
    score: float
    interval: Interval
    claimed: Interval

    @classmethod
    def of_first(cls, result: MatchResult, confidence: float) -> Self:
        """Return the standing of the first agent of the lineup."""
        agents = len(result.names)
        claimed = result.interval_whatever_failed(confidence_of_each(confidence, agents))
        return cls(result.wins, result.draws, result.losses, result.score, result.interval(confidence), claimed)

    def turned(self) -> Standing:
        """Return the standing as the other of two agents has it."""
        intervals = _turned(self.interval), _turned(self.claimed)
        return Standing(self.losses, self.draws, self.wins, 1 - self.score, *intervals)


class MatchReport:
    """The figures and tables of a match. A game with more to show has a subclass.

    Attributes:
        result: of the match.
        confidence: of the intervals.
        most_failures: the share of its games beyond which an agent that fails in them leaves no verdict.
    """

    def __init__(
        self, result: MatchResult, confidence: float, sprt: DealTest | None = None, most_failures: float = MOST_FAILURES
    ) -> None:
        self.result, self.confidence, self.most_failures, self._sprt = result, confidence, most_failures, sprt
        self._find_figures()

    def _find_figures(self) -> None:
        """Set what a subclass has beside the result."""

    @cached_property
    def standings(self) -> list[Standing]:
        """The standings of the agents."""
        result = self.result
        first, others = Standing.of_first(result, self.confidence), range(1, len(result.names))
        if len(others) == 1:
            return [first, first.turned()]
        return [first, *(Standing.of_first(result.seen_by(agent), self.confidence) for agent in others)]

    def figures(self) -> dict[str, Any]:
        """Return all figures by name. Lists have an entry for each agent; None stands for undefined values."""
        tested = {} if self._sprt is None else {"sprt": sprt_figures(self.result, self._sprt, bool(self.unjudged))}
        judged = {
            "most_failures": self.most_failures,
            "failed_too_often": [report.name for report in self.unjudged],
            "verdict": self.verdict(),
        }
        return {name: _plain(value) for name, value in self.values().items()} | judged | tested

    def values(self) -> dict[str, Any]:
        """Return the figures without those of the test; tuples for lists, NaN for undefined values."""
        result, standings = self.result, self.standings
        return {
            "agents": result.names,
            "games": result.games,
            "seed": seed_in_json(result.seed),
            "game": str(result.game),
            "wins": tuple(one.wins for one in standings),
            "draws": tuple(one.draws for one in standings),
            "losses": tuple(one.losses for one in standings),
            "confidence": self.confidence,
            "scores": tuple(one.score for one in standings),
            "score_intervals": tuple(one.interval for one in standings),
            **self._return_values(),
            **self.agent_values(),
            **{f"{name}_a_game": result.mean_count(name) for name in result.game.COUNTS},
        }

    def agent_values(self) -> dict[str, Any]:
        """Return the faults, choices and times of each agent."""
        result = self.result
        errors = [None if fault is None else fault.text for fault in result.first_faults]
        return {
            "illegal_actions": self._sums(result.illegal_actions),
            "crashes": self._sums(result.crashes),
            "first_errors": tuple(errors[places[0]] for places in self.columns),
            "choices_a_game": self._averages(result.choices),
            "ms_a_choice": self._averages(result.ms_per_choice),
        }

    def parts(self) -> Iterator[RenderableType]:
        """Yield title, tables of agents and games, first errors, verdict and test, to print in this order."""
        yield Text(f"{counted(self.result.games, 'game')}, seed {self.result.seed}, {self.result.game}", style="bold")
        yield _table(self.agent_rows(), "", *self.header())
        yield _table(self.game_rows(), show_header=False)
        for report in self.result.fault_reports:
            if report.first:
                yield Text(f"First error: {report.first}")
        if not self.unjudged and (note := few_deals(len(self.result.deals[0]))):
            yield Text(note)
        yield Text(self.verdict() + ("" if self.unjudged else order_note(self.result)))
        if self._sprt is not None:
            yield Text(sprt_line(self.result, self._sprt, self.unjudged))

    @property
    def columns(self) -> list[tuple[int, ...]]:
        """The places of the lineup that each column of the table of agents is about."""
        return [(place,) for place in range(len(self.result.names))]

    def header(self) -> tuple[str, ...]:
        """Return the heads of the columns of the table of agents."""
        return self.result.names

    def agent_rows(self) -> Iterator[tuple[str, ...]]:
        """Yield the rows of the table of agents: a name, then a cell for each agent."""
        result, standings = self.result, self.standings
        yield "wins", *map(self._share, (one.wins for one in standings))
        yield "draws", *map(self._share, (one.draws for one in standings))
        yield "losses", *map(self._share, (one.losses for one in standings))
        yield self._score_name(), *(f"{one.score:.3f}" for one in standings)
        yield f"  {self.level} interval", *(span(one.interval) for one in standings)
        if len(standings) > 2:
            yield "mean return", *(f"{mean:.3f}" for mean in result.mean_returns)
            yield f"  {self.level} interval", *map(span, self._return_intervals())
        yield from self.last_rows()

    def last_rows(self) -> Iterator[tuple[str, ...]]:
        """Yield the rows of games lost by faults, if there are any, of choices and of their time."""
        result = self.result
        for fault, lost in (("an illegal action", result.illegal_actions), ("a crash", result.crashes)):
            if any(lost):
                yield f"lost by {fault}", *(f"{count:,}" for count in self._sums(lost))
        yield "plies with a choice a game", *(f"{mean:.1f}" for mean in self._averages(result.choices))
        yield "time a ply with a choice", *map(duration, self._averages(result.ms_per_choice))

    def game_rows(self) -> Iterator[tuple[str, str]]:
        """Yield the rows of the table of games: a name and a figure."""
        for name in self.result.game.COUNTS:
            yield f"{name} a game", f"{self.result.mean_count(name):.1f}"

    def verdict(self) -> str:
        """Write one line: the agents that failed too often for a verdict, or the claims, and the games lost by faults.

        The claims hold whatever the games that failed would have given.

        What is shown holds whatever the games that failed would have given.
        """
        if self.unjudged:
            return " ".join(report.no_verdict for report in self.unjudged)
        reports = self.result.fault_reports
        lost = "".join(f" {report}." for report in reports)
        if not reports or self.claims() or not self.claims(played=True):
            return (" ".join(self.claims()) or self.nothing_shown()) + lost
        return f"{self.nothing_shown()} What the games that failed would have given decides it.{lost}"

    def claims(self, played: bool = False) -> list[str]:
        """State the findings of the games in sentences.

        Args:
            played: whether by the games as they ended, and not by whatever those that failed would have given.
        """
        names = self.result.names
        return [
            f"{names[agent]} is stronger than {self._others(agent)}: score {self._score(one)}"
            for agent, one in enumerate(self.standings)
            if (one.interval if played else one.claimed)[0] > 0.5
        ]

    def nothing_shown(self) -> str:
        """Return the sentence in place of claims."""
        return f"No difference is shown: {self.result.names[0]} scores {self._score(self.standings[0])}"

    @property
    def unjudged(self) -> list[FaultReport]:
        """Reports on the agents that failed too often for a verdict."""
        return [report for report in self.result.fault_reports if report.exceeds(self.most_failures)]

    @property
    def level(self) -> str:
        """The confidence of the intervals as text."""
        return f"{100 * self.confidence:g} %"

    def _return_values(self) -> dict[str, Any]:
        if len(self.standings) == 2:
            return {}
        means = tuple(self.result.mean_returns.tolist())
        figures = seating_figures(self.result)
        return {"mean_returns": means, "return_intervals": self._return_intervals(), **figures}

    def _return_intervals(self) -> tuple[Interval, ...]:
        agents = range(len(self.result.names))
        return tuple(self.result.seen_by(agent).return_interval(self.confidence) for agent in agents)

    def _share(self, games: int) -> str:
        return f"{games:,} ({percent(games / self.result.games)})"

    def _score_name(self) -> str:
        meaning = "a draw is half a win" if len(self.standings) == 2 else "share of the others that have less"
        return f"score ({meaning})"

    def _score(self, standing: Standing) -> str:
        interval = standing.interval if len(self.standings) == 2 else standing.claimed
        return f"{standing.score:.3f}, {self.claimed_level} {span(interval)}."

    @property
    def claimed_level(self) -> str:
        """The name of the verdict's intervals."""
        return f"{100 * self.confidence:g} % {'interval' if len(self.columns) <= 2 else 'simultaneous interval'}"

    def _averages(self, by_place: Sequence[float]) -> tuple[float, ...]:
        return tuple(float(np.mean([by_place[place] for place in places])) for places in self.columns)

    def _sums(self, by_place: Sequence[int]) -> tuple[int, ...]:
        return tuple(sum(by_place[place] for place in places) for places in self.columns)

    def _others(self, agent: int) -> str:
        names = self.result.names
        return names[1 - agent] if len(names) == 2 else "the others on average"


def seating_figures(result: MatchResult) -> dict[str, Any]:
    """Return the facts of the seating by name; ``only_order`` is None unless one of several orders was played alone."""
    return {"seatings": result.seatings, "only_order": result.only_order}


def order_note(result: MatchResult) -> str:
    """Write a caveat that names the one circular order behind a verdict; empty if there is no other order."""
    if result.only_order is None:
        return ""
    return f" All deals were played in one order, {', '.join(result.only_order)}: in another the verdict may differ."


def confidence_of_each(confidence: float, agents: int) -> float:
    """Return the confidence of each agent's interval for all to hold together; of two agents one interval tells both.

    Source: C. E. Bonferroni, 1936.
    """
    return confidence if agents <= 2 else 1 - (1 - confidence) / agents


def sprt_figures(result: MatchResult, sprt: DealTest, unjudged: bool = False) -> dict[str, Any]:
    """Return the figures of the test.

    ``accepted`` is None while it is undecided, if games that failed might decide it otherwise, or if ``unjudged``.
    """
    counts = np.array([sprt.counts(returns) for returns in returns_whatever_failed(result.results)])
    return {
        **sprt.hypotheses,
        "accepted": None if unjudged else sprt.decide(counts),
        "log_likelihood_ratio": float(sprt.ratios(counts[0])),
        "bounds": sprt.bounds,
    }


def sprt_line(result: MatchResult, sprt: DealTest, unjudged: Sequence[FaultReport] = ()) -> str:
    """Write one line: what the test decided, and by which deals."""
    found, counts = sprt_figures(result, sprt, bool(unjudged)), sprt.counts(returns_by_deal(result.results))
    decided = f"{found['accepted']} accepted" if found["accepted"] else "undecided"
    if unjudged:
        decided = f"no verdict, since {' and '.join(report.name for report in unjudged)} failed too often,"
    deals, kinds = "pairs", f"pairs with 0, 0.5, 1, 1.5, 2 points: {_listed(counts)}"
    if isinstance(sprt, LastRateSprt):
        deals, kinds = "deals", _times(result, sprt, *sprt.times_last(counts))
    return (
        f"SPRT, H0 {sprt.words[0]}, H1 {sprt.words[1]}: {decided} after {counts.sum():,} {deals}; log-likelihood "
        f"ratio {found['log_likelihood_ratio']:.2f}, bounds {sprt.bounds[0]:.2f} and {sprt.bounds[1]:.2f}; {kinds}"
    )


def _times(result: MatchResult, sprt: LastRateSprt, deals: np.ndarray, drawn: int) -> str:
    times = ", ".join(map(str, range(len(result.names) + 1)))
    draws = f"; {counted(drawn, 'game')} drawn" if drawn else ""
    return f"deals with {result.names[0]} {sprt.END} in {times} games: {_listed(deals)}{draws}"


def _listed(counts: np.ndarray) -> str:
    return ", ".join(map(str, counts.tolist()))


def percent(share: float) -> str:
    """Write a share: ``12.5 %``; ``-`` for a share of no games, which is not a number."""
    return "-" if math.isnan(share) else f"{100 * share:.1f} %"


def _table(rows: Iterable[tuple[str, ...]], *header: str, **style: Any) -> Table:
    table = Table(*header, **style)
    for row in rows:
        table.add_row(*row)
    return table


def _turned(interval: Interval) -> Interval:
    low, high = interval
    return 1 - high, 1 - low


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(member) for name, member in value.items()}
    if isinstance(value, tuple):
        return [_plain(member) for member in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def few_deals(deals: int) -> str:
    """Warn, if games are of few deals, that their intervals tell little; else return an empty text."""
    if deals >= FEW_DEALS:
        return ""
    return (
        f"Few deals ({deals}): intervals are very wide, since rare results may not have been seen yet; play more games."
    )
