"""Matches of Durak between two agents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from baselines.agents.external import check_move_time
from baselines.agents.protocol import Agent
from baselines.arena.match_result import MatchResult
from cardkit.agents import as_agent, name_of
from cardkit.arena import match
from cardkit.arena.game_loop import PythonGame
from cardkit.game import Game
from cardkit.statistics.sprt import Sprt
from durak_env.durak import Durak
from durak_env.rules import RulesLike


def play_match(
    a: Agent | str,
    b: Agent | str,
    games: int = 1000,
    seed: int | None = 0,
    open_world: bool = False,
    rules: RulesLike = None,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    on_game: Callable[[PythonGame], None] | None = None,
    explain: bool = False,
    forfeits: bool = False,
    sprt: Sprt | None = None,
    move_time: float | None = None,
) -> MatchResult:
    """Play a match of a against b. Its result depends on the seed but not on ``jobs``.

    Games come in mirrored pairs, the same deal twice with seats swapped; the last of an odd number has no mirror.

    Args:
        a, b: agents, or their specs.
        games: how many games to play, at least 1.
        seed: of deals and agents, at least 0; None draws an unguessable one, which the result holds.
        open_world: whether the agents see all cards.
        rules: an argument of `durak_env.rules.Rules.of`; None for the standard rules.
        jobs: how many workers play: threads if both agents are compiled, else processes.
        progress: called now and then with the number of games done.
        on_game: called with each game, in order, with all its plies; the games are then played from Python by this
            process, which is much slower.
        explain: whether these games keep the analyses of agents that can explain their choices; the games stay the
            same.
        forfeits: whether an illegal action or an exception loses the game, instead of ending the match.
        sprt: a test that ends the match with the pair that decides it.
        move_time: seconds that an external program has for an action; None keeps each program's own limit.

    Raises:
        ValueError: an unknown agent, an argument out of range, or an agent that chose an illegal action.
    """
    game = Durak(rules, open_world)
    names = name_of(a), name_of(b)
    agents = (a, b) if move_time is None else in_time((a, b), move_time, game)
    return MatchResult.of(
        match.play_match(game, agents, games, seed, jobs, progress, on_game, explain, forfeits, sprt, names)
    )


def in_time(agents: Sequence[Any], seconds: float, game: Game) -> list[Any]:
    """The agents, with this time limit set on those that are external programs.

    Raises:
        ValueError: none is, or ``seconds`` is out of range.
    """
    limit = check_move_time(seconds)
    made = [as_agent(agent, game) for agent in agents]
    if not any(hasattr(agent, "move_time") for agent in made):
        raise ValueError("move_time is only for external programs, exec:./program; none of these agents is one")
    for agent in made:
        if hasattr(agent, "move_time"):
            vars(agent)["move_time"] = limit
    return [new if hasattr(new, "move_time") else old for new, old in zip(made, agents, strict=True)]
