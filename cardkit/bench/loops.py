"""The loops whose speed is reported, of any game, each as ``run(n)``, which does n units of work after a warm-up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import numpy as np

from cardkit.agents import Agent, CompiledAgent
from cardkit.arena.compiled_games import play_compiled, roots_of
from cardkit.arena.lineups import ROTATIONS, SeatingPlan
from cardkit.arena.result_rows import new_results
from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import streams_from_seed
from cardkit.compiled.protocol import deal, mover, step
from cardkit.compiled.slots import is_empty, legal_of, random_slot
from cardkit.game import Game
from cardkit.language.prompt import prompt

Run = Callable[[int], None]


@jit
def play_random(states: np.ndarray, streams: np.ndarray, plies: Number) -> None:
    """Play random legal plies, dealing again after each game."""
    state, stream = states[0], streams[0]
    deal(state, stream)
    for _ in range(plies):
        step(state, random_slot(legal_of(state), stream))
        if is_empty(legal_of(state)):
            deal(state, stream)


def core_plies(game: Game) -> Run:
    """Make a loop of random plies of the rules' core, deals included."""
    states, streams = game.new_states(), streams_from_seed(1)
    return lambda n: play_random(states, streams, n)


def whole_games(game: Game, agent: CompiledAgent) -> Run:
    """Make a loop of whole games of a compiled agent against itself, with an information set for every choice."""
    places = game.places
    agents, names = [agent] * places, [f"player {place}" for place in range(places)]
    roots, plan = roots_of(1, game.seats), SeatingPlan(names, 1, ROTATIONS)

    def run(n: int) -> None:
        play_compiled(game, agents, names, roots, plan, 0, new_results(game, n), timed=False)

    return run


def openings(game: Game, count: int, plies: int = 0, agent: Any = None) -> list[Any]:
    """Collect the knowledge of seats to move in some games, after their first plies by an agent written in Python."""
    found = []
    for seed in range(count):
        state = game.new_states()[0]
        deal(state, streams_from_seed(seed)[0])
        for _ in range(plies):
            action = agent.act(game.information_set(state, int(mover(state))), np.random.default_rng(seed))
            step(state, game.read_action(state, action))
        found.append(game.information_set(state, int(mover(state))))
    return found


def prompts(openings: Sequence[Any]) -> Run:
    """Make a loop of prompts for language models: of these information sets in turn."""

    def run(n: int) -> None:
        for number in range(n):
            prompt(openings[number % len(openings)])

    return run


def simulations(agent: Agent, openings: Sequence[Any], of_a_move: int) -> Run:
    """Make a loop of simulations of a searching agent: ``of_a_move`` at each of these information sets in turn."""

    def run(n: int) -> None:
        for number in range(n // of_a_move):
            agent.act(openings[number % len(openings)], np.random.default_rng(1))

    return run


def vector_steps(env_id: str, num_envs: int, **settings: Any) -> Run:
    """Make a loop of steps of a vector environment, with random legal actions drawn in compiled code."""
    env: Any = gymnasium.make_vec(env_id, num_envs=num_envs, copy=False, **settings).unwrapped
    env.reset(seed=1)

    def run(n: int) -> None:
        for _ in range(n // num_envs):
            env.step(env.sample_actions())

    return run


def gym_steps(env_id: str, **settings: Any) -> Run:
    """Make a loop of steps of a single Gymnasium environment, with the native sampler."""
    env: Any = gymnasium.make(env_id, **settings).unwrapped
    env.reset(seed=1)

    def run(n: int) -> None:
        for _ in range(n):
            if env.step(env.sample_action())[2]:
                env.reset()

    return run


def own_plies(env: Any) -> Run:
    """Make a loop of plies of an AEC environment of ours, with the native sampler."""
    inner = env.unwrapped
    return aec_plies(env, lambda env, observation: inner.sample_action())


def aec_plies(env: Any, sample: Callable[[Any, Any], int]) -> Run:
    """Make a loop of plies of a PettingZoo environment: ``last``, a legal action, ``step``."""
    env.reset(seed=1)

    def run(n: int) -> None:
        for _ in range(n):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            env.step(sample(env, observation))

    return run


def connect_four_plies(wrapped: bool) -> Run:
    """Make a loop of plies of PettingZoo's connect_four, with its action space's masked sampling.

    Raises:
        ImportError: pygame, which that environment imports, is missing.
    """
    from pettingzoo.classic import connect_four_v3

    env: Any = connect_four_v3.env() if wrapped else connect_four_v3.raw_env()
    return aec_plies(env, lambda env, seen: int(env.action_space(env.agent_selection).sample(seen["action_mask"])))
