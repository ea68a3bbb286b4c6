"""Runs a track for an agent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager

from cardkit.arena.match_result import MatchResult
from cardkit.benchmark.deals import Submission, seed_of
from cardkit.benchmark.result import Result
from cardkit.benchmark.scores import by_deal, mean_of
from cardkit.benchmark.track import Company, Playing, Progress, Task, Track, company_name
from cardkit.statistics.estimate import Estimate

Bar = Callable[[str, int], AbstractContextManager[Progress]]
"""Shows progress: of what, and of how many."""


def run(
    track: Track,
    submission: Submission,
    time_class: str,
    deals: str,
    count: int | None,
    bar: Bar,
    matches: Playing,
) -> Result:
    """Play all matches of a track and find all its figures.

    Args:
        track: the track.
        submission: the agent.
        time_class: a key of `cardkit.benchmark.track.CLASSES`.
        deals: ``develop``, ``result``, or `cardkit.benchmark.deals.fresh_deals`.
        count: deals against each company; None for those of the class.
        bar: shows progress.
        matches: plays them.

    Raises:
        ValueError: the agent does not play the track's game.
    """
    count = track.deals(time_class) if count is None else count

    def task(purpose: str) -> Task:
        return Task(submission.spec, time_class, count, seed_of(track, time_class, deals, submission, purpose))

    played, measured, response = {}, {}, None
    for company in track.companies:
        with bar(f"v {company_name(company)}", 1) as progress:
            played[company] = matches.play(company, count, task("match").seed, progress)
    if played and track.game.places == 2:
        best = best_response(track, played)
        with bar(f"{company_name(best)} as the response", 1) as progress:
            response = best, scored_by(track, matches.play(best, count, task("response").seed, progress))
    for measure in track.measures:
        with bar(measure.name, 1) as progress:
            measured[measure.name] = measure.find(task(measure.name), progress, matches)
    return Result(track, submission, deals, task("match"), played, measured, response)


def best_response(track: Track, matches: Mapping[Company, MatchResult]) -> Company:
    """Find the company against which the agent scores least; the first of equals."""
    return min(matches, key=lambda company: float(track.score(matches[company]).sum()))


def scored_by(track: Track, match: MatchResult) -> Estimate:
    """Estimate the opponent's score in a match of two seats."""
    return mean_of(1 - by_deal(track.score(match), 2))
