"""Experiments that vary one thing: a series of matches, with their levels, times, and the document's claims about them.

All lineups of a sweep play the same deals, and choose in the same positions to be timed: so levels are compared deal by
deal, and times position by position.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from cardkit.game import Game
from cardkit.lab.answers import Answer
from cardkit.lab.curve import Curve
from cardkit.lab.estimates import Estimate, in_deals
from cardkit.lab.finding import Finding, Verdict
from cardkit.lab.measures import WON, Measure
from cardkit.lab.scale import Scale

PART = 50
"""Games of a match: a duel is played in many, of which an interrupted run loses one at most."""
_BESIDE = 0.14  # of the distance of two categories: how far series stand beside each other


@dataclass(frozen=True)
class Duel:
    """One match of a sweep.

    Attributes:
        label: on the axis.
        lineup: specs, one for each seat; the first is the agent that is judged.
        game: that is played.
        series: the line of the picture that it belongs to.
    """

    label: str
    lineup: tuple[str, ...]
    game: Game
    series: str = ""


@dataclass(frozen=True, eq=False)
class Score:
    """The result of a duel.

    Attributes:
        label: of the duel.
        outcomes: what each game gave the judged agent, array (deals, games): 1, 0 and -1, or what ``measure`` says. The
            i-th deals of all duels are the same.
        times: milliseconds that the agent takes for a choice, in each group of positions; the groups of all duels are
            the same. None if nothing was timed.
        series: of the duel.
        measure: what of the games is counted.
    """

    label: str
    outcomes: np.ndarray
    times: np.ndarray | None = None
    series: str = ""
    measure: Measure = WON

    @cached_property
    def level(self) -> Estimate:
        """The mean over games of what the measure counts: wins, or points."""
        return self.measure.level(self.outcomes)

    def gain(self, other: Score, confidence: float) -> Estimate:
        """Estimate the level less that of another score, deal by deal."""
        return self.measure.gain(self.outcomes, other.outcomes, confidence)

    @property
    def ms(self) -> float:
        """The mean of the times; NaN if nothing was timed."""
        return math.nan if self.times is None else float(np.mean(self.times))

    @property
    def name(self) -> str:
        """The label and the line."""
        return f"{self.label} {self.series}".strip()


class Judged(NamedTuple):
    """The scores' answer to a statement, its figures, and `Verdict.risk`."""

    answer: Answer
    shown: str
    risk: float


Judge = Callable[[Sequence[Score]], Judged]
Times = Callable[[Sequence[Duel], int, Scale], np.ndarray]
"""``times(duels, seed, scale)``: milliseconds a choice of each duel's first agent, array (duels, groups)."""


@dataclass(frozen=True)
class Claim:
    """A statement of the document about a sweep, its check, the reason why it may not hold, and `Verdict.statement`."""

    text: str
    judge: Judge
    because: str = ""
    statement: str = ""

    def verdict(self, scores: Sequence[Score]) -> Verdict:
        """Judge the statement by the scores."""
        answer, shown, risk = self.judge(scores)
        return Verdict(self.text, answer, shown, self.because, risk, self.statement)


