"""Plays many games at once, ply by ply, so that one call asks an agent about all of them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from cardkit.agents import Agent, BatchAgent, asking_an_agent
from cardkit.arena.game_loop import PythonGame
from cardkit.processes.crashes import mark_crash

MOST_GAMES = 256
"""Games played at once; more would not make a network faster."""

Question = tuple[PythonGame, int, Any]
"""A game, the place in the lineup that is to choose, and what it knows."""


def play_in_lockstep(games: Sequence[PythonGame], together: int, forfeits: bool) -> None:
    """Play successive games of a lineup to their end, `MOST_GAMES` at once.

    These are games of one rotation, since an agent of each is asked: ``together`` games play the same deal.
    Each game is the same as if played on its own, provided that `act_batch` answers as `act` does. All games advance
    by one ply a round, forced or not, so the rounds in which an agent is asked do not tell it what others had to play.

    Raises:
        ValueError: without ``forfeits``, an agent chose an illegal action or did not answer for every game.
    """
    for meeting in range(together):
        rotation = games[meeting::together]
        for start in range(0, len(rotation), MOST_GAMES):
            _play_together(rotation[start : start + MOST_GAMES], forfeits)


def _play_together(games: Sequence[PythonGame], forfeits: bool) -> None:
    while games:
        asked = [game for game in games if not game.play_forced()]
        for agent, questions in _by_agent(asked):
            _ask(agent, questions, forfeits)
        games = [game for game in games if not game.ended]


def _by_agent(games: Sequence[PythonGame]) -> list[tuple[Agent, list[Question]]]:
    """Collect the questions for each agent; each place in the lineup has one agent for each game of a deal."""
    found: dict[int, tuple[Agent, list[Question]]] = {}
    for game in games:
        choice = game.choice()
        if choice is not None:
            agent = game.agents[choice[0]]
            found.setdefault(id(agent), (agent, []))[1].append((game, *choice))
    return list(found.values())


def _ask(agent: Agent, questions: Sequence[Question], forfeits: bool) -> None:
    if isinstance(agent, BatchAgent):
        _ask_together(agent, questions, forfeits)
    else:
        _ask_one_by_one(questions, forfeits)


def _ask_one_by_one(questions: Sequence[Question], forfeits: bool) -> None:
    for game, place, info in questions:
        game.play_choice(place, info, forfeits)


def _ask_together(agent: BatchAgent, questions: Sequence[Question], forfeits: bool) -> None:
    infos, rngs = [info for _, _, info in questions], [game.generator(place) for game, place, _ in questions]
    began = time.perf_counter()
    try:
        with asking_an_agent():
            actions: list[Any] = list(agent.act_batch(infos, rngs))
        if len(actions) != len(questions):
            raise ValueError(
                f"{type(agent).__name__}.act_batch gave {len(actions)} actions for {len(questions)} choices"
            )
    except Exception as error:
        if not forfeits:
            mark_crash(error)
            raise
        _ask_one_by_one(questions, forfeits)  # to find the games in which it crashes
        return
    seconds = (time.perf_counter() - began) / len(questions)
    for (game, place, _), action in zip(questions, actions, strict=True):
        game.answer(place, action, seconds, forfeits)
