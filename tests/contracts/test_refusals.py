"""Every environment refuses bad values by name and value, and plays on as if nothing had been asked."""

from __future__ import annotations

import inspect
import itertools
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from cardkit.envs.gym_env import GameEnv
from cardkit.envs.vector_env import GameVectorEnv
from durak_env.agents.heuristic import choose_greedy, greedy
from durak_env.rules import Rules
from oh_hell_env.rules import Rules as OhHellRules
from tests.support.game_kinds import BANG, DURAK, OH_HELL, GameKind, each_game
from tests.support.game_kinds import GAMES as KINDS
from tests.support.opponents import Chancy

REFUSALS = (ValueError, AssertionError, OverflowError)  # the last from Gymnasium before 1.4
GAMES = 3
MAKERS: dict[str, Callable[..., Any]] = {
    "raw_env": lambda game, **settings: game.raw_env(**settings),
    "env": lambda game, **settings: game.env(**settings),
    "gymnasium": lambda game, **settings: game.single(**settings),
    "raising": lambda game, **settings: game.single(illegal="raise", **settings),
    "vector": lambda game, **settings: game.vector(GAMES, **settings),
    "vector, object": lambda game, **settings: game.vector(GAMES, Chancy(), **settings),
    "self-play": lambda game, **settings: game.vector(GAMES, None, **settings),
}
CLASSES = [make for game in KINDS for make in game.classes]
AEC = ("raw_env", "env")
SINGLE = (*AEC, "gymnasium", "raising")
VECTOR = ("vector", "vector, object", "self-play")
DECK = [str(card) for card in Rules().deck]
SMALL = Rules(start_rank=13, num_suits=2)
LOW_CARDS = [str(card) for card in OhHellRules().deck]
RANDOM_TRUMPS = OhHellRules(hand_sizes=(3, 1), trump="random")

SETTINGS = (
    ("render_mode", "telepathy", "render_mode"),
    ("encoding", "x-ray", "x-ray"),
    ("encoding", "open", "open_world"),
    ("encoding", [], "[]"),
    ("encoding", "", "encoding"),
    ("dtype", "int64", "int64"),
    ("dtype", "float64", "float64"),
    ("history", 0, "history"),
    ("history", 65, "65"),
    ("history", 2.5, "2.5"),
    ("history", True, "history"),
    ("observation", "image", "image"),
    ("rules", "standart", "standart"),
    ("rules", 9, "9"),
    ("rules", {"start": 9}, "start"),
    ("open_world", "no", "open_world"),
    ("opponent", "nobody", "nobody"),
    ("opponent", [], "opponents"),
    ("opponent", [Chancy()] * 256, "255"),
    ("opponent", [Chancy(), 3], "3"),
    ("opponent", 7, "7"),
    ("opponent", Chancy, "Chancy()"),
    ("seat", 9, "seat"),
    ("seat", -1, "seat"),
    ("seat", True, "seat"),
    ("seat", "0", "seat"),
    ("seat", 1.0, "seat"),
    ("skip_forced", "no", "skip_forced"),
    ("illegal", "ignore", "ignore"),
    ("num_envs", 0, "num_envs"),
    ("num_envs", -3, "num_envs"),
    ("num_envs", 2.0, "num_envs"),
    ("num_envs", True, "num_envs"),
    ("num_threads", 0, "num_threads"),
    ("num_threads", 1.5, "num_threads"),
    ("autoreset_mode", "Never", "Never"),
    ("autoreset_mode", None, "autoreset_mode"),
    ("copy", "no", "copy"),
    ("returns", "score", "score"),
)
"""Parameter, value, what the refusal says."""
SETTINGS_OF_DURAK = (
    ("opponent", "greedy:depth=3", "depth"),
    ("opponent", ["random", greedy], "greedy()"),
    ("opponent", ["random", choose_greedy], "CompiledAgent(choose_greedy)"),
)

ACTIONS = (-1, 200, 10**30, 1.0, float("nan"), float("inf"), "6c", None, [3], np.array([1, 2]), np.float32(2), True)
ACTIONS_OF_ALL = (
    (np.zeros(2, int), "shape"),
    (np.zeros(4, int), "shape"),
    (np.zeros((3, 1), int), "shape"),
    (0, "shape"),
    (None, "shape"),
    (np.zeros(3), "integers"),
    (np.array([0, np.nan, 0]), "integers"),
    (np.zeros(3, bool), "integers"),
    (["6c", "7c", "8c"], "integers"),
    (np.array([0, -1, 0]), "game 1: action -1"),
    (np.array([0, 0, 200]), "game 2: action 200"),
)
SEEDS = (-1, 1.5, "7", float("nan"))
SEEDS_OF_ALL = ([1, 2], [1, 2, -3], [1, 2, 0.5])

