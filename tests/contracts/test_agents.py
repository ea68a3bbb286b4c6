"""What every agent of every game promises: it plays from its knowledge and its seed alone, by any rules that it takes,
and says which parameter is wrong.

Programs, Stable-Baselines3's models and solutions, which need a file or another program, have tests of their own:
`tests/baselines/durak/test_exec_agent.py`, `test_sb3_policy.py`, `test_solution.py`.
"""

from __future__ import annotations

import pickle
import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from baselines import make_agent, play_match
from baselines.durak.networks.champions import CHAMPION
from cardkit.agents import Agent, as_agent
from cardkit.arena.match import play_match as play_lineup
from cardkit.game import Game
from cardkit.specs import agent_names
from durak_env.durak import Durak
from durak_env.rules import Rules
from oh_hell_env import rules as oh_hell
from oh_hell_env.oh_hell import OhHell
from tests.support.positions import another, positions
from tests.support.search_positions import FOUR_SEATS, RULE_SETS, STANDARD, small_endgames

POLICY = f"policy:path={CHAMPION}"
SPECS = (
    "random",
    "uniform",
    "greedy",
    "smart",
    "low",
    "high",
    "hvalue",
    "expert",
    "openfool",
    "advisor",
    "advisor:style=habr",
    "strategy",
    "strategy:c=0.5,iterations=40,result=hand",
    "evolved",
    "minimax:depth=3,samples=4",
    "minimax:depth=2,samples=5,endgame=exact",
    "minimax:depth=3,samples=4,order=deck,eval=basic,caching=False,endgame=exact",
    "mcts:limit=40,samples=6,endgame=exact",
    "mcts:limit=25,samples=4,simulation=random,choice=visits,c=0.3",
    "ismcts:simulations=150",
    "ismcts:simulations=100,playout=random,c=1.5,choice=mean,endgame=search",
    "champion",
    "champion:endgame=exact",
    "champion:generation=2",
    f"{POLICY},temperature=0.5",
    "champion-search:simulations=60",
    "champion-search:simulations=60,patience=1,mix=0,c=3,endgame=search",
    "champion-search:simulations=60,critic=none",
    "champion-search:simulations=60,opponent=champion:endgame=exact",
)
"""Each agent of Durak, with parameters that lead it through different code."""
OH_HELL_SPECS = (
    "random",
    "informed:version=1",
    "informed:version=2,threshold=0.65,forced=value",
    "informed",
    "informed:groups=follow-bid,trump=safe,threshold=0.525,weight_0=1",
    "monte-carlo:iterations=60",
    "monte-carlo:iterations=30,samples=5,agree=2,stop=9,depth=3,c=1,voids=True",
    "ismcts:simulations=100",
    "ismcts:simulations=60,playout=avoiding,c=1,choice=mean",
)
"""Each agent of Oh Hell! that plays by any rules, likewise."""
LEARNED = "learned"
LEARNED_TABLES = [OhHell(), OhHell(oh_hell.Rules(dynamic=False))]
"""The agent of Oh Hell! whose networks were trained on two schedules, and the tables where it plays."""

ELSEWHERE = {"exec", "sb3", "solved"}
OF_ONE_GAME = {"champion", "champion-search", "policy"}
"""Agents whose networks were trained on the standard rules, and that play by no others."""
OF_TWO_SEATS = {"advisor", "evolved", "expert", "minimax", "openfool", *OF_ONE_GAME}
"""Agents that play the game of two seats without transfers alone."""

FOUR_AT_THE_TABLE = [Durak(rules) for rules in FOUR_SEATS]
OH_HELL_TABLES = [
    OhHell(),
    OhHell(oh_hell.Rules(hand_size=5, trump="turn_up", blind="half", scoring="penalty")),
    OhHell(oh_hell.Rules(hand_sizes=(3, 2, 1), trump="random", hook=False, blind="full", scoring="exact")),
    OhHell(oh_hell.Rules(start_rank=10, num_suits=3, trump_order="h-")),
]
MORE_OH_HELL_TABLES = [OhHell(oh_hell.Rules(num_players=players)) for players in (2, 7)]
"""Tables whose records only the slow suite compiles."""

