"""Results that agree whether the code is compiled or plain Python: a few games, choices and solutions.

``python -m tests.support.plain NAME ...`` prints these parts as JSON.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from bang_env import Bang, bang_v0
from bang_env.envs.vector_env import BangVectorEnv
from baselines import make_agent, play_match
from baselines.durak.endgames.tablebase_build import build
from baselines.durak.endgames.tablebase_store import checksum
from baselines.durak.networks.network_file import save_network
from cardkit.agents import as_agent
from cardkit.arena.match import play_match as play_lineup
from durak_env import durak_v0
from durak_env.envs.gym_env import DurakEnv
from durak_env.envs.vector_env import DurakVectorEnv
from durak_env.information import InformationSet
from durak_env.rules import Rules
from oh_hell_env import oh_hell_v0
from oh_hell_env.envs.vector_env import OhHellVectorEnv
from oh_hell_env.oh_hell import OhHell
from tests.baselines.durak.test_critic import small_critic
from tests.baselines.durak.test_endgame import check_against_brute_force, random_endgames
from tests.cardkit.test_search import mean_returns
from tests.support.agreement import play_all
from tests.support.herding_game import Herding, Random, compiled_random, ismcts
from tests.support.networks import network
from tests.support.positions import positions as positions_of
from tests.support.rule_sets import QUICK
from tests.support.search_positions import FOUR_SEATS, RULE_SETS, STANDARD, positions
from tests.support.vector_play import OPPONENTS, record_of

SMALL = Rules(start_rank=13, hand_size=2)
ENDGAMES = (Rules(start_rank=12, hand_size=3), Rules(start_rank=13))
"""The rules whose endgames plain Python solves soon."""

SPECS = (
    "random",
    "uniform",
    "greedy",
    "smart",
    "low",
    "high",
    "evolved",
    "minimax:depth=2,samples=2",
    "mcts:limit=5,samples=2",
    "ismcts:simulations=12,endgame=search",
)
EXACT = (
    "minimax:depth=1,samples=2,eval=basic,endgame=exact",
    "mcts:limit=5,samples=2,simulation=random,endgame=exact",
    "ismcts:simulations=12",
)
MANY = "random", "greedy", "smart", "low", "high", "mcts:limit=5,samples=2", "ismcts:simulations=12"
"""The agents that play with four seats as well."""
OH_HELL_TABLES = [OhHell({"hand_sizes": (5, 3, 2)}), OhHell({"hand_size": 4, "trump": "turn_up", "blind": "half"})]
OH_HELL = (
    "random",
    *(f"informed:version={version}" for version in (1, 2, 3)),
    "monte-carlo:iterations=12,voids=True",
    "ismcts:simulations=12",
    "ismcts:simulations=12,playout=avoiding",
)
"""Agents of Oh Hell!."""
BANG_TABLE = Bang("num_players=4,max_rounds=2")
BANG = "random", "rai", "rair", "eai", "mcai:playouts=9,n=2", "hai:playouts=9,n=2,depth=9", "ismcts:simulations=8"
"""Agents of Bang!."""
NETWORKS = {
    "policy": "policy:path={policy}",
    "network": "champion-search:simulations=12,patience=2,path={policy},critic=none",
    "critic": "champion-search:simulations=12,patience=2,path={policy},critic={critic}",
}


@cache
def files() -> dict[str, Path]:
    """Write a small policy and a small critic, in a folder of this process."""
    folder = Path(tempfile.mkdtemp())
    found = {name: folder / f"{name}.safetensors" for name in ("policy", "critic")}
    save_network(network(hidden=(6,)), found["policy"])
    save_network(small_critic(Rules()), found["critic"])
    return found


def choices(spec: str, rule_sets: tuple[Rules, ...] = RULE_SETS, count: int = 18) -> list[int]:
    """Return an agent's choices in some positions, a third of them in the open world."""
    agent = make_agent(spec.format(**files()))
    return [
        int(agent.act(InformationSet.of(state, rules, seat, number % 3 == 0), np.random.default_rng(number)))
        for number, (rules, state, seat) in enumerate(positions(count, 9, rule_sets))
    ]


def oh_hell_choices(spec: str) -> list[int]:
    """Return the choices of an agent of Oh Hell! in some positions."""
    agent = as_agent(spec, OH_HELL_TABLES[0])
    return [
        int(agent.act(game.information_set(state, seat), np.random.default_rng(number)))
        for number, (game, state, seat) in enumerate(positions_of(12, 9, OH_HELL_TABLES, plies=30))
    ]