OPTIONS = (
    ({"deck": DECK[:-1], "attacker": 0}, "As"),
    ({"deck": [*DECK[:-1], "6c"], "attacker": 0}, "6c"),
    ({"deck": [*DECK, "2c"], "attacker": 0}, "2c"),
    ({"deck": [*DECK[:-1], "1x"], "attacker": 0}, "1x"),
    ({"deck": [*DECK[:-1], 7], "attacker": 0}, "7"),
    ({"deck": 36}, "deck"),
    ({"deck": "6c"}, "deck"),
    ({"deck": np.array(3)}, "deck"),
    ({"deck": set(DECK)}, "deck"),
    ({"deck": dict.fromkeys(DECK)}, "deck"),
    ({"deck": itertools.repeat("6c")}, "deck"),
    ({"deck": DECK, "trump_suit": "c", "attacker": 0}, "trump_suit"),
    ({"deck": DECK, "attacker": 2}, "attacker"),
    ({"deck": DECK, "attacker": True}, "attacker"),
    ({"deck": DECK, "attacker": 1.0}, "attacker"),
    ({"deck": DECK, "attacker": np.True_}, "attacker"),
    ({"deck": DECK, "attacker": np.array([1])}, "attacker"),
    ({"deck": DECK, "attacker": "player_0"}, "attacker"),
    ({"deck": DECK}, "attacker"),  # hands without a trump: spades are trumps and lie in the talon
    ({"attacker": 0}, "deck"),
    ({"trump_suit": "c"}, "deck"),
    (["deck"], "options"),
    (3, "options"),
)
OPTIONS_OF_SMALL = (
    ({"deck": "Kc Ad Ac Kd", "attacker": 0}, "trump_suit"),
    ({"deck": "Kc Ad Ac Kd", "attacker": 0, "trump_suit": "h"}, "trump_suit"),
)
OPTIONS_OF_OH_HELL = (
    ({"decks": [LOW_CARDS]}, "decks"),
    ({"decks": [LOW_CARDS, LOW_CARDS[1:]]}, "2c"),
    ({"decks": [LOW_CARDS, [*LOW_CARDS[1:], "3c"]]}, "3c"),
    ({"decks": [LOW_CARDS, [*LOW_CARDS[1:], "1x"]]}, "1x"),
    ({"decks": [LOW_CARDS, [*LOW_CARDS[1:], 7]]}, "7"),
    ({"decks": 52}, "decks"),
    ({"decks": "2c"}, "decks"),
    ({"decks": [52, 52]}, "deck"),
    ({"decks": [set(LOW_CARDS)] * 2}, "deck"),
    ({"decks": [itertools.repeat("2c")] * 2}, "deck"),
    ({"decks": [LOW_CARDS] * 2, "trumps": ["h", "s"]}, "trumps"),
    ({"trumps": ["h", "s"]}, "decks"),
    (["decks"], "options"),
    (3, "options"),
)
OPTIONS_OF_RANDOM_TRUMPS = (
    ({"decks": [LOW_CARDS] * 2}, "trumps"),
    ({"decks": [LOW_CARDS] * 2, "trumps": ["h"]}, "trumps"),
    ({"decks": [LOW_CARDS] * 2, "trumps": ["h", "x"]}, "x"),
    ({"decks": [LOW_CARDS] * 2, "trumps": 3}, "trumps"),
)
BANG_DEAL = {"roles": "SORO", "characters": [0, 1, 2, 3], "deck": list(range(80))}
OPTIONS_OF_BANG = (
    ({**BANG_DEAL, "roles": "SSOR"}, "roles"),
    ({**BANG_DEAL, "roles": "SORD"}, "roles"),
    ({**BANG_DEAL, "roles": 7}, "roles"),
    ({**BANG_DEAL, "characters": [0, 1, 2]}, "characters"),
    ({**BANG_DEAL, "characters": [0, 1, 2, 2]}, "characters"),
    ({**BANG_DEAL, "characters": [0, 1, 2, 16]}, "16"),
    ({**BANG_DEAL, "characters": "0123"}, "characters"),
    ({**BANG_DEAL, "deck": range(79)}, "79"),
    ({**BANG_DEAL, "deck": [*range(79), 0]}, "twice: [0]"),
    ({**BANG_DEAL, "deck": [*range(79), 80]}, "80"),
    ({**BANG_DEAL, "deck": itertools.repeat(1)}, "deck"),
    ({**BANG_DEAL, "deck": {"2c": 1}}, "deck"),
    ({**BANG_DEAL, "chance": [80]}, "entry 1 of chance"),
    ({**BANG_DEAL, "chance": [3, [1, 1]]}, "entry 2 of chance"),
    ({**BANG_DEAL, "chance": [[]]}, "entry 1 of chance"),
    ({**BANG_DEAL, "chance": 3}, "chance"),
    ({**BANG_DEAL, "chance": [list(range(80))] * 60}, "chance"),
    ({"deck": list(range(80))}, "roles"),
    ({"roles": "SORO"}, "deck"),
    ({"chance": [1]}, "chance"),
    (["deck"], "options"),
    (3, "options"),
)
ALL_OPTIONS = (
    (DURAK, None, OPTIONS),
    (DURAK, SMALL, OPTIONS_OF_SMALL),
    (OH_HELL, OH_HELL.rules, OPTIONS_OF_OH_HELL),
    (OH_HELL, RANDOM_TRUMPS, OPTIONS_OF_RANDOM_TRUMPS),
    (BANG, BANG.rules, OPTIONS_OF_BANG),
)
MASKS = (np.zeros(3, bool), np.ones(2, bool), np.ones(3, int), [1, 0, 1], "all", 3)