SMALLEST = (
    "evolved:samples=2",
    "minimax:depth=1,samples=1",
    "mcts:limit=1,samples=1",
    "mcts:ms=0.001,samples=2",
    "ismcts:simulations=1",
    "ismcts:ms=0.001",
    "strategy:c=0,iterations=1",
    "champion-search:simulations=1",
    "champion-search:ms=0.001",
)
SMALLEST_OH_HELL = (
    "informed:version=2,threshold=0",
    "monte-carlo:iterations=1,samples=1,stop=1,agree=1,c=0,depth=1",
    "ismcts:simulations=1,noise=1",
    "ismcts:ms=0.001,noise=0",
)
EXACT = (
    "mcts:limit=1,endgame=exact",
    "ismcts:simulations=1",
    "champion:endgame=exact",
    "champion-search:simulations=1",
)
"""Agents that do not find the best move of an endgame by themselves, and solve it."""

THOROUGH = (
    "minimax:depth=14",
    "mcts:limit=3000,c=1.0,choice=mean",
    "mcts:limit=3000,c=1.0,choice=visits",
    "ismcts:simulations=3000,choice=mean,endgame=search",
    "ismcts:simulations=3000,choice=visits,endgame=search",
    "champion-search:simulations=3000,endgame=search",
)
"""Agents that find the best move of a small endgame by their search."""

WRONG = (
    ("minimax", "depth", ("0", "65", "2.0")),
    ("minimax", "samples", ("0",)),
    ("minimax", "eval", ("smart",)),
    ("minimax", "order", ("hand",)),
    ("minimax", "pruning", ("1",)),
    ("minimax", "caching", ("off",)),
    ("minimax", "endgame", ("solved",)),
    ("minimax", "plies", ("3",)),
    ("mcts", "limit", ("0", "2.5")),
    ("mcts", "samples", ("-3", "True")),
    ("mcts", "c", ("-1", "x", "101")),
    ("mcts", "ms", ("0",)),
    ("mcts", "simulation", ("smart",)),
    ("mcts", "choice", ("3",)),
    ("mcts", "depth", ("3",)),
    ("ismcts", "simulations", ("0",)),
    ("ismcts", "c", ("101",)),
    ("ismcts", "noise", ("1.5",)),
    ("ismcts", "ms", ("-1",)),
    ("ismcts", "playout", ("none",)),
    ("ismcts", "choice", ("best",)),
    ("ismcts", "endgame", ("best",)),
    ("advisor", "style", ("bold",)),
    ("strategy", "c", ("-1", "101")),
    ("strategy", "iterations", ("0", "10001", "2.5")),
    ("strategy", "result", ("game",)),
    ("strategy", "memory", ("shared",)),
    ("champion-search", "simulations", ("0",)),
    ("champion-search", "patience", ("0",)),
    ("champion-search", "c", ("-1",)),
    ("champion-search", "mix", ("1.5",)),
    ("champion-search", "path", ("missing",)),
    ("champion-search", "critic", ("missing",)),
    ("champion-search", "opponent", ("nobody",)),
    ("champion-search", "endgame", ("lost",)),
    ("evolved", "samples", ("0",)),
    ("evolved", "path", ("missing",)),
    (POLICY, "temperature", ("-1",)),
    (POLICY, "endgame", ("search",)),
)
"""Agent, parameter, refused values; some agents do not have the last parameter."""
WRONG_OH_HELL = (
    ("informed", "version", ("0", "4", "2.0")),
    ("informed", "threshold", ("-1", "2", "x")),
    ("informed", "groups", ("bids",)),
    ("informed", "trump", ("hearts",)),
    ("informed", "forced", ("never",)),
    ("informed", "weight_0", ("-1", "x")),
    ("informed", "weight_12", ("-0.5",)),
    ("monte-carlo", "samples", ("0",)),
    ("monte-carlo", "iterations", ("0", "2.5")),
    ("monte-carlo", "stop", ("0",)),
    ("monte-carlo", "agree", ("0",)),
    ("monte-carlo", "c", ("-1", "1001")),
    ("monte-carlo", "depth", ("0", "256")),
    ("monte-carlo", "voids", ("1",)),
    ("ismcts", "simulations", ("0",)),
    ("ismcts", "c", ("101",)),
    ("ismcts", "playout", ("greedy",)),
    ("ismcts", "noise", ("1.5",)),
    ("ismcts", "choice", ("best",)),
    ("ismcts", "ms", ("-1",)),
)


