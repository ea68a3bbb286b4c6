"""The loops whose speed is reported, each as ``run(n)``, which does n units of work after a warm-up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium

import durak_env  # noqa: F401 - registers the environment
from baselines.agents.heuristic import greedy
from cardkit.arena.compiled_games import new_results, play_compiled, roots_of
from cardkit.compiled.bits import nth_bit
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import below, streams_from_seed
from durak_env import durak_v0
from durak_env.cards import count
from durak_env.durak import Durak
from durak_env.game import GAME_OVER, deal_random, new_states, step
from durak_env.rules import Rules, RulesLike

Run = Callable[[int], None]


@jit
def play_random(states: Any, streams: Any, plies: Any) -> None:
    """Play random legal plies, dealing again after each game."""
    state, stream = states[0], streams[0]
    deal_random(state, stream)
    for _ in range(plies):
        step(state, nth_bit(state.legal, below(stream, count(state.legal))))
        if state.phase == GAME_OVER:
            deal_random(state, stream)


def core_plies(rules: RulesLike = None) -> Run:
    """Random plies of the rules' core, deals included."""
    states, streams = new_states(Rules.of(rules)), streams_from_seed(1)
    return lambda n: play_random(states, streams, n)


def greedy_games() -> Run:
    """Whole games of greedy against greedy, with an information set for every choice."""
    agent, game = greedy(), Durak()
    roots = roots_of(1, game.seats)

    def run(n: int) -> None:
        play_compiled(game, [agent, agent], ["a", "b"], roots, 0, new_results(game, n), timed=False)

    return run


def vector_steps(num_envs: int, **settings: Any) -> Run:
    """Steps of the vector environment, with random legal actions drawn in compiled code."""
    env: Any = gymnasium.make_vec("durak_env/Durak-v0", num_envs=num_envs, copy=False, **settings).unwrapped
    env.reset(seed=1)

    def run(n: int) -> None:
        for _ in range(n // num_envs):
            env.step(env.sample_actions())

    return run


def gym_steps() -> Run:
    """Steps of the single Gymnasium environment against greedy, with the native sampler."""
    env: Any = gymnasium.make("durak_env/Durak-v0", opponent="greedy").unwrapped
    env.reset(seed=1)

    def run(n: int) -> None:
        for _ in range(n):
            if env.step(env.sample_action())[2]:
                env.reset()

    return run


def aec_plies(env: Any, sample: Callable[[Any, Any], int]) -> Run:
    """Plies of a PettingZoo environment: ``last``, a legal action, ``step``."""
    env.reset(seed=1)

    def run(n: int) -> None:
        for _ in range(n):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            env.step(sample(env, observation))

    return run


def durak_plies(wrapped: bool) -> Run:
    """Plies of our AEC environment, with the native sampler."""
    env = durak_v0.env() if wrapped else durak_v0.raw_env()
    inner: Any = env.unwrapped
    return aec_plies(env, lambda env, observation: inner.sample_action())


def connect_four_plies(wrapped: bool) -> Run:
    """Plies of PettingZoo's connect_four, with its action space's masked sampling.

    Raises:
        ImportError: pygame, which that environment imports, is missing.
    """
    from pettingzoo.classic import connect_four_v3

    env: Any = connect_four_v3.env() if wrapped else connect_four_v3.raw_env()
    return aec_plies(env, lambda env, seen: int(env.action_space(env.agent_selection).sample(seen["action_mask"])))
