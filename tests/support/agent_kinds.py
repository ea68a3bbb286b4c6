"""The agents of each game for the tests that hold for any agent: specs, tables, wrong parameters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bang_env.bang import Bang
from baselines.durak.networks.champions import BELIEF, CHAMPION
from cardkit.game import Game
from durak_env.durak import Durak
from durak_env.rules import Rules
from oh_hell_env import rules as oh_hell
from oh_hell_env.oh_hell import OhHell
from tests.support.search_positions import FOUR_SEATS, RULE_SETS, STANDARD

Wrong = tuple[str, str, tuple[str, ...]]
"""Agent, parameter, refused values; some agents do not have the last parameter."""

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
    "minimax:depth=2,samples=5,endgame=exact",
    "minimax:depth=3,samples=4",
    "minimax:depth=3,samples=4,order=deck,eval=basic,caching=False,endgame=exact",
    "mcts:limit=40,samples=6,endgame=exact",
    "mcts:limit=25,samples=4,simulation=random,choice=visits,c=0.3",
    "ismcts:simulations=150",
    "ismcts:simulations=100,playout=random,c=1.5,choice=mean,endgame=search",
    "champion",
    "champion:endgame=policy",
    "champion:generation=1",
    f"{POLICY},temperature=0.5",
    "champion-search:simulations=60",
    "champion-search:simulations=60,patience=1,mix=0,c=3,endgame=search",
    "champion-search:simulations=60,critic=none",
    "champion-search:simulations=60,belief=none",
    f"champion-search:simulations=60,belief={BELIEF}",
    "champion-search:simulations=60,opponent=champion:endgame=exact",
)
"""Each agent of Durak, with parameters that lead it through different code; the first of a name is quick."""
OH_HELL_SPECS = (
    "random",
    "informed",
    "informed:version=1",
    "informed:version=2,threshold=0.65,forced=value",
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

ELSEWHERE = {"chat", "exec", "sb3", "solved"}
OF_ONE_GAME = {"champion", "champion-search", "policy"}
"""Agents whose networks refuse all rules but those of their training."""
OF_SEVERAL_TABLES = (
    "champion",
    "champion:endgame=policy",
    "champion-search:simulations=60",
    "champion-search:simulations=60,patience=1,mix=0,c=3,endgame=search",
    "champion-search:simulations=60,critic=none",
    "champion-search:simulations=60,belief=none",
)
"""Agents of those that have networks for larger tables and for transfers too."""
OTHER_TABLES = [Durak(Rules(num_players=4)), Durak(Rules(transfer=True))]
"""Some of their games."""
OF_TWO_SEATS = {"advisor", "evolved", "expert", "minimax", "openfool", *OF_ONE_GAME}
"""Agents that play the game of two seats without transfers, and others at most as `OF_SEVERAL_TABLES`."""

SEATED = [Durak(Rules(num_players=seats)) for seats in range(3, 7)]
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
    ("strategy", "keep", ("missing/trees.sqlite",)),
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

BANG_SPECS = (
    "random",
    "rai",
    "rair",
    "eai",
    "eai:weights=es",
    "mcai:playouts=40,n=4",
    "mcai:playouts=30,n=3,c=0.5",
    "mcai:playouts=40,n=5,threads=2",
    "hai:playouts=40,n=4,depth=20",
    "hai:playouts=40,n=4,depth=20,leaf=gain",
    "hai:playouts=40,n=4,weights=es",
    "ismcts:simulations=40",
    "ismcts:simulations=40,playout=rai,roles=any,choice=mean,c=1,depth=0",
)
BANG_TABLES = [
    Bang("num_players=4"),
    Bang("num_players=4,free_discard=False,jail_skips=True,sid_saves=True,max_rounds=9"),
]
MORE_BANG_TABLES = [Bang(), Bang("num_players=7,max_rounds=4")]
SMALLEST_BANG = (
    "mcai:playouts=1,n=1,c=0",
    "mcai:ms=0.001,n=2",
    "hai:playouts=1,n=1,depth=1",
    "ismcts:simulations=1,c=0",
    "ismcts:ms=0.001",
)
WRONG_BANG = (
    ("eai", "weights", ("best",)),
    ("eai", "path", ("missing",)),
    ("mcai", "playouts", ("0", "2.5")),
    ("mcai", "n", ("0", "1001", "True")),
    ("mcai", "c", ("-1", "101", "x")),
    ("mcai", "ms", ("0",)),
    ("mcai", "threads", ("0", "9", "2.5")),
    ("mcai", "depth", ("3",)),
    ("hai", "playouts", ("0",)),
    ("hai", "n", ("0",)),
    ("hai", "depth", ("0", "301", "2.0")),
    ("hai", "weights", ("best",)),
    ("hai", "path", ("missing",)),
    ("ismcts", "simulations", ("0",)),
    ("ismcts", "c", ("101",)),
    ("ismcts", "playout", ("greedy",)),
    ("ismcts", "roles", ("known",)),
    ("ismcts", "choice", ("best",)),
    ("ismcts", "depth", ("-1", "301")),
    ("ismcts", "ms", ("-1",)),
)


def name_of(spec: str) -> str:
    return spec.partition(":")[0]


def quick(specs: Sequence[str]) -> set[str]:
    """Return the first spec of each name, for tests of all specs: those with other parameters are the slow suite's."""
    return set({name_of(spec): spec for spec in reversed(specs)}.values())


def rule_sets_of(spec: str) -> tuple[Rules, ...]:
    return STANDARD if name_of(spec) in OF_ONE_GAME else RULE_SETS


def tables_of(spec: str) -> list[Durak]:
    return [Durak(rules) for rules in rule_sets_of(spec)]


def smallest_tables_of(spec: str) -> list[Durak]:
    return tables_of(spec) if name_of(spec) in OF_ONE_GAME else [Durak(Rules(start_rank=14)), *tables_of(spec)]


@dataclass(frozen=True)
class AgentKind:
    """The agents of a game.

    Attributes:
        game: a table where matches of all of them are short.
        specs: each agent, with parameters that lead it through different code.
        elsewhere: agents that other tests cover.
        wrong: parameters that are refused.
    """

    game: Game
    specs: Sequence[str]
    elsewhere: set[str]
    wrong: Sequence[Wrong]


AGENT_KINDS = (
    AgentKind(Durak(), SPECS, ELSEWHERE, WRONG),
    AgentKind(
        OhHell({"hand_sizes": (5, 1)}),
        OH_HELL_SPECS,
        {LEARNED, "chat", "exec", "policy", "policy-search", "sb3"},
        WRONG_OH_HELL,
    ),
    AgentKind(Bang("num_players=4,max_rounds=3"), BANG_SPECS, {LEARNED, "chat", "exec", "policy", "sb3"}, WRONG_BANG),
)
