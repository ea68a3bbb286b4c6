"""Figure 3: an example tree of the strategy search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from baselines.durak.agents.strategy import choose_strategy
from baselines.durak.lab.paper.kept_trees import ITERATIONS, RULES
from baselines.durak.search.strategy_tree import HEAD, NODE, NODES_AT, STRATEGIES, strategy_memory
from cardkit.compiled.prng import streams_from_seed
from cardkit.lab.finding import Finding
from cardkit.lab.scale import Scale
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.dealing import deal_random, new_states
from durak_env.core.seating import mover
from durak_env.information import InformationSet
from durak_env.notation.words import format_action

WEIGHT = 2.5


class Shown(NamedTuple):
    """A node of the tree: its path of strategies, wins, simulations, and UCB1; NaN at the root."""

    path: tuple[str, ...]
    wins: float
    visits: int
    bound: float


class ExampleTree:
    """The tree of the first attack of a game, after the iterations of one choice."""

    name = "example-tree"
    title = f"A tree after {ITERATIONS} iterations, C = {WEIGHT:g}"

    def run(self, scale: Scale) -> Finding:
        """Let a tree grow, and show its nodes."""
        streams = streams_from_seed(scale.seed_of(self.name), count=2)
        state = new_states(RULES)[0]
        deal_random(state, streams[0])
        info = InformationSet.of(state, RULES, int(mover(state)))
        memory = strategy_memory(4 * ITERATIONS + 5, 1, WEIGHT, ITERATIONS, "reach")
        agent = CompiledAgent(choose_strategy, memory, any_table=True)
        action = agent.act_from(info, streams[1])
        nodes = list(nodes_of(memory))
        return Finding(
            f"the first attack of a game, hand {' '.join(map(str, info.hand))}; it plays "
            f"{format_action(action, RULES)}",
            0,
            ("strategies, the attacker's first", "wins U", "simulations N", "UCB1"),
            tuple(_row(node) for node in nodes),
            (),
            lambda figure: _draw(figure, nodes),
        )


def nodes_of(memory: np.ndarray) -> Iterator[Shown]:
    """Yield the nodes of an agent's last tree, each before its children."""
    search = HEAD.view(memory, "search")[0]
    nodes = memory[NODES_AT : NODES_AT + int(search["grown"][0]) * NODE.itemsize].view(NODE)
    return _below(nodes, 0, (), float("nan"), float(search["c"]))


def _below(nodes: np.ndarray, place: int, path: tuple[str, ...], bound: float, c: float) -> Iterator[Shown]:
    node = nodes[place]
    yield Shown(path, float(node["wins"]), int(node["visits"]), bound)
    for number, name in enumerate(STRATEGIES if node["first"] else ()):
        child = nodes[node["first"] + number]
        n = float(child["visits"])
        ucb = float(child["wins"]) / n + c * float(np.sqrt(np.log(max(int(node["visits"]), 1)) / n))
        yield from _below(nodes, int(node["first"]) + number, (*path, name), ucb, c)


def _row(node: Shown) -> tuple[str, ...]:
    bound = f"{node.bound:.2f}" if node.path else ""
    return " > ".join(node.path) or "root", f"{node.wins:g}" if node.path else "", str(node.visits), bound


def _draw(figure: Any, nodes: list[Shown]) -> None:
    panel = figure.subplots()
    leaves = [
        node.path for node in nodes if not any(one.path[: len(node.path)] == node.path != one.path for one in nodes)
    ]
    across = {
        node.path: float(np.mean([i for i, leaf in enumerate(leaves) if leaf[: len(node.path)] == node.path]))
        for node in nodes
    }
    for node in nodes:
        x, y = across[node.path], -len(node.path)
        if node.path:
            panel.plot([across[node.path[:-1]], x], [y + 1, y], "-", color="0.7", zorder=1)
        told = f"{node.path[-1][:4].upper()}\n" if node.path else "root\n"
        panel.text(
            x, y, f"{told}{node.wins:g}/{node.visits}", ha="center", va="center", fontsize=5, color="black",
            bbox={"boxstyle": "round,pad=0.2", "fc": "white", "ec": "0.5", "lw": 0.5},
        )  # fmt: skip
    panel.set_ylim(min(-len(node.path) for node in nodes) - 0.5, 0.5)
    panel.axis("off")
