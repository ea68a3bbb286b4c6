"""The text tables of a tournament: crosstable, ratings and times."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from cardkit.arena.faults import MOST_FAILURES, FaultReport
from cardkit.arena.lineups import ALL, kind_of_places
from cardkit.arena.match_result import MatchResult
from cardkit.arena.tournament_result import TournamentResult
from cardkit.report.match_report import few_deals
from cardkit.report.text_table import TextTable, duration
from cardkit.report.win_report import WinRates
from cardkit.statistics.estimate import Estimate
from cardkit.statistics.nash import NashAverage
from cardkit.statistics.ratings import Ratings
from cardkit.wording import counted

SCORE_WIDTH = len("0.500 ±0.050")
OUTCOMES = ("wins", "draws", "losses")
AGENT_WIDTH = 24  # of rank and name with their borders; longer names wrap

BRIEFLY = "in per cent. A wider terminal shows the intervals too, and so do --markdown and --html."


class Standings:
    """A tournament's agents in rating order, with all figures of its tables.

    Attributes:
        order: the agents' numbers, best first; equal agents by name.
        unjudged: reports on the agents that failed in more than ``most_failures`` of their games.
    """

    def __init__(self, result: TournamentResult, confidence: float, most_failures: float = MOST_FAILURES) -> None:
        self.result, self.confidence = result, confidence
        self.unjudged: list[FaultReport] = [one for one in result.fault_reports if one.exceeds(most_failures)]
        self.ratings: Ratings = result.ratings(confidence)
        self.strengths: Ratings | None = result.strengths(confidence) if self._several else None
        self.wins = WinRates(result.matches, result.by_deal, confidence) if result.matches[0].game.roles else None
        self.nash: NashAverage | None = result.nash()
        self.order = sorted(range(len(result.names)), key=lambda agent: (-self.ratings.elo[agent].round(6), agent))

    @property
    def title(self) -> str:
        """A line that names the games played."""
        match = self.result.matches[0]
        kind = "Round robin" if self.result.complete else "Gauntlet"
        return f"{kind}, {self._games()}{self._seatings()}, seed {match.seed}, {match.game}"

    def tables(self, width: int | None = None) -> list[TextTable]:
        """List all tables with results; see `crosstable` for the width."""
        wins = [] if self.wins is None else [self.win_table(self.wins, width)]
        return [self.crosstable(width), self.rating_table(), *wins, *([self.strength_table()] if self._several else [])]

    def csv(self) -> str:
        """Write the crosstable as comma-separated values, or else the rates of wins with their intervals' ends."""
        return self.crosstable().csv() if self.wins is None else self._win_csv(self.wins)

    def crosstable(self, width: int | None = None) -> TextTable:
        """Make the table of each row agent's score against each column's, with half the width of its interval.

        In a terminal too narrow for them, the scores appear as whole percentages without intervals.
        """
        brief = _is_narrow(width, len(self.order))
        text = self._percent_text if brief else self.score_text
        figures = BRIEFLY if brief else f"± half the width of the {self.level} interval."
        scored = "wins and half the draws"
        if self.wins is not None:
            scored = "games that it wins without the other, and half of those that both win or both lose"
        note = f"Score of the row's agent against the column's: {scored}, over all games; {figures}"
        return self.table(
            self.title,
            self.ranks,
            lambda agent: (text(agent, other) for other in self.order),
            *self._warnings(),
            note,
        )

    def rating_table(self) -> TextTable:
        """Make the table of ratings, scores and, if there is one, the Nash average."""
        header = ["Elo", f"{self.level} interval", "score", *([] if self.wins else ["W-D-L, %"])]
        note = (
            "Elo: Bradley-Terry with draws after Davidson, mean 0; intervals by profile likelihood. "
            f"Score: mean over the opponents.{'' if self.wins else ' W-D-L: games won, drawn, lost.'}"
        )
        if self.nash is not None:
            header += ["Nash", "v Nash"]
            note += (
                " Nash: each agent's share in the mix of agents that nobody beats, which jumps and has no interval; "
                "v Nash: its score against that mix."
            )
        if self.result.faults.any():
            header.append("faults")
            note += " Faults: games lost by an illegal action or a crash."
        faults = [f"{report.long}." for report in self.result.fault_reports]
        return self.table("Ratings", header, self._rating_row, note, *faults)

    def win_table(self, wins: WinRates, width: int | None = None) -> TextTable:
        """Make the table of each agent's wins, in all and in each role; see `crosstable` for the width."""
        brief = _is_narrow(width, 1 + len(wins.by_role))
        kind = kind_of_places(self.result.matches[0].game)
        figures = BRIEFLY if brief else f"± half the width of the {self.level} interval."
        note = f"The share of an agent's {kind} that win, {figures}"
        heads = ("won", *(f"as {one}" for one in wins.by_role))
        return self.table("Wins", heads, lambda agent: (_rate_cell(rate, brief) for rate in wins.of(agent)), note)

    def _win_csv(self, wins: WinRates) -> str:
        return self.csv_of({"won": wins.all, **{f"won as {role}": rates for role, rates in wins.by_role.items()}}, " ")

    def table(self, title: str, heads: Sequence[str], cells: Callable[[int], Iterable[str]], *notes: str) -> TextTable:
        """Make a table of the agents in order: rank, name and the cells of each."""
        rows = [(str(rank), self.result.names[agent], *cells(agent)) for rank, agent in enumerate(self.order, 1)]
        return TextTable(title, ("", "agent", *heads), rows, notes)

    def csv_of(self, figures: Mapping[str, Sequence[Estimate]], apart: str = "_") -> str:
        """Write figures of each agent with the ends of their intervals, whose heads end in low and high."""
        header = ["agent", *(f"{name}{end}" for name in figures for end in ("", f"{apart}low", f"{apart}high"))]
        rows = [
            (self.result.names[agent], *(f"{x:.6f}" for one in figures.values() for x in one[agent]))
            for agent in self.order
        ]
        return TextTable(self.title, header, rows).csv()

    @property
    def ranks(self) -> list[str]:
        """The ranks of the agents, as the heads of columns."""
        return [str(rank) for rank in range(1, len(self.order) + 1)]

    def strength_table(self) -> TextTable:
        """Make the table of ratings and returns of whole games, for more than two seats."""
        assert self.strengths is not None
        strengths, returns = self.strengths, self.result.returns(self.confidence)
        note = (
            "Strength: Plackett-Luce with ties after Davidson and Luce, from the order of all agents in each game, in "
            f"points of Elo, mean 0. Return: mean over all games, ± half the width of the {self.level} interval."
        )
        heads = ("strength", f"{self.level} interval", "return")
        return self.table(
            "Whole games", heads, lambda agent: (*_rating_cells(strengths, agent), returns[agent].give_or_take()), note
        )

    def times_table(self) -> TextTable:
        """Make the table of each agent's time to think; only these figures change from run to run."""
        ms = self.result.ms_per_choice
        rows = [(self.result.names[agent], duration(ms[agent])) for agent in self.order]
        note = (
            "In all games of the tournament, or one deal of 16 in long quick matches; "
            "longer beside an agent that searches."
        )
        return TextTable("Time a ply with a choice", ("agent", "time"), rows, (note,), names=1)

    def figures(self) -> dict[str, Any]:
        """Return all figures by name, with agents in rating order; None stands for undefined values."""
        names, ms = self.result.names, self.result.ms_per_choice
        return {
            "title": self.title,
            **({"seatings": self.result.seatings} if self._several else {}),
            "confidence": self.confidence,
            "agents": [self._agent_figures(agent) for agent in self.order],
            "matches": [self._match_figures(match) for match in self.result.matches],
            "ms_a_choice": {names[agent]: None if np.isnan(ms[agent]) else float(ms[agent]) for agent in self.order},
        }

    @property
    def level(self) -> str:
        """The confidence of the intervals as text."""
        return f"{100 * self.confidence:g} %"

    def _warnings(self) -> Iterator[str]:
        """Yield the warnings to read before the tables: agents that failed too often, and too few deals."""
        for report in self.unjudged:
            yield report.no_verdict
        if self.unjudged:
            yield "Games that they lost so count for the others in all tables, and show no strength of theirs."
        if note := few_deals(min(len(match.deals[0]) for match in self.result.matches)):
            yield note

    @property
    def _several(self) -> bool:
        """True if more than two play, so that scores do not tell all of the returns."""
        return len(self.result.lineups[0]) > 2

    def _games(self) -> str:
        games = sorted({match.games for match in self.result.matches})
        fewest = f"{games[0]:,} to " if len(games) > 1 else ""
        return f"{fewest}{counted(games[-1], 'game')} a match"

    def _seatings(self) -> str:
        """Describe the seating for the title, if it is not the usual one."""
        orders = [match.only_order for match in self.result.matches]
        if self.result.seatings == ALL:
            return ", all orders of seats" if self._several else ""
        if not any(orders):
            return ""
        return f", in the one order {', '.join(orders[0] or ())}" if len(orders) == 1 else ", in one order of seats"

    def score_text(self, agent: int, other: int) -> str:
        """Write the score of one agent against another, with half its interval's width; empty if they did not play."""
        comparison = self.result.comparison(agent, other)
        if comparison is None:
            return ""
        return Estimate(self.result.scores[agent, other], *comparison.interval(self.confidence)).give_or_take()

    def _percent_text(self, agent: int, other: int) -> str:
        """Write the score in per cent: two agents' add up to 100, and only a score of 1 is 100."""
        scores = self.result.scores
        if np.isnan(scores[agent, other]) or agent == other:
            return ""
        if agent > other:
            return f"{100 - whole_percent(scores[other, agent])}"
        return f"{whole_percent(scores[agent, other])}"

    def _rating_row(self, agent: int) -> Iterator[str]:
        yield from _rating_cells(self.ratings, agent)
        yield f"{self.result.mean_scores[agent]:.3f}"
        if self.wins is None:
            counts = self._counts(agent)
            yield "-".join(f"{100 * count / sum(counts):.0f}" for count in counts)
        if self.nash is not None:
            yield f"{self.nash.weights[agent]:.3f}"
            yield f"{self.nash.scores[agent]:.3f}"
        if self.result.faults.any():
            yield f"{self.result.faults[agent].sum():,}"

    def _counts(self, agent: int) -> tuple[int, int, int]:
        """Count the games against others in which an agent has more, as much, less."""
        others = [one for other in self.order if (one := self.result.comparison(agent, other)) is not None]
        more, equal, less = (sum(counts) for counts in zip(*(one.counts for one in others), strict=True))
        return more, equal, less

    def _agent_figures(self, agent: int) -> dict[str, Any]:
        counts: dict[str, Any] = dict(zip(OUTCOMES, self._counts(agent), strict=True))
        name = self.result.names[agent]
        figures: dict[str, Any] = {
            "agent": name,
            "elo": float(self.ratings.elo[agent]),
            "elo_interval": [float(self.ratings.low[agent]), float(self.ratings.high[agent])],
            "mean_score": float(self.result.mean_scores[agent]),
            **self._several_figures(agent),
            **(counts if self.wins is None else self.wins.figures(agent)),
            "illegal_actions": int(self.result.faults[agent, 0]),
            "crashes": int(self.result.faults[agent, 1]),
            "failed_too_often": any(one.name == name for one in self.unjudged),
            "first_error": next((one.first for one in self.result.fault_reports if one.name == name), None),
        }
        nash = {"nash_weight": None, "nash_score": None}
        if self.nash is not None:
            nash = {"nash_weight": float(self.nash.weights[agent]), "nash_score": float(self.nash.scores[agent])}
        return figures | nash

    def _several_figures(self, agent: int) -> dict[str, Any]:
        if self.strengths is None:
            return {}
        mean, *interval = self.result.returns(self.confidence)[agent]
        return {
            "strength": float(self.strengths.elo[agent]),
            "strength_interval": [float(self.strengths.low[agent]), float(self.strengths.high[agent])],
            "mean_return": mean,
            "return_interval": interval,
        }

    def _match_figures(self, match: MatchResult) -> dict[str, Any]:
        counts = {name: getattr(match, name) for name in OUTCOMES}
        return {
            "agents": match.names,
            "games": match.games,
            **(counts if self.wins is None else {"win_rates": match.won.mean(axis=0).tolist()}),
            "score": match.score,
            "score_interval": match.interval(self.confidence),
        }


def _is_narrow(width: int | None, columns: int) -> bool:
    """Return whether a terminal lacks room for so many columns with intervals."""
    return width is not None and columns * (SCORE_WIDTH + 3) + AGENT_WIDTH > width


def _rate_cell(rate: Estimate, brief: bool) -> str:
    if np.isnan(rate.value):
        return "-"
    return str(whole_percent(rate.value)) if brief else rate.give_or_take()


def whole_percent(share: float) -> int:
    """Round a share to per cent; 0 and 100 stand for 0 and 1 alone."""
    return round(100 * share) if share in (0, 1) else min(99, max(1, round(100 * share)))


def _rating_cells(ratings: Ratings, agent: int) -> tuple[str, str]:
    """Write a rating and its interval."""
    elo, low, high = (f"{_zero(ends[agent]):+.0f}" for ends in (ratings.elo, ratings.low, ratings.high))
    return elo, f"{low} to {high}"


def _zero(value: float) -> float:
    """Return the value, without the minus sign of one that rounds to zero."""
    return value if round(value) else 0.0