def name_of(spec: str) -> str:
    return spec.partition(":")[0]


def rule_sets_of(spec: str) -> tuple[Rules, ...]:
    return STANDARD if name_of(spec) in OF_ONE_GAME else RULE_SETS


def tables_of(spec: str) -> list[Durak]:
    return [Durak(rules) for rules in rule_sets_of(spec)]


def smallest_tables_of(spec: str) -> list[Durak]:
    return tables_of(spec) if name_of(spec) in OF_ONE_GAME else [Durak(Rules(start_rank=14)), *tables_of(spec)]


def case(spec: str, games: list[Any], at: str = "", slow: bool = False) -> Any:
    return pytest.param(spec, games, id=f"{spec}{at}", marks=pytest.mark.slow if slow else [])


SEARCHES = {
    "mcts",
    "ismcts",
    "strategy",
}  # compiled for four seats in the slow suite alone; the kit's own game has three
DEEPEST = "minimax:depth=3,samples=4"  # its near twins with other parameters are quick
each_spec = pytest.mark.parametrize(
    ("spec", "games"),
    [
        *(case(spec, tables_of(spec), slow=spec == DEEPEST) for spec in SPECS),
        *(
            case(spec, FOUR_AT_THE_TABLE, ", four seats", slow=name_of(spec) in SEARCHES)
            for spec in SPECS
            if name_of(spec) not in OF_TWO_SEATS
        ),
        *(case(spec, OH_HELL_TABLES, ", Oh Hell!") for spec in OH_HELL_SPECS),
        *(case(spec, MORE_OH_HELL_TABLES, ", Oh Hell! at other tables", slow=True) for spec in OH_HELL_SPECS),
        case(LEARNED, LEARNED_TABLES, ", Oh Hell!"),
    ],
)


def chosen(agent: Agent, game: Game, state: Any, seat: int, seed: int) -> int:
    """What an agent chooses in a position."""
    return agent.act(game.information_set(state, seat), np.random.default_rng(seed))


def test_every_agent_is_tested() -> None:
    assert {name_of(spec) for spec in SPECS} | ELSEWHERE == set(agent_names(Durak.AGENTS))
    by_file = {"exec", "policy", "policy-search"}  # tested in tests/baselines/oh_hell
    assert {name_of(spec) for spec in OH_HELL_SPECS} | {LEARNED} | by_file == set(agent_names(OhHell.AGENTS))


@each_spec
def test_hidden_cards_change_no_choice(spec: str, games: list[Game]) -> None:
    """The choice stays the same, with the same seed, whichever way the hidden cards lie."""
    agent, rng, exchanged = as_agent(spec, games[0]), np.random.default_rng(5), 0
    for number, (game, state, seat) in enumerate(positions(30, 6, games)):
        info = game.information_set(state, seat)
        action = agent.act(info, np.random.default_rng(number))
        assert action in info.legal_actions
        for _ in range(3):
            other = another(game, info, rng)
            exchanged += other.tobytes() != state.tobytes()
            assert chosen(agent, game, other, seat, number) == action
    assert exchanged > 15


