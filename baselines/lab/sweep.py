"""Experiments that vary one thing: a series of matches, with win rates, times, and the thesis' claims about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from baselines.arena.match import play_match
from baselines.arena.match_result import MatchResult
from baselines.lab.decided import Decided, percent
from baselines.lab.finding import Finding, Scale, Verdict
from cardkit.statistics.intervals import Interval


@dataclass(frozen=True)
class Duel:
    """One match of a sweep: its label on the axis, the specs of both agents, and the line that it belongs to."""

    label: str
    a: str
    b: str = "greedy"
    series: str = ""


@dataclass(frozen=True)
class Score:
    """The result of a duel.

    Attributes:
        label: of the duel.
        wins, draws, losses: of agent a.
        ms: milliseconds that a took per ply with a choice.
        series: of the duel.
    """

    label: str
    wins: int
    draws: int
    losses: int
    ms: float
    series: str = ""

    @classmethod
    def of(cls, duel: Duel, result: MatchResult) -> Score:
        """The score of a match."""
        return cls(duel.label, result.wins, result.draws, result.losses, result.ms_per_choice[0], duel.series)

    @property
    def share(self) -> float:
        """Wins among the decided games, which the thesis counts; one half if there are none."""
        return Decided(self.wins, self.losses).share

    @property
    def interval(self) -> Interval:
        """The 98 % Wilson interval of the share."""
        return Decided(self.wins, self.losses).interval


Holds = Callable[[Sequence[Score]], bool | None]


@dataclass(frozen=True)
class Claim:
    """A statement of the thesis about a sweep, its check, and the reason why it may not hold."""

    text: str
    holds: Holds
    because: str = ""

    def judge(self, scores: Sequence[Score]) -> Verdict:
        """Whether it holds."""
        return Verdict(self.text, self.holds(scores), self.because)


@dataclass(frozen=True)
class Sweep:
    """A series of matches that differ in one thing.

    Attributes:
        name, title: of the experiment.
        axis: what varies.
        duels: the matches.
        open_world: whether both agents see all cards.
        full, quick: games per match.
        claims: of the thesis.
        against: the opponents in words.
        answers: turns the scores into results on questions that the thesis left open.
    """

    name: str
    title: str
    axis: str
    duels: tuple[Duel, ...]
    open_world: bool = False
    full: int = 1000
    quick: int = 40
    claims: tuple[Claim, ...] = ()
    against: str = "greedy"
    answers: Callable[[Sequence[Score]], tuple[str, ...]] = lambda scores: ()

    def run(self, scale: Scale) -> Finding:
        """Play all duels."""
        games = scale.games(self.full, self.quick)
        scores = [self._play(duel, games, scale) for duel in self.duels]
        return Finding(
            self.name,
            self.title,
            f"{games:,} games each against {self.against}, {'open' if self.open_world else 'closed'} world",
            games * len(scores),
            (self.axis, "won of decided", "98 % interval", "draws", "ms a ply"),
            tuple(_row(score) for score in scores),
            tuple(claim.judge(scores) for claim in self.claims),
            lambda figure: _draw(figure, self.axis, scores),
            self.answers(scores),
        )

    def _play(self, duel: Duel, games: int, scale: Scale) -> Score:
        scale.progress(f"{self.name}: {duel.a} v {duel.b}")
        result = play_match(duel.a, duel.b, games, scale.seed, self.open_world, jobs=scale.jobs)
        return Score.of(duel, result)


def _row(score: Score) -> tuple[str, ...]:
    return (
        f"{score.label} {score.series}".strip(),
        f"{score.share:.1%}",
        percent(score.interval),
        str(score.draws),
        f"{score.ms:.3g}",
    )


def _draw(figure: Any, axis: str, scores: Sequence[Score]) -> None:
    left, right = figure.subplots(1, 2)
    labels = list(dict.fromkeys(score.label for score in scores))
    for name in dict.fromkeys(score.series for score in scores):
        line = [score for score in scores if score.series == name]
        places, shares = [labels.index(score.label) for score in line], [100 * score.share for score in line]
        below = [100 * (score.share - score.interval[0]) for score in line]
        above = [100 * (score.interval[1] - score.share) for score in line]
        left.errorbar(places, shares, (below, above), fmt="o-", capsize=3, label=name)
        right.plot(places, [score.ms for score in line], "o-", label=name)
    left.set_ylabel("won of decided games, %")
    right.set_ylabel("ms a ply with a choice")
    times = [score.ms for score in scores]
    right.set_yscale("log" if max(times) > 5 * min(times) else "linear")
    if right.get_yscale() == "linear":
        right.set_ylim(bottom=0)
    for panel in (left, right):
        crowded = sum(map(len, labels)) > 30
        panel.set_xticks(range(len(labels)), labels, rotation=30 if crowded else 0)
        panel.set_xlabel(axis)
        panel.grid(alpha=0.3)
        if scores[0].series:
            panel.legend()
