"""The games, each with its environments, for the tests that hold for any game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest

from bang_env import bang_v0
from bang_env import compiled_agents as bang_agents
from bang_env import rules as bang_rules
from bang_env.envs.gym_env import BangEnv
from bang_env.envs.vector_env import BangVectorEnv
from cardkit.agents import choose_any
from durak_env import durak_v0
from durak_env.envs.gym_env import DurakEnv
from durak_env.envs.vector_env import DurakVectorEnv
from durak_env.rules import Rules as DurakRules
from oh_hell_env import CompiledAgent, oh_hell_v0
from oh_hell_env.envs.gym_env import OhHellEnv
from oh_hell_env.envs.vector_env import OhHellVectorEnv
from oh_hell_env.rules import Rules
from tests.support import tables
from tests.support.opponents import Chancy


@dataclass(frozen=True)
class GameKind:
    """A game and its environments.

    Attributes:
        name: of the game.
        env_id: with Gymnasium.
        raw_env, env: for PettingZoo.
        single, vector: for Gymnasium; with an opponent that needs none of the agents that others install.
        compiled: makes an opponent that plays inside compiled loops.
        classes: those of the four environments.
        rules_type: the class of its rules.
        rules: of short games; None for the game's own.
        tables: further rules, by name.
        quick: the names of those whose records the quick suite compiles.
    """

    name: str
    env_id: str
    raw_env: Callable[..., Any]
    env: Callable[..., Any]
    single: Callable[..., Any]
    vector: Callable[..., Any]
    compiled: Callable[[], Any]
    classes: tuple[Callable[..., Any], ...]
    rules_type: type[Any]
    rules: Any
    tables: Mapping[str, Any]
    quick: tuple[str, ...]

    @property
    def makers(self) -> dict[str, Callable[..., Any]]:
        """The PettingZoo environments of short games, by name."""
        return {
            f"{self.name}-{kind}": partial(make, rules=self.rules)
            for kind, make in (("env", self.env), ("raw_env", self.raw_env))
        }


DURAK = GameKind(
    "durak",
    "durak_env/Durak-v0",
    durak_v0.raw_env,
    durak_v0.env,
    DurakEnv,
    DurakVectorEnv,
    lambda: "greedy",
    (durak_v0.raw_env, durak_v0.env, DurakEnv, DurakVectorEnv),
    DurakRules,
    None,
    tables.TABLES,
    tables.QUICK,
)
OH_HELL = GameKind(
    "oh-hell",
    "oh_hell_env/OhHell-v0",
    oh_hell_v0.raw_env,
    oh_hell_v0.env,
    lambda opponent=Chancy(), **settings: OhHellEnv(opponent, **settings),  # noqa: B008 - which keeps nothing
    lambda num_envs=1, opponent=Chancy(), **settings: OhHellVectorEnv(num_envs, opponent, **settings),  # noqa: B008
    lambda: CompiledAgent(choose_any),
    (oh_hell_v0.raw_env, oh_hell_v0.env, OhHellEnv, OhHellVectorEnv),
    Rules,
    Rules(hand_sizes=(3, 1)),
    {
        "two": Rules(num_players=2, hand_sizes=(4, 26), scoring="penalty"),
        "four": Rules(hand_sizes=(2, 3), trump="random"),
        "three-turn-up": Rules(num_players=3, hand_sizes=(17, 5), trump="turn_up"),
        "three-level": Rules(num_players=3, hand_size=3, rounds=5),  # with records that are compiled already
        "seven-blind": Rules(num_players=7, hand_sizes=(7, 2), trump="turn_up", blind="half", scoring="exact"),
        "four-blind": Rules(hand_sizes=(3, 2), blind="full", trump_order="-s"),
    },
    ("four",),
)
BANG = GameKind(
    "bang",
    "bang_env/Bang-v0",
    bang_v0.raw_env,
    bang_v0.env,
    lambda opponent=Chancy(), **settings: BangEnv(opponent, **settings),  # noqa: B008
    lambda num_envs=1, opponent=Chancy(), **settings: BangVectorEnv(num_envs, opponent, **settings),  # noqa: B008
    lambda: bang_agents.CompiledAgent(choose_any),
    (bang_v0.raw_env, bang_v0.env, BangEnv, BangVectorEnv),
    bang_rules.Rules,
    bang_rules.Rules(num_players=4, max_rounds=2),
    {
        "five-of-the-official-game": bang_rules.Rules(free_discard=False, jail_skips=True, sid_saves=True),
        "seven": bang_rules.Rules(num_players=7, max_rounds=9),
    },
    (),
)
GAMES = (DURAK, OH_HELL, BANG)

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
first_game = pytest.mark.parametrize(
    "game", [GAMES[0], *(pytest.param(game, marks=pytest.mark.slow) for game in GAMES[1:])], ids=lambda game: game.name
)
"""For tests of code that all games share: one game is quick, the others are slow."""
each_maker = pytest.mark.parametrize(
    "make", [pytest.param(make, id=name) for game in GAMES for name, make in game.makers.items()]
)
each_kind = pytest.mark.parametrize(
    "make",
    [
        pytest.param(partial(make, open_world=open_world), id=f"{name}-{'open' if open_world else 'closed'}")
        for game in GAMES
        for name, make in game.makers.items()
        for open_world in (False, True)
    ],
)
each_table = pytest.mark.parametrize(
    ("game", "rules"),
    [
        pytest.param(game, rules, id=f"{game.name}-{name}", marks=[] if name in game.quick else pytest.mark.slow)
        for game in GAMES
        for name, rules in game.tables.items()
    ],
)
each_table_of_oh_hell = pytest.mark.parametrize(
    "rules",
    [
        pytest.param(rules, id=name, marks=[] if name in OH_HELL.quick else pytest.mark.slow)
        for name, rules in OH_HELL.tables.items()
    ],
)
