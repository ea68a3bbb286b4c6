"""The statistics of a match: as a table for people, as plain values for programs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from rich.console import Group
from rich.table import Table
from rich.text import Text

from baselines.arena.match_result import MatchResult
from cardkit.arena.seeds import seed_in_json
from cardkit.report.text_table import duration
from cardkit.statistics.intervals import Interval
from cardkit.statistics.sprt import Sprt


def match_statistics(result: MatchResult, confidence: float) -> dict[str, Any]:
    """All figures of a match by name: lists hold a's and b's, shares lie in 0..1, what is undefined is None."""
    figures = {
        "agents": result.names,
        "games": result.games,
        "seed": seed_in_json(result.seed),
        "world": _world(result),
        "rules": str(result.rules),
        "wins": (result.wins, result.losses),
        "draws": result.draws,
        "confidence": confidence,
        "win_intervals": (result.win_interval(confidence), result.loss_interval(confidence)),
        "scores": (result.score, 1 - result.score),
        "score_intervals": _score_intervals(result, confidence),
        "pairs": result.pairs,
        "illegal_actions": result.illegal_actions,
        "crashes": result.crashes,
        "first_errors": tuple(None if fault is None else fault.text for fault in result.first_faults),
        "choices_a_game": result.choices,
        "ms_a_choice": result.ms_per_choice,
        "bouts_a_game": result.bouts,
        "plies_a_game": result.plies,
        "plies_a_bout": result.plies_per_bout,
        "first_mover_share": result.first_mover_share,
    }
    return {name: _plain(value) for name, value in figures.items()}


def match_report(result: MatchResult, confidence: float) -> Group:
    """The figures of both agents, those of the games, and the verdict."""
    firsts = [Text(f"First error: {report.first}") for report in result.fault_reports if report.first]
    return Group(_agents_table(result, confidence), _games_table(result), *firsts, Text(verdict(result, confidence)))


def verdict(result: MatchResult, confidence: float) -> str:
    """One line: which agent is stronger, if the interval of the score says so, and how many games were lost by faults.

    What shows only by games that the other agent lost by faults does not make it stronger.
    """
    scores, intervals = (result.score, 1 - result.score), _score_intervals(result, confidence)
    played = _both(result.interval_of_played(confidence))
    lost = "".join(f" {report}." for report in result.fault_reports)
    for agent in (0, 1):
        if intervals[agent][0] > 0.5 and played[agent][0] > 0.5:
            stronger, weaker = result.names[agent], result.names[1 - agent]
            score = _score(scores[agent], intervals[agent], confidence)
            return f"{stronger} is stronger than {weaker}: score {score}{lost}"
    return f"No difference is shown: {result.names[0]} scores {_score(scores[0], intervals[0], confidence)}{lost}"


def sprt_figures(result: MatchResult, sprt: Sprt) -> dict[str, Any]:
    """The figures of the test; ``accepted`` is None while it is undecided."""
    counts = np.array(result.pairs)
    return {
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "accepted": sprt.decide(counts),
        "log_likelihood_ratio": float(sprt.ratios(counts)),
        "bounds": sprt.bounds,
    }


def sprt_line(result: MatchResult, sprt: Sprt) -> str:
    """One line: what the test decided, and by which pairs."""
    found, counts = sprt_figures(result, sprt), result.pairs
    decided = f"{found['accepted']} accepted" if found["accepted"] else "undecided"
    return (
        f"SPRT, H0 {sprt.elo0:g} Elo, H1 {sprt.elo1:g} Elo: {decided} after {sum(counts):,} pairs; log-likelihood "
        f"ratio {found['log_likelihood_ratio']:.2f}, bounds {sprt.bounds[0]:.2f} and {sprt.bounds[1]:.2f}; "
        f"pairs with 0, 0.5, 1, 1.5, 2 points: {', '.join(map(str, counts))}"
    )


def _agents_table(result: MatchResult, confidence: float) -> Table:
    level = f"{100 * confidence:g} %"
    games = "1 game" if result.games == 1 else f"{result.games:,} games"
    title = f"{games}, seed {result.seed}, {_world(result)} world, rules: {result.rules}"
    table = Table("", *result.names, title=title, title_justify="left", title_style="bold")
    won, drawn = (result.wins, result.losses), result.draws
    win_intervals = result.win_interval(confidence), result.loss_interval(confidence)
    score_intervals = _score_intervals(result, confidence)
    table.add_row("wins", *(f"{wins:,} ({_percent(wins / result.games)})" for wins in won))
    table.add_row(f"  {level} Wilson interval", *map(_percent_span, win_intervals))
    table.add_row("draws", *[f"{drawn:,} ({_percent(drawn / result.games)})"] * 2)
    table.add_row("losses", *(f"{wins:,} ({_percent(wins / result.games)})" for wins in reversed(won)))
    table.add_row("score (a draw is half a win)", f"{result.score:.3f}", f"{1 - result.score:.3f}")
    table.add_row(f"  {level} interval", *(f"{low:.3f} to {high:.3f}" for low, high in score_intervals))
    for name, faults in (("lost by an illegal action", result.illegal_actions), ("lost by a crash", result.crashes)):
        if any(faults):
            table.add_row(name, *(f"{count:,}" for count in faults))
    table.add_row("plies with a choice a game", *(f"{choices:.1f}" for choices in result.choices))
    table.add_row("time a ply with a choice", *map(duration, result.ms_per_choice))
    return table


def _games_table(result: MatchResult) -> Table:
    table = Table(show_header=False)
    table.add_row("bouts a game", f"{result.bouts:.1f}")
    table.add_row("plies a bout", f"{result.plies_per_bout:.1f}")
    table.add_row("plies a game", f"{result.plies:.1f}")
    share = result.first_mover_share
    table.add_row("decided games won by the first attacker", "-" if math.isnan(share) else _percent(share))
    return table


def _score_intervals(result: MatchResult, confidence: float) -> tuple[Interval, Interval]:
    return _both(result.interval(confidence))


def _both(interval: Interval) -> tuple[Interval, Interval]:
    low, high = interval
    return interval, (1 - high, 1 - low)


def _score(score: float, interval: Interval, confidence: float) -> str:
    return f"{score:.3f}, {100 * confidence:g} % interval {interval[0]:.3f} to {interval[1]:.3f}."


def _world(result: MatchResult) -> str:
    return "open" if result.open_world else "closed"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _percent_span(interval: Interval) -> str:
    return f"{_percent(interval[0])} to {_percent(interval[1])}"


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(member) for member in value]
    return None if isinstance(value, float) and math.isnan(value) else value