@pytest.mark.parametrize("make", CLASSES, ids=lambda make: f"{make.__module__}.{make.__name__}")
def test_help_tells_of_each_argument_once(make: Callable[..., Any]) -> None:
    told = re.findall(r"^ {8}(\w+): ", (make.__doc__ or "").partition("Args:")[2].partition("\n\n")[0], re.MULTILINE)
    taken = list(inspect.signature(make).parameters)
    if inspect.isclass(make):
        assert told == taken
    else:
        assert "Takes the arguments of `raw_env`" in (make.__doc__ or "")
        assert taken == list(inspect.signature(inspect.getmodule(make).raw_env).parameters)  # type: ignore[union-attr]


def refuse(call: Callable[..., Any], *values: Any, said: str, **named: Any) -> None:
    """Fail unless the call is refused with such a word."""
    with pytest.raises(REFUSALS) as refused:
        call(*values, **named)
    assert said in str(refused.value) or refused.type is OverflowError, (values, named, refused.value)


def on(env: Any) -> tuple[Any, ...]:
    """Return the knowledge of the games that are on."""
    if isinstance(env, GameVectorEnv):
        return (env.states.tobytes(),)
    if isinstance(env, GameEnv):
        return (env.information_set(), env.action_masks().tobytes())
    return (env.state().tobytes(), env.agent_selection)


def play(env: Any) -> None:
    """Play a ply in each game."""
    if isinstance(env, GameVectorEnv):
        env.step(env.sample_actions())
    else:
        env.step(env.unwrapped.sample_action())


def check_refuses_all(
    game: GameKind, kind: str, call: Callable[[Any], Callable[..., Any]], table: Any, rules: Any = None
) -> None:
    """Check that each value of the table is refused, and that the games on stay as they are and are played on."""
    env = MAKERS[kind](game, rules=game.rules if rules is None else rules)
    env.reset(seed=13)
    before = on(env)
    for value, said in table:
        refuse(call(env), value, said=said)
        assert on(env) == before, value
    play(env)


@pytest.mark.parametrize("make", CLASSES, ids=lambda make: f"{make.__module__.split('.')[0]}-{make.__name__}")
def test_settings(make: Callable[..., Any]) -> None:
    taken = inspect.signature(make).parameters
    for name, value, said in SETTINGS + (SETTINGS_OF_DURAK if "durak" in make.__module__ else ()):
        if name in taken:
            refuse(make, said=said, **{name: value})
    if isinstance(make, type) and issubclass(make, GameEnv):
        refuse(make, said="opponent", opponent=None)
    if isinstance(make, type) and issubclass(make, GameVectorEnv):
        refuse(make, said="self-play", opponent=None, seat=0)
        refuse(make, said="human", render_mode="human")


