"""Claims about the scores of a sweep: each is a function from scores to a verdict."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import TypeVar

import numpy as np

from cardkit.arena.match_result import CONFIDENCE
from cardkit.lab.answers import CELL_RISK, SIDE_RISK, Answer, all_more, all_of, more, no_more, shared_among, within
from cardkit.lab.estimates import MARGIN, Estimate, by_deal, mean, ratio, share_of_deals, times_as_many
from cardkit.lab.sweep import Judge, Judged, Score
from cardkit.statistics.intervals import quantile

Scores = Sequence[Score]
Said = TypeVar("Said")
LEAST_CHANCE = 1e-300
"""The smallest p-value that is printed as a number: floats round those far below it to 0."""


def by_label(scores: Scores) -> dict[str, Score]:
    """Index scores by the labels of their duels."""
    return {score.label: score for score in scores}


def in_series(name: str, judge: Callable[[Scores], Said]) -> Callable[[Scores], Said]:
    """Make a claim, or an answer, about one line of the picture only."""
    return lambda scores: judge([score for score in scores if score.series == name])


def trend(scores: Scores, confidence: float = CONFIDENCE) -> Estimate:
    """Estimate the gain from the first to the last score on the straight line through all of them, deal by deal."""
    places = np.arange(len(scores)) - (len(scores) - 1) / 2
    weights = places * (len(scores) - 1) / np.sum(places**2)
    levels = np.array([score.measure.by_deal(score.outcomes) for score in scores])
    return mean(weights @ levels, confidence)


def rises(scores: Scores) -> Judged:
    """Judge whether the scores rise along the sweep, on the whole."""
    slope = trend(scores)
    return Judged(more(slope), _on_a_line(scores, slope), SIDE_RISK)


def falls(scores: Scores) -> Judged:
    """Judge whether the scores fall along the sweep, on the whole."""
    slope = trend(scores)
    return Judged(more(slope.negative()), _on_a_line(scores, slope), SIDE_RISK)


def all_above(level: float, what: str) -> Judge:
    """Make the claim that the mean of all scores is above a level that has no error."""

    def judge(scores: Scores) -> Judged:
        middle = mean(np.mean([score.measure.by_deal(score.outcomes) for score in scores], axis=0))
        shown = scores[0].measure.show_gain(middle.shifted(-level))
        return Judged(more(middle.shifted(-level)), f"{shown} above {what}, in the mean of all", SIDE_RISK)

    return judge


def does_not_rise(scores: Scores) -> Judged:
    """Judge whether the scores do not rise along the sweep, on the whole."""
    slope = trend(scores)
    middle = float(np.mean([score.level.value for score in scores]))
    return Judged(no_more(slope, scores[0].measure.margin(middle)), _on_a_line(scores, slope), SIDE_RISK)


def _on_a_line(scores: Scores, slope: Estimate) -> str:
    return f"{scores[0].measure.show_gain(slope)} on a straight line from the first to the last"


def wins_more(label: str, *others: str) -> Judge:
    """Make the claim that one score is higher than others."""

    def judge(scores: Scores) -> Judged:
        found = by_label(scores)
        return _above([(other, found[label], found[other]) for other in others])

    return judge


def best(label: str) -> Judge:
    """Make the claim that the labelled score is higher than every other."""

    def judge(scores: Scores) -> Judged:
        mine = by_label(scores)[label]
        return _above([(score.label, mine, score) for score in scores if score.label != label])

    return judge


def worst(label: str) -> Judge:
    """Make the claim that the labelled score is lower than every other."""

    def judge(scores: Scores) -> Judged:
        mine = by_label(scores)[label]
        return _above([(score.label, score, mine) for score in scores if score.label != label])

    return judge


def _above(pairs: Sequence[tuple[str, Score, Score]]) -> Judged:
    """Judge whether in every pair the first score is higher; show its gain over the one least told apart."""
    confidence = shared_among(len(pairs))
    gains = [(high.gain(low, CONFIDENCE), high.gain(low, confidence)) for _, high, low in pairs]
    answer = all_more(gains)
    closest = min(range(len(pairs)), key=lambda number: gains[number][0].low)
    shown = pairs[0][1].measure.show_gain(gains[closest][answer is Answer.DIFFERS])
    if len(pairs) == 1:
        return Judged(answer, shown, SIDE_RISK)
    open_to = [name for (name, *_), (alone, _) in zip(pairs, gains, strict=True) if alone.low <= 0]
    shown = f"{shown} against {pairs[closest][0]}"
    if answer is Answer.UNTOLD and len(open_to) > 1:
        shown += f"; nor told apart from {', '.join(name for name in open_to if name != pairs[closest][0])}"
    return Judged(answer, shown, SIDE_RISK)


def matters(scores: Scores) -> Judged:
    """Judge whether the choice of score matters: some two are surely further apart than the margin.

    It differs if surely no two are. That there is any difference, however small, does not show it.
    """
    pairs = list(combinations(scores, 2))
    confidence = shared_among(len(pairs))
    near = all_of([(_near(one, two, CONFIDENCE), _near(one, two, confidence)) for one, two in pairs])
    answer = {Answer.AGREES: Answer.DIFFERS, Answer.DIFFERS: Answer.AGREES}.get(near, Answer.UNTOLD)
    first, *_, last = sorted(scores, key=lambda score: score.level.value)
    apart = last.measure.show_gain(last.gain(first, confidence))
    shown = f"the best, {last.label}, less the worst, {first.label}: {apart}, tested together with all pairs"
    return Judged(answer, f"{shown}; {shown_chance(chance_of_equals(scores))} if all were equal", SIDE_RISK)


def shown_chance(chance: float) -> str:
    """Write a p-value: ``p = 4.6e-07``, or ``p < 1e-300``; never 0."""
    return f"p = {chance:.2g}" if chance >= LEAST_CHANCE else f"p < {LEAST_CHANCE:g}"


def _near(one: Score, two: Score, confidence: float) -> Answer:
    margin = one.measure.margin((one.level.value + two.level.value) / 2)
    return within(one.gain(two, confidence), -margin, margin)


def chance_of_equals(scores: Scores) -> float:
    """Compute the p-value of a chi-square test of all scores against their mean, deal by deal."""
    from scipy.stats import chi2

    levels = np.array([score.measure.by_deal(score.outcomes) for score in scores])
    contrasts = levels[1:] - levels[0]
    deals, freedom = levels.shape[1], len(contrasts)
    means = contrasts.mean(axis=1)
    statistic = deals * means @ np.linalg.pinv(np.cov(contrasts, ddof=1).reshape(freedom, freedom)) @ means
    return float(chi2.sf(statistic, freedom))


def wins_times(label: str, other: str, least: float, most: float, games: int, whose: str = "the document") -> Judge:
    """Make the claim that one agent wins so many times as many games as another, between two limits.

    The document saw that in ``games`` games of each agent, of which the limits do not tell the error. So the interval
    allows for games of so small a number, too.
    """

    def judge(scores: Scores) -> Judged:
        mine, others = (by_label(scores)[name] for name in (label, other))
        times = times_as_many(mine.outcomes, others.outcomes)
        theirs = _error_of_ratio((mine.level.value, others.level.value), games)
        both = _times_wider(times, theirs)
        shown = (
            f"{times.plain(2)} times; {both.low:.2f} to {both.high:.2f} with the error of {games:,} games of {whose}"
        )
        return Judged(within(both, least, most), shown, CELL_RISK)

    return judge


def _error_of_ratio(shares: tuple[float, float], games: int) -> float:
    """Compute half the interval of the logarithm of a ratio of two shares of independent games."""
    if min(shares) == 0:
        return math.inf
    return quantile(CONFIDENCE) * math.sqrt(sum((1 - share) / (share * games) for share in shares))


def _times_wider(times: Estimate, error: float) -> Estimate:
    """Widen a ratio whose logarithm has a further, independent error."""
    if not times.value > 0:
        return times
    below, above = (math.hypot(math.log(end / times.value), error) for end in (times.low, times.high))
    return Estimate(times.value, times.value * math.exp(-below), times.value * math.exp(above))


def loses(label: str) -> Judge:
    """Make the claim that the labelled agent loses more games than it wins."""

    def judge(scores: Scores) -> Judged:
        lead = mean(-by_label(scores)[label].outcomes.mean(axis=1))
        return Judged(more(lead), f"losses less wins {lead.points()}", SIDE_RISK)

    return judge


def times_longer(mine: Score, other: Score) -> Estimate:
    """Estimate how many times as long one agent takes in the same positions as another."""
    if mine.times is None or other.times is None:
        raise ValueError("claims about times need a sweep that measures them")
    return ratio(mine.times, other.times)


def slower(label: str, other: str, times: float = 1.0) -> Judge:
    """Make the claim that one agent takes longer per ply than the other, so many times at least."""

    def judge(scores: Scores) -> Judged:
        found = by_label(scores)
        return _slower(found[label], found[other], times)

    return judge


def _slower(mine: Score, other: Score, times: float = 1.0) -> Judged:
    longer = times_longer(mine, other)
    over = Estimate(longer.value - times, longer.low - times, longer.high - times)
    return Judged(more(over), f"{longer.plain(2)} times as long", SIDE_RISK)


def slower_in(label: str, line: str, other_line: str, times: float) -> Judge:
    """Make the claim that, with one label, one line's agent takes at least so many times as long as another's."""
    return lambda scores: _slower(*_lines(scores, label, line, other_line), times)


def longer_by_about(label: str, line: str, other_line: str, times: float, margin: float) -> Judge:
    """Make the claim that, with one label, one line's agent takes about so many times as long as another's."""

    def judge(scores: Scores) -> Judged:
        longer = times_longer(*_lines(scores, label, line, other_line))
        off = Estimate(*(each / times - 1 for each in longer))
        return Judged(within(off, -margin, margin), f"{longer.plain()} times as long", CELL_RISK)

    return judge


def saves_no_time(label: str, line: str, other_line: str) -> Judge:
    """Make the claim that, with one label, one line's agent is not faster than another's by a tenth or more."""

    def judge(scores: Scores) -> Judged:
        mine, other = _lines(scores, label, line, other_line)
        longer = times_longer(mine, other)
        saved = Estimate(1 - longer.value, 1 - longer.high, 1 - longer.low)
        return Judged(within(saved, -math.inf, 0.1), f"{longer.plain(2)} times as long", SIDE_RISK)

    return judge


def _lines(scores: Scores, label: str, line: str, other_line: str) -> tuple[Score, Score]:
    found = {score.series: score for score in scores if score.label == label}
    return found[line], found[other_line]


def same_games(line: str, other_line: str) -> Judge:
    """Make the claim that the agents of two lines win and lose the same games.

    One game that ends otherwise refutes it; that none did shows it only if few of other deals would hold one.
    """

    def judge(scores: Scores) -> Judged:
        labels = dict.fromkeys(score.label for score in scores)
        pairs = [_lines(scores, label, line, other_line) for label in labels]
        other = np.array([by_deal(one.outcomes != two.outcomes) for one, two in pairs])
        deals, games = pairs[0][0].outcomes.shape
        most = share_of_deals(np.sign(other.sum(axis=0)), np.ones(deals)).high
        shown = f"{other.sum():.0f} of {games * other.size:,} games end otherwise"
        if other.any():
            return Judged(Answer.DIFFERS, shown, 0.0)
        shown += f", so in at most {most:.1%} of deals, having seen {deals:,}"
        return Judged(Answer.AGREES if most < MARGIN else Answer.COMPATIBLE, shown, 0.0)

    return judge


def wins_fewer_in(label: str, line: str, other_line: str) -> Judge:
    """Make the claim that, with one label, the agent of a line wins fewer games than that of another."""

    def judge(scores: Scores) -> Judged:
        fewer, rest = _lines(scores, label, line, other_line)
        lost = rest.gain(fewer, CONFIDENCE)
        return Judged(more(lost), f"{rest.measure.show_gain(lost)} fewer", SIDE_RISK)

    return judge


def gains(scores: Scores) -> tuple[str, ...]:
    """List the gain of each step over the one before."""
    steps = [
        f"{after.measure.show_gain(after.gain(before, CONFIDENCE))} from {before.label} to {after.label}"
        for before, after in pairwise(scores)
    ]
    return (f"wins grow by {', '.join(steps)}",)


def where_it_rises(scores: Scores) -> tuple[str, ...]:
    """Tell between which scores a straight line surely rises or falls, and the gain of each step."""
    first, last = scores[0].label, scores[-1].label
    confidence = shared_among(2 * len(scores) - 3)  # the line through all of them counts once
    to_last = {score.label: trend(scores[place:], confidence) for place, score in enumerate(scores[:-1])}
    from_first = {score.label: trend(scores[: place + 2], confidence) for place, score in enumerate(scores[1:])}
    return (
        f"straight lines, all tested together: to {last} they surely rise from {_rising(to_last)}; from {first} they "
        f"surely rise to {_rising(from_first)}, and fall to {_falling(from_first)}",
        *gains(scores),
    )


def _rising(lines: Mapping[str, Estimate]) -> str:
    return ", ".join(label for label, line in lines.items() if line.low > 0) or "none"


def _falling(lines: Mapping[str, Estimate]) -> str:
    return ", ".join(label for label, line in lines.items() if line.high < 0) or "none"
