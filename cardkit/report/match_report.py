"""The statistics of a match: as tables for people, as plain values for programs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from cardkit.arena.match_result import MatchResult, returns_by_deal
from cardkit.arena.seeds import seed_in_json
from cardkit.report.text_table import duration, span
from cardkit.statistics.intervals import Interval
from cardkit.statistics.sprt import DealTest, Sprt

Result = TypeVar("Result", bound=MatchResult)


@dataclass(frozen=True)
class Standing:
    """How an agent of a match did against the others.

    Attributes:
        wins, draws, losses: games.
        score: see `MatchResult.score`.
        interval: of the score.
        interval_of_played: the same, with games lost by faults counted as draws.
    """

    wins: int
    draws: int
    losses: int
    score: float
    interval: Interval
    interval_of_played: Interval

    @classmethod
    def of_first(cls, result: MatchResult, confidence: float) -> Self:
        """The standing of the first agent of the lineup."""
        played = result.interval_of_played(confidence)
        return cls(result.wins, result.draws, result.losses, result.score, result.interval(confidence), played)

    def turned(self) -> Standing:
        """The standing of the other of two agents."""
        intervals = _turned(self.interval), _turned(self.interval_of_played)
        return Standing(self.losses, self.draws, self.wins, 1 - self.score, *intervals)


class MatchReport(Generic[Result]):
    """The figures and tables of a match. A game with more to show has a subclass.

    Attributes:
        result: of the match.
        confidence: of the intervals.
        standings: of the agents.
    """

    def __init__(self, result: Result, confidence: float, sprt: DealTest | None = None) -> None:
        self.result, self.confidence, self._sprt = result, confidence, sprt
        first = Standing.of_first(result, confidence)
        others = range(1, len(result.names))
        self.standings = (
            [first, first.turned()]
            if len(others) == 1
            else [first, *(Standing.of_first(result.seen_by(agent), confidence) for agent in others)]
        )

    def figures(self) -> dict[str, Any]:
        """All figures by name. Lists have an entry for each agent; None stands for undefined values."""
        tested = {} if self._sprt is None else {"sprt": sprt_figures(self.result, self._sprt)}
        return {name: _plain(value) for name, value in self.values().items()} | tested

    def values(self) -> dict[str, Any]:
        """The figures without those of the test; tuples for lists, NaN for undefined values."""
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
            "illegal_actions": result.illegal_actions,
            "crashes": result.crashes,
            "first_errors": tuple(None if fault is None else fault.text for fault in result.first_faults),
            "choices_a_game": result.choices,
            "ms_a_choice": result.ms_per_choice,
            **{f"{name}_a_game": result.mean_count(name) for name in result.game.COUNTS},
        }

    def parts(self) -> Iterator[RenderableType]:
        """Title, tables of agents and games, first errors, verdict and test, to print in this order."""
        yield Text(f"{_games(self.result.games)}, seed {self.result.seed}, {self.result.game}", style="bold")
        yield _table(self.agent_rows(), "", *self.header())
        yield _table(self.game_rows(), show_header=False)
        for report in self.result.fault_reports:
            if report.first:
                yield Text(f"First error: {report.first}")
        yield Text(self.verdict() + order_note(self.result))
        if self._sprt is not None:
            yield Text(sprt_line(self.result, self._sprt))

    def header(self) -> tuple[str, ...]:
        """The heads of the columns of the table of agents."""
        return self.result.names

    def agent_rows(self) -> Iterator[tuple[str, ...]]:
        """The rows of the table of agents: a name, then a cell for each agent."""
        result, standings = self.result, self.standings
        yield "wins", *map(self._share, (one.wins for one in standings))
        yield "draws", *map(self._share, (one.draws for one in standings))
        yield "losses", *map(self._share, (one.losses for one in standings))
        yield self._score_name(), *(f"{one.score:.3f}" for one in standings)
        yield f"  {self.level} interval", *(span(one.interval) for one in standings)
        if len(standings) > 2:
            yield "mean return", *(f"{mean:.3f}" for mean in result.mean_returns)
            yield f"  {self.level} interval", *map(span, self._return_intervals())
        for fault, lost in (("an illegal action", result.illegal_actions), ("a crash", result.crashes)):
            if any(lost):
                yield f"lost by {fault}", *(f"{count:,}" for count in lost)
        yield "plies with a choice a game", *(f"{choices:.1f}" for choices in result.choices)
        yield "time a ply with a choice", *map(duration, result.ms_per_choice)

    def game_rows(self) -> Iterator[tuple[str, str]]:
        """The rows of the table of games: a name and a figure."""
        for name in self.result.game.COUNTS:
            yield f"{name} a game", f"{self.result.mean_count(name):.1f}"

    def verdict(self) -> str:
        """One line: which agents the intervals of the scores show to be stronger, and the games lost by faults.

        An agent that leads only by games that others lost by faults is not called stronger.
        """
        names, lost = self.result.names, "".join(f" {report}." for report in self.result.fault_reports)
        said = [
            f"{names[agent]} is stronger than {self._others(agent)}: score {self._score(one)}"
            for agent, one in enumerate(self.standings)
            if one.interval[0] > 0.5 and one.interval_of_played[0] > 0.5
        ]
        return (" ".join(said) or f"No difference is shown: {names[0]} scores {self._score(self.standings[0])}") + lost

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
        return f"{standing.score:.3f}, {self.level} interval {span(standing.interval)}."

    def _others(self, agent: int) -> str:
        names = self.result.names
        return names[1 - agent] if len(names) == 2 else "the others on average"


def seating_figures(result: MatchResult) -> dict[str, Any]:
    """How the agents sat, by name; ``only_order`` is None unless all deals were played in one of several orders."""
    return {"seatings": result.seatings, "only_order": result.only_order}


def order_note(result: MatchResult) -> str:
    """The sentence that belongs to a verdict from one circular order, which it names; empty if there was no other."""
    if result.only_order is None:
        return ""
    return f" All deals were played in one order, {', '.join(result.only_order)}: in another the verdict may differ."


def sprt_figures(result: MatchResult, sprt: DealTest) -> dict[str, Any]:
    """The figures of the test; ``accepted`` is None while it is undecided."""
    counts = sprt.counts(returns_by_deal(result.results))
    return {
        **sprt.hypotheses,
        "accepted": sprt.decide(counts),
        "log_likelihood_ratio": float(sprt.ratios(counts)),
        "bounds": sprt.bounds,
    }


def sprt_line(result: MatchResult, sprt: DealTest) -> str:
    """One line: what the test decided, and by which deals."""
    found, counts = sprt_figures(result, sprt), sprt.counts(returns_by_deal(result.results)).tolist()
    decided = f"{found['accepted']} accepted" if found["accepted"] else "undecided"
    deals, worth = ("pairs", "0, 0.5, 1, 1.5, 2 points") if isinstance(sprt, Sprt) else ("deals", _times_last(result))
    return (
        f"SPRT, H0 {sprt.words[0]}, H1 {sprt.words[1]}: {decided} after {sum(counts):,} {deals}; log-likelihood "
        f"ratio {found['log_likelihood_ratio']:.2f}, bounds {sprt.bounds[0]:.2f} and {sprt.bounds[1]:.2f}; "
        f"{deals} with {worth}: {', '.join(map(str, counts))}"
    )


def _times_last(result: MatchResult) -> str:
    times = ", ".join(map(str, range(result.game.seats + 1)))
    return f"{result.names[0]} last in {times} games"


def percent(share: float) -> str:
    """``12.5 %``."""
    return f"{100 * share:.1f} %"


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count:,} games"


def _table(rows: Iterable[tuple[str, ...]], *header: str, **style: Any) -> Table:
    table = Table(*header, **style)
    for row in rows:
        table.add_row(*row)
    return table


def _turned(interval: Interval) -> Interval:
    low, high = interval
    return 1 - high, 1 - low


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(member) for member in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