def bang_choices(spec: str) -> list[int]:
    """Return the choices of an agent of Bang! in some positions."""
    agent = as_agent(spec, BANG_TABLE)
    return [
        int(agent.act(game.information_set(state, seat), np.random.default_rng(number)))
        for number, (game, state, seat) in enumerate(positions_of(4, 9, [BANG_TABLE], plies=60))
    ]


def match() -> list[Any]:
    """Return the course of games of two compiled agents."""
    rows = play_match("smart", "random", games=6, seed=8).results
    return [rows["plies"].tolist(), rows["returns"].tolist()]


def match_of_three() -> list[Any]:
    """Return the course of games of three seats, a search among the agents."""
    rows = play_lineup(Herding(), [compiled_random(), ismcts(10), Random()], games=3, seed=8).results
    return [rows["plies"].tolist(), rows["returns"].tolist()]


def aec(make: Callable[..., Any], observation: str) -> str:
    """Return a digest of the outputs of an AEC environment."""
    env = make(observation=observation, encoding="history", history=3)
    digest = hashlib.sha256()
    env.reset(seed=3)
    for player in env.agent_iter():
        seen, reward, over, _, info = env.last()
        vector: Any = seen if observation == "flat" else seen["observation"]  # type: ignore[index]
        for part in (vector, info["action_mask"], np.array([reward, over])):
            digest.update(np.ascontiguousarray(part).tobytes())
        env.step(None if over else env.unwrapped.sample_action())
        digest.update(player.encode())
    return digest.hexdigest()


def gym(opponent: Any) -> str:
    """Return a digest of the outputs of the Gymnasium environment."""
    env, digest, over = DurakEnv(opponent, SMALL, encoding="closed"), hashlib.sha256(), False
    digest.update(env.reset(seed=2)[0].tobytes())
    while not over:
        seen, reward, over, _, info = env.step(env.sample_action())
        digest.update(seen.tobytes() + info["action_mask"].tobytes() + str(reward).encode())
    return digest.hexdigest()


def vector(opponent: Any, mode: AutoresetMode, make: Callable[..., Any] = DurakVectorEnv, rules: Any = SMALL) -> str:
    """Return a digest of the outputs of a vector environment."""
    env = make(3, opponent, rules, encoding="history", history=3, autoreset_mode=mode)
    return hashlib.sha256(b"".join(record_of(env, 12, seed=0))).hexdigest()


def endgames() -> str:
    """Return a tablebase; the solver is held against brute force."""
    check_against_brute_force(random_endgames(12, 12, 5), cards=3)
    return checksum(build(3))


PARTS: dict[str, Callable[[], Any]] = {
    "rules": lambda: play_all(32),
    "rules of more seats": lambda: play_all(14, QUICK),
    "match": match,
    "match of three": match_of_three,
    "search of three seats": lambda: mean_returns(1, False, 1, 20).tolist(),
    "endgames": endgames,
    **{spec: partial(choices, spec) for spec in SPECS},
    **{spec: partial(choices, spec, ENDGAMES) for spec in EXACT},
    **{f"{spec}, four seats": partial(choices, spec, FOUR_SEATS, 10) for spec in MANY},
    **{f"{spec}, Oh Hell!": partial(oh_hell_choices, spec) for spec in OH_HELL},
    **{f"{spec}, Bang!": partial(bang_choices, spec) for spec in BANG},
    **{name: partial(choices, spec, STANDARD, 9) for name, spec in NETWORKS.items()},
    **{f"aec, {observation}": partial(aec, durak_v0.env, observation) for observation in ("dict", "flat")},
    "aec, Bang!": partial(aec, partial(bang_v0.env, "num_players=4,max_rounds=2"), "dict"),
    "vector, Bang!": partial(vector, None, AutoresetMode.SAME_STEP, BangVectorEnv, "num_players=4,max_rounds=2"),
    "aec, Oh Hell!": partial(aec, partial(oh_hell_v0.env, "hand_sizes=3-1"), "dict"),
    **{
        f"vector, Oh Hell!, {name}": partial(
            vector, opponent, AutoresetMode.SAME_STEP, OhHellVectorEnv, "hand_sizes=2-1,trump=turn_up"
        )
        for name, opponent in {"self-play": None, "object": OPPONENTS["object"]}.items()
    },
    **{f"gymnasium, {name}": partial(gym, opponent) for name, opponent in OPPONENTS.items()},
    **{
        f"vector, {name}, {mode.name}": partial(vector, opponent, mode)
        for name, opponent in {**OPPONENTS, "self-play": None}.items()
        for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)
    },
}
"""The reports of the parts, by name, in types that JSON has."""


if __name__ == "__main__":
    print(json.dumps({name: PARTS[name]() for name in sys.argv[1:]}))
