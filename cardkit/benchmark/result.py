"""A result of a benchmark: all figures for a file, and the line to cite."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardkit.arena.faults import FaultReport
from cardkit.arena.match_result import MatchResult
from cardkit.arena.seeds import seed_in_json
from cardkit.benchmark.deals import DEVELOP, RESULT, Submission
from cardkit.benchmark.scores import by_deal, figures, mean_of, worst_of
from cardkit.benchmark.track import Company, Task, Track, company_name
from cardkit.statistics.estimate import Estimate
from cardkit.storage.origin import DISTRIBUTION

SHA_DIGITS = 12


@dataclass(frozen=True, eq=False)
class Result:
    """The findings of a run.

    Attributes:
        track: the track.
        submission: the agent.
        deals: ``develop``, ``result``, or the name of fresh ones.
        task: class, number of deals and seed.
        matches: against each company of the track.
        measured: the figures of the track's measures, by name.
        response: the company that did best against the agent, and what it scores on other deals; None if the track
            has no such figure.
    """

    track: Track
    submission: Submission
    deals: str
    task: Task
    matches: Mapping[Company, MatchResult]
    measured: Mapping[str, Mapping[str, Any]]
    response: tuple[Company, Estimate] | None

    @property
    def is_whole(self) -> bool:
        """True if as many deals were played as the benchmark's time class asks."""
        return self.task.deals == self.track.deals(self.task.time_class)

    @property
    def is_complete(self) -> bool:
        """True if the result can be cited: it is whole, and its deals follow from the submission."""
        return self.deals == RESULT and self.is_whole

    def scores(self, company: Company) -> np.ndarray:
        """Return the agent's scores against a company by deal, float array (deals,)."""
        match = self.matches[company]
        return by_deal(self.track.score(match), match.games_a_deal or len(match.names))

    def mean(self, companies: Sequence[Company]) -> Estimate:
        """Estimate the mean score against companies, each with the same weight."""
        return mean_of(np.stack([self.scores(company) for company in companies]))

    @property
    def worst(self) -> tuple[Company, Estimate]:
        """The anchor with the lowest score; its interval allows for the choice."""
        number, estimate = worst_of(np.stack([self.scores(company) for company in self.track.anchors]))
        return self.track.anchors[number], estimate

    def by_party(self, companies: Sequence[Company]) -> dict[str, float]:
        """Return the mean score against companies in each party that the deal draws; empty where it draws none."""
        if self.track.game.parties is None:
            return {}
        matches = [self.matches[company] for company in companies]
        scores, played = (
            np.concatenate(parts)
            for parts in zip(*((self.track.score(one), one.roles[:, 0]) for one in matches), strict=True)
        )
        return {name: float(scores[played == number].mean()) for number, name in enumerate(self.track.game.roles)}

    @property
    def passes(self) -> bool:
        """True if the agent surely beats the gate."""
        return self.track.gate is None or self.mean([self.track.gate]).interval[0] > self.track.even

    @property
    def faults(self) -> int:
        """The games that the agent lost by illegal actions and crashes."""
        return sum(match.illegal_actions[0] + match.crashes[0] for match in self.matches.values())

    @property
    def fault_reports(self) -> list[FaultReport]:
        """Reports on the agent's faults, match by match."""
        return [report for match in self.matches.values() for report in match.fault_reports]

    @property
    def seconds(self) -> float:
        """The agent's mean time for a choice, a quick one's by sample; NaN where nothing was timed."""
        rows = [match.results for match in self.matches.values()]
        spent, asked = (sum(float(one[name][:, 0].sum()) for one in rows) for name in ("seconds", "choices"))
        return spent / asked if asked else float("nan")

    @property
    def line(self) -> str:
        """The line to cite."""
        parts = [*self._scores(), *(str(found["text"]) for found in self.measured.values()), *self._response()]
        if self.matches:
            parts += [f"faults {self.faults:,}", *self._gate(), told_time(self.seconds)]
        return f"{self.track.title}: {', '.join(parts)}; {self._origin()}"

    def _scores(self) -> list[str]:
        if not self.track.anchors:
            return []
        mean, (company, worst) = self.mean(self.track.anchors), self.worst
        low, high = mean.interval
        parts = [f"{mean.value:.3f} ({low:.3f}-{high:.3f})"]
        parts += [f"{party} {score:.3f}" for party, score in self.by_party(self.track.anchors).items()]
        parts.append(f"worst {worst.value:.3f} v {company_name(company)}")
        if self.track.held_out:
            parts.append(f"held out {self.mean(self.track.held_out).value:.3f}")
        return parts

    def _response(self) -> list[str]:
        if self.response is None:
            return []
        low = self.response[1].interval[0]
        return [f"BR >= {low:.3f}" if low > self.track.even else "BR none"]

    def _gate(self) -> list[str]:
        if self.passes or self.track.gate is None:
            return []
        score = self.mean([self.track.gate]).value
        said = "fails the gate" if score <= self.track.even else "gate not decided:"
        return [f"{said} {score:.3f} v {company_name(self.track.gate)}"]

    def _origin(self) -> str:
        pairs = "pairs" if self.track.game.places == 2 else "deals"
        played = f"{self.task.deals:,} {pairs}" if self.matches else f"class {self.task.time_class}"
        parts = [f"agent sha {self.submission.sha[:SHA_DIGITS]}", played]
        if self.deals != RESULT:
            parts.append("development deals" if self.deals == DEVELOP else f"{self.deals} deals")
        if self.deals == DEVELOP or not self.is_whole:
            parts.append("no result")
        return ", ".join(parts)

    def figures(self) -> dict[str, Any]:
        """Return all figures, for JSON; equal on all machines but for ``line`` and ``times``."""
        track, task = self.track, self.task
        found: dict[str, Any] = {
            "benchmark": track.benchmark,
            "version": track.version,
            "track": track.name,
            "game": str(track.game),
            "deals": self.deals,
            "class": task.time_class,
            "deals_a_company": task.deals,
            "complete": self.is_complete,
            "seed": seed_in_json(task.seed),
            "agent": {
                "spec": self.submission.spec,
                "sha": self.submission.sha,
                "sources": dict(self.submission.sources),
                DISTRIBUTION: self.submission.package,
            },
            "files": dict(track.files),
        }
        if track.anchors:
            company, worst = self.worst
            found["mean"] = figures(self.mean(track.anchors))
            found["worst"] = {"against": list(company), **figures(worst)}
            found["held_out"] = figures(self.mean(track.held_out)) if track.held_out else None
            found["gate_passed"] = self.passes
            found["faults"] = self.faults
            found["companies"] = [self._company(one) for one in track.companies]
        if self.response is not None:
            against, estimate = self.response
            found["response"] = {"by": list(against), **figures(estimate)}
        found |= {name: dict(each) for name, each in self.measured.items()}
        return found | {"line": self.line, "times": {"seconds_a_choice": self.seconds if self.matches else None}}

    def _company(self, company: Company) -> dict[str, Any]:
        match = self.matches[company]
        return {
            "against": list(company),
            "role": self.role(company),
            "games": match.games,
            **figures(self.mean([company])),
            "by_party": {name: round(score, 6) for name, score in self.by_party([company]).items()},
            "illegal_actions": match.illegal_actions[0],
            "crashes": match.crashes[0],
        }

    def role(self, company: Company) -> str:
        """Name the part that a company plays: ``anchor``, ``held out`` or ``gate``."""
        if company == self.track.gate:
            return "gate"
        return "anchor" if company in self.track.anchors else "held out"


def told_time(seconds: float) -> str:
    """Put a time in words: ``14 us``, ``3.2 ms``, ``1.5 s``."""
    for unit, size in (("us", 1e-6), ("ms", 1e-3)):
        if seconds < 1000 * size:
            return f"{seconds / size:.2g} {unit}" if seconds < 10 * size else f"{seconds / size:.0f} {unit}"
    return f"{seconds:.2g} s"