@dataclass(frozen=True)
class Sweep:
    """A series of matches that differ in one thing.

    Attributes:
        name, title: of the experiment.
        axis: what varies.
        duels: the matches.
        against: the opponents and the game in words.
        full, quick: games per match; a multiple of ``part``, or less.
        claims: of the document.
        part: games of each of the matches that a duel is played in.
        answers: turns the scores into results on questions that the document left open.
        notes: of the finding.
        measure: what of the games is counted.
        times: measures the agents' times; None leaves them out.
        printed: the document's curve, shown beside ours.
    """

    name: str
    title: str
    axis: str
    duels: tuple[Duel, ...]
    against: str
    full: int = 1000
    quick: int = 40
    part: int = PART
    claims: tuple[Claim, ...] = ()
    answers: Callable[[Sequence[Score]], tuple[str, ...]] = lambda scores: ()
    notes: tuple[str, ...] = ()
    measure: Measure = WON
    times: Times | None = None
    printed: Curve | None = None

    def run(self, scale: Scale) -> Finding:
        """Play all duels."""
        games = scale.games(self.full, self.quick)
        scores = self._play(games, scale)
        return Finding(
            f"{games:,} games each against {self.against}, all on the same deals",
            games * len(scores),
            (
                self.axis,
                self.measure.name,
                "98 % interval",
                *([self.printed.whose] if self.printed else []),
                self.measure.detail,
                *(["ms a choice"] if self.times else []),
            ),
            tuple(_row(score, self.printed) for score in scores),
            tuple(claim.verdict(scores) for claim in self.claims),
            lambda figure: draw(figure, self.axis, scores, self.printed),
            self.answers(scores),
            self.notes,
        )

    def _play(self, games: int, scale: Scale) -> list[Score]:
        parts = max(games // self.part, 1)
        played: list[list[np.ndarray]] = [[] for _ in self.duels]
        for number in range(parts):
            seed = scale.seed_of(self.name, number)
            for duel, rows in zip(self.duels, played, strict=True):
                result = scale.play(duel.game, duel.lineup, games // parts, seed)
                rows.append(in_deals(self.measure.of(result), len(duel.lineup)))
        return [
            Score(duel.label, np.concatenate(rows), times, duel.series, self.measure)
            for duel, rows, times in zip(self.duels, played, self._times(scale), strict=True)
        ]

    def _times(self, scale: Scale) -> Sequence[np.ndarray | None]:
        if self.times is None:
            return [None] * len(self.duels)
        scale.progress(f"{self.name}: times")
        return list(self.times(self.duels, scale.seed_of(self.name, "times"), scale))


def _row(score: Score, printed: Curve | None) -> tuple[str, ...]:
    level, show = score.level, score.measure.show
    times = [f"{score.ms:.3g}"] if score.times is not None else []
    return (
        score.name,
        show(level.value),
        f"{show(level.low)} to {show(level.high)}",
        *([printed.cell(score.label, score.series)] if printed else []),
        score.measure.show_detail(score.outcomes),
        *times,
    )


def draw(figure: Any, axis: str, scores: Sequence[Score], printed: Curve | None = None) -> None:
    """Draw levels with their intervals over what varies, a line for each series; the document's curve; times beside."""
    timed = scores[0].times is not None
    panels = figure.subplots(1, 1 + timed, squeeze=False)[0]
    labels = list(dict.fromkeys(score.label for score in scores))
    unit = scores[0].measure.unit
    joint = "-" if all(map(_is_number, labels)) else ""  # between categories there is nothing
    series = list(dict.fromkeys(score.series for score in scores))
    last = len(series) - (printed is None)
    for number, name in enumerate(series):
        beside = 0 if joint else _BESIDE * (number - last / 2)  # so that none hides another
        line = {labels.index(score.label) + beside: score for score in scores if score.series == name}
        shown = name or "here"
        _draw_levels(
            panels[0], {place: score.level for place, score in line.items()}, unit, fmt=f"o{joint}", label=shown
        )
        if timed:
            panels[1].plot(list(line), [score.ms for score in line.values()], f"o{joint}", label=shown)
    if printed:
        beside = 0 if joint else _BESIDE * last / 2
        curve = {labels.index(label) + beside: printed.share(label) for label in printed.won}
        _draw_levels(panels[0], curve, unit, fmt=f"s{joint and '--'}", label=printed.whose, color="#808080")
    panels[0].set_ylabel(scores[0].measure.axis)
    if timed:
        _scale_times(panels[1], [score.ms for score in scores])
    for panel in panels:
        crowded = sum(map(len, labels)) > 30
        turned = {"rotation": 30, "ha": "right", "rotation_mode": "anchor"} if crowded else {}
        panel.set_xticks(range(len(labels)), labels, **turned)
        panel.set_xlim(-0.6, len(labels) - 0.4)
        panel.set_xlabel(axis)
    lines, names = panels[0].get_legend_handles_labels()
    if len(names) > 1:  # below, where it hides no line
        figure.legend(lines, names, loc="outside lower center", ncols=len(names))


def _is_number(label: str) -> bool:
    return label.replace(".", "", 1).isdecimal()


def _draw_levels(panel: Any, levels: Mapping[float, Estimate], unit: float, **style: Any) -> None:
    """Draw a line with intervals, by the places on the axis."""
    middle, low, high = unit * np.array(list(levels.values())).T
    panel.errorbar(list(levels), middle, (middle - low, high - middle), **style)


def _scale_times(panel: Any, times: Sequence[float]) -> None:
    panel.set_ylabel("ms a choice")
    if max(times) > 5 * min(times):
        from matplotlib.ticker import LogLocator, NullFormatter

        panel.set_yscale("log")
        panel.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if max(times) < 100 * min(times) else (1,)))
        panel.yaxis.set_minor_formatter(NullFormatter())
    else:
        panel.set_ylim(0, 1.1 * max(times))
    panel.yaxis.set_major_formatter("{x:g}")
