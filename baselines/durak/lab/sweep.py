"""Experiments that vary one thing: a series of matches, with win rates, times, and the thesis' claims about them.

All agents of a sweep play the same deals, and choose in the same positions to be timed: so wins are compared deal by
deal, and times position by position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from baselines.durak.bench.choices import choice_times
from baselines.durak.lab.evidence import Estimate, won
from baselines.durak.lab.finding import Answer, Finding, Scale, Verdict
from cardkit.arena.match_result import outcomes

PART = 50
"""Games of a match: a duel is played in many, of which an interrupted run loses one at most."""


@dataclass(frozen=True)
class Duel:
    """One match of a sweep: its label on the axis, the specs of both agents, and the line that it belongs to.

    ``open_world`` is that of the sweep if it is None.
    """

    label: str
    a: str
    b: str = "greedy"
    series: str = ""
    open_world: bool | None = None


@dataclass(frozen=True, eq=False)
class Score:
    """The result of a duel.

    Attributes:
        label: of the duel.
        outcomes: of the games for agent a, 1, 0 or -1; int8 array. The i-th deals of all duels are the same.
        times: milliseconds that a takes for a choice, in each group of positions; the groups of all duels are the same.
        series: of the duel.
    """

    label: str
    outcomes: np.ndarray
    times: np.ndarray
    series: str = ""

    @property
    def share(self) -> Estimate:
        """Wins among all games, which the thesis' pictures show."""
        return won(self.outcomes)

    @property
    def draws(self) -> int:
        """Games without a winner."""
        return int(np.sum(self.outcomes == 0))

    @property
    def ms(self) -> float:
        """The mean of the times."""
        return float(np.mean(self.times))

    @property
    def name(self) -> str:
        """The label and the line."""
        return f"{self.label} {self.series}".strip()


class Judged(NamedTuple):
    """What the scores say about a statement: the answer, its figures, and `Verdict.risk`."""

    answer: Answer
    shown: str
    risk: float


Judge = Callable[[Sequence[Score]], Judged]


@dataclass(frozen=True)
class Claim:
    """A statement of the thesis about a sweep, its check, and the reason why it may not hold."""

    text: str
    judge: Judge
    because: str = ""

    def verdict(self, scores: Sequence[Score]) -> Verdict:
        """What the scores say about it."""
        answer, shown, risk = self.judge(scores)
        return Verdict(self.text, answer, shown, self.because, risk)


@dataclass(frozen=True)
class Sweep:
    """A series of matches that differ in one thing.

    Attributes:
        name, title: of the experiment.
        axis: what varies.
        duels: the matches.
        open_world: whether both agents see all cards.
        full, quick: games per match; a multiple of ``part``, or less.
        claims: of the thesis.
        part: games of each of the matches that a duel is played in.
        against: the opponents in words.
        answers: turns the scores into results on questions that the thesis left open.
        notes: of the finding.
    """

    name: str
    title: str
    axis: str
    duels: tuple[Duel, ...]
    open_world: bool = False
    full: int = 1000
    quick: int = 40
    part: int = PART
    claims: tuple[Claim, ...] = ()
    against: str = "greedy"
    answers: Callable[[Sequence[Score]], tuple[str, ...]] = lambda scores: ()
    notes: tuple[str, ...] = ()

    def run(self, scale: Scale) -> Finding:
        """Play all duels."""
        games = scale.games(self.full, self.quick)
        scores = self._play(games, scale)
        worlds = {self._is_open(duel) for duel in self.duels}
        world = "both worlds" if len(worlds) == 2 else "open world" if True in worlds else "closed world"
        return Finding(
            self.name,
            self.title,
            f"{games:,} games each against {self.against}, {world}, all on the same deals",
            games * len(scores),
            (self.axis, "won", "98 % interval", "draws", "ms a choice"),
            tuple(_row(score) for score in scores),
            tuple(claim.verdict(scores) for claim in self.claims),
            lambda figure: _draw(figure, self.axis, scores),
            self.answers(scores),
            self.notes,
        )

    def _is_open(self, duel: Duel) -> bool:
        return self.open_world if duel.open_world is None else duel.open_world

    def _play(self, games: int, scale: Scale) -> list[Score]:
        parts = max(games // self.part, 1)
        played: list[list[np.ndarray]] = [[] for _ in self.duels]
        for number in range(parts):
            seed = scale.seed_of(self.name, number)
            for duel, rows in zip(self.duels, played, strict=True):
                result = scale.play(duel.a, duel.b, games // parts, seed, self._is_open(duel))
                rows.append(outcomes(result.results))
        return [
            Score(duel.label, np.concatenate(rows), times, duel.series)
            for duel, rows, times in zip(self.duels, played, self._times(scale), strict=True)
        ]

    def _times(self, scale: Scale) -> np.ndarray:
        scale.progress(f"{self.name}: times")
        specs, worlds = [duel.a for duel in self.duels], [self._is_open(duel) for duel in self.duels]
        seed = scale.seed_of(self.name, "times")
        return scale.kept.measured(
            f"times of {specs}, open world {worlds}, seed {seed}", lambda: choice_times(specs, worlds, seed)
        )


def _row(score: Score) -> tuple[str, ...]:
    share = score.share
    return (
        score.name,
        f"{share.value:.1%}",
        f"{share.low:.1%} to {share.high:.1%}",
        str(score.draws),
        f"{score.ms:.3g}",
    )


def _draw(figure: Any, axis: str, scores: Sequence[Score]) -> None:
    left, right = figure.subplots(1, 2)
    labels = list(dict.fromkeys(score.label for score in scores))
    for name in dict.fromkeys(score.series for score in scores):
        line = [score for score in scores if score.series == name]
        places = [labels.index(score.label) for score in line]
        shares = 100 * np.array([score.share for score in line])
        below, above = shares[:, 0] - shares[:, 1], shares[:, 2] - shares[:, 0]
        left.errorbar(places, shares[:, 0], (below, above), fmt="o-", capsize=3, label=name)
        right.plot(places, [score.ms for score in line], "o-", label=name)
    left.set_ylabel("won of all games, %")
    right.set_ylabel("ms a choice")
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