@each_game
@pytest.mark.parametrize("kind", SINGLE)
def test_actions(game: GameKind, kind: str) -> None:
    check_refuses_all(game, kind, lambda env: env.step, [(action, "action") for action in ACTIONS])


@each_game
@pytest.mark.parametrize("kind", VECTOR)
def test_actions_of_all_games(game: GameKind, kind: str) -> None:
    check_refuses_all(game, kind, lambda env: env.step, ACTIONS_OF_ALL)


@each_game
@pytest.mark.parametrize("number", [int, np.int8, np.uint8, np.int64, np.array], ids=lambda number: number.__name__)
def test_an_action_may_be_any_kind_of_whole_number(game: GameKind, number: Callable[[int], Any]) -> None:
    for make in (game.raw_env, game.env, game.single):
        env = make(rules=game.rules)
        env.reset(seed=14)
        env.step(number(env.unwrapped.sample_action()))


@each_game
@pytest.mark.parametrize("kind", MAKERS)
def test_seeds(game: GameKind, kind: str) -> None:
    seeds = (*SEEDS, *SEEDS_OF_ALL) if kind in VECTOR else (*SEEDS, [1])
    check_refuses_all(game, kind, lambda env: lambda seed: env.reset(seed=seed), [(seed, "seed") for seed in seeds])


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize(
    ("game", "rules", "table"), ALL_OPTIONS, ids=["standard", "small", "oh-hell", "oh-hell, random trumps", "bang"]
)
def test_options(kind: str, game: GameKind, rules: Any, table: Any) -> None:
    of_vector = [({"deck": "6c"}, "deck"), (["deck"] * GAMES, "deck"), ([{}, {"attacker": 1}, {}], "attacker")]
    table = [row for row in table if kind not in VECTOR or isinstance(row[0], dict)]
    table += of_vector if kind in VECTOR and rules is None else []
    check_refuses_all(game, kind, lambda env: lambda options: env.reset(seed=19, options=options), table, rules)


@each_game
@pytest.mark.parametrize("kind", VECTOR)
def test_masks_of_resets(game: GameKind, kind: str) -> None:
    table = [({"reset_mask": mask}, "reset_mask") for mask in MASKS]
    check_refuses_all(game, kind, lambda env: lambda options: env.reset(options=options), table)


@each_game
@pytest.mark.parametrize("kind", AEC)
def test_agents(game: GameKind, kind: str) -> None:
    table = [(agent, "agent") for agent in ("player_9", "", None, 0)]
    for method in ("observe", "observation_space", "action_space", "information_set"):
        check_refuses_all(game, kind, lambda env, method=method: getattr(env.unwrapped, method), table)


@each_game
@pytest.mark.parametrize("kind", VECTOR)
def test_games(game: GameKind, kind: str) -> None:
    table = [(number, "game") for number in (None, -1, 3, 2**63, True, 0.0, "0", np.array([0, 1]))]
    check_refuses_all(game, kind, lambda env: env.information_set, table)


@each_game
@pytest.mark.parametrize("kind", [*MAKERS, *(mode.value for mode in AutoresetMode)])
def test_what_comes_before_a_reset(game: GameKind, kind: str) -> None:
    rules = game.rules
    env = MAKERS[kind](game, rules=rules) if kind in MAKERS else game.vector(GAMES, autoreset_mode=kind, rules=rules)
    calls: dict[str, tuple[Any, ...]] = {"step": (np.zeros(GAMES, int) if isinstance(env, GameVectorEnv) else 0,)}
    if isinstance(env, GameVectorEnv):
        calls |= {"action_masks": (), "sample_actions": (), "information_set": (0,)}
    elif isinstance(env, GameEnv):
        calls |= {"action_masks": (), "sample_action": (), "information_set": ()}
    else:
        calls |= {"observe": ("player_0",), "state": (), "render": ()}
    for method, arguments in calls.items():
        with pytest.raises((RuntimeError, AssertionError, AttributeError), match="reset"):
            getattr(env, method)(*arguments)
    if isinstance(env, GameVectorEnv):
        with pytest.raises(RuntimeError, match="reset"):
            env.reset(options={"reset_mask": np.array([True, False, False])})
    env.reset(seed=0)
    play(env)
