"""Plays many games at once, ply by ply, so that one call asks an agent about all of them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from cardkit.agents import Agent, BatchAgent, asking_an_agent
from cardkit.arena.game_loop import PythonGame

MOST_GAMES = 256
"""Games played at once; more would not make a network faster."""

Choice = tuple[PythonGame, Any]


def play_in_lockstep(games: Sequence[PythonGame], agents: Sequence[Agent], forfeits: bool) -> None:
    """Play games of a lineup to their end, `MOST_GAMES` at once.

    Each game is the same as if played on its own, provided that `act_batch` answers as `act` does.

    Raises:
        ValueError: without ``forfeits``, an agent chose an illegal action or did not answer for every game.
    """
    for start in range(0, len(games), MOST_GAMES):
        going = games[start : start + MOST_GAMES]
        while going:
            choices = [(game, choice) for game in going if (choice := game.next_choice()) is not None]
            for number, agent in enumerate(agents):
                _play_choices(
                    agent, number, [(game, info) for game, (to_move, info) in choices if to_move == number], forfeits
                )
            going = [game for game, _ in choices]


def _play_choices(agent: Agent, number: int, choices: Sequence[Choice], forfeits: bool) -> None:
    if not isinstance(agent, BatchAgent):
        for game, info in choices:
            game.play_choice(number, info, forfeits)
    elif choices:
        _ask_together(agent, number, choices, forfeits)


def _ask_together(agent: BatchAgent, number: int, choices: Sequence[Choice], forfeits: bool) -> None:
    began = time.perf_counter()
    try:
        with asking_an_agent():
            actions: list[Any] = list(
                agent.act_batch([info for _, info in choices], [game.generator(number) for game, _ in choices])
            )
        if len(actions) != len(choices):
            raise ValueError(f"{type(agent).__name__}.act_batch gave {len(actions)} actions for {len(choices)} choices")
    except Exception:
        if not forfeits:
            raise
        for game, info in choices:  # one by one, to find the games in which it crashes
            game.play_choice(number, info, forfeits)
        return
    seconds = (time.perf_counter() - began) / len(choices)
    for (game, _), action in zip(choices, actions, strict=True):
        game.answer(number, action, seconds, forfeits)
