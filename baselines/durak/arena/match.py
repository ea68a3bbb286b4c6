"""Matches of Durak."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from baselines.durak.arena.match_result import MatchResult
from cardkit.agents import Agent, Factory, name_of
from cardkit.arena import match
from cardkit.arena.faults import MOST_FAILURES
from cardkit.arena.game_loop import PythonGame
from cardkit.arena.lineups import ORDERS, one_against_others
from cardkit.notation.search_tree import Cut
from cardkit.programs.time_limit import in_time
from cardkit.statistics.sprt import DealTest
from durak_env.durak import Durak
from durak_env.rules import RulesLike


def play_match(
    a: Agent | Factory | str,
    b: Agent | Factory | str,
    *others: Agent | Factory | str | int,
    games: int = 1000,
    seed: int | None = 0,
    open_world: bool = False,
    rules: RulesLike = None,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    on_game: Callable[[PythonGame], None] | None = None,
    explain: bool | Cut = False,
    forfeits: bool = False,
    sprt: DealTest | None = None,
    move_time: float | None = None,
    seatings: str = ORDERS,
    most_failures: float = MOST_FAILURES,
) -> MatchResult:
    """Play a match of one agent for each seat, or of a against b in all other seats.

    Games come in mirrored pairs, the same deal twice with seats swapped; the last of an odd number has no mirror. With
    more seats each deal is played once for every rotation of the agents. The result depends on the seed but not on
    ``jobs``. Arguments that are not told here are those of `cardkit.arena.match.play_match`.

    Args:
        a, b, others: agents, their specs, or factories. More than two set the number of seats where the rules do not.
            The number of games may follow the last one.
        open_world: whether the agents see all cards.
        rules: an argument of `durak_env.rules.Rules.of`; None for the standard rules.
        move_time: seconds that an external program has for an action; None keeps each program's own limit.

    Raises:
        ValueError: an unknown agent, an argument out of range, agents that do not suit the seats of the rules, or an
            agent that chose an illegal action.
    """
    if others and isinstance(others[-1], int):
        *others, games = others  # type: ignore[assignment]
    named: list[Any] = [a, b, *others]
    game = _seated(Durak(rules, open_world), len(named))
    lineup = one_against_others(named, game.seats)
    agents = lineup if move_time is None else in_time(lineup, move_time, game)
    return MatchResult.of(
        match.play_match(
            *(game, agents, games, seed, jobs, progress, on_game, explain, forfeits, sprt),
            names=[name_of(agent) for agent in lineup],
            seatings=seatings,
            most_failures=most_failures,
        )
    )


def _seated(game: Durak, agents: int) -> Durak:
    """Return the game with a seat for each agent, if the rules leave the number of seats at two."""
    return replace(game, rules=replace(game.rules, num_players=agents)) if game.seats == 2 else game
