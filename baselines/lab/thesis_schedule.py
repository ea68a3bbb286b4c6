"""Plays a match until it is decided, as the thesis does (section 3.2.3), on mirrored pairs."""

from __future__ import annotations

from baselines.arena.match import play_match
from baselines.lab.decided import Decided
from baselines.lab.finding import Scale
from cardkit.statistics.intervals import Interval
from durak_env.rules import Rules

STEP, MOST, QUICK = 500, 10_000, 60


def play_until_decided(a: str, b: str, open_world: bool, rules: Rules, scale: Scale) -> tuple[float, Interval, int]:
    """Play 500 games at a time while the 98 % Wilson interval of a's decided games holds one half, up to 10,000.

    Returns:
        a's share of the decided games, its interval, and the games played.
    """
    wins = losses = games = 0
    while True:
        step = scale.games(STEP, QUICK)
        result = play_match(a, b, step, scale.seed + games, open_world, rules, scale.jobs)
        wins, losses, games = wins + result.wins, losses + result.losses, games + step
        decided = Decided(wins, losses)
        low, high = decided.interval
        if scale.quick or games >= MOST or not low <= 0.5 <= high:
            return decided.share, (low, high), games