@each_spec
def test_a_choice_follows_from_knowledge_and_seed(spec: str, games: list[Game]) -> None:
    """In both worlds an agent that has played before chooses as a new one does, and as one that was pickled."""
    used = as_agent(spec, games[0])
    pickled = pickle.loads(pickle.dumps(used))
    for number, (game, state, seat) in enumerate(positions(8, 7, games)):
        for world in (game, replace(game, open_world=True)):
            info = world.information_set(state, seat)
            action = as_agent(spec, game).act(info, np.random.default_rng(number))
            assert action in info.legal_actions
            for other in (used, pickled):
                assert other.act(info, np.random.default_rng(number)) == action
            used.act(info, np.random.default_rng(99 - number))


@pytest.mark.parametrize(
    ("spec", "games"),
    [
        *(case(spec, smallest_tables_of(spec)) for spec in SMALLEST),
        *(case(spec, OH_HELL_TABLES, ", Oh Hell!") for spec in SMALLEST_OH_HELL),
    ],
)
def test_the_ends_of_the_ranges_work(spec: str, games: list[Game]) -> None:
    agent = as_agent(spec, games[0])
    for number, (game, state, seat) in enumerate(positions(12, 8, games)):
        for world in (game, replace(game, open_world=True)):
            info = world.information_set(state, seat)
            assert agent.act(info, np.random.default_rng(number)) in info.legal_actions


@pytest.mark.parametrize("spec", ["mcts:ms=20,samples=2", "ismcts:ms=20", "champion-search:ms=20"])
def test_a_time_for_a_move_is_used_and_kept_to(spec: str) -> None:
    agent, took = make_agent(spec), []
    for game, state, seat in positions(8, 10, [Durak()]):
        info = game.information_set(state, seat)
        began = time.perf_counter()
        agent.act(info, np.random.default_rng(0))
        took.append(time.perf_counter() - began)
    assert 0.02 <= min(took) < 0.1  # others may have the processor at times


@pytest.mark.parametrize("spec", [*EXACT, *THOROUGH])
def test_the_best_move_of_a_small_endgame_is_found(spec: str) -> None:
    agent, endgames = make_agent(spec), small_endgames(rule_sets_of(spec))
    assert endgames
    for info, outcomes in endgames:
        assert outcomes[agent.act(info, np.random.default_rng(0))] == max(outcomes.values())


@pytest.mark.parametrize(
    ("game", "agent", "parameter", "values"),
    [*((Durak(), *wrong) for wrong in WRONG), *((OhHell(), *wrong) for wrong in WRONG_OH_HELL)],
    ids=lambda cell: str(cell)[:20],
)
def test_a_wrong_parameter_is_named(game: Game, agent: str, parameter: str, values: tuple[str, ...]) -> None:
    for value in values:
        with pytest.raises(ValueError, match=r"\S") as refused:
            as_agent(f"{agent}{',' if ':' in agent else ':'}{parameter}={value}", game)
        said = str(refused.value)
        assert parameter in said or parameter in ("path", "critic")
        assert value in said or parameter in ("plies", "depth")


@pytest.mark.parametrize("name", sorted(OF_ONE_GAME))
def test_other_rules_than_those_of_the_training_are_refused(name: str) -> None:
    (spec, *_) = (spec for spec in SPECS if name_of(spec) == name)
    with pytest.raises(ValueError, match="other rules"):
        play_match(spec, "greedy", games=2, rules=Rules(start_rank=11, num_suits=3, hand_size=3))


@pytest.mark.parametrize("spec", [spec for spec in SPECS if name_of(spec) in OF_TWO_SEATS])
@pytest.mark.parametrize("rules", [Rules(num_players=4), Rules(transfer=True)], ids=str)
def test_who_plays_two_seats_only_says_so(spec: str, rules: Rules) -> None:
    with pytest.raises(ValueError, match="two seats") as refused:
        play_lineup(Durak(rules), [spec, *["greedy"] * (rules.num_players - 1)], games=1)
    assert name_of(spec) in str(refused.value)
