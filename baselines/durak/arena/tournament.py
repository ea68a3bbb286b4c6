"""Tournaments of Durak."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from baselines.durak.arena.match_result import MatchResult
from baselines.durak.arena.thesis_growth import growth_in
from cardkit.agents import Agent, Factory
from cardkit.arena import tournament
from cardkit.arena.lineups import ORDERS
from cardkit.arena.schedule import no_growth
from cardkit.arena.tournament import Progress
from cardkit.arena.tournament_result import TournamentResult
from cardkit.programs.time_limit import in_time
from durak_env.durak import Durak
from durak_env.rules import RulesLike


def play_tournament(
    agents: Sequence[Agent | Factory | str],
    games: int = 500,
    seed: int | None = 0,
    open_world: bool = False,
    rules: RulesLike = None,
    jobs: int = 1,
    gauntlet: str | None = None,
    thesis: bool = False,
    store: Path | str | None = None,
    records: Path | str | None = None,
    progress: Progress | None = None,
    backend: str = "local",
    seatings: str = ORDERS,
    move_time: float | None = None,
) -> TournamentResult:
    """Let agents play each other. The result depends on the seed, but not on ``jobs`` or the order of the agents.

    An illegal action or an exception loses the game. Arguments that are not told here are those of
    `cardkit.arena.tournament.play_tournament`.

    Args:
        open_world: whether the agents see all cards.
        rules: an argument of `durak_env.rules.Rules.of`; None for the standard rules.
        thesis: whether an undecided match gets 500 more games until it is decided or has 10,000.
        move_time: seconds that an external program has for an action; None keeps each program's own limit. It does not
            go with a store, which knows agents by their specs alone.

    Raises:
        ValueError: an unknown agent, an argument out of range, an unusable store, or no seed with a store that holds
            games of several seeds.
    """
    game = Durak(rules, open_world)
    growth = growth_in(game) if thesis else no_growth
    if move_time is not None:
        agents = in_time(agents, move_time, game, store)
    result = tournament.play_tournament(
        game, agents, games, seed, jobs, gauntlet, growth, store, records, progress, backend, seatings
    )
    return replace(result, matches=tuple(map(MatchResult.of, result.matches)))
